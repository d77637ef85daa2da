"""The faults, read from the TOML files of this folder, and the tests of each area."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

#: By area: the C tests (a pattern for ctest) and the files of Python tests that must find its
#: faults, the quickest first.
AREAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "text": ("text|known_hands", ("test_notation.py", "test_action.py")),
    "hands": (
        "hand|rows|known|brute|exact|live|tables",
        ("test_hand_api.py", "test_arrays.py", "test_live.py"),
    ),
    "rules": ("play|record", ("test_rules.py", "test_docs.py")),
    "score": (
        "play|known_hands",
        ("test_situations.py", "test_hand_api.py", "reference", "test_lockstep.py"),
    ),
    "settle": ("play", ("test_situations.py", "test_penalties.py", "test_lockstep.py")),
    "step": (
        "play|batch",
        ("test_situations.py", "test_penalties.py", "test_lockstep.py", "test_game.py"),
    ),
    "records": (
        "record|state_codec",
        ("test_record.py", "test_state.py", "test_view.py", "test_penalties.py"),
    ),
    "views": ("state_codec|redeal|play", ("test_leak.py", "test_view.py", "test_lockstep.py")),
    "redeal": ("redeal", ("test_redeal.py", "test_leak.py")),
    "observe": ("env|batch|spread", ("test_view.py", "test_batch_game.py", "test_training.py")),
    "players": ("players|threads", ("test_players.py", "test_policy.py", "test_evaluation.py")),
    "simulation": ("batch|env", ("test_simulation.py", "test_batch_game.py", "test_policy.py")),
    "chances": ("chances", ("test_chances.py",)),
}


@dataclass(frozen=True)
class Mutant:
    """One fault: in `file`, the only place that reads `old` is made to read `new`."""

    name: str
    area: str
    file: str
    old: str
    new: str
    survives: str | None = None  #: why no test can find it, if so

    def planted(self) -> str:
        """The file's text with the fault in it."""
        text = (ROOT / self.file).read_text("utf-8")
        found = text.count(self.old)
        if found != 1:
            raise ValueError(f"{self.name}: {self.file} has {self.old!r} {found} times, not once")
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """All of them, in order."""
    found = []
    for path in sorted(HERE.glob("*.toml")):
        entries = tomllib.loads(path.read_text("utf-8"))["mutant"]
        found += [Mutant(area=path.stem, **entry) for entry in entries]
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two mutants have the name {name!r}")
    return found
