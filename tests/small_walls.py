"""Hands near a win with a few live tiles: small enough to try everything."""

from __future__ import annotations

import random
from typing import NamedTuple

import xuezhan as xz

_MELDS = ("[{r}{r}{r}{s}]", "[{r}{r}{r}{r}{s}]", "[{r}{r}{r}+{r}{s}]", "({r}{r}{r}{r}{s})")


class Case(NamedTuple):
    hand: xz.Hand
    live: list[int]
    draws: int
    rules: str


def random_case(rng: random.Random) -> Case:
    """A hand of 13 or 14 tiles, no win, that may or may not be able to win with what is live."""
    while True:
        counts, melds = _win(rng)
        held = _with(counts, melds)
        if max(held) > 4:
            continue
        live = [0] * 27
        lacking = rng.choice((1, 2, 2, 3, 3))
        tiles = [tile for tile in range(27) for _ in range(counts[tile])]
        for tile in rng.sample(tiles, min(lacking, len(tiles))):
            counts[tile] -= 1
            live[tile] += rng.random() < 0.9
        held = _with(counts, melds)
        near = [tile for tile in range(27) if any(counts[max(0, tile - 1) : tile + 2])] or [0]
        size = 13 + rng.randrange(2)
        while sum(counts) + 3 * len(melds) < size:
            _put(counts, held, live, rng.choice(near) if rng.random() < 0.5 else rng.randrange(27))
        for _ in range(rng.randint(1, 5)):
            tile = rng.choice(near) if rng.random() < 0.8 else rng.randrange(27)
            live[tile] += held[tile] + live[tile] < 4
        hand = xz.Hand(counts, melds)
        if sum(live) and not hand.is_win:
            draws = rng.randint(1, min(5, sum(live)))
            return Case(hand, live, draws, rng.choice(xz.RULEBOOKS))


def _win(rng: random.Random) -> tuple[list[int], list[str]]:
    """Concealed counts, of some tile perhaps too many, and melds."""
    suits = rng.sample(range(3), rng.choice((1, 2, 2)))
    counts = [0] * 27
    melds: list[str] = []
    if rng.random() < 0.3:
        for _ in range(7):
            counts[9 * rng.choice(suits) + rng.randrange(9)] += 2
        return counts, melds
    own = rng.choice((0, 0, 1, 2))
    for i in range(4):
        suit = rng.choice(suits)
        if i < own:
            rank = rng.randint(1, 9)
            melds.append(rng.choice(_MELDS).format(r=rank, s="mps"[suit]))
        elif rng.random() < 0.65:
            first = 9 * suit + rng.randrange(7)
            for tile in range(first, first + 3):
                counts[tile] += 1
        else:
            counts[9 * suit + rng.randrange(9)] += 3
    counts[9 * rng.choice(suits) + rng.randrange(9)] += 2
    return counts, melds


def _with(counts: list[int], melds: list[str]) -> list[int]:
    held = list(counts)
    for meld in melds:
        tile = xz.TILE_NAMES.index(meld[1] + meld[-2])
        held[tile] += sum(letter.isdigit() for letter in meld)
    return held


def _put(counts: list[int], held: list[int], live: list[int], tile: int) -> None:
    if held[tile] + live[tile] < 4:
        counts[tile] += 1
        held[tile] += 1
