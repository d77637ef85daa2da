"""What a hand is dealt from: a wall of its own, or a seed that makes one."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index as _index
from typing import NamedTuple, SupportsIndex

from xuezhan._core import NO_WAY, WAYS, deal_wall, way_of
from xuezhan.checks import UINT64, seed_or_fresh, whole
from xuezhan.errors import InvalidTiles
from xuezhan.play.action import TILE_NAMES
from xuezhan.rules import Rules, RulesLike, as_rules

__all__ = ["Deal", "check_wall", "check_way", "dealt"]


class Deal(NamedTuple):
    """All that a deal needs, checked."""

    rules: Rules
    dealer: int
    wall: bytes  #: slots, in the order of the deal
    source: tuple[int, int] | None  #: seed and index that made the wall, None if it was given
    way: int  #: of the exchange, where the rules leave it to chance, else `NO_WAY`


def dealt(
    rules: RulesLike,
    seed: int | None,
    index: int,
    dealer: int | None,
    wall: str | Iterable[SupportsIndex] | None,
    exchange: str | None = None,
) -> Deal:
    """Check what a hand is dealt from; without a seed or what replaces it, draw a seed."""
    rules = as_rules(rules)
    way = check_way(rules, exchange)
    open_way = rules.exchange == "random" and way == NO_WAY
    if seed is not None or wall is None or open_way:
        seed = seed_or_fresh(seed)
    index = whole("index", index, 0, UINT64 - 1)
    if dealer is None:
        dealer = index % rules.players
    dealer = whole("dealer", dealer, 0, rules.players - 1)
    if open_way and seed is not None:
        way = way_of(rules._native, seed, index)
    if wall is not None:
        return Deal(rules, dealer, check_wall(wall, rules), None, way)
    assert seed is not None
    suits = sum(1 << "mps".index(letter) for letter in rules.suits)
    source = (seed, index) if open_way or rules.exchange != "random" else None
    return Deal(rules, dealer, deal_wall(seed, index, suits), source, way)


def check_way(rules: Rules, exchange: str | None) -> int:
    """
    Return the number of a way of the exchange that is given for a hand, `NO_WAY` for None.

    `ValueError` where the rules do not leave it to chance, or so many players cannot go it.
    """
    if exchange is None:
        return NO_WAY
    if rules.exchange != "random":
        raise ValueError(
            f"exchange is {exchange!r}, but these rules do not leave the way to chance "
            f"(exchange = {rules.exchange})"
        )
    open_ways = {2: ("next",), 3: ("next", "previous")}.get(rules.players, WAYS)
    if exchange not in open_ways:
        raise ValueError(f"exchange is {exchange!r}; it must be {' or '.join(open_ways)}")
    return WAYS.index(exchange)


_SLOTS = {name: slot for slot, name in enumerate(TILE_NAMES)}


def _wall_slots(wall: str | Iterable[SupportsIndex]) -> bytes:
    if isinstance(wall, str):
        if len(wall) % 2:
            raise InvalidTiles(f"the wall has {len(wall)} characters; it must be two a tile")
        names = [wall[i : i + 2] for i in range(0, len(wall), 2)]
        try:
            return bytes([_SLOTS[name] for name in names])
        except KeyError as error:
            raise InvalidTiles(
                f"tile {names.index(error.args[0])} of the wall is {error.args[0]!r}; "
                "tiles are 1m to 9m, 1p to 9p, 1s to 9s"
            ) from None
    try:
        slots = [_index(slot) for slot in wall]
    except TypeError:
        raise TypeError(
            "a wall is text of two characters a tile, or a sequence of slots, 0 to "
            f"{len(TILE_NAMES) - 1}"
        ) from None
    for slot in slots:
        if not 0 <= slot < len(TILE_NAMES):
            raise InvalidTiles(
                f"{slot} in the wall is no tile; slots are 0 to {len(TILE_NAMES) - 1}"
            )
    return bytes(slots)


def check_wall(wall: str | Iterable[SupportsIndex], rules: Rules) -> bytes:
    """
    Return the slots of a wall, each suit of the rules in full.

    Raises `InvalidTiles`, naming the tile and how many there are, if it is not the full set.
    """
    slots = _wall_slots(wall)
    suits = rules.suits
    for slot, name in enumerate(TILE_NAMES):
        wanted = 4 if name[1] in suits else 0
        if slots.count(slot) != wanted:
            raise InvalidTiles(f"the wall has {slots.count(slot)} of {name}; it must have {wanted}")
    return slots
