"""The table: everything that is a fact of the hand being played (docs/determinism.md §5).

No rules, no history and no ledger are in it, but for whether winners stay in the play.
"""

from dataclasses import dataclass, field
from typing import Self

from .score import Kept
from .tiles import MeldKey, OwnMeld

# Phases.
TURN, CLAIM, ROB, OVER, EXCHANGING, DECLARING = range(6)
# How the actor's turn began.
DEALT, DRAWN, REPLACEMENT, PONGED = range(4)
# What a seat is.
ACTIVE, WON, OUT = range(3)
# What a seat has answered in a round.
NOT_ASKED, OWING, PASSED, SAID_PONG, SAID_KONG, SAID_WIN, HAS_CHOSEN = range(7)


@dataclass
class Meld:
    """A pong or kong on the table.

    ``source`` discarded the claimed tile; ``paid`` is what the kong still holds of each seat that
    paid for it (rules §6, refund); ``late`` says that it was paid as late (rules §19).
    """

    kind: str
    tile: int
    source: int | None
    wilds: int = 0
    added_wild: bool = False
    paid: dict[int, int] = field(default_factory=dict)
    late: bool = False

    @property
    def own(self) -> OwnMeld:
        """The meld as the hand functions want it."""
        return OwnMeld(self.kind, self.tile, self.wilds, self.added_wild)

    def copy(self) -> "Meld":
        """Copy it."""
        return Meld(
            self.kind,
            self.tile,
            self.source,
            self.wilds,
            self.added_wild,
            dict(self.paid),
            self.late,
        )


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
    # The kinds of tile of which a win was passed under the lock.
    passed: set[int] = field(default_factory=set)
    answer: int = NOT_ASKED
    # The first win, as the base of rules §16 wants it, and all winning tiles.
    win_payers: set[int] = field(default_factory=set)
    win_amount: int = 0
    wins: list[int] = field(default_factory=list)
    kept: Kept | None = None
    score: int = 0
    # Picked so far, or given, in the exchange (rules §14), and the suit declared void (rules §15).
    given: list[int] = field(default_factory=list)
    void: int | None = None
    # Whether it has discarded a tile that is not of its void suit.
    discarded_other: bool = False

    @property
    def won(self) -> bool:
        """Whether it has won, in the play or not."""
        return bool(self.wins)

    @property
    def win_tile(self) -> int | None:
        """The tile of its first win."""
        return self.wins[0] if self.wins else None

    @property
    def own_melds(self) -> MeldKey:
        """The melds as the hand functions want them."""
        return tuple(meld.own for meld in self.melds)

    def unlock(self) -> None:
        """Lift the passing lock."""
        self.lock = 0
        self.passed = set()

    def copy(self) -> Self:
        """Copy it, melds included."""
        other = type(self)(**vars(self))
        other.counts = list(self.counts)
        other.melds = [meld.copy() for meld in self.melds]
        other.river, other.wins, other.given = list(self.river), list(self.wins), list(self.given)
        other.passed, other.win_payers = set(self.passed), set(self.win_payers)
        return other


@dataclass
class State:
    """The whole table.  ``won_tiles`` are the winning tiles, each physical tile once.

    ``way`` is the way of the exchange; with ``winners_stay`` a winner is still in the play
    (rules §16).
    """

    dealer: int
    seats: list[Seat]
    wall: list[int]
    actor: int | None = None
    phase: int = TURN
    origin: int | None = None
    tile: int | None = None
    drawn: int | None = None
    chain_meld: int | None = None
    next_dealer: int | None = None
    won_tiles: list[int] = field(default_factory=list)
    way: str | None = None
    winners_stay: bool = False

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def copy(self) -> Self:
        """Copy it, seats included."""
        other = type(self)(**vars(self))
        other.seats = [seat.copy() for seat in self.seats]
        other.wall, other.won_tiles = list(self.wall), list(self.won_tiles)
        return other

    def after(self, seat: int) -> list[int]:
        """Give the other seats in turn order from ``seat``."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def in_play(self, number: int) -> bool:
        """Whether a seat takes turns, pays and receives (words of rules §13)."""
        status = self.seats[number].status
        return status == ACTIVE or (status == WON and self.winners_stay)

    def unwon(self, number: int) -> bool:
        """Whether a seat is in play without a win."""
        return self.seats[number].status == ACTIVE

    def plays_on(self, number: int) -> bool:
        """Whether a seat has won and is still in play: its hand is fixed (rules §16)."""
        return self.winners_stay and self.seats[number].status == WON

    def seats_in_play(self) -> list[int]:
        """Give the seats in play, ascending."""
        return [number for number in range(self.players) if self.in_play(number)]

    def unwon_seats(self) -> list[int]:
        """Give the seats in play without a win, ascending."""
        return [number for number in range(self.players) if self.unwon(number)]

    def next_in_play(self, seat: int) -> int | None:
        """Give the first seat in play after ``seat`` in turn order."""
        return next((other for other in self.after(seat) if self.in_play(other)), None)

    def chain_kong(self) -> Meld | None:
        """Give the last kong of the actor's running chain (rules §3)."""
        if self.chain_meld is None or self.actor is None:
            return None
        return self.seats[self.actor].melds[self.chain_meld]


def deal(wall: list[int], players: int, dealer: int, size: int) -> State:
    """Consecutive tiles for each seat in turn order from the dealer (rules §10, §13).

    The dealer's last tile is still in the wall.
    """
    hands = [[0] * 27 for _ in range(players)]
    for place in range(players):
        for tile in wall[place * size : place * size + size]:
            hands[(dealer + place) % players][tile] += 1
    return State(dealer, [Seat(counts) for counts in hands], wall[players * size :])
