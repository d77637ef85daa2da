"""
Situations that engines for this game got wrong, each with its right outcome.

Every situation is a function of one argument, ``make_game(rulebook, options, wall, dealer)`` (see
``tests/stacked.py``), and asserts what must happen; the same list runs against every
implementation.  ``rules §n`` is the rules page, ``docs/rules.md``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from stacked import KONG, PASS, PONG, WIN, A, B, C, D, MakeGame, Pay, Table, tile

# Hands that many situations need; none uses the same tiles as often as to clash with the others.
WAITS_5S = ("123456789p46s11s", "123456789p46s22s", "123456789p46s88s")
NOT_READY = "147m258m147p258p9p"  # two suits, far from ready
UNIT = {"guide": 1, "online": 6, "chengdu": 1}
BOOKS = ("guide", "online", "chengdu")


# -------------------------------------------------------------------------- kongs and their money


def s01(make_game: MakeGame) -> None:
    """An added kong is refunded like any other (rules §5, §6)."""
    t = Table(
        make_game,
        "chengdu",
        ["55m1289m113467p9p", "", "", ""],
        "9s5m 9s9s8s 5m7s",
        tail="1s1s1s1s",
    )
    t.throw(A, "9s")
    t.discard(B, "5m")
    t.pong(A)
    t.throw(A, "9m")
    t.throw_drawn(B, C, D)
    t.kong(A, "5m")
    t.all_pass()
    assert t.paid() == [("kong_added", seat, A, 1) for seat in (B, C, D)]
    t.run_out()
    assert t.paid("refund") == [("refund", A, seat, 1) for seat in (B, C, D)]


def s02(make_game: MakeGame) -> None:
    """Each payer gets back what that payer paid (rules §6)."""
    t = Table(
        make_game,
        "chengdu",
        ["1111m55m9m134679p", "123456789p22s77s", "", ""],
        "2m8m 2s 5m 9s9s5m9s",
        tail="1s1s1s1s",
    )
    t.kong(A, "1m")
    assert t.paid() == [("kong_concealed", seat, A, 2) for seat in (B, C, D)]
    t.throw(A, "2m")
    t.win(B)
    t.discard(C, "5m")
    t.pong(A)
    t.throw(A, "8m")
    t.throw_drawn(C, D)
    t.kong(A, "5m")
    t.all_pass()
    assert t.paid("kong_added") == [("kong_added", seat, A, 1) for seat in (C, D)]
    t.run_out()
    assert t.paid("refund") == [
        ("refund", A, B, 2),
        ("refund", A, C, 2),
        ("refund", A, D, 2),
        ("refund", A, C, 1),
        ("refund", A, D, 1),
    ]


TWO_KONGS = "1111m2222m9m1479p"


def _two_kongs(make_game: MakeGame, book: str, second: str) -> Table:
    """A declares two concealed kongs in one turn and then discards 5s, for which B waits."""
    draws, back = ("3p8m5s", "") if book == "chengdu" else ("3p", "8m5s")
    t = Table(
        make_game, book, [TWO_KONGS, WAITS_5S[0], second, ""], draws, back=back, tail="9s9s7s7s"
    )
    t.kong(A, "1m")
    t.kong(A, "2m")
    t.discard(A, "5s")
    return t


def s03(make_game: MakeGame) -> None:
    """The last kong is handed over to each winner in full, where the rules say so (rules §4)."""
    for book in BOOKS:
        t = _two_kongs(make_game, book, WAITS_5S[1])
        t.win(B)
        t.win(C)
        unit = UNIT[book]
        kong = [("kong_concealed", seat, A, 2 * unit) for seat in (B, C, D)]
        wins: list[Pay] = [("win_discard", A, B, 2 * unit), ("win_discard", A, C, 2 * unit)]
        if book == "online":
            wins = [
                ("win_discard", A, B, 12),
                ("kong_transfer", A, B, 36),
                ("win_discard", A, C, 12),
                ("kong_transfer", A, C, 36),
            ]
        assert t.paid() == kong + kong + wins, book
        assert not t.game.done
    assert list(_online_scores(make_game)) == [-24, 24, 24, -24]


def _online_scores(make_game: MakeGame) -> Sequence[int]:
    t = _two_kongs(make_game, "online", WAITS_5S[1])
    t.win(B)
    t.win(C)
    return t.game.scores


def s04(make_game: MakeGame) -> None:
    """What was handed over is not refunded, other kongs are (rules §4, §6)."""
    t = _two_kongs(make_game, "online", "")
    t.win(B)
    assert t.paid("kong_transfer") == [("kong_transfer", A, B, 36)]
    t.run_out()
    assert t.paid("refund") == [("refund", A, seat, 12) for seat in (B, C, D)]


def s05(make_game: MakeGame) -> None:
    """A robbed kong never was one; two robbers, one undoing (rules §2)."""
    for book in BOOKS:
        t = Table(
            make_game,
            book,
            ["55m123456789s19m", "123456789p46m77p", "", "123456789p46m88p"],
            "8s 1p5m 9s2s2s 5m 7s 9m",
        )
        unit = UNIT[book]
        t.throw(A, "8s")
        t.throw(B, "1p")
        t.discard(C, "5m")
        t.pass_(D)
        t.pong(A)
        t.pass_(B)
        t.throw(A, "1m")
        t.throw_drawn(B, C, D)
        t.kong(A, "5m")
        assert set(t.game.pending) == {B, D}, book
        t.win(B)
        t.win(D)
        # Robbing is worth one fan, A's kong nothing.
        assert t.paid() == [("win_rob", A, B, 2 * unit), ("win_rob", A, D, 2 * unit)], book
        assert t.turn == A, book
        assert KONG + tile("5m") not in t.legal(A), book
        t.throw(A, "7s")
        t.discard(C, "9m")
        t.win(A)
        assert t.paid()[2:] == [("win_discard", C, A, unit)], book


def s06(make_game: MakeGame) -> None:
    """Three suits neither rob nor win (rules §1)."""
    for book in BOOKS:
        t = Table(
            make_game,
            book,
            ["123456m123p99p46s", "", "", "55s"],
            "5s 9m9m8m 5s 8m",
            back="8m",
            dealer=B,
        )
        t.discard(B, "5s")
        assert {seat: list(legal) for seat, legal in t.game.pending.items()} == {D: [PONG, PASS]}
        t.pong(D)
        other = next(slot for slot in t.legal(D) if slot != tile("5s"))
        t.act(D, other)
        t.all_pass()
        while t.turn != D:
            assert t.turn is not None
            t.throw_drawn(t.turn)
        assert t.drawn == tile("5s")
        t.kong(D, "5s")
        assert t.turn == D, book
        assert [pay[:3] for pay in t.paid()] == [("kong_added", seat, D) for seat in (A, B, C)]


def s07(make_game: MakeGame) -> None:
    """The discard after a later pong is no kong discard (rules §3)."""
    for book in BOOKS:
        draws, back = ("1p9m", "") if book == "chengdu" else ("1p", "9m")
        t = Table(
            make_game,
            book,
            ["1111m66m238m5p47p9s", "55p6m", "123456789p78s11s", ""],
            draws,
            back=back,
        )
        t.kong(A, "1m")
        t.discard(A, "5p")
        t.pong(B)
        t.discard(B, "6m")
        t.pong(A)
        t.discard(A, "9s")
        t.win(C)
        assert t.paid()[3:] == [("win_discard", A, C, UNIT[book])], book


def _kong_on_the_last_tile(make_game: MakeGame, last: str, second: str) -> Table:
    """One tile is left; A declares a concealed kong and draws it."""
    t = Table(
        make_game,
        "chengdu",
        ["1111m234m4567p99p", second, "", ""],
        tail="9s9s9s5p" + last,
        dealer=C,
    )
    t.run_out(left=1)
    assert t.turn == A
    assert t.drawn == tile("5p")
    t.kong(A, "1m")
    return t


def s08(make_game: MakeGame) -> None:
    """A kong on the last tile: kong, bloom and last tile; or kong discard and last tile."""
    t = _kong_on_the_last_tile(make_game, "3p", "")
    assert list(t.legal(A)) == [WIN]
    t.win(A)
    # plain 1 + kong 1 + bloom 1 + last tile 1 = 4 fan: 8, and one for the self-draw.
    assert t.paid("win_self_draw") == [("win_self_draw", seat, A, 9) for seat in (B, C, D)]
    assert t.game.done

    t = _kong_on_the_last_tile(make_game, "6s", "123456789p45s22s")
    t.discard(A, "6s")
    assert list(t.legal(B)) == [WIN]
    t.win(B)
    assert t.paid("win_discard") == [("win_discard", A, B, 4)]
    assert t.game.done


def s09(make_game: MakeGame) -> None:
    """The fourth tile may be kept; no kong on the turn that begins with a pong (rules §2)."""
    for any_time in (True, False):
        t = Table(
            make_game,
            "chengdu",
            ["555m1111p19m29p8m7p", "", "", "123456789s46m11s"],
            "9s5m 9m9m9p 9p9p",
            added_kong_any_time=any_time,
        )
        t.throw(A, "9s")
        t.discard(B, "5m")
        t.pong(A)
        t.pass_(D)
        assert not [action for action in t.legal(A) if action >= KONG]
        t.throw(A, "1m")
        t.throw_drawn(B, C, D)
        assert t.turn == A
        kongs = [action - KONG for action in t.legal(A) if KONG <= action < PONG]
        assert kongs == ([tile("5m"), tile("1p")] if any_time else [tile("1p")])
        if any_time:
            t.kong(A, "5m")
            assert list(t.legal(D)) == [WIN, PASS]
            t.pass_(D)
            assert t.paid() == [("kong_added", seat, A, 1) for seat in (B, C, D)]

    t = Table(
        make_game, "chengdu", ["55m", "", "", ""], "9s5m 9s9s8s 5m", added_kong_any_time=False
    )
    t.throw(A, "9s")
    t.discard(B, "5m")
    t.pong(A)
    t.act(A, t.legal(A)[-1])
    t.all_pass()
    t.throw_drawn(B, C, D)
    assert KONG + tile("5m") in t.legal(A)


def s10(make_game: MakeGame) -> None:
    """No kong on an empty wall, no claim of the last discard (rules §2)."""
    for book in BOOKS:
        t = Table(make_game, book, ["1111m", "777s", "", ""], tail="9s9s9s9s7s", dealer=B)
        t.run_out(left=1)
        if t.turn != A:
            assert t.turn is not None
            t.throw_drawn(t.turn)
        assert not t.wall
        assert t.turn == A
        assert all(action < KONG for action in t.legal(A)), book
        t.discard(A, "7s")
        assert t.game.done, book


# --------------------------------------------------------------------------------------- winning


def _won_on_discard(make_game: MakeGame, book: str, hand: str, last: str) -> int:
    """What B is paid for winning on the dealer's first discard."""
    t = Table(make_game, book, ["", hand, "", ""], last)
    t.discard(A, last)
    t.win(B)
    ((kind, payer, payee, amount),) = t.paid()
    assert (kind, payer, payee) == ("win_discard", A, B)
    return amount


