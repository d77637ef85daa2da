"""Wild tiles (rules §17, §23)."""

from typing import Any

from stacked import KONG, PASS, PONG, WIN, A, B, C, D, MakeGame, Table, tile

#: 幺鸡, and no hand priced for its first turn.
WILD: dict[str, Any] = {"wild": "1s", "patterns": {"heavenly": None, "earthly": None}}
KONGS: dict[str, Any] = {"wild_claims": "pong_kong"}


def soft_pongs(make_game: MakeGame) -> None:
    """Wilds may stand in for own copies, as many as the rules allow (rules §17)."""
    for claims, naturals, hand, asked in (
        ("none", 0, "5p1s", False),
        ("pong", 0, "5p1s", True),
        ("pong", 1, "5p1s", True),
        ("pong", 0, "11s", True),
        ("pong", 1, "11s", False),
        ("pong_kong", 0, "11s", True),
        ("pong", 0, "1s", False),
    ):
        t = Table(
            make_game,
            "guide",
            ["", hand + "2468m", "", ""],
            "5p",
            **WILD,
            wild_claims=claims,
            wild_claim_naturals=naturals,
        )
        t.discard(A, "5p")
        assert (PONG in t.legal(B)) == asked, (claims, naturals, hand)
        if asked:
            held = t.game.held(B)[tile("1s")]
            natural = t.game.held(B)[tile("5p")]
            t.pong(B)
            assert t.game.held(B)[tile("5p")] == 0
            assert t.game.held(B)[tile("1s")] == held - (2 - natural)
            assert sum(t.game.held(B)) == 11


def naturals_first(make_game: MakeGame) -> None:
    """A claim uses as many naturals as the seat holds, wilds for the rest (rules §17)."""
    t = Table(make_game, "guide", ["", "55p11s2468m", "", ""], "5p", back="9m", **WILD, **KONGS)
    t.discard(A, "5p")
    assert list(t.legal(B)) == [KONG + tile("5p"), PONG, PASS]
    t.kong(B, "5p")
    assert t.game.held(B)[tile("1s")] == 1
    assert t.paid() == [("kong_direct", A, B, 1)]


def soft_kongs(make_game: MakeGame) -> None:
    """Of three kinds; on the own turn with at least one natural (rules §17)."""
    # Concealed.
    for hand, kongs in (("5p111s2m4m", ["5p", "2m", "4m"]), ("555p1s2m", ["5p"]), ("55p1s", [])):
        t = Table(make_game, "guide", ["9m", hand, "", ""], "9m9m", back="8m", **WILD, **KONGS)
        t.throw(A, "9m")
        assert set(kongs) <= set(t.kongs(B)), hand
        assert ("5p" in t.kongs(B)) == ("5p" in kongs)
        assert "1s" not in t.kongs(B)
    t = Table(make_game, "guide", ["", "5p111s", "", ""], "9m9m", back="8m", **WILD, **KONGS)
    t.throw(A, "9m")
    t.kong(B, "5p")
    assert t.paid() == [("kong_concealed", seat, B, 2) for seat in (A, C, D)]
    assert t.game.held(B)[tile("1s")] == 0
    assert t.turn == B
    # With pongs alone there are none.
    t = Table(
        make_game, "guide", ["", "555p1s", "", ""], "9m9m", back="8m", **WILD, wild_claims="pong"
    )
    t.throw(A, "9m")
    assert t.kongs(B) == []
    # Direct: three wilds beside the claimed tile, or one natural and two wilds.
    for hand, naturals, asked in (("111s", 0, True), ("111s", 1, False), ("5p11s", 1, True)):
        t = Table(
            make_game,
            "guide",
            ["", hand, "", ""],
            "5p",
            **WILD,
            **KONGS,
            wild_claim_naturals=naturals,
        )
        t.discard(A, "5p")
        assert (KONG + tile("5p") in t.legal(B)) == asked, (hand, naturals)


def a_wild_added_cannot_be_robbed(make_game: MakeGame) -> None:
    """A natural fourth can, also onto a soft pong (rules §17, §23)."""
    waits_5p = "123456789m46p11p"
    # A wild onto a natural pong.
    t = Table(
        make_game,
        "guide",
        ["5p", "55p1s9m147m", "", waits_5p],
        "9s9s9s 9s 1m",
        back="8m",
        **WILD,
        **KONGS,
    )
    t.discard(A, "5p")
    t.pass_(D)
    t.pong(B)
    t.throw(B, "9m")
    t.throw_drawn(C, D, A)
    assert t.turn == B
    assert "5p" in t.kongs(B)
    t.kong(B, "5p")
    assert t.paid() == [("kong_added", seat, B, 1) for seat in (A, C, D)]
    assert t.turn == B
    assert t.game.held(B)[tile("1s")] == 0
    # A natural onto a soft pong, where soft pongs may become kongs.
    for soft in (False, True):
        t = Table(
            make_game,
            "guide",
            ["5p", "5p1s9m147m", "", waits_5p],
            "9s9s9s 9s 5p",
            back="8m",
            **WILD,
            wild_claims="pong",
            soft_pong_kong=soft,
        )
        t.discard(A, "5p")
        t.pass_(D)
        t.pong(B)
        t.throw(B, "9m")
        t.throw_drawn(C, D, A)
        assert t.drawn == tile("5p")
        assert t.kongs(B) == (["5p"] if soft else [])
        if soft:
            t.kong(B, "5p")
            assert list(t.legal(D)) == [WIN, PASS]
            t.win(D)
            assert t.paid() == [("win_rob", B, D, 2)]


