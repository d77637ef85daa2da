"""
Sichuan mahjong, 血战到底: hands, whole games, records and simulation.

>>> import xuezhan as xz
>>> xz.Hand("123456m2233p [555p]").waits
Tiles('23p')
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from . import _core

if _TYPE_CHECKING:
    from .action import Action
    from .batch_game import AUTORESET_MODES, BatchGame
    from .chance import Chance, Chances, chances
    from .contest import ArenaResult, Standing, arena
    from .errors import (
        IllegalAction,
        InvalidRecord,
        InvalidRules,
        InvalidState,
        InvalidTiles,
        XuezhanError,
    )
    from .evaluation import ActionValue, Decision, Evaluation, Review, evaluate, review, turn_view
    from .game import Game, Result, Win
    from .hand import UNREACHABLE, Discard, Hand, Score, accepts, index, is_win, shanten, waits
    from .ledger import Event, Ledger, Payment
    from .match import Match
    from .players import (
        PLAYERS,
        Player,
        PlayerError,
        ProgramPlayer,
        SearchPlayer,
        ValuePlayer,
        make_player,
    )
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
    "index",
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

# What each module gives to this one. A module is imported when a name of it is first asked for:
# few programs need all of them.
_MODULES = {
    "action": "Action",
    "batch_game": "AUTORESET_MODES BatchGame",
    "chance": "Chance Chances chances",
    "contest": "ArenaResult Standing arena",
    "errors": "IllegalAction InvalidRecord InvalidRules InvalidState InvalidTiles XuezhanError",
    "evaluation": "ActionValue Decision Evaluation Review evaluate review turn_view",
    "game": "Game Result Win",
    "hand": "UNREACHABLE Discard Hand Score accepts index is_win shanten waits",
    "ledger": "Event Ledger Payment",
    "match": "Match",
    "players": "PLAYERS Player PlayerError ProgramPlayer SearchPlayer ValuePlayer make_player",
    "policy": "Policy",
    "record": "read_records record_from_bytes record_text record_to_bytes replay write_records",
    "rules": "OPTIONS PATTERNS RULEBOOKS Option Rules",
    "simulation": "POLICIES RESULT_DTYPE play_batch simulate",
    "state": "State StateBatch",
    "story": "",
    "summary": "Estimate Figures Summary",
    "tiles": "MELD_KINDS TILE_NAMES Meld Tiles",
    "view": "OBSERVATION_PLANES OBSERVATION_SHAPE OBSERVATION_VERSION View",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

if not _TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return _import_module(f".{name}", __name__)
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(_import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})


def get_include() -> str:
    """Return the directory of `xuezhan/xuezhan.h`, to compile C or C++ against."""
    from os.path import dirname, join

    return join(dirname(_core.__file__), "include")
