"""A bounded part of `tests/soak_lockstep.py`: the core and the reference play the same hands."""

from __future__ import annotations

import pytest

import xuezhan as xz
from happenings import Happenings
from lockstep import Disagreement, Pair
from soak_lockstep import Job, main, play_job, play_one
from stacked_walls import KINDS


@pytest.mark.parametrize("policy", ["random", "efficiency", "mixed"])
@pytest.mark.parametrize("book", xz.RULEBOOKS)
def test_rulebooks(book: str, policy: str) -> None:
    seen = play_job(Job(book, policy, None, 100, 0, 40))
    assert not seen.faults, seen.faults[0]


@pytest.mark.parametrize("stacked", [None, "any"])
@pytest.mark.parametrize("policy", ["mixed", "wild", "any"])
def test_random_rules_and_penalties(policy: str, stacked: str | None) -> None:
    seen = play_job(Job("random", policy, stacked, 200, 0, 60))
    assert not seen.faults, seen.faults[0]
    assert seen.hands == 60


def test_a_difference_is_seen() -> None:
    """The comparison is real: a twin that is changed behind its back is found out."""
    pair = Pair("chengdu", seed=1)
    pair.twin.state.seats[2].score += 1
    with pytest.raises(Disagreement, match="scores"):
        pair.compare()
    pair = Pair("chengdu", seed=1)
    pair.twin.state.wall[3], pair.twin.state.wall[4] = (
        pair.twin.state.wall[4],
        pair.twin.state.wall[3],
    )
    with pytest.raises(Disagreement, match="canonical bytes from byte"):
        pair.compare()


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["random", "efficiency", "mixed"])
@pytest.mark.parametrize("book", [*xz.RULEBOOKS, "random"])
def test_more_hands(book: str, policy: str) -> None:
    assert main(["--rules", book, "--policy", policy, "--hands", "400", "--seed", "300"]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_rare_things(kind: str) -> None:
    policy = "robbers" if kind == "robbing" else "wild"
    arguments = ["--rules", "random", "--policy", policy, "--stacked", kind, "--hands", "250"]
    assert main([*arguments, "--seed", "300"]) == 0


@pytest.mark.soak
@pytest.mark.parametrize("policy", ["random", "efficiency", "mixed"])
@pytest.mark.parametrize("book", [*xz.RULEBOOKS, "random"])
def test_soak(book: str, policy: str) -> None:
    hands = {"random": 5000, "efficiency": 5000, "mixed": 20_000}[policy]
    assert main(["--rules", book, "--policy", policy, "--hands", str(hands)]) == 0


@pytest.mark.soak
def test_soak_reaches_everything() -> None:
    """Everything in the table at least 20 times, over runs that each aim at something."""
    total = Happenings()
    for kind, policy, hands in (
        ("any", "any", 20_000),
        ("any", "wild", 20_000),
        ("robbing", "robbers", 4000),
        ("twice_over", "wild", 8000),
        ("after_a_kong", "wild", 4000),
        ("chains", "wild", 2000),
    ):
        for start in range(0, hands, 500):
            total.add(play_job(Job("random", policy, kind, 1, start, 500)))
    assert not total.faults, total.faults[0]
    assert not total.missing(20)


def test_one_hand_is_counted() -> None:
    seen = Happenings()
    play_one(Job("online", "mixed", "any", 1, 0, 1), 0, seen)
    assert seen.hands == 1
    assert seen.options["players = 4"] == 1
    assert "hands" in seen.table()
