"""
A hand as Gymnasium environments: one seat learns, policies play the others.

>>> from xuezhan.envs.gymnasium import XuezhanEnv
>>> env = XuezhanEnv("chengdu", opponents="efficiency")
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape, bool(observation["action_mask"].any())
((120, 27), True)

Importing this module registers `xuezhan/Hand-v1` for `gymnasium.make` and `make_vec`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from xuezhan._core import ACTION_COUNT, OBSERVATION_SHAPE
from xuezhan.errors import IllegalAction
from xuezhan.extras import need
from xuezhan.rules import RulesLike, as_rules
from xuezhan.simulation.batch_game import BatchGame

need("gymnasium", "gymnasium", "xuezhan.envs.gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

__all__ = ["XuezhanEnv", "XuezhanVectorEnv"]

_Observation = dict[str, npt.NDArray[Any]]


def _space(dtype: str) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(-127, 127, OBSERVATION_SHAPE, np.dtype(dtype).type),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        }
    )


def _policies(opponents: str | Sequence[str], seat: int, players: int) -> list[str | None]:
    """One for each seat, None for the learner's."""
    if not 0 <= seat < players:
        raise ValueError(f"seat is {seat}; it must be a seat, 0 to {players - 1}")
    others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(others) != players - 1:
        raise ValueError(
            f"opponents must be one policy or one for each of {players - 1} seats, "
            f"not {opponents!r}"
        )
    return [*others[:seat], None, *others[seat:]]


def _check_illegal(illegal: str) -> str:
    if illegal not in ("raise", "replace"):
        raise ValueError(f"illegal is {illegal!r}; it must be 'raise' or 'replace'")
    return illegal


class XuezhanEnv(gymnasium.Env[_Observation, int]):  # type: ignore[misc]
    """
    One seat of one hand.

    rules         `Rules`, a rulebook's name, or a mapping
    seat          the learner's
    opponents     the policy of all other seats, or one for each in seat order
    dealer        a seat; the hand's index modulo the number of players unless given
    observations  `"int8"` or `"float32"`
    illegal       `"raise"` `IllegalAction` for an action that the mask forbids, or `"replace"` it
                  by the lowest legal one
    render_mode   None or `"ansi"`: the learner's view as text

    An observation is a dict of `"observation"` (docs/observation.md) and `"action_mask"` (int8 of
    shape (87,)). The reward is what the seat won or lost, in points, since its last action; the
    hand goes on after it has won, without its being asked, and terminates when it is over. `info`
    has `"scores"`, of all seats so far, and `"illegal"`, whether the action was replaced.
    `reset(seed=s)` deals hand 0 of seed *s*, each `reset()` after it the next one.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: RulesLike = "guide",
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "efficiency",
        dealer: int | None = None,
        observations: str = "int8",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        rules = as_rules(rules)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; it must be None or 'ansi'")
        self.observation_space = _space(observations)
        self.action_space = spaces.Discrete(ACTION_COUNT)
        self.render_mode = render_mode
        self._seat = seat
        self._illegal = _check_illegal(illegal)
        self._batch = BatchGame(
            1,
            rules,
            dealer=dealer,
            policies=_policies(opponents, seat, rules.players),
            autoreset="DISABLED",
            observations=observations,
        )
        self._batch.bind(masks=np.zeros((1, ACTION_COUNT), np.int8))
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Deal the next hand, or hand 0 of `seed`."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            start = int(self.np_random.integers(1 << 63)) if seed is None else seed
            self._batch._seed_slots(np.array([start], np.uint64))
            self._seeded = True
        self._batch.reset()
        return self._observation(), self._info(False)

    def _observation(self) -> _Observation:
        assert self._batch.observations is not None
        return {
            "observation": self._batch.observations[0].copy(),
            "action_mask": self._batch.masks[0].copy(),
        }

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {"scores": np.array(self._batch.state(0).scores, np.int64), "illegal": illegal}

    def step(self, action: int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """The learner's answer, and the others' until it is asked again or the hand is over."""
        try:
            taken, illegal = index(action), False
        except TypeError:
            raise TypeError(f"an action is an integer, not {type(action).__name__}") from None
        if self._batch.seats[0] < 0:
            raise gymnasium.error.ResetNeeded("the hand is over; call reset()")
        if self._illegal == "replace" and not (
            0 <= taken < ACTION_COUNT and self._batch.masks[0, taken]
        ):
            taken, illegal = int(self._batch.masks[0].argmax()), True
        self._batch.step(np.array([taken]))
        reward = float(self._batch.rewards[0, self._seat])
        return self._observation(), reward, bool(self._batch.dones[0]), False, self._info(illegal)

    @property
    def hand_of(self) -> tuple[int, int]:
        """Seed and index of the hand that is played: `Game(rules, *hand_of)` deals the same."""
        return self._batch.hand_of(0)

    def render(self) -> str | None:
        """The learner's view as text; None unless `render_mode` is `"ansi"`."""
        return None if self.render_mode is None else str(self._batch.view(0, self._seat))


