"""The command line (extra `cli`): one module for each command."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from xuezhan._core import VERSION

from .arena import arena
from .bench import bench
from .common import Stopped, forgive_encodings
from .hand import hand
from .replay import replay
from .review import review
from .rules import rules
from .simulate import simulate
from .study import study

__all__ = ["cli", "main"]

_NO_READER, _WRONG, _INTERRUPTED, _TERMINATED = 1, 2, 130, 143


class _Terminated(KeyboardInterrupt):
    """SIGTERM, which ends long work as Ctrl-C does."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(VERSION, message="%(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Sichuan mahjong, 血战到底: analyse hands, simulate and replay games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (hand, simulate, replay, review, arena, study, rules, bench):
    cli.add_command(_command)


def main(args: Sequence[str] | None = None) -> int:
    """
    Run one command and return the exit code.

    0; 2 for a wrong call or input, with one line on stderr; 130 after Ctrl-C and 143 after SIGTERM,
    when what was done so far has been printed; 1 if nobody reads what it prints any more.
    """
    with _terminable() as terminated:
        code = _run(args)
    return _TERMINATED if code == _INTERRUPTED and terminated else code


@contextmanager
def _terminable() -> Iterator[list[int]]:
    """Have SIGTERM interrupt as Ctrl-C does; the signals that came."""
    came: list[int] = []

    def terminate(number: int, _frame: object) -> None:
        came.append(number)
        raise _Terminated

    try:
        before = signal.signal(signal.SIGTERM, terminate)
    except ValueError:  # not the main thread: signals are the business of whoever started it
        yield came
        return
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(args: Sequence[str] | None) -> int:
    forgive_encodings()
    if sys.stdout is None:
        return _complain("xuezhan", "standard output is closed")
    try:
        code = cli.main(args, prog_name="xuezhan", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (Stopped, click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left. Nothing may be written any more, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NO_READER
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        return _complain(context.command_path if context else "xuezhan", error.format_message())
    except MemoryError as error:
        return _complain("xuezhan", f"not enough memory: {error}")
    except (ValueError, TypeError, OSError) as error:
        return _complain("xuezhan", str(error))


def _complain(who: str, message: str) -> int:
    print(f"{who}: {' '.join(message.split())}", file=sys.stderr)
    return _WRONG
