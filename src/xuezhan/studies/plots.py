"""Pictures of a study, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xuezhan.simulation.plot import RATES, interval_bars, new_figure
from xuezhan.studies.sequential import running

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xuezhan.studies.study import Study

__all__ = ["figures_of"]


def figures_of(study: Study) -> dict[str, Any]:
    """Every plot of a study's report, by title, in order."""
    found = {
        "Points a hand": _means(study, "points"),
        "Wins, self-draws and deal-ins": _rates(study),
        "Difference from the first configuration": _differences(study),
        "Scores": _scores(study),
        "Winners a hand": _shares(study, "winners"),
        "Fan of the wins": _shares(study, "fan"),
        "Payments by kind": _payments(study),
        "Length": _means(study, "turns"),
        "Convergence": _convergence(study),
    }
    grid = _heat_map(study)
    if grid is not None:
        found["Points over the grid"] = grid
    return {title: figure for title, figure in found.items() if figure is not None}


def _labels(study: Study) -> list[str]:
    return [one.label for one in study.configurations]


def _height(study: Study) -> float:
    return 1.4 + 0.38 * len(study.configurations)


def _means(study: Study, metric: str) -> Any:
    figure, axes = new_figure(7, _height(study))
    interval_bars(axes[0, 0], _labels(study), study.compare(metric).means)
    what = "turns a hand" if metric == "turns" else f"points a hand of {study.definition.subject}"
    axes[0, 0].set_xlabel(f"{what}, 95 % interval")
    return figure


def _rates(study: Study) -> Any:
    figure, axes = new_figure(9, _height(study), 1, 3)
    for place, metric in enumerate(RATES):
        interval_bars(
            axes[0, place],
            _labels(study) if place == 0 else [""] * len(_labels(study)),
            study.compare(metric).means,
            f"C{place}",
        )
        axes[0, place].set_title(metric.replace("_", "-"))
    return figure


def _differences(study: Study) -> Any:
    pairs = study.compare("points").pairs
    if not pairs:
        return None
    figure, axes = new_figure(7, _height(study))
    labels = [pair.label for pair in pairs]
    interval_bars(axes[0, 0], labels, [pair.unpaired for pair in pairs], "0.7")
    interval_bars(axes[0, 0], labels, [pair.difference for pair in pairs])
    axes[0, 0].axvline(0, color="0.4", linewidth=0.8)
    axes[0, 0].set_xlabel("points a hand; blue: paired walls, grey: as two runs apart")
    return figure


def _all_sums(study: Study) -> list[list[dict[str, Any]]]:
    _, total = study.total()
    tallies: list[list[dict[str, Any]]] = total["tallies"]
    return tallies


def _shares(study: Study, what: str) -> Any:
    figure, axes = new_figure(7, 3.6)
    for one, seatings in zip(study.configurations, _all_sums(study), strict=True):
        if what == "fan":
            counts = [
                sum(column) for column in zip(*(sums["fan"] for sums in seatings), strict=True)
            ]
            found = {fan: n for fan, n in enumerate(counts) if n}
            whole = sum(found.values())
            if whole:
                axes[0, 0].plot(
                    list(found),
                    [100 * n / whole for n in found.values()],
                    marker="o",
                    label=one.label,
                )
            axes[0, 0].set_xlabel("fan (after max_fan)")
            axes[0, 0].set_ylabel("% of wins")
        else:
            winners = [
                sum(column) for column in zip(*(sums["winners"] for sums in seatings), strict=True)
            ]
            whole = sum(winners)
            if whole:
                axes[0, 0].plot(
                    range(len(winners)),
                    [100 * n / whole for n in winners],
                    marker="o",
                    label=one.label,
                )
            axes[0, 0].set_xlabel("seats that won")
            axes[0, 0].set_ylabel("% of hands")
    _legend(axes[0, 0], len(study.configurations))
    return figure