def s11(make_game: MakeGame) -> None:
    """A root inside sequences, under a pong, and none in a kong (rules §1)."""
    assert _won_on_discard(make_game, "guide", "1111m23m456789p2p", "2p") == 2

    t = Table(make_game, "guide", ["", "111m23m456789p2p8m", "", ""], "1m 9s2p")
    t.discard(A, "1m")
    t.pong(B)
    t.throw(B, "8m")
    t.throw(C, "9s")
    t.discard(D, "2p")
    t.win(B)
    assert t.paid() == [("win_discard", D, B, 2)]

    t = Table(make_game, "guide", ["1111m345m456p78p2p", "", "", ""], "9p 2p", back="9s")
    t.kong(A, "1m")
    t.throw(A, "9s")
    t.discard(B, "2p")
    t.win(A)
    assert t.paid("win_discard") == [("win_discard", B, A, 4)]


def s12(make_game: MakeGame) -> None:
    """A dragon's four is no root, the next one is (rules §3)."""
    for book, no_root, one_root in (("guide", 32, 64), ("online", 192, 384), ("chengdu", 32, 64)):
        assert _won_on_discard(make_game, book, "1111223344556m", "6m") == no_root
        assert _won_on_discard(make_game, book, "1111222233557m", "7m") == one_root


