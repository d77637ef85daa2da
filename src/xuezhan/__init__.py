"""
Sichuan mahjong, 血战到底: hands, whole games, records and simulation.

>>> import xuezhan as xz
>>> xz.Hand("123456m2233p [555p]").waits
Tiles('23p')
"""

import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import _core
from .action import Action
from .batch_game import AUTORESET_MODES, BatchGame
from .errors import (
    IllegalAction,
    InvalidRecord,
    InvalidRules,
    InvalidState,
    InvalidTiles,
    XuezhanError,
)
from .game import Game, Result, Win
from .hand import UNREACHABLE, Discard, Hand, Score, accepts, is_win, shanten, waits
from .ledger import Event, Ledger, Payment
from .match import Match
from .policy import Policy
from .record import (
    read_records,
    record_from_bytes,
    record_text,
    record_to_bytes,
    replay,
    write_records,
)
from .rules import OPTIONS, PATTERNS, RULEBOOKS, Option, Rules
from .simulation import POLICIES, RESULT_DTYPE, play_batch, simulate
from .state import State, StateBatch
from .summary import Estimate, Figures, Summary
from .tiles import MELD_KINDS, TILE_NAMES, Meld, Tiles
from .view import OBSERVATION_PLANES, OBSERVATION_SHAPE, OBSERVATION_VERSION, View

if _TYPE_CHECKING:
    from .chance import Chance, Chances, chances
    from .contest import ArenaResult, Standing, arena
    from .evaluation import ActionValue, Decision, Evaluation, Review, evaluate, review, turn_view
    from .players import (
        PLAYERS,
        Player,
        PlayerError,
        ProgramPlayer,
        SearchPlayer,
        ValuePlayer,
        make_player,
    )

__all__ = [
    "AUTORESET_MODES",
    "MELD_KINDS",
    "OBSERVATION_PLANES",
    "OBSERVATION_SHAPE",
    "OBSERVATION_VERSION",
    "OPTIONS",
    "PATTERNS",
    "PLAYERS",
    "POLICIES",
    "RESULT_DTYPE",
    "RULEBOOKS",
    "TILE_NAMES",
    "UNREACHABLE",
    "Action",
    "ActionValue",
    "ArenaResult",
    "BatchGame",
    "Chance",
    "Chances",
    "Decision",
    "Discard",
    "Estimate",
    "Evaluation",
    "Event",
    "Figures",
    "Game",
    "Hand",
    "IllegalAction",
    "InvalidRecord",
    "InvalidRules",
    "InvalidState",
    "InvalidTiles",
    "Ledger",
    "Match",
    "Meld",
    "Option",
    "Payment",
    "Player",
    "PlayerError",
    "Policy",
    "ProgramPlayer",
    "Result",
    "Review",
    "Rules",
    "Score",
    "SearchPlayer",
    "Standing",
    "State",
    "StateBatch",
    "Summary",
    "Tiles",
    "ValuePlayer",
    "View",
    "Win",
    "XuezhanError",
    "__version__",
    "accepts",
    "arena",
    "chances",
    "evaluate",
    "get_include",
    "is_win",
    "make_player",
    "play_batch",
    "read_records",
    "record_from_bytes",
    "record_text",
    "record_to_bytes",
    "replay",
    "review",
    "shanten",
    "simulate",
    "turn_view",
    "waits",
    "write_records",
]

__version__: str = _core.VERSION


def get_include() -> str:
    """Return the directory of `xuezhan/xuezhan.h`, to compile C or C++ against."""
    return _os.path.join(_os.path.dirname(_core.__file__), "include")


# Modules that few programs need at once and that need much of the standard library.
_LATER = {
    "chance": ("Chance", "Chances", "chances"),
    "contest": ("ArenaResult", "Standing", "arena"),
    "evaluation": (
        "ActionValue",
        "Decision",
        "Evaluation",
        "Review",
        "evaluate",
        "review",
        "turn_view",
    ),
    "players": (
        "PLAYERS",
        "Player",
        "PlayerError",
        "ProgramPlayer",
        "SearchPlayer",
        "ValuePlayer",
        "make_player",
    ),
}


if not _TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for module, names in _LATER.items():
            if name in names:
                value: object = getattr(import_module(f".{module}", __name__), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
