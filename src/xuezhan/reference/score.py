"""What a winning hand is worth under given rules (rules §3, §4, §17, §18)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .hand import Reading, readings, stands_for, with_tile
from .options import PATTERNS
from .patterns import (
    EIGHTEEN_PATTERNS,
    PATTERN_OF_FOUR_WILDS,
    candidates,
    count_roots,
    hand_addons,
)
from .rules import Rules
from .tiles import MeldKey, Melds, meld_key

BLOOMS = ("direct", "added", "concealed")


@dataclass(frozen=True)
class Score:
    """A counted hand.

    ``fan`` is cut at ``max_fan``, ``uncut_fan`` is the sum of ``parts``; ``points`` is what one
    payer pays, ``roots`` the roots that count.  ``reading`` is the one counted and ``wilds`` what
    its concealed wilds stand for, ascending.
    """

    pattern: str
    fan: int
    uncut_fan: int
    multiplier: int
    points: int
    roots: int
    parts: tuple[tuple[str, int], ...]
    reading: Reading | None = None
    wilds: tuple[int, ...] = ()


class Kept(NamedTuple):
    """What later wins of a seat count as its first did, under ``first_win`` (rules §16)."""

    roots: int
    kong_fan: int


class Win(NamedTuple):
    """How a hand was won."""

    self_draw: bool = False
    bloom: str | None = None
    rob: bool = False
    kong_discard: bool = False
    last_tile: bool = False
    first_turn: str | None = None
    four_wilds: bool = False
    kept: Kept | None = None


def score(
    rules: Rules,
    counts: Sequence[int],
    melds: Melds,
    win_tile: int,
    *,
    void: int | None = None,
    self_draw: bool = False,
    bloom: str | None = None,
    rob: bool = False,
    kong_discard: bool = False,
    last_tile: bool = False,
    first_turn: str | None = None,
    four_wilds: bool = False,
    kept: Kept | None = None,
) -> Score:
    """Count the hand that ``win_tile`` completes; ``counts`` is without it (rules §3).

    ``kong_discard`` beside ``rob`` is the robbing of a kong called on a replacement (rules §19).
    """
    if bloom is not None and bloom not in BLOOMS:
        raise ValueError(f"bloom is one of {', '.join(BLOOMS)} or None, not {bloom!r}")
    if first_turn not in (None, "heavenly", "earthly"):
        raise ValueError(f"first_turn is 'heavenly', 'earthly' or None, not {first_turn!r}")
    drawn = self_draw or bloom is not None or first_turn == "heavenly" or four_wilds
    if drawn and (rob or kong_discard):
        raise ValueError("a win is by self-draw, by discard or by robbing, only one of them")
    win = Win(drawn, bloom, rob, kong_discard, last_tile, first_turn, four_wilds, kept)
    whole = tuple(with_tile(counts, win_tile))
    return _score(rules, whole, meld_key(melds), win_tile, void, win)


@lru_cache(maxsize=1 << 14)
def _score(
    rules: Rules, whole: tuple[int, ...], melds: MeldKey, win_tile: int, void: int | None, win: Win
) -> Score:
    shape = rules.shape(void)
    if win.four_wilds:
        return _finished(rules, win, [(PATTERN_OF_FOUR_WILDS, _fan(rules, PATTERN_OF_FOUR_WILDS))])
    best: tuple[tuple[object, ...], list[tuple[str, int]], int, Reading] | None = None
    for reading in readings(whole, melds, shape):
        found = candidates(rules.patterns, reading, melds)
        if win.first_turn is not None and rules.patterns[win.first_turn] is not None:
            found.append((win.first_turn, 0))
        for pattern, absorbed in found:
            middle = None if win.first_turn == "heavenly" else win_tile
            roots = _roots(rules, reading, melds, absorbed, win)
            parts = [
                (pattern, _fan(rules, pattern)),
                *([("roots", roots * rules.root_fan)] if roots else []),
                *_kong_parts(rules, melds, pattern, win),
                *hand_addons(
                    rules, shape, pattern, reading, whole, melds, middle, self_draw=win.self_draw
                ),
            ]
            preference = _preference(rules, pattern, roots, parts)
            if best is None or preference > best[0]:
                best = preference, parts, roots, reading
    if best is None:
        raise ValueError("the hand is not complete")
    _, parts, roots, reading = best
    wilds = tuple(stands_for(reading, whole, melds, shape))
    return _finished(rules, win, [*parts, *_circumstances(rules, win)], roots, reading, wilds)


def _preference(
    rules: Rules, pattern: str, roots: int, parts: list[tuple[str, int]]
) -> tuple[object, ...]:
    """Prefer the most in total, the higher pattern, further down the table (rules §3).

    Of two readings with the same pattern and total the one with more roots is reported, then the
    one whose add-ons stand first in the order of the parts; then the first reading.
    """
    total = sum(fan for _, fan in parts)
    addons = dict(parts[1:])
    order = [addons.get(name, 0) for name in _ADDON_ORDER]
    return (total, _fan(rules, pattern), PATTERNS.index(pattern), roots, order)


_ADDON_ORDER = ("concealed", "simples", "middle_five", "middle_two", "straight")


def _fan(rules: Rules, pattern: str) -> int:
    fan = rules.patterns[pattern]
    assert fan is not None
    return fan


def _roots(rules: Rules, reading: Reading, melds: MeldKey, absorbed: int, win: Win) -> int:
    """Count the roots that count (rules §3, §16, §18)."""
    if win.kept is not None:
        return win.kept.roots
    roots = count_roots(reading, melds) - absorbed
    return roots if rules.max_roots is None else min(roots, rules.max_roots)


def kong_fan(rules: Rules, melds: MeldKey) -> int:
    """Sum the kongs' own fan."""
    return sum(fan for _, fan in _all_kong_parts(rules, melds, None))


