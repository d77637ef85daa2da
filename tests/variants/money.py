"""Money of kongs, wins and the exhausted wall (rules §19, §23)."""

from typing import Any

from situations import NOT_READY, WAITS_5S
from stacked import A, B, C, D, MakeGame, Pay, Table

# ------------------------------------------------------------------------------------------ kongs


def the_feeder_pays_as_a_self_draw(make_game: MakeGame) -> None:
    """`feeder_as_self_draw`: the feeder alone, what one payer pays, bonus included (rules §19)."""
    t = Table(
        make_game,
        "chengdu",
        ["", "777m123456789p2p", "", ""],
        "7m2p",
        direct_kong_bloom="feeder_as_self_draw",
    )
    t.discard(A, "7m")
    t.kong(B, "7m")
    t.win(B)
    # plain 1, kong 1, bloom 1: 4, and one for the self-draw.
    assert t.paid("win_bloom") == [("win_bloom", A, B, 5)]
    assert not t.paid("win_self_draw")


def _fed(make_game: MakeGame, **options: Any) -> Table:
    """C discards 7m, of which B makes a kong and is not ready."""
    hand = "777m258m147p258p9p"
    return Table(
        make_game,
        "guide",
        ["", hand, "", ""],
        "7m",
        back="9s",
        tail="8s8s6s6s",
        dealer=C,
        direct_kong_units=2,
        **options,
    )


def others_pay_for_a_direct_kong(make_game: MakeGame) -> None:
    """The other seats pay a share, which is refunded with the rest (rules §19)."""
    t = _fed(make_game, direct_kong_others_units=1)
    t.discard(C, "7m")
    t.kong(B, "7m")
    assert t.paid() == [
        ("kong_direct", A, B, 1),
        ("kong_direct", C, B, 2),
        ("kong_direct", D, B, 1),
    ]
    t.throw_drawn(B)
    t.run_out()
    assert t.paid("refund") == [("refund", B, A, 1), ("refund", B, C, 2), ("refund", B, D, 1)]


def refunds_to_those_still_in(make_game: MakeGame) -> None:
    """`active_payers`: a payer that has won gets nothing back (rules §19)."""
    for to, back in (("payers", [A, C, D]), ("active_payers", [C, D])):
        t = Table(
            make_game,
            "guide",
            [WAITS_5S[0], "7777m258m147p258p", "", ""],
            "9p 5s",
            back="9s",
            dealer=B,
            tail="8s8s6s6s",
            refund_to=to,
        )
        t.kong(B, "7m")
        assert t.paid() == [("kong_concealed", seat, B, 2) for seat in (A, C, D)]
        t.throw_drawn(B)
        t.discard(C, "5s")
        t.win(A)
        t.run_out()
        assert t.paid("refund") == [("refund", B, seat, 2) for seat in back]


def a_late_kong(make_game: MakeGame) -> None:
    """The fourth tile kept: another price, remembered for the refund (rules §19)."""
    for late, kept, price in ((0, True, 0), (0, False, 1), (3, True, 3), (None, True, 1)):
        t = Table(
            make_game,
            "guide",
            ["55m1289m113467p9p", "", "", ""],
            "9s5m 9s9s8s 5m" + ("7s7s7s 1s" if kept else ""),
            tail="3s3s2s2s",
            late_added_kong_units=late,
            back="4s",
        )
        t.throw(A, "9s")
        t.discard(B, "5m")
        t.pong(A)
        t.throw(A, "9m")
        t.throw_drawn(B, C, D)
        if kept:
            t.throw(A, "8m")
            t.throw_drawn(B, C, D)
        t.kong(A, "5m")
        t.all_pass()
        paid = [("kong_added", seat, A, price) for seat in (B, C, D)] if price else []
        assert t.paid() == paid, (late, kept)
        t.run_out()
        assert t.paid("refund") == [("refund", A, pay[1], price) for pay in paid]


# ----------------------------------------------------------------------------------- kong discards


