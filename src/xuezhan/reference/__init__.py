"""The whole game in plain Python, written from the rules page alone.

Slow and simple on purpose: it is the independent twin of the fast core, and never imports it.  The
modules go from the small to the large: tiles, rng, hand, live, rules, score, state, settle, legal,
game, record, replay, policy, fingerprint; chances stand beside.
"""

from .chances import Course, chances
from .fingerprint import bench_fingerprint, hand_fingerprint
from .game import Game, IllegalAction
from .hand import is_win, lowering_tiles, readings, shanten, waits
from .live import accepts_live, shanten_live
from .policy import POLICIES, first_dealer, play, play_match
from .record import IllegalWall, canonical_text
from .replay import InvalidRecord, replay
from .rng import Xoshiro, digest, key, mix, wall
from .rules import OPTIONS, PATTERNS, RULEBOOKS, Rules, RulesError, make_rules
from .score import Score, score
from .settle import Payment
from .tiles import action_text, parse_hand, tile_text

__all__ = [
    "OPTIONS",
    "PATTERNS",
    "POLICIES",
    "RULEBOOKS",
    "Course",
    "Game",
    "IllegalAction",
    "IllegalWall",
    "InvalidRecord",
    "Payment",
    "Rules",
    "RulesError",
    "Score",
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
    "mix",
    "parse_hand",
    "play",
    "play_match",
    "readings",
    "replay",
    "score",
    "shanten",
    "shanten_live",
    "tile_text",
    "waits",
    "wall",
]
