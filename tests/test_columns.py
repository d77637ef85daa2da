"""Results of many hands as columns that tables of other packages take."""

from __future__ import annotations

import numpy as np
import pytest

import xuezhan as xz

RESULTS = xz.play_batch(200, "guide", "mixed", seed=1)


def test_columns_hold_what_the_array_does() -> None:
    columns = xz.to_columns(RESULTS)
    assert all(column.shape == (200,) for column in columns.values())
    assert (columns["index"] == RESULTS["index"]).all()
    assert (columns["scores_3"] == RESULTS["scores"][:, 3]).all()
    assert (columns["kongs_2_added"] == RESULTS["kongs"][:, 2, 1]).all()
    won = RESULTS["win_order"][:, 1] > 0
    assert [name is not None for name in columns["win_pattern_1"]] == won.tolist()
    for i in np.flatnonzero(won):
        assert columns["win_pattern_1"][i] == xz.PATTERNS[RESULTS["win_pattern"][i, 1]]
        assert columns["win_tile_1"][i] == xz.TILE_NAMES[RESULTS["win_tile"][i, 1]]
    assert set(columns["win_kind_0"]) == {None, "discard", "rob", "self_draw"} or (
        set(columns["win_kind_0"]) <= {None, "discard", "rob", "self_draw"}
    )
    numbers = xz.to_columns(RESULTS, names=False)
    assert list(numbers) == list(columns)
    assert (numbers["win_pattern_1"] == RESULTS["win_pattern"][:, 1]).all()
    assert len(xz.to_columns(RESULTS[:0])["index"]) == 0


@pytest.mark.parametrize("wrong", [None, [1], np.zeros(3), "results"])
def test_what_is_no_result(wrong: object) -> None:
    with pytest.raises(TypeError, match="RESULT_DTYPE, as play_batch gives"):
        xz.to_columns(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_tables_take_them(package: str) -> None:
    tables = pytest.importorskip(package)
    table = tables.DataFrame(xz.to_columns(RESULTS))
    assert table.shape == (200, len(xz.to_columns(RESULTS)))
    assert list(table["scores_0"]) == RESULTS["scores"][:, 0].tolist()