def a_kong_discard_gives_it_back(make_game: MakeGame) -> None:
    """`refund`: the kong's money goes back to those who paid (rules §19): [-2, 0, 0, 2]."""
    t = Table(
        make_game,
        "guide",
        ["777m258m147p258p9p", "", "", WAITS_5S[0]],
        "7m",
        dealer=B,
        back="5s",
        direct_kong_units=2,
        kong_discard_transfer="refund",
    )
    t.discard(B, "7m")
    t.kong(A, "7m")
    t.discard(A, "5s")
    t.win(D)
    assert t.paid() == [
        ("kong_direct", B, A, 2),
        ("win_discard", A, D, 2),
        ("kong_refund", A, B, 2),
    ]
    assert list(t.game.scores) == [-2, 0, 0, 2]


def _two_kongs(make_game: MakeGame, second: str = "", **options: Any) -> Table:
    """A declares two concealed kongs in one turn and then discards 5s, for which B waits."""
    t = Table(
        make_game,
        "guide",
        ["1111m2222m9m1479p", WAITS_5S[0], second, ""],
        "3p",
        back="8m5s",
        tail="9s9s7s7s",
        **options,
    )
    t.kong(A, "1m")
    t.kong(A, "2m")
    t.discard(A, "5s")
    return t


def what_is_handed_over(make_game: MakeGame) -> None:
    """The last kong's money or all that the kongs hold (rules §19)."""
    for amount, entries in (("last", 1), ("all", 2)):
        t = _two_kongs(make_game, kong_discard_transfer="each_winner", kong_transfer_amount=amount)
        t.win(B)
        handed: list[Pay] = [("kong_transfer", A, B, 6)] * entries
        assert t.paid("win_discard", "kong_transfer") == [("win_discard", A, B, 2), *handed]
        t.run_out()
        refunded = 3 * (2 - entries)
        assert len(t.paid("refund")) == refunded


def with_several_winners(make_game: MakeGame) -> None:
    """`each` in full, `refund` to those who paid, or `none` (rules §19)."""
    for multi in ("each", "refund", "none"):
        t = _two_kongs(
            make_game,
            WAITS_5S[1],
            kong_discard_transfer="each_winner",
            kong_transfer_amount="all",
            kong_transfer_multi=multi,
        )
        t.win(B)
        t.win(C)
        wins = [("win_discard", A, seat, 2) for seat in (B, C)]
        given: list[Pay] = []
        if multi == "each":
            for seat in (B, C):
                given += [("win_discard", A, seat, 2), *[("kong_transfer", A, seat, 6)] * 2]
            wins = []
        if multi == "refund":
            given = [("kong_refund", A, seat, 2) for _ in range(2) for seat in (B, C, D)]
        assert t.paid()[6:] == wins + given, multi
        t.run_out()
        assert bool(t.paid("refund")) == (multi == "none")


def robbing_after_a_kong(make_game: MakeGame) -> None:
    """`rob_after_kong_is_kong_discard`: one fan more, and nothing is handed over (rules §19)."""
    for counts in (False, True):
        t = Table(
            make_game,
            "guide",
            ["559m1111s258p147p", "", "", "123456789p46m11m"],
            "9s 9s5m 8s8s8s 7s",
            back="5m",
            rob_after_kong_is_kong_discard=counts,
            kong_discard_transfer="each_winner",
        )
        t.throw(A, "9s")
        t.throw_drawn(B)
        t.discard(C, "5m")
        t.pass_(D)
        t.pong(A)
        t.throw(A, "9m")
        t.throw_drawn(B, C, D)
        t.kong(A, "1s")
        t.kong(A, "5m")
        t.win(D)
        assert t.paid("win_rob") == [("win_rob", A, D, 4 if counts else 2)]
        assert not t.paid("kong_transfer")


# ------------------------------------------------------------------------------ the exhausted wall


def _end(make_game: MakeGame, **options: Any) -> Table:
    """B is ready for 4 (seven pairs), A is a pig, C is not ready, D ready for 1; nobody has won."""
    hands = ["", "1133556688m22p4p", NOT_READY, "123456p1237899s"]
    t = Table(make_game, "guide", hands, tail="7p7p6p6p", **options)
    t.run_out()
    return t


