"""`python -m xuezhan`, and the installed command `xuezhan`."""

from __future__ import annotations

import sys

_EXTRA = ("click", "rich")


def main() -> int:
    """Run the command line; without its extra, say in one line what to install. The exit code."""
    try:
        from xuezhan.cli import main as run
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        print(
            f"xuezhan: the command line needs {error.name}: pip install 'xuezhan[cli]'",
            file=sys.stderr,
        )
        return 2
    return run()


if __name__ == "__main__":
    sys.exit(main())
