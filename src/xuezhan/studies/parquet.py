"""Hands' results as Parquet: decoded columns, one row a hand and seating."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from xuezhan._core import PATTERNS
from xuezhan.extras import need
from xuezhan.hands.tiles import TILE_NAMES

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Writer", "table_of"]

_KINDS = ("discard", "rob", "self_draw")
_KONGS = ("direct", "added", "concealed")
_NONE = 255
_WHAT = "keeping results as Parquet"


class Writer:
    """Gathers the results of one configuration and gives them as the bytes of one Parquet file."""

    def __init__(self) -> None:
        self._arrow = need("pyarrow", "studies", _WHAT)
        self._parquet = need("pyarrow.parquet", "studies", _WHAT)
        self._buffer = io.BytesIO()
        self._file: Any = None

    def add(self, results: npt.NDArray[Any], seats: tuple[str, ...], seating: int) -> None:
        """Take the results (`RESULT_DTYPE`) of hands played in one seating."""
        table = table_of(results, seats, seating)
        if self._file is None:
            self._file = self._parquet.ParquetWriter(
                self._buffer, table.schema, compression="zstd", use_dictionary=True
            )
        self._file.write_table(table)

    def finish(self) -> bytes:
        """The file."""
        if self._file is not None:
            self._file.close()
        return self._buffer.getvalue()


def table_of(results: npt.NDArray[Any], seats: tuple[str, ...], seating: int = 0) -> Any:
    """
    An Arrow table of results: names instead of numbers, null where a field does not apply.

    Columns of the hand: `index`, `seating`, `dealer`, `next_dealer`, `exhausted`, `turns`,
    `winners`; then for each seat *s*: `policy_s`, `score_s`; of its first win `win_order_s` (0: has
    not won), `win_kind_s`, `win_pattern_s`, `win_fan_s`, `win_amount_s`, `win_tile_s`,
    `win_from_s`; `wins_s`, `deal_ins_s`, `ready_s`, `pig_s`, `kongs_direct_s`, `kongs_added_s`,
    `kongs_concealed_s`.
    """
    pa = need("pyarrow", "studies", _WHAT)
    columns: dict[str, Any] = {
        "index": pa.array(results["index"]),
        "seating": pa.array(np.full(len(results), seating, np.uint8)),
        "dealer": pa.array(results["dealer"]),
        "next_dealer": pa.array(results["next_dealer"]),
        "exhausted": pa.array(results["exhausted"] != 0),
        "turns": pa.array(results["turns"]),
        "winners": pa.array(results["winners"]),
    }
    for seat, policy in enumerate(seats):
        lost = results["win_order"][:, seat] == 0
        fields: dict[str, Any] = {
            "policy": _constant(pa, policy, len(results)),
            "score": pa.array(_column(results, "scores", seat)),
            "win_order": pa.array(_column(results, "win_order", seat)),
            "win_kind": _named(pa, _column(results, "win_kind", seat), _KINDS),
            "win_pattern": _named(pa, _column(results, "win_pattern", seat), PATTERNS),
            "win_fan": pa.array(_column(results, "win_fan", seat), mask=lost),
            "win_amount": pa.array(_column(results, "win_amount", seat), mask=lost),
            "win_tile": _named(pa, _column(results, "win_tile", seat), TILE_NAMES),
            "win_from": _nullable(pa, _column(results, "win_from", seat)),
            "wins": pa.array(_column(results, "wins", seat)),
            "deal_ins": pa.array(_column(results, "deal_ins", seat)),
            "ready": pa.array((results["ready"] >> seat & 1).astype(bool)),
            "pig": pa.array((results["pigs"] >> seat & 1).astype(bool)),
        }
        for kind, name in enumerate(_KONGS):
            fields[f"kongs_{name}"] = pa.array(
                np.ascontiguousarray(results["kongs"][:, seat, kind])
            )
        columns.update({f"{name}_{seat}": column for name, column in fields.items()})
    return pa.table(columns)


def _column(results: npt.NDArray[Any], name: str, seat: int) -> npt.NDArray[Any]:
    return np.ascontiguousarray(results[name][:, seat])


def _named(pa: Any, numbers: npt.NDArray[Any], names: tuple[str, ...]) -> Any:
    """Numbers as names, 255 as null."""
    codes = pa.array(numbers.astype(np.int8), mask=numbers == _NONE)
    return pa.DictionaryArray.from_arrays(codes, pa.array(names))


def _nullable(pa: Any, numbers: npt.NDArray[Any]) -> Any:
    return pa.array(numbers, mask=numbers == _NONE)


def _constant(pa: Any, name: str, rows: int) -> Any:
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int8)), pa.array([name]))
