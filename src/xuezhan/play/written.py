"""The written form of a hand (§10) as plain values; `xuezhan.records` reads it again."""

from __future__ import annotations

import json
import struct
from typing import Any, NamedTuple, Self
from zlib import crc32

from xuezhan._core import NO_WAY, WAYS, GameCore, record_of_game
from xuezhan.errors import InvalidRecord
from xuezhan.json_text import read_json
from xuezhan.limits import META_TEXT
from xuezhan.play.deal import Deal, dealt
from xuezhan.rules import BASES, Rules

__all__ = ["FORMAT", "Stored", "record_of"]

FORMAT = "xuezhan/1"

_MARK = b"XZG\x02"  # of a stored game, with the version


def record_of(game: GameCore) -> dict[str, Any]:
    """Give the record of a game, keys in canonical order."""
    record: dict[str, Any] = json.loads(record_of_game(game, BASES.index(game.rules.base)))
    if game._meta is not None:
        record["meta"] = game._meta[0]
    return record


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
        if length > META_TEXT:
            raise ValueError(f"meta of more than {META_TEXT} bytes is not read")
        return cls(deal, taken, (read_json(take(length)),) if length else None)


def _json(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()
