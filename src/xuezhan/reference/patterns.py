"""The patterns and the fan of the hand itself, for one reading of it (rules §3, §18)."""

from collections.abc import Mapping, Sequence

from .hand import Reading, Shape, stands_for
from .options import Options
from .tiles import OwnMeld, rank_of, suit_of, tile_slot

# One way to count a reading: the pattern, and how many of its fours of a kind are part of it.
Candidate = tuple[str, int]

JIANG_PATTERNS = ("jiang_triplets", "jiang_golden_hook", "jiang_seven_pairs")
EIGHTEEN_PATTERNS = ("eighteen", "flush_eighteen")
PATTERN_OF_FOUR_WILDS = "four_wilds"
TWO_OF_BAMBOO = tile_slot("2s")


def count_roots(reading: Reading, melds: Sequence[OwnMeld]) -> int:
    """Count the tiles with four copies or more that were not declared a kong (rules §1, §17)."""
    tiles = reading.tiles
    kongs = {meld.tile for meld in melds if meld.is_kong}
    return sum(tile not in kongs and tiles.count(tile) >= 4 for tile in set(tiles))


def candidates(
    patterns: Mapping[str, int | None], reading: Reading, melds: Sequence[OwnMeld]
) -> list[Candidate]:
    """Every pattern that the reading meets and the rules price (rules §3, §18)."""
    flush = len({suit_of(tile) for tile in reading.tiles}) == 1
    if reading.all_pairs:
        met = _pairs_candidates(patterns, reading, flush)
    else:
        met = {(name, 0) for name in _standard_patterns(reading, melds, flush)}
    return sorted(found for found in met if patterns[found[0]] is not None)


def _pairs_candidates(
    patterns: Mapping[str, int | None], reading: Reading, flush: bool
) -> set[Candidate]:
    """Pairs; with a four of a kind the dragon forms stand in, if priced (rules §12)."""
    fours = count_roots(reading, ())

    def dragon(with_four: str, without: str) -> Candidate:
        if fours and patterns[with_four] is not None:
            return with_four, 1
        return without, 0

    met = {dragon("dragon_seven_pairs", "seven_pairs")}
    if flush:
        met |= {dragon("flush_dragon_seven_pairs", "flush_seven_pairs"), ("full_flush", 0)}
    if _only_jiang(reading):
        met.add(("jiang_seven_pairs", 0))
    return met


def _only_jiang(reading: Reading) -> bool:
    return all(rank_of(tile) in (2, 5, 8) for tile in reading.tiles)


def _standard_patterns(reading: Reading, melds: Sequence[OwnMeld], flush: bool) -> set[str]:
    """Give the patterns of blocks and a pair (rules §3, §18)."""
    assert reading.pair is not None
    triplets = not any(block.sequence for block in reading.blocks)
    hook = len(melds) == len(reading.blocks)
    outside = rank_of(reading.pair) in (1, 9) and all(
        any(rank_of(tile) in (1, 9) for tile in block.tiles) for block in reading.blocks
    )
    names = {"plain"}
    if flush:
        names.add("full_flush")
    for holds, name, in_flush in (
        (triplets, "all_triplets", "flush_triplets"),
        (outside, "outside", "flush_outside"),
        (has_straight(reading), "straight", "flush_straight"),
        (hook, "golden_hook", "flush_golden_hook"),
        (len(melds) == 4 and all(meld.is_kong for meld in melds), "eighteen", "flush_eighteen"),
    ):
        if holds:
            names.add(name)
            if flush:
                names.add(in_flush)
    if _only_jiang(reading):
        if triplets:
            names.add("jiang_triplets")
        if hook:
            names.add("jiang_golden_hook")
    return names


def has_straight(reading: Reading) -> bool:
    """Whether 123, 456 and 789 of one suit are among its blocks."""
    begun = {block.tile for block in reading.blocks if block.sequence}
    return any({suit * 9, suit * 9 + 3, suit * 9 + 6} <= begun for suit in range(3))


def hand_addons(
    rules: Options,
    shape: Shape,
    pattern: str,
    reading: Reading,
    whole: Sequence[int],
    melds: Sequence[OwnMeld],
    win_tile: int | None,
    *,
    self_draw: bool,
) -> list[tuple[str, int]]:
    """List the add-ons that are properties of the hand (rules §17, §18, §23 (1)).

    ``whole`` are the concealed tiles with the winning one, which is None for a heavenly win.
    """
    standard = not reading.all_pairs
    simples = all(rank_of(tile) not in (1, 9) for tile in reading.tiles)
    wilds = 0 if shape.wild is None else whole[shape.wild] + sum(meld.wilds for meld in melds)
    middles = _middles(reading, whole, melds, win_tile, shape)
    addons = []
    for applies, name, fan in (
        (standard and _is_concealed(rules, melds, self_draw), "concealed", rules.concealed_fan),
        (
            simples and (rules.simples_with_jiang or pattern not in JIANG_PATTERNS),
            "simples",
            rules.simples_fan,
        ),
        (any(rank_of(t) == 5 for t in middles), "middle_five", rules.middle_five_fan),
        (TWO_OF_BAMBOO in middles, "middle_two", rules.middle_two_fan),
        (has_straight(reading), "straight", rules.straight_fan),
        (shape.wild is not None and not wilds, "natural", rules.natural_fan),
    ):
        if applies and fan:
            addons.append((name, fan))
    return addons


def _is_concealed(rules: Options, melds: Sequence[OwnMeld], self_draw: bool) -> bool:
    keeps = ("concealed",) if rules.concealed_kong_keeps else ()
    return all(meld.kind in keeps for meld in melds) and (self_draw or rules.concealed_on == "any")


def _middles(
    reading: Reading,
    whole: Sequence[int],
    melds: Sequence[OwnMeld],
    win_tile: int | None,
    shape: Shape,
) -> set[int]:
    """Give the winning tile if it is the middle of a sequence (rules §18).

    A wild that wins is what it stands for; of several wilds it may be any.
    """
    if win_tile is None:
        return set()
    tiles = [win_tile]
    if win_tile == shape.wild:
        tiles = stands_for(reading, whole, melds, shape)
    return {block.tile + 1 for block in reading.blocks if block.sequence} & set(tiles)
