"""The exchange distance where only some tiles can still be drawn (rules §1).

Straight from the definition: every target is written down and compared.  A target is what a winning
hand has beside the own melds: blocks and a pair, or seven pairs, of at most two suits with those of
the melds.  It counts if every tile it has more of than the hand is live as often.
"""

from collections.abc import Sequence
from functools import lru_cache

from .distance import limits_left
from .hand import Nine
from .tiles import SLOTS, Melds, meld_key, suit_of

Ranks = tuple[int, ...]

#: The blocks and the pairs of one suit, as the ranks that they take.
BLOCKS: tuple[Ranks, ...] = (
    *((rank, rank, rank) for rank in range(9)),
    *((rank, rank + 1, rank + 2) for rank in range(7)),
)
PAIRS: tuple[Ranks, ...] = tuple((rank, rank) for rank in range(9))


def _add(nine: Nine, ranks: Ranks, limits: Nine) -> Nine | None:
    """Add tiles to a target; None if it has more of one than there can be."""
    more = list(nine)
    for rank in ranks:
        more[rank] += 1
    return tuple(more) if all(a <= b for a, b in zip(more, limits, strict=True)) else None


@lru_cache(maxsize=100)
def _targets(limits: Nine, blocks: int, pairs: int) -> frozenset[Nine]:
    """Every set of so many blocks and pairs of one suit that keeps to the limits."""
    if pairs:
        fewer, parts = _targets(limits, blocks, 0), PAIRS
    elif blocks:
        fewer, parts = _targets(limits, blocks - 1, 0), BLOCKS
    else:
        return frozenset({(0,) * 9})
    grown = (_add(target, part, limits) for target in fewer for part in parts)
    return frozenset(target for target in grown if target is not None)


def _lacking(held: Nine, target: Nine) -> int:
    return sum(max(0, wanted - have) for have, wanted in zip(held, target, strict=True))


def _lack(held: Nine, limits: Nine, blocks: int, pairs: int) -> int | None:
    """Find the fewest tiles that one suit lacks to be so many blocks and pairs."""
    found = (_lacking(held, target) for target in _targets(limits, blocks, pairs))
    return min(found, default=None)


def _seven_pairs(held: Sequence[int], limits: Sequence[int]) -> int | None:
    """Find the fewest tiles that these lack to be seven pairs; four of a kind is two."""
    lacks = {0: 0}  # by the number of pairs
    for have, limit in zip(held, limits, strict=True):
        lacks = {
            pairs: min(
                lacks[pairs - two] + max(0, 2 * two - have)
                for two in range(limit // 2 + 1)
                if pairs - two in lacks
            )
            for pairs in range(8)
            if any(pairs - two in lacks for two in range(limit // 2 + 1))
        }
    return lacks.get(7)


def _limits(counts: Sequence[int], live: Sequence[int], melds: Melds) -> list[int]:
    """Refuse what is no hand of 13 or 14 tiles with live tiles; give what a target may have."""
    if len(counts) != SLOTS or len(live) != SLOTS or min(*counts, *live) < 0:
        raise ValueError(f"a hand and its live tiles are {SLOTS} counts each")
    limits = [held + left for held, left in zip(counts, live, strict=True)]
    if any(limit > most for limit, most in zip(limits, limits_left(meld_key(melds)), strict=True)):
        raise ValueError("there are four of each tile")
    if sum(counts) + 3 * len(melds) not in (13, 14):
        raise ValueError("a hand is 13 or 14 tiles, a meld counting as three")
    return limits


def shanten_live(counts: Sequence[int], live: Sequence[int], melds: Melds = ()) -> int | None:
    """Find the distance with ``live`` more of each tile to be drawn; None is out of reach."""
    limits = _limits(counts, live, melds)
    blocks_left = 4 - len(melds)
    ways: list[int] = []
    for missing in range(3):
        if any(suit_of(meld[1]) == missing for meld in melds):
            continue
        one, other = (slice(9 * suit, 9 * suit + 9) for suit in range(3) if suit != missing)
        for blocks in range(blocks_left + 1):
            for pairs in range(2):
                mine = _lack(tuple(counts[one]), tuple(limits[one]), blocks, pairs)
                rest = _lack(
                    tuple(counts[other]), tuple(limits[other]), blocks_left - blocks, 1 - pairs
                )
                if mine is not None and rest is not None:
                    ways.append(mine + rest)
        if not melds:
            seven = _seven_pairs([*counts[one], *counts[other]], [*limits[one], *limits[other]])
            if seven is not None:
                ways.append(seven)
    return min(ways) - 1 if ways else None


def accepts_live(counts: Sequence[int], live: Sequence[int], melds: Melds = ()) -> list[int]:
    """List the live tiles that lower the distance of a hand of 13 tiles when they are drawn."""
    now = shanten_live(counts, live, melds)
    found = []
    for tile in range(SLOTS):
        if live[tile] and now is not None:
            drawn = [n + (slot == tile) for slot, n in enumerate(counts)]
            left = [n - (slot == tile) for slot, n in enumerate(live)]
            then = shanten_live(drawn, left, melds)
            if then is not None and then < now:
                found.append(tile)
    return found
