"""Matches between players: the same walls in every rotation of the seats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING, Any

import numpy as np

from xuezhan._core import POLICIES
from xuezhan.checks import seed_or_fresh, whole, worker_threads
from xuezhan.errors import Interrupted
from xuezhan.estimate import Estimate
from xuezhan.play.game import Game
from xuezhan.players.player import (
    Player,
    PlayerError,
    ProgramPlayer,
    SearchPlayer,
    ValuePlayer,
    checked,
    make_player,
)
from xuezhan.players.policy import Policy
from xuezhan.rules import Rules, RulesLike, as_rules
from xuezhan.simulation.simulate import play_batch

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["ArenaResult", "Standing", "arena", "seatings"]

_CHUNK = 250  # duplicate hands of policies that are played in one go
_MOST_GAMES = 10**8  # a wall takes a kilobyte until the match ends
_FIELDS = 4  # of a seat in a hand: score, won, won by self-draw, dealt in


@dataclass(frozen=True)
class Standing:
    """
    How one player did. Its unit is the duplicate hand: one wall, played in every seating.
    """

    player: str
    hands: int  #: seats times hands played
    points: Estimate  #: points a hand, with the interval of its mean over duplicate hands
    alone: Estimate | None  #: the same in those hands alone in which it sat against the others
    win: float  #: share of its hands in which it won
    self_draw: float  #: ... by its own draw
    deal_in: float  #: ... in which it paid a win as discarder or robbed seat

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        found: dict[str, Any] = {"player": self.player, "hands": self.hands}
        for name in ("points", "alone"):
            estimate = getattr(self, name)
            if estimate is not None:
                found[f"{name}_mean"] = estimate.value
                found[f"{name}_ci95"] = estimate.interval
        found.update(win_rate=self.win, self_draw_rate=self.self_draw, deal_in_rate=self.deal_in)
        return found


@dataclass(frozen=True)
class ArenaResult:
    """
    The outcome of `arena`; prints as a table. Equal if the same hands came to the same.

    `points[h, s, k]` are the points of seat *k* in seating *s* of duplicate hand *h*.
    """

    players: tuple[str, ...]
    rules: Rules
    seed: int
    first_index: int
    games: int  #: duplicate hands
    requested: int  #: the same, unless it was interrupted
    seatings: tuple[tuple[int, ...], ...]
    standings: tuple[Standing, ...]
    seconds: float = field(compare=False)
    points: npt.NDArray[Any] = field(compare=False, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "players": list(self.players),
            "games": self.games,
            "hands": self.games * len(self.seatings),
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "first_index": self.first_index,
            "seatings": [list(seating) for seating in self.seatings],
            "standings": [standing.to_dict() for standing in self.standings],
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        rules = self.rules.to_dict()
        title = rules if isinstance(rules, str) else repr(self.rules)
        hands = self.games * len(self.seatings)
        lines = [
            f"{title}, seed {self.seed}: {self.games:,} walls, each in {len(self.seatings)} "
            f"seatings, {hands:,} hands in {self.seconds:.1f} s",
            "",
        ]
        if self.games < self.requested:
            lines.insert(1, f"interrupted: the first {self.games:,} of {self.requested:,} walls")
        alone = self.standings[0].alone is not None
        head = ["player", "points a hand", *(["alone"] if alone else []), "win %", "self-draw %"]
        rows = [[*head, "deal-in %"]]
        for s in self.standings:
            cells = [s.player, s.points.text(3, sign="+")]
            if s.alone is not None:
                cells.append(s.alone.text(3, sign="+"))
            rows.append([*cells, *(f"{100 * x:.1f}" for x in (s.win, s.self_draw, s.deal_in))])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [row[0].ljust(widths[0])]
            cells += [c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)]
            lines.append("  ".join(cells))
        return "\n".join(lines)


def seatings(players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """
    Which player sits where, one tuple a hand. Two players: each alone in every seat against the
    other in all the rest. As many players as seats: every rotation.
    """
    if players == 2:
        found = []
        for lone in (0, 1):
            found += [
                tuple(lone if k == s else 1 - lone for k in range(seats)) for s in range(seats)
            ]
        return tuple(dict.fromkeys(found))
    if players == seats:
        return tuple(tuple((k + s) % seats for k in range(seats)) for s in range(seats))
    raise ValueError(f"{players} players at {seats} seats; it must be 2 or {seats}")


def arena(
    players: Sequence[str | Player],
    games: int = 1000,
    rules: RulesLike = "guide",
    seed: int | None = None,
    *,
    first_index: int = 0,
    threads: int | None = None,
    timeout: float = 10.0,
    progress: Callable[[int, int], None] | None = None,
    tables: Sequence[tuple[int, ...]] | None = None,
) -> ArenaResult:
    """
    Play `games` duplicate hands between two players, or as many as there are seats.

    players   names (`make_player` says which) or objects with `act(view)`
    games     how many walls; each is played in every seating (`seatings`)
    seed      of the walls, 0 to 2^64 - 1. Without one they come from a seed that nobody can know
              before the end, when the result tells it; it is nowhere that a program could look
    threads   for players of the engine; yours are asked from one thread, one at a time
    timeout   seconds that a program may take for an answer
    tables    some of `seatings`, where not all are to be played: the first half of those of two
              players has the first one alone against the second

    Hand *i* has index `first_index + i` and is dealt by `i` modulo the seats; the outcome depends
    on nothing but that and the seed, as long as the players do not: a `search` that is given by
    name without a seed takes the match's. Raises `PlayerError` if a player fails, and `Interrupted`
    after Ctrl-C: its `result` is that of the first walls that were played, None if none was.
    """
    if isinstance(players, str):
        raise TypeError(f"players is {players!r}; it must be two players or more, in a list")
    chosen = as_rules(rules)
    every = seatings(len(players), chosen.players)
    tables = every if tables is None else tuple(tables)
    if not tables or not set(tables) <= set(every):
        raise ValueError(f"tables is {tables}; it must be some of {every}")
    games = whole("games", games, 1, _MOST_GAMES)
    if not 0 < timeout <= TIMEOUT_MAX:
        raise ValueError(f"timeout is {timeout}; it must be a number of seconds above 0")
    seed = seed_or_fresh(seed)
    started = time.perf_counter()
    made: list[str | Player] = []
    try:
        made.extend(make_player(spec, timeout, seed) for spec in players)
        match = _Match(made, tables, chosen, seed, first_index)
        facts, interrupted = match.play(games, worker_threads(threads), progress)
    finally:
        for spec, player in zip(players, made, strict=False):
            if isinstance(player, ProgramPlayer) and isinstance(spec, str):
                player.close()
    names = tuple(spec if isinstance(spec, str) else repr(spec) for spec in players)
    if interrupted and not len(facts):
        raise Interrupted("before the first wall was played", None)
    standings = tuple(_standing(names[i], i, tables, facts) for i in range(len(names)))
    result = ArenaResult(
        players=names,
        rules=chosen,
        seed=seed,
        first_index=first_index,
        games=len(facts),
        requested=games,
        seatings=tables,
        standings=standings,
        seconds=time.perf_counter() - started,
        points=facts[..., 0],
    )
    if interrupted:
        raise Interrupted(f"after {len(facts):,} of {games:,} walls", result)
    return result


class _Match:
    """The hands still to be played, as facts of shape (hands, seatings, seats, _FIELDS)."""

    def __init__(
        self,
        players: Sequence[str | Player],
        tables: tuple[tuple[int, ...], ...],
        rules: Rules,
        seed: int,
        first_index: int,
    ) -> None:
        self.players, self.tables, self.rules = list(players), tables, rules
        self.seed, self.first_index = seed, first_index
        self.stopped = False
        self.native = all(isinstance(player, str) for player in players)
        own = (SearchPlayer, ValuePlayer)
        self.shareable = all(isinstance(player, str | own[0] | own[1]) for player in players)

    def play(
        self, games: int, threads: int, progress: Callable[[int, int], None] | None
    ) -> tuple[npt.NDArray[Any], bool]:
        """The facts of the first walls that were played, and whether Ctrl-C cut the rest off."""
        facts = np.zeros((games, len(self.tables), self.rules.players, _FIELDS), np.int64)
        played = np.zeros(games, np.bool_)
        interrupted = False
        step = _CHUNK if self.native else 1
        parts = iter(range(0, games, step))
        play = self._policies if self.native else self._hands

        def run(start: int) -> int:
            part = facts[start : start + step]
            play(start, part)
            played[start : start + step] = True
            return len(part)

        done = 0
        try:
            for count in _in_parallel(run, parts, threads if self.shareable else 1, self._stop):
                done += count
                if progress is not None:
                    progress(done, games)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            self._stop(False)
        whole_walls = games if played.all() else int(played.argmin())
        return facts[:whole_walls], interrupted

    def _stop(self, stopped: bool = True) -> None:
        """Lets no other thread begin a decision, or go on with a long one."""
        self.stopped = stopped
        for player in self.players:
            if isinstance(player, SearchPlayer):
                player._stopped = stopped

    def _policies(self, start: int, facts: npt.NDArray[Any]) -> None:
        """Policies of the core: whole batches."""
        seats = self.rules.players
        for s, table in enumerate(self.tables):
            names = [str(self.players[player]) for player in table]
            first = self.first_index + start
            hands = play_batch(len(facts), self.rules, names, self.seed, first_index=first)
            facts[:, s, :, 0] = hands["scores"][:, :seats]
            facts[:, s, :, 1] = hands["win_order"][:, :seats] > 0
            facts[:, s, :, 2] = hands["win_kind"][:, :seats] == 2
            for seat in range(seats):
                facts[:, s, seat, 3] = (hands["win_from"] == seat).any(axis=1)

    def _hands(self, start: int, facts: npt.NDArray[Any]) -> None:
        for i in range(len(facts)):
            for s, table in enumerate(self.tables):
                self._hand(self.first_index + start + i, table, facts[i, s])

    def _hand(self, index: int, table: tuple[int, ...], facts: npt.NDArray[Any]) -> None:
        game = Game(self.rules, self.seed, index)
        policies = {
            name: Policy(name, self.seed, index)
            for name in POLICIES
            if any(self.players[player] == name for player in table)
        }
        while not game.done:
            if self.stopped:
                raise PlayerError("the match was stopped")
            seat = game.actor
            assert seat is not None
            player = self.players[table[seat]]
            legal = game.legal_actions
            if isinstance(player, str):
                game.step(policies[player](game, seat))
            elif len(legal) == 1:
                game.step(legal[0])
            else:
                game.step(self._asked(player, game, seat))
        facts[:, 0] = game.scores
        result = game.result
        assert result is not None
        for win in result.wins:
            facts[win.seat, 1] = 1
            facts[win.seat, 2] = win.kind == "self_draw"
            if win.payer is not None:
                facts[win.payer, 3] = 1

    def _asked(self, player: Player, game: Game, seat: int) -> int:
        view = game.view(seat)
        try:
            return checked(player, view, player.act(view))
        except PlayerError as error:
            raise PlayerError(f"{self._at(game)}: {error}") from None
        except (Exception, SystemExit) as error:
            raise PlayerError(
                f"{self._at(game)}: {player!r} in seat {seat} failed: {error!r}"
            ) from error

    def _at(self, game: Game) -> str:
        return f"seed {self.seed}, hand {game.index}, step {game.step_count}"


def _in_parallel(
    run: Callable[[int], int], parts: Iterator[int], threads: int, stop: Callable[[], None]
) -> Iterator[int]:
    """
    What `run` gives for each part, as they are done; a failure or an interrupt stops what has not
    begun, and `stop` is called to stop what has.
    """
    if threads == 1:
        yield from map(run, parts)
        return
    with ThreadPoolExecutor(threads, "xuezhan") as pool:
        waiting: set[Future[int]] = set()
        try:
            for part in parts:
                waiting.add(pool.submit(run, part))
                if len(waiting) >= 2 * threads:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            done, waiting = wait(waiting)
            yield from (future.result() for future in done)
        except BaseException:
            stop()
            raise
        finally:
            for future in waiting:
                future.cancel()


def _standing(
    name: str, player: int, tables: tuple[tuple[int, ...], ...], facts: npt.NDArray[Any]
) -> Standing:
    own = np.array(tables) == player  # seatings, seats
    mine = facts[:, own]  # hands, seats of the player in all seatings, fields
    lone = own.sum(axis=1) == 1
    alone = None
    if 0 < lone.sum() < len(tables):
        alone = _estimate(facts[:, own & lone[:, None]][..., 0])
    hands = mine.shape[0] * mine.shape[1]
    won, drawn, dealt_in = (int(mine[..., f].sum()) / hands for f in (1, 2, 3))
    return Standing(name, hands, _estimate(mine[..., 0]), alone, won, drawn, dealt_in)


def _estimate(points: npt.NDArray[Any]) -> Estimate:
    """The mean a hand, duplicate hands being what varies."""
    sums = [int(total) for total in points.sum(axis=1)]
    squares = sum(total * total for total in sums)
    return Estimate.of_mean(sum(sums), squares, len(sums), points.shape[1])
