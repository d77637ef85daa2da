"""Penalties in every phase (rules §7)."""

from collections.abc import Mapping
from typing import Any

import pytest

from situations import BOOKS, NOT_READY, WAITS_5S
from stacked import KONG, A, B, C, D, GameLike, Table, tile
from xuezhan.reference import Game, IllegalAction, make_rules, replay


class ReferenceGame(Game):
    def river(self, seat: int) -> list[int]:
        return self.state.seats[seat].river


def make_game(book: str, options: Mapping[str, Any], wall: str, dealer: int) -> GameLike:
    return ReferenceGame(make_rules(book, **options), dealer=dealer, wall=wall)


def table(book: str, hands: list[str], draws: str = "", **options: Any) -> Table:
    return Table(make_game, book, hands, draws, **options)


def reference(t: Table) -> Game:
    assert isinstance(t.game, Game)
    game = t.game
    again = replay(game.record())
    assert again.canonical_bytes() == game.canonical_bytes()
    assert again.ledger == game.ledger
    return game


def test_where_there_are_none() -> None:
    for book in BOOKS:
        game = Game(book)
        allowed = {"online": {"escape"}, "chengdu": {"false_win", "wrong_count"}}.get(book, set())
        for kind in {"escape", "false_win", "wrong_count"} - allowed:
            with pytest.raises(IllegalAction, match="no penalty"):
                game.penalize(0, kind)
        with pytest.raises(IllegalAction, match="no penalty 'nap'"):
            game.penalize(0, "nap")
    for seat in (-1, 4, True):
        with pytest.raises(IllegalAction, match="no seat"):
            Game("online").penalize(seat, "escape")


def test_escape_ends_the_hand() -> None:
    t = table("online", ["", "", "", ""])
    t.game.penalize(B, "escape")
    assert t.game.done
    assert t.paid() == [("escape", B, seat, 96) for seat in (A, C, D)]
    assert t.game.next_dealer == A
    assert reference(t).log == [[B, "escape"]]


def test_escape_at_the_last_four() -> None:
    """Ready seats get their dearest wait where that is more; 14 tiles count at their best."""
    hands = ["", "1111223344556m", "258369m147258p9p", ""]
    t = table("online", hands, tail="8s8s7s7s")
    t.run_out(left=4)
    t.game.penalize(D, "escape")
    # 6 x 2^(6 - 1) = 192 for the flush dragon.
    assert t.paid() == [("escape", D, A, 96), ("escape", D, B, 192), ("escape", D, C, 96)]
    t = table("online", hands, tail="8s8s7s7s")
    t.run_out(left=5)
    t.game.penalize(D, "escape")
    assert {pay[3] for pay in t.paid()} == {96}
    t = table("online", hands, tail="8s8s7s7s8p", dealer=C)
    t.run_out(left=4)
    while t.turn != B:
        assert t.turn is not None
        t.throw_drawn(t.turn)
    t.game.penalize(D, "escape")
    assert ("escape", D, B, 192) in t.paid()


