"""`xuezhan hand`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import click
import numpy as np
import numpy.typing as npt
from click.core import ParameterSource

from xuezhan._core import RULEBOOKS, TILE_NAMES, held_with_melds
from xuezhan.checks import seed_or_fresh
from xuezhan.hands.chances import chances as chances_of
from xuezhan.hands.hand import UNREACHABLE, Discard, Hand, Score
from xuezhan.hands.tiles import Tiles
from xuezhan.play.view import View
from xuezhan.players.evaluation import Evaluation, turn_view
from xuezhan.players.evaluation import evaluate as play_out
from xuezhan.rules import Rules

from .common import Stopped, columns, json_option, print_json, rules_of, until_stopped
from .review import playout_options


@click.command()
@click.argument("tiles")
@click.option(
    "--rules",
    "-r",
    "bases",
    multiple=True,
    metavar="RULES",
    help="A rulebook or a file of rules. [default: all three]",
)
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change an option of these rules.",
)
@click.option("--win", metavar="TILE", help="The winning tile, of a hand that lacks it.")
@click.option(
    "--dead", metavar="TILES", help="Tiles seen elsewhere, which cannot be drawn any more."
)
@click.option("--self-draw", is_flag=True, help="Won by self-draw, not on a discard.")
@click.option(
    "--bloom",
    type=click.Choice(["direct", "added", "concealed"]),
    help="The kong whose replacement won.",
)
@click.option("--rob", is_flag=True, help="Won by robbing a kong.")
@click.option("--kong-discard", is_flag=True, help="Won on the discard after a kong.")
@click.option("--last-tile", is_flag=True, help="Won while the wall is empty.")
@click.option(
    "--first-turn",
    type=click.Choice(["heavenly", "earthly"]),
    help="Won by the dealer as dealt, or by another seat on its first draw.",
)
@click.option(
    "--evaluate", is_flag=True, help="Play every action of these 14 tiles out, as on a first turn."
)
@playout_options(1000)
@click.option(
    "--chances",
    is_flag=True,
    help="The exact chances to be ready and to win, drawing alone; of 14 tiles, by discard.",
)
@click.option(
    "--draws",
    type=click.IntRange(min=0),
    help="How many draws the chances are of. [default: what a seat usually has left]",
)
@json_option
@click.pass_context
def hand(
    context: click.Context,
    /,
    tiles: str,
    bases: tuple[str, ...],
    options: tuple[str, ...],
    win: str | None,
    dead: str | None,
    evaluate: bool,
    playouts: int,
    seed: int | None,
    policy: str,
    own: str,
    chances: bool,
    draws: int | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Analyse one hand, such as "123456m2233p [555p]".

    Prints its shanten, its waits or what each discard leaves, and what a win is worth.

    Melds are written [111m] pong, [1111m] direct kong, [111+1m] added kong, (1111m) concealed kong.
    """
    _refuse_idle(context)
    rules = {base: rules_of(base, options) for base in bases or RULEBOOKS}
    if evaluate:
        seed = seed_or_fresh(seed)  # the same for all rules
        views = [turn_view(tiles, one) for one in rules.values()]
        _evaluate(views, playouts, seed, policy, own, as_json)
        return
    if chances:
        _chances(_hand(tiles), list(rules.values()), draws, Tiles(dead or ""), as_json)
        return
    analysis = _Analysis(_hand(tiles), rules, win, Tiles(dead or ""), how)
    if as_json:
        print_json(analysis.to_dict())
    else:
        click.echo("\n".join(analysis.lines()))


_OF_A_WIN = ("win", "self_draw", "bloom", "rob", "kong_discard", "last_tile", "first_turn")
_OF_PLAYOUTS = ("playouts", "seed", "policy", "own")


