"""
Situations of today's tables (rules §13 to §19 and §23), each with its right outcome.

As in `tests/situations.py` every situation is a function of `make_game`, and the same list runs
against every implementation.
"""

from collections.abc import Callable

from stacked import MakeGame

from . import exchange, melds, money, phases, play_on, wild, winning

SITUATIONS: dict[str, Callable[[MakeGame], None]] = {
    f"{module.__name__.rpartition('.')[2]}: {situation.__name__.replace('_', ' ')}": situation
    for module in (phases, exchange, play_on, winning, money, melds, wild)
    for situation in module.SITUATIONS
}
