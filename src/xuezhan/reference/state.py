"""The table: everything that is a fact of the hand being played, and its canonical bytes.

No rules, no history and no ledger are in it (docs/determinism.md §5).
"""

from dataclasses import dataclass, field

# Phases.
TURN, CLAIM, ROB, OVER = range(4)
# How the actor's turn began.
DEALT, DRAWN, REPLACEMENT, PONGED = range(4)
# What a seat is.
ACTIVE, WON, OUT = range(3)
# What a seat has answered in a claim or a rob.
NOT_ASKED, OWING, PASSED, SAID_PONG, SAID_KONG, SAID_WIN = range(6)

MELD_CODES = {"pong": 1, "direct": 2, "added": 3, "concealed": 4}
NONE = 255


@dataclass
class Meld:
    """A pong or kong.

    ``source`` discarded the claimed tile; ``paid_by`` are the seats whose payment the kong still
    holds (rules §6, refund).
    """

    kind: str
    tile: int
    source: int | None
    paid_by: set[int] = field(default_factory=set)

    def copy(self) -> "Meld":
        """Copy it."""
        return Meld(self.kind, self.tile, self.source, set(self.paid_by))


@dataclass
class Seat:
    """One seat of the table."""

    counts: list[int]
    melds: list[Meld] = field(default_factory=list)
    river: list[int] = field(default_factory=list)
    status: int = ACTIVE
    left: bool = False
    taken: int = 0
    # 0: no lock; 1 under until_draw; 1 + the fan of the dearest win passed under the others.
    lock: int = 0
    answer: int = NOT_ASKED
    win_tile: int | None = None
    win_payers: set[int] = field(default_factory=set)
    win_amount: int = 0
    score: int = 0

    @property
    def active(self) -> bool:
        """Still in the play (rules §1)."""
        return self.status == ACTIVE

    @property
    def meld_pairs(self) -> tuple[tuple[str, int], ...]:
        """The melds as the hand functions want them."""
        return tuple((meld.kind, meld.tile) for meld in self.melds)

    def copy(self) -> "Seat":
        """Copy it, melds included."""
        return Seat(
            list(self.counts),
            [meld.copy() for meld in self.melds],
            list(self.river),
            self.status,
            self.left,
            self.taken,
            self.lock,
            self.answer,
            self.win_tile,
            set(self.win_payers),
            self.win_amount,
            self.score,
        )


@dataclass
class State:
    """The whole table.  ``won_tiles`` are the winning tiles, each physical tile once."""

    dealer: int
    seats: list[Seat]
    wall: list[int]
    actor: int | None
    phase: int = TURN
    origin: int | None = DEALT
    tile: int | None = None
    drawn: int | None = None
    chain_meld: int | None = None
    next_dealer: int | None = None
    won_tiles: list[int] = field(default_factory=list)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def copy(self) -> "State":
        """Copy it, seats included."""
        return State(
            self.dealer,
            [seat.copy() for seat in self.seats],
            list(self.wall),
            self.actor,
            self.phase,
            self.origin,
            self.tile,
            self.drawn,
            self.chain_meld,
            self.next_dealer,
            list(self.won_tiles),
        )

    def after(self, seat: int) -> list[int]:
        """Give the other seats in turn order from ``seat``."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def active_seats(self) -> list[int]:
        """Give the active seats, ascending."""
        return [number for number, seat in enumerate(self.seats) if seat.active]

    def next_active(self, seat: int) -> int | None:
        """Give the first active seat after ``seat`` in turn order."""
        return next((other for other in self.after(seat) if self.seats[other].active), None)

    def chain_kong(self) -> Meld | None:
        """Give the last kong of the actor's running chain (rules §3)."""
        if self.chain_meld is None or self.actor is None:
            return None
        return self.seats[self.actor].melds[self.chain_meld]


def deal(wall: list[int], players: int, dealer: int) -> State:
    """Thirteen consecutive tiles a seat in turn order from the dealer, then one (rules §10)."""
    hands = [[0] * 27 for _ in range(players)]
    for place in range(players):
        for tile in wall[place * 13 : place * 13 + 13]:
            hands[(dealer + place) % players][tile] += 1
    last = wall[players * 13]
    hands[dealer][last] += 1
    return State(
        dealer=dealer,
        seats=[Seat(counts) for counts in hands],
        wall=wall[players * 13 + 1 :],
        actor=dealer,
        tile=last,
        drawn=last,
    )


def _mask(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)


def _or_none(value: int | None) -> int:
    return NONE if value is None else value


def canonical_bytes(state: State) -> bytes:
    """Give the canonical bytes of docs/determinism.md §5."""
    chain = state.chain_kong()
    out = bytearray(
        (
            state.phase,
            state.players,
            state.dealer,
            _or_none(state.actor),
            _or_none(state.origin),
            _or_none(state.tile),
            _or_none(state.drawn),
            0 if chain is None else MELD_CODES[chain.kind],
            _or_none(state.chain_meld),
            _or_none(state.next_dealer),
            len(state.wall),
            *state.wall,
        )
    )
    for seat in state.seats:
        out += bytes((seat.status + (4 if seat.left else 0), seat.taken, seat.lock, seat.answer))
        out += bytes(seat.counts)
        out.append(len(seat.melds))
        for meld in seat.melds:
            out += bytes((MELD_CODES[meld.kind], meld.tile))
            out += bytes((_or_none(meld.source), _mask(meld.paid_by)))
        out.append(len(seat.river))
        out += bytes(seat.river)
        out += bytes((_or_none(seat.win_tile), _mask(seat.win_payers)))
        out += seat.win_amount.to_bytes(8, "little", signed=True)
        out += seat.score.to_bytes(8, "little", signed=True)
    return bytes(out)