def s13(make_game: MakeGame) -> None:
    """Four of a kind is two pairs, so the hand is ready (rules §1)."""
    assert _won_on_discard(make_game, "guide", "1111m22m33m44p55p6p", "6p") == 16
    assert _won_on_discard(make_game, "guide", "1111m22m33m44m55m6m", "6m") == 32


LOCKED = "123123m78m999p11p"  # 6m is a plain hand, 1 fan; 9m an outside one, 3 fan (chengdu)


def _passes_three_fan(make_game: MakeGame, book: str, draws: str) -> Table:
    """C discards 9m, with which B could win, and B passes; then D is on turn."""
    t = Table(make_game, book, ["1111s", LOCKED, "", ""], "9m" + draws, dealer=C)
    t.discard(C, "9m")
    assert WIN in t.legal(B)
    t.all_pass()
    assert t.turn == D
    return t


def _not_offered(t: Table, seat: int, text: str) -> None:
    """B is not asked about this discard (it may have the next turn already)."""
    t.discard(seat, text)
    assert not t.legal(B) or t.turn == B
    t.all_pass()


def s14(make_game: MakeGame) -> None:
    """The passing lock keeps the dearest win passed (rules §2)."""
    # A tile worth less is not offered, nor does it lower the lock; 4 fan is allowed.
    t = _passes_three_fan(make_game, "chengdu", "6m 8p9m")
    _not_offered(t, D, "6m")
    t.kong(A, "1s")
    t.discard(A, "9m")
    assert WIN in t.legal(B)
    t.win(B)
    assert t.paid("win_discard") == [("win_discard", A, B, 8)]
    # 2 fan (plain, after a kong) is barred.
    t = _passes_three_fan(make_game, "chengdu", "6m 8p6m")
    _not_offered(t, D, "6m")
    t.kong(A, "1s")
    _not_offered(t, A, "6m")
    # 3 fan is barred; self-draw is not; the draw has lifted the lock.
    t = _passes_three_fan(make_game, "chengdu", "6m 9m 6m 9m")
    _not_offered(t, D, "6m")
    _not_offered(t, A, "9m")
    assert t.turn == B
    assert WIN in t.legal(B)
    t.throw(B, "6m")
    t.discard(C, "9m")
    assert WIN in t.legal(B)
    # A pong lifts it in chengdu, not in online.
    for book in ("chengdu", "online"):
        t = _passes_three_fan(make_game, book, "1p 9m")
        t.discard(D, "1p")
        t.pong(B)
        t.throw(B, "9p")
        t.discard(C, "9m")
        assert (WIN in t.legal(B)) == (book == "chengdu"), book
    # In online every discard is barred until B draws.
    t = _passes_three_fan(make_game, "online", "9m 9m 8p 9m")
    _not_offered(t, D, "9m")
    _not_offered(t, A, "9m")
    t.throw(B, "8p")
    t.discard(C, "9m")
    assert WIN in t.legal(B)
    # In guide nothing is.
    t = _passes_three_fan(make_game, "guide", "6m")
    t.discard(D, "6m")
    assert WIN in t.legal(B)


