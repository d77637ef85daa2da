"""How a hand goes on: turns, melds, wins and the end (rules §2, §4-§6, §13-§19).

A :class:`Course` changes its state; who is asked and who answers is for :mod:`.game`.
"""

from typing import Any

from .claims import Plan, is_late
from .legal import (
    can_win_claimed,
    claim_actions,
    claimed_score,
    self_draw_score,
    turn_actions,
)
from .patterns import EIGHTEEN_PATTERNS
from .rules import Rules
from .score import Kept, Score, kong_fan
from .settle import (
    Payment,
    kong_payments,
    kong_refunds,
    kong_shares,
    paying,
    self_draw_payments,
)
from .state import (
    CLAIM,
    DEALT,
    DRAWN,
    NOT_ASKED,
    OVER,
    OWING,
    PONGED,
    REPLACEMENT,
    ROB,
    TURN,
    WON,
    Meld,
    State,
)
from .tiles import SLOTS, suit_of
from .wall_end import exhausted_payments, is_refunded, not_ready

Event = tuple[Any, ...]


class Course:
    """A hand in play: its state, its ledger and what happened."""

    rules: Rules
    state: State
    ledger: list[Payment]
    events: list[Event]
    # What the seats that owe an answer (or gave one that is not resolved yet) may or might do.
    _offers: dict[int, list[int]]
    # The answers of this round so far.
    _answers: dict[int, int]

    def _pay(self, payments: list[Payment]) -> None:
        for payment in payments:
            self.state.seats[payment.payer].score -= payment.amount
            self.state.seats[payment.payee].score += payment.amount
        self.ledger += payments

    # ------------------------------------------------------------------------------------ turns

    def _begin_play(self) -> None:
        """Give the dealer its last tile if it has it not, and the first turn (rules §2, §14)."""
        state = self.state
        dealer = state.seats[state.dealer]
        last = self._last_dealt
        if sum(dealer.counts) % 3 == 1:
            dealer.counts[state.wall.pop(0)] += 1
        if not dealer.counts[last]:
            # It gave the tile away (rules §23 (2)).
            last = max(tile for tile in range(SLOTS) if dealer.counts[tile])
        self._begin_turn(state.dealer, DEALT, last)

    @property
    def _last_dealt(self) -> int:
        raise NotImplementedError

    def _next_turn(self, after: int) -> None:
        """Let the first seat in play after ``after`` draw; with an empty wall the hand ends."""
        if not self.state.wall:
            self._exhausted()
            return
        seat = self.state.next_in_play(after)
        assert seat is not None
        self.state.chain_meld = None
        self._draw(seat, DRAWN)

    def _draw(self, number: int, origin: int) -> None:
        """Take a tile from the front, or a replacement from where the rules say (rules §2)."""
        state = self.state
        from_back = origin == REPLACEMENT and self.rules.kong_draw == "back"
        tile = state.wall.pop(-1 if from_back else 0)
        seat = state.seats[number]
        seat.counts[tile] += 1
        self._take(number)
        seat.unlock()
        self._begin_turn(number, origin, tile)

    def _take(self, number: int) -> None:
        """Count a tile drawn or claimed; some locks end with any tile taken (rules §2)."""
        seat = self.state.seats[number]
        seat.taken = min(seat.taken + 1, 2)
        if self.rules.pass_lock == "until_turn_unless_higher":
            seat.unlock()

    def _begin_turn(self, number: int, origin: int, tile: int | None) -> None:
        state = self.state
        state.phase, state.actor, state.origin = TURN, number, origin
        state.tile = state.drawn = tile
        self._offers = {number: turn_actions(self.rules, state)}

    def _discard(self, number: int, tile: int) -> None:
        seat = self.state.seats[number]
        seat.counts[tile] -= 1
        seat.river.append(tile)
        if tile == self.rules.wild_slot or suit_of(tile) != seat.void:
            seat.discarded_other = True
        self.state.phase, self.state.tile = CLAIM, tile
        if self.rules.pass_own_discard and can_win_claimed(
            self.rules, self.state, number, own=True
        ):
            self._lock(number, own=True)
        self._ask()

    def _ask(self) -> None:
        """Ask every other seat in play that has something to answer (rules §2, §10)."""
        state = self.state
        assert state.actor is not None
        self._offers = {}
        for other in state.after(state.actor):
            if state.in_play(other):
                actions = claim_actions(self.rules, state, other)
                if actions:
                    self._offers[other] = actions
                    state.seats[other].answer = OWING
        if not self._offers:
            self._resolve()

    def _resolve(self) -> None:
        raise NotImplementedError

    def _lock(self, number: int, *, own: bool = False) -> None:
        """Remember that the seat passed a win on the tile (rules §2, §19)."""
        if self.rules.pass_lock == "off":
            return
        assert self.state.tile is not None
        level = 1
        if self.rules.pass_lock != "until_draw":
            level = 1 + claimed_score(self.rules, self.state, number, own=own).fan
        seat = self.state.seats[number]
        seat.lock = max(seat.lock, level)
        seat.passed.add(self.state.tile)
        self.events.append(("lock", number))

    # -------------------------------------------------------------------------- pongs and kongs

    def _claim(self, claimer: int, plan: Plan) -> None:
        """Carry out a pong or a direct kong of the discard."""
        state = self.state
        source, tile = state.actor, state.tile
        assert source is not None
        assert tile is not None
        state.seats[source].river.pop()
        seat = state.seats[claimer]
        seat.counts = plan.concealed_after(seat.counts, self.rules.wild_slot)
        seat.melds.append(Meld(plan.kind, tile, source, plan.wilds))
        state.chain_meld = None
        self._take(claimer)
        if plan.kind == "direct":
            self._kong_stands(claimer, len(seat.melds) - 1)
        else:
            self.events.append(("pong", claimer))
            self._begin_turn(claimer, PONGED, None)

    def _make_concealed_kong(self, owner: int, plan: Plan) -> None:
        seat = self.state.seats[owner]
        seat.counts = plan.concealed_after(seat.counts, self.rules.wild_slot)
        seat.melds.append(Meld("concealed", plan.tile, None, plan.wilds))
        self._kong_stands(owner, len(seat.melds) - 1)

    def _call_added_kong(self, plan: Plan) -> None:
        """Let others rob it, unless its fourth tile is a wild (rules §2, §23 (3))."""
        assert self.state.actor is not None
        if plan.wilds:
            self._add_to_pong(self.state.actor, plan)
            return
        self.state.phase, self.state.tile = ROB, plan.tile
        self._ask()

    def _add_to_pong(self, owner: int, plan: Plan) -> None:
        """Nobody robbed the added kong (rules §2)."""
        assert plan.place is not None
        seat = self.state.seats[owner]
        meld = seat.melds[plan.place]
        if self.rules.late_added_kong_units is not None:
            meld.late = is_late(self.rules, self.state, plan)
        seat.counts = plan.concealed_after(seat.counts, self.rules.wild_slot)
        meld.kind = "added"
        meld.wilds += plan.wilds
        meld.added_wild = bool(plan.wilds)
        self._kong_stands(owner, plan.place)

    def _kong_stands(self, owner: int, place: int) -> None:
        """Pay the kong (rules §5) and draw its replacement."""
        state = self.state
        meld = state.seats[owner].melds[place]
        meld.paid = kong_shares(self.rules, state, owner, meld)
        self._pay(kong_payments(owner, meld))
        self.events.append(("kong", owner, meld.kind))
        state.chain_meld = place
        self._draw(owner, REPLACEMENT)

    # -------------------------------------------------------------------------------------- wins

    def _win_self_draw(self) -> None:
        state = self.state
        winner, tile = state.actor, state.drawn
        assert winner is not None
        assert tile is not None
        score = self_draw_score(self.rules, state)
        payments = self_draw_payments(self.rules, state, winner, score)
        self._pay(payments)
        state.seats[winner].counts[tile] -= 1
        self._wins(winner, tile, score, payments)
        state.won_tiles.append(tile)
        self.events.append(("win", winner, None, "self_draw", score))
        if state.next_dealer is None:
            state.next_dealer = winner
        self._after_wins(winner)

    def _win_on_tile(self, winners: list[int]) -> None:
        """All winners on one discard or robbed tile, in turn order (rules §2, §4)."""
        state = self.state
        source, tile = state.actor, state.tile
        assert source is not None
        assert tile is not None
        rob = state.phase == ROB
        scores = {winner: claimed_score(self.rules, state, winner) for winner in winners}
        kongs = [] if rob else self._kongs_given_up(source)
        several = len(winners) > 1 and self.rules.kong_discard_transfer == "each_winner"
        transfer = self.rules.kong_transfer_multi if several else "each"
        if self.rules.kong_discard_transfer == "refund":
            transfer = "refund"
        for winner in winners:
            kind = "win_rob" if rob else "win_discard"
            payments = [Payment(kind, source, winner, scores[winner].points, scores[winner])]
            self._pay(payments)
            self._wins(winner, tile, scores[winner], payments)
            self.events.append(("win", winner, source, "rob" if rob else "discard", scores[winner]))
            if transfer == "each":
                self._pay(
                    paying(
                        Payment("kong_transfer", source, winner, sum(kong.paid.values()))
                        for kong in kongs
                    )
                )
        if transfer == "refund":
            for kong in kongs:
                self._pay(kong_refunds(source, kong, "kong_refund"))
        if transfer != "none":
            for kong in kongs:
                kong.paid = {}
        if rob:
            state.seats[source].counts[tile] -= 1
        else:
            state.seats[source].river.pop()
        state.won_tiles.append(tile)
        if state.next_dealer is None:
            discarder_deals = len(winners) > 1 and self.rules.multi_win_dealer == "discarder"
            state.next_dealer = source if discarder_deals else winners[0]
        after = self.rules.next_after_rob if rob else self.rules.next_after_win
        self._after_wins(winners[-1] if after == "winner" else source)

    def _kongs_given_up(self, discarder: int) -> list[Meld]:
        """Give the kongs whose money a kong discard costs (rules §4, §19)."""
        last = self.state.chain_kong()
        if last is None or self.rules.kong_discard_transfer == "none":
            return []
        if self.rules.kong_transfer_amount == "last":
            return [last]
        return [meld for meld in self.state.seats[discarder].melds if meld.kind != "pong"]

    def _wins(self, number: int, tile: int, score: Score, payments: list[Payment]) -> None:
        seat = self.state.seats[number]
        if not self.state.winners_stay or self.rules.play_on_win == "must":
            seat.unlock()
        seat.wins.append(tile)
        if seat.status == WON:
            return
        seat.status = WON
        seat.win_payers = {payment.payer for payment in payments}
        seat.win_amount = payments[0].amount
        if self.rules.play_on_roots == "first_win" and self.state.winners_stay:
            kongs = kong_fan(self.rules, seat.own_melds)
            seat.kept = Kept(score.roots, 0 if score.pattern in EIGHTEEN_PATTERNS else kongs)

    def _after_wins(self, after: int) -> None:
        """End the hand, or go on after this seat (rules §2, §16, §19)."""
        state = self.state
        won = sum(1 for seat in state.seats if seat.status == WON)
        enough = self.rules.wins_to_end is not None and won >= self.rules.wins_to_end
        if enough or len(state.seats_in_play()) <= 1:
            self._finish()
        else:
            self._next_turn(after)

    # --------------------------------------------------------------------------------- the end

    def _exhausted(self) -> None:
        """Settle an exhausted wall: a draw is due and there is no tile (rules §6)."""
        unready = not_ready(self.rules, self.state)
        self._pay(exhausted_payments(self.rules, self.state))
        if self.rules.refund_kongs:
            for owner in unready:
                for meld in self.state.seats[owner].melds:
                    meld.paid = {
                        payer: amount
                        for payer, amount in meld.paid.items()
                        if not is_refunded(self.rules, self.state, payer)
                    }
        self.events.append(("exhausted",))
        self._finish()

    def _kongs_hold_nothing(self, owner: int) -> None:
        for meld in self.state.seats[owner].melds:
            meld.paid = {}

    def _finish(self) -> None:
        state = self.state
        state.phase = OVER
        state.actor = state.origin = state.tile = state.drawn = state.chain_meld = None
        for seat in state.seats:
            seat.answer = NOT_ASKED
        self._offers, self._answers = {}, {}
