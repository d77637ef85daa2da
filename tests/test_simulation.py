"""Batches and simulation: the hands that `xz.Game` plays, on any threads, and exact sums."""

from __future__ import annotations

import _thread
import json
import math
import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from xuezhan.records.record import record_text

WIN_KINDS = ("discard", "rob", "self_draw")
KONG_KINDS = ("direct", "added", "concealed")
MIXED = ("efficiency", "random", "mixed", "efficiency")


def play(rules: xz.Rules, policies: tuple[str, ...], seed: int, index: int) -> xz.Game:
    """One hand through the Python face, by the streams that a batch uses."""
    game = xz.Game(rules, seed, index)
    seats = [xz.Policy(name, seed, index) for name in policies]
    while not game.done:
        seat = game.actor
        assert seat is not None
        game.step(seats[seat](game, seat))
    return game


def expected_row(game: xz.Game, index: int) -> dict[str, Any]:
    """What the batch must say of a hand, from the game's events alone."""
    players = game.players
    row: dict[str, Any] = {
        "index": index,
        "scores": [*game.scores, *[0] * (4 - players)],
        "win_fan": [0] * 4,
        "win_order": [0] * 4,
        "kongs": [[0] * 3 for _ in range(4)],
        "dealer": game.dealer,
        "next_dealer": game.next_dealer,
        "exhausted": False,
        "ready": 0,
        "pigs": 0,
        "winners": 0,
        "turns": 1,
        "wins": [0] * 4,
        "self_draws": [0] * 4,
        "deal_ins": [0] * 4,
    }
    for name in ("win_kind", "win_pattern", "win_tile", "win_from"):
        row[name] = [255] * 4
    steps: list[int] = []
    for event in game.events:
        seat = event.seat
        if event.kind == "pong" or (event.kind == "draw" and event.detail != "deal"):
            row["turns"] += 1
        if event.kind == "exhausted":
            row["exhausted"] = True
        if event.kind == "kong":
            assert seat is not None and event.detail is not None
            row["kongs"][seat][KONG_KINDS.index(event.detail)] += 1
        if event.kind == "win":
            assert seat is not None and event.score is not None and event.detail is not None
            if event.step not in steps:
                steps.append(event.step)
            row["wins"][seat] += 1
            if event.other is None:
                row["self_draws"][seat] += 1
            else:
                row["deal_ins"][event.other] += 1
            if row["wins"][seat] > 1:
                continue
            row["winners"] += 1
            row["win_order"][seat] = len(steps)
            row["win_kind"][seat] = WIN_KINDS.index(event.detail)
            row["win_fan"][seat] = event.score.fan
            row["win_pattern"][seat] = xz.PATTERNS.index(event.score.pattern)
            row["win_tile"][seat] = slot(event.tile)
            if event.other is not None:
                row["win_from"][seat] = event.other
    if row["exhausted"] and game.rules.void == "free":
        for seat in range(players):
            if row["win_order"][seat] == 0:
                hand = game.hand(seat)
                row["ready"] |= (hand.shanten == 0) << seat
                row["pigs"] |= (hand.suits == "mps") << seat
    return row


def slot(tile: str | None) -> int:
    assert tile is not None
    return "mps".index(tile[1]) * 9 + int(tile[0]) - 1