def what_pigs_pay(make_game: MakeGame) -> None:
    """`units`, `cap`, `units_or_cap` (rules §19)."""
    for payment, max_fan, amount, checked in (
        ("units", 3, 16, True),
        ("cap", 3, 8, False),
        ("cap", None, 16, True),
        ("units_or_cap", 3, 8, True),
        ("units_or_cap", 5, 16, True),
        ("units_or_cap", None, 16, True),
    ):
        t = _end(make_game, pig_payment=payment, max_fan=max_fan)
        assert t.paid("pig") == [("pig", A, seat, amount) for seat in (B, C, D)], payment
        by_pig = [pay for pay in t.paid("ready") if pay[1] == A]
        assert by_pig == ([("ready", A, B, 4), ("ready", A, D, 1)] if checked else [])


def who_gets_pig_money(make_game: MakeGame) -> None:
    """`active_ready`: ready seats alone (rules §19)."""
    for payees, seats in (("active_non_pigs", (B, C, D)), ("active_ready", (B, D))):
        t = _end(make_game, pig_payees=payees)
        assert t.paid("pig") == [("pig", A, seat, 16) for seat in seats]


def the_larger_of_both(make_game: MakeGame) -> None:
    """`larger`: pig money or the ready value to a ready payee, and no ready check (rules §19)."""
    for units, pays in ((2, [(B, 4), (C, 2), (D, 2)]), (16, [(B, 16), (C, 16), (D, 16)])):
        t = _end(make_game, pig_pays_ready="larger", pig_units=units)
        assert t.paid("pig") == [("pig", A, seat, amount) for seat, amount in pays]
        assert t.paid("ready") == [("ready", C, B, 4), ("ready", C, D, 1)]
    t = _end(make_game, pig_pays_ready="no", pig_units=2)
    assert t.paid("ready") == [("ready", C, B, 4), ("ready", C, D, 1)]


def own_copies(make_game: MakeGame) -> None:
    """`hand`: a tile is a wait unless all four copies are concealed (rules §19)."""
    # A pongs 4p and keeps the fourth: its only wait.
    for which, value in (("hand_and_melds", None), ("hand", 2)):
        t = Table(
            make_game,
            "guide",
            ["44p14p123456789m", "", "", ""],
            "8s4p",
            tail="8p8p6p6p",
            ready_own_copies=which,
        )
        t.throw(A, "8s")
        t.discard(B, "4p")
        t.pong(A)
        t.throw(A, "1p")
        t.run_out()
        ready = [("ready", seat, A, value) for seat in (B, C, D)] if value else []
        assert t.paid("ready") == ready, which


def live_tiles(make_game: MakeGame) -> None:
    """A wait of which every copy lies open does not count (rules §19)."""
    for needs, wait_lies_open, ready in (
        (False, True, True),
        (True, True, False),
        (True, False, True),
    ):
        held = "9s" if wait_lies_open else "5s"  # by B, to the end
        t = Table(
            make_game,
            "guide",
            ["123456789p46s22s", held, "", ""],
            "9s 5s5s5s" + ("5s" if wait_lies_open else "9s"),
            tail="8p8p6p6p",
            ready_needs_live_tile=needs,
        )
        t.throw_drawn(A, B, C, D, A)
        t.run_out()
        assert bool(t.paid("ready")) == ready, (needs, wait_lies_open)


def the_live_wait_is_valued(make_game: MakeGame) -> None:
    """What the hand is worth goes by the waits that count (rules §19)."""
    # 5s (with a root) and 2s, 9p: all 5s but the three held lie open.
    for needs, value in ((False, 2), (True, 1)):
        t = Table(
            make_game,
            "guide",
            ["34555s123456p99p", "", "", ""],
            "9s 5s",
            tail="8m8m6m6m",
            ready_needs_live_tile=needs,
        )
        t.throw_drawn(A)
        t.throw_drawn(B)
        t.run_out()
        assert t.paid("ready") == [("ready", seat, A, value) for seat in (B, C, D)]


SITUATIONS = (
    the_feeder_pays_as_a_self_draw,
    others_pay_for_a_direct_kong,
    refunds_to_those_still_in,
    a_late_kong,
    a_kong_discard_gives_it_back,
    what_is_handed_over,
    with_several_winners,
    robbing_after_a_kong,
    what_pigs_pay,
    who_gets_pig_money,
    the_larger_of_both,
    own_copies,
    live_tiles,
    the_live_wait_is_valued,
)
