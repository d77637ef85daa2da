"""Pictures by matplotlib: what all of them share, and that of one run."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING, Any

from xuezhan.extras import need

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xuezhan.simulation.summary import Summary

__all__ = ["RATES", "image", "interval_bars", "new_figure", "summary_figure"]

_WHAT = "a plot"
#: The rates that are shown beside each other.
RATES = ("win", "self_draw", "deal_in")


def image(figure: Any, kind: str) -> bytes:
    """A figure as "svg" or "png"; the same figure gives the same bytes."""
    buffer = io.BytesIO()
    rc = {"svg.hashsalt": "xuezhan", "svg.fonttype": "path"}
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with need("matplotlib", "studies", _WHAT).rc_context(rc):
        figure.savefig(buffer, format=kind, metadata=metadata, dpi=120)
    return buffer.getvalue()


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Any, Any]:
    """A figure that belongs to no window, and its axes."""
    figure = need("matplotlib.figure", "studies", _WHAT).Figure(
        figsize=(width, height), layout="constrained"
    )
    return figure, figure.subplots(rows, columns, squeeze=False)


def interval_bars(
    axes: Any, labels: Sequence[str], estimates: Sequence[Any], colour: str = "C0"
) -> None:
    """Points with their intervals, the first configuration on top."""
    places = range(len(labels))[::-1]
    for place, one in zip(places, estimates, strict=True):
        half = 0.0 if math.isnan(one.low) else one.high - one.value
        axes.errorbar(one.value, place, xerr=half, fmt="o", capsize=4, color=colour)
    axes.set_yticks(list(places), labels)
    axes.grid(axis="x", alpha=0.3)


def summary_figure(summary: Summary) -> Any:
    """One run: points by seat, rates, fan and patterns of the wins."""
    figure, axes = new_figure(10, 6, 2, 2)
    labels = [f"seat {i} {line.policy}" for i, line in enumerate(summary.seats)]
    interval_bars(axes[0, 0], labels, [line.score for line in summary.seats])
    axes[0, 0].set_xlabel("points a hand, 95 % interval")
    for number, metric in enumerate(RATES):
        places = [seat + 0.27 * number for seat in range(len(labels))]
        rates = [100 * getattr(line, metric).value for line in summary.seats]
        axes[0, 1].bar(places, rates, 0.25, label=metric.replace("_", "-"))
    axes[0, 1].set_xticks(
        [seat + 0.27 for seat in range(len(labels))],
        [f"seat {seat}" for seat in range(len(labels))],
    )
    axes[0, 1].set_ylabel("% of hands")
    axes[0, 1].legend(fontsize="small")
    wins = sum(summary.fan.values()) or 1
    axes[1, 0].bar(list(summary.fan), [100 * n / wins for n in summary.fan.values()])
    axes[1, 0].set_xlabel("fan")
    axes[1, 0].set_ylabel("% of wins")
    names = list(summary.patterns)[::-1]
    axes[1, 1].barh(names, [100 * summary.patterns[name] / wins for name in names])
    axes[1, 1].set_xlabel("% of wins")
    figure.suptitle(repr(summary))
    return figure
