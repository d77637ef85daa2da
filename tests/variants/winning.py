"""Wins and what they count (rules §18, §23)."""

from typing import Any

from situations import NOT_READY, WAITS_5S
from stacked import PASS, WIN, A, B, C, D, MakeGame, Table

NO_FIRST_TURN: dict[str, Any] = {"patterns": {"heavenly": None, "earthly": None}}


def cheap_wins_are_none(make_game: MakeGame) -> None:
    """Below `min_fan` a win is not asked, not passed and not compelled (rules §18)."""
    hand = "123123m78m999p11p"  # 6m is plain, 0 fan; 9m outside, 2 fan
    for on in ("any", "discard"):
        t = Table(
            make_game,
            "guide",
            ["", hand, "", ""],
            "5s 6m9m9s 6m",
            dealer=B,
            min_fan=1,
            min_fan_on=on,
            pass_lock="until_draw",
        )
        t.throw(B, "5s")
        t.discard(C, "6m")
        assert WIN not in t.legal(B)
        t.all_pass()
        t.discard(D, "9m")
        assert list(t.legal(B)) == [WIN, PASS]
        t.pass_(B)
        t.throw(A, "9s")
        assert (WIN in t.legal(B)) == (on == "discard")


def cheap_hands_are_ready(make_game: MakeGame) -> None:
    """Ready and its checks go by shape alone (rules §18)."""
    t = Table(
        make_game,
        "guide",
        [NOT_READY, WAITS_5S[0], "", ""],
        tail="8p8p6p6p",
        min_fan=3,
    )
    t.run_out()
    assert ("ready", A, B, 1) in t.paid()


def the_dealers_first_discard(make_game: MakeGame) -> None:
    """`earthly_on`: a win on it is earthly, by pattern or by add-on (rules §18, §23)."""
    for on, amount in (("draw", 1), ("dealer_discard", 32), ("either", 32)):
        t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s", earthly_on=on)
        t.discard(A, "5s")
        t.win(B)
        assert t.paid() == [("win_discard", A, B, amount)]
    addon: dict[str, Any] = {"earthly_on": "dealer_discard", "earthly_fan": 2, **NO_FIRST_TURN}
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s", **addon)
    t.discard(A, "5s")
    t.win(B)
    assert t.paid() == [("win_discard", A, B, 4)]
    # Not after a kong of the dealer, nor on a later discard.
    t = Table(make_game, "guide", ["7777m", WAITS_5S[0], "", ""], "9s", back="5s", **addon)
    t.kong(A, "7m")
    t.discard(A, "5s")
    t.win(B)
    assert t.paid("win_discard") == [("win_discard", A, B, 2)]
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "9s 9s 5s", **addon)
    t.throw(A, "9s")
    t.throw(B, "9s")
    t.discard(C, "5s")
    t.win(B)
    assert t.paid() == [("win_discard", C, B, 1)]


def the_first_draw(make_game: MakeGame) -> None:
    """A self-draw on it is earthly with `draw` and `either` (rules §18)."""
    for on, amount in (("draw", 32), ("dealer_discard", 1), ("either", 32)):
        t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "9s5s", earthly_on=on)
        t.throw(A, "9s")
        t.win(B)
        assert t.paid() == [("win_self_draw", seat, B, amount) for seat in (A, C, D)]


def heavenly_as_an_addon(make_game: MakeGame) -> None:
    """`heavenly_fan` is added where the pattern is null (rules §18)."""
    t = Table(make_game, "guide", [WAITS_5S[0]] + [""] * 3, "5s", heavenly_fan=3, **NO_FIRST_TURN)
    t.win(A)
    assert t.paid() == [("win_self_draw", seat, A, 8) for seat in (B, C, D)]


def the_last_tile(make_game: MakeGame) -> None:
    """Drawn or discarded, each has its fan (rules §18)."""
    options: dict[str, Any] = {"last_draw_fan": 2, "last_discard_fan": 1, "must_win_last": 0}
    t = Table(make_game, "guide", ["", "", WAITS_5S[0], ""], tail="9m9m9m5s", dealer=D, **options)
    t.run_out(left=0)
    assert t.turn == C
    t.win(C)
    assert t.paid("win_self_draw") == [("win_self_draw", seat, C, 4) for seat in (A, B, D)]
    t = Table(make_game, "guide", [WAITS_5S[0], "", "", ""], tail="9m9m9m5s", dealer=D, **options)
    t.run_out(left=0)
    t.discard(C, "5s")
    t.win(A)
    assert t.paid("win_discard") == [("win_discard", C, A, 2)]


def a_unit_within_the_cap(make_game: MakeGame) -> None:
    """`self_draw_in_cap`: the unit of a self-draw is paid only up to `max_fan` (rules §18)."""
    for in_cap, amount in ((False, 5), (True, 4)):
        t = Table(
            make_game,
            "guide",
            ["", "1133557799m224p", "", ""],
            "9s4p",
            self_draw="add_unit",
            max_fan=2,
            self_draw_in_cap=in_cap,
            **NO_FIRST_TURN,
        )
        t.throw(A, "9s")
        t.win(B)
        assert t.paid() == [("win_self_draw", seat, B, amount) for seat in (A, C, D)]


SITUATIONS = (
    cheap_wins_are_none,
    cheap_hands_are_ready,
    the_dealers_first_discard,
    the_first_draw,
    heavenly_as_an_addon,
    the_last_tile,
    a_unit_within_the_cap,
)
