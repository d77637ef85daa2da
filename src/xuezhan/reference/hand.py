"""What a hand is, without any rulebook: win, waits, readings, shanten (rules §1).

A hand is 27 counts of concealed tiles and a sequence of melds ``(kind, tile)``.  Everything here
follows the definitions word for word; results are remembered because they are asked for often.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from .tiles import MELD_KINDS, SLOTS, SUIT_LETTERS, Melds, suit_of

Nine = tuple[int, ...]
Counts = tuple[int, ...]
MeldKey = tuple[tuple[str, int], ...]


class Block(NamedTuple):
    """One meld of a reading: a triplet (own pongs and kongs too) or a sequence from ``tile``."""

    sequence: bool
    tile: int


class Reading(NamedTuple):
    """One way to read a winning hand: four blocks and a pair, or seven pairs (no blocks)."""

    blocks: tuple[Block, ...]
    pair: int | None

    @property
    def seven_pairs(self) -> bool:
        """Whether it is the other shape."""
        return self.pair is None


# ------------------------------------------------------------------------------------ winning


@cache
def _splits(nine: Nine) -> frozenset[tuple[tuple[Block, ...], int | None]]:
    """Every way to cut one suit's tiles into blocks and at most one pair (ranks from 0)."""
    found: set[tuple[tuple[Block, ...], int | None]] = set()
    first = next((rank for rank, count in enumerate(nine) if count), None)
    if first is None:
        return frozenset({((), None)})

    def without(*ranks: int) -> Nine:
        left = list(nine)
        for rank in ranks:
            left[rank] -= 1
        return tuple(left)

    if nine[first] >= 3:
        for blocks, pair in _splits(without(first, first, first)):
            found.add((tuple(sorted((*blocks, Block(False, first)))), pair))
    if first <= 6 and nine[first + 1] and nine[first + 2]:
        for blocks, pair in _splits(without(first, first + 1, first + 2)):
            found.add((tuple(sorted((*blocks, Block(True, first)))), pair))
    if nine[first] >= 2:
        for blocks, pair in _splits(without(first, first)):
            if pair is None:
                found.add((blocks, first))
    return frozenset(found)


def _suits(counts: Sequence[int]) -> tuple[Nine, Nine, Nine]:
    return tuple(counts[0:9]), tuple(counts[9:18]), tuple(counts[18:27])


def suits_held(counts: Sequence[int], melds: Melds = ()) -> set[int]:
    """Give the suits of the whole hand; three of them make a flower pig (rules §1)."""
    held = {suit for suit in range(3) if any(counts[suit * 9 : suit * 9 + 9])}
    return held | {suit_of(tile) for _, tile in melds}


def is_seven_pairs(counts: Sequence[int], melds: Melds = ()) -> bool:
    """Seven pairs, fully concealed, four of a kind counting as two (rules §1)."""
    return not melds and sum(counts) == 14 and all(count in (0, 2, 4) for count in counts)


def is_win(counts: Sequence[int], melds: Melds = ()) -> bool:
    """Whether the concealed tiles and the melds are a complete hand (rules §1)."""
    if sum(counts) + 3 * len(melds) != 14 or len(suits_held(counts, melds)) > 2:
        return False
    if is_seven_pairs(counts, melds):
        return True
    # A suit with a multiple of three tiles holds no pair, the one with two more holds it; then
    # every split of the suit has the pair or has it not, as it should.
    return all(sum(nine) % 3 != 1 and _splits(nine) for nine in _suits(counts))


def own_tiles(counts: Sequence[int], melds: Melds, tile: int) -> int:
    """How many copies of a tile the player holds itself, melds included."""
    in_melds = sum(3 if kind == "pong" else 4 for kind, own in melds if own == tile)
    return counts[tile] + in_melds


def waits(counts: Sequence[int], melds: Melds = ()) -> list[int]:
    """List the tiles that complete the hand, of none of which it holds all four (rules §1)."""
    _check(counts, melds)
    if sum(counts) % 3 != 1:
        raise ValueError("waits need a hand that lacks one tile")
    return list(_waits(tuple(counts), tuple(melds)))


@lru_cache(maxsize=1 << 18)
def _waits(counts: Counts, melds: MeldKey) -> tuple[int, ...]:
    return tuple(
        tile
        for tile in range(SLOTS)
        if own_tiles(counts, melds, tile) < 4 and is_win(with_tile(counts, tile), melds)
    )


def with_tile(counts: Sequence[int], tile: int, change: int = 1) -> list[int]:
    """Copy the counts with one tile more (or ``change`` more)."""
    changed = list(counts)
    changed[tile] += change
    return changed