RULES = [
    xz.Rules("guide"),
    xz.Rules("online"),
    xz.Rules("chengdu"),
    xz.Rules("chengdu", players=3, suits="ps", wins_to_end=1),
    xz.Rules("online", players=2, max_fan=3),
    xz.Rules("guide", play_on=True, void="declared", exchange="random", hand_size=10),
    xz.Rules(
        "online", exchange="next", dealer_draws="after_void", void="declared", pass_own_discard=True
    ),
]


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_a_batch_plays_the_hands_that_a_game_plays(rules: xz.Rules) -> None:
    policies = MIXED[: rules.players]
    batch = xz.play_batch(150, rules, policies, seed=6, first_index=1000)
    events: Counter[str] = Counter()
    payments: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for row in batch:
        index = int(row["index"])
        game = play(rules, policies, 6, index)
        expected = expected_row(game, index)
        if rules.void == "declared":  # who is ready or a pig then is for others to test
            del expected["ready"], expected["pigs"]
        for name, value in expected.items():
            assert np.array_equal(row[name], value), f"hand {index}: {name}"
        events.update(event.kind for event in game.events)
        for payment in game.ledger:
            payments[payment.kind] += 1
            points[payment.kind] += payment.amount
        for win in (event for event in game.events if event.kind == "win"):
            mine = [p for p in game.ledger if p.kind.startswith("win_") and p.payee == win.seat]
            if not rules.play_on:
                assert {p.amount for p in mine} <= {row["win_amount"][win.seat]}
    summary = xz.simulate(150, rules, policies, seed=6, first_index=1000)
    assert {kind: n for kind, n in summary.events.items() if n} == events
    assert summary.payments == {
        kind: {"count": payments[kind], "points": points[kind]} for kind in summary.payments
    }
    assert set(summary.payments) == set(payments)


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_sums_follow_from_the_rows(rules: xz.Rules) -> None:
    players = rules.players
    policies = MIXED[:players]
    batch = xz.play_batch(700, rules, policies, seed=2)
    sums = xz.simulate(700, rules, policies, seed=2).sums
    scores = batch["scores"][:, :players].astype(object)
    assert sums["hands"] == 700
    assert sums["turns"] == batch["turns"].sum()
    assert sums["exhausted"] == batch["exhausted"].sum()
    assert sums["winners"] == np.bincount(batch["winners"], minlength=5).tolist()
    won = batch["win_order"] > 0
    first = not rules.play_on
    if first:  # else rows know the first wins alone
        fan = batch["win_fan"][won]
        patterns = batch["win_pattern"][won]
        assert sums["fan"] == np.bincount(fan, minlength=64).tolist()
        assert sums["patterns"] == np.bincount(patterns, minlength=len(xz.PATTERNS)).tolist()
        deal_ins = np.stack([(batch["win_from"] == seat).sum(axis=1) for seat in range(4)], axis=1)
        assert np.array_equal(batch["deal_ins"], deal_ins)
    for seat in range(players):
        line = sums["seats"][seat]
        assert line["score"] == scores[:, seat].sum()
        assert line["score_square"] == (scores[:, seat] ** 2).sum()
        assert line["wins"] == batch["wins"][:, seat].sum()
        assert line["winning_hands"] == won[:, seat].sum()
        assert line["self_draw_hands"] == (batch["self_draws"][:, seat] > 0).sum()
        assert line["first_wins"] == (batch["win_order"][:, seat] == 1).sum()
        kinds = batch["win_kind"][:, seat]
        found = [line["discard_wins"], line["rob_wins"], line["self_draws"]]
        assert sum(found) == line["wins"]
        if first:
            assert found == [(kinds == kind).sum() for kind in range(3)]
        assert line["self_draws"] == batch["self_draws"][:, seat].sum()
        assert line["deal_ins"] == batch["deal_ins"][:, seat].sum()
        assert line["deal_in_hands"] == (batch["deal_ins"][:, seat] > 0).sum()
        assert line["ready"] == (batch["ready"] >> seat & 1).sum()
        assert line["pigs"] == (batch["pigs"] >> seat & 1).sum()
        assert line["kongs"] == batch["kongs"][:, seat].sum(axis=0).tolist()
    for number, name in enumerate(xz.POLICIES):
        own = [i for i, policy in enumerate(policies) if policy == name]
        happened = {
            "score_square": scores[:, own],
            "winning_hands_square": won[:, own],
            "self_draw_hands_square": batch["self_draws"][:, own] > 0,
            "first_wins_square": batch["win_order"][:, own] == 1,
            "deal_in_hands_square": batch["deal_ins"][:, own] > 0,
            "ready_square": batch["ready"][:, None] >> np.array(own, int) & 1,
            "pigs_square": batch["pigs"][:, None] >> np.array(own, int) & 1,
        }
        for key, numbers in happened.items():
            assert sums["policies"][number][key] == (numbers.sum(axis=1) ** 2).sum(), key
    events_by_size = Counter(
        int((row["win_order"] == order).sum())
        for row in batch
        for order in set(row["win_order"]) - {0}
    )
    if first:
        assert sums["winning_events"] == [events_by_size[n] for n in range(4)]