def s15(make_game: MakeGame) -> None:
    """Passing sets the lock, and so does answering pong (rules §2)."""
    hand = "123456789m55p77p"
    t = Table(make_game, "online", ["", hand, "", ""], "5p 7p", dealer=C)
    t.discard(C, "5p")
    assert list(t.legal(B)) == [PONG, WIN, PASS]
    t.pass_(B)
    t.discard(D, "7p")
    assert WIN not in t.legal(B)

    t = Table(make_game, "online", ["", hand, "", ""], "5p 7p", dealer=C)
    t.discard(C, "5p")
    t.pong(B)
    t.throw(B, "7p")
    t.discard(C, "7p")
    assert not t.legal(B)


def s16(make_game: MakeGame) -> None:
    """Who draws after wins on a discard, and that it draws once (rules §2)."""
    for book in BOOKS:
        hands = ["", WAITS_5S[0], "", WAITS_5S[1]]
        t = Table(make_game, book, hands, "5s 9m 8m")
        t.discard(A, "5s")
        t.win(B)
        t.win(D)
        assert t.turn == A, book
        assert t.drawn == tile("9m")
        t.throw(A, "9m")
        assert t.turn == C, book
        t.throw(C, "8m")

        t = Table(make_game, book, hands, "5s 9m 8m 7m")
        t.discard(A, "5s")
        t.win(B)
        t.pass_(D)
        assert t.turn == C, book
        t.throw(C, "9m")
        t.throw(D, "8m")
        assert t.turn == A, book
        t.throw(A, "7m")


