"""`xuezhan arena`."""

from __future__ import annotations

import click

from xuezhan.players.arena import arena as run

from .common import (
    Stopped,
    json_option,
    print_json,
    progress,
    rules_of,
    rules_options,
    until_stopped,
)


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="How many walls; each is played in every seating.",
)
@rules_options
@click.option("--seed", type=int, help="0 to 2^64 - 1; drawn and told if not given.")
@click.option(
    "--first-index", type=int, default=0, show_default=True, help="Index of the first wall."
)
@click.option("--threads", type=click.IntRange(min=1), default=None, help="[default: one a core]")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds that a program may take for an answer.",
)
@json_option
def arena(
    players: tuple[str, ...],
    games: int,
    base: str,
    options: tuple[str, ...],
    seed: int | None,
    first_index: int,
    threads: int | None,
    timeout: float,
    as_json: bool,
) -> None:
    """Compare PLAYERS, two or one for each seat, on the same walls in every rotation of seats.

    A player is random, efficiency, mixed, value, search (search:playouts=1000), module:Class, an
    object of yours with act(view), or "run:./program", which speaks JSON lines.
    """
    rules = rules_of(base, options)
    with progress("walls", games) as report:
        result, stopped = until_stopped(
            lambda: run(
                players,
                games,
                rules,
                seed,
                first_index=first_index,
                threads=threads,
                timeout=timeout,
                progress=report,
            )
        )
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(str(result))
    if stopped:
        raise Stopped
