"""The course of a hand: the only code that changes a state (rules §2, §7)."""

from collections.abc import Sequence
from typing import Any

from . import rng
from .legal import claim_actions, claimed_score, self_draw_score, turn_actions
from .record import IllegalWall, check_wall, record_of, wall_slots
from .rules import Rules, make_rules
from .score import Score
from .settle import (
    Payment,
    escape_payments,
    exhausted_payments,
    forfeit_payments,
    held_by_kong,
    kong_payers,
    kong_payments,
    not_ready,
    put_out_payments,
    self_draw_payments,
)
from .state import (
    ACTIVE,
    CLAIM,
    DRAWN,
    NOT_ASKED,
    OUT,
    OVER,
    OWING,
    PASSED,
    PONGED,
    REPLACEMENT,
    ROB,
    SAID_KONG,
    SAID_PONG,
    SAID_WIN,
    TURN,
    WON,
    Meld,
    State,
    canonical_bytes,
    deal,
)
from .tiles import KONG, PASS, PENALTIES, PONG, WIN, action_text

LogEntry = tuple[int, int | str]
Event = tuple[Any, ...]

_ANSWERS = {PASS: PASSED, PONG: SAID_PONG, WIN: SAID_WIN}


class IllegalAction(ValueError):
    """An answer or a penalty that the rules do not allow now; nothing was changed."""