class XuezhanVectorEnv(VectorEnv[_Observation, npt.NDArray[Any], npt.NDArray[Any]]):  # type: ignore[misc]
    """
    `num_envs` hands of one learning seat each, stepped together in C: the same as `SyncVectorEnv`
    over `XuezhanEnv`.

    autoreset_mode  Gymnasium's `AutoresetMode`: `NEXT_STEP`, `SAME_STEP` (with `final_obs` and
                    `final_info`) or `DISABLED` (with `options={"reset_mask": …}`)
    copy            whether observations are copies, or the arrays that the next step writes over
    threads         how many share a step

    The other arguments are those of `XuezhanEnv`. `reset(seed=s)` seeds environment *i* with s + i.
    """

    def __init__(
        self,
        num_envs: int,
        rules: RulesLike = "guide",
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "efficiency",
        dealer: int | None = None,
        observations: str = "int8",
        illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        render_mode: None = None,
    ) -> None:
        rules = as_rules(rules)
        self.num_envs = num_envs
        self.autoreset_mode = (
            autoreset_mode
            if isinstance(autoreset_mode, AutoresetMode)
            else AutoresetMode(autoreset_mode)
        )
        self.metadata = {**XuezhanEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = _space(observations)
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = seat
        self._illegal = _check_illegal(illegal)
        self._copy = copy
        self._batch = BatchGame(
            num_envs,
            rules,
            dealer=dealer,
            policies=_policies(opponents, seat, rules.players),
            autoreset=self.autoreset_mode.name,
            observations=observations,
            threads=threads,
        )
        self._batch.bind(masks=np.zeros((num_envs, ACTION_COUNT), np.int8))
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            assert self._batch.observations is not None
            self._batch.bind(final_observations=np.zeros_like(self._batch.observations))
        self._scores = np.zeros((num_envs, rules.players), np.int64)
        self._players: int = rules.players
        self._seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """
        Deal the next hand everywhere, or where `options["reset_mask"]` is true; with seeds, from
        hand 0 of each.
        """
        chosen = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            chosen = self._reset_mask(options["reset_mask"])
        seeds: list[int | None] | None
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise ValueError(f"there must be {self.num_envs} seeds, not {len(seeds)}")
        self._seed_where_given(seeds, chosen)
        self._batch.reset(mask=chosen)
        self._scores[chosen] = 0
        self._note_scores(chosen)
        return self._observations(), self._infos(chosen, np.zeros(self.num_envs, np.bool_))

    def _reset_mask(self, mask: Any) -> npt.NDArray[np.bool_]:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("options['reset_mask'] must be a NumPy array of bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"options['reset_mask'] must have shape ({self.num_envs},) and a true value"
            )
        return mask

    def _seed_where_given(
        self, seeds: list[int | None] | None, chosen: npt.NDArray[np.bool_]
    ) -> None:
        drawn = np.zeros(self.num_envs, np.uint64)
        given = chosen.copy() if not self._seeded else np.zeros(self.num_envs, np.bool_)
        if not self._seeded:
            drawn[:] = self.np_random.integers(1 << 63, size=self.num_envs, dtype=np.uint64)
            given[:] = True
            self._seeded = True
        for i, one in enumerate(seeds or []):
            if one is not None and chosen[i]:
                drawn[i], given[i] = one, True
        if given.any():
            self._batch._seed_slots(drawn, given)

    def _note_scores(self, fresh: npt.NDArray[np.bool_]) -> None:
        """A hand may have begun with points already: the policies that come first may kong."""
        for i in np.flatnonzero(fresh):
            self._scores[i] = self._batch.state(int(i)).scores

    def _observations(self) -> _Observation:
        assert self._batch.observations is not None
        seen = {"observation": self._batch.observations, "action_mask": self._batch.masks}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _infos(
        self, which: npt.NDArray[np.bool_], illegal: npt.NDArray[np.bool_]
    ) -> dict[str, Any]:
        """As Gymnasium stacks them: zeros where an environment said nothing, and which ones did."""
        scores = np.where(which[:, None], self._scores, 0)
        return {
            "scores": scores,
            "_scores": which.copy(),
            "illegal": illegal & which,
            "_illegal": which.copy(),
        }

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[_Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """The learner's answer in every environment."""
        batch, n = self._batch, self.num_envs
        was_over = batch.seats < 0
        if self.autoreset_mode == AutoresetMode.DISABLED and was_over.any():
            raise gymnasium.error.ResetNeeded(
                f"environments {np.flatnonzero(was_over).tolist()} are over"
            )
        taken, illegal = self._legal(np.asarray(actions), was_over)
        batch.step(taken)
        rewards = batch.rewards[:, self._seat].astype(np.float64)
        self._scores += batch.rewards[:, : self._players].astype(np.int64)
        fresh = batch.dones if self.autoreset_mode == AutoresetMode.SAME_STEP else was_over
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and batch.dones.any():
            infos = self._final_infos(batch.dones, illegal)
            illegal = illegal & ~batch.dones
        if fresh.any():
            self._note_scores(fresh)
        infos |= self._infos(np.ones(n, np.bool_), illegal)
        return self._observations(), rewards, batch.dones.copy(), np.zeros(n, np.bool_), infos

    def _legal(
        self, actions: npt.NDArray[Any], was_over: npt.NDArray[np.bool_]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
        """The actions to take, and which had to be replaced."""
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions must be integers, not {actions.dtype}")
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions must have shape ({self.num_envs},), not {actions.shape}")
        taken = np.array(actions, np.int64)
        inside = (taken >= 0) & (taken < ACTION_COUNT)
        allowed = inside & (
            self._batch.masks[np.arange(len(taken)), np.where(inside, taken, 0)] != 0
        )
        illegal = ~allowed & ~was_over
        if illegal.any():
            if self._illegal == "raise":
                i = int(np.flatnonzero(illegal)[0])
                raise IllegalAction(self._batch._core._why_illegal(i, int(taken[i])))
            taken[illegal] = self._batch.masks[illegal].argmax(axis=1)
        return taken, illegal

    def _final_infos(
        self, done: npt.NDArray[np.bool_], illegal: npt.NDArray[np.bool_]
    ) -> dict[str, Any]:
        assert self._batch.final_observations is not None
        finals = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(done):
            finals[i] = {
                "observation": self._batch.final_observations[i].copy(),
                "action_mask": np.zeros(ACTION_COUNT, np.int8),
            }
        return {
            "final_obs": finals,
            "_final_obs": done.copy(),
            "final_info": self._infos(done, illegal),
            "_final_info": done.copy(),
        }


gymnasium.register(
    id="xuezhan/Hand-v1",
    entry_point="xuezhan.envs.gymnasium:XuezhanEnv",
    vector_entry_point="xuezhan.envs.gymnasium:XuezhanVectorEnv",
)
