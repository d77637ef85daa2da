"""`xuezhan simulate`."""

from __future__ import annotations

import click

from xuezhan.simulation.simulate import POLICIES
from xuezhan.simulation.simulate import simulate as run

from .common import (
    Stopped,
    json_option,
    print_json,
    progress,
    rules_of,
    rules_options,
    until_stopped,
)


def _a_file(_context: click.Context, _option: click.Parameter, path: str | None) -> str | None:
    if path == "-":
        raise click.BadParameter("records go to a file; standard output is for the summary")
    return path


@click.command()
@click.option(
    "--games",
    "-n",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="How many hands.",
)
@rules_options
@click.option(
    "--policy",
    "-p",
    "policies",
    multiple=True,
    metavar="POLICY",
    help=f"{', '.join(POLICIES)}: one for all seats or one a seat, repeated or as a comma list."
    "  [default: efficiency]",
)
@click.option("--seed", type=int, help="0 to 2^64 - 1; drawn and told if not given.")
@click.option(
    "--first-index", type=int, default=0, show_default=True, help="Index of the first hand."
)
@click.option(
    "--dealer", type=int, default=None, help="Dealer of every hand. [default: index mod players]"
)
@click.option("--threads", type=click.IntRange(min=1), default=None, help="[default: one a core]")
@click.option(
    "--records",
    type=click.Path(dir_okay=False),
    default=None,
    callback=_a_file,
    help="Write every hand's record to this file, compressed if it ends in .gz.",
)
@json_option
def simulate(
    games: int,
    base: str,
    options: tuple[str, ...],
    policies: tuple[str, ...],
    seed: int | None,
    first_index: int,
    dealer: int | None,
    threads: int | None,
    records: str | None,
    as_json: bool,
) -> None:
    """Play many hands and print what came of them, with 95 % intervals.

    The outcome depends on rules, policies, seed and indices alone, not on the threads. Ctrl-C or
    SIGTERM prints what was done so far, and --records has these hands.
    """
    names = [name.strip() for text in policies for name in text.split(",")]
    chosen = "efficiency" if not names else names[0] if len(names) == 1 else names
    rules = rules_of(base, options)
    with progress("hands", games) as report:
        summary, stopped = until_stopped(
            lambda: run(
                games,
                rules,
                chosen,
                seed,
                threads=threads,
                first_index=first_index,
                dealer=dealer,
                records=records,
                progress=report,
            )
        )
    if as_json:
        print_json(summary.to_dict())
    else:
        click.echo(str(summary))
    if stopped:
        raise Stopped
