"""`xuezhan bench`."""

from __future__ import annotations

import click

from xuezhan.bench import Bench
from xuezhan.bench import bench as run

from .common import columns, json_option, print_json


@click.command()
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=11,
    show_default=True,
    help="Quiet rounds to take medians of; up to three times as many are played to find them.",
)
@json_option
def bench(rounds: int, as_json: bool) -> None:
    """Print the fingerprint of this build's behaviour, and how fast it is here beside floors."""
    found = run(rounds)
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo("\n".join(_lines(found)))


def _lines(found: Bench) -> list[str]:
    facts = found.to_dict()
    lines = [f"fingerprint {facts['fingerprint']}"]
    lines += [f"{name:18} {value}" for name, value in facts["build"].items()]
    policies = list(next(iter(found.hands.values())))
    rates = [
        [book, *(f"{timing.rate:,.0f}" for timing in row.values())]
        for book, row in found.hands.items()
    ]
    lines += [
        "",
        *columns([["hands a second, one core", *policies], *rates], right=frozenset(range(1, 4))),
    ]
    rows = [["kernel", "ns", "spread", "times its floor"]]
    ratios = found.ratios
    for name, timing in found.kernels.items():
        ratio = f"{ratios[name]:.2f} × {found.FLOOR_OF[name]}" if name in ratios else "-"
        rows.append([name, f"{timing.ns:,.1f}", f"{timing.spread:.0%}", ratio])
    rows += [
        [f"floor: {name}", f"{timing.ns:,.1f}", f"{timing.spread:.0%}", ""]
        for name, timing in found.floors.items()
    ]
    lines += ["", *columns(rows, right=frozenset({1, 2}))]
    return lines
