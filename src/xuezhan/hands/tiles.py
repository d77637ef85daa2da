"""Tiles and melds. Slots: 0-8 = 1m...9m, 9-17 = 1p...9p, 18-26 = 1s...9s; a name is `"5m"`."""

from xuezhan._core import MELD_KINDS, Meld, Tiles
from xuezhan.play.action import TILE_NAMES

__all__ = ["MELD_KINDS", "TILE_NAMES", "Meld", "Tiles"]
