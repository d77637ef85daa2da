"""
The errors of this package, each a `ValueError`. A call that raises one has changed nothing.

`Interrupted` is no error: it is Ctrl-C in the middle of long work, with what was done so far.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "IllegalAction",
    "Interrupted",
    "InvalidRecord",
    "InvalidRules",
    "InvalidState",
    "InvalidTiles",
    "XuezhanError",
]


class XuezhanError(ValueError):
    """
    What all errors of this package have in common.

    The message may be sent to whoever made the call: of a call that names a seat it tells what that
    seat knows, and nothing of the others. `detail` is for the log of those who may see the whole
    table; it is in no text of the error and does not travel with it.
    """

    detail: str | None = None  #: what else there is to say, hidden tiles included; None if nothing

    def __reduce__(self) -> tuple[Any, ...]:
        told = {name: value for name, value in vars(self).items() if name != "detail"}
        return type(self), self.args, told


class InvalidTiles(XuezhanError):
    """
    Text, counts or melds that are no hand.

    `position` is the place in the text (a character index), `index` the index of a bad row in an
    array; each None where it does not apply.
    """

    def __init__(
        self,
        message: str,
        *,
        position: int | None = None,
        index: tuple[int, ...] | None = None,
    ) -> None:
        super().__init__(message)
        self.position = position
        self.index = index


class IllegalAction(XuezhanError):
    """
    An action or penalty that is not legal now.

    The message names what would have been legal for the same seat; `detail` the legal actions of
    those seats that do owe an answer, where it was another's.
    """

    def __init__(self, message: str, *, detail: str | None = None) -> None:
        super().__init__(message)
        self.detail = detail


class InvalidRules(XuezhanError):
    """An option out of its range, or options that contradict each other (§12)."""


class InvalidRecord(XuezhanError):
    """
    A hand record that breaks a rule (§10).

    `position` counts the actions from 0 and is that of the first wrong one; None where no action is
    at fault. `line` is the line of a file in which the record begins or, where it is no JSON, that
    of the fault, from 1; None elsewhere. `detail` says who was to act there and what would have
    been legal.
    """

    def __init__(
        self,
        message: str,
        *,
        position: int | None = None,
        line: int | None = None,
        detail: str | None = None,
    ) -> None:
        super().__init__(message)
        self.position = position
        self.line = line
        self.detail = detail


class InvalidState(XuezhanError):
    """A state that no play leads to."""


class Interrupted(KeyboardInterrupt):
    """
    Ctrl-C in a long call; `result` is what the call would have given, of what was done so far.

    It is a `KeyboardInterrupt`, so that a program that does not ask for it ends as with any other.
    """

    def __init__(self, when: str, result: Any) -> None:
        super().__init__(f"interrupted {when}; what was done is in the result of this exception")
        self.result = result
