"""Tiles, slots, melds, actions and their text (rules §1, §10, §14, §15, §17).

A tile is a slot 0-26: 0-8 are 1m-9m, 9-17 are 1p-9p, 18-26 are 1s-9s.  An action is one integer:
0-26 discard of that slot, 27-53 kong of slot ``action - 27``, 54 pong, 55 win, 56 pass, 57-59 the
void suit m, p or s, 60-86 a pick of slot ``action - 60`` for the exchange.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

SUIT_LETTERS = "mps"
SLOTS = 27

KONG = 27
PONG = 54
WIN = 55
PASS = 56
VOID = 57
EXCHANGE = 60

MELD_KINDS = ("pong", "direct", "added", "concealed")
PENALTIES = ("escape", "false_win", "wrong_count")


class OwnMeld(NamedTuple):
    """A meld of a hand.

    ``wilds`` of its tiles are wilds (rules §17); ``added_wild`` says that the tile added to the
    pong is one of them.
    """

    kind: str
    tile: int
    wilds: int = 0
    added_wild: bool = False

    @property
    def size(self) -> int:
        """Three tiles or four."""
        return 3 if self.kind == "pong" else 4

    @property
    def naturals(self) -> int:
        """How many tiles of it are no wilds."""
        return self.size - self.wilds

    @property
    def is_kong(self) -> bool:
        """Any kong."""
        return self.kind != "pong"


#: Melds as callers give them: ``OwnMeld``, or tuples of its first two or more fields.
Melds = Sequence[tuple[str, int] | tuple[str, int, int] | OwnMeld]
MeldKey = tuple[OwnMeld, ...]


def meld_key(melds: Melds) -> MeldKey:
    """Give melds in full, refusing what is none; ``direct_kong`` is ``direct``, and so on."""
    found = []
    for given in melds:
        if isinstance(given, OwnMeld):
            meld = given
        else:
            meld = OwnMeld(*given)
            meld = meld._replace(kind=meld.kind.removesuffix("_kong"))
        if (
            meld.kind not in MELD_KINDS
            or not 0 <= meld.tile < SLOTS
            or not 0 <= meld.wilds < meld.size
            or (meld.added_wild and (meld.kind != "added" or not meld.wilds))
        ):
            raise ValueError(f"{tuple(given)} is no meld")
        found.append(meld)
    return tuple(found)


def suit_of(slot: int) -> int:
    """0 characters, 1 dots, 2 bamboo."""
    return slot // 9


def rank_of(slot: int) -> int:
    """1 to 9."""
    return slot % 9 + 1


def tile_text(slot: int) -> str:
    """``0`` is ``1m``."""
    return f"{rank_of(slot)}{SUIT_LETTERS[suit_of(slot)]}"


def tile_slot(text: str) -> int:
    """Give the slot of a two-character tile; ``ValueError`` if it is none."""
    if len(text) != 2 or text[0] not in "123456789" or text[1] not in SUIT_LETTERS:
        raise ValueError(f"{text!r} is no tile")
    return SUIT_LETTERS.index(text[1]) * 9 + int(text[0]) - 1


def tiles_text(slots: Iterable[int]) -> str:
    """Two characters a tile, in the order given, as a record writes its wall (rules §10)."""
    return "".join(tile_text(slot) for slot in slots)


def tile_list(text: str) -> list[int]:
    """Give the tiles of mpsz text in order: ``123m5p`` and ``1m2m3m5p`` alike."""
    slots: list[int] = []
    ranks = ""
    for char in text:
        if char in "123456789":
            ranks += char
        elif char in SUIT_LETTERS and ranks:
            slots.extend(tile_slot(rank + char) for rank in ranks)
            ranks = ""
        elif not char.isspace() or ranks:
            raise ValueError(f"{char!r} has no meaning in {text!r}")
    if ranks:
        raise ValueError(f"{text!r} ends without a suit")
    return slots


def tile_counts(slots: Iterable[int]) -> list[int]:
    """27 counts."""
    counts = [0] * SLOTS
    for slot in slots:
        counts[slot] += 1
    return counts


def parse_hand(text: str, wild: int | None = None) -> tuple[list[int], list[OwnMeld]]:
    """``123m [555p] (1111s)`` as (counts of the concealed tiles, melds) (rules §1, text form)."""
    concealed = ""
    melds: list[OwnMeld] = []
    rest = text
    while rest:
        if rest[0] not in "[(":
            concealed += rest[0]
            rest = rest[1:]
            continue
        closing = "]" if rest[0] == "[" else ")"
        if closing not in rest:
            raise ValueError(f"a meld in {text!r} is not closed")
        body, rest = rest[1:].split(closing, 1)
        melds.append(_parse_meld(body, wild, concealed=closing == ")"))
    return tile_counts(tile_list(concealed)), melds


def _parse_meld(body: str, wild: int | None, *, concealed: bool) -> OwnMeld:
    """``555p``, ``5555p``, ``555+5p``, or with wilds ``55p1s``, ``55p1s+5p``, ``555p+1s``."""
    first, plus, added = body.partition("+")
    if plus and first[-1:].isdigit():  # 555+5p: one suit for both
        first += added[-1:]
    slots, fourth = tile_list(first), tile_list(added)
    naturals = [slot for slot in (*slots, *fourth) if slot != wild]
    wilds = len(slots) + len(fourth) - len(naturals)
    if (
        len(set(naturals)) != 1
        or slots != sorted(slots, key=lambda slot: slot == wild)  # the naturals first
        or (plus and (len(slots) != 3 or len(fourth) != 1 or concealed))
    ):
        raise ValueError(f"{body!r} is no meld")
    size = len(slots) + len(fourth)
    if plus:
        return OwnMeld("added", naturals[0], wilds, fourth[0] == wild)
    if concealed and size == 4:
        return OwnMeld("concealed", naturals[0], wilds)
    if not concealed and size in (3, 4):
        return OwnMeld("pong" if size == 3 else "direct", naturals[0], wilds)
    raise ValueError(f"{body!r} is no meld")


def meld_text(meld: OwnMeld, wild: int | None = None) -> str:
    """Write a meld as :func:`parse_hand` reads it (rules §1, §17)."""

    def tiles(naturals: int, wilds: int) -> str:
        rank, suit = str(rank_of(meld.tile)), SUIT_LETTERS[suit_of(meld.tile)]
        text = rank * naturals + suit if naturals else ""
        if wilds:
            assert wild is not None
            text += tile_text(wild)[0] * wilds + tile_text(wild)[1]
        return text

    if meld.kind != "added":
        text = tiles(meld.naturals, meld.wilds)
        return f"({text})" if meld.kind == "concealed" else f"[{text}]"
    if not meld.wilds:
        rank, suit = str(rank_of(meld.tile)), SUIT_LETTERS[suit_of(meld.tile)]
        return f"[{rank * 3}+{rank}{suit}]"
    added_wild = int(meld.added_wild)
    first = tiles(meld.naturals - 1 + added_wild, meld.wilds - added_wild)
    return f"[{first}+{tiles(1 - added_wild, added_wild)}]"


def action_text(action: int) -> str:
    """Name an action: ``discard 5m``, ``kong 5m``, ``pong``, ``void s``, ``exchange 5m``."""
    if 0 <= action < KONG:
        return f"discard {tile_text(action)}"
    if KONG <= action < PONG:
        return f"kong {tile_text(action - KONG)}"
    if VOID <= action < EXCHANGE:
        return f"void {SUIT_LETTERS[action - VOID]}"
    if EXCHANGE <= action < EXCHANGE + SLOTS:
        return f"exchange {tile_text(action - EXCHANGE)}"
    return {PONG: "pong", WIN: "win", PASS: "pass"}.get(action, f"action {action}")
