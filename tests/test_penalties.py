"""Penalties in every phase (rules §7), and what rare pairs of options come to, on both."""

from typing import Any

import pytest

from implementations import IMPLEMENTATIONS, Implementation
from situations import BOOKS, NOT_READY, WAITS_5S
from stacked import KONG, A, B, C, D, Table, tile


@pytest.fixture(params=IMPLEMENTATIONS)
def one(request: pytest.FixtureRequest) -> Implementation:
    name: str = request.param
    return IMPLEMENTATIONS[name]


def table(
    one: Implementation, book: str, hands: list[str], draws: str = "", **options: Any
) -> Table:
    return Table(one.make_game, book, hands, draws, **options)


def test_where_there_are_none(one: Implementation) -> None:
    for book in BOOKS:
        allowed = {"online": {"escape"}, "chengdu": {"false_win", "wrong_count"}}.get(book, set())
        game = table(one, book, ["", "", "", ""]).game
        for kind in {"escape", "false_win", "wrong_count"} - allowed:
            with pytest.raises(one.illegal):
                game.penalize(0, kind)
        with pytest.raises((one.illegal, ValueError)):
            game.penalize(0, "nap")
    for seat in (-1, 4):
        with pytest.raises((one.illegal, ValueError)):
            table(one, "online", ["", "", "", ""]).game.penalize(seat, "escape")


def test_escape_ends_the_hand(one: Implementation) -> None:
    t = table(one, "online", ["", "", "", ""])
    t.game.penalize(B, "escape")
    assert t.game.done
    assert t.paid() == [("escape", B, seat, 96) for seat in (A, C, D)]
    assert t.game.next_dealer == A
    assert one.actions(t.game) == [[B, "escape"]]


def test_escape_at_the_last_four(one: Implementation) -> None:
    """Ready seats get their dearest wait where that is more; 14 tiles count at their best."""
    hands = ["", "1111223344556m", "258369m147258p9p", ""]
    t = table(one, "online", hands, tail="8s8s7s7s")
    t.run_out(left=4)
    t.game.penalize(D, "escape")
    # 6 x 2^(6 - 1) = 192 for the flush dragon.
    assert t.paid() == [("escape", D, A, 96), ("escape", D, B, 192), ("escape", D, C, 96)]
    t = table(one, "online", hands, tail="8s8s7s7s")
    t.run_out(left=5)
    t.game.penalize(D, "escape")
    assert {pay[3] for pay in t.paid()} == {96}
    t = table(one, "online", hands, tail="8s8s7s7s8p", dealer=C)
    t.run_out(left=4)
    while t.turn != B:
        assert t.turn is not None
        t.throw_drawn(t.turn)
    t.game.penalize(D, "escape")
    assert ("escape", D, B, 192) in t.paid()


