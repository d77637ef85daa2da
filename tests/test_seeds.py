"""What is given no seed draws one, tells it, and is the same again when it is given that one."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xuezhan as xz
from xuezhan.simulation.batch_game import BatchGame

pytestmark = pytest.mark.fresh_seeds

Made = tuple[Any, int | None]  # what was made, and the seed that it tells


def game(seed: int | None) -> Made:
    made = xz.Game("guide", seed)
    return made.wall, made.seed


def match(seed: int | None) -> Made:
    made = xz.Match("guide", seed)
    return (made.next_hand().wall, made.dealer), made.seed


def policy(seed: int | None) -> Made:
    made = xz.Policy("random", seed)
    hand = xz.Game("guide", 1)
    while not hand.done:
        hand.step(made(hand))
    return hand.record()["actions"], made.seed


def simulate(seed: int | None) -> Made:
    made = xz.simulate(20, "guide", "random", seed)
    return {**made.to_dict(), "seconds": 0, "hands_per_second": 0}, made.seed


def batch(seed: int | None) -> Made:
    made = BatchGame(3, "guide", seed)
    made.reset()
    assert [made.hand_of(i) for i in range(3)] == [(made.hand_of(0)[0], i) for i in range(3)]
    return [made.state(i).wall for i in range(3)], made.hand_of(0)[0]


def arena(seed: int | None) -> Made:
    made = xz.arena(["search:playouts=8", "random"], 1, "guide", seed)
    return (made.points.tolist(), made), made.seed


def search(seed: int | None) -> Made:
    made = xz.SearchPlayer(playouts=4, seed=seed)
    return made.seed, made.seed


def evaluate(seed: int | None) -> Made:
    made = xz.evaluate(xz.Game("guide", 1), 30, seed)
    return made.points.tolist(), made.seed


def review(seed: int | None) -> Made:
    hand, choose = xz.Game("guide", 1), xz.Policy("random", 1)
    for _ in range(6):
        hand.step(choose(hand))
    made = xz.review(hand.record(), playouts=20, seed=seed)
    return made.to_dict(), made.seed


def state(seed: int | None) -> Made:
    return xz.State("guide", seed).wall, seed


def play_batch(seed: int | None) -> Made:
    return xz.play_batch(5, "guide", "random", seed).tobytes(), seed


def determinize(seed: int | None) -> Made:
    return xz.Game("guide", 1).view(0).determinize(4, seed).counts.tobytes(), seed


def policy_action(seed: int | None) -> Made:
    one = xz.State("guide", 1)
    return [one.policy_action("random", seed=seed) for _ in range(12)], seed


TELLING = [game, match, policy, simulate, batch, arena, search, evaluate, review]
SILENT = [state, play_batch, determinize, policy_action]


@pytest.mark.parametrize("make", [*TELLING, *SILENT], ids=lambda make: make.__name__)
def test_without_a_seed_it_is_another_each_time(make: Callable[[int | None], Made]) -> None:
    found = [make(None)[0] for _ in range(3)]
    assert found[0] != found[1] or found[0] != found[2]
    assert make(7)[0] == make(7)[0]


@pytest.mark.parametrize("make", TELLING, ids=lambda make: make.__name__)
def test_the_seed_that_was_drawn_is_told_and_repeats_it(make: Callable[[int | None], Made]) -> None:
    found, seed = make(None)
    assert seed is not None
    assert make(seed) == (found, seed)


def test_seeds_are_spread_over_all_there_are() -> None:
    drawn = np.array([xz.fresh_seed() for _ in range(2000)], np.uint64)
    assert len(set(drawn.tolist())) == 2000
    bits = (drawn[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert (abs(bits.sum(axis=0).astype(int) - 1000) < 150).all()


def test_every_public_call_that_takes_a_seed_is_here() -> None:
    """A new one has to say which it is."""
    import inspect

    takers = set()
    for name in xz.__all__:
        if callable(found := getattr(xz, name)) and not issubclass(
            found if isinstance(found, type) else object, BaseException | tuple
        ):
            calls = [found, *(vars(found).values() if isinstance(found, type) else [])]
            for call in calls:
                try:
                    parameters = inspect.signature(call).parameters
                except (TypeError, ValueError):
                    continue
                if "seed" in parameters and parameters["seed"].default is not inspect._empty:
                    takers.add(name)
                    assert parameters["seed"].default is None, (name, call)
    tested = {"Game", "Match", "Policy", "simulate", "BatchGame", "arena", "SearchPlayer"}
    tested |= {"evaluate", "review", "State", "play_batch", "View", "make_player", "Study"}
    assert takers == tested


def test_a_match_takes_walls_from_a_source() -> None:
    rng = random.Random(4)
    laid: list[bytes] = []

    def shuffled(number: int) -> list[int]:
        assert number == len(laid)
        wall = [slot for slot in range(27) for _ in range(4)]
        rng.shuffle(wall)
        laid.append(bytes(wall))
        return wall

    made = xz.Match("guide", seed=3, walls=shuffled)
    for hand in made:
        assert hand.seed is hand.index is None
        while not hand.done:
            hand.step(hand.legal_actions[0])
        if made.hands_played == 4:
            break
    assert [hand.wall for hand in made.games] == laid
    assert made.games[0].dealer == xz.Match("guide", seed=3).dealer
    assert "walls of its own" in repr(made)
    with pytest.raises(TypeError, match="must be a function"):
        xz.Match(walls="1m")  # type: ignore[arg-type]


def test_a_wall_that_is_refused_leaves_the_match_as_it_was() -> None:
    walls: list[Any] = ["1m", None]
    made = xz.Match("guide", walls=lambda number: walls[number])
    with pytest.raises(xz.InvalidTiles):
        made.next_hand()
    assert made.games == ()
    walls[0] = xz.Game("guide", seed=1).wall
    assert made.next_hand().wall == walls[0]


# ---- the command line, and programs that play ----------------------------------------------------


def command(*words: str) -> str:
    pytest.importorskip("click", reason="the command line needs xuezhan[cli]")
    done = subprocess.run(
        [sys.executable, "-m", "xuezhan", *words], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "-n", "20"),
        ("arena", "value", "random", "-n", "1"),
        ("hand", "11m2345678999p35s", "--evaluate", "--playouts", "20", "-r", "guide"),
    ],
    ids=lambda words: words[0],
)
def test_the_command_line_tells_its_seed(words: tuple[str, ...]) -> None:
    text = command(*words)
    assert "seed " in text
    found = json.loads(command(*words, "--json"))
    one = found[0] if isinstance(found, list) else found
    again = json.loads(command(*words, "--json", "--seed", str(one["seed"])))
    other = json.loads(command(*words, "--json"))

    def figures(value: Any) -> Any:
        if isinstance(value, list):
            return [figures(part) for part in value]
        quick = {"seconds", "hands_per_second"}
        return {name: part for name, part in value.items() if name not in quick}

    assert figures(again) == figures(found)
    assert figures(other) != figures(found)


def test_a_program_cannot_know_the_seed(tmp_path: Path) -> None:
    """All that it is sent, and all that it finds around it, searched for the seed."""
    path = tmp_path / "player.py"
    path.write_text(
        textwrap.dedent(
            """
            import json, os, sys
            with open(sys.argv[1], "a") as found:
                print(dict(os.environ), sys.argv, os.getcwd(), file=found)
                for line in sys.stdin:
                    request = json.loads(line)
                    print(line, file=found, flush=True)
                    print(json.dumps({"action": request["legal"][0]}), flush=True)
            """
        )
    )
    seen = tmp_path / "seen.txt"
    players = [f"run:{sys.executable} {path} {seen}", "random"]
    result = xz.arena(players, 1, "guide")
    text = seen.read_text()
    assert text.count('"legal"') > 20
    assert str(result.seed) not in text
    assert f"{result.seed:x}" not in text
    assert f"seed {result.seed}" in str(result)
    assert (xz.arena(players, 1, "guide", result.seed).points == result.points).all()