def test_escape_voids_open_answers() -> None:
    t = table("online", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(C, "escape")
    assert t.game.done
    assert t.kinds() == {"escape"}
    game = reference(t)
    assert game.log == [[A, "discard", "5s"], [C, "escape"]]
    assert [seat.status for seat in game.state.seats] == [0, 0, 0, 0]


def test_a_winner_leaves() -> None:
    for leaves in ("keep", "forfeit"):
        t = table("online", ["", WAITS_5S[0], "", ""], "5s", winner_leaves=leaves)
        t.discard(A, "5s")
        t.win(B)
        t.game.penalize(B, "escape")
        assert not t.game.done
        expected = [("win_discard", A, B, 6)]
        if leaves == "forfeit":
            expected.append(("forfeit", B, A, 6))
        assert t.paid() == expected
        with pytest.raises(IllegalAction, match="left already"):
            t.game.penalize(B, "escape")
        with pytest.raises(IllegalAction):
            t.game.penalize(B, "false_win")
        t.run_out()
        got = [pay for pay in t.paid("pig") if pay[2] == B]
        assert bool(got) == (leaves == "keep")
        reference(t)


def test_false_win_on_the_own_turn() -> None:
    t = table("chengdu", ["1111m", "", "", ""], "9m8m")
    t.kong(A, "1m")
    t.game.penalize(A, "false_win")
    assert t.paid() == [
        *[("kong_concealed", seat, A, 2) for seat in (B, C, D)],
        *[("false_win", A, seat, 1) for seat in (B, C, D)],
        *[("refund", A, seat, 2) for seat in (B, C, D)],
    ]
    assert t.turn == B
    with pytest.raises(IllegalAction, match="put out"):
        t.game.penalize(A, "wrong_count")
    reference(t)


def test_wrong_count_pays_winners_too() -> None:
    for kind, payees in (("false_win", (A, D)), ("wrong_count", (A, B, D))):
        t = table("chengdu", ["", WAITS_5S[0], "", ""], "5s")
        t.discard(A, "5s")
        t.win(B)
        t.game.penalize(C, kind)
        assert t.paid(kind) == [(kind, C, seat, 1) for seat in payees]
        assert t.turn == D
        reference(t)


def test_put_out_of_turn() -> None:
    t = table("chengdu", ["", "", "", ""], "9s")
    t.game.penalize(B, "false_win")
    assert t.turn == A
    t.throw_drawn(A)
    assert t.turn == C
    t.game.penalize(C, "false_win")
    assert t.turn == D
    t.game.penalize(A, "false_win")
    assert t.game.done
    assert t.kinds() == {"false_win"}
    reference(t)


def test_put_out_discarder_still_pays() -> None:
    t = table("chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s 9m")
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(A, "false_win")
    assert t.legal(D)
    t.win(D)
    assert t.paid("win_discard") == [("win_discard", A, B, 1), ("win_discard", A, D, 1)]
    assert t.game.done
    reference(t)


def test_put_out_while_answering() -> None:
    """Its answer is void; the round is resolved once nothing is owed."""
    t = table("chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(D)
    t.game.penalize(B, "false_win")
    assert t.paid("win_discard") == [("win_discard", A, D, 1)]
    assert t.game.pending.keys() == {A}
    game = reference(t)
    assert game.log == [[A, "discard", "5s"], [B, "false_win"], [D, "win"]]
    t = table("chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(B, "false_win")
    t.pass_(D)
    assert not t.paid("win_discard")
    assert t.game.pending.keys() == {C}
    reference(t)


def test_one_active_seat_left_in_a_claim() -> None:
    t = table("chengdu", ["", "", "77m", ""], "7m")
    t.discard(A, "7m")
    for seat in (A, B, D):
        t.game.penalize(seat, "false_win")
    assert not t.game.done
    t.pong(C)
    assert t.game.done
    assert not reference(t).state.seats[C].melds


def test_kong_of_a_feeder_that_was_put_out() -> None:
    """It pays the kong and the bloom all the same (rules §7)."""
    for bloom, paid in (("feeder_pays_all", 4 * 3), ("feeder_as_discard", 4)):
        options: dict[str, Any] = {"direct_kong_bloom": bloom, "self_draw": "none"}
        hands = ["", "777m123456789p2p", "", ""]
        t = table("chengdu", hands, "7m2p", **options)
        t.discard(A, "7m")
        t.game.penalize(A, "false_win")
        t.kong(B, "7m")
        assert t.paid("kong_direct") == [("kong_direct", A, B, 2)]
        t.win(B)
        # plain 1 + kong 1 + bloom 1: x4; C, D and A's own share.
        assert t.paid("win_bloom") == [("win_bloom", A, B, paid)]
        reference(t)


def rob(**options: Any) -> Table:
    """A, with a pong of 5m, adds the fourth; B and D may rob."""
    t = table(
        "chengdu",
        ["55m123456789s19m", "123456789p46m77p", "", "123456789p46m88p"],
        "8s 1p5m 9s2s2s 5m 7s 9m",
        **options,
    )
    t.throw(A, "8s")
    t.throw(B, "1p")
    t.discard(C, "5m")
    t.pass_(D)
    t.pong(A)
    t.pass_(B)
    t.throw(A, "1m")
    t.throw_drawn(B, C, D)
    t.act(A, KONG + tile("5m"))
    assert set(t.game.pending) == {B, D}
    return t


def test_put_out_in_a_rob() -> None:
    # The owner is out and nobody robs: no kong, and the next active seat draws.
    t = rob()
    t.game.penalize(A, "false_win")
    t.pass_(B)
    t.pass_(D)
    assert not t.paid("kong_added")
    assert reference(t).state.seats[A].counts[tile("5m")] == 1
    assert t.turn == B
    # The owner is out and is robbed: it pays.
    t = rob()
    t.pass_(B)
    t.game.penalize(A, "wrong_count")
    t.win(D)
    assert t.paid("win_rob") == [("win_rob", A, D, 2)]
    assert reference(t).state.seats[A].counts[tile("5m")] == 0
    # Both who were asked are out: the kong stands.
    t = rob()
    t.game.penalize(B, "false_win")
    t.win(D)
    assert t.paid("win_rob") == [("win_rob", A, D, 2)]
    t = rob()
    t.game.penalize(B, "false_win")
    t.game.penalize(D, "false_win")
    assert t.paid("kong_added") == [("kong_added", C, A, 1)]
    assert t.turn == A
    reference(t)
    # The owner escapes: there is no kong.
    t = rob(escape_units=1)
    t.win(B)
    t.game.penalize(A, "escape")
    assert t.game.done
    assert t.paid() == [("escape", A, seat, 1) for seat in (B, C, D)]
    reference(t)


def test_put_out_seats_at_the_end() -> None:
    """Refunds reach them, pig money does not."""
    for payees in ("non_pigs", "active_non_pigs"):
        t = table(
            "chengdu",
            ["1111m", NOT_READY[1:], "", ""],
            "9s8s",
            tail="8s8s7s7s",
            pig_payees=payees,
            dealer=A,
        )
        t.kong(A, "1m")
        t.game.penalize(B, "wrong_count")
        t.run_out()
        refunds = [pay[2] for pay in t.paid("refund")]
        assert refunds == [B, C, D]
        assert not [pay for pay in t.paid("pig", "ready") if B in pay[1:3]]
        reference(t)
