"""Shanten, the exact exchange distance, and the tiles that lower it (rules §1, §13, §15, §17).

Shanten is the number of tiles of the nearest winning hand that the hand lacks, less one.  A winning
hand is a target: blocks and a pair, or pairs, with any number of each tile.  Of each tile the hand
and the wall have so many naturals as ``limits`` says, none of the wild's own slot; what a target
has beyond that is its excess, and only wilds can be it.  So a target counts if its excess is no
more than the wilds that are not in melds yet, held or still in the wall.  The naturals that hand
and target have in common stay, and the wilds held take the place of as many of the others.

A target is chosen suit by suit.  For one suit and m blocks and p pairs to be made in it, the best
choice is found by going over the ranks one by one.  Sequences that are begun at a rank reach into
the next two, so all that has to be remembered are the numbers of sequences begun at the last two
ranks.  (Three equal sequences are three triplets, hence at most two of each.)

A suit is walked from both ends, ranks 1-5 upwards and 9-6 downwards, because halves recur far more
often than whole suits; then the two walks are joined where they agree on the sequences that cross
from one half to the other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from .hand import PLAIN, Nine, Shape, check_hand, own_tiles, with_tile
from .tiles import SLOTS, SUIT_LETTERS, Melds, OwnMeld, meld_key, suit_of

# (blocks, pairs, excess) -> the most naturals in common
Bests = dict[tuple[int, int, int], int]
# (sequences begun at the last rank but one, at the last rank) -> the best targets
Walk = dict[tuple[int, int], Bests]

MOST_BLOCKS = 4


def _only_better(bests: Bests) -> Bests:
    """Drop what a target with less excess equals (rules §17: naturals serve as well)."""
    return {
        (blocks, pairs, excess): common
        for (blocks, pairs, excess), common in bests.items()
        if all(bests.get((blocks, pairs, less), -1) < common for less in range(excess))
    }


@cache
def _walk(counts: Nine, limits: Nine, spare: int) -> Walk:
    """Find the best targets over some ranks, with at most ``spare`` tiles beyond the limits."""
    if not counts:
        return {(0, 0): {(0, 0, 0): 0}}
    held, limit = counts[-1], limits[-1]
    reached: Walk = {}
    for (before, last), bests in _walk(counts[:-1], limits[:-1], spare).items():
        for begun in range(3):
            for triplets in range(3):
                for pair in range(2):
                    used = before + last + begun + 3 * triplets + 2 * pair
                    over = max(0, used - limit)
                    if over > spare:
                        continue
                    gain = min(held, used)
                    target = reached.setdefault((last, begun), {})
                    for (blocks, pairs, excess), common in bests.items():
                        made = (blocks + begun + triplets, pairs + pair, excess + over)
                        if made[0] <= MOST_BLOCKS and made[1] <= 1 and made[2] <= spare:
                            target[made] = max(target.get(made, 0), common + gain)
    return {ends: _only_better(bests) for ends, bests in reached.items()} if spare else reached


@dataclass(frozen=True, eq=False)
class SuitFacts:
    """What the distance needs to know of one suit; equal facts are one and the same object."""

    # By blocks and pairs made in the suit: (excess, the most naturals in common), from no excess
    # on; only where more excess has more in common.
    common: dict[tuple[int, int], tuple[tuple[int, int], ...]]
    # For the shape of pairs: whole pairs, four of a kind being two, and tiles left over.
    pairs: int
    odd: int


_known: dict[object, SuitFacts] = {}


def _shared(bests: Bests, pairs: int, odd: int) -> SuitFacts:
    key = (frozenset(bests.items()), pairs, odd)
    if key not in _known:
        common: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        for (blocks, pair, excess), most in sorted(bests.items()):
            common[blocks, pair] = (*common.get((blocks, pair), ()), (excess, most))
        _known[key] = SuitFacts(common, pairs, odd)
    return _known[key]


# One end of a suit, by the sequences across the middle: (blocks, pairs, best) with best as excess
# and most naturals in common, for each choice that is worth its excess.
Half = dict[tuple[int, int], list[tuple[int, int, list[tuple[int, int]]]]]


@cache
def _half(counts: Nine, limits: Nine, spare: int) -> Half:
    """List what a walk over the ranks from one end to the middle reaches."""
    half: Half = {}
    for crossing, bests in _walk(counts, limits, spare).items():
        grouped: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for (blocks, pairs, excess), common in bests.items():
            grouped.setdefault((blocks, pairs), []).append((excess, common))
        half[crossing] = [(*made, best) for made, best in grouped.items()]
    return half


@cache
def suit_facts(nine: Nine, limits: Nine, spare: int = 0) -> SuitFacts:
    """Find the facts of one suit, of which there are ``limits`` naturals of each rank."""
    mirrored = (nine[::-1], limits[::-1])
    if mirrored < (nine, limits):  # the same the other way round, and perhaps known already
        return suit_facts(*mirrored, spare)
    best: Bests = {}
    high = _half(nine[:4:-1], limits[:4:-1], spare)
    for (from_4, from_5), below in _half(nine[:5], limits[:5], spare).items():
        # 456 is begun at 4 upwards and at 6 downwards; 567 at 5 upwards and at 7 downwards.
        above = high.get((from_5, from_4), ())
        crossing = from_4 + from_5
        for low_blocks, low_pairs, low_best in below:
            for high_blocks, high_pairs, high_best in above:
                blocks = low_blocks + high_blocks - crossing
                pairs = low_pairs + high_pairs
                if blocks > MOST_BLOCKS or pairs > 1:
                    continue
                for low_excess, low_common in low_best:
                    for high_excess, high_common in high_best:
                        made = (blocks, pairs, low_excess + high_excess)
                        common = low_common + high_common
                        if made[2] <= spare and common > best.get(made, -1):
                            best[made] = common
    return _shared(
        _only_better(best) if spare else best,
        sum(count // 2 for count in nine),
        sum(count % 2 for count in nine),
    )


@cache
def _one_more(nine: Nine, limits: Nine, spare: int) -> tuple[SuitFacts | None, ...]:
    """Find the facts of a suit with one tile more, for each rank; None where all are held."""
    return tuple(
        suit_facts(tuple(with_tile(nine, rank)), limits, spare)
        if nine[rank] < limits[rank]
        else None
        for rank in range(9)
    )


@dataclass(frozen=True)
class _Hand:
    """A hand in the terms of the distance."""

    facts: tuple[SuitFacts, SuitFacts, SuitFacts]
    naturals: list[int]
    limits: list[int]
    wilds: int
    spare: int
    melds: int
    missing: tuple[int, ...]
    shape: Shape

    def shanten(self, facts: Sequence[SuitFacts] | None = None, wilds: int | None = None) -> int:
        """Give the distance, of the hand or with other facts; FAR if out of reach."""
        m, p, s = self.facts if facts is None else facts
        held = self.wilds if wilds is None else wilds
        return _shanten(m, p, s, held, self.spare, self.melds, self.missing, self.shape)


FAR = 99


def limits_left(melds: Sequence[OwnMeld], shape: Shape = PLAIN) -> list[int]:
    """How many naturals of each tile there are beside those in the own melds."""
    limits = [4] * SLOTS
    for meld in melds:
        limits[meld.tile] -= meld.naturals
    if shape.wild is not None:
        limits[shape.wild] = 0
    return limits


def _hand(counts: Sequence[int], melds: Melds, shape: Shape) -> _Hand:
    key = meld_key(melds)
    check_hand(counts, key, shape)
    own, limits = list(counts), limits_left(key, shape)
    wilds = spare = 0
    if shape.wild is not None:
        wilds, own[shape.wild] = own[shape.wild], 0
        spare = 4 - sum(meld.wilds for meld in key)
    m, p, s = (
        suit_facts(tuple(own[at : at + 9]), tuple(limits[at : at + 9]), spare) for at in (0, 9, 18)
    )
    return _Hand((m, p, s), own, limits, wilds, spare, len(key), _missing(key, shape), shape)


def _missing(melds: Iterable[OwnMeld], shape: Shape) -> tuple[int, ...]:
    """Which suit the hand may do without: none of a meld, the void if there is one (rules §15)."""
    used = {suit_of(meld.tile) for meld in melds}
    if shape.void is not None:
        suits = {shape.void}
    else:
        suits = {s for s in range(3) if SUIT_LETTERS[s] not in shape.suits} or {0, 1, 2}
    return tuple(sorted(suits - used))


def shanten(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> int | None:
    """Find the exact exchange distance; -1 is a win, None is out of reach (rules §1)."""
    found = _hand(counts, melds, shape).shanten()
    return None if found == FAR else found


@lru_cache(maxsize=1 << 18)
def _shanten(
    m: SuitFacts,
    p: SuitFacts,
    s: SuitFacts,
    wilds: int,
    spare: int,
    melds: int,
    missing: tuple[int, ...],
    shape: Shape,
) -> int:
    """Take the minimum over the suit done without and over both shapes (rules §1)."""
    blocks = shape.blocks - melds
    best = -1
    for without in missing:
        one, other = [facts for suit, facts in enumerate((m, p, s)) if suit != without]
        for here in range(blocks + 1):
            for pair in range(2):
                mine = one.common.get((here, pair), ())
                rest = other.common.get((blocks - here, 1 - pair), ())
                for excess, common in mine:
                    for more, others in rest:
                        if excess + more <= spare:
                            best = max(best, common + others)
        if shape.pairs_to_win and not melds:
            pairs = min(shape.pairs_to_win, one.pairs + other.pairs)
            odd = min(shape.pairs_to_win - pairs, one.odd + other.odd)
            best = max(best, 2 * pairs + odd)
    if best < 0:
        return FAR
    return 3 * blocks + 2 - best - wilds - 1


def lowering_tiles(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> list[int]:
    """List the tiles of the game, not all held, that lower the shanten of a hand lacking one."""
    hand = _hand(counts, melds, shape)
    now = hand.shanten()
    if now == FAR:
        return []
    found = []
    for suit, letter in enumerate(SUIT_LETTERS):
        if letter not in shape.suits:
            continue
        here = slice(suit * 9, suit * 9 + 9)
        more = _one_more(tuple(hand.naturals[here]), tuple(hand.limits[here]), hand.spare)
        for rank, facts in enumerate(more):
            if facts is None or facts is hand.facts[suit]:
                continue  # none left, or it changes nothing
            if hand.shanten([*hand.facts[:suit], facts, *hand.facts[suit + 1 :]]) < now:
                found.append(suit * 9 + rank)
    wild = shape.wild
    if wild is not None and own_tiles(counts, meld_key(melds), wild, shape) < 4 and now >= 0:
        found = sorted([*found, wild])
    return found
