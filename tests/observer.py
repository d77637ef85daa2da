"""
The observation layout of docs/observation.md written anew in plain Python, from the properties of a
view.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xuezhan.hands.tiles import TILE_NAMES
from xuezhan.play.view import PHASES, View

SLOT = {name: slot for slot, name in enumerate(TILE_NAMES)}
KONG_OPTIONS = {
    "direct_kong": "direct_kong_units",
    "added_kong": "added_kong_units",
    "concealed_kong": "concealed_kong_units",
}
ANSWERS = (None, "owing", "pass", "pong", "kong", "win", "chosen")
BEFORE_PLAY = ("exchange", "declare")


def clip(number: int) -> int:
    return max(-127, min(127, number))


def split(number: int) -> tuple[int, int]:
    """low, high: number = low + 128 * high, both of its sign."""
    sign = -1 if number < 0 else 1
    return sign * (abs(number) % 128), clip(sign * (abs(number) // 128))


def observe(view: View) -> npt.NDArray[np.int64]:
    out = np.zeros((120, 27), np.int64)
    rules = view.rules
    place = {seat: (seat - view.seat) % view.players for seat in range(view.players)}
    answering = view.phase in ("claim", "rob")
    known = np.array(view.hand.counts, np.int64) + view.seen_counts
    if view.phase == "rob" and view.actor != view.seat:
        known[SLOT[view.tile or ""]] += 1
    for copies in range(4):
        out[copies] = np.array(view.hand.counts) > copies
    out[4, [SLOT[t] for t in view.waits]] = 1
    if view.phase == "turn" and view.drawn:
        out[5, SLOT[view.drawn]] = 1
    if answering:
        out[6, SLOT[view.tile or ""]] = 1
    out[7] = view.seen_counts
    for slot in range(27):
        if "mps"[slot // 9] in rules.suits:
            out[8, slot] = 4 - known[slot]
    for action in view.legal_actions:
        if action.kind in ("discard", "kong"):
            out[9 if action.kind == "discard" else 10, action.slot] = 1
    first = {"pong": 11, "direct_kong": 15, "added_kong": 15, "concealed_kong": 19}
    for seat, at in place.items():
        held = 0
        for meld in view.melds[seat]:
            out[first[meld.kind] + at, SLOT[meld.tile]] = 1
        won = view.win_tiles[seat]
        if won:
            out[23 + at, SLOT[won]] = 1
        for newest, tile in enumerate(reversed(view.rivers[seat])):
            out[27 + at, SLOT[tile]] += 1
            if newest < 16:
                out[31 + 16 * at + newest, SLOT[tile]] = 1
        out[96, [at, 4 + at, 8 + at]] = view.active[seat], won is not None, view.out[seat]
        out[96, [12 + at, 16 + at, 20 + at]] = (
            view.concealed[seat],
            view.taken_counts[seat],
            len(view.melds[seat]),
        )
        out[97, [at, 4 + at]] = split(view.scores[seat] // rules.unit)
        out[97, [8 + at, 12 + at]] = split(view.win_amounts[seat] // rules.unit)
        out[97, 16 + at] = sum(1 << place[payer] for payer in view.win_payers[seat])
        for meld, holds in zip(view.melds[seat], view.kong_payers[seat], strict=True):
            if meld.kind != "pong":
                held += len(holds) * getattr(rules, KONG_OPTIONS[meld.kind])
        out[97, 20 + at] = clip(held)
    table = out[95]
    table[0] = view.wall_left
    if view.phase not in BEFORE_PLAY:
        table[1 + PHASES.index(view.phase)] = 1
    if view.actor is not None and view.origin is not None:
        table[5 + ("deal", "draw", "replacement", "pong").index(view.origin)] = 1
        table[19 + place[view.actor]] = 1
        table[18] = view.wall_left + 1 <= rules.must_win_last
    if view.chain is not None:
        table[9 + ("direct_kong", "added_kong", "concealed_kong").index(view.chain.kind)] = 1
        assert view.actor is not None
        out[96, 25] = 1 + view.melds[view.actor].index(view.chain)
    for action in view.legal_actions:
        if action.kind in ("pong", "win", "pass"):
            table[12 + ("pong", "win", "pass").index(action.kind)] = 1
    table[15] = clip(view.lock)
    table[16] = ANSWERS.index(view.answer)
    table[17] = view.players
    table[23 + place[view.dealer]] = 1
    if view.next_dealer is not None:
        out[96, 24] = 1 + place[view.next_dealer]
    observe_options(view, place, out)
    return out


def observe_options(view: View, place: dict[int, int], out: npt.NDArray[np.int64]) -> None:
    """What stands in planes 98 and up."""
    rules, choices, wins = view.rules, out[116], out[117]
    for action in view.legal_actions:
        if action.kind == "exchange":
            out[98, action.slot] = 1
        if action.kind == "void":
            choices[2 + "mps".index(action.suit or "")] = 1
    for plane, tiles in ((99, view.given), (100, view.kept), (101, view.got)):
        for tile in tiles:
            out[plane, SLOT[tile]] += 1
    out[103, [SLOT[tile] for tile in view.passed]] = 1
    if rules.wild is not None:
        out[102, SLOT[rules.wild]] = 1
    if view.phase in BEFORE_PLAY:
        choices[BEFORE_PLAY.index(view.phase)] = 1
        choices[8] = len(view.given) if view.phase == "exchange" else 0
    elif view.phase != "over":
        choices[9 if view.wall_left == 0 else 10] = 1
    if view.way is not None:
        choices[5 + ("next", "across", "previous").index(view.way)] = 1
    choices[11:13] = clip(view.first_win[0]), clip(view.first_win[1])
    for seat, at in place.items():
        wins[[at, 4 + at]] = view.wins[seat], view.fixed[seat]
        wins[[12 + at, 16 + at, 20 + at]] = (
            view.cleared[seat],
            view.fresh[seat],
            view.off_void[seat],
        )
        suit = view.void_suits[seat]
        if suit is not None:
            first = 9 * "mps".index(suit)
            out[104 + at, first : first + 9] = 1
            wins[8 + at] = 1 + "mps".index(suit)
    for tile, _, winners in view.laid_aside:
        for seat in winners:
            out[112 + place[seat], SLOT[tile]] += 1
    wins[24] = len(view.laid_aside)
