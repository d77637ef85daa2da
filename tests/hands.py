"""Random hands for the property tests, and a plain-Python writer of notation to compare with."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

TILES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
KINDS = ("pong", "direct_kong", "added_kong", "concealed_kong")
CHINESE_SUITS = {"m": "万萬", "p": "筒饼餅", "s": "条條索"}
UNICODE_FIRST = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}

Melds = list[tuple[str, int]]


def random_hand(
    rng: random.Random, tiles: int = 14, melds: int | None = None
) -> tuple[list[int], Melds]:
    """Counts of the concealed tiles, and (kind, slot) of the melds: `tiles` in all."""
    held = [0] * 27
    made: Melds = []
    wanted = rng.randint(0, min(4, tiles // 3)) if melds is None else melds
    for slot in rng.sample(range(27), wanted):
        kind = rng.choice(KINDS)
        made.append((kind, slot))
        held[slot] = 3 if kind == "pong" else 4
    free = [slot for slot in range(27) for _ in range(4 - held[slot])]
    counts = [0] * 27
    for slot in rng.sample(free, tiles - 3 * wanted):
        counts[slot] += 1
    return counts, made


def split(slot: int) -> tuple[str, str]:
    """Rank and suit: `"5"`, `"m"`."""
    return TILES[slot][0], TILES[slot][1]


def counts_text(counts: Sequence[int]) -> str:
    """`"123m44p"`, written anew here."""
    text = ""
    for suit in range(3):
        ranks = "".join(str(rank + 1) * counts[9 * suit + rank] for rank in range(9))
        if ranks:
            text += ranks + "mps"[suit]
    return text


def meld_text(kind: str, slot: int) -> str:
    rank, suit = split(slot)
    inner = {"pong": rank * 3, "added_kong": f"{rank * 3}+{rank}"}.get(kind, rank * 4) + suit
    return f"({inner})" if kind == "concealed_kong" else f"[{inner}]"


def hand_text(counts: Sequence[int], melds: Melds) -> str:
    parts = [counts_text(counts), "".join(meld_text(kind, slot) for kind, slot in melds)]
    return " ".join(part for part in parts if part)


@st.composite
def hands(draw: st.DrawFn, tiles: int | None = None) -> tuple[list[int], Melds]:
    """Any valid hand: counts and melds."""
    n = draw(st.integers(0, 14)) if tiles is None else tiles
    return random_hand(random.Random(draw(st.integers(0, 2**32))), n)


def shuffled_text(rng: random.Random, counts: Sequence[int], melds: Melds) -> str:
    """The same hand in a mixture of notations: groups and melds in any order, melds in theirs."""
    tiles = [slot for slot in range(27) for _ in range(counts[slot])]
    rng.shuffle(tiles)
    groups = [_tile_text(rng, slot) for slot in tiles]
    places = sorted(rng.randint(0, len(groups)) for _ in melds)
    for place, (kind, slot) in reversed(list(zip(places, melds, strict=True))):
        groups.insert(place, _meld_text(rng, kind, slot))
    return "".join(group + rng.choice(["", "", " ", "\n", "\u3000"]) for group in groups)


def _rank_text(rng: random.Random, rank: int) -> str:
    return rng.choice([str(rank), "一二三四五六七八九"[rank - 1], chr(0xFF10 + rank)])


def _suit_text(rng: random.Random, suit: str) -> str:
    return rng.choice(suit + chr(ord(suit) + 0xFEE0) + CHINESE_SUITS[suit])


def _unicode_text(rng: random.Random, slot: int) -> str:
    rank, suit = split(slot)
    return chr(UNICODE_FIRST[suit] + int(rank) - 1) + rng.choice(["", "\ufe0e", "\ufe0f"])


def _tile_text(rng: random.Random, slot: int) -> str:
    rank, suit = split(slot)
    if rng.random() < 0.3:
        return _unicode_text(rng, slot)
    return _rank_text(rng, int(rank)) + _suit_text(rng, suit)


def _meld_text(rng: random.Random, kind: str, slot: int) -> str:
    rank, suit = split(slot)
    size = 3 if kind == "pong" else 4
    if rng.random() < 0.3:
        tiles = [_unicode_text(rng, slot) for _ in range(size)]
    elif rng.random() < 0.3:
        tiles = [_tile_text(rng, slot) for _ in range(size)]
    else:
        tiles = [_rank_text(rng, int(rank)) for _ in range(size)]
        tiles[-1] += _suit_text(rng, suit)
    if kind == "added_kong":
        tiles.insert(3, rng.choice("+＋"))
    brackets = rng.choice(["()", "（）"] if kind == "concealed_kong" else ["[]", "［］"])
    return brackets[0] + "".join(tiles) + brackets[1]
