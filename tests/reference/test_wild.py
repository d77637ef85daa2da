"""Hands with wild tiles, short hands and declared void, against plain search (rules §13-§17)."""

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement

import pytest

from xuezhan.reference import (
    OwnMeld,
    Shape,
    accepts_live,
    is_win,
    lowering_tiles,
    make_rules,
    meld_text,
    parse_hand,
    readings,
    score,
    shanten,
    shanten_live,
    stands_for,
    waits,
)
from xuezhan.reference.hand import naturals, own_tiles, with_tile
from xuezhan.reference.tiles import tile_counts, tile_slot

WILD = tile_slot("1s")


def random_shape(rng: random.Random) -> Shape:
    return Shape(
        size=rng.choice([13, 13, 10, 7]),
        pairs=rng.random() < 0.8,
        suits=rng.choice(["mps", "mps", "mps", "ms"]),
        wild=rng.choice([WILD, WILD, None, tile_slot("5s")]),
    )


def random_hand(rng: random.Random, shape: Shape) -> tuple[list[int], list[OwnMeld]]:
    """Near a win, with wilds and melds that may have wilds in them."""
    while True:
        suits = rng.sample([s for s in range(3) if "mps"[s] in shape.suits], 2)
        pool = [tile for suit in suits for tile in range(9 * suit, 9 * suit + 9)]
        pool = [tile for tile in pool if tile != shape.wild]
        melds = []
        for tile in rng.sample(pool, rng.choice([0, 0, 1, 2, shape.blocks])):
            kind = rng.choice(["pong", "direct", "added", "concealed"])
            wilds = rng.choice([0, 0, 1, 2]) if shape.wild is not None else 0
            melds.append(OwnMeld(kind, tile, wilds))
        if len(melds) > shape.blocks:
            continue
        counts = [0] * 27
        if not melds and shape.pairs and shape.size != 10 and rng.random() < 0.4:
            for tile in rng.choices(pool, k=(shape.size + 1) // 2):
                counts[tile] += 2
        else:
            counts[rng.choice(pool)] += 2
            for _ in range(shape.blocks - len(melds)):
                tile = rng.choice(pool)
                if tile % 9 <= 6 and rng.random() < 0.6:
                    for step in range(3):
                        counts[tile + step] += 1
                else:
                    counts[tile] += 3
        for change in range(rng.choice([1, 2, 3])):
            counts[rng.choice([tile for tile in range(27) if counts[tile]])] -= 1
            wild = shape.wild is not None and (change < 2 or rng.random() < 0.5)
            others = [tile for tile in range(27) if "mps"[tile // 9] in shape.suits]
            counts[shape.wild if wild and shape.wild is not None else rng.choice(others)] += 1
        if rng.random() < 0.5:
            counts[rng.choice([tile for tile in range(27) if counts[tile]])] -= 1
        if all(own_tiles(counts, melds, tile, shape) <= 4 for tile in range(27)):
            return counts, melds


def random_void(rng: random.Random, shape: Shape, melds: Sequence[OwnMeld]) -> Shape:
    if shape.suits != "mps" or rng.random() < 0.5:
        return shape
    used = {meld.tile // 9 for meld in melds}
    return shape._replace(
        void=rng.choice([suit for suit in range(3) if suit not in used] or [None])
    )


def brute_win(counts: Sequence[int], melds: Sequence[OwnMeld], shape: Shape) -> bool:
    """Every assignment of the wilds, to all tiles at once."""
    own, wilds = naturals(counts, shape)
    usable = [t for t in range(27) if "mps"[t // 9] in shape.suits and t // 9 != shape.void]
    if any(own[t] for t in range(27) if t // 9 == shape.void):
        return False
    return any(
        complete(list(map(sum, zip(own, tile_counts(tiles), strict=True))), melds, shape)
        for tiles in combinations_with_replacement(usable, wilds)
    )


def complete(counts: list[int], melds: Sequence[OwnMeld], shape: Shape) -> bool:
    suits = {t // 9 for t in range(27) if counts[t]} | {meld.tile // 9 for meld in melds}
    if len(suits) > 2:
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

    pairs = shape.pairs and shape.size in (13, 7) and not melds
    return (pairs and all(count % 2 == 0 for count in counts)) or any(
        counts[t] >= 2 and blocks(with_tile(counts, t, -2)) for t in range(27)
    )


def test_wins() -> None:
    rng = random.Random(1)
    seen = set()
    for _ in range(250):
        shape = random_shape(rng)
        counts, melds = random_hand(rng, shape)
        shape = random_void(rng, shape, melds)
        _, wilds = naturals(counts, shape)
        if sum(counts) % 3 != 2 or wilds > 2:
            continue
        found = is_win(counts, melds, shape)
        assert found == brute_win(counts, melds, shape), (counts, melds, shape)
        seen.add((found, wilds))
    assert seen == {(found, wilds) for found in (False, True) for wilds in range(3)}


def test_distance_and_waits_agree() -> None:
    """Complete is -1, ready is 0, and one exchange from ready is 1."""
    rng = random.Random(2)
    seen = set()
    for _ in range(220):
        shape = random_shape(rng)
        counts, melds = random_hand(rng, shape)
        shape = random_void(rng, shape, melds)
        distance = shanten(counts, melds, shape)
        if sum(counts) % 3 == 2:
            assert (distance == -1) == is_win(counts, melds, shape), (counts, melds, shape)
            continue
        found = waits(counts, melds, shape)
        assert (distance == 0) == bool(found), (counts, melds, shape)
        lowering = lowering_tiles(counts, melds, shape)
        seen.add(distance)
        if distance == 0:
            assert lowering == found
        elif distance is not None:
            ready_soon = any(
                waits(with_tile(drawn, tile, -1), melds, shape)
                for drawn in draws(counts, melds, shape)
                for tile in range(27)
                if drawn[tile]
            )
            assert (distance == 1) == ready_soon, (counts, melds, shape)
            assert lowering == [
                tile
                for tile in range(27)
                if "mps"[tile // 9] in shape.suits
                and own_tiles(counts, melds, tile, shape) < 4
                and (shanten(with_tile(counts, tile), melds, shape) or 0) < distance
            ]
    assert {0, 1, 2} <= seen


def draws(counts: Sequence[int], melds: Sequence[OwnMeld], shape: Shape) -> list[list[int]]:
    return [
        with_tile(counts, tile)
        for tile in range(27)
        if "mps"[tile // 9] in shape.suits and own_tiles(counts, melds, tile, shape) < 4
    ]


def test_live_tiles() -> None:
    """Where nothing is dead it is plain shanten; else a search by drawing live tiles."""
    rng = random.Random(4)
    seen: set[tuple[int, bool]] = set()
    while len(seen) < 6:
        shape = random_shape(rng)._replace(size=rng.choice([7, 7, 10]))
        counts, melds = random_hand(rng, shape)
        shape = random_void(rng, shape, melds)
        all_live = [4 - own_tiles(counts, melds, tile, shape) for tile in range(27)]
        assert shanten_live(counts, all_live, melds, shape) == shanten(counts, melds, shape)
        if sum(counts) % 3 == 2:
            continue
        live = [rng.randint(0, left) if rng.random() < 0.4 else 0 for left in all_live]
        live = [n if "mps"[t // 9] in shape.suits else 0 for t, n in enumerate(live)]
        found = shanten_live(counts, live, melds, shape)
        wins = [t for t in range(27) if live[t] and is_win(with_tile(counts, t), melds, shape)]
        assert (found == 0) == bool(wins), (counts, melds, live, shape)
        accepted = accepts_live(counts, live, melds, shape)
        assert all(live[tile] for tile in accepted)
        if wins:
            assert accepted == wins
        else:
            soon = any(
                is_win(with_tile(with_tile(with_tile(counts, first), out, -1), last), melds, shape)
                for first in range(27)
                for last in range(first, 27)
                if live[first] and live[last] - (first == last) > 0
                for out in range(27)
                if counts[out] + (out == first)
            )
            assert (found == 1) == soon, (counts, melds, live, shape)
        seen.add((found if found is not None and found <= 1 else 2, shape.wild is None))


def test_readings_are_all_assignments() -> None:
    """The best score over assignments, each scored as a hand of naturals."""
    rng = random.Random(3)
    rules = make_rules("guide", wild="1s", patterns={"straight": 3, "jiang_seven_pairs": 4})
    plain = make_rules("guide", patterns={"straight": 3, "jiang_seven_pairs": 4})
    checked = 0
    while checked < 25:
        shape = Shape(wild=WILD)
        counts, melds = random_hand(rng, shape)
        own, wilds = naturals(counts, shape)
        if not 1 <= wilds <= 2 or not is_win(counts, melds, shape) or any(m.wilds for m in melds):
            continue
        checked += 1
        fans = []
        for tiles in combinations_with_replacement(range(27), wilds):
            hand = list(map(sum, zip(own, tile_counts(tiles), strict=True)))
            if complete(hand, melds, shape._replace(wild=None)):
                last = next(tile for tile in range(27) if hand[tile])
                fans.append(score(plain, with_tile(hand, last, -1), melds, last).fan)
        found = score(rules, with_tile(counts, WILD, -1), melds, WILD)
        assert found.fan == max(fans), (counts, melds)
        assert len(found.wilds) == wilds
        assert found.reading is not None
        assert list(found.wilds) == stands_for(found.reading, counts, melds, shape)


def test_five_and_more_alike() -> None:
    """Wilds may be a fifth copy; own four naturals are still no wait (rules §17)."""
    shape = Shape(wild=WILD)
    # 111m and a pair of 1m: the fourth and the wild.
    five = parse_hand("1111m123456789p1s", WILD)
    stood = [stands_for(r, *five, shape) for r in readings(*five, shape) if r.tiles.count(0) == 5]
    assert stood == [[0]]
    found = waits(*parse_hand("1111m123456789p"), shape)
    assert 0 not in found
    assert WILD in found
    # Eight alike: four naturals and four wilds.
    eight = parse_hand("1111m223344p1111s")
    assert is_win(*eight, shape)
    assert any(reading.tiles.count(0) == 8 for reading in readings(*eight, shape))


def test_all_four_wilds_held() -> None:
    """The wild is no wait of a seat that has all four, melds included (rules §17)."""
    shape = Shape(wild=WILD)
    for text, waited in (("123456m45p11s [5p11s]", False), ("123456m456p1s [5p11s]", True)):
        assert (WILD in waits(*parse_hand(text, WILD), shape)) == waited
        assert waits(*parse_hand(text, WILD), shape)


@pytest.mark.parametrize(
    "text",
    [
        "[55p1s]",
        "[5p11s]",
        "[555p1s]",
        "(55p11s)",
        "(5p111s)",
        "[55p1s+5p]",
        "[555p+1s]",
        "[55s1s]",
        "[555s+1s]",
        "[555+5p]",
        "[5555p]",
        "(5555p)",
        "[5p11s+1s]",
    ],
)
def test_melds_in_text(text: str) -> None:
    _, (meld,) = parse_hand(text, WILD)
    assert meld_text(meld, WILD) == text


@pytest.mark.parametrize("text", ["[111s]", "[1s55p]", "[56p1s]", "(555p+1s)", "[5p1s]"])
def test_no_melds(text: str) -> None:
    with pytest.raises(ValueError, match="no meld"):
        parse_hand(text, WILD)


def test_refused_hands() -> None:
    shape = Shape(wild=WILD)
    with pytest.raises(ValueError, match="four of each"):
        shanten(*parse_hand("123456m45p111s [5p11s]", WILD), shape)
    with pytest.raises(ValueError, match="no tile is wild"):
        shanten([*[1] * 10, *[0] * 17], [OwnMeld("pong", 12, 1)])
    with pytest.raises(ValueError, match="7 or 8 tiles"):
        shanten(parse_hand("123456789m1111p")[0], (), Shape(size=7))
