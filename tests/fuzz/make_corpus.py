"""Write the seeds of the corpus: a few inputs for each target, from hands that the engine plays."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import xuezhan as xz

TEXTS = (
    "123456m2233p [555p]",
    "2225556m [8888m](4444m)",
    "123万456筒789条11万",
    "🀇🀈🀉🀐🀑🀒",
    "[111+1m] (9999s) 1223334444s",
    "1m5p9s2m6p1s3m7p2s4m8p3s",
)


def inputs() -> Iterator[tuple[str, bytes]]:
    """Give target and bytes."""
    draw = random.Random(1)
    for text in TEXTS:
        yield "text", text.encode()
    for number, rules in enumerate(xz.RULEBOOKS):
        prefix = bytes([number, 0])
        for index in range(4):
            game, policy = xz.Game(rules, seed=1, index=index), xz.Policy("mixed", seed=1)
            stop = draw.choice((3, 20, 60, 500))
            while not game.done and stop:
                game.step(policy(game))
                stop -= 1
            yield "record", xz.record_to_bytes(game)
            yield "state", prefix + xz.State.of(game).to_bytes()
            yield "view", prefix + game.view(index).to_bytes()
        yield "play", prefix + bytes(draw.randrange(256) for _ in range(300))
        yield "play", prefix + bytes(draw.randrange(64) for _ in range(300))
        yield "rules", bytes([number, *(draw.randrange(256) for _ in range(27))])
        yield "rules", bytes([number, 2, 3, *bytes(7), 20, 1, *bytes(7)])
    hands = ("1112345678999m", "123456m2233555p", "11223344556677m", "147m258p369s1234m")
    rows = b"".join(bytes(int(n) for n in xz.Hand(hand).counts) for hand in hands)
    yield "rows", rows
    yield "rows", rows[:54] + bytes(draw.randrange(5) for _ in range(27))
    yield "rows", rows + (1).to_bytes(4, "little") + (1 << 20).to_bytes(4, "little")


def main(folder: str) -> None:
    """Write them all below `folder`, a folder for each target."""
    for number, (target, data) in enumerate(inputs()):
        path = Path(folder) / target / f"seed_{number:03}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).with_name("corpus")))
