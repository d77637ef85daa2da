"""
Hands on stacked walls, for any implementation of the game.

A table plays a game that somebody else makes: ``make_game(rulebook, options, wall, dealer)``. It
needs ``pending step penalize scores ledger done next_dealer``, ``river(seat)`` (the discards
that still lie before a seat, as slots) and ``held(seat)`` (27 counts of its concealed tiles).  Of a
ledger entry only ``kind payer payee amount`` count.
Seats A, B, C, D are 0, 1, 2, 3.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

A, B, C, D = range(4)
KONG, PONG, WIN, PASS, VOID, EXCHANGE = 27, 54, 55, 56, 57, 60

#: Named rules whose kong replacements come from the front of the wall.
FROM_FRONT = (
    "chengdu",
    "mil_2025",
    "room_battle",
    "room_river",
    "majsoul",
    "leshan_wild",
    "three_two",
)

Pay = tuple[str, int, int, int]


class Entry(Protocol):
    """One payment."""

    @property
    def kind(self) -> str: ...
    @property
    def payer(self) -> int: ...
    @property
    def payee(self) -> int: ...
    @property
    def amount(self) -> int: ...


class GameLike(Protocol):
    """What a situation uses of a game."""

    @property
    def pending(self) -> Mapping[int, Sequence[int]]: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def ledger(self) -> Sequence[Entry]: ...
    @property
    def done(self) -> bool: ...
    @property
    def next_dealer(self) -> int: ...
    def step(self, action: int, seat: int | None = None) -> object: ...
    def penalize(self, seat: int, kind: str) -> object: ...
    def river(self, seat: int) -> Sequence[int]: ...
    def held(self, seat: int) -> Sequence[int]: ...


MakeGame = Callable[[str, Mapping[str, Any], str, int], GameLike]


# ------------------------------------------------------------------------------- stacked walls


def tiles(text: str) -> list[int]:
    """The slots of mpsz text, in order: ``123m5p`` gives 0, 1, 2, 13."""
    slots: list[int] = []
    ranks = ""
    for char in text.replace(" ", ""):
        if char.isdigit():
            ranks += char
        else:
            slots += ["mps".index(char) * 9 + int(rank) - 1 for rank in ranks]
            ranks = ""
    assert not ranks, f"{text!r} ends without a suit"
    return slots


def tile(text: str) -> int:
    """The slot of one tile."""
    (slot,) = tiles(text)
    return slot


def wall_text(slots: Iterable[int]) -> str:
    """Two characters a tile."""
    return "".join(f"{slot % 9 + 1}{'mps'[slot // 9]}" for slot in slots)


def stack(
    hands: Sequence[str],
    draws: str = "",
    *,
    dealer: int = 0,
    back: str = "",
    tail: str = "",
    suits: str = "mps",
    size: int = 13,
) -> str:
    """
    Build a full wall that deals the given hands and then gives the given draws.

    ``hands`` are the starting tiles of seats 0, 1, …, at most ``size`` each; what is missing is
    filled up evenly from all suits, so the seat holds three of them and can never win.  ``draws``
    are the tiles drawn from the front, the dealer's 14th first; ``tail`` the last tiles drawn from
    the front; ``back`` the replacements drawn from the back, in the order in which they are drawn.
    """
    left = {slot: 4 for suit in suits for slot in tiles("123456789" + suit)}
    given = [tiles(hand) for hand in hands]
    fixed = [tiles(draws), tiles(tail), tiles(back)]
    for slot in [slot for part in (*given, *fixed) for slot in part]:
        left[slot] -= 1
        assert left[slot] >= 0, f"more than four of {wall_text([slot])}"
    for hand in given:
        assert len(hand) <= size, f"{wall_text(hand)} is more than a hand"
        while len(hand) < size:
            held = [sum(slot // 9 == suit for slot in hand) for suit in range(3)]
            rarest = min(("mps".index(letter) for letter in suits), key=held.__getitem__)
            slot = max((slot for slot in left if slot // 9 == rarest), key=left.__getitem__)
            left[slot] -= 1
            hand.append(slot)
    dealt = [given[(dealer + place) % len(given)] for place in range(len(given))]
    rest = [slot for slot, number in left.items() for _ in range(number)]
    wall = [slot for hand in dealt for slot in hand]
    return wall_text([*wall, *fixed[0], *rest, *fixed[1], *reversed(fixed[2])])


class Table:
    """A game on a stacked wall that knows which tile was drawn last."""

    def __init__(
        self,
        make_game: MakeGame,
        rulebook: str,
        hands: Sequence[str],
        draws: str = "",
        *,
        dealer: int = 0,
        back: str = "",
        tail: str = "",
        **options: Any,
    ) -> None:
        size = options.get("hand_size", 13)
        suits = options.get("suits", "mps")
        wall = stack(hands, draws, dealer=dealer, back=back, tail=tail, suits=suits, size=size)
        self.game = make_game(rulebook, options, wall, dealer)
        usual = "front" if rulebook in FROM_FRONT else "back"
        self.from_back = options.get("kong_draw", usual) == "back"
        self.wall = tiles(wall)[size * len(hands) :]
        self.drawn: int | None = self.wall.pop(0)
        self._said: list[int] = []

    # ------------------------------------------------------------------------------- playing

    def act(self, seat: int, action: int) -> None:
        """One answer of a seat."""
        self.game.step(action, seat)
        if action >= VOID:
            return  # before play no tile is drawn but the dealer's, which is known
        self._said.append(action)
        if not self.game.done and self.turn is not None:
            self._turn_begins()

    def _turn_begins(self) -> None:
        said, self._said = self._said, []
        if WIN not in said and PONG in said:
            self.drawn = None
        elif WIN not in said and self.from_back and any(KONG <= action < PONG for action in said):
            self.drawn = self.wall.pop()
        else:
            self.drawn = self.wall.pop(0)

    @property
    def turn(self) -> int | None:
        """The seat whose own turn it is; None while a discard or a kong is being answered."""
        for seat, legal in self.game.pending.items():
            if any(action < KONG for action in legal):
                return seat
        return None

    def legal(self, seat: int) -> Sequence[int]:
        """What a seat may answer; nothing if it is not asked."""
        return self.game.pending.get(seat, [])

    def discard(self, seat: int, text: str) -> None:
        assert self.turn == seat, f"it is the turn of {self.turn}, not of {seat}"
        self.act(seat, tile(text))

    def kong(self, seat: int, text: str) -> None:
        self.act(seat, KONG + tile(text))

    def win(self, seat: int) -> None:
        self.act(seat, WIN)

    def pong(self, seat: int) -> None:
        self.act(seat, PONG)

    def pass_(self, seat: int) -> None:
        self.act(seat, PASS)

    def give(self, *choices: str) -> None:
        """The seats 0, 1, … give these tiles for the exchange."""
        for seat, text in enumerate(choices):
            for slot in tiles(text):
                self.act(seat, EXCHANGE + slot)

    def declare(self, suits: str) -> None:
        """The seats 0, 1, … declare these suits void, one letter each."""
        for seat, suit in enumerate(suits):
            self.act(seat, VOID + "mps".index(suit))

    def kongs(self, seat: int) -> list[str]:
        """The tiles of which a seat may make a kong now."""
        legal = self.legal(seat)
        return [wall_text([action - KONG]) for action in legal if KONG <= action < PONG]

    def discards(self, seat: int) -> list[str]:
        """What a seat may discard now."""
        return [wall_text([action]) for action in self.legal(seat) if action < KONG]

    def all_pass(self) -> None:
        """Everybody asked passes."""
        while not self.game.done and self.turn is None:
            self.pass_(next(iter(self.game.pending)))

    def throw(self, seat: int, text: str) -> None:
        """Discard a tile, and everybody passes."""
        self.discard(seat, text)
        self.all_pass()

    def throw_drawn(self, *seats: int) -> None:
        """These seats in turn discard what they drew, and everybody passes."""
        for seat in seats:
            assert self.turn == seat, f"it is the turn of {self.turn}, not of {seat}"
            assert self.drawn is not None
            self.act(seat, self.drawn)
            self.all_pass()

    def run_out(self, left: int = -1) -> None:
        """Everybody discards what was drawn, until so many tiles are left (-1: to the end)."""
        while not self.game.done and len(self.wall) > left:
            assert self.turn is not None
            self.throw_drawn(self.turn)

    # ------------------------------------------------------------------------------- looking

    def paid(self, *kinds: str) -> list[Pay]:
        """The ledger, or its entries of some kinds."""
        return [
            (entry.kind, entry.payer, entry.payee, entry.amount)
            for entry in self.game.ledger
            if not kinds or entry.kind in kinds
        ]

    def kinds(self) -> set[str]:
        return {entry.kind for entry in self.game.ledger}
