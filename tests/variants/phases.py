"""Hand size and declared void (rules §13, §15)."""

from typing import Any

from situations import WAITS_5S
from stacked import KONG, PASS, PONG, WIN, A, B, C, D, MakeGame, Table, tile

#: No hand is priced for being won on its first turn.
LATE: dict[str, Any] = {"patterns": {"heavenly": None, "earthly": None}}
FREE: dict[str, Any] = {"void": "declared", "void_discard": "free"}


def hands_of_seven(make_game: MakeGame) -> None:
    """Two melds and a pair, or four pairs, win with 7 tiles (rules §13)."""
    for hand, last, fan in (
        ("1122m55p7p", "7p", 2),
        ("123m456m7p", "7p", 0),
        ("1111m55p7p", "7p", 4),
        ("1122m555p", "3m", None),
    ):
        t = Table(
            make_game, "guide", [hand, "", "", ""], "9s" + last, dealer=D, hand_size=7, **LATE
        )
        assert sum(t.game.held(A)) == 7
        t.throw(D, "9s")
        assert (WIN in t.legal(A)) == (fan is not None), hand
        if fan is not None:
            t.win(A)
            assert t.paid() == [("win_self_draw", seat, A, 1 << fan) for seat in (B, C, D)], hand


def hands_of_ten(make_game: MakeGame) -> None:
    """Three melds and a pair win with 10 tiles, pairs never (rules §13)."""
    for hand, last, wins in (("123m456m789p2p", "2p", True), ("1122m5577p99p", "8p", False)):
        t = Table(
            make_game, "guide", [hand, "", "", ""], "9s" + last, dealer=D, hand_size=10, **LATE
        )
        t.throw(D, "9s")
        assert (WIN in t.legal(A)) == wins, hand


def pairs_that_do_not_win(make_game: MakeGame) -> None:
    """Without `pairs_win` pairs are no hand (rules §13)."""
    for pairs_win in (True, False):
        t = Table(make_game, "guide", ["", "1122m5577p3399p8p", "", ""], "8p", pairs_win=pairs_win)
        t.discard(A, "8p")
        assert (WIN in t.legal(B)) == pairs_win


def void_and_winning(make_game: MakeGame) -> None:
    """A hand with a tile of the void suit, concealed or winning, is no win (rules §15)."""
    for suit, wins in (("m", True), ("s", False), ("p", False)):
        t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s", **FREE)
        t.declare("m" + suit + "mm")
        t.discard(A, "5s")
        assert (WIN in t.legal(B)) == wins, suit


def no_melds_of_the_void_suit(make_game: MakeGame) -> None:
    """No pong or kong of the void suit; other suits stay free (rules §15)."""
    for suit, asked in (("s", False), ("p", True)):
        t = Table(make_game, "guide", ["7777m", "77s1m", "", ""], "7s", **FREE)
        t.declare("m" + suit + "pp")
        assert t.kongs(A) == []
        t.discard(A, "7s")
        assert (list(t.legal(B)) == [PONG, PASS]) == asked
    t = Table(make_game, "guide", ["7777m", "555p8s", "", ""], "5p", **FREE)
    t.declare("psmm")
    assert t.kongs(A) == ["7m"]
    t.discard(A, "5p")
    assert list(t.legal(B)) == [KONG + tile("5p"), PONG, PASS]


def void_tiles_first(make_game: MakeGame) -> None:
    """`forced`: only void tiles while there are any, after a pong too (rules §15)."""
    hand = "1357m24688p135s9s"
    for how in ("forced", "free"):
        t = Table(make_game, "guide", ["8p", hand, "", ""], "8p", void="declared", void_discard=how)
        t.declare("psmm")
        t.discard(A, "8p")
        t.pong(B)
        bamboo = ["1s", "3s", "5s", "9s"]
        others = ["1m", "3m", "5m", "7m", "2p", "4p", "6p"]
        assert t.discards(B) == (bamboo if how == "forced" else others + bamboo)
    # A seat without tiles of its void suit may discard any.
    t = Table(make_game, "guide", ["1357m2468m12357p", "", "", ""], "9p", void="declared")
    t.declare("smmm")
    assert len(t.discards(A)) == 14


def _drift(t: Table) -> None:
    """To the end of the wall: what was drawn, if that may be discarded."""
    while not t.game.done:
        seat = t.turn
        assert seat is not None
        legal = t.discards(seat)
        assert t.drawn is not None
        drawn = t.drawn if t.drawn in t.legal(seat) else tile(legal[0])
        t.act(seat, drawn)
        t.all_pass()


def pigs_by_declaration(make_game: MakeGame) -> None:
    """A pig holds a tile of its void suit at the end (rules §15)."""
    # Dots and bamboo: no pig with characters void, one with dots void.
    for suit, pigs in (("m", {B, C, D}), ("p", {A, B, C, D})):
        t = Table(make_game, "guide", ["1447p258p1447s25s", "", "", ""], tail="8m8m6m6m", **FREE)
        t.declare(suit + "mmm")
        t.run_out()
        assert {pay[1] for pay in t.paid("pig")} == (pigs if suit == "m" else set())
        if suit == "m":
            assert t.paid("pig") == [("pig", seat, A, 16) for seat in (B, C, D)]


def pig_exemption(make_game: MakeGame) -> None:
    """Whose discards were all of its void suit is no pig, only not ready (rules §15)."""
    # B draws 14 times and has 15 characters, its void suit, so that one is left in the end.
    for exempt, is_pig in (("none", True), ("all_discards_void", False)):
        t = Table(
            make_game,
            "guide",
            ["147p258p147s258s9s", "1111222233334m", "", ""],
            "9s 4m9p9p9p 4m",
            pig_exempt=exempt,
            void="declared",
        )
        t.declare("mmss")
        _drift(t)
        assert t.game.held(B)[tile("4m")] == 1
        assert (B in {pay[1] for pay in t.paid("pig")}) == is_pig, exempt
        # Either way it is not ready.
        assert {pay[1] for pay in t.paid("ready")} <= {A, B, C, D}

    # One other discard is enough.
    t = Table(
        make_game,
        "guide",
        ["147p258p147s258s9s", "1111222233334m", "", ""],
        "9s 4m9p9p9p 8s",
        pig_exempt="all_discards_void",
        **FREE,
    )
    t.declare("mmss")
    t.throw(A, "9s")
    t.throw(B, "4m")
    t.throw_drawn(C, D, A)
    assert t.drawn == tile("8s")
    _drift(t)
    assert B in {pay[1] for pay in t.paid("pig")}


SITUATIONS = (
    hands_of_seven,
    hands_of_ten,
    pairs_that_do_not_win,
    void_and_winning,
    no_melds_of_the_void_suit,
    void_tiles_first,
    pigs_by_declaration,
    pig_exemption,
)
