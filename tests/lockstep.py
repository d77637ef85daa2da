"""
The core and `xuezhan.reference` side by side: the same answers go to both, and after each the two
must agree on who is asked, what is legal, the scores, the ledger and every canonical byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import xuezhan as xz
from xuezhan import reference
from xuezhan._core import PolicyStream
from xuezhan.play.action import ACTIONS


class Disagreement(AssertionError):
    """The two implementations differ; the message has the record that leads there."""


class Pair:
    """One hand in both."""

    def __init__(
        self,
        base: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        index: int = 0,
        dealer: int | None = None,
        wall: Sequence[int] | None = None,
    ) -> None:
        options = options or {}
        self.core = xz.Game(
            xz.Rules(base, **options), seed, index, dealer, None if wall is None else list(wall)
        )
        self.twin = reference.Game(reference.make_rules(base, **options), seed, index, dealer, wall)
        self._payments = -1
        self.compare()

    def step(self, action: int, seat: int | None = None) -> None:
        self._both(lambda game: game.step(int(action), seat))

    def penalize(self, seat: int, kind: str) -> None:
        self._both(lambda game: game.penalize(seat, kind))

    def _both(self, call: Callable[[Any], None]) -> None:
        refused = []
        for game in (self.core, self.twin):
            try:
                call(game)
                refused.append(False)
            except ValueError:
                refused.append(True)
        if refused[0] != refused[1]:
            self.differ("one refused and the other did not (core, reference)", *refused)
        self.compare()

    def differ(self, what: str, core: object, twin: object) -> None:
        if isinstance(core, bytes) and isinstance(twin, bytes):
            at = next(
                (i for i, (a, b) in enumerate(zip(core, twin, strict=False)) if a != b),
                min(len(core), len(twin)),
            )
            what += f" from byte {at}"
            core, twin = core[at:].hex(" "), twin[at:].hex(" ")
        record = reference.canonical_text(self.core.record())
        raise Disagreement(f"{what}:\n  core      {core}\n  reference {twin}\n  {record}")

    def compare(self) -> None:
        core, twin = self.core, self.twin
        for what, one, other in (
            ("asked", list(core.pending.items()), [(s, tuple(a)) for s, a in twin.pending.items()]),
            ("scores", core.scores, tuple(twin.scores)),
            ("next dealer", core.next_dealer, twin.next_dealer),
            ("canonical bytes", core.canonical_bytes(), twin.canonical_bytes()),
        ):
            if one != other:
                self.differ(what, one, other)
        if len(twin.ledger) != self._payments or core.done:
            self._payments = len(twin.ledger)
            self._compare_ledgers()

    def _compare_ledgers(self) -> None:
        ours = [(p.kind, p.payer, p.payee, p.amount) for p in self.core.ledger]
        theirs = [(p.kind, p.payer, p.payee, p.amount) for p in self.twin.ledger]
        if ours != theirs:
            self.differ("ledger", ours, theirs)
        for mine, other in zip(self.core.ledger, self.twin.ledger, strict=True):
            if other.score is not None and mine.kind.startswith("win_"):
                assert mine.score is not None
                one = score_facts(mine.score, dict(mine.score.parts))
                two = score_facts(other.score, dict(other.score.parts))
                if one != two:
                    self.differ(f"score of {mine.kind}", one, two)


def score_facts(score: Any, parts: Mapping[str, int]) -> tuple[Any, ...]:
    """
    A score in terms that both have; the names of parts are each side's own, so only their fan is
    compared.
    """
    return (
        score.pattern,
        score.fan,
        score.uncut_fan,
        score.multiplier,
        score.roots,
        sorted(fan for fan in parts.values() if fan),
    )


# ---- who plays ----


#: Policies of these tests alone.
WILD = ("wild", "robbers")


class Players:
    """
    What each seat answers: the core's policies by name; `wild`, which takes and refuses claims by
    weights drawn for the hand; or `robbers`, who want nothing but pongs, kongs and robbing.
    """

    def __init__(self, names: Sequence[str], seed: int, index: int, rng: random.Random) -> None:
        self._names = names
        self._rng = rng
        self._streams = [
            PolicyStream("efficiency" if name in WILD else name, seed, index, seat)
            for seat, name in enumerate(names)
        ]
        self._odds = {
            kind: rng.choice((0.0, 0.1, 0.5, 0.9, 1.0)) for kind in ("win", "kong", "pong", "rob")
        }
        if "robbers" in names or rng.random() < 0.2:
            self._odds = {"win": 0.0, "kong": 1.0, "pong": 1.0, "rob": 1.0}

    def act(self, core: xz.Game, seat: int) -> int:
        if self._names[seat] not in WILD:
            return int(self._streams[seat].act(core, seat))
        legal = core.pending[seat]
        for kind in ("win", "kong", "pong"):
            of_kind = [action for action in legal if action.kind == kind]
            odds = self._odds["rob" if core.phase == "rob" else kind]
            if of_kind and self._rng.random() < odds:
                return int(self._rng.choice(of_kind))
        discards = [action for action in legal if action.kind == "discard"]
        if core.phase not in ("turn", "claim", "rob"):
            return int(self._rng.choice(legal))
        if not discards:
            return int(legal[-1])
        best = self._streams[seat].act(core, seat)
        return int(
            best if best in discards and self._rng.random() < 0.8 else self._rng.choice(discards)
        )


def reference_choice(name: str, twin: Any, seat: int, stream: Any) -> int:
    """The same policy's answer by the reference."""
    from xuezhan.reference import policy

    return int(policy.ACTIONS[name](twin, seat, stream))


_PENALTY_WEIGHT = {"turn": 1, "claim": 4, "rob": 80, "exchange": 1, "void": 1, "declare": 1}

Watch = Callable[[xz.Game, int, int | str], None]


def play_pair(
    pair: Pair,
    names: Sequence[str],
    seed: int,
    index: int,
    rng: random.Random,
    *,
    penalties: float = 0.0,
    shuffled: bool = False,
    policies_too: bool = False,
    watch: Watch | None = None,
) -> None:
    """
    Plays a hand to its end in both.

    penalties   the chance of one before each answer, greater where answers are owed; refused ones
                are tried too
    shuffled    several seats that owe an answer are heard in any order
    policies_too   the reference's policy must choose the same
    watch       is told (core, seat, action or penalty) before each
    """
    players = Players(names, seed, index, rng)
    streams = [
        reference.rng.stream(seed, index, reference.rng.STREAM_POLICY + seat)
        for seat in range(len(names))
    ]
    while not pair.core.done:
        if rng.random() < min(0.8, penalties * _PENALTY_WEIGHT[pair.core.phase]):
            seat, kind = (
                rng.randrange(len(names)),
                rng.choice(("escape", "false_win", "wrong_count")),
            )
            if kind != "escape" or rng.random() < 0.4:
                if watch:
                    watch(pair.core, seat, kind)
                pair.penalize(seat, kind)
                continue
        owing = list(pair.core.pending)
        seat = rng.choice(owing) if shuffled else owing[0]
        action = players.act(pair.core, seat)
        if policies_too and names[seat] not in WILD:
            other = reference_choice(names[seat], pair.twin, seat, streams[seat])
            if other != action:
                pair.differ(f"{names[seat]} in seat {seat}", ACTIONS[action], ACTIONS[other])
        if watch:
            watch(pair.core, seat, action)
        pair.step(action, seat)
