"""What a seat may answer: one small integer each (action-space version 1)."""

from __future__ import annotations

from operator import index

__all__ = ["ACTIONS", "TILE_NAMES", "Action"]

_DISCARDS, _KONGS, _PONG, _WIN, _PASS, _COUNT = 0, 27, 54, 55, 56, 57
#: "1m" … "9s", by slot.
TILE_NAMES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
_EXAMPLES = "'discard 5m', 'kong 5m', 'pong', 'win' or 'pass'"
_PLAIN = {_PONG: "pong", _WIN: "win", _PASS: "pass"}


class Action(int):
    """An action as an integer that prints itself.

    0-26 discard that slot, 27-53 kong of that tile (on the own turn, or the claim of that discard),
    54 pong, 55 win, 56 pass. 57-86 are kept for variants that this version does not play:
    `ValueError`.

    >>> Action(4), Action.parse("kong 5m"), Action(55)
    (Action('discard 5m'), Action('kong 5m'), Action('win'))
    """

    __slots__ = ()

    def __new__(cls, value: int) -> Action:
        """Take an action's number; `ValueError` if there is none."""
        number = index(value)
        if not 0 <= number < _COUNT:
            raise ValueError(f"{value!r} is no action; actions are 0 to {_COUNT - 1}")
        return super().__new__(cls, number)

    @property
    def kind(self) -> str:
        """`"discard"`, `"kong"`, `"pong"`, `"win"` or `"pass"`."""
        if self < _KONGS:
            return "discard"
        return "kong" if self < _PONG else _PLAIN[int(self)]

    @property
    def tile(self) -> str | None:
        """The tile discarded or konged, such as `"5m"`; None for the others."""
        slot = self.slot
        return None if slot is None else TILE_NAMES[slot]

    @property
    def slot(self) -> int | None:
        """The same as a slot, 0-26."""
        if self < _KONGS:
            return int(self)
        return int(self) - _KONGS if self < _PONG else None

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read what an action prints: `"discard 5m"`, `"kong 5m"`, `"pong"`, `"win"`, `"pass"`."""
        found = _BY_TEXT.get(" ".join(text.split()).lower()) if isinstance(text, str) else None
        if found is None:
            raise ValueError(f"{text!r} is no action; one is {_EXAMPLES}")
        return found if cls is Action else cls(found)

    def __str__(self) -> str:
        return f"{self.kind} {self.tile}" if self < _PONG else _PLAIN[int(self)]

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


#: Every action in order; games hand out these objects.
ACTIONS: tuple[Action, ...] = tuple(Action(number) for number in range(_COUNT))

_BY_TEXT = {str(action): action for action in ACTIONS}
