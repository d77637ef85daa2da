"""The errors of this package, each a `ValueError`. A call that raises one has changed nothing."""

from __future__ import annotations

__all__ = [
    "IllegalAction",
    "InvalidRecord",
    "InvalidRules",
    "InvalidState",
    "InvalidTiles",
    "XuezhanError",
]


class XuezhanError(ValueError):
    """What all errors of this package have in common."""


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
    """An action or penalty that is not legal now; the message names what would have been."""


class InvalidRules(XuezhanError):
    """An option out of its range, or options that contradict each other (§12)."""


class InvalidRecord(XuezhanError):
    """
    A hand record that breaks a rule (§10).

    `position` counts the actions from 0 and is that of the first wrong one; None where no action is
    at fault.
    """

    def __init__(self, message: str, *, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class InvalidState(XuezhanError):
    """A state that no play leads to."""