def a_discarded_wild(make_game: MakeGame) -> None:
    """Nobody may answer it, or it may be won on; never a pong (rules §17)."""
    for discard, asked in (("nobody", []), ("win", [WIN, PASS])):
        t = Table(
            make_game,
            "guide",
            ["1s", "123456789m46p22p", "1s1s", ""],
            "9s",
            **WILD,
            **KONGS,
            wild_discard=discard,
        )
        t.discard(A, "1s")
        assert not t.legal(C)
        if asked:
            assert list(t.legal(B)) == asked
            t.win(B)
            # natural_fan is 0 here: plain, the wild is a 5p.
            assert t.paid() == [("win_discard", A, B, 1)]
        else:
            assert t.turn == B


def natural_hands(make_game: MakeGame) -> None:
    """`natural_fan`: no wild in hand, melds and winning tile (rules §17)."""
    for last, amount in (("5p", 4), ("1s", 1)):
        t = Table(
            make_game,
            "guide",
            ["1s", "123456789m46p22p", "", ""],
            "5p",
            **WILD,
            wild_discard="win",
            natural_fan=2,
        )
        t.discard(A, last)
        t.win(B)
        assert t.paid() == [("win_discard", A, B, amount)]


FOUR: dict[str, Any] = {
    "wild": "1s",
    "patterns": {"heavenly": None, "earthly": None, "four_wilds": 4},
}


def four_wilds(make_game: MakeGame) -> None:
    """On the deal or an own draw there is no choice; the other tiles do not matter (rules §17)."""
    options: dict[str, Any] = {"root_fan": 3, "self_draw": "add_fan", **FOUR}
    t = Table(make_game, "guide", ["1111s1m1p", "", "", ""], **options)
    assert list(t.legal(A)) == [WIN]
    t.win(A)
    assert t.paid() == [("win_self_draw", seat, A, 32) for seat in (B, C, D)]
    t = Table(make_game, "guide", ["9m", "111s1m1p", "", ""], "9m1s", max_fan=3, **options)
    t.discard(A, "9m")
    assert list(t.legal(B)) == [WIN]
    t.win(B)
    assert t.paid() == [("win_self_draw", seat, B, 8) for seat in (A, C, D)]
    # A void tile in hand does not matter, nor does min_fan.
    t = Table(
        make_game,
        "guide",
        ["1111s1m1p", "", "", ""],
        void="declared",
        min_fan=20,
        **{**options, "self_draw": "none"},
    )
    t.declare("mppp")
    assert list(t.legal(A)) == [WIN]
    t.win(A)
    assert t.paid() == [("win_self_draw", seat, A, 16) for seat in (B, C, D)]
    # Without the pattern they are four tiles like others.
    t = Table(make_game, "guide", ["1111s1m1p", "", "", ""], **WILD)
    assert t.turn == A
    assert t.kongs(A) == []


def wilds_and_void(make_game: MakeGame) -> None:
    """A wild is of no suit: not void, never a tile of the void suit (rules §15, §17)."""
    for suit, wins in (("s", True), ("m", False), ("p", False)):
        t = Table(
            make_game,
            "guide",
            ["", "123456789m4p1s22p", "", ""],
            "6p",
            **WILD,
            void="declared",
            void_discard="free",
        )
        t.declare("m" + suit + "mm")
        t.discard(A, "6p")
        assert (WIN in t.legal(B)) == wins, suit
    # Void tiles go first, and the wild is none of them.
    t = Table(
        make_game,
        "guide",
        ["123456789m4p1s8s9s", "", "", ""],
        "6p",
        **WILD,
        void="declared",
    )
    t.declare("smmm")
    assert t.discards(A) == ["8s", "9s"]


def wilds_and_pigs(make_game: MakeGame) -> None:
    """Two suits and a wild are no pig (rules §17)."""
    t = Table(make_game, "guide", ["147m258m147p25p1s9m", "", "", ""], tail="8s8s6s6s", **WILD)
    t.run_out()
    assert {pay[1] for pay in t.paid("pig")} == {B, C, D}
    assert {pay[2] for pay in t.paid("pig")} == {A}


def waits_on_every_tile(make_game: MakeGame) -> None:
    """A complete hand but for a wild waits for every tile (rules §17)."""
    for last in ("5m", "9p", "3p"):
        t = Table(make_game, "guide", ["", "123456789m234p1s", "", ""], last, **WILD)
        t.discard(A, last)
        assert list(t.legal(B)) == [WIN, PASS], last
    t = Table(make_game, "guide", ["", "123456789m234p1s", "", ""], "9s", **WILD)
    t.discard(A, "9s")
    assert t.turn == B  # not asked: three suits
    # In one suit any tile of the others will do as well.
    t = Table(make_game, "guide", ["", "123456789m234m1s", "", ""], "9s", **WILD)
    t.discard(A, "9s")
    assert list(t.legal(B)) == [WIN, PASS]


def the_imaginary_tile_is_natural(make_game: MakeGame) -> None:
    """In the checks a natural wait counts where there is one (rules §17)."""
    # With a wild the hand is a wait on everything; natural_fan shows which tile was taken.
    t = Table(
        make_game,
        "guide",
        ["123456789m46p22p", "", "", ""],
        tail="8s8s6s6s",
        natural_fan=2,
        ready_payment="min",
        **WILD,
    )
    t.run_out()
    assert t.paid("ready") == [("ready", seat, A, 4) for seat in (B, C, D)]


SITUATIONS = (
    soft_pongs,
    naturals_first,
    soft_kongs,
    a_wild_added_cannot_be_robbed,
    a_discarded_wild,
    natural_hands,
    four_wilds,
    wilds_and_void,
    wilds_and_pigs,
    waits_on_every_tile,
    the_imaginary_tile_is_natural,
)
