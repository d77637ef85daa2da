"""The exchange distance where only some tiles can still be drawn (rules §1, §13, §15, §17).

Straight from the definition: every target is written down and compared.  A target is what a winning
hand has beside the own melds: blocks and a pair, or pairs, of at most two suits with those of the
melds.  What it has of a tile beyond the naturals that the hand holds or may draw is its excess,
which must be wilds, held or live; the others that it lacks are drawn, as far as the wilds held do
not take their place.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from .distance import limits_left
from .hand import PLAIN, Nine, Shape, naturals
from .tiles import SLOTS, SUIT_LETTERS, Melds, meld_key, suit_of

Ranks = tuple[int, ...]

#: The blocks and the pairs of one suit, as the ranks that they take.
BLOCKS: tuple[Ranks, ...] = (
    *((rank, rank, rank) for rank in range(9)),
    *((rank, rank + 1, rank + 2) for rank in range(7)),
)
PAIRS: tuple[Ranks, ...] = tuple((rank, rank) for rank in range(9))

#: By excess: the fewest tiles lacking.
Lacks = Mapping[int, int]


def _excess(target: Iterable[int], limits: Iterable[int]) -> int:
    return sum(max(0, wanted - limit) for wanted, limit in zip(target, limits, strict=True))


def _add(nine: Nine, ranks: Ranks) -> Nine:
    more = list(nine)
    for rank in ranks:
        more[rank] += 1
    return tuple(more)


@lru_cache(maxsize=100)
def _targets(limits: Nine, spare: int, blocks: int, pairs: int) -> frozenset[Nine]:
    """Every set of so many blocks and pairs of one suit with at most ``spare`` in excess."""
    if pairs:
        fewer, parts = _targets(limits, spare, blocks, 0), PAIRS
    elif blocks:
        fewer, parts = _targets(limits, spare, blocks - 1, 0), BLOCKS
    else:
        return frozenset({(0,) * 9})
    grown = (_add(target, part) for target in fewer for part in parts)
    return frozenset(target for target in grown if _excess(target, limits) <= spare)


@lru_cache(maxsize=10_000)
def _lacks(held: Nine, limits: Nine, spare: int, blocks: int, pairs: int) -> Lacks:
    """Find the fewest tiles that one suit lacks to be so many blocks and pairs."""
    found: dict[int, int] = {}
    for target in _targets(limits, spare, blocks, pairs):
        lacking = sum(max(0, wanted - have) for have, wanted in zip(held, target, strict=True))
        excess = _excess(target, limits)
        found[excess] = min(lacking, found.get(excess, lacking))
    return found


def _pairs_lack(held: Sequence[int], limits: Sequence[int], spare: int, pairs: int) -> int | None:
    """Find the fewest tiles that these lack to be so many pairs; four of a kind is two."""
    lacks = {(0, 0): 0}  # by the number of pairs and the excess
    for have, limit in zip(held, limits, strict=True):
        then: dict[tuple[int, int], int] = {}
        for (made, excess), lacking in lacks.items():
            for two in range(pairs - made + 1):
                more = excess + max(0, 2 * two - limit)
                if more <= spare:
                    lack = lacking + max(0, 2 * two - have)
                    key = (made + two, more)
                    then[key] = min(lack, then.get(key, lack))
        lacks = then
    return min((lack for (made, _), lack in lacks.items() if made == pairs), default=None)


def _limits(
    counts: Sequence[int], live: Sequence[int], melds: Melds, shape: Shape
) -> tuple[list[int], int]:
    """Refuse what is no hand with live tiles; give how many naturals, and wilds, there may be."""
    if len(counts) != SLOTS or len(live) != SLOTS or min(*counts, *live) < 0:
        raise ValueError(f"a hand and its live tiles are {SLOTS} counts each")
    key = meld_key(melds)
    limits = [held + left for held, left in zip(counts, live, strict=True)]
    most = limits_left(key, shape)
    spare = 0
    if shape.wild is not None:
        spare, limits[shape.wild] = limits[shape.wild], 0
    if any(limit > left for limit, left in zip(limits, most, strict=True)) or spare > 4 - sum(
        meld.wilds for meld in key
    ):
        raise ValueError("there are four of each tile")
    if sum(counts) + 3 * len(melds) not in (shape.size, shape.size + 1):
        more = shape.size + 1
        raise ValueError(f"a hand is {shape.size} or {more} tiles, a meld counting as three")
    return limits, spare


def shanten_live(
    counts: Sequence[int], live: Sequence[int], melds: Melds = (), shape: Shape = PLAIN
) -> int | None:
    """Find the distance with ``live`` more of each tile to be drawn; None is out of reach."""
    limits, spare = _limits(counts, live, melds, shape)
    held, wilds = naturals(counts, shape)
    blocks_left = shape.blocks - len(melds)
    ways: list[int] = []
    for missing in range(3):
        if shape.void not in (None, missing) or any(suit_of(meld[1]) == missing for meld in melds):
            continue
        used = [s for s in range(3) if s != missing and SUIT_LETTERS[s] in shape.suits]
        ways += _ways(held, limits, spare, blocks_left, used)
        if not melds and shape.pairs_to_win:
            tiles = [tile for suit in used for tile in range(9 * suit, 9 * suit + 9)]
            pairs = _pairs_lack(
                [held[tile] for tile in tiles],
                [limits[tile] for tile in tiles],
                spare,
                shape.pairs_to_win,
            )
            if pairs is not None:
                ways.append(pairs)
    return min(ways) - wilds - 1 if ways else None


def _ways(
    held: Sequence[int], limits: Sequence[int], spare: int, blocks: int, suits: Sequence[int]
) -> list[int]:
    """Give what is lacking of blocks and a pair in these suits, in different ways."""
    # By blocks, pairs and excess, one suit after the other.
    reached = {(0, 0, 0): 0}
    for suit in suits:
        here = slice(9 * suit, 9 * suit + 9)
        then: dict[tuple[int, int, int], int] = {}
        for (made, had, excess), lacking in reached.items():
            for more in range(blocks - made + 1):
                for pairs in range(2 - had):
                    found = _lacks(tuple(held[here]), tuple(limits[here]), spare, more, pairs)
                    for over, lack in found.items():
                        key = (made + more, had + pairs, excess + over)
                        if key[2] <= spare:
                            then[key] = min(lacking + lack, then.get(key, lacking + lack))
        reached = then
    return [lack for (made, had, _), lack in reached.items() if (made, had) == (blocks, 1)]


def accepts_live(
    counts: Sequence[int], live: Sequence[int], melds: Melds = (), shape: Shape = PLAIN
) -> list[int]:
    """List the live tiles that lower the distance of a hand lacking one when they are drawn."""
    now = shanten_live(counts, live, melds, shape)
    found = []
    for tile in range(SLOTS):
        if live[tile] and now is not None:
            drawn = [n + (slot == tile) for slot, n in enumerate(counts)]
            left = [n - (slot == tile) for slot, n in enumerate(live)]
            then = shanten_live(drawn, left, melds, shape)
            if then is not None and then < now:
                found.append(tile)
    return found
