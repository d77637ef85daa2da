"""Playing on after a win (rules §16, §23)."""

from typing import Any

from situations import NOT_READY, WAITS_5S
from stacked import KONG, PASS, PONG, WIN, A, B, C, D, MakeGame, Table, tile

ON: dict[str, Any] = {"play_on": True}


def three_wins_of_one_seat(make_game: MakeGame) -> None:
    """Each win is paid afresh, by all in play; the hand stays as it was (rules §16)."""
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s 5s 9s 9s 9s 5s 8s", **ON)
    t.discard(A, "5s")
    t.win(B)
    assert t.turn == C
    t.discard(C, "5s")
    t.win(B)
    # The first seat after the winner that sits farthest from the discarder.
    assert t.turn == C
    t.throw_drawn(C, D, A)
    assert t.turn == B
    assert list(t.legal(B)) == [tile("5s"), WIN]
    t.win(B)
    assert t.paid() == [
        ("win_discard", A, B, 1),
        ("win_discard", C, B, 1),
        *(("win_self_draw", seat, B, 1) for seat in (A, C, D)),
    ]
    assert t.turn == C
    assert sum(t.game.held(B)) == 13
    assert not t.game.done
    assert t.game.next_dealer == B


def winners_pay(make_game: MakeGame) -> None:
    """A winner pays for wins and kongs like any seat (rules §16)."""
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s 9m 6s 5s", **ON)
    t.discard(A, "5s")
    t.win(B)
    t.win(D)
    # Both have won; D sits farthest.
    assert t.turn == A
    t.throw(A, "9m")
    # B discards what it draws and nothing else.
    assert list(t.legal(B)) == [tile("6s")]
    t.throw(B, "6s")
    t.discard(C, "5s")
    t.win(B)
    t.win(D)
    assert t.paid("win_discard")[2:] == [("win_discard", C, D, 1), ("win_discard", C, B, 1)]
    assert not t.game.done


def winners_pay_each_other(make_game: MakeGame) -> None:
    """A self-draw is paid by winners too (rules §16)."""
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s 9m 9m 9m 5s", **ON)
    t.discard(A, "5s")
    t.win(B)
    t.pass_(D)
    t.throw_drawn(C)
    t.throw_drawn(D)
    t.throw_drawn(A)
    assert t.turn == B
    t.win(B)
    assert t.paid("win_self_draw") == [("win_self_draw", seat, B, 1) for seat in (A, C, D)]


def never_ponged(make_game: MakeGame) -> None:
    """A winner is not asked for a pong (rules §16)."""
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s 1s", **ON)
    t.discard(A, "5s")
    t.win(B)
    t.discard(C, "1s")
    assert PONG not in t.legal(B)
    assert t.turn == D


def kongs_of_a_fixed_hand(make_game: MakeGame) -> None:
    """Only with the tile just drawn, and if the waits stay the same (rules §16)."""
    same, changing = "2555m123456789p", "4555m123456789p"
    cases: tuple[tuple[str, str, dict[str, Any], bool], ...] = (
        (same, "2m", {}, True),
        (changing, "4m", {}, False),
        (same, "2m", {"play_on_kong": "added"}, False),
        (same, "2m", {"play_on_kong": "none"}, False),
    )
    for hand, wait, options, allowed in cases:
        t = Table(make_game, "guide", ["", hand, "", ""], wait + "9s9s9s5m", **ON, **options)
        t.discard(A, wait)
        t.win(B)
        t.throw_drawn(C, D, A)
        assert t.turn == B
        assert t.kongs(B) == (["5m"] if allowed else [])
        if allowed:
            t.kong(B, "5m")
            assert t.paid("kong_concealed") == [
                ("kong_concealed", seat, B, 2) for seat in (A, C, D)
            ]
            assert t.turn == B


def claimed_kongs_of_a_fixed_hand(make_game: MakeGame) -> None:
    """A direct kong too, under the same condition (rules §16)."""
    cases: tuple[tuple[str, str, dict[str, Any], bool], ...] = (
        ("2555m123456789p", "2m", {}, True),
        ("4555m123456789p", "4m", {}, False),
        ("2555m123456789p", "2m", {"play_on_kong": "added"}, False),
    )
    for hand, wait, options, allowed in cases:
        t = Table(make_game, "guide", ["", hand, "", ""], wait + "5m", **ON, **options)
        t.discard(A, wait)
        t.win(B)
        t.discard(C, "5m")
        if allowed:
            assert list(t.legal(B)) == [KONG + tile("5m"), PASS]
            t.kong(B, "5m")
            assert t.paid("kong_direct") == [("kong_direct", C, B, 1)]
        else:
            assert t.turn != B
            assert not [a for a in t.legal(B) if a == KONG + tile("5m")]