def s17(make_game: MakeGame) -> None:
    """Self-draw is paid by the seats still in (rules §4)."""
    hands = ["", "2224445557779m", "", WAITS_5S[0]]
    for book, each in (("guide", 8), ("chengdu", 9)):
        t = Table(make_game, book, hands, "9s 1p9s9s 8s 9m")
        t.throw_drawn(A, B, C, D, A)
        t.win(B)
        assert t.paid() == [("win_self_draw", seat, B, each) for seat in (A, C, D)]
        assert t.game.scores[B] == {"guide": 24, "chengdu": 27}[book]

        t = Table(make_game, book, hands, "9s 1p5s 9s 9m")
        t.throw_drawn(A, B)
        t.discard(C, "5s")
        t.win(D)
        t.throw_drawn(A)
        t.win(B)
        assert t.paid()[1:] == [("win_self_draw", seat, B, each) for seat in (A, C)]
        assert t.game.scores[B] == {"guide": 16, "chengdu": 18}[book]


def s18(make_game: MakeGame) -> None:
    """A claimed or won tile leaves the river (rules §2)."""
    for claim in ("pong", "kong"):
        own = "77m" if claim == "pong" else "777m"
        t = Table(make_game, "guide", ["", "", own, ""], "9s 7m", back="9s")
        t.throw(A, "9s")
        t.discard(B, "7m")
        assert list(t.game.river(B)) == [tile("7m")]
        if claim == "pong":
            t.pong(C)
        else:
            t.kong(C, "7m")
        assert list(t.game.river(B)) == []
        assert list(t.game.river(A)) == [tile("9s")]

    t = Table(make_game, "guide", ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
    t.discard(A, "5s")
    t.win(B)
    t.win(D)
    assert list(t.game.river(A)) == []


# --------------------------------------------------------------------------------- exhausted wall


def s19(make_game: MakeGame) -> None:
    """Each ready seat is paid its own value (rules §6)."""
    t = Table(
        make_game,
        "guide",
        [NOT_READY, "2224445557779m", "123456p1237899s", "123456789s33p99p"],
        "3p",
        tail="8p8p6p6p",
    )
    t.discard(A, "3p")
    t.win(D)
    t.run_out()
    assert t.paid()[1:] == [("ready", A, B, 8), ("ready", A, C, 1), ("difference", C, B, 7)]


def s20(make_game: MakeGame) -> None:
    """Only the own four copies make a wait none (rules §1)."""
    t = Table(
        make_game,
        "guide",
        [NOT_READY, "123456789p46s22s", "", ""],
        "5s 9m5s5s 5s",
        tail="8p8p6p6p",
    )
    t.throw_drawn(A, B, C, D, A)
    t.run_out()
    assert ("ready", A, B, 1) in t.paid()

    t = Table(
        make_game,
        "guide",
        ["258369m147258p9p", "1111m123456789p", "123456p1237899s", ""],
        tail="8s8s7s7s",
    )
    t.run_out()
    assert ("ready", B, C, 1) in t.paid()
    assert not [pay for pay in t.paid("ready", "difference") if pay[2] == B]


def s21(make_game: MakeGame) -> None:
    """With three winners nothing is refunded or checked (rules §2, §6)."""
    for book in BOOKS:
        draws, back = ("9m5s", "") if book == "chengdu" else ("9m", "5s")
        t = Table(make_game, book, ["1111m", *WAITS_5S], draws, back=back)
        t.kong(A, "1m")
        t.discard(A, "5s")
        t.win(B)
        t.win(C)
        t.win(D)
        assert t.game.done, book
        assert t.kinds() <= {"kong_concealed", "win_discard", "kong_transfer"}, book
        assert len(t.paid("win_discard")) == 3


def _one_pig(make_game: MakeGame, book: str, **options: Any) -> list[Pay]:
    """B has won, A is a pig, C is not ready, D is ready for 1; the payments at the end."""
    t = Table(
        make_game,
        book,
        ["", "123456789s33p99p", NOT_READY, "123456p1237899s"],
        "3p",
        tail="8p8p6p6p",
        **options,
    )
    t.discard(A, "3p")
    t.win(B)
    t.run_out()
    return t.paid()[1:]


def s22(make_game: MakeGame) -> None:
    """Winners and the checks of an exhausted wall (rules §6)."""
    pigs: list[Pay] = [("pig", A, seat, 16) for seat in (B, C, D)]
    assert _one_pig(make_game, "guide") == [*pigs, ("ready", A, D, 1), ("ready", C, D, 1)]
    pigs = [("pig", A, seat, 96) for seat in (B, C, D)]
    assert _one_pig(make_game, "online") == [*pigs, ("ready", C, D, 6)]
    pigs = [("pig", A, seat, 10) for seat in (C, D)]
    assert _one_pig(make_game, "chengdu") == [*pigs, ("ready", A, D, 1), ("ready", C, D, 1)]


def s23(make_game: MakeGame) -> None:
    """A pig pays the full house instead where fan are capped (rules §6)."""
    pigs: list[Pay] = [("pig", A, seat, 16) for seat in (C, D)]
    assert _one_pig(make_game, "chengdu", max_fan=5) == [*pigs, ("ready", C, D, 1)]
    pigs = [("pig", A, seat, 16) for seat in (B, C, D)]
    assert _one_pig(make_game, "guide", max_fan=5) == [
        *pigs,
        ("ready", A, D, 1),
        ("ready", C, D, 1),
    ]


def s24(make_game: MakeGame) -> None:
    """Who deals next (rules §7)."""
    for book in BOOKS:
        # The first winner, whatever happens later.
        t = Table(
            make_game,
            book,
            ["123456789p46s77s", "123456789m88s99s", "", "123456789p46s11s"],
            "9s 5s",
        )
        t.discard(A, "9s")
        t.win(B)
        t.discard(C, "5s")
        t.win(D)
        t.win(A)
        assert t.game.done, book
        assert t.game.next_dealer == B, book
        # Several winners at first.
        t = Table(make_game, book, ["", WAITS_5S[0], "", WAITS_5S[1]], "5s")
        t.discard(A, "5s")
        t.win(B)
        t.win(D)
        assert t.game.next_dealer == (B if book == "online" else A), book
        # Nobody.
        t = Table(make_game, book, ["", "", "", ""], dealer=C)
        t.run_out()
        assert t.game.done, book
        assert t.game.next_dealer == C, book


SITUATIONS: dict[str, Callable[[MakeGame], None]] = {
    "1 an added kong is refunded": s01,
    "2 refunds go to each payer": s02,
    "3 the last kong is handed over": s03,
    "4 what was handed over is not refunded": s04,
    "5 a robbed kong": s05,
    "6 three suits do not win": s06,
    "7 the kong discard's end": s07,
    "8 a kong on the last tile": s08,
    "9 the fourth tile kept": s09,
    "10 no kong on an empty wall": s10,
    "11 roots": s11,
    "12 roots of dragons": s12,
    "13 four of a kind as two pairs": s13,
    "14 the dearest win passed": s14,
    "15 pass and pong lock": s15,
    "16 who draws after wins": s16,
    "17 self-draw payers": s17,
    "18 rivers": s18,
    "19 ready check": s19,
    "20 what ready means": s20,
    "21 three winners": s21,
    "22 winners and pigs": s22,
    "23 capped pigs": s23,
    "24 next dealer": s24,
}
