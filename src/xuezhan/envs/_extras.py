"""Packages that only an environment needs."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def need(package: str, extra: str) -> Any:
    """The package, or an ImportError that names the extra to install."""
    try:
        return import_module(package)
    except ImportError as error:
        raise ImportError(
            f'xuezhan.envs.{extra} needs {package}: pip install "xuezhan[{extra}]"', name=package
        ) from error
