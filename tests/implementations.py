"""The implementations of the game, as scenarios want them: core and reference, alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import xuezhan as xz
from stacked import GameLike, MakeGame
from xuezhan import reference


class CoreGame(xz.Game):
    """A game of the core."""

    def river(self, seat: int) -> Sequence[int]:  # type: ignore[override]
        return [xz.TILE_NAMES.index(tile) for tile in super().river(seat)]

    def held(self, seat: int) -> Sequence[int]:
        return [int(count) for count in self.hand(seat).counts]


class ReferenceGame(reference.Game):
    """A game of the reference."""

    def river(self, seat: int) -> Sequence[int]:
        return self.state.seats[seat].river

    def held(self, seat: int) -> Sequence[int]:
        return self.state.seats[seat].counts


def make_core(rulebook: str, options: Mapping[str, Any], wall: str, dealer: int) -> GameLike:
    return CoreGame(xz.Rules(rulebook, **options), dealer=dealer, wall=wall)


def make_reference(rulebook: str, options: Mapping[str, Any], wall: str, dealer: int) -> GameLike:
    return ReferenceGame(reference.make_rules(rulebook, **options), dealer=dealer, wall=wall)


class Implementation(NamedTuple):
    """One of them, and how a scenario asks what `GameLike` has no word for."""

    make_game: MakeGame
    replay: Callable[[Mapping[str, Any]], Any]
    fingerprint: Callable[[Any], object]
    illegal: type[Exception]

    def actions(self, game: Any) -> list[list[Any]]:
        """What its record says, which must play the same hand again."""
        record = game.record()
        again = self.replay(record)
        assert self.fingerprint(again) == self.fingerprint(game)
        assert again.scores == game.scores
        assert [tuple(entry)[:4] for entry in entries(again)] == [
            tuple(entry)[:4] for entry in entries(game)
        ]
        actions: list[list[Any]] = record["actions"]
        return actions


def entries(game: Any) -> list[tuple[Any, ...]]:
    """A ledger as plain tuples."""
    return [(entry.kind, entry.payer, entry.payee, entry.amount) for entry in game.ledger]


IMPLEMENTATIONS = {
    "core": Implementation(make_core, xz.replay, lambda game: game.fingerprint, xz.IllegalAction),
    "reference": Implementation(
        make_reference,
        reference.replay,
        lambda game: game.canonical_bytes(),
        reference.IllegalAction,
    ),
}
