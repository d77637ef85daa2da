"""Which pongs and kongs a seat can make, and of what tiles (rules §2, §15, §16, §17, §19)."""

from dataclasses import dataclass

from .hand import Shape, waits, with_tile
from .rules import Rules
from .state import PONGED, Seat, State
from .tiles import MeldKey, OwnMeld, suit_of


@dataclass(frozen=True)
class Plan:
    """A meld that can be made: what it takes of the concealed tiles.

    ``place`` is the pong that a fourth tile is added to.
    """

    kind: str
    tile: int
    naturals: int
    wilds: int
    place: int | None = None

    def concealed_after(self, counts: list[int], wild: int | None) -> list[int]:
        """Give the concealed tiles left."""
        left = with_tile(counts, self.tile, -self.naturals)
        if self.wilds:
            assert wild is not None
            left[wild] -= self.wilds
        return left

    def melds_after(self, melds: MeldKey) -> MeldKey:
        """Give the melds then."""
        if self.place is None:
            return (*melds, OwnMeld(self.kind, self.tile, self.wilds))
        pong = melds[self.place]
        added = OwnMeld("added", self.tile, pong.wilds + self.wilds, bool(self.wilds))
        return (*melds[: self.place], added, *melds[self.place + 1 :])


def _wilds_held(rules: Rules, seat: Seat) -> int:
    return 0 if rules.wild_slot is None else seat.counts[rules.wild_slot]


def _may_be_melded(rules: Rules, seat: Seat, tile: int) -> bool:
    """Neither a wild nor a tile of the void suit (rules §15, §17)."""
    return tile != rules.wild_slot and (seat.void is None or suit_of(tile) != seat.void)


def _taken(
    rules: Rules, seat: Seat, tile: int, needed: int, naturals_needed: int, *, kong: bool
) -> tuple[int, int] | None:
    """Say how many own naturals and wilds a meld takes, as many naturals as the seat holds."""
    naturals = min(needed, seat.counts[tile])
    wilds = needed - naturals
    if wilds:
        allowed = ("pong_kong",) if kong else ("pong", "pong_kong")
        if rules.wild_claims not in allowed or wilds > _wilds_held(rules, seat):
            return None
        if naturals < naturals_needed:
            return None
    return naturals, wilds


# -------------------------------------------------------------------------- another seat's discard


def claimed_pong(rules: Rules, seat: Seat, tile: int) -> Plan | None:
    """The pong of a discard."""
    if not _may_be_melded(rules, seat, tile):
        return None
    taken = _taken(rules, seat, tile, 2, rules.wild_claim_naturals, kong=False)
    return Plan("pong", tile, *taken) if taken else None


def claimed_kong(rules: Rules, seat: Seat, tile: int) -> Plan | None:
    """The direct kong of a discard."""
    if not _may_be_melded(rules, seat, tile):
        return None
    taken = _taken(rules, seat, tile, 3, rules.wild_claim_naturals, kong=True)
    return Plan("direct", tile, *taken) if taken else None


# -------------------------------------------------------------------------------- the own turn


def own_kong(rules: Rules, state: State, tile: int) -> Plan | None:
    """Find the actor's kong of a tile: added where it has that pong, else concealed (rules §10)."""
    assert state.actor is not None
    seat = state.seats[state.actor]
    if not state.wall or (state.origin == PONGED and not rules.kong_after_pong):
        return None
    if not _may_be_melded(rules, seat, tile):
        return None
    if any(meld.kind == "pong" and meld.tile == tile for meld in seat.melds):
        plan = _added_kong(rules, state, seat, tile)
    else:
        plan = _concealed_kong(rules, seat, tile)
    if plan is not None and state.plays_on(state.actor):
        return plan if _winner_may(rules, state, seat, plan) else None
    return plan


def _concealed_kong(rules: Rules, seat: Seat, tile: int) -> Plan | None:
    if not seat.counts[tile]:
        return None
    taken = _taken(rules, seat, tile, 4, 1, kong=True)
    return Plan("concealed", tile, *taken) if taken else None


def _added_kong(rules: Rules, state: State, seat: Seat, tile: int) -> Plan | None:
    """The natural fourth if there is one, else a wild; onto the first pong that may take it."""
    taken = _taken(rules, seat, tile, 1, 0, kong=True)
    place = next(
        (
            place
            for place, meld in enumerate(seat.melds)
            if meld.kind == "pong"
            and meld.tile == tile
            and (not meld.wilds or rules.soft_pong_kong)
        ),
        None,
    )
    if taken is None or place is None:
        return None
    plan = Plan("added", tile, *taken, place)
    if not rules.added_kong_any_time and state.drawn != fourth_tile(rules, plan):
        return None
    return plan


def fourth_tile(rules: Rules, plan: Plan) -> int:
    """Give the tile of the wall that an added kong takes from the hand."""
    if plan.naturals:
        return plan.tile
    assert rules.wild_slot is not None
    return rules.wild_slot


def is_late(rules: Rules, state: State, plan: Plan) -> bool:
    """Whether the fourth tile was in the hand before the latest draw (rules §19, §23 (13))."""
    return fourth_tile(rules, plan) != state.drawn


# ------------------------------------------------------------------------ winners that play on


def _winner_may(rules: Rules, state: State, seat: Seat, plan: Plan) -> bool:
    """Whether the fixed hand of a winner may make this kong on its turn (rules §16, §23 (17))."""
    drawn = state.drawn
    assert drawn is not None
    if plan.kind == "added":
        uses_drawn = fourth_tile(rules, plan) == drawn
    else:
        uses_drawn = plan.tile == drawn or (plan.wilds > 0 and drawn == rules.wild_slot)
    if not uses_drawn or rules.play_on_kong == "none":
        return False
    if rules.play_on_kong == "added":
        return plan.kind == "added"
    return _same_waits(rules, seat, with_tile(seat.counts, drawn, -1), plan)


def winner_may_claim(rules: Rules, seat: Seat, plan: Plan) -> bool:
    """Whether the fixed hand of a winner may make this direct kong (rules §16)."""
    return rules.play_on_kong == "same_waits" and _same_waits(rules, seat, seat.counts, plan)


def _same_waits(rules: Rules, seat: Seat, fixed: list[int], plan: Plan) -> bool:
    shape: Shape = rules.shape(seat.void)
    melds = seat.own_melds
    after = plan.concealed_after(seat.counts, rules.wild_slot)
    return waits(fixed, melds, shape) == waits(after, plan.melds_after(melds), shape)
