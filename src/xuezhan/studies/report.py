"""A study's report: one HTML file with tables and plots that needs nothing else."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from xuezhan.files import replacing
from xuezhan.simulation.plot import image
from xuezhan.studies.part import METRICS
from xuezhan.studies.plots import figures_of

if TYPE_CHECKING:
    from xuezhan.estimate import Estimate
    from xuezhan.studies.study import Study

__all__ = ["report_html", "write_report"]

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1.5rem 0; background: #fff; padding: .5rem; border-radius: .5rem; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: #333; font-weight: 600; }
"""


def report_html(study: Study, plots: dict[str, bytes]) -> str:
    """The page; `plots` are SVG pictures by title."""
    status = study.status()
    definition = study.definition
    title = html.escape(definition.name)
    more = f", {len(status.missing)} ranges missing" if status.missing else ""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{title}</h1>",
        f"<p>{status.done:,} of {status.games:,} walls{more}, seed {definition.seed}. Figures of "
        f"points, wins, self-draws and deal-ins are those of "
        f"<b>{html.escape(definition.subject)}</b>, a hand"
        + (", its seats rotated over every wall" if definition.rotate else "")
        + ". Intervals are 95 %.</p>",
        "<h2>Configurations</h2>",
        _table(
            ("label", "rules", "policies"),
            [
                (one.label, str(one.rules.to_dict()), ", ".join(one.policies))
                for one in study.configurations
            ],
        ),
    ]
    if status.done:
        parts += ["<h2>Means</h2>", _means(study)]
        if len(study.configurations) > 1:
            parts += ["<h2>Differences from the first, on the same walls</h2>", _differences(study)]
        for name, data in plots.items():
            parts.append(
                f'<figure role="img" aria-label="{html.escape(name)}">'
                f"<figcaption>{html.escape(name)}</figcaption>{_inline(data)}</figure>"
            )
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _inline(svg: bytes) -> str:
    """The picture without the head of a file of its own."""
    text = svg.decode()
    return text[text.index("<svg") :]


def _means(study: Study) -> str:
    comparisons = [study.compare(metric) for metric in METRICS]
    rows = [
        (one.label, *(_shown(comparison.means[number]) for comparison in comparisons))
        for number, one in enumerate(study.configurations)
    ]
    return _table(("configuration", *METRICS), rows)


def _differences(study: Study) -> str:
    rows = []
    for metric in METRICS:
        for pair in study.compare(metric).pairs:
            saved = f"{pair.saved:.1f} ×" if pair.saved < 1e6 else "-"
            rows.append(
                (
                    f"{pair.label}: {metric}",
                    _shown(pair.difference),
                    _shown(pair.unpaired),
                    saved,
                )
            )
    head = ("", "paired", "as two runs apart", "walls saved by pairing")
    return _table(head, rows)


def _shown(one: Estimate) -> str:
    return f"{one.value:+.4f} ± {(one.high - one.low) / 2:.4f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"


def write_report(study: Study, path: str | os.PathLike[str], images: bool) -> list[str]:
    """Write the page, and its pictures beside it if asked; the names of the files."""
    name = os.fspath(path)
    figures = figures_of(study) if study.status().done else {}
    written = []
    if images:
        stem = name.rpartition(".")[0] or name
        for title, figure in figures.items():
            for kind in ("png", "svg"):
                file = f"{stem}_{title.lower().replace(' ', '_').replace(',', '')}.{kind}"
                with replacing(file) as out:
                    out.write(image(figure, kind))
                written.append(file)
    page = report_html(study, {title: image(one, "svg") for title, one in figures.items()})
    with replacing(name) as out:
        out.write(page.encode())
    return [name, *written]
