"""
The stories of a few hands, kept as text to be read: tests/golden/*.txt, each from its record.

    python tests/golden.py

writes the stories again after a change that is meant; the difference shows what the change did.
"""

from __future__ import annotations

from pathlib import Path

import xuezhan as xz
from xuezhan.play.story import story

FOLDER = Path(__file__).parent / "golden"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def play(name: str) -> xz.Game:
    (record,) = xz.read_records(FOLDER / f"{name}.json")
    return xz.replay(record)


def text(name: str) -> str:
    game = play(name)
    return f"{story(game)}\n\nfingerprint {game.hand_fingerprint:016x}\n"


if __name__ == "__main__":
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8", newline="\n")