class Game:
    """One hand, from the deal to the settled scores."""

    def __init__(
        self,
        rules: Rules | str = "guide",
        seed: int = 0,
        index: int = 0,
        dealer: int | None = None,
        wall: str | Sequence[int] | None = None,
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else make_rules(rules)
        rng.key(seed, index, rng.STREAM_WALL)  # refuses a seed or index out of range
        if dealer is None:
            dealer = index % self.rules.players
        if not 0 <= dealer < self.rules.players:
            raise ValueError(f"the dealer is a seat 0 to {self.rules.players - 1}, not {dealer}")
        if wall is None:
            self.wall = rng.wall(seed, index, self.rules.suits)
        else:
            self.wall = wall_slots(wall)
            check_wall(self.wall, self.rules.suits)
        self.meta: Any = None
        self.has_meta = False
        self.ledger: list[Payment] = []
        self.events: list[Event] = []
        self.state: State = deal(self.wall, self.rules.players, dealer)
        # What the seats that owe an answer (or gave one that is not resolved yet) may or might do.
        self._offers: dict[int, list[int]] = {dealer: turn_actions(self.rules, self.state)}
        self._answers: dict[int, int] = {}
        self._log: list[tuple[int, int | str, bool]] = []

    # ------------------------------------------------------------------------------- looking

    @property
    def done(self) -> bool:
        """Whether the hand is over."""
        return self.state.phase == OVER

    @property
    def actor(self) -> int | None:
        """The seat that must answer next, in turn order; None when the hand is over."""
        return next(iter(self.pending), None)

    @property
    def pending(self) -> dict[int, list[int]]:
        """The seats that owe an answer, in turn order, each with its legal actions ascending."""
        return {
            seat: list(self._offers[seat]) for seat in self._asked() if seat not in self._answers
        }

    @property
    def legal_actions(self) -> list[int]:
        """What :attr:`actor` may do."""
        return next(iter(self.pending.values()), [])

    @property
    def round_answered(self) -> bool:
        """Whether some seat has answered in a round that still waits for another."""
        return bool(self._answers)

    @property
    def scores(self) -> list[int]:
        """Points won or lost in this hand, in seat order."""
        return [seat.score for seat in self.state.seats]

    @property
    def next_dealer(self) -> int:
        """Who deals the next hand, as things stand (rules §7)."""
        chosen = self.state.next_dealer
        return self.state.dealer if chosen is None else chosen

    @property
    def log(self) -> list[LogEntry]:
        """Accepted answers and penalties in the order of the record (rules §10).

        Within a round the answers are those up to the first still owed.
        """
        return [(seat, action) for seat, action, _ in self._full_log()]

    def _full_log(self) -> list[tuple[int, int | str, bool]]:
        """Give the log, with whether each entry was on the seat's own turn."""
        entries = list(self._log)
        for seat in self._asked():
            if seat not in self._answers:
                break
            entries.append((seat, self._answers[seat], False))
        return entries

    def canonical_bytes(self) -> bytes:
        """Give the state in bytes (docs/determinism.md §5)."""
        return canonical_bytes(self.state)

    def fingerprint(self) -> int:
        """Give the state's fingerprint (docs/determinism.md §4)."""
        return rng.digest(self.canonical_bytes())

    def record(self) -> dict[str, Any]:
        """Give the hand record; with scores once the hand is over (rules §10)."""
        return record_of(
            self.rules,
            self.state.dealer,
            self.wall,
            self._full_log(),
            self.scores if self.done else None,
            {"meta": self.meta} if self.has_meta else {},
        )

    def copy(self) -> "Game":
        """Give an independent game at the same point."""
        other = object.__new__(Game)
        other.rules = self.rules
        other.wall = self.wall
        other.meta = self.meta
        other.has_meta = self.has_meta
        other.ledger = list(self.ledger)
        other.events = list(self.events)
        other.state = self.state.copy()
        other._offers = {seat: list(actions) for seat, actions in self._offers.items()}
        other._answers = dict(self._answers)
        other._log = list(self._log)
        return other

    def _asked(self) -> list[int]:
        """Give the seats of this round in turn order: the actor alone on its turn."""
        if self.state.actor is None:
            return []
        order = [self.state.actor, *self.state.after(self.state.actor)]
        return [seat for seat in order if seat in self._offers]

    # ------------------------------------------------------------------------------- answers

    def step(self, action: int, seat: int | None = None) -> None:
        """Take one answer; of ``seat``, or of the seat whose answer is next."""
        if self.done:
            raise IllegalAction("the hand is over")
        pending = self.pending
        if seat is None:
            seat = next(iter(pending))
        if seat not in pending:
            raise IllegalAction(f"seat {seat} owes no answer; {list(pending)} do")
        if not _is_whole(action) or action not in pending[seat]:
            legal = ", ".join(action_text(other) for other in pending[seat])
            raise IllegalAction(f"seat {seat} may not {_shown(action)}; legal: {legal}")
        if self.state.phase == TURN:
            self._log.append((seat, action, True))
            self._own_turn(seat, action)
            return
        self._answers[seat] = action
        self.state.seats[seat].answer = _ANSWERS.get(action, SAID_KONG)
        if len(self._answers) == len(self._offers):
            self._resolve()

    def _own_turn(self, seat: int, action: int) -> None:
        if action == WIN:
            self._win_self_draw()
        elif action < KONG:
            self._discard(seat, action)
        elif self.state.seats[seat].counts[action - KONG] == 4:
            self._make_kong(seat, Meld("concealed", action - KONG, None))
        else:
            self._ask(ROB, action - KONG)

    def _discard(self, seat: int, tile: int) -> None:
        self.state.seats[seat].counts[tile] -= 1
        self.state.seats[seat].river.append(tile)
        self._ask(CLAIM, tile)

    def _ask(self, phase: int, tile: int) -> None:
        """Ask every other active seat that has something to answer (rules §2, §10)."""
        state = self.state
        assert state.actor is not None
        state.phase = phase
        state.tile = tile
        self._offers = {}
        for other in state.after(state.actor):
            if state.seats[other].active:
                actions = claim_actions(self.rules, state, other)
                if actions:
                    self._offers[other] = actions
                    state.seats[other].answer = OWING
        if not self._offers:
            self._resolve()

    def _resolve(self) -> None:
        """All answers are in: wins, else kong or pong, else the play goes on (rules §2)."""
        state = self.state
        source, tile = state.actor, state.tile
        assert source is not None
        assert tile is not None
        asked = self._asked()
        answers = {seat: self._answers[seat] for seat in asked}
        self._log += [(seat, answers[seat], False) for seat in asked]
        winners = [seat for seat in asked if answers[seat] == WIN]
        if self.rules.multi_win == "nearest":
            winners = winners[:1]
        for seat in asked:
            if WIN in self._offers[seat] and answers[seat] != WIN:
                self._lock(seat)
        for seat in range(state.players):
            state.seats[seat].answer = NOT_ASKED
        self._offers, self._answers = {}, {}

        claimer = next((s for s in asked if answers[s] not in (WIN, PASS)), None)
        if winners:
            self._win_on_tile(winners)
        elif len(state.active_seats()) <= 1:
            self._finish()
        elif state.phase == ROB and state.seats[source].active:
            self._add_to_pong(source, tile)
        elif claimer is None:
            self._next_turn(source)
        else:
            self._claim(claimer, kong=answers[claimer] != PONG)

    def _lock(self, seat: int) -> None:
        """Remember that the seat passed a win (rules §2, passing a win)."""
        if self.rules.pass_lock == "off":
            return
        level = 1
        if self.rules.pass_lock != "until_draw":
            level = 1 + claimed_score(self.rules, self.state, seat).fan
        own = self.state.seats[seat]
        own.lock = max(own.lock, level)
        self.events.append(("lock", seat))

    # --------------------------------------------------------------------------- the next turn

    def _next_turn(self, after: int) -> None:
        """Let the first active seat after ``after`` draw; with an empty wall the hand ends."""
        if not self.state.wall:
            self._exhausted()
            return
        seat = self.state.next_active(after)
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
        seat.lock = 0
        self._begin_turn(number, origin, tile)

    def _take(self, number: int) -> None:
        """Count a tile drawn or claimed; some locks end with any tile taken (rules §2)."""
        seat = self.state.seats[number]
        seat.taken = min(seat.taken + 1, 2)
        if self.rules.pass_lock == "until_turn_unless_higher":
            seat.lock = 0

    def _begin_turn(self, number: int, origin: int, tile: int | None) -> None:
        state = self.state
        state.phase, state.actor, state.origin = TURN, number, origin
        state.tile = state.drawn = tile
        self._offers = {number: turn_actions(self.rules, state)}

    # -------------------------------------------------------------------------- pongs and kongs

    def _claim(self, claimer: int, *, kong: bool) -> None:
        """Carry out a pong or a direct kong of the discard."""
        state = self.state
        source, tile = state.actor, state.tile
        assert source is not None
        assert tile is not None
        state.seats[source].river.pop()
        state.seats[claimer].counts[tile] -= 3 if kong else 2
        state.chain_meld = None
        self._take(claimer)
        if kong:
            # The three concealed tiles are gone already; what is left is as for other kongs.
            self._make_kong(claimer, Meld("direct", tile, source))
        else:
            state.seats[claimer].melds.append(Meld("pong", tile, source))
            self.events.append(("pong", claimer))
            self._begin_turn(claimer, PONGED, None)

    def _make_kong(self, owner: int, meld: Meld) -> None:
        """Make a concealed or direct kong, which stands at once."""
        seat = self.state.seats[owner]
        if meld.kind == "concealed":
            seat.counts[meld.tile] -= 4
        seat.melds.append(meld)
        self._kong_stands(owner, len(seat.melds) - 1)

    def _add_to_pong(self, owner: int, tile: int) -> None:
        """Nobody robbed the added kong (rules §2)."""
        seat = self.state.seats[owner]
        place = next(
            i for i, meld in enumerate(seat.melds) if meld.kind == "pong" and meld.tile == tile
        )
        seat.counts[tile] -= 1
        seat.melds[place].kind = "added"
        self._kong_stands(owner, place)

    def _kong_stands(self, owner: int, place: int) -> None:
        """Pay the kong (rules §5) and draw its replacement."""
        state = self.state
        meld = state.seats[owner].melds[place]
        self._pay(kong_payments(self.rules, state, owner, meld))
        meld.paid_by = set(kong_payers(state, owner, meld))
        self.events.append(("kong", owner, meld.kind))
        state.chain_meld = place
        self._draw(owner, REPLACEMENT)

    # -------------------------------------------------------------------------------------- wins

    def _win_self_draw(self) -> None:
        state = self.state
        winner = state.actor
        assert winner is not None
        assert state.drawn is not None
        score = self_draw_score(self.rules, state)
        payments = self_draw_payments(self.rules, state, winner, score)
        self._pay(payments)
        state.seats[winner].counts[state.drawn] -= 1
        self._wins(winner, state.drawn, payments)
        state.won_tiles.append(state.drawn)
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
        kong = None
        if not rob and self.rules.kong_discard_transfer == "each_winner":
            kong = state.chain_kong()
        handed = 0 if kong is None else held_by_kong(self.rules, kong)
        for winner in winners:
            score: Score = scores[winner]
            kind = "win_rob" if rob else "win_discard"
            payments = [Payment(kind, source, winner, score.points, score)]
            self._pay(payments)
            self._wins(winner, tile, payments)
            self.events.append(("win", winner, source, "rob" if rob else "discard", score))
            if handed:
                self._pay([Payment("kong_transfer", source, winner, handed)])
        if kong is not None:
            kong.paid_by = set()
        if rob:
            state.seats[source].counts[tile] -= 1
        else:
            state.seats[source].river.pop()
        state.won_tiles.append(tile)
        if state.next_dealer is None:
            discarder_deals = len(winners) > 1 and self.rules.multi_win_dealer == "discarder"
            state.next_dealer = source if discarder_deals else winners[0]
        self._after_wins(winners[-1])

    def _wins(self, winner: int, tile: int, payments: list[Payment]) -> None:
        seat = self.state.seats[winner]
        seat.status = WON
        seat.lock = 0
        seat.win_tile = tile
        seat.win_payers = {payment.payer for payment in payments}
        seat.win_amount = payments[0].amount

    def _after_wins(self, farthest: int) -> None:
        """End the hand, or go on after the winner that sits farthest (rules §2)."""
        state = self.state
        won = sum(1 for seat in state.seats if seat.status == WON)
        enough = self.rules.wins_to_end is not None and won >= self.rules.wins_to_end
        if enough or len(state.active_seats()) <= 1:
            self._finish()
        else:
            self._next_turn(farthest)

    # --------------------------------------------------------------------------------- the end

    def _exhausted(self) -> None:
        """Settle an exhausted wall: a draw is due and there is no tile (rules §6)."""
        unready = not_ready(self.rules, self.state)
        self._pay(exhausted_payments(self.rules, self.state))
        if self.rules.refund_kongs:
            for owner in unready:
                self._kongs_hold_nothing(owner)
        self.events.append(("exhausted",))
        self._finish()

    def _kongs_hold_nothing(self, owner: int) -> None:
        for meld in self.state.seats[owner].melds:
            meld.paid_by = set()

    def _finish(self) -> None:
        state = self.state
        state.phase = OVER
        state.actor = state.origin = state.tile = state.drawn = state.chain_meld = None
        for seat in state.seats:
            seat.answer = NOT_ASKED
        self._offers, self._answers = {}, {}

    def _pay(self, payments: list[Payment]) -> None:
        for payment in payments:
            self.state.seats[payment.payer].score -= payment.amount
            self.state.seats[payment.payee].score += payment.amount
        self.ledger += payments

    # ------------------------------------------------------------------------------- penalties

    def penalize(self, seat: int, kind: str) -> None:
        """Impose a penalty (rules §7)."""
        self._check_penalty(seat, kind)
        self._log.append((seat, kind, False))
        self.events.append(("penalty", seat, kind, self.state.phase))
        if kind != "escape":
            self._put_out(seat, kind)
        elif self.state.seats[seat].status == WON:
            self._winner_leaves(seat)
        else:
            self._pay(escape_payments(self.rules, self.state, seat))
            self.state.seats[seat].left = True
            self._finish()

    def _check_penalty(self, seat: int, kind: str) -> None:
        if kind not in PENALTIES:
            raise IllegalAction(f"no penalty {kind!r}; there are {', '.join(PENALTIES)}")
        if getattr(self.rules, f"{kind}_units") is None:
            raise IllegalAction(f"these rules have no penalty {kind}")
        if self.done:
            raise IllegalAction("the hand is over")
        if not _is_whole(seat) or seat not in range(self.state.players):
            raise IllegalAction(f"there is no seat {seat}")
        own = self.state.seats[seat]
        if own.status == OUT:
            raise IllegalAction(f"seat {seat} has been put out")
        if own.status == WON and kind != "escape":
            raise IllegalAction(f"seat {seat} has won; {kind} is for active seats")
        if own.left:
            raise IllegalAction(f"seat {seat} has left already")

    def _winner_leaves(self, number: int) -> None:
        seat = self.state.seats[number]
        seat.left = True
        if self.rules.winner_leaves == "forfeit":
            self._pay(forfeit_payments(self.state, number))
            seat.win_payers = set()
            seat.win_amount = 0

    def _put_out(self, number: int, kind: str) -> None:
        """Put a seat out for the rest of the hand: a false win or a wrong count (rules §7)."""
        state = self.state
        seat = state.seats[number]
        assert seat.status == ACTIVE
        self._pay(put_out_payments(self.rules, state, number, kind))
        self._kongs_hold_nothing(number)
        seat.status = OUT
        seat.lock = 0
        if state.phase != TURN:
            # Its answer is void; the others still answer.
            seat.answer = NOT_ASKED
            self._offers.pop(number, None)
            self._answers.pop(number, None)
            if len(self._answers) == len(self._offers):
                self._resolve()
        elif len(state.active_seats()) <= 1:
            self._finish()
        elif number == state.actor:
            self._next_turn(number)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(action: object) -> str:
    return action_text(action) if isinstance(action, int) else repr(action)


__all__ = ["Game", "IllegalAction", "IllegalWall"]
