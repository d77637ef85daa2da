"""`xuezhan study`: many configurations on the same walls, in a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from .common import Stopped, columns, json_option, print_json

if TYPE_CHECKING:
    from xuezhan.studies import Status, Study

_BACKENDS = ("threads", "processes", "dask", "ray")
_FOLDER = click.argument("folder")


@click.group()
def study() -> None:
    """Play many configurations on the same walls, in a folder that survives a kill.

    A study is defined in a TOML file (docs/studies.md). The folder may be any URL that fsspec
    knows.
    """


@study.command()
@_FOLDER
@click.argument("definition", type=click.File("rb"))
def new(folder: str, definition: Any) -> None:
    """Begin a study in FOLDER by the TOML file DEFINITION (- for standard input)."""
    from xuezhan.studies import Study

    made = Study.new(folder, definition.read())
    click.echo(f"{made!r}")
    for one in made.configurations:
        click.echo(f"  {one.label}: {one.rules!r}, {', '.join(one.policies)}")


@study.command()
@_FOLDER
@click.option("--backend", "-b", type=click.Choice(_BACKENDS), default="threads", show_default=True)
@click.option("--workers", "-w", type=click.IntRange(min=1), help="[default: one a processor]")
@click.option("--address", help="Of the Dask scheduler (tcp://…) or the Ray cluster.")
@click.option(
    "--until",
    type=click.FloatRange(min=0, min_open=True),
    help="Stop as soon as every difference is known to within so much.",
)
@click.option("--metric", default="points", show_default=True, help="Of --until.")
@click.option(
    "--share",
    default="1/1",
    show_default=True,
    metavar="K/N",
    help="Only the K-th of N shares of the walls; `merge` puts the folders together.",
)
@json_option
def run(
    folder: str,
    backend: str,
    workers: int | None,
    address: str | None,
    until: float | None,
    metric: str,
    share: str,
    as_json: bool,
) -> None:
    """Play what is missing; Ctrl-C leaves what is finished, and run goes on from there."""
    from xuezhan.studies import Study

    k, slash, n = share.partition("/")
    if not (slash and k.isdigit() and n.isdigit()):
        raise click.UsageError(f"--share {share}: write it as K/N, such as 1/2")
    opened = Study(folder)
    try:
        with _bar(opened) as report:
            opened.run(
                backend,
                workers=workers,
                address=address,
                progress=report,
                until=until,
                metric=metric,
                share=(int(k), int(n)),
            )
    except KeyboardInterrupt:
        _show_status(opened, as_json)
        raise Stopped from None
    _show_status(opened, as_json)


@contextmanager
def _bar(opened: Study) -> Iterator[Any]:
    """A bar with the rate and the time left, where stderr is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    shown = (
        TextColumn("walls"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("walls", total=opened.games, rate="")
        yield lambda now: bar.update(
            task, completed=now.done, rate=f"{now.rate:,.0f} a second, {now.workers} workers"
        )


@study.command()
@_FOLDER
@json_option
def status(folder: str, as_json: bool) -> None:
    """Say how much has been played."""
    from xuezhan.studies import Study

    _show_status(Study(folder), as_json)


def _show_status(opened: Study, as_json: bool) -> None:
    found: Status = opened.status()
    if as_json:
        print_json(
            {
                "done": found.done,
                "games": found.games,
                "parts": found.parts,
                "missing": [list(one) for one in found.missing],
                "complete": found.complete,
                "seconds": found.seconds,
                "damaged": list(found.damaged),
                "digest": opened.digest,
            }
        )
        return
    state = "complete" if found.complete else f"{found.games - found.done:,} to go"
    click.echo(
        f"{found.done:,} of {found.games:,} walls in {found.parts} parts, {state}; "
        f"{found.seconds:,.1f} s of work"
    )
    for name in found.damaged:
        click.echo(f"{name} is damaged; run plays it again")
    if found.done:
        rows = [["configuration", "points a hand", "difference"]]
        comparison = opened.compare()
        pairs = {pair.label: pair.difference for pair in comparison.pairs}
        for label, mean in zip(comparison.labels, comparison.means, strict=True):
            rows.append([label, _shown(mean), _shown(pairs[label]) if label in pairs else ""])
        click.echo("\n".join(columns(rows, frozenset({1, 2}))))


def _shown(one: Any) -> str:
    return f"{one.value:+.4f} ± {(one.high - one.low) / 2:.4f}"


@study.command()
@_FOLDER
@click.argument("path", type=click.Path(dir_okay=False))
@click.option("--images", is_flag=True, help="Its plots as PNG and SVG beside it too.")
def report(folder: str, path: str, images: bool) -> None:
    """Write tables and plots into one HTML file."""
    from xuezhan.studies import Study

    for name in Study(folder).report(path, images=images):
        click.echo(name)


@study.command()
@_FOLDER
@click.argument("path", type=click.Path(dir_okay=False))
@click.option("--by", type=click.Choice(("hand", "seat")), default="hand", show_default=True)
def export(folder: str, path: str, by: str) -> None:
    """Write the results of every hand into one file: .parquet, .csv or .arrow."""
    from xuezhan.studies import Study
    from xuezhan.studies.tables import write_table

    rows = write_table(Study(folder), path, by)
    click.echo(f"{rows:,} rows")


@study.command()
@_FOLDER
@click.argument("games", type=click.IntRange(min=1))
def extend(folder: str, games: int) -> None:
    """Make it GAMES walls in all."""
    from xuezhan.studies import Study

    opened = Study(folder)
    opened.extend(games)
    _show_status(opened, False)


@study.command()
@_FOLDER
@click.argument("others", nargs=-1, required=True)
def merge(folder: str, others: tuple[str, ...]) -> None:
    """Take the finished parts of other folders of the same definition."""
    from xuezhan.studies import Study

    opened = Study(folder)
    for other in others:
        click.echo(f"{opened.merge(other)} parts from {other}")
    _show_status(opened, False)
