"""
A hand as a PettingZoo AEC environment: one agent a seat, each asked when it owes an answer.

>>> from xuezhan.envs.pettingzoo import env
>>> hand = env("chengdu")
>>> hand.reset(seed=1)
>>> hand.agent_selection
'seat_0'
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from xuezhan._core import ACTION_COUNT, OBSERVATION_SHAPE
from xuezhan.extras import need
from xuezhan.play.state import State
from xuezhan.rules import RulesLike, as_rules

need("pettingzoo", "pettingzoo", "xuezhan.envs.pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

__all__ = ["XuezhanAEC", "env"]


def env(rules: RulesLike = "guide", **options: Any) -> Any:
    """
    A `XuezhanAEC` in PettingZoo's usual wrappers, which check the order of calls and the range of
    actions.
    """
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(XuezhanAEC(rules, **options))
    )


class XuezhanAEC(AECEnv):  # type: ignore[misc]
    """
    One hand. Agents are `"seat_0"` … in seat order; all stay until the hand ends, also those that
    have won.

    rules         `Rules`, a rulebook's name, or a mapping
    dealer        a seat; the hand's index modulo the number of players unless given
    observations  `"int8"` or `"float32"`
    render_mode   None or `"ansi"`: `render()` gives the acting seat's view as text

    An observation is a dict of `"observation"` (docs/observation.md) and `"action_mask"` (int8 of
    shape (87,)); rewards are points. `reset(seed=s)` deals hand 0 of seed *s*; each `reset()` after
    it the next one; the first without a seed draws one. `step` raises `IllegalAction` for an action
    that the mask forbids.
    """

    metadata = {  # noqa: RUF012
        "name": "xuezhan_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: RulesLike = "guide",
        *,
        dealer: int | None = None,
        observations: str = "int8",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if observations not in ("int8", "float32"):
            raise ValueError(f"observations is {observations!r}; it must be 'int8' or 'float32'")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
        self.rules = as_rules(rules)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._dealer = dealer
        self._dtype = np.dtype(observations)
        self._seed: int | None = None
        self._index = 0

    @functools.cache  # noqa: B019
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A dict of the observation and the action mask."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-127, 127, OBSERVATION_SHAPE, self._dtype.type),
                "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
            }
        )

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The 87 actions (docs/actions.md)."""
        return spaces.Discrete(ACTION_COUNT)

    @property
    def hand(self) -> State:
        """A copy of the state, hidden tiles too."""
        return self._state.copy()

    @property
    def hand_of(self) -> tuple[int, int] | None:
        """Seed and index of the hand that is played; None before the first."""
        return None if self._seed is None else (self._seed, self._index)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """
        Deal the next hand, or hand 0 of `seed`. `options` may have `"wall"`, the whole wall
        outright.
        """
        if seed is not None:
            self._seed, self._index = seed, 0
        elif self._seed is None:
            self._seed, self._index = (
                int(np.random.SeedSequence().generate_state(1, np.uint64)[0]),
                0,
            )
        else:
            self._index += 1
        wall = (options or {}).get("wall")
        self._state = State(self.rules, self._seed, self._index, self._dealer, wall)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        actor = self._state.actor
        self.agent_selection = self.possible_agents[0 if actor is None else actor]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat knows; its mask is empty unless it owes an answer."""
        view = self._state.view(self._seats[agent])
        mask = view.action_mask().view(np.int8)
        return {"observation": view.observe(dtype=self._dtype), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent's answer."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, before = self.agent_selection, self._state.scores
        self._state.step(-1 if action is None else action)
        self._cumulative_rewards[agent] = 0.0
        for name, old, new in zip(self.agents, before, self._state.scores, strict=True):
            self.rewards[name] = float(new - old)
        if self._state.done:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The acting seat's view as text; None unless `render_mode` is `"ansi"`."""
        if self.render_mode is None:
            return None
        return str(self._state.view(self._seats[self.agent_selection]))

    def close(self) -> None:
        """Nothing is held open."""
