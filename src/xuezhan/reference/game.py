"""One hand: who is asked, who answers, penalties and the record (rules §2, §7, §10, §14, §15)."""

from collections.abc import Sequence
from typing import Any, Self

from . import rng
from .canonical import canonical_bytes
from .claims import claimed_kong, claimed_pong, own_kong
from .course import Course
from .exchange import check_way, hand_over, legal_picks, way_of
from .record import IllegalWall, action_entry, check_wall, record_of, wall_slots
from .rules import Rules, make_rules
from .settle import escape_payments, forfeit_payments, put_out_payments
from .state import (
    DECLARING,
    EXCHANGING,
    HAS_CHOSEN,
    NOT_ASKED,
    OUT,
    OVER,
    OWING,
    PASSED,
    ROB,
    SAID_KONG,
    SAID_PONG,
    SAID_WIN,
    TURN,
    WON,
    State,
    deal,
)
from .tiles import (
    EXCHANGE,
    KONG,
    PASS,
    PENALTIES,
    PONG,
    VOID,
    WIN,
    action_text,
    tiles_text,
)

LogEntry = list[Any]

_ANSWERS = {PASS: PASSED, PONG: SAID_PONG, WIN: SAID_WIN}


class IllegalAction(ValueError):
    """An answer or a penalty that the rules do not allow now; nothing was changed."""