def test_escape_voids_open_answers(one: Implementation) -> None:
    t = table(one, "online", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(C, "escape")
    assert t.game.done
    assert t.kinds() == {"escape"}
    assert one.actions(t.game) == [[A, "discard", "5s"], [C, "escape"]]


def test_a_winner_leaves(one: Implementation) -> None:
    for leaves in ("keep", "forfeit"):
        t = table(one, "online", ["", WAITS_5S[0], "", ""], "5s", winner_leaves=leaves)
        t.discard(A, "5s")
        t.win(B)
        t.game.penalize(B, "escape")
        assert not t.game.done
        expected = [("win_discard", A, B, 6)]
        if leaves == "forfeit":
            expected.append(("forfeit", B, A, 6))
        assert t.paid() == expected
        with pytest.raises(one.illegal):
            t.game.penalize(B, "escape")
        with pytest.raises(one.illegal):
            t.game.penalize(B, "false_win")
        t.run_out()
        got = [pay for pay in t.paid("pig") if pay[2] == B]
        assert bool(got) == (leaves == "keep")
        one.actions(t.game)


def test_false_win_on_the_own_turn(one: Implementation) -> None:
    t = table(one, "chengdu", ["1111m", "", "", ""], "9m8m")
    t.kong(A, "1m")
    t.game.penalize(A, "false_win")
    assert t.paid() == [
        *[("kong_concealed", seat, A, 2) for seat in (B, C, D)],
        *[("false_win", A, seat, 1) for seat in (B, C, D)],
        *[("refund", A, seat, 2) for seat in (B, C, D)],
    ]
    assert t.turn == B
    with pytest.raises(one.illegal):
        t.game.penalize(A, "wrong_count")
    one.actions(t.game)


def test_wrong_count_pays_winners_too(one: Implementation) -> None:
    for kind, payees in (("false_win", (A, D)), ("wrong_count", (A, B, D))):
        t = table(one, "chengdu", ["", WAITS_5S[0], "", ""], "5s")
        t.discard(A, "5s")
        t.win(B)
        t.game.penalize(C, kind)
        assert t.paid(kind) == [(kind, C, seat, 1) for seat in payees]
        assert t.turn == D
        one.actions(t.game)


def test_put_out_of_turn(one: Implementation) -> None:
    t = table(one, "chengdu", ["", "", "", ""], "9s")
    t.game.penalize(B, "false_win")
    assert t.turn == A
    t.throw_drawn(A)
    assert t.turn == C
    t.game.penalize(C, "false_win")
    assert t.turn == D
    t.game.penalize(A, "false_win")
    assert t.game.done
    assert t.kinds() == {"false_win"}
    one.actions(t.game)


def test_put_out_discarder_still_pays(one: Implementation) -> None:
    t = table(one, "chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s 9m")
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(A, "false_win")
    assert t.legal(D)
    t.win(D)
    assert t.paid("win_discard") == [("win_discard", A, B, 1), ("win_discard", A, D, 1)]
    assert t.game.done
    one.actions(t.game)


def test_put_out_while_answering(one: Implementation) -> None:
    """Its answer is void; the round is resolved once nothing is owed."""
    t = table(one, "chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(D)
    t.game.penalize(B, "false_win")
    assert t.paid("win_discard") == [("win_discard", A, D, 1)]
    assert t.game.pending.keys() == {A}
    assert one.actions(t.game) == [[A, "discard", "5s"], [B, "false_win"], [D, "win"]]
    t = table(one, "chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(B, "false_win")
    t.pass_(D)
    assert not t.paid("win_discard")
    assert t.game.pending.keys() == {C}
    one.actions(t.game)


def test_one_active_seat_left_in_a_claim(one: Implementation) -> None:
    t = table(one, "chengdu", ["", "", "77m", ""], "7m")
    t.discard(A, "7m")
    for seat in (A, B, D):
        t.game.penalize(seat, "false_win")
    assert not t.game.done
    t.pong(C)
    assert t.game.done
    assert one.actions(t.game)[-1] == [C, "pong"]


def test_kong_of_a_feeder_that_was_put_out(one: Implementation) -> None:
    """It pays the kong and the bloom all the same (rules §7)."""
    for bloom, paid in (("feeder_pays_all", 4 * 3), ("feeder_as_discard", 4)):
        options: dict[str, Any] = {"direct_kong_bloom": bloom, "self_draw": "none"}
        hands = ["", "777m123456789p2p", "", ""]
        t = table(one, "chengdu", hands, "7m2p", **options)
        t.discard(A, "7m")
        t.game.penalize(A, "false_win")
        t.kong(B, "7m")
        assert t.paid("kong_direct") == [("kong_direct", A, B, 2)]
        t.win(B)
        # plain 1 + kong 1 + bloom 1: x4; C, D and A's own share.
        assert t.paid("win_bloom") == [("win_bloom", A, B, paid)]
        one.actions(t.game)


def rob(one: Implementation, **options: Any) -> Table:
    """A, with a pong of 5m, adds the fourth; B and D may rob."""
    t = table(
        one,
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


def test_put_out_in_a_rob(one: Implementation) -> None:
    # The owner is out and nobody robs: no kong, and the next active seat draws.
    t = rob(one)
    t.game.penalize(A, "false_win")
    t.pass_(B)
    t.pass_(D)
    assert not t.paid("kong_added")
    one.actions(t.game)
    assert tile("5m") not in t.game.river(A)
    assert t.turn == B
    # The owner is out and is robbed: it pays.
    t = rob(one)
    t.pass_(B)
    t.game.penalize(A, "wrong_count")
    t.win(D)
    assert t.paid("win_rob") == [("win_rob", A, D, 2)]
    one.actions(t.game)
    # Both who were asked are out: the kong stands.
    t = rob(one)
    t.game.penalize(B, "false_win")
    t.win(D)
    assert t.paid("win_rob") == [("win_rob", A, D, 2)]
    t = rob(one)
    t.game.penalize(B, "false_win")
    t.game.penalize(D, "false_win")
    assert t.paid("kong_added") == [("kong_added", C, A, 1)]
    assert t.turn == A
    one.actions(t.game)
    # The owner escapes: there is no kong.
    t = rob(one, escape_units=1)
    t.win(B)
    t.game.penalize(A, "escape")
    assert t.game.done
    assert t.paid() == [("escape", A, seat, 1) for seat in (B, C, D)]
    one.actions(t.game)


def test_put_out_seats_at_the_end(one: Implementation) -> None:
    """Refunds reach them, pig money does not."""
    for payees in ("non_pigs", "active_non_pigs"):
        t = table(
            one,
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
        one.actions(t.game)


# ---- what single faults in the core once got past ------------------------------------------------


def test_feeder_pays_the_share_of_one_put_out_meanwhile(one: Implementation) -> None:
    """
    `feeder_pays_all`: its own share, and those of the seats that are active, itself included
    though a penalty has put it out (R30): here three, with C put out two.
    """
    for out, shares in (((), 3), ((A,), 3), ((C,), 2), ((A, C), 2)):
        t = table(
            one,
            "chengdu",
            ["", "777m123456789p2p", "", ""],
            "7m2p",
            direct_kong_bloom="feeder_pays_all",
            self_draw="none",
        )
        t.discard(A, "7m")
        t.kong(B, "7m")
        for seat in out:
            t.game.penalize(seat, "false_win")
        t.win(B)
        # plain 1 + kong 1 + bloom 1: x4 each
        assert t.paid("win_bloom") == [("win_bloom", A, B, 4 * shares)], out
        one.actions(t.game)


def test_feeder_put_out_meanwhile_pays_the_direct_kong(one: Implementation) -> None:
    """R49: the claim stands, and so does what it costs."""
    for kind in ("false_win", "wrong_count"):
        t = table(one, "chengdu", ["", "777m", "", WAITS_7M], "7m")
        t.discard(A, "7m")
        t.game.penalize(A, kind)
        t.pass_(D)
        t.kong(B, "7m")
        assert t.paid("kong_direct") == [("kong_direct", A, B, 2)], kind
        one.actions(t.game)


WAITS_7M = "123456789p68m11p"


def test_a_winner_that_forfeited_gets_no_pig_money(one: Implementation) -> None:
    """R46, for each way to name the payees."""
    for leaves in ("keep", "forfeit"):
        t = table(
            one,
            "online",
            ["", WAITS_5S[0], NOT_READY, ""],
            "5s",
            winner_leaves=leaves,
            pig_payees="non_pigs",
        )
        t.discard(A, "5s")
        t.win(B)
        t.game.penalize(B, "escape")
        t.run_out()
        assert t.paid("pig"), leaves
        assert bool([pay for pay in t.paid("pig") if pay[2] == B]) == (leaves == "keep")
        one.actions(t.game)


def test_escape_near_the_end_pays_the_dearest_wait(one: Implementation) -> None:
    """R45: the maximum, whatever `ready_payment`; with 13 tiles and with 14."""
    # 1112223334445m waits for 5m (a flush of triplets) and for 3m, 4m, 6m (a flush).
    hand = "1112223334445m"
    for payment in ("max", "min"):
        for left in (4, 3, 2):
            t = table(
                one,
                "online",
                ["", hand, NOT_READY[1:], ""],
                tail="8s8s7s7s",
                ready_payment=payment,
            )
            t.run_out(left=left)
            turn = t.turn
            t.game.penalize(D if turn != D else A, "escape")
            amounts = {pay[2]: pay[3] for pay in t.paid("escape")}
            assert amounts[B] == max(96, 6 * 2 ** (4 + 1 - 1)), (payment, left, turn)
            one.actions(t.game)
    # dearer than 16 units: the dragon of one suit, 6 fan, on its own turn with 14 tiles too
    for left in (4, 3, 2, 1):
        t = table(
            one,
            "online",
            ["", "1111223344556m", NOT_READY[1:], ""],
            tail="8s8s7s7s",
            ready_payment="min",
        )
        t.run_out(left=left)
        t.game.penalize(D if t.turn != D else A, "escape")
        amounts = {pay[2]: pay[3] for pay in t.paid("escape")}
        assert amounts[B] == 192, left


def test_the_fourth_meld_is_refunded_too(one: Implementation) -> None:
    """Only the last of four melds is a kong that holds money; three suits make a pig of it."""
    t = table(one, "chengdu", ["22m33p44s5555m19p9s", "", "", ""], "9s2m3p4s")
    t.throw(A, "9s")
    for claimed, thrown in (("2m", "1p"), ("3p", "9p"), ("4s", "9s")):
        t.discard(B, claimed)
        t.pong(A)
        t.throw(A, thrown)
    t.throw_drawn(B, C, D)
    t.kong(A, "5m")
    assert len(t.paid("kong_concealed")) == 3
    t.run_out()
    assert t.paid("refund") == [("refund", A, seat, 2) for seat in (B, C, D)]
    one.actions(t.game)


def test_last_tile_discard(one: Implementation) -> None:
    """R25: `drawn` counts only where the discard is of the kind just drawn, here 5s."""
    for discard, wait, option, fan in (
        ("5s", WAITS_5S[0], "any", 2),
        ("5s", WAITS_5S[0], "drawn", 2),
        ("7m", "123456789p68m11p", "any", 2),
        ("7m", "123456789p68m11p", "drawn", 1),
    ):
        t = table(
            one,
            "chengdu",
            ["7m", wait, "", ""],
            tail="8s8s9s5s",
            dealer=B,
            last_tile_discard=option,
        )
        t.run_out(left=0)
        assert (t.turn, t.drawn) == (A, tile("5s"))
        t.discard(A, discard)
        t.win(B)
        assert t.paid("win_discard") == [("win_discard", A, B, 2 ** (fan - 1))], (discard, option)
        one.actions(t.game)


def test_two_winners_at_once_end_a_hand_of_one(one: Implementation) -> None:
    """R10: the hand ends after the event with which so many *or more* have won."""
    t = table(one, "chengdu", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s", wins_to_end=1)
    t.discard(A, "5s")
    t.win(B)
    t.win(D)
    assert t.game.done
    assert t.paid("win_discard") == [("win_discard", A, B, 1), ("win_discard", A, D, 1)]
    t = table(one, "chengdu", ["", *WAITS_5S], "5s", wins_to_end=2)
    t.discard(A, "5s")
    for seat in (B, C, D):
        t.win(seat)
    assert t.game.done
    one.actions(t.game)


def test_answers_stay_where_a_winner_escapes_within_a_round(one: Implementation) -> None:
    """A winner's leaving voids nothing: what the others answered stays in the record."""
    for leaves in ("keep", "forfeit"):
        t = table(
            one, "online", ["55s", WAITS_5S[0], WAITS_5S[1], ""], "5s9m5s", winner_leaves=leaves
        )
        t.discard(A, "5s")
        t.win(B)
        t.pass_(C)
        t.throw_drawn(C)
        t.discard(D, "5s")
        assert set(t.game.pending) == {A, C}
        t.pass_(A)
        t.game.penalize(B, "escape")
        round_ = [[D, "discard", "5s"], [B, "escape"], [A, "pass"]]
        assert one.actions(t.game)[-3:] == round_
        t.win(C)
        assert one.actions(t.game)[-4:] == [*round_, [C, "win"]]
