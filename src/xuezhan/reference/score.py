"""What a winning hand is worth under given rules (rules §3, §4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .hand import Reading, own_tiles, readings, suits_held, with_tile
from .rules import PATTERNS, Rules
from .tiles import SLOTS, Melds, rank_of

# One way to count a hand: the pattern and how many of its fours of a kind are part of it.
Candidate = tuple[str, int]

BLOOMS = ("direct", "added", "concealed")


@dataclass(frozen=True)
class Score:
    """A counted hand.  ``fan`` is cut at ``max_fan``, ``uncut_fan`` is the sum of ``parts``.

    ``points`` is what one payer pays, ``roots`` the roots that count.
    """

    pattern: str
    fan: int
    uncut_fan: int
    multiplier: int
    points: int
    roots: int
    parts: tuple[tuple[str, int], ...]


def count_roots(counts: Sequence[int], melds: Melds) -> int:
    """Fours of a kind in the whole hand that were not declared a kong (rules §1)."""
    kongs = {tile for kind, tile in melds if kind != "pong"}
    return sum(
        1 for tile in range(SLOTS) if tile not in kongs and own_tiles(counts, melds, tile) == 4
    )


def candidates(rules: Rules, counts: Sequence[int], melds: Melds) -> list[Candidate]:
    """Every pattern that some reading of the complete hand meets and the rules price (rules §3)."""
    flush = len(suits_held(counts, melds)) == 1
    roots = count_roots(counts, melds)
    met: set[Candidate] = set()
    for reading in readings(counts, melds):
        if reading.seven_pairs:
            met |= _pairs_candidates(rules, flush, roots)
        else:
            met |= {(name, 0) for name in _standard_patterns(reading, flush)}
    return sorted(found for found in met if rules.patterns[found[0]] is not None)


def _pairs_candidates(rules: Rules, flush: bool, roots: int) -> set[Candidate]:
    """Seven pairs; with a four of a kind the dragon forms stand in, if priced (rules §12)."""

    def dragon(with_four: str, without: str) -> Candidate:
        if roots and rules.patterns[with_four] is not None:
            return with_four, 1
        return without, 0

    met = {dragon("dragon_seven_pairs", "seven_pairs")}
    if flush:
        met |= {dragon("flush_dragon_seven_pairs", "flush_seven_pairs"), ("full_flush", 0)}
    return met


def _standard_patterns(reading: Reading, flush: bool) -> set[str]:
    """Give the patterns of four blocks and a pair (rules §3)."""
    assert reading.pair is not None
    names = {"plain"}
    triplets = not any(block.sequence for block in reading.blocks)
    own = {block.tile for block in reading.blocks} | {reading.pair}
    outside = rank_of(reading.pair) in (1, 9) and all(
        rank_of(block.tile) in ((1, 7) if block.sequence else (1, 9)) for block in reading.blocks
    )
    sequences = [block.tile for block in reading.blocks if block.sequence]
    straight = any({suit * 9, suit * 9 + 3, suit * 9 + 6} <= set(sequences) for suit in range(3))
    if flush:
        names.add("full_flush")
    for holds, name, in_flush in (
        (triplets, "all_triplets", "flush_triplets"),
        (outside, "outside", "flush_outside"),
        (straight, "straight", "flush_straight"),
    ):
        if holds:
            names.add(name)
            if flush:
                names.add(in_flush)
    if triplets and all(rank_of(tile) in (2, 5, 8) for tile in own):
        names.add("jiang_triplets")
    return names


def score(
    rules: Rules,
    counts: Sequence[int],
    melds: Melds,
    win_tile: int,
    *,
    self_draw: bool = False,
    bloom: str | None = None,
    rob: bool = False,
    kong_discard: bool = False,
    last_tile: bool = False,
    first_turn: str | None = None,
) -> Score:
    """Count the hand that ``win_tile`` completes; ``counts`` is without it (rules §3)."""
    if bloom is not None and bloom not in BLOOMS:
        raise ValueError(f"bloom is one of {', '.join(BLOOMS)} or None, not {bloom!r}")
    if first_turn not in (None, "heavenly", "earthly"):
        raise ValueError(f"first_turn is 'heavenly', 'earthly' or None, not {first_turn!r}")
    drawn = self_draw or bloom is not None or first_turn is not None
    if [drawn, rob, kong_discard].count(True) > 1:
        raise ValueError("a win is by self-draw, by discard or by robbing, only one of them")
    return _score(
        rules,
        tuple(with_tile(counts, win_tile)),
        tuple(melds),
        drawn,
        bloom,
        rob,
        kong_discard,
        last_tile,
        first_turn,
    )


@lru_cache(maxsize=1 << 14)
def _score(
    rules: Rules,
    whole: tuple[int, ...],
    melds: tuple[tuple[str, int], ...],
    self_draw: bool,
    bloom: str | None,
    rob: bool,
    kong_discard: bool,
    last_tile: bool,
    first_turn: str | None,
) -> Score:
    found = candidates(rules, whole, melds)
    if not found:
        raise ValueError("the hand is not complete")
    if first_turn is not None and rules.patterns[first_turn] is not None:
        found.append((first_turn, 0))
    roots = count_roots(whole, melds)
    # 杠上花 paid by the feeder as if by discard has no self-draw bonus (rules §4).
    as_discard = bloom == "direct" and rules.direct_kong_bloom == "feeder_as_discard"
    bonus = self_draw and not as_discard

    extras = _kong_parts(rules, melds, bloom)
    if bloom is not None:
        extras.append(("bloom", _bloom_fan(rules, bloom)))
    for applies, name, fan in (
        (kong_discard, "kong_discard", rules.kong_discard_fan),
        (rob, "rob_kong", rules.rob_kong_fan),
        (last_tile, "last_tile", rules.last_draw_fan if self_draw else rules.last_discard_fan),
        (bonus and rules.self_draw == "add_fan", "self_draw", 1),
    ):
        if applies:
            extras.append((name, fan))

    def preference(candidate: Candidate) -> tuple[int, int, int]:
        """Prefer the most in total, the higher pattern, further down the table (rules §3)."""
        pattern, absorbed = candidate
        fan = _pattern_fan(rules, pattern)
        return fan + (roots - absorbed) * rules.root_fan, fan, PATTERNS.index(pattern)

    pattern, absorbed = max(found, key=preference)
    parts = [(pattern, _pattern_fan(rules, pattern))]
    counted_roots = roots - absorbed
    if counted_roots:
        parts.append(("roots", counted_roots * rules.root_fan))
    parts += extras
    uncut = sum(fan for _, fan in parts)
    fan = rules.cut(uncut)
    multiplier = rules.multiplier(fan)
    added = rules.unit if bonus and rules.self_draw == "add_unit" else 0
    points = rules.unit * multiplier + added
    return Score(pattern, fan, uncut, multiplier, points, counted_roots, tuple(parts))


def _pattern_fan(rules: Rules, pattern: str) -> int:
    fan = rules.patterns[pattern]
    assert fan is not None
    return fan


def _bloom_fan(rules: Rules, bloom: str) -> int:
    return rules.bloom_fan_concealed if bloom == "concealed" else rules.bloom_fan_melded


def _kong_parts(rules: Rules, melds: Melds, bloom: str | None) -> list[tuple[str, int]]:
    """Count the kongs' fan; the one drawn on is left out if the bloom fan includes it."""
    parts = []
    for kind, each in (
        ("direct", rules.direct_kong_fan),
        ("added", rules.added_kong_fan),
        ("concealed", rules.concealed_kong_fan),
    ):
        number = sum(1 for own, _ in melds if own == kind)
        if kind == bloom and rules.bloom_includes_kong and number:
            number -= 1
        if number:
            parts.append((f"{kind}_kong", number * each))
    return parts


def ready_value(rules: Rules, counts: Sequence[int], melds: Melds, tile: int) -> int:
    """Find the multiplier of a ready hand for one of its waits (rules §6, ready check)."""
    if rules.ready_value_addons:
        return score(rules, counts, melds, tile).multiplier
    found = candidates(rules, with_tile(counts, tile), melds)
    return rules.multiplier(rules.cut(max(_pattern_fan(rules, name) for name, _ in found)))