def readings(counts: Sequence[int], melds: Melds = ()) -> list[Reading]:
    """Every reading of a complete hand; none if it is not complete (rules §3)."""
    if not is_win(counts, melds):
        return []
    own = tuple(Block(False, tile) for _, tile in melds)
    found = [Reading(own + blocks, pair) for blocks, pair in _standard(_suits(counts))]
    if is_seven_pairs(counts, melds):
        found.append(Reading((), None))
    return found


def _standard(suits: tuple[Nine, Nine, Nine]) -> Iterator[tuple[tuple[Block, ...], int]]:
    """All ways to read concealed tiles as blocks and exactly one pair, as slots."""
    for split_m in _splits(suits[0]):
        for split_p in _splits(suits[1]):
            for split_s in _splits(suits[2]):
                blocks: tuple[Block, ...] = ()
                pairs = []
                for suit, (ranks, pair) in enumerate((split_m, split_p, split_s)):
                    blocks += tuple(Block(b.sequence, b.tile + 9 * suit) for b in ranks)
                    if pair is not None:
                        pairs.append(pair + 9 * suit)
                if len(pairs) == 1:
                    yield blocks, pairs[0]


# ------------------------------------------------------------------------------------ shanten
#
# Shanten is 14 - (the most tiles in common with a winning hand) - 1.  A winning hand is chosen
# suit by suit; for one suit and m blocks and p pairs to be made in it, the best choice is found by
# going over the ranks one by one.  Sequences that are begun at a rank reach into the next two, so
# all that has to be remembered are the numbers of sequences begun at the last two ranks.
# (Three equal sequences are three triplets, hence at most two of each.)
#
# A suit is walked from both ends, ranks 1-5 upwards and 9-6 downwards, because halves recur far
# more often than whole suits; then the two walks are joined where they agree on the sequences that
# cross from one half to the other.

# (sequences begun at the last rank but one, at the last rank) -> {(blocks, pairs): common tiles}
Walk = dict[tuple[int, int], dict[tuple[int, int], int]]


@cache
def _walk(counts: Nine, limits: Nine) -> Walk:
    """Find the best overlaps after some ranks, of which a win may use ``limits`` each."""
    if not counts:
        return {(0, 0): {(0, 0): 0}}
    held, limit = counts[-1], limits[-1]
    reached: Walk = {}
    for (before, last), bests in _walk(counts[:-1], limits[:-1]).items():
        for begun in range(3):
            for triplets in range(2):
                for pairs in range(2):
                    used = before + last + begun + 3 * triplets + 2 * pairs
                    if used > limit:
                        continue
                    gain = min(held, used)
                    target = reached.setdefault((last, begun), {})
                    for (blocks, had), overlap in bests.items():
                        made = (blocks + begun + triplets, had + pairs)
                        if made[0] <= 4 and made[1] <= 1:
                            target[made] = max(target.get(made, 0), overlap + gain)
    return reached


IMPOSSIBLE = -100


@dataclass(frozen=True, eq=False)
class SuitFacts:
    """What the distance needs to know of one suit; equal facts are one and the same object."""

    # For m = 0-4 blocks: the most tiles in common (without, with) a pair in this suit as well.
    overlaps: tuple[tuple[int, int], ...]
    # For seven pairs: whole pairs, four of a kind being two, and tiles left over.
    pairs: int
    odd: int


@cache
def _shared(overlaps: tuple[tuple[int, int], ...], pairs: int, odd: int) -> SuitFacts:
    return SuitFacts(overlaps, pairs, odd)


# One end of a suit: {sequences across the middle: ((blocks, pairs, common tiles), ...)}
Half = dict[tuple[int, int], tuple[tuple[int, int, int], ...]]


@cache
def _half(counts: Nine, limits: Nine) -> Half:
    """List what a walk over the ranks from one end to the middle reaches."""
    return {
        crossing: tuple((blocks, pairs, overlap) for (blocks, pairs), overlap in bests.items())
        for crossing, bests in _walk(counts, limits).items()
    }