@pytest.mark.parametrize("policies", ["random", "efficiency", MIXED])
def test_scores_sum_to_zero(policies: str | tuple[str, ...]) -> None:
    batch = xz.play_batch(3000, "chengdu", policies, seed=11)
    assert not batch["scores"].sum(axis=1).any()
    assert sum(seat["score"] for seat in xz.simulate(500, "online", policies).sums["seats"]) == 0


def test_the_highest_stakes_do_not_overflow() -> None:
    rules = xz.Rules("guide", unit=2**20, max_fan=3, pig_units=2**20, concealed_kong_units=2**20)
    batch = xz.play_batch(400, rules, "mixed", seed=3)
    sums = xz.simulate(400, rules, "mixed", seed=3).sums
    assert max(sums["seats"][0]["score_square"], sums["seats"][1]["score_square"]) > 2**63
    for seat in range(4):
        exact = [int(score) for score in batch["scores"][:, seat]]
        assert sums["seats"][seat]["score"] == sum(exact)
        assert sums["seats"][seat]["score_square"] == sum(score * score for score in exact)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_nothing_depends_on_threads(threads: int) -> None:
    rows = xz.play_batch(1001, "online", "mixed", seed=5)
    assert np.array_equal(xz.play_batch(1001, "online", "mixed", seed=5, threads=threads), rows)
    one = xz.simulate(1001, "online", "mixed", seed=5, threads=1)
    assert xz.simulate(1001, "online", "mixed", seed=5, threads=threads) == one


def test_nothing_depends_on_how_a_run_is_cut() -> None:
    whole = xz.play_batch(300, "guide", "mixed", seed=5, first_index=40)
    parts = [
        xz.play_batch(n, "guide", "mixed", 5, first_index=40 + at)
        for at, n in ((0, 1), (1, 298), (299, 1))
    ]
    assert np.array_equal(np.concatenate(parts), whole)


def test_a_fixed_dealer() -> None:
    assert set(xz.play_batch(20, dealer=2)["dealer"]) == {2}
    assert xz.play_batch(6, xz.Rules("guide", players=3), first_index=4)["dealer"].tolist() == [
        1,
        2,
        0,
        1,
        2,
        0,
    ]


def test_the_last_index_there_is() -> None:
    (row,) = xz.play_batch(1, seed=2**64 - 1, first_index=2**64 - 1)
    assert row["index"] == 2**64 - 1
    with pytest.raises(ValueError, match="last hand's index"):
        xz.play_batch(2, first_index=2**64 - 1)


def test_into_a_callers_array() -> None:
    out = np.zeros(30, xz.RESULT_DTYPE)
    assert xz.play_batch(20, "guide", seed=8, out=out[5:25], threads=2).base is not None
    assert not out[:5]["turns"].any()
    assert not out[25:]["turns"].any()
    assert np.array_equal(out[5:25], xz.play_batch(20, "guide", seed=8))
    with pytest.raises(TypeError, match="RESULT_DTYPE"):
        xz.play_batch(3, out=np.zeros(3))
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        xz.play_batch(3, out=np.zeros(4, xz.RESULT_DTYPE))
    with pytest.raises(ValueError, match="contiguous"):
        xz.play_batch(3, out=np.zeros(6, xz.RESULT_DTYPE)[::2])


