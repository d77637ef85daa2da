"""`xuezhan replay`."""

from __future__ import annotations

from typing import IO, Any

import click

from xuezhan.errors import InvalidRecord
from xuezhan.play.game import Game
from xuezhan.play.story import story
from xuezhan.records.record import replay as play
from xuezhan.records.stream import read_records

from .common import json_option, print_json


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--hand",
    "number",
    type=click.IntRange(min=0),
    help="Only this hand of the file, counted from 0.",
)
@click.option("--upto", type=click.IntRange(min=0), help="Only the first so many actions.")
@json_option
def replay(file: IO[bytes], number: int | None, upto: int | None, as_json: bool) -> None:
    """Play the recorded hands of FILE and tell each as a story with its ledger.

    FILE has a record in each line; "-" is standard input.
    A record that breaks a rule is refused, with the position and what would have been legal there.
    """
    found = False
    count = 0
    for i, record in enumerate(read_records(file)):
        count += 1
        if number is not None and i != number:
            continue
        try:
            game = play(record, upto)
        except InvalidRecord as error:
            known = f"; {error.detail}" if error.detail else ""
            raise click.UsageError(f"hand {i}: {error}{known}") from None
        if as_json:
            print_json(_facts(i, game))
        else:
            click.echo(f"{chr(10) if found else ''}hand {i}\n{story(game)}")
        found = True
        if number is not None:
            break
    if not found:
        raise click.UsageError(
            f"there is no hand {number} in it, which has {count}, counted from 0"
            if number is not None and count
            else "no records in it"
        )


def _facts(number: int, game: Game) -> dict[str, Any]:
    return {
        "hand": number,
        "record": game.record(),
        "done": game.done,
        "scores": list(game.scores),
        "next_dealer": game.next_dealer,
        "ledger": [_payment(payment._asdict()) for payment in game.ledger],
    }


def _payment(fields: dict[str, Any]) -> dict[str, Any]:
    score = fields["score"]
    return {**fields, "score": None if score is None else score._asdict()}