@cache
def suit_facts(nine: Nine, limits: Nine) -> SuitFacts:
    """Find the facts of one suit, of which a winning hand may use ``limits`` of each rank."""
    mirrored = (nine[::-1], limits[::-1])
    if mirrored < (nine, limits):  # the same the other way round, and perhaps known already
        return suit_facts(*mirrored)
    best = [[IMPOSSIBLE, IMPOSSIBLE] for _ in range(5)]
    high = _half(nine[:4:-1], limits[:4:-1])
    for (from_4, from_5), below in _half(nine[:5], limits[:5]).items():
        # 456 is begun at 4 upwards and at 6 downwards; 567 at 5 upwards and at 7 downwards.
        above = high.get((from_5, from_4), ())
        crossing = from_4 + from_5
        for low_blocks, low_pairs, low_overlap in below:
            for high_blocks, high_pairs, high_overlap in above:
                blocks = low_blocks + high_blocks - crossing
                pairs = low_pairs + high_pairs
                if blocks <= 4 and pairs <= 1 and low_overlap + high_overlap > best[blocks][pairs]:
                    best[blocks][pairs] = low_overlap + high_overlap
    return _shared(
        tuple((without, with_pair) for without, with_pair in best),
        sum(count // 2 for count in nine),
        sum(count % 2 for count in nine),
    )


@cache
def _one_more(nine: Nine, limits: Nine) -> tuple[SuitFacts | None, ...]:
    """Find the facts of a suit with one tile more, for each rank; None where all are held."""
    return tuple(
        suit_facts(tuple(with_tile(nine, rank)), limits) if nine[rank] < limits[rank] else None
        for rank in range(9)
    )


def limits_left(melds: Melds) -> list[int]:
    """How many of each tile the concealed part of a winning hand may use (rules §1)."""
    limits = [4] * SLOTS
    for kind, tile in melds:
        limits[tile] -= 3 if kind == "pong" else 4
    return limits


def _check(counts: Sequence[int], melds: Melds) -> list[int]:
    """Refuse what is no hand of 13 or 14 tiles; give the limits."""
    if len(counts) != SLOTS:
        raise ValueError(f"a hand is {SLOTS} counts, not {len(counts)}")
    for kind, tile in melds:
        if kind not in MELD_KINDS or not 0 <= tile < SLOTS:
            raise ValueError(f"{(kind, tile)} is no meld")
    limits = limits_left(melds)
    if min(counts) < 0 or max(counts) > 4 or any(counts[t] > limits[t] for _, t in melds):
        raise ValueError("there are four of each tile")
    if sum(counts) + 3 * len(melds) not in (13, 14):
        raise ValueError("a hand is 13 or 14 tiles, a meld counting as three")
    return limits


def shanten(counts: Sequence[int], melds: Melds = ()) -> int | None:
    """Find the exact exchange distance; -1 is a win, None is out of reach (rules §1)."""
    facts = _all_facts(counts, _check(counts, melds))
    return _shanten(*facts, frozenset(suit_of(tile) for _, tile in melds), len(melds))


def _all_facts(
    counts: Sequence[int], limits: Sequence[int]
) -> tuple[SuitFacts, SuitFacts, SuitFacts]:
    return (
        suit_facts(tuple(counts[0:9]), tuple(limits[0:9])),
        suit_facts(tuple(counts[9:18]), tuple(limits[9:18])),
        suit_facts(tuple(counts[18:27]), tuple(limits[18:27])),
    )


@lru_cache(maxsize=1 << 18)
def _shanten(
    m: SuitFacts, p: SuitFacts, s: SuitFacts, suits_of_melds: frozenset[int], melds: int
) -> int | None:
    """Take the minimum over the suit done without and over both shapes (rules §1)."""
    open_blocks = 4 - melds
    best = IMPOSSIBLE
    for missing, one, other in ((0, p, s), (1, m, s), (2, m, p)):
        if missing in suits_of_melds:
            continue
        for blocks in range(open_blocks + 1):
            mine, rest = one.overlaps[blocks], other.overlaps[open_blocks - blocks]
            best = max(best, mine[0] + rest[1], mine[1] + rest[0])
        if not melds:
            pairs = min(7, one.pairs + other.pairs)
            best = max(best, 2 * pairs + min(7 - pairs, one.odd + other.odd))
    if best < 0:
        return None
    return 14 - (best + 3 * melds) - 1


def lowering_tiles(counts: Sequence[int], melds: Melds, suits: str = "mps") -> list[int]:
    """List the tiles in play, not all held, that lower the shanten of a 13-tile hand."""
    limits = _check(counts, melds)
    facts = _all_facts(counts, limits)
    suits_of_melds = frozenset(suit_of(tile) for _, tile in melds)
    now = _shanten(*facts, suits_of_melds, len(melds))
    if now is None:
        return []
    found = []
    for suit, letter in enumerate(SUIT_LETTERS):
        if letter not in suits:
            continue
        here = slice(suit * 9, suit * 9 + 9)
        for rank, more in enumerate(_one_more(tuple(counts[here]), tuple(limits[here]))):
            if more is None or more is facts[suit]:
                continue  # none left, or it changes nothing
            then = [*facts[:suit], more, *facts[suit + 1 :]]
            distance = _shanten(then[0], then[1], then[2], suits_of_melds, len(melds))
            if distance is not None and distance < now:
                found.append(suit * 9 + rank)
    return found
