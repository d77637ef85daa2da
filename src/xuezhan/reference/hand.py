"""What a hand is, without any rulebook: win, waits, readings (rules §1, §13, §15, §17).

A hand is 27 counts of concealed tiles and a sequence of melds ``(kind, tile)``; wild tiles are
counted in their own slot.  A :class:`Shape` says which hands win.  Everything here follows the
definitions word for word: a hand with wilds is tried with every assignment of them.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from .tiles import SLOTS, SUIT_LETTERS, MeldKey, Melds, OwnMeld, meld_key, suit_of

Nine = tuple[int, ...]
Counts = tuple[int, ...]


class Shape(NamedTuple):
    """Which hands win: the part of the rules that hand analysis needs.

    ``size`` is the number of tiles before the winning one (rules §13), ``pairs`` whether pairs win,
    ``suits`` the suits of the game, ``wild`` the slot of the wild tile (rules §17) and ``void`` the
    suit that the seat has declared it will do without (rules §15).
    """

    size: int = 13
    pairs: bool = True
    suits: str = "mps"
    wild: int | None = None
    void: int | None = None

    @property
    def blocks(self) -> int:
        """How many melds a winning hand has beside its pair."""
        return (self.size - 1) // 3

    @property
    def pairs_to_win(self) -> int:
        """How many pairs win without melds; none if pairs do not win (rules §13)."""
        return {13: 7, 7: 4}.get(self.size, 0) if self.pairs else 0

    @property
    def suits_to_use(self) -> tuple[int, ...]:
        """The suits of the game without the declared void."""
        return tuple(
            suit
            for suit, letter in enumerate(SUIT_LETTERS)
            if letter in self.suits and suit != self.void
        )


PLAIN = Shape()


class Block(NamedTuple):
    """One meld of a reading: a triplet (own pongs and kongs too) or a sequence from ``tile``."""

    sequence: bool
    tile: int

    @property
    def tiles(self) -> tuple[int, int, int]:
        """Its tiles; of a kong three."""
        step = int(self.sequence)
        return self.tile, self.tile + step, self.tile + 2 * step


class Reading(NamedTuple):
    """One way to read a winning hand: blocks, the own melds first, and a pair; or pairs alone.

    With wilds it is the hand in which each wild is what it stands for.
    """

    blocks: tuple[Block, ...]
    pair: int | None
    pairs: tuple[int, ...] = ()

    @property
    def all_pairs(self) -> bool:
        """Whether it is the shape of pairs."""
        return self.pair is None

    @property
    def tiles(self) -> list[int]:
        """The tiles read, a kong as three."""
        pairs = self.pairs if self.pair is None else (self.pair,)
        return sorted([t for block in self.blocks for t in block.tiles] + [*pairs, *pairs])


# ------------------------------------------------------------------------------ one suit's tiles

Cut = tuple[tuple[Block, ...], int | None]


@cache
def _cuts(nine: Nine) -> frozenset[Cut]:
    """Every way to cut one suit's tiles into blocks and at most one pair (ranks from 0)."""
    found: set[Cut] = set()
    first = next((rank for rank, count in enumerate(nine) if count), None)
    if first is None:
        return frozenset({((), None)})

    def without(*ranks: int) -> Nine:
        left = list(nine)
        for rank in ranks:
            left[rank] -= 1
        return tuple(left)

    if nine[first] >= 3:
        for blocks, pair in _cuts(without(first, first, first)):
            found.add((tuple(sorted((*blocks, Block(False, first)))), pair))
    if first <= 6 and nine[first + 1] and nine[first + 2]:
        for blocks, pair in _cuts(without(first, first + 1, first + 2)):
            found.add((tuple(sorted((*blocks, Block(True, first)))), pair))
    if nine[first] >= 2:
        for blocks, pair in _cuts(without(first, first)):
            if pair is None:
                found.add((blocks, first))
    return frozenset(found)