def _refuse_idle(context: click.Context) -> None:
    """Options that would have no effect are a misunderstanding."""
    given = {
        name
        for name in context.params
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    if {"evaluate", "chances"} <= given:
        raise click.UsageError("--evaluate and --chances are two answers; ask for one")
    if "evaluate" in given:
        idle, why = {"draws", "dead", *_OF_A_WIN}, "with --evaluate"
    elif "chances" in given:
        idle, why = {*_OF_PLAYOUTS, *_OF_A_WIN}, "with --chances"
    elif "draws" in given:
        idle, why = {"draws"}, "without --chances"
    else:
        idle, why = set(_OF_PLAYOUTS), "without --evaluate"
    for name in sorted(idle & given):
        raise click.UsageError(f"--{name.replace('_', '-')} has no effect {why}")


def _hand(text: str) -> Hand:
    """A hand of a number of tiles that there is something to say about."""
    hand = Hand(text)
    tiles, melds = int(hand.counts.sum()), len(hand.melds)
    if tiles + 3 * melds in (13, 14) or (not melds and tiles % 3):
        return hand
    beside = f" and {melds} melds" if melds else ""
    raise click.UsageError(
        f"{text!r} has {tiles} concealed tiles{beside}; a hand has 13 or 14, each meld counted as "
        "three, or fewer without melds: 1, 2, 4, 5, 7, 8, 10 or 11"
    )


class _Analysis:
    """What there is to say about a hand, as JSON and as lines."""

    def __init__(
        self,
        hand: Hand,
        rules: dict[str, Rules],
        win: str | None,
        dead: Tiles,
        how: dict[str, Any],
    ) -> None:
        self.hand = hand
        whole = len(hand) >= 13  # what fewer tiles are worth depends on the rest
        self._rules = rules if whole or win is not None else {}
        self._how = how
        tiles = sum(hand.counts.tolist())
        self._seen = Tiles.from_counts(held_with_melds(hand)) + dead
        live = 4 - self._seen.counts
        self.shanten = hand.shanten_live(live)
        self.win = win
        self.complete = win is not None or hand.is_win
        self.waits = _live_ones(hand.waits, live) if tiles % 3 == 1 else None
        self.accepts = hand.accepts_live(live) if tiles % 3 == 1 else None
        self.discards = (
            sorted(hand.discards(live), key=self._merit)
            if tiles % 3 == 2 and not hand.is_win
            else []
        )
        self.scores = self._scores(win) if self.complete else None

    def _scores(self, win: str | None) -> dict[str, Score]:
        return {
            name: self.hand.score(rules, win, **self._how) for name, rules in self._rules.items()
        }

    def _left(self, tiles: Iterable[str]) -> int:
        """Copies of these tiles that are neither in the hand nor dead."""
        return sum(4 - self._seen.count(tile) for tile in tiles)

    def _merit(self, discard: Discard) -> tuple[int, int]:
        return UNREACHABLE if discard.shanten is None else discard.shanten, -self._left(
            discard.accepts
        )

    # ---- JSON ----

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "hand": str(self.hand),
            "shanten": self.shanten,
            "is_win": self.hand.is_win,
            "suits": self.hand.suits,
            "roots": self.hand.roots,
        }
        if self.waits is not None and self.accepts is not None:
            found["waits"] = [
                {
                    "tile": tile,
                    "left": self._left([tile]),
                    "scores": _scores_dict(self._scores(tile)),
                }
                for tile in self.waits
            ]
            found["accepts"] = {"tiles": list(self.accepts), "left": self._left(self.accepts)}
        if self.discards:
            found["discards"] = [
                {
                    "tile": row.tile,
                    "shanten": row.shanten,
                    "accepts": {"tiles": list(row.accepts), "left": self._left(row.accepts)},
                }
                for row in self.discards
            ]
        if self.scores is not None:
            found["scores"] = _scores_dict(self.scores)
        return found

    # ---- text ----

    def lines(self) -> list[str]:
        title = f"{self.hand}: {_stage(self.shanten)}"
        if self.scores is not None:
            won = f" with {self.win}" if self.win else ""
            rows = [
                [name, str(score), f"{score.points} points"] for name, score in self.scores.items()
            ]
            return [f"{self.hand}: won{won}", *columns(rows)]
        if self.waits:
            return [
                f"{title} for {self.waits}, {self._left(self.waits)} tiles",
                *self._wait_lines(),
            ]
        if self.accepts is not None:
            if not self.accepts:
                return [title]
            return [f"{title}, nearer with {self.accepts}, {self._left(self.accepts)} tiles"]
        rows = [
            [row.tile, _stage(row.shanten), str(row.accepts) or "-", str(self._left(row.accepts))]
            for row in self.discards
        ]
        return [
            title,
            *columns([["discard", "leaves", "nearer with", "tiles"], *rows], right=frozenset({3})),
        ]

    def _wait_lines(self) -> list[str]:
        rows = []
        for tile in self.waits or ():
            scores = self._scores(tile).values()
            rows.append(
                [
                    tile,
                    str(self._left([tile])),
                    *(f"{s.pattern} {s.fan} fan ×{s.multiplier}" for s in scores),
                ]
            )
        return columns([["wait", "left", *self._rules], *rows], right=frozenset({1}))


def _live_ones(tiles: Tiles, live: npt.NDArray[np.uint8]) -> Tiles:
    return Tiles.from_counts(np.minimum(tiles.counts, live))


def _stage(shanten: int | None) -> str:
    if shanten is None:
        return "no win can be reached"
    return {-1: "won", 0: "ready"}.get(shanten, f"{shanten} from ready")


def _scores_dict(scores: dict[str, Score]) -> dict[str, Any]:
    return {name: score._asdict() for name, score in scores.items()}


def _evaluate(
    views: list[View], playouts: int, seed: int, policy: str, own: str, as_json: bool
) -> None:
    found: list[Evaluation] = []
    stopped = False
    for view in views:
        work = partial(play_out, view, playouts, seed, policy, own=own)
        evaluation, stopped = until_stopped(work)
        found.append(evaluation)
        if stopped:
            break
    if as_json:
        print_json([evaluation.to_dict() for evaluation in found])
    else:
        for evaluation in found:
            click.echo(f"{evaluation.view.rules!r}\n{evaluation}")
    if stopped:
        raise Stopped


def _chances(hand: Hand, rules: list[Rules], draws: int | None, dead: Tiles, as_json: bool) -> None:
    seen = (Tiles.from_counts(held_with_melds(hand)) + dead).counts.tolist()
    found = []
    for one in rules:
        live = [
            4 - count if tile[1] in one.suits else 0
            for tile, count in zip(TILE_NAMES, seen, strict=True)
        ]
        found.append(chances_of(hand, live, draws, one))
    if as_json:
        print_json([chances.to_dict() for chances in found])
        return
    for chances in found:
        click.echo(f"{chances.rules!r}\n{chances}")
