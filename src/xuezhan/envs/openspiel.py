"""
A hand as an OpenSpiel Python game, `python_xuezhan`.

>>> import pyspiel
>>> import xuezhan.envs.openspiel
>>> game = pyspiel.load_game("python_xuezhan(players=2,suits=mp,rules=guide)")
>>> game.num_players(), game.num_distinct_actions()
(2, 87)

Chance lays the wall first, tile by tile; nobody sees it. After that seats that owe an answer act
one after another in turn order, and none sees what another answered in the same round. OpenSpiel's
own C++ bots do not run Python games; its Python ones do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from xuezhan._core import ACTION_COUNT, MAX_ENTRIES, OBSERVATION_SHAPE
from xuezhan.extras import need
from xuezhan.play.action import TILE_NAMES, Action
from xuezhan.play.ledger import Event
from xuezhan.play.state import State
from xuezhan.rules import RULEBOOKS, Rules

pyspiel = need("pyspiel", "openspiel", "xuezhan.envs.openspiel")

__all__ = ["XuezhanGame", "XuezhanState"]

_SIZE = OBSERVATION_SHAPE[0] * OBSERVATION_SHAPE[1]
_COPIES = 4
_BOUND = float(1 << 40)  # more than a hand can move

_PARAMETERS = {"players": 4, "suits": "mps", "rules": "guide", "dealer": 0}

_TYPE = pyspiel.GameType(
    short_name="python_xuezhan",
    long_name="Sichuan mahjong, bloody battle to the end",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class XuezhanGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """
    Parameters: `players` 2 to 4, `suits` three or two letters of mps, `rules` a rulebook's name,
    `dealer` a seat.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        if given["rules"] not in RULEBOOKS:
            raise ValueError(
                f"rules is {given['rules']!r}; it must be one of {', '.join(RULEBOOKS)}"
            )
        self.rules = Rules(given["rules"], players=given["players"], suits=given["suits"])
        self.dealer = given["dealer"]
        suits = len(given["suits"])
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=len(TILE_NAMES),
            num_players=given["players"],
            min_utility=-_BOUND,
            max_utility=_BOUND,
            utility_sum=0.0,
            max_game_length=MAX_ENTRIES,
        )
        self.wall_length = 9 * _COPIES * suits
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> XuezhanState:
        """Nothing dealt yet."""
        return XuezhanState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """With perfect recall: what the seat has seen, and its view; else the view alone."""
        return _Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """The wall."""
        return self.wall_length


class XuezhanState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A hand, or the wall that is being laid for it."""

    def __init__(self, game: XuezhanGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._dealer = game.dealer
        self._wall: tuple[int, ...] = ()
        self._wall_length = game.wall_length
        self._hand: State | None = None
        self._logs = ("",) * (game.rules.players + 1)  # what each seat has seen, and what all have

    @property
    def hand(self) -> State | None:
        """A copy of the state of the hand; None until the wall is laid."""
        return None if self._hand is None else self._hand.copy()

    def current_player(self) -> int:
        """The seat that owes an answer, the first in turn order if several do."""
        if self._hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self._hand.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        assert self._hand is not None
        return [int(action) for action in self._hand.pending.get(player, ())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The tile that comes next in the wall."""
        left = [
            _COPIES if "mps"[slot // 9] in self._rules.suits else 0
            for slot in range(len(TILE_NAMES))
        ]
        for slot in self._wall:
            left[slot] -= 1
        whole = sum(left)
        return [(slot, count / whole) for slot, count in enumerate(left) if count]

    def _apply_action(self, action: int) -> None:
        if self._hand is None:
            self._wall += (action,)
            if len(self._wall) == self._wall_length:
                self._hand = State(self._rules, wall=self._wall, dealer=self._dealer)
            return
        seen = self._hand.step_events(action)
        self._logs = tuple(
            log + _lines(events) for log, events in zip(self._logs, seen, strict=True)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        return TILE_NAMES[action] if player == pyspiel.PlayerId.CHANCE else str(Action(action))

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self._hand is not None and self._hand.done

    def returns(self) -> list[float]:
        """The scores of a hand that is over; zeroes before."""
        if self._hand is None or not self._hand.done:
            return [0.0] * self._rules.players
        return [float(score) for score in self._hand.scores]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> XuezhanState:
        """
        A state that `player_id` could be in (`View.determinize`): the unseen tiles are dealt anew,
        and seats that are asked before it in this round answer as the policy `efficiency` does.
        What others have seen is not known: their information states begin anew.
        """
        if self._hand is None:
            return self.clone()  # type: ignore[no-any-return]
        seed = int(probability_sampler() * (1 << 53))
        world = self._hand.view(player_id).determinize(seed=seed, policy=None)
        if player_id in world.pending:
            while world.actor != player_id:
                world.step(world.policy_action("efficiency"))
        other: XuezhanState = self.clone()
        other._hand = world
        public = self._logs[-1]
        other._logs = tuple(
            log if seat in (player_id, self._rules.players) else public
            for seat, log in enumerate(self._logs)
        )
        return other

    def __str__(self) -> str:
        if self._hand is None:
            return "wall " + "".join(TILE_NAMES[slot] for slot in self._wall)
        return "\n".join(
            [
                str(self._hand),
                *(f"seat {s}: {self._hand.hand(s)}" for s in range(self._rules.players)),
            ]
        )


class _Observer:
    """OpenSpiel's observer: a tensor and a string for a player."""

    def __init__(self, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor = None if recalls else np.zeros(_SIZE, np.float32)
        self.dict = (
            {} if self.tensor is None else {"observation": self.tensor.reshape(OBSERVATION_SHAPE)}
        )

    def set_from(self, state: XuezhanState, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state._hand is not None:
            state._hand.view(player).observe(self.dict["observation"])

    def string_from(self, state: XuezhanState, player: int) -> str:
        """The view as text, with all that was seen before if it recalls."""
        if state._hand is None:
            return ""
        view = str(state._hand.view(player))
        return f"{state._logs[player]}{view}" if self._recalls else view


def _lines(events: Iterable[Event]) -> str:
    """Events as text, one a line."""
    return "".join(
        " ".join(
            str(part)
            for part in (e.kind, e.seat, e.other, e.tile, e.detail, e.amount or None)
            if part is not None
        )
        + "\n"
        for e in events
    )


pyspiel.register_game(_TYPE, XuezhanGame)