def test_no_hands() -> None:
    assert len(xz.play_batch(0)) == 0
    summary = xz.simulate(0)
    assert summary.games == 0
    assert summary.to_dict()["seats"][0]["score_mean"] is None
    assert "0 hands" in str(summary)
    json.dumps(summary.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"games": -1}, ValueError, "number of hands is -1"),
        ({"games": 1.5}, TypeError, "number of hands must be an integer"),
        ({"seed": -1}, ValueError, "seed is -1"),
        ({"seed": 2**64}, ValueError, "seed is"),
        ({"first_index": 2**64}, ValueError, "first_index is"),
        ({"dealer": 4}, ValueError, "dealer is 4; it must be from 0 to 3"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"policies": "clever"}, ValueError, "no policy 'clever'; policies are random"),
        ({"policies": ["random"] * 3}, ValueError, "3 policies given"),
        ({"policies": [1]}, TypeError, "policies has 1; a policy is named, one of random"),
        ({"policies": 1}, TypeError, "policies is 1; it must be a name, or one name for each of 4"),
        ({"policies": "efficency"}, ValueError, "mixed, value; did you mean 'efficiency'"),
        (
            {"rules": "sichuan"},
            xz.InvalidRules,
            "no rulebook 'sichuan'; rulebooks are guide",
        ),
    ],
)
def test_bad_arguments_are_refused(
    changes: dict[str, Any], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        xz.simulate(**{"games": 5, **changes})


# ---- records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_records_are_those_of_the_games(tmp_path: Path, threads: int) -> None:
    path = tmp_path / "hands.jsonl"
    rules = xz.Rules("chengdu", max_fan=4)
    xz.simulate(60, rules, MIXED, seed=4, first_index=10, records=path, threads=threads)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines == [record_text(play(rules, MIXED, 4, 10 + i)) for i in range(60)]
    scores = xz.play_batch(60, rules, MIXED, seed=4, first_index=10)["scores"]
    assert [record["scores"] for record in xz.read_records(path)] == scores.tolist()


def test_the_summary_does_not_depend_on_records(tmp_path: Path) -> None:
    recorded = xz.simulate(200, "online", "mixed", records=tmp_path / "hands.jsonl")
    assert recorded == xz.simulate(200, "online", "mixed")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_says_so() -> None:
    with pytest.raises(OSError, match=r"cannot be written: No space left on device.*/dev/full"):
        xz.simulate(500, records="/dev/full")


def test_a_missing_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file or directory"):
        xz.simulate(5, records=tmp_path / "none" / "hands.jsonl")


# ---- interrupts --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_keeps_what_was_done(threads: int, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"

    def stop(done: int, games: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        xz.simulate(10**9, "guide", seed=9, threads=threads, records=path, progress=stop)
    assert isinstance(stopped.value, xz.Interrupted)
    summary = stopped.value.result
    assert f"after {summary.games:,} of 1,000,000,000 hands" in str(stopped.value)
    assert summary.interrupted
    assert 0 < summary.games < 10**9
    assert summary.requested == 10**9
    assert f"the first {summary.games:,} of 1,000,000,000 hands" in str(summary)
    again = xz.simulate(summary.games, "guide", seed=9)
    assert again.sums == summary.sums
    assert path.read_text(encoding="utf-8").count("\n") == summary.games
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("xuezhan")]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_while_waiting_keeps_records_and_summary_together(
    threads: int, tmp_path: Path
) -> None:
    path = tmp_path / "hands.jsonl"
    timer = threading.Timer(0.35, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(xz.Interrupted) as stopped:
            xz.simulate(10**9, "guide", seed=9, threads=threads, records=path)
    finally:
        timer.join()
    summary = stopped.value.result
    assert summary.interrupted
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("xuezhan")]
    assert path.read_text(encoding="utf-8").count("\n") == summary.games


def test_progress_ends_at_the_end() -> None:
    seen: list[tuple[int, int]] = []
    xz.simulate(300, progress=lambda done, games: seen.append((done, games)))
    assert seen[-1] == (300, 300)
    assert sorted(seen) == seen


def test_an_error_in_progress_comes_through() -> None:
    def broken(done: int, games: int) -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        xz.simulate(10**9, progress=broken)


# ---- the summary -------------------------------------------------------------------------------

KEYS = "games rules seed policies seats exhausted_rate turns_mean patterns fan kongs events seconds"
SEAT_KEYS = (
    "policy score_mean score_ci95 win_rate self_draw_rate deal_in_rate first_win_rate "
    "ready_rate pig_rate"
)


def test_summary_keys_and_figures() -> None:
    summary = xz.simulate(2000, "chengdu", MIXED, seed=1)
    plain = json.loads(json.dumps(summary.to_dict(), allow_nan=False))
    assert set(KEYS.split()) <= set(plain)
    assert set(SEAT_KEYS.split()) <= set(plain["seats"][0])
    batch = xz.play_batch(2000, "chengdu", MIXED, seed=1)
    for seat, line in enumerate(plain["seats"]):
        scores = batch["scores"][:, seat].astype(float)
        half = 1.9611525 * scores.std(ddof=1) / math.sqrt(2000)
        assert line["policy"] == MIXED[seat]
        assert line["score_mean"] == pytest.approx(scores.mean())
        assert line["score_ci95"] == pytest.approx([scores.mean() - half, scores.mean() + half])
        assert line["win_rate"] == (batch["win_order"][:, seat] > 0).mean()
        assert line["first_win_rate"] == (batch["win_order"][:, seat] == 1).mean()
        assert line["win_ci95"][0] <= line["win_rate"] < line["win_ci95"][1]
    assert plain["exhausted_rate"] == batch["exhausted"].mean()
    assert plain["turns_mean"] == batch["turns"].mean()
    assert sum(plain["fan"].values()) == sum(plain["patterns"].values()) == batch["winners"].sum()
    assert plain["events"]["deal"] == plain["events"]["over"] == 2000
    assert plain["events"]["exhausted"] == batch["exhausted"].sum()
    assert list(plain["kongs"].values()) == batch["kongs"].sum(axis=(0, 1)).tolist()


def test_figures_by_policy() -> None:
    summary = xz.simulate(1500, "guide", MIXED, seed=21)
    scores = xz.play_batch(1500, "guide", MIXED, seed=21)["scores"]
    pair = summary.by_policy["efficiency"]
    both = (scores[:, 0] + scores[:, 3]) / 2
    assert pair.hands == 3000
    assert pair.score.value == pytest.approx(both.mean())
    assert pair.score.high - pair.score.low == pytest.approx(
        2 * 1.9615465 * both.std(ddof=1) / math.sqrt(1500)
    )
    assert pair.counts["wins"] == summary.seats[0].counts["wins"] + summary.seats[3].counts["wins"]
    assert list(summary.by_policy) == ["efficiency", "random", "mixed"]
    everyone = xz.simulate(150, "guide", "random").by_policy["random"].score
    assert everyone.value == 0
    assert everyone.interval is None  # they all sum to zero, which is no chance
    few = xz.simulate(99, "guide", "efficiency").seats[0]
    assert few.score.interval is None
    assert few.win.interval is not None


def test_efficiency_beats_random() -> None:
    summary = xz.simulate(4000, "guide", ["efficiency", "random", "random", "random"], seed=1)
    assert summary.seats[0].score.low > 0 > summary.seats[1].score.high


def test_the_table_names_what_happened() -> None:
    text = str(xz.simulate(400, xz.Rules("chengdu", max_fan=5), MIXED, seed=2))
    for word in (
        "max_fan=5",
        "seat 3",
        "efficiency",
        "exhausted wall",
        "kongs a hand",
        "win_discard",
        "plain",
    ):
        assert word in text
