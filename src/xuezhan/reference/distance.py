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

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from .hand import PLAIN, Nine, Shape, check_hand, naturals, with_tile
from .tiles import SLOTS, SUIT_LETTERS, MeldKey, Melds, OwnMeld, meld_key, suit_of

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


@cache
def _shared(best: tuple[tuple[int, ...], ...], pairs: int, odd: int) -> SuitFacts:
    common: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
    for at in range(2 * MOST_BLOCKS + 2):
        most = -1
        for excess, row in enumerate(best):
            if row[at] > most:
                most = row[at]
                blocks_and_pairs = divmod(at, 2)
                common[blocks_and_pairs] = (*common.get(blocks_and_pairs, ()), (excess, most))
    return SuitFacts(common, pairs, odd)


NONE = -100  # no such target
# The most naturals in common by ``2 * blocks + pairs``, NONE where there is no such target.
Row = list[int]
# One end of a suit: by the sequences across the middle, and by the excess.
Half = dict[tuple[int, int], dict[int, Row]]


@cache
def _half(counts: Nine, limits: Nine, spare: int) -> Half:
    """Sort what a walk over the ranks from one end to the middle reaches."""
    half: Half = {}
    for crossing, bests in _walk(counts, limits, spare).items():
        rows = half.setdefault(crossing, {})
        for (blocks, pairs, excess), common in bests.items():
            row = rows.setdefault(excess, [NONE] * (2 * MOST_BLOCKS + 2))
            row[2 * blocks + pairs] = common
    return half


@cache
def _joints(crossing: int) -> tuple[tuple[int, int, int], ...]:
    """List the places of a low row, a high row and the row they make, a win's worth at most."""
    return tuple(
        (
            2 * low + low_pair,
            2 * high + high_pair,
            2 * (low + high - crossing) + low_pair + high_pair,
        )
        for low in range(crossing, MOST_BLOCKS + 1)
        for high in range(crossing, MOST_BLOCKS + 1)
        for low_pair in range(2)
        for high_pair in range(2 - low_pair)
        if low + high - crossing <= MOST_BLOCKS
    )


