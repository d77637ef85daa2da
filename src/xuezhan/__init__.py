"""
Sichuan mahjong, 血战到底: hands, whole games, records and simulation.

>>> import xuezhan as xz
>>> xz.Hand("123456m2233p [555p]").waits
Tiles('23p')
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from xuezhan import _core

if _TYPE_CHECKING:
    from xuezhan.checks import fresh_seed
    from xuezhan.errors import (
        IllegalAction,
        Interrupted,
        InvalidRecord,
        InvalidRules,
        InvalidState,
        InvalidTiles,
        XuezhanError,
    )
    from xuezhan.estimate import Estimate
    from xuezhan.hands.chances import Chance, Chances, chances
    from xuezhan.hands.hand import (
        UNREACHABLE,
        Discard,
        Hand,
        Score,
        accepts,
        index,
        is_win,
        shanten,
        waits,
    )
    from xuezhan.hands.tiles import MELD_KINDS, TILE_NAMES, Meld, Tiles
    from xuezhan.play.action import Action
    from xuezhan.play.game import Game, Result, Win
    from xuezhan.play.ledger import Event, Ledger, Payment
    from xuezhan.play.match import Match
    from xuezhan.play.state import State, StateBatch
    from xuezhan.play.story import story
    from xuezhan.play.view import OBSERVATION_PLANES, OBSERVATION_SHAPE, OBSERVATION_VERSION, View
    from xuezhan.players.arena import ArenaResult, Standing, arena
    from xuezhan.players.evaluation import (
        ActionValue,
        Evaluation,
        evaluate,
        turn_view,
    )
    from xuezhan.players.player import (
        PLAYERS,
        Player,
        PlayerError,
        ProgramPlayer,
        SearchPlayer,
        ValuePlayer,
        make_player,
    )
    from xuezhan.players.policy import Policy
    from xuezhan.players.review import Decision, Review, review
    from xuezhan.records.record import record_from_bytes, record_text, record_to_bytes, replay
    from xuezhan.records.stream import read_records, replay_records, write_records
    from xuezhan.rules import OPTIONS, PATTERNS, PRESETS, RULEBOOKS, Option, Preset, Rules
    from xuezhan.simulation.batch_game import AUTORESET_MODES, BatchGame
    from xuezhan.simulation.columns import to_columns
    from xuezhan.simulation.simulate import POLICIES, RESULT_DTYPE, play_batch, simulate
    from xuezhan.simulation.summary import Figures, Summary
    from xuezhan.studies import Study, StudyError

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
    "PRESETS",
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
    "Interrupted",
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
    "Preset",
    "ProgramPlayer",
    "Result",
    "Review",
    "Rules",
    "Score",
    "SearchPlayer",
    "Standing",
    "State",
    "StateBatch",
    "Study",
    "StudyError",
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
    "fresh_seed",
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
    "replay_records",
    "review",
    "shanten",
    "simulate",
    "story",
    "to_columns",
    "turn_view",
    "waits",
    "write_records",
]

__version__: str = _core.VERSION

# What each module gives to this one. A module is imported when a name of it is first asked for:
# few programs need all of them.
_MODULES = {
    "play.action": "Action",
    "simulation.batch_game": "AUTORESET_MODES BatchGame",
    "hands.chances": "Chance Chances chances",
    "players.arena": "ArenaResult Standing arena",
    "checks": "fresh_seed",
    "errors": "IllegalAction Interrupted InvalidRecord InvalidRules InvalidState InvalidTiles "
    "XuezhanError",
    "estimate": "Estimate",
    "players.evaluation": "ActionValue Evaluation evaluate turn_view",
    "players.review": "Decision Review review",
    "play.game": "Game Result Win",
    "hands.hand": "UNREACHABLE Discard Hand Score accepts index is_win shanten waits",
    "play.ledger": "Event Ledger Payment",
    "play.match": "Match",
    "players.player": "PLAYERS Player PlayerError ProgramPlayer SearchPlayer ValuePlayer "
    "make_player",
    "players.policy": "Policy",
    "records.record": "record_from_bytes record_text record_to_bytes replay",
    "records.stream": "read_records replay_records write_records",
    "rules": "OPTIONS PATTERNS PRESETS RULEBOOKS Option Preset Rules",
    "simulation.simulate": "POLICIES RESULT_DTYPE play_batch simulate",
    "simulation.columns": "to_columns",
    "play.state": "State StateBatch",
    "play.story": "story",
    "simulation.summary": "Figures Summary",
    "studies": "Study StudyError",
    "hands.tiles": "MELD_KINDS TILE_NAMES Meld Tiles",
    "play.view": "OBSERVATION_PLANES OBSERVATION_SHAPE OBSERVATION_VERSION View",
}
_PACKAGES = {module.partition(".")[0] for module in _MODULES}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

if not _TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name in _PACKAGES:
            return _import_module(f".{name}", __name__)
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(_import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})


def get_include() -> str:
    """Return the directory of `xuezhan/xuezhan.h`, to compile C or C++ against."""
    from os.path import dirname, join

    return join(dirname(_core.__file__), "include")
