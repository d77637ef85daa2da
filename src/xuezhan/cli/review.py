"""`xuezhan review`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import IO, Any

import click

from xuezhan.errors import InvalidRecord
from xuezhan.players.review import review as run
from xuezhan.records.stream import read_records
from xuezhan.simulation.simulate import POLICIES

from .common import Stopped, json_option, print_json, until_stopped


def playout_options(playouts: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--playouts`, `--seed`, `--policy` and `--own`."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        policy = click.option(
            "--policy",
            type=click.Choice(POLICIES),
            default="efficiency",
            show_default=True,
            help="Who plays the other seats.",
        )
        own = click.option(
            "--own",
            type=click.Choice(POLICIES),
            default="value",
            show_default=True,
            help="Who plays on in the seat that decides.",
        )
        seed = click.option("--seed", type=int, help="0 to 2^64 - 1; drawn and told if not given.")
        number = click.option(
            "--playouts",
            type=click.IntRange(1, 10_000_000),
            default=playouts,
            show_default=True,
            help="How many worlds each action is played out on.",
        )
        return number(seed(policy(own(command))))

    return add


@click.command()
@click.argument("record", type=click.File("rb"))
@click.option(
    "--hand",
    "number",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Which hand of the file, counted from 0.",
)
@click.option("--seat", type=click.IntRange(min=0), help="Only this seat's decisions.")
@playout_options(400)
@click.option("--threads", type=click.IntRange(min=1), default=None, help="[default: one a core]")
@json_option
def review(
    record: IO[bytes],
    number: int,
    seat: int | None,
    playouts: int,
    seed: int | None,
    policy: str,
    own: str,
    threads: int | None,
    as_json: bool,
) -> None:
    """Judge every decision of a recorded hand by playouts.

    RECORD has a record in each line ("-" is standard input); --hand says which, from 0.

    Given away: how many points more the best of a few actions makes than the one taken, with the
    interval of 95 %; "≤ 0.50" where it may be nothing. A ! marks what is a mistake beyond doubt.
    """
    count = 0
    for i, found in enumerate(read_records(record)):
        count += 1
        if i == number:
            try:
                result, stopped = until_stopped(
                    partial(run, found, seat, playouts, seed, policy, own=own, threads=threads)
                )
            except InvalidRecord as error:
                raise click.UsageError(f"hand {i}: {error}") from None
            if as_json:
                print_json(result.to_dict())
            else:
                click.echo(str(result))
            if stopped:
                raise Stopped
            return
    raise click.UsageError(
        f"there is no hand {number} in it, which has {count}, counted from 0"
        if count
        else "no records in it"
    )