@cache
def _assignments(wilds: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of ranks for so many wilds."""
    return tuple(combinations_with_replacement(range(9), wilds))


def _assigned(nine: Nine, ranks: tuple[int, ...]) -> Nine:
    more = list(nine)
    for rank in ranks:
        more[rank] += 1
    return tuple(more)


@lru_cache(maxsize=1 << 16)
def _cuts_with(nine: Nine, wilds: int) -> frozenset[Cut]:
    """Every way to cut a suit's tiles and so many wilds, whatever these stand for (rules §17)."""
    if not wilds:
        return _cuts(nine)
    if (sum(nine) + wilds) % 3 == 1:
        return frozenset()
    ways = (_cuts(_assigned(nine, ranks)) for ranks in _assignments(wilds))
    return frozenset().union(*ways)


@lru_cache(maxsize=1 << 17)
def _can_cut(nine: Nine, wilds: int) -> bool:
    """Whether a suit's tiles and so many wilds can be blocks and at most one pair."""
    if (sum(nine) + wilds) % 3 == 1:
        return False
    if not wilds:
        return bool(_cuts(nine))
    return any(_can_cut(_assigned(nine, ranks), 0) for ranks in _assignments(wilds))


# ------------------------------------------------------------------------------------ whole hands


def naturals(counts: Sequence[int], shape: Shape) -> tuple[Counts, int]:
    """Give the counts without wilds, and the number of wilds."""
    if shape.wild is None or not counts[shape.wild]:
        return tuple(counts), 0
    return tuple(with_tile(counts, shape.wild, -counts[shape.wild])), counts[shape.wild]


def _suits(counts: Sequence[int]) -> tuple[Nine, Nine, Nine]:
    return tuple(counts[0:9]), tuple(counts[9:18]), tuple(counts[18:27])


def suits_held(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> set[int]:
    """Give the suits of the whole hand, melds included; a wild is of none (rules §1, §17)."""
    own, _ = naturals(counts, shape)
    held = {suit for suit in range(3) if any(own[suit * 9 : suit * 9 + 9])}
    return held | {suit_of(meld[1]) for meld in melds}


def _spread(
    suits: tuple[Nine, Nine, Nine], wilds: int, held: set[int], shape: Shape
) -> Iterator[tuple[int, int, int]]:
    """Every way to share the wilds among at most two suits in all, none of them the void."""
    usable = shape.suits_to_use
    if shape.void in held:
        return
    for m in range(wilds + 1):
        for p in range(wilds + 1 - m):
            share = (m, p, wilds - m - p)
            used = held | {suit for suit in range(3) if share[suit]}
            if len(used) <= 2 and all(suit in usable for suit in range(3) if share[suit]):
                yield share


def is_win(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> bool:
    """Whether the concealed tiles and the melds are a complete hand (rules §1, §13, §15, §17)."""
    if sum(counts) + 3 * len(melds) != shape.size + 1:
        return False
    held = suits_held(counts, melds, shape)
    if len(held) > 2 or shape.void in held:
        return False
    own, wilds = naturals(counts, shape)
    if is_all_pairs(counts, melds, shape):
        return True
    # A suit with a multiple of three tiles holds no pair, the one with two more holds it; then
    # every cut of the suit has the pair or has it not, as it should.
    suits = _suits(own)
    return any(
        all(_can_cut(nine, more) for nine, more in zip(suits, share, strict=True))
        for share in _spread(suits, wilds, held, shape)
    )


def is_all_pairs(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> bool:
    """Pairs alone, fully concealed, four of a kind counting as two (rules §1, §13).

    A wild completes each odd tile; those left over are pairs of anything.  The suits are not
    looked at.
    """
    if melds or not shape.pairs_to_win or sum(counts) != 2 * shape.pairs_to_win:
        return False
    own, wilds = naturals(counts, shape)
    return sum(count % 2 for count in own) <= wilds


def own_tiles(
    counts: Sequence[int], melds: Sequence[OwnMeld], tile: int, shape: Shape = PLAIN
) -> int:
    """How many copies of a tile of the wall the player holds itself, melds included."""
    if tile == shape.wild:
        return counts[tile] + sum(meld.wilds for meld in melds)
    return counts[tile] + sum(meld.naturals for meld in melds if meld.tile == tile)


def waits(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> list[int]:
    """List the tiles that complete the hand, of none of which it holds all four (rules §1)."""
    key = meld_key(melds)
    check_hand(counts, key, shape)
    if sum(counts) % 3 != 1:
        raise ValueError("waits need a hand that lacks one tile")
    return [
        tile
        for tile in completing(tuple(counts), key, shape)
        if own_tiles(counts, key, tile, shape) < 4
    ]


@lru_cache(maxsize=1 << 18)
def completing(counts: Counts, melds: MeldKey, shape: Shape) -> tuple[int, ...]:
    """List the tiles of the game that would complete the hand, however many copies it holds."""
    return tuple(
        tile
        for tile in range(SLOTS)
        if SUIT_LETTERS[suit_of(tile)] in shape.suits
        and is_win(with_tile(counts, tile), melds, shape)
    )


def with_tile(counts: Sequence[int], tile: int, change: int = 1) -> list[int]:
    """Copy the counts with one tile more (or ``change`` more)."""
    changed = list(counts)
    changed[tile] += change
    return changed


def check_hand(counts: Sequence[int], melds: Sequence[OwnMeld], shape: Shape = PLAIN) -> None:
    """Refuse what is no hand, complete or lacking one tile."""
    if len(counts) != SLOTS:
        raise ValueError(f"a hand is {SLOTS} counts, not {len(counts)}")
    if min(counts) < 0 or max(counts) > 4:
        raise ValueError("there are four of each tile")
    for tile in {meld.tile for meld in melds} | ({shape.wild} if shape.wild is not None else set()):
        if own_tiles(counts, melds, tile, shape) > 4:
            raise ValueError("there are four of each tile")
    if any(meld.wilds for meld in melds) and shape.wild is None:
        raise ValueError("a meld has wilds, and no tile is wild")
    if sum(counts) + 3 * len(melds) not in (shape.size, shape.size + 1):
        more = shape.size + 1
        raise ValueError(f"a hand is {shape.size} or {more} tiles, a meld counting as three")


# -------------------------------------------------------------------------------------- readings


def readings(counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN) -> list[Reading]:
    """Every reading of a complete hand; none if it is not complete (rules §3, §17)."""
    return list(_readings(tuple(counts), meld_key(melds), shape))


@lru_cache(maxsize=1 << 12)
def _readings(counts: Counts, melds: MeldKey, shape: Shape) -> tuple[Reading, ...]:
    if not is_win(counts, melds, shape):
        return ()
    own = tuple(Block(False, meld.tile) for meld in melds)
    held = suits_held(counts, melds, shape)
    concealed, wilds = naturals(counts, shape)
    suits = _suits(concealed)
    found = {
        Reading(own + blocks, pair)
        for share in _spread(suits, wilds, held, shape)
        for blocks, pair in _standard(suits, share)
    }
    if is_all_pairs(counts, melds, shape):
        found |= set(_pairs_readings(concealed, wilds, held, shape))
    return tuple(sorted(found, key=lambda reading: (reading.blocks, reading.tiles)))


def _standard(
    suits: tuple[Nine, Nine, Nine], wilds: tuple[int, int, int]
) -> Iterator[tuple[tuple[Block, ...], int]]:
    """All ways to read concealed tiles as blocks and exactly one pair, as slots."""
    ways_m, ways_p, ways_s = (
        _cuts_with(nine, more) for nine, more in zip(suits, wilds, strict=True)
    )
    for cut_m in ways_m:
        for cut_p in ways_p:
            for cut_s in ways_s:
                blocks: tuple[Block, ...] = ()
                pairs = []
                for suit, (ranks, pair) in enumerate((cut_m, cut_p, cut_s)):
                    blocks += tuple(Block(b.sequence, b.tile + 9 * suit) for b in ranks)
                    if pair is not None:
                        pairs.append(pair + 9 * suit)
                if len(pairs) == 1:
                    yield blocks, pairs[0]


def _pairs_readings(
    concealed: Counts, wilds: int, held: set[int], shape: Shape
) -> Iterator[Reading]:
    """The odd tiles are completed by wilds, the wilds left over are pairs of any tiles."""
    pairs = [tile for tile in range(SLOTS) for _ in range((concealed[tile] + 1) // 2)]
    usable = [tile for tile in range(SLOTS) if suit_of(tile) in shape.suits_to_use]
    left = (wilds - sum(count % 2 for count in concealed)) // 2
    for more in combinations_with_replacement(usable, left):
        if len(held | {suit_of(tile) for tile in more}) <= 2:
            yield Reading((), None, tuple(sorted([*pairs, *more])))


def stands_for(
    reading: Reading, counts: Sequence[int], melds: Melds = (), shape: Shape = PLAIN
) -> list[int]:
    """List what the concealed wilds of the hand stand for in a reading, ascending (rules §17)."""
    concealed, _ = naturals(counts, shape)
    left = list(reading.tiles)
    for meld in melds:
        for _ in range(3):
            left.remove(meld[1])
    for tile, number in enumerate(concealed):
        for _ in range(number):
            left.remove(tile)
    return left
