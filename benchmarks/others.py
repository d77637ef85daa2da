"""
What else can be installed from PyPI (`pip install 'xuezhan[bench]'` brings it): the same suited
hands, and hands of play by random choice, each package in its own game.

These are other games: their shanten knows nothing of the missing suit and includes shapes of their
own, and a hand of theirs has other claims. So the results are not compared, only what they cost.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Hands = list[list[int]]
Work = Callable[[], Any]

_GB_SUITS = "WBT"  # characters, dots, bamboo


@dataclass(frozen=True)
class Other:
    """A package, and how it does what we do; None where it cannot."""

    package: str
    module: str
    shanten: Callable[[Any, Hands], Work] | None = None
    win: Callable[[Any, Hands], Work] | None = None
    play: Callable[[Any], Work] | None = None  #: one hand at each call

    def load(self) -> Any:
        """Its module; ImportError if it is not installed."""
        return importlib.import_module(self.module)


def _mahjong_shanten(_: Any, hands: Hands) -> Work:
    calculate = importlib.import_module("mahjong.shanten").Shanten.calculate_shanten
    rows = [hand + [0] * 7 for hand in hands]
    return lambda: [calculate(row, use_kokushi=False) for row in rows]


def _mahjong_win(_: Any, hands: Hands) -> Work:
    is_agari = importlib.import_module("mahjong.agari").Agari.is_agari
    rows = [hand + [0] * 7 for hand in hands]
    return lambda: [is_agari(row) for row in rows]


def _gb_tiles(hand: list[int]) -> tuple[str, ...]:
    return tuple(
        f"{_GB_SUITS[slot // 9]}{slot % 9 + 1}" for slot, n in enumerate(hand) for _ in range(n)
    )


def _gb_shanten(module: Any, hands: Hands) -> Work:
    rows = [_gb_tiles(hand)[:-1] for hand in hands]  # it takes 13 tiles only
    return lambda: [
        min(module.RegularShanten(row)[0], module.SevenPairsShanten(row)[0]) for row in rows
    ]


def _gb_win(module: Any, hands: Hands) -> Work:
    rows = [_gb_tiles(hand) for hand in hands]

    def win(row: tuple[str, ...]) -> bool:
        try:
            module.MahjongFanCalculator((), row[:-1], row[-1], 0, False, False, False, False, 0, 0)
        except TypeError:
            return False
        return True

    return lambda: [win(row) for row in rows]


def _riichienv_shanten(module: Any, hands: Hands) -> Work:
    rows = [[4 * slot + i for slot, n in enumerate(hand) for i in range(n)] for hand in hands]
    return lambda: [module.calculate_shanten(row) for row in rows]


def _riichienv_play(module: Any) -> Work:
    env = module.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=1)
    choose = random.Random(1).choice

    def play() -> None:
        seen = env.reset()
        while not env.done():
            seen = env.step({seat: choose(view.legal_actions()) for seat, view in seen.items()})

    return play


def _rlcard_play(module: Any) -> Work:
    env = module.make("mahjong")
    agent = importlib.import_module("rlcard.agents").RandomAgent
    env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return lambda: env.run(is_training=False)


OTHERS = (
    Other("mahjong", "mahjong", _mahjong_shanten, _mahjong_win),
    Other("PyMahjongGB", "MahjongGB", _gb_shanten, _gb_win),
    Other("riichienv", "riichienv", _riichienv_shanten, play=_riichienv_play),
    Other("rlcard", "rlcard", play=_rlcard_play),
)
