"""The whole game in plain Python, written from the rules page alone.

Slow and simple on purpose: it is the independent twin of the fast core, and never imports it.  The
modules go from the small to the large: tiles, rng, hand, distance, live, options, presets, rules,
patterns, score, state, claims, legal, settle, wall_end, exchange, canonical, course, game, record,
replay, policy, fingerprint; chances stand beside.
"""

from .chances import Course, chances
from .distance import lowering_tiles, shanten
from .fingerprint import bench_fingerprint, hand_fingerprint
from .game import Game, IllegalAction
from .hand import Reading, Shape, is_win, readings, stands_for, waits
from .live import accepts_live, shanten_live
from .options import OPTIONS, PATTERNS
from .policy import POLICIES, first_dealer, play, play_match
from .presets import PRESETS, RULEBOOKS
from .record import IllegalWall, canonical_text
from .replay import InvalidRecord, replay
from .rng import Xoshiro, digest, key, mix, wall
from .rules import Rules, RulesError, make_rules
from .score import Score, score
from .settle import Payment
from .tiles import OwnMeld, action_text, meld_text, parse_hand, tile_text

__all__ = [
    "OPTIONS",
    "PATTERNS",
    "POLICIES",
    "PRESETS",
    "RULEBOOKS",
    "Course",
    "Game",
    "IllegalAction",
    "IllegalWall",
    "InvalidRecord",
    "OwnMeld",
    "Payment",
    "Reading",
    "Rules",
    "RulesError",
    "Score",
    "Shape",
    "Xoshiro",
    "accepts_live",
    "action_text",
    "bench_fingerprint",
    "canonical_text",
    "chances",
    "digest",
    "first_dealer",
    "hand_fingerprint",
    "is_win",
    "key",
    "lowering_tiles",
    "make_rules",
    "meld_text",
    "mix",
    "parse_hand",
    "play",
    "play_match",
    "readings",
    "replay",
    "score",
    "shanten",
    "shanten_live",
    "stands_for",
    "tile_text",
    "waits",
    "wall",
]