class Game(Course):
    """One hand, from the deal to the settled scores.

    ``exchange`` is the way the tiles go where the rules leave it to dice (rules §14).
    """

    def __init__(
        self,
        rules: Rules | str = "guide",
        seed: int = 0,
        index: int = 0,
        dealer: int | None = None,
        wall: str | Sequence[int] | None = None,
        exchange: str | None = None,
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
        if exchange is not None:
            check_way(self.rules, exchange)
        self.meta: Any = None
        self.has_meta = False
        self.ledger = []
        self.events = []
        self._offers, self._answers = {}, {}
        self._log: list[LogEntry] = []
        self.state: State = deal(self.wall, self.rules.players, dealer, self.rules.hand_size)
        self.state.winners_stay = self.rules.play_on
        self.state.way = way_of(self.rules, seed, index) if exchange is None else exchange
        if self.rules.dealer_draws == "before_exchange":
            self.state.seats[dealer].counts[self.state.wall.pop(0)] += 1
        self._begin_phase(after=TURN)

    @property
    def _last_dealt(self) -> int:
        return self.wall[self.rules.players * self.rules.hand_size]

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
        """Accepted answers and penalties as a record has them (rules §10).

        Within a round the answers are those up to the first still owed.
        """
        entries = [list(entry) for entry in self._log]
        for seat in self._asked():
            if seat not in self._answers:
                break
            entries.append(self._entry(seat))
        return entries

    def canonical_bytes(self) -> bytes:
        """Give the state in bytes (docs/determinism.md §5)."""
        return canonical_bytes(self.rules, self.state)

    def fingerprint(self) -> int:
        """Give the state's fingerprint (docs/determinism.md §4)."""
        return rng.digest(self.canonical_bytes())

    def record(self) -> dict[str, Any]:
        """Give the hand record; with scores once the hand is over (rules §10)."""
        return record_of(
            self.rules,
            self.state.dealer,
            self.state.way if self.rules.exchange == "random" else None,
            self.wall,
            self.log,
            self.scores if self.done else None,
            {"meta": self.meta} if self.has_meta else {},
        )

    def copy(self) -> Self:
        """Give an independent game at the same point."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.ledger, other.events = list(self.ledger), list(self.events)
        other.state = self.state.copy()
        other._offers = {seat: list(actions) for seat, actions in self._offers.items()}
        other._answers = dict(self._answers)
        other._log = list(self._log)
        return other

    def _asked(self) -> list[int]:
        """Give the seats of this round in turn order: the actor alone on its turn."""
        first = self.state.dealer if self.state.actor is None else self.state.actor
        return [seat for seat in (first, *self.state.after(first)) if seat in self._offers]

    def _entry(self, seat: int) -> LogEntry:
        """Give a seat's answer of this round as a record has it."""
        if self.state.phase == EXCHANGING:
            return [seat, "exchange", tiles_text(self.state.seats[seat].given)]
        return action_entry(seat, self._answers[seat], self.state.phase == TURN)

    # -------------------------------------------------------------------------- before play

    def _begin_phase(self, after: int) -> None:
        """Go on to the exchange, then to the declaration, then to play (rules §14, §15)."""
        state = self.state
        if self.rules.exchange != "none" and after == TURN:
            state.phase = EXCHANGING
            self._offers = {
                number: legal_picks(self.rules, seat.counts, seat.given)
                for number, seat in enumerate(state.seats)
            }
        elif self.rules.void == "declared" and after != DECLARING:
            state.phase = DECLARING
            self._offers = {number: [VOID, VOID + 1, VOID + 2] for number in range(state.players)}
        else:
            self._begin_play()
            return
        for seat in state.seats:
            seat.answer = OWING

    def _choose(self, number: int, action: int) -> None:
        """Take one pick of the exchange, or a suit declared void (rules §14, §15)."""
        seat = self.state.seats[number]
        if self.state.phase == DECLARING:
            seat.void = action - VOID
        else:
            seat.given = sorted([*seat.given, action - EXCHANGE])
            more = legal_picks(self.rules, seat.counts, seat.given)
            if more:
                self._offers[number] = more
                return
        seat.answer = HAS_CHOSEN
        self._answers[number] = action
        if len(self._answers) < len(self._offers):
            return
        self._log += [self._entry(asked) for asked in self._asked()]
        for seat in self.state.seats:
            seat.answer = NOT_ASKED
        self._offers, self._answers = {}, {}
        phase = self.state.phase
        if phase == EXCHANGING:
            hand_over(self.state)
        self._begin_phase(after=phase)

    def exchange(self, seat: int, tiles: Sequence[int]) -> None:
        """Take a whole choice at once, or nothing of it (rules §14)."""
        if self.state.phase != EXCHANGING or seat not in self.pending:
            raise IllegalAction(f"seat {seat} owes no choice of tiles")
        if self.state.seats[seat].given:
            raise IllegalAction(f"seat {seat} has begun to choose")
        trial = self.copy()
        for tile in tiles:
            if seat not in trial.pending or trial.state.phase != EXCHANGING:
                raise IllegalAction(f"{self.rules.exchange_count} tiles are given")
            trial.step(EXCHANGE + tile, seat)
        if trial.state.phase == EXCHANGING and seat in trial.pending:
            raise IllegalAction(f"{self.rules.exchange_count} tiles are given")
        for tile in tiles:
            self.step(EXCHANGE + tile, seat)

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
        if self.state.phase in (EXCHANGING, DECLARING):
            self._choose(seat, action)
        elif self.state.phase == TURN:
            self._log.append(action_entry(seat, action, own_turn=True))
            self._own_turn(seat, action)
        else:
            self._answers[seat] = action
            self.state.seats[seat].answer = _ANSWERS.get(action, SAID_KONG)
            if len(self._answers) == len(self._offers):
                self._resolve()

    def _own_turn(self, seat: int, action: int) -> None:
        if action == WIN:
            self._win_self_draw()
        elif action < KONG:
            self._discard(seat, action)
        else:
            plan = own_kong(self.rules, self.state, action - KONG)
            assert plan is not None
            if plan.kind == "concealed":
                self._make_concealed_kong(seat, plan)
            else:
                self._call_added_kong(plan)

    def _resolve(self) -> None:
        """All answers are in: wins, else kong or pong, else the play goes on (rules §2)."""
        state = self.state
        source, tile = state.actor, state.tile
        assert source is not None
        assert tile is not None
        asked = self._asked()
        answers = {seat: self._answers[seat] for seat in asked}
        self._log += [self._entry(seat) for seat in asked]
        winners = [seat for seat in asked if answers[seat] == WIN]
        if self.rules.multi_win == "nearest":
            winners = winners[:1]
        for seat in asked:
            if WIN in self._offers[seat] and answers[seat] != WIN:
                self._lock(seat)
        for number in range(state.players):
            state.seats[number].answer = NOT_ASKED
        self._offers, self._answers = {}, {}

        claimer = next((s for s in asked if answers[s] not in (WIN, PASS)), None)
        if winners:
            self._win_on_tile(winners)
        elif len(state.seats_in_play()) <= 1:
            self._finish()
        elif state.phase == ROB and state.in_play(source):
            kong = own_kong(self.rules, state, tile)
            assert kong is not None
            self._add_to_pong(source, kong)
        elif claimer is None:
            self._next_turn(source)
        else:
            claim = claimed_pong if answers[claimer] == PONG else claimed_kong
            plan = claim(self.rules, state.seats[claimer], tile)
            assert plan is not None
            self._claim(claimer, plan)

    # ------------------------------------------------------------------------------- penalties

    def penalize(self, seat: int, kind: str) -> None:
        """Impose a penalty (rules §7)."""
        self._check_penalty(seat, kind)
        self._log.append([seat, kind])
        self.events.append(("penalty", seat, kind, self.state.phase))
        if kind != "escape":
            self._put_out(seat, kind)
        elif not self.state.in_play(seat):
            self._winner_leaves(seat)
        else:
            self._pay(escape_payments(self.rules, self.state, seat))
            self.state.seats[seat].left = True
            self._void_choices()
            self._finish()

    def _void_choices(self) -> None:
        """Drop the choices of a round before play that is not complete (docs/determinism.md §5)."""
        for seat in self.state.seats:
            if self.state.phase == EXCHANGING:
                seat.given = []
            elif self.state.phase == DECLARING:
                seat.void = None

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
        if own.status == WON and kind != "escape" and not self.state.winners_stay:
            raise IllegalAction(f"seat {seat} has won; {kind} is for seats in play")
        if own.left:
            raise IllegalAction(f"seat {seat} has left already")
        if kind != "escape" and self.state.phase in (EXCHANGING, DECLARING):
            raise IllegalAction(f"play has not begun; there is no {kind} yet")

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
        assert state.in_play(number)
        self._pay(put_out_payments(self.rules, state, number, kind))
        self._kongs_hold_nothing(number)
        seat.status = OUT
        seat.unlock()
        if state.phase != TURN:
            # Its answer is void; the others still answer.
            seat.answer = NOT_ASKED
            self._offers.pop(number, None)
            self._answers.pop(number, None)
            if len(self._answers) == len(self._offers):
                self._resolve()
        elif len(state.seats_in_play()) <= 1:
            self._finish()
        elif number == state.actor:
            self._next_turn(number)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(action: object) -> str:
    return action_text(action) if isinstance(action, int) else repr(action)


__all__ = ["Game", "IllegalAction", "IllegalWall"]
