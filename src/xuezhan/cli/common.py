"""What the commands share: rules and seeds from options, JSON, progress."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from xuezhan.errors import Interrupted
from xuezhan.json_text import read_json
from xuezhan.rules import BASES, PRESETS, RULEBOOKS, Rules

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Result = TypeVar("_Result")


class Stopped(Exception):
    """Ctrl-C or SIGTERM, after what was done has been printed."""


def until_stopped(work: Callable[[], _Result]) -> tuple[_Result, bool]:
    """What `work` gives, or has given until it was interrupted, and whether it was."""
    try:
        return work(), False
    except Interrupted as stop:
        if stop.result is None:
            raise Stopped from None
        return stop.result, True


def json_option(command: _Command) -> _Command:
    """`--json`, the parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(
        command
    )


def rules_options(command: _Command) -> _Command:
    """`--rules` and `--option`, to be joined by `rules_of`."""
    option = click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change an option, such as max_fan=6 or patterns.straight=3. May be repeated.",
    )
    rules = click.option(
        "--rules",
        "-r",
        "base",
        default="guide",
        show_default=True,
        metavar="RULES",
        help=f"A rulebook ({', '.join(RULEBOOKS)}), a preset ({', '.join(PRESETS)}) "
        "or a file of rules, JSON or TOML.",
    )
    return rules(option(command))


def rules_of(base: str, options: tuple[str, ...] = ()) -> Rules:
    """The rules that `--rules` and `--option` name."""
    rules = Rules(base) if base in BASES or not os.path.exists(base) else Rules.load(base)
    changes: dict[str, Any] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.UsageError(f"--option {text}: write it as NAME=VALUE")
        name, dot, pattern = name.strip().partition(".")
        if dot:
            changes.setdefault(name, {})[pattern] = _value(value)
        else:
            changes[name] = _value(value)
    return rules.replace(**changes) if changes else rules


def _value(text: str) -> Any:
    """`null`, `true`, numbers and JSON as such; everything else is a name."""
    try:
        return read_json(text)
    except ValueError:
        return None if text.strip().lower() == "none" else text.strip()


def print_json(value: Any) -> None:
    """One line of JSON, escaped where the output cannot write all characters."""
    plain = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    click.echo(json.dumps(value, ensure_ascii=plain, allow_nan=False, separators=(",", ":")))


_PLAIN = {"×": "x", "±": "+/-", "§": "section ", "…": "...", "–": "-", "—": "-", "−": "-"}


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding has not in other words, or as a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in text), error.end


def forgive_encodings() -> None:
    """Have no output fail because its encoding lacks a character."""
    codecs.register_error("xuezhan", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != "xuezhan":
            stream.reconfigure(errors="xuezhan")


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr while the work lasts, where stderr is a terminal; else None."""
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

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, _: bar.update(task, completed=done)


def columns(rows: list[list[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """Rows as lines with aligned columns; those in `right` are right-aligned."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(_pad(cell, widths[i], i in right) for i, cell in enumerate(row)).rstrip()
        for row in rows
    ]


def _pad(cell: str, wide: int, right: bool) -> str:
    space = " " * (wide - width(cell))
    return space + cell if right else cell + space


def width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two."""
    from rich.cells import cell_len

    return cell_len(text)