def _scores(study: Study) -> Any:
    """How often the subject's hands came to at least so many units, on a logarithmic scale."""
    figure, axes = new_figure(7, 3.6)
    _, total = study.total()
    for one, counts in zip(study.configurations, total["scores"], strict=True):
        found = sorted((int(units), n) for units, n in counts.items())
        whole, left, shares = sum(n for _, n in found), 0, []
        for units, n in reversed(found):
            left += n
            shares.append((units, 100 * left / whole))
        if shares:
            axes[0, 0].step(*zip(*shares[::-1], strict=True), where="mid", label=one.label)
    axes[0, 0].set_yscale("log")
    axes[0, 0].set_xlabel("units")
    axes[0, 0].set_ylabel("% of hands with so many or more")
    _legend(axes[0, 0], len(study.configurations))
    return figure


def _payments(study: Study) -> Any:
    from xuezhan._core import PAYMENTS

    figure, axes = new_figure(8, 4.2)
    totals = []
    for seatings in _all_sums(study):
        hands = sum(sums["hands"] for sums in seatings) or 1
        columns = zip(*(sums["paid"] for sums in seatings), strict=True)
        totals.append([sum(column) / hands for column in columns])
    used = [i for i, name in enumerate(PAYMENTS) if any(row[i] for row in totals)]
    width = 0.8 / len(totals)
    for number, (one, row) in enumerate(zip(study.configurations, totals, strict=True)):
        places = [place + number * width for place in range(len(used))]
        axes[0, 0].bar(places, [row[i] for i in used], width, label=one.label)
    axes[0, 0].set_xticks(
        [place + 0.4 - width / 2 for place in range(len(used))],
        [PAYMENTS[i] for i in used],
        rotation=40,
        ha="right",
    )
    axes[0, 0].set_ylabel("points a hand")
    _legend(axes[0, 0], len(study.configurations))
    return figure


def _convergence(study: Study) -> Any:
    """The difference (or mean) as the walls come in, with the interval that may be looked at."""
    figure, axes = new_figure(7, 3.6)
    for number, (label, rows) in enumerate(
        running(study.definition, study.parts(), "points").items()
    ):
        walls = [n for n, _ in rows]
        axes[0, 0].plot(walls, [one.value for _, one in rows], color=f"C{number}", label=label)
        axes[0, 0].fill_between(
            walls,
            [one.low for _, one in rows],
            [one.high for _, one in rows],
            color=f"C{number}",
            alpha=0.15,
        )
    axes[0, 0].set_xlabel("walls")
    axes[0, 0].set_ylabel("points a hand")
    axes[0, 0].axhline(0, color="0.4", linewidth=0.8)
    _legend(axes[0, 0], len(study.configurations))
    return figure


def _heat_map(study: Study) -> Any:
    """Points over two options that vary as a full grid."""
    options = study.definition.differing()
    if len(options) != 2:
        return None
    rows, columns = ([getattr(one.rules, name) for one in study.configurations] for name in options)
    cells = dict(zip(zip(rows, columns, strict=True), study.compare("points").means, strict=True))
    down, across = _distinct(rows), _distinct(columns)
    if len(cells) != len(study.configurations) or len(cells) != len(down) * len(across):
        return None
    figure, axes = new_figure(1.6 + 0.9 * len(across), 1.6 + 0.6 * len(down))
    grid = [[cells[a, b].value for b in across] for a in down]
    drawn = axes[0, 0].imshow(grid, cmap="RdBu", aspect="auto")
    for y, line in enumerate(grid):
        for x, value in enumerate(line):
            axes[0, 0].text(x, y, f"{value:+.2f}", ha="center", va="center")
    axes[0, 0].set_xticks(range(len(across)), list(map(str, across)))
    axes[0, 0].set_yticks(range(len(down)), list(map(str, down)))
    axes[0, 0].set_ylabel(options[0])
    axes[0, 0].set_xlabel(options[1])
    figure.colorbar(drawn, label="points a hand")
    return figure


def _distinct(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def _legend(axes: Any, entries: int) -> None:
    if 1 <= entries <= 12:
        axes.legend(fontsize="small")
    axes.grid(alpha=0.3)