@cache
def suit_facts(nine: Nine, limits: Nine, spare: int = 0) -> SuitFacts:
    """Find the facts of one suit, of which there are ``limits`` naturals of each rank."""
    mirrored = (nine[::-1], limits[::-1])
    if mirrored < (nine, limits):  # the same the other way round, and perhaps known already
        return suit_facts(*mirrored, spare)
    best = [[NONE] * (2 * MOST_BLOCKS + 2) for _ in range(spare + 1)]
    above = _half(nine[:4:-1], limits[:4:-1], spare)
    for (from_4, from_5), below in _half(nine[:5], limits[:5], spare).items():
        # 456 is begun at 4 upwards and at 6 downwards; 567 at 5 upwards and at 7 downwards.
        joints = _joints(from_4 + from_5)
        for excess, low in below.items():
            for more, high in above.get((from_5, from_4), {}).items():
                if excess + more <= spare:
                    row = best[excess + more]
                    for at_low, at_high, at in joints:
                        common = low[at_low] + high[at_high]
                        if common > row[at]:
                            row[at] = common
    return _shared(
        tuple(tuple(row) for row in best),
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


def limits_left(melds: Sequence[OwnMeld], shape: Shape = PLAIN) -> list[int]:
    """How many naturals of each tile there are beside those in the own melds."""
    limits = [4] * SLOTS
    for meld in melds:
        limits[meld.tile] -= meld.naturals
    if shape.wild is not None:
        limits[shape.wild] = 0
    return limits


@dataclass(frozen=True, eq=False)
class _Frame:
    """What the melds and the rules leave to choose; one object for equal choices."""

    # Wilds that are not in melds, and so the most excess that a target may have.
    spare: int
    blocks: int
    pairs: int
    # The suits one of which is done without: none of a meld, and the void if there is one.
    missing: tuple[int, ...]


@cache
def _shared_frame(spare: int, blocks: int, pairs: int, missing: tuple[int, ...]) -> _Frame:
    return _Frame(spare, blocks, pairs, missing)


@lru_cache(maxsize=1 << 14)
def _frame(melds: MeldKey, shape: Shape) -> tuple[_Frame, tuple[Nine, Nine, Nine]]:
    """Give the frame, and the limits by suit."""
    limits = limits_left(melds, shape)
    spare = 0 if shape.wild is None else 4 - sum(meld.wilds for meld in melds)
    if shape.void is not None:
        suits = {shape.void}
    else:
        suits = {s for s in range(3) if SUIT_LETTERS[s] not in shape.suits} or {0, 1, 2}
    missing = tuple(sorted(suits - {suit_of(meld.tile) for meld in melds}))
    pairs = 0 if melds else shape.pairs_to_win
    m, p, s = (tuple(limits[at : at + 9]) for at in (0, 9, 18))
    return _shared_frame(spare, shape.blocks - len(melds), pairs, missing), (m, p, s)


NOTHING = -1


@lru_cache(maxsize=1 << 18)
def _most(m: SuitFacts, p: SuitFacts, s: SuitFacts, frame: _Frame) -> int:
    """Find the most naturals in common with a win, over the suit done without and both shapes."""
    best = NOTHING
    for without in frame.missing:
        one, other = [facts for suit, facts in enumerate((m, p, s)) if suit != without]
        for here in range(frame.blocks + 1):
            for pair in range(2):
                mine = one.common.get((here, pair), ())
                rest = other.common.get((frame.blocks - here, 1 - pair), ())
                for excess, common in mine:
                    for more, others in rest:
                        if excess + more <= frame.spare:
                            best = max(best, common + others)
        if frame.pairs:
            pairs = min(frame.pairs, one.pairs + other.pairs)
            best = max(best, 2 * pairs + min(frame.pairs - pairs, one.odd + other.odd))
    return best


class _Hand(NamedTuple):
    """A hand in the terms of the distance."""

    suits: tuple[Nine, Nine, Nine]
    limits: tuple[Nine, Nine, Nine]
    facts: tuple[SuitFacts, SuitFacts, SuitFacts]
    frame: _Frame
    wilds: int


def _read(counts: Sequence[int], melds: Melds, shape: Shape) -> _Hand:
    key = meld_key(melds)
    check_hand(counts, key, shape)
    own, wilds = naturals(counts, shape)
    frame, limits = _frame(key, shape)
    m, p, s = own[0:9], own[9:18], own[18:27]
    facts = (
        suit_facts(m, limits[0], frame.spare),
        suit_facts(p, limits[1], frame.spare),
        suit_facts(s, limits[2], frame.spare),
    )
    return _Hand((m, p, s), limits, facts, frame, wilds)


def shanten(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> int | None:
    """Find the exact exchange distance; -1 is a win, None is out of reach (rules §1)."""
    hand = _read(counts, melds, shape)
    most = _most(*hand.facts, hand.frame)
    # Of a win's other tiles the wilds held take as many as they are.
    return None if most == NOTHING else 3 * hand.frame.blocks + 2 - most - hand.wilds - 1


def lowering_tiles(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> list[int]:
    """List the tiles of the game, not all held, that lower the shanten of a hand lacking one."""
    hand = _read(counts, melds, shape)
    frame = hand.frame
    m, p, s = hand.facts
    most = _most(m, p, s, frame)
    if most == NOTHING:
        return []
    found = []
    for suit, letter in enumerate(SUIT_LETTERS):
        if letter not in shape.suits:
            continue
        for rank, more in enumerate(_one_more(hand.suits[suit], hand.limits[suit], frame.spare)):
            if more is None or more is hand.facts[suit]:
                continue  # none left, or it changes nothing
            then = (
                _most(more, p, s, frame)
                if suit == 0
                else _most(m, more, s, frame)
                if suit == 1
                else _most(m, p, more, frame)
            )
            if then > most:
                found.append(suit * 9 + rank)
    if shape.wild is not None and hand.wilds < frame.spare:  # one more wild always lowers it
        found = sorted([*found, shape.wild])
    return found
