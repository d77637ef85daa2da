"""What a seat may answer: one small integer each (action-space version 1)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from operator import index
from typing import Any

from xuezhan.checks import shown

__all__ = ["ACTIONS", "TILE_NAMES", "Action"]

_SUITS = "mps"
#: "1m" … "9s", by slot.
TILE_NAMES = tuple(f"{rank}{suit}" for suit in _SUITS for rank in range(1, 10))
_EXAMPLES = "'discard 5m', 'kong 5m', 'pong', 'win', 'pass', 'void m' or 'exchange 5m'"

#: (kind, slot or None, suit or None) of every action.
_PARTS: tuple[tuple[str, int | None, str | None], ...] = (
    *(("discard", slot, None) for slot in range(27)),
    *(("kong", slot, None) for slot in range(27)),
    *((word, None, None) for word in ("pong", "win", "pass")),
    *(("void", None, suit) for suit in _SUITS),
    *(("exchange", slot, None) for slot in range(27)),
)
_COUNT = len(_PARTS)


def _text(kind: str, slot: int | None, suit: str | None) -> str:
    about = suit if slot is None else TILE_NAMES[slot]
    return kind if about is None else f"{kind} {about}"


class Action(int):
    """An action as an integer that prints itself.

    0-26 discard that slot, 27-53 kong of that tile (on the own turn, or the claim of that discard),
    54 pong, 55 win, 56 pass; before play 57-59 name m, p, s as void suit, 60-86 pick that slot for
    the exchange.

    >>> Action(4), Action.parse("kong 5m"), Action(55), Action.parse("void s")
    (Action('discard 5m'), Action('kong 5m'), Action('win'), Action('void s'))
    """

    __slots__ = ()

    def __new__(cls, value: int) -> Action:
        """Take an action's number; `ValueError` if there is none."""
        number = -1 if isinstance(value, bool) else index(value)
        if not 0 <= number < _COUNT:
            raise ValueError(f"{shown(value)} is no action; actions are 0 to {_COUNT - 1}")
        return super().__new__(cls, number)

    @property
    def kind(self) -> str:
        """`"discard"`, `"kong"`, `"pong"`, `"win"`, `"pass"`, `"void"` or `"exchange"`."""
        return _PARTS[self][0]

    @property
    def tile(self) -> str | None:
        """The tile discarded, konged or picked, such as `"5m"`; None for the others."""
        slot = self.slot
        return None if slot is None else TILE_NAMES[slot]

    @property
    def slot(self) -> int | None:
        """The same as a slot, 0-26."""
        return _PARTS[self][1]

    @property
    def suit(self) -> str | None:
        """The suit named as void, `"m"`, `"p"` or `"s"`; None for the others."""
        return _PARTS[self][2]

    @classmethod
    def parse(cls, text: str) -> Action:
        """
        Read what an action prints: `"discard 5m"`, `"pong"`, `"void m"` and so on.

        Its tile may be in any notation of docs/notation.md, the word in Chinese: `"discard 五万"`,
        `"打5筒"`, `"碰"`. Raises `ValueError` for anything else, and for more than 64 characters.
        """
        found = None
        if isinstance(text, str) and len(text) <= _LONGEST:
            found = _BY_TEXT.get(text)
            if found is None:
                found = _read(text)
        if found is None:
            raise ValueError(f"{shown(text)} is no action; one is {_EXAMPLES}")
        return found if cls is Action else cls(found)

    def __str__(self) -> str:
        return _text(*_PARTS[self])

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


#: Every action in order; games hand out these objects.
ACTIONS: tuple[Action, ...] = tuple(Action(number) for number in range(_COUNT))

_BY_TEXT = {str(action): action for action in ACTIONS}

_LONGEST = 64  # characters of a text
_CHINESE = {
    "打": "discard",
    "出": "discard",
    "杠": "kong",
    "槓": "kong",
    "碰": "pong",
    "胡": "win",
    "和": "win",
    "过": "pass",
    "過": "pass",
    "定缺": "void",
    "缺": "void",
    "换": "exchange",
    "換": "exchange",
}
_WORDS = {**{kind: kind for kind, _, _ in _PARTS}, **_CHINESE}


def _read(text: str) -> Action | None:
    """Read a word in English or Chinese, and a tile or suit in any notation after it."""
    plain = unicodedata.normalize("NFKC", text).strip().lower()
    for word, kind in _WORDS.items():
        if plain.startswith(word) and (not word.isascii() or plain[len(word) :][:1] in ("", " ")):
            about = "".join(plain[len(word) :].split())
            if about and kind == "void":
                name = _tile(f"1{about}")
                return _BY_TEXT.get(f"void {name[1:]}") if name else None
            name = _tile(about) if about else ""
            return None if name is None else _BY_TEXT.get(f"{kind} {name}".strip())
    return None


#: Reads tiles in any notation: `Tiles`, set by the core, which needs this module.
_tiles_of: Callable[[str], Any] = tuple


def _tile(text: str) -> str | None:
    """The name of the one tile that a text is of."""
    try:
        tiles = _tiles_of(text)
    except ValueError:
        return None
    return next(iter(tiles)) if len(tiles) == 1 else None