def _kong_parts(rules: Rules, melds: MeldKey, pattern: str, win: Win) -> list[tuple[str, int]]:
    """Count the kongs' fan; in the eighteen it is included (rules §3, §16, §18)."""
    if pattern in EIGHTEEN_PATTERNS:
        return []
    if win.kept is not None:
        return [("kongs", win.kept.kong_fan)] if win.kept.kong_fan else []
    return _all_kong_parts(rules, melds, win.bloom)


def _all_kong_parts(rules: Rules, melds: MeldKey, bloom: str | None) -> list[tuple[str, int]]:
    """Count the kongs' fan; the one drawn on is left out if the bloom fan includes it."""
    parts = []
    for kind, each in (
        ("direct", rules.direct_kong_fan),
        ("added", rules.added_kong_fan),
        ("concealed", rules.concealed_kong_fan),
    ):
        number = sum(1 for meld in melds if meld.kind == kind)
        if kind == bloom and rules.bloom_includes_kong and number:
            number -= 1
        if number:
            parts.append((f"{kind}_kong", number * each))
    return parts


def _circumstances(rules: Rules, win: Win) -> list[tuple[str, int]]:
    """List the fan for how the hand was won (rules §3, §18, §19)."""
    parts = []
    if win.bloom is not None:
        concealed = win.bloom == "concealed"
        fan = rules.bloom_fan_concealed if concealed else rules.bloom_fan_melded
        parts.append(("bloom", fan))
    last_fan = rules.last_draw_fan if win.self_draw else rules.last_discard_fan
    for applies, name, fan in (
        (win.kong_discard, "kong_discard", rules.kong_discard_fan),
        (win.rob, "rob_kong", rules.rob_kong_fan),
        (win.last_tile, "last_draw" if win.self_draw else "last_discard", last_fan),
        (win.first_turn == "heavenly", "heavenly_fan", rules.heavenly_fan),
        (win.first_turn == "earthly", "earthly_fan", rules.earthly_fan),
    ):
        if applies:
            parts.append((name, fan))
    return parts


def _finished(
    rules: Rules,
    win: Win,
    parts: list[tuple[str, int]],
    roots: int = 0,
    reading: Reading | None = None,
    wilds: tuple[int, ...] = (),
) -> Score:
    """Add the self-draw, cut and price (rules §3, §4)."""
    # 杠上花 paid by the feeder as if by discard has no self-draw bonus (rules §4).
    as_discard = win.bloom == "direct" and rules.direct_kong_bloom == "feeder_as_discard"
    bonus = win.self_draw and not as_discard
    if bonus and rules.self_draw == "add_fan":
        parts = [*parts, ("self_draw", 1)]
    uncut = sum(fan for _, fan in parts)
    fan = rules.cut(uncut)
    multiplier = rules.multiplier(fan)
    points = rules.unit * multiplier
    if bonus and rules.self_draw == "add_unit":
        points += rules.unit
        if rules.self_draw_in_cap and rules.max_fan is not None:
            points = min(points, rules.unit * rules.multiplier(rules.max_fan))
    return Score(parts[0][0], fan, uncut, multiplier, points, roots, tuple(parts), reading, wilds)


def ready_value(
    rules: Rules, counts: Sequence[int], melds: Melds, tile: int, void: int | None = None
) -> int:
    """Find the multiplier of a ready hand for one of its waits (rules §6, §23 (1))."""
    if rules.ready_value_addons:
        return score(rules, counts, melds, tile, void=void).multiplier
    own = meld_key(melds)
    found = [
        _fan(rules, pattern)
        for reading in readings(with_tile(counts, tile), own, rules.shape(void))
        for pattern, _ in candidates(rules.patterns, reading, own)
    ]
    return rules.multiplier(rules.cut(max(found)))


__all__ = ["Kept", "Score", "Win", "kong_fan", "ready_value", "score"]
