"""Shanten, waits and wins against brute force."""

import random
from collections.abc import Sequence

import pytest

from xuezhan.reference import is_win, lowering_tiles, readings, shanten, waits
from xuezhan.reference.hand import is_all_pairs, with_tile
from xuezhan.reference.hand import own_tiles as own_tiles_of
from xuezhan.reference.rng import full_set
from xuezhan.reference.tiles import meld_key, tile_counts

Melds = list[tuple[str, int]]


def own_tiles(counts: Sequence[int], melds: Melds, tile: int) -> int:
    """How many copies of a tile the hand holds, melds included."""
    return own_tiles_of(counts, meld_key(melds), tile)


SEQUENCES = [suit * 9 + rank for suit in range(3) for rank in range(7)]


def plain_targets(blocks: int, suits: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All ways to lay so many blocks and a pair in the suits, at most four of each tile."""
    pieces = []
    for suit in suits:
        for tile in range(suit * 9, suit * 9 + 9):
            pieces.append([tile] * 3)
            if tile % 9 <= 6:
                pieces.append([tile, tile + 1, tile + 2])
    found: set[tuple[int, ...]] = set()

    def lay(counts: list[int], left: int, first: int) -> None:
        if not left:
            for suit in suits:
                for tile in range(suit * 9, suit * 9 + 9):
                    if counts[tile] <= 2:
                        found.add(tuple(with_tile(counts, tile, 2)))
            return
        for number in range(first, len(pieces)):
            then = list(counts)
            for tile in pieces[number]:
                then[tile] += 1
            if max(then) <= 4:
                lay(then, left - 1, number)

    lay([0] * 27, blocks, 0)
    return found


TARGETS = {
    (blocks, missing): plain_targets(blocks, tuple(s for s in range(3) if s != missing))
    for blocks in range(3)
    for missing in range(3)
}


def brute_shanten(counts: Sequence[int], melds: Melds) -> int | None:
    """Try every winning hand that contains the melds (for hands with two melds or more)."""
    best = None
    for missing in range(3):
        if any(tile // 9 == missing for _, tile in melds):
            continue
        for target in TARGETS[4 - len(melds), missing]:
            if all(own_tiles(target, melds, tile) <= 4 for _, tile in melds):
                common = sum(map(min, counts, target))
                if best is None or common > best:
                    best = common
    return None if best is None else 14 - (best + 3 * len(melds)) - 1


def random_hand(rng: random.Random, melds: int, size: int) -> tuple[list[int], Melds]:
    """A hand of 13 or 14 tiles with so many melds of every kind, often in two suits."""
    while True:
        suits = rng.choice([(0, 1), (0, 2), (1, 2), (0, 1, 2)])
        own: Melds = []
        for tile in rng.sample([t for t in range(27) if t // 9 in suits], melds):
            own.append((rng.choice(["pong", "direct", "added", "concealed"]), tile))
        left = full_set()
        for kind, tile in own:
            for _ in range(3 if kind == "pong" else 4):
                left.remove(tile)
        if rng.random() < 0.7:
            left = [tile for tile in left if tile // 9 in suits]
        if rng.random() < 0.5:
            # Few ranks: the interesting cases.
            low = rng.randrange(5)
            left = [tile for tile in left if low <= tile % 9 <= low + 4]
        wanted = size - 3 * melds
        if len(left) >= wanted:
            return tile_counts(rng.sample(left, wanted)), own


@pytest.mark.parametrize("melds", [2, 3, 4])
def test_shanten_with_melds(melds: int) -> None:
    rng = random.Random(melds)
    for number in range({2: 8, 3: 80, 4: 120}[melds]):
        counts, own = random_hand(rng, melds, 13 + number % 2)
        assert shanten(counts, own) == brute_shanten(counts, own), (counts, own)


def search_shanten(counts: Sequence[int], melds: Melds, most: int) -> int | None:
    """The fewest exchanges that reach a win, tried out one after the other."""
    start = tuple(counts)
    hands = {start}
    if sum(counts) % 3 == 2:
        if is_win(counts, melds):
            return -1
        hands = {tuple(with_tile(counts, t, -1)) for t in range(27) if counts[t]}
    for exchanged in range(most + 1):
        drawn = {
            tuple(with_tile(hand, tile))
            for hand in hands
            for tile in range(27)
            if own_tiles(hand, melds, tile) < 4
        }
        if any(is_win(hand, melds) for hand in drawn):
            return exchanged
        if exchanged == most:
            break
        hands = {tuple(with_tile(hand, t, -1)) for hand in drawn for t in range(27) if hand[t]}
    return None


@pytest.mark.parametrize("melds", [0, 1, 2, 3])
def test_shanten_by_exchanging(melds: int) -> None:
    """Ready and one-from-ready hands, seven pairs included."""
    rng = random.Random(100 + melds)
    for _ in range(40):
        counts, own = near_win(rng, melds)
        found = shanten(counts, own)
        searched = search_shanten(counts, own, 1)
        if found is not None and found <= 1:
            assert searched == found, (counts, own)
        else:
            assert searched is None, (counts, own)


def near_win(rng: random.Random, melds: int) -> tuple[list[int], Melds]:
    """A winning hand with two or three tiles exchanged for others."""
    while True:
        suits = rng.sample(range(3), 2)
        pool = [tile for tile in range(27) if tile // 9 in suits]
        own: Melds = [
            (rng.choice(["pong", "direct", "added", "concealed"]), tile)
            for tile in rng.sample(pool, melds)
        ]
        counts = [0] * 27
        if not melds and rng.random() < 0.4:
            for tile in rng.choices(pool, k=7):
                counts[tile] += 2
        else:
            counts[rng.choice(pool)] += 2
            for _ in range(4 - melds):
                tile = rng.choice(pool)
                if tile % 9 <= 6 and rng.random() < 0.6:
                    for step in range(3):
                        counts[tile + step] += 1
                else:
                    counts[tile] += 3
        for _ in range(rng.choice([2, 2, 3])):
            counts[rng.choice([tile for tile in range(27) if counts[tile]])] -= 1
            counts[rng.randrange(27)] += 1
        if rng.random() < 0.5:
            counts[rng.choice([tile for tile in range(27) if counts[tile]])] -= 1
        if all(own_tiles(counts, own, tile) <= 4 for tile in range(27)):
            return counts, own


def brute_is_win(counts: Sequence[int], melds: Melds) -> bool:
    """Take a pair out, then blocks from the lowest tile."""
    held = {t // 9 for t in range(27) if counts[t]} | {t // 9 for _, t in melds}
    if len(held) > 2:
        return False

    def blocks(left: list[int]) -> bool:
        tile = next((t for t in range(27) if left[t]), None)
        if tile is None:
            return True
        if left[tile] >= 3 and blocks(with_tile(left, tile, -3)):
            return True
        if tile % 9 <= 6 and left[tile + 1] and left[tile + 2]:
            rest = list(left)
            for step in range(3):
                rest[tile + step] -= 1
            return blocks(rest)
        return False

    pairs = any(counts[t] >= 2 and blocks(with_tile(counts, t, -2)) for t in range(27))
    return pairs or is_all_pairs(counts, melds)


def test_wins_and_waits() -> None:
    rng = random.Random(5)
    for _ in range(400):
        counts, own = near_win(rng, rng.randrange(5))
        if sum(counts) % 3 == 2:
            assert is_win(counts, own) == brute_is_win(counts, own)
            assert bool(readings(counts, own)) == is_win(counts, own)
            assert (shanten(counts, own) == -1) == is_win(counts, own)
            continue
        found = [
            tile
            for tile in range(27)
            if own_tiles(counts, own, tile) < 4 and brute_is_win(with_tile(counts, tile), own)
        ]
        assert waits(counts, own) == found
        assert (shanten(counts, own) == 0) == bool(found)
        if found:
            assert lowering_tiles(counts, own) == found


def test_lowering_tiles_by_definition() -> None:
    rng = random.Random(6)
    for _ in range(60):
        counts, own = random_hand(rng, rng.randrange(4), 13)
        now = shanten(counts, own)
        found = []
        for tile in range(27):
            if own_tiles(counts, own, tile) < 4:
                then = shanten(with_tile(counts, tile), own)
                if now is not None and then is not None and then < now:
                    found.append(tile)
        assert lowering_tiles(counts, own) == found


def test_distribution() -> None:
    """Random hands of 13 tiles against the exact distribution over all of them."""
    exact = {1: 0.009576, 2: 0.119740, 3: 0.445874, 4: 0.407108, 5: 0.017543}
    rng = random.Random(7)
    tiles = full_set()
    sample = [shanten(tile_counts(rng.sample(tiles, 13))) for _ in range(2500)]
    for distance, share in exact.items():
        spread = (share * (1 - share) / len(sample)) ** 0.5
        assert abs(sample.count(distance) / len(sample) - share) < 5 * spread


def test_refusals() -> None:
    for counts, melds in (
        ([1] * 27, []),
        ([0] * 26, []),
        ([5, 8, *[0] * 25], []),
        ([4, 4, 2, *[0] * 24], [("pong", 0)]),
        ([4, 4, 2, *[0] * 24], [("chow", 5)]),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            shanten(counts, melds)
    with pytest.raises(ValueError, match="lacks one"):
        waits([4, 4, 4, 2, *[0] * 23])
