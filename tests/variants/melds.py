"""Turn order, claims of the last discard, kongs after a pong, the passing lock (rules §19)."""

from typing import Any

from situations import WAITS_5S
from stacked import KONG, PASS, PONG, WIN, A, B, C, D, MakeGame, Table


def the_last_discard_is_claimed(make_game: MakeGame) -> None:
    """It may be ponged, not konged, and the seat discards again (rules §19)."""
    for claims in (False, True):
        t = Table(
            make_game,
            "guide",
            ["777s1m", "", "", ""],
            tail="9s9s9s7s",
            dealer=D,
            claim_last_discard=claims,
        )
        t.run_out(left=0)
        assert t.turn == C
        t.discard(C, "7s")
        if not claims:
            assert t.game.done
            continue
        assert list(t.legal(A)) == [PONG, PASS]
        t.pong(A)
        assert t.turn == A
        assert all(action < KONG for action in t.legal(A))
        t.throw(A, "1m")
        assert t.game.done
        assert t.kinds() <= {"pig", "ready", "difference"}


def a_kong_after_a_pong(make_game: MakeGame) -> None:
    """`kong_after_pong`: concealed, and added if kept tiles may be added (rules §19, §23)."""
    for allowed, any_time, kongs in (
        (False, True, []),
        (True, True, ["5m", "1p"]),
        (True, False, ["1p"]),
    ):
        t = Table(
            make_game,
            "guide",
            ["555m1111p19m29p78s", "", "", ""],
            "9s5m",
            back="8m",
            kong_after_pong=allowed,
            added_kong_any_time=any_time,
            late_added_kong_units=3,
        )
        t.throw(A, "9s")
        t.discard(B, "5m")
        t.pong(A)
        assert t.kongs(A) == kongs
        if "5m" in kongs:
            t.kong(A, "5m")
            # A kong after a pong is late.
            assert t.paid() == [("kong_added", seat, A, 3) for seat in (B, C, D)]
            assert WIN not in t.legal(A)
            assert t.turn == A


def next_after_a_win(make_game: MakeGame) -> None:
    """The seat after the winner, or after the discarder (rules §19)."""
    for after, turn in (("winner", D), ("discarder", B)):
        t = Table(make_game, "guide", ["", "", WAITS_5S[0], ""], "5s", next_after_win=after)
        t.discard(A, "5s")
        t.win(C)
        assert t.turn == turn
    # A winner is passed over.
    t = Table(make_game, "guide", ["", WAITS_5S[0], "", ""], "5s", next_after_win="discarder")
    t.discard(A, "5s")
    t.win(B)
    assert t.turn == C


def next_after_a_rob(make_game: MakeGame) -> None:
    """The seat after the robber, or after the robbed seat (rules §19)."""
    for after, turn in (("winner", A), ("robbed", B)):
        t = Table(
            make_game,
            "guide",
            ["55m19m258p147s79s8m", "", "", "123456789p46m11m"],
            "9s 9s5m 8s8s8s 5m",
            next_after_rob=after,
            next_after_win="discarder",
        )
        t.throw(A, "9s")
        t.throw_drawn(B)
        t.discard(C, "5m")
        t.pass_(D)
        t.pong(A)
        t.throw(A, "9m")
        t.throw_drawn(B, C, D)
        t.kong(A, "5m")
        t.win(D)
        assert t.turn == turn, after


LOCKED = "123123m78m999p11p"  # 6m is plain, 9m outside: 0 and 2 fan in guide


def _locked(make_game: MakeGame, draws: str, **options: Any) -> Table:
    return Table(make_game, "guide", ["", LOCKED, "", ""], draws, dealer=B, **options)


def the_own_discard_is_passed(make_game: MakeGame) -> None:
    """Discarding a tile that completes what is kept passes a win on it (rules §19)."""
    for own in (False, True):
        t = _locked(make_game, "6m 6m", pass_lock="until_draw", pass_own_discard=own)
        t.discard(B, "6m")
        t.discard(C, "6m")
        assert (WIN in t.legal(B)) != own
    # A dearer win is allowed where the lock says so; the same tile is not.
    for second, allowed in (("6m", False), ("9m", True)):
        t = _locked(
            make_game,
            "6m" + second,
            pass_lock="until_draw_unless_higher",
            pass_own_discard=True,
        )
        t.discard(B, "6m")
        t.discard(C, second)
        assert (WIN in t.legal(B)) == allowed
    # A tile that completes nothing passes nothing.
    t = _locked(make_game, "5s 6m", pass_lock="until_draw", pass_own_discard=True)
    t.discard(B, "5s")
    t.discard(C, "6m")
    assert WIN in t.legal(B)


def a_lock_of_one_kind(make_game: MakeGame) -> None:
    """`same_tile`: only tiles of the kinds passed are forbidden (rules §19, §23)."""
    for scope, other in (("any_tile", False), ("same_tile", True)):
        t = _locked(make_game, "5s 6m9m6m", pass_lock="until_draw", pass_scope=scope)
        t.throw(B, "5s")
        t.discard(C, "6m")
        t.pass_(B)
        t.discard(D, "9m")
        assert (WIN in t.legal(B)) == other
        t.all_pass()
        t.discard(A, "6m")
        assert not t.legal(B) or t.turn == B
    # The dearest fan passed counts over all kinds passed: after 9m, 6m is no dearer.
    t = _locked(
        make_game, "5s 9m6m9m", pass_lock="until_draw_unless_higher", pass_scope="same_tile"
    )
    t.throw(B, "5s")
    t.discard(C, "9m")
    t.pass_(B)
    t.discard(D, "6m")
    assert WIN in t.legal(B)
    t.pass_(B)
    t.discard(A, "9m")
    assert t.turn == B or not t.legal(B)


SITUATIONS = (
    the_last_discard_is_claimed,
    a_kong_after_a_pong,
    next_after_a_win,
    next_after_a_rob,
    the_own_discard_is_passed,
    a_lock_of_one_kind,
)
