"""Libraries that only some uses need, each in an extra that the error names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["need"]


def need(module: str, extra: str, what: str) -> Any:
    """The module, or an `ImportError` that says `what` needs it and which extra has it."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(
            f'{what} needs {package}: pip install "xuezhan[{extra}]"', name=package
        ) from error
