"""`xuezhan rules`."""

from __future__ import annotations

from typing import Any

import click

from xuezhan._core import PATTERNS_CHINESE, RULEBOOKS
from xuezhan.rules import OPTIONS, PATTERNS, Rules

from .common import columns, json_option, print_json, rules_of


@click.command()
@click.argument("names", nargs=-1, metavar="[RULES]...")
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change an option of the first.",
)
@click.option("--diff", is_flag=True, help="Only the options in which they differ.")
@json_option
def rules(names: tuple[str, ...], options: tuple[str, ...], diff: bool, as_json: bool) -> None:
    """Show the options of rulebooks (by default all three) or files of rules side by side.

    With --diff only what differs between them; for a single one, what differs from its rulebook.
    """
    names = names or RULEBOOKS
    shown = {name: rules_of(name, options if i == 0 else ()) for i, name in enumerate(names)}
    if diff and len(shown) == 1:
        (only,) = shown.values()
        shown = {
            f"{only.base} (rulebook)": Rules(only.base),
            **{f"{name} (as given)": only for name in shown},
        }
    rows = {name: [value[name] for value in map(_flat, shown.values())] for name in _flat(Rules())}
    if diff:
        rows = {
            name: values
            for name, values in rows.items()
            if any(value != values[0] for value in values)
        }
    if as_json:
        print_json(
            {
                rulebook: {name: values[i] for name, values in rows.items()}
                for i, rulebook in enumerate(shown)
            }
        )
        return
    head = ["option", *shown, "§", "values"]
    lines = [[name, *map(_text, values), *_meaning(name)] for name, values in rows.items()]
    click.echo("\n".join(columns([head, *lines])))


def _flat(rules: Rules) -> dict[str, Any]:
    """Every option; the patterns as `patterns.plain` and so on."""
    found: dict[str, Any] = {}
    for name, value in rules:
        found.update(
            {f"{name}.{key}": fan for key, fan in value.items()}
            if name == "patterns"
            else {name: value}
        )
    return found


def _text(value: Any) -> str:
    return (
        "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )


def _meaning(name: str) -> tuple[str, str]:
    option, _, pattern = name.partition(".")
    row = OPTIONS[option]
    return row.clause, PATTERNS_CHINESE[PATTERNS.index(pattern)] if pattern else row.expects