def a_kong_robbed(make_game: MakeGame) -> None:
    """The winner that is robbed pays, and its hand stays (rules §16)."""
    t = Table(
        make_game,
        "guide",
        ["5m", "55m123456789p28m", "", "123456789p46m11m"],
        "9s 2m 9m9s8m 5m",
        **ON,
        play_on_kong="added",
        multi_win="all",
    )
    t.discard(A, "5m")
    t.pass_(D)
    t.pong(B)
    t.throw(B, "8m")
    t.discard(C, "2m")
    t.win(B)
    t.throw_drawn(C, D, A)
    assert t.turn == B
    assert t.kongs(B) == ["5m"]
    t.kong(B, "5m")
    assert list(t.legal(D)) == [WIN, PASS]
    t.win(D)
    assert t.paid("win_rob") == [("win_rob", B, D, 2)]
    assert not t.paid("kong_added")
    assert t.turn == A
    assert sum(t.game.held(B)) == 10


def winning_is_a_must(make_game: MakeGame) -> None:
    """`must`: a winner wins whenever it can (rules §16)."""
    for how in ("may_pass", "must"):
        t = Table(
            make_game,
            "guide",
            ["", WAITS_5S[0], "", ""],
            "5s 5s 9s9s9s 5s",
            **ON,
            play_on_win=how,
            pass_lock="until_draw",
        )
        t.discard(A, "5s")
        assert list(t.legal(B)) == [WIN, PASS]
        t.win(B)
        t.discard(C, "5s")
        assert list(t.legal(B)) == ([WIN] if how == "must" else [WIN, PASS])
        t.win(B)
        t.throw_drawn(C, D)
        t.discard(A, "9s")
        assert list(t.legal(B)) == ([WIN] if how == "must" else [tile("5s"), WIN])


def roots_of_the_first_win(make_game: MakeGame) -> None:
    """`first_win`: roots count in later wins as they did in the first (rules §16, §23)."""
    hand = "34555s123456p99p"  # waits for 2s, and for 5s with a root
    for roots, first, second, amounts in (
        ("every_win", "5s", "2s", [2, 1]),
        ("first_win", "5s", "2s", [2, 2]),
        ("every_win", "2s", "5s", [1, 2]),
        ("first_win", "2s", "5s", [1, 1]),
    ):
        t = Table(make_game, "guide", ["", hand, "", ""], first + second, **ON, play_on_roots=roots)
        t.discard(A, first)
        t.win(B)
        t.discard(C, second)
        t.win(B)
        assert [pay[3] for pay in t.paid()] == amounts, (roots, first)


def the_end(make_game: MakeGame) -> None:
    """Checks for unwon seats; winners are paid by pigs, and as ready where that is said (§16)."""
    for options, pigs, ready in (
        ({}, [B], []),
        ({"pig_payees": "active_non_pigs"}, [], []),
        ({"ready_payees": "all_ready"}, [B], [B]),
        ({"ready_payees": "all_ready", "pig_pays_ready": "no"}, [B], []),
        ({"pig_pays_ready": "larger", "pig_units": 0, "ready_payees": "all_ready"}, [B], []),
    ):
        t = Table(
            make_game,
            "guide",
            ["", WAITS_5S[0], "", ""],
            "5s",
            tail="9m9m8m8m",
            **ON,
            ready_difference=False,
            **options,
        )
        t.discard(A, "5s")
        t.win(B)
        t.run_out()
        amount = 1 if options.get("pig_units") == 0 else 16
        assert t.paid("pig") == [("pig", p, payee, amount) for p in (A, C, D) for payee in pigs]
        assert t.paid("ready") == [("ready", p, payee, 1) for p in (A, C, D) for payee in ready]


def everybody_has_won(make_game: MakeGame) -> None:
    """The hand goes on to the end of the wall all the same (rules §16)."""
    t = Table(
        make_game,
        "guide",
        [WAITS_5S[0], WAITS_5S[1]],
        "9m 5s 5s",
        tail="9m9m8m8m",
        players=2,
        **ON,
        patterns={"earthly": None},
    )
    t.throw(A, "9m")
    t.win(B)
    assert t.turn == A
    t.win(A)
    assert t.turn == B
    assert not t.game.done
    t.run_out()
    assert t.game.done
    assert t.kinds() == {"win_self_draw"}
    assert t.game.scores == [0, 0] or list(t.game.scores) == [0, 0]


def put_out_and_leaving(make_game: MakeGame) -> None:
    """Penalties fall on winners in play too; any escape ends the hand (rules §16)."""
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", NOT_READY], "5s", **ON, false_win_units=1)
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(B, "false_win")
    assert t.paid("false_win") == [("false_win", B, seat, 1) for seat in (A, C, D)]
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s", **ON, escape_units=2)
    t.discard(A, "5s")
    t.win(B)
    t.game.penalize(B, "escape")
    assert t.game.done
    assert t.paid("escape") == [("escape", B, seat, 2) for seat in (A, C, D)]


SITUATIONS = (
    three_wins_of_one_seat,
    winners_pay,
    winners_pay_each_other,
    never_ponged,
    kongs_of_a_fixed_hand,
    claimed_kongs_of_a_fixed_hand,
    a_kong_robbed,
    winning_is_a_must,
    roots_of_the_first_win,
    the_end,
    everybody_has_won,
    put_out_and_leaving,
)
