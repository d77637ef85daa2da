"""Tiles, slots, actions and their text (rules §1, §10).

A tile is a slot 0-26: 0-8 are 1m-9m, 9-17 are 1p-9p, 18-26 are 1s-9s.  An action is one integer:
0-26 discard of that slot, 27-53 kong of slot ``action - 27``, 54 pong, 55 win, 56 pass.
"""

from collections.abc import Iterable, Sequence

SUIT_LETTERS = "mps"
SLOTS = 27

KONG = 27
PONG = 54
WIN = 55
PASS = 56

MELD_KINDS = ("pong", "direct", "added", "concealed")
PENALTIES = ("escape", "false_win", "wrong_count")

Melds = Sequence[tuple[str, int]]


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


def parse_hand(text: str) -> tuple[list[int], list[tuple[str, int]]]:
    """``123m [555p] (1111s)`` as (counts of the concealed tiles, melds) (rules §1, text form)."""
    concealed = ""
    melds: list[tuple[str, int]] = []
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
        melds.append(_parse_meld(body, concealed=closing == ")"))
    return tile_counts(tile_list(concealed)), melds


def _parse_meld(body: str, *, concealed: bool) -> tuple[str, int]:
    slots = tile_list(body.replace("+", ""))
    if len(set(slots)) != 1:
        raise ValueError(f"{body!r} is no meld")
    if concealed and len(slots) == 4:
        return "concealed", slots[0]
    if not concealed and "+" in body and len(slots) == 4:
        return "added", slots[0]
    if not concealed and "+" not in body and len(slots) in (3, 4):
        return ("pong" if len(slots) == 3 else "direct"), slots[0]
    raise ValueError(f"{body!r} is no meld")


def action_text(action: int) -> str:
    """Give a short name for messages: ``discard 5m``, ``kong 5m``, ``pong``, ``win``, ``pass``."""
    if 0 <= action < KONG:
        return f"discard {tile_text(action)}"
    if KONG <= action < PONG:
        return f"kong {tile_text(action - KONG)}"
    return {PONG: "pong", WIN: "win", PASS: "pass"}.get(action, f"action {action}")
