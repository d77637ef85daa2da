"""Results of many hands as columns, for tables of other packages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from xuezhan._core import PATTERNS, RESULT_DTYPE, TILE_NAMES, WIN_KINDS

__all__ = ["to_columns"]

_KONGS = ("direct", "added", "concealed")
_NONE = 255
_NAMES: dict[str, Sequence[str]] = {
    "win_kind": WIN_KINDS,
    "win_pattern": PATTERNS,
    "win_tile": TILE_NAMES,
}


def to_columns(results: npt.NDArray[Any], *, names: bool = True) -> dict[str, npt.NDArray[Any]]:
    """
    The array that `play_batch` gives as columns of one dimension, in its order.

    What it has for each seat becomes a column a seat: `scores_0` to `scores_3`, `kongs_0_direct`
    and so on. `names`: kinds of wins, patterns and tiles by their names, None where there was no
    win; else their numbers, 255 there. Any package for tables takes them:

        pandas.DataFrame(to_columns(results))
        polars.DataFrame(to_columns(results))
        pyarrow.table(to_columns(results))
    """
    if not isinstance(results, np.ndarray) or results.dtype != RESULT_DTYPE:
        raise TypeError(
            "results must be an array of dtype xuezhan.RESULT_DTYPE, as play_batch gives"
        )
    columns: dict[str, npt.NDArray[Any]] = {}
    for field in RESULT_DTYPE.names or ():
        for name, column in _split(field, results.reshape(-1)[field]):
            known = _NAMES.get(field) if names else None
            columns[name] = np.ascontiguousarray(column) if known is None else _named(column, known)
    return columns


def _split(field: str, values: npt.NDArray[Any]) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    if values.ndim == 1:
        yield field, values
    elif values.ndim == 2:
        for seat in range(values.shape[1]):
            yield f"{field}_{seat}", values[:, seat]
    else:
        for seat in range(values.shape[1]):
            for kind, name in enumerate(_KONGS):
                yield f"{field}_{seat}_{name}", values[:, seat, kind]


def _named(numbers: npt.NDArray[Any], names: Sequence[str]) -> npt.NDArray[Any]:
    table = np.full(_NONE + 1, None, object)
    table[: len(names)] = names
    named: npt.NDArray[Any] = table[numbers]
    return named
