"""The written form of a hand (§10) as plain values; `xuezhan.records` reads it again."""

from __future__ import annotations

import json
import struct
from typing import Any, NamedTuple, Self
from zlib import crc32

from xuezhan._core import ENTRY_PENALTY, NO_WAY, PENALTIES, WAYS, GameCore
from xuezhan.checks import read_json
from xuezhan.errors import InvalidRecord
from xuezhan.play.action import ACTIONS, TILE_NAMES
from xuezhan.play.deal import Deal, dealt
from xuezhan.rules import Rules

__all__ = ["FORMAT", "Stored", "record_of", "wall_text", "written_actions"]

FORMAT = "xuezhan/1"

_KONG, _PONG, _VOID, _EXCHANGE = 27, 54, 57, 60

_MARK = b"XZG\x02"  # of a stored game, with the version
_LONGEST_META = 1 << 20  # bytes


def record_of(game: GameCore) -> dict[str, Any]:
    """Give the record of a game, keys in canonical order."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": game.rules.to_dict(),
        "dealer": game.dealer,
    }
    if game._way != NO_WAY:
        record["exchange"] = WAYS[game._way]
    record["wall"] = wall_text(game.wall)
    record["actions"] = written_actions(game._written())
    if game.done:
        record["scores"] = list(game.scores)
    if game._meta is not None:
        record["meta"] = game._meta[0]
    return record


def wall_text(wall: bytes) -> str:
    """Write a wall, two characters a tile."""
    return "".join([TILE_NAMES[slot] for slot in wall])


def written_actions(entries: bytes) -> list[list[Any]]:
    """
    Name the actions of a record.

    `entries` stand in written order, two bytes each: seat and action, or 128 + penalty.
    """
    actions: list[list[Any]] = []
    discarder, discard = -1, -1
    for seat, action in zip(entries[::2], entries[1::2], strict=True):
        if _EXCHANGE <= action < ENTRY_PENALTY:
            if actions and actions[-1][:2] == [seat, "exchange"]:
                actions[-1][2] += TILE_NAMES[action - _EXCHANGE]
            else:
                actions.append([seat, "exchange", TILE_NAMES[action - _EXCHANGE]])
        elif _VOID <= action < _EXCHANGE:
            actions.append([seat, "void", ACTIONS[action].suit])
        elif action >= ENTRY_PENALTY:
            actions.append([seat, PENALTIES[action - ENTRY_PENALTY]])
        elif action < _KONG:
            discarder, discard = seat, action
            actions.append([seat, "discard", TILE_NAMES[action]])
        elif action < _PONG and (seat == discarder or action - _KONG != discard):
            actions.append([seat, "kong", TILE_NAMES[action - _KONG]])
        else:
            # a kong of the tile discarded last is its claim: no seat can hold all four of it
            actions.append([seat, ACTIONS[action].kind])
    return actions


class Stored(NamedTuple):
    """
    A game as it was dealt and what was entered since, in the order in which it was.

    As bytes, integers little-endian: `XZG` and the version, 2; the length of the rules (2 bytes)
    and they as JSON; the dealer; 1 and seed and index (8 bytes each), or 0, the wall's length and
    slots and the number of the exchange's way (255: the rules say it); the number of entries (2
    bytes), and of each the seat and the action, or 128 + penalty; the length of `meta` (4 bytes; 0:
    none) and it as JSON; the CRC-32 of all before.
    """

    deal: Deal
    taken: bytes  #: entries, two bytes each
    meta: tuple[Any] | None  #: None: nothing was given

    def to_bytes(self) -> bytes:
        """Write it."""
        deal = self.deal
        rules = _json(deal.rules.to_dict())
        meta = b"" if self.meta is None else _json(self.meta[0])
        parts = [_MARK, struct.pack("<H", len(rules)), rules, bytes([deal.dealer])]
        if deal.source is None:
            parts += [bytes([0, len(deal.wall)]), deal.wall, bytes([deal.way])]
        else:
            parts += [b"\x01", struct.pack("<QQ", *deal.source)]
        parts += [struct.pack("<H", len(self.taken) // 2), self.taken]
        parts += [struct.pack("<I", len(meta)), meta]
        data = b"".join(parts)
        return data + struct.pack("<I", crc32(data))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read it. Raises `InvalidRecord` for bytes that `to_bytes` did not write."""
        if data[: len(_MARK)] != _MARK:
            raise InvalidRecord("these bytes are no stored game of a version that is known here")
        if len(data) < 8 or crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
            raise InvalidRecord("the stored game is damaged: its checksum does not fit")
        try:
            stored = cls._parsed(data)
        except (ValueError, TypeError, IndexError, struct.error) as error:
            raise InvalidRecord(f"the stored game cannot be read: {error}") from None
        if stored.to_bytes() != data:
            raise InvalidRecord("the stored game is not as it would be written")
        return stored

    @classmethod
    def _parsed(cls, data: bytes) -> Self:
        at = len(_MARK)

        def take(length: int) -> bytes:
            nonlocal at
            at += length
            if at > len(data) - 4:
                raise ValueError("it is cut off")
            return data[at - length : at]

        def number(length: int) -> int:
            return int.from_bytes(take(length), "little")

        rules = Rules.from_dict(read_json(take(number(2))))
        dealer = number(1)
        if number(1):
            deal = dealt(rules, number(8), number(8), dealer, None)
        else:
            wall, way = take(number(1)), number(1)
            exchange = None if way == NO_WAY else WAYS[way]
            deal = dealt(rules, None, 0, dealer, wall, exchange)
        taken = take(2 * number(2))
        length = number(4)
        if length > _LONGEST_META:
            raise ValueError(f"meta of more than {_LONGEST_META} bytes is not read")
        return cls(deal, taken, (read_json(take(length)),) if length else None)


def _json(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()
