"""The players that come with the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xuezhan._core import POLICIES, GameCore, PolicyStream, ViewCore
from xuezhan.checks import UINT64, no_such, seed_or_fresh, whole
from xuezhan.errors import IllegalAction
from xuezhan.play.action import Action

if TYPE_CHECKING:
    from xuezhan.play.game import Game
    from xuezhan.play.view import View

__all__ = ["POLICIES", "Policy"]

_SEATS = 4


class Policy:
    """
    One of `POLICIES` (docs/rules.md, policies) as a function of a game, or of a view.

    >>> import xuezhan as xz
    >>> game, policy = xz.Game("chengdu", seed=7), xz.Policy("mixed", seed=7)
    >>> while not game.done:
    ...     game.step(policy(game))

    `seed` and `index` are those of the hand: its streams are then the ones that `simulate` uses,
    and the hand is the same; without a seed one is drawn that nobody can foresee, and `seed` tells
    it. One object serves all seats of one hand; each seat has its own stream, which goes on from
    answer to answer.
    """

    __slots__ = ("_streams", "name", "seed")

    name: str
    seed: int

    def __init__(self, name: str, seed: int | None = None, index: int = 0) -> None:
        if name not in POLICIES:
            raise ValueError(no_such("policy", name, POLICIES))
        seed = seed_or_fresh(seed)
        index = whole("index", index, 0, UINT64 - 1)
        self.name, self.seed = name, seed
        self._streams = [PolicyStream(name, seed, index, seat) for seat in range(_SEATS)]

    def __call__(self, game: Game | View, seat: int | None = None) -> Action:
        """
        Choose for `seat`, by default `game.actor`, or for the seat of a view; `IllegalAction` if it
        owes no answer.
        """
        if isinstance(game, ViewCore):
            if seat is not None and seat != game.seat:
                raise ValueError(f"seat is {seat}, and the view is that of seat {game.seat}")
            return self.act(game)
        if not isinstance(game, GameCore):
            raise TypeError(
                f"a Policy answers for a seat of a Game or View, not of a {type(game).__name__}; "
                "a State has policy_action"
            )
        if seat is None:
            seat = game.actor
            if seat is None:
                raise IllegalAction("the hand is over")
        if not 0 <= seat < _SEATS:
            raise IllegalAction(f"seat {seat} owes no answer")
        action: Action = self._streams[seat].act(game, seat)
        return action

    def act(self, view: View) -> Action:
        """Choose for the seat of a view, as every player does."""
        action: Action = self._streams[view.seat].see(view)
        return action

    def __repr__(self) -> str:
        return f"Policy({self.name!r})"
