"""The hand record: walls, canonical form and text (rules §10)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .rng import full_set
from .rules import Rules
from .tiles import (
    EXCHANGE,
    KONG,
    PASS,
    PONG,
    SUIT_LETTERS,
    VOID,
    WIN,
    tile_counts,
    tile_slot,
    tile_text,
    tiles_text,
)

FORMAT = "xuezhan/1"
KEYS = ("format", "rules", "dealer", "exchange", "wall", "actions", "scores", "meta")


class IllegalWall(ValueError):
    """A wall that is not the full set of tiles."""


def wall_slots(wall: str | Sequence[int]) -> list[int]:
    """Give a wall given as slots or as text of two characters a tile."""
    if not isinstance(wall, str):
        return list(wall)
    if len(wall) % 2:
        raise IllegalWall("a wall is two characters a tile")
    try:
        return [tile_slot(wall[at : at + 2]) for at in range(0, len(wall), 2)]
    except ValueError as error:
        raise IllegalWall(f"the wall: {error}") from None


def check_wall(wall: Sequence[int], suits: str) -> None:
    """Refuse anything but four of each tile in play, naming the tile (rules §10)."""
    for slot in wall:
        if isinstance(slot, bool) or not isinstance(slot, int) or not 0 <= slot < 27:
            raise IllegalWall(f"the wall: {slot!r} is no tile")
    found, wanted = tile_counts(wall), tile_counts(full_set(suits))
    for slot in range(27):
        if found[slot] != wanted[slot]:
            raise IllegalWall(
                f"the wall has {found[slot]} of {tile_text(slot)}, it must have {wanted[slot]}"
            )


def action_entry(seat: int, action: int, own_turn: bool) -> list[Any]:
    """One entry of a record's ``actions``; a claimed kong carries no tile."""
    if action < KONG:
        return [seat, "discard", tile_text(action)]
    if action < PONG:
        return [seat, "kong", tile_text(action - KONG)] if own_turn else [seat, "kong"]
    if VOID <= action < EXCHANGE:
        return [seat, "void", SUIT_LETTERS[action - VOID]]
    return [seat, {PONG: "pong", WIN: "win", PASS: "pass"}[action]]


def record_of(
    rules: Rules,
    dealer: int,
    way: str | None,
    wall: Sequence[int],
    entries: list[list[Any]],
    scores: list[int] | None,
    meta: Mapping[str, Any],
) -> dict[str, Any]:
    """Give the record as a dict in canonical order of keys.

    ``way`` is that of an exchange left to dice (rules §14, §23 (9)).
    """
    record: dict[str, Any] = {"format": FORMAT, "rules": rules.to_record(), "dealer": dealer}
    if way is not None:
        record["exchange"] = way
    record["wall"] = tiles_text(wall)
    record["actions"] = entries
    if scores is not None:
        record["scores"] = scores
    record.update(meta)
    return record


def canonical_text(record: Mapping[str, Any]) -> str:
    """One line, keys in order, no spaces, nothing escaped that need not be (rules §10)."""
    ordered = {name: record[name] for name in KEYS if name in record}
    return json.dumps(ordered, separators=(",", ":"), ensure_ascii=False)
