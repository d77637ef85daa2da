"""A study's results as tables: Arrow, pandas, and the Parquet data set as it lies."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from xuezhan.extras import need
from xuezhan.files import replacing
from xuezhan.studies.definition import StudyError

if TYPE_CHECKING:
    from xuezhan.studies.store import Store
    from xuezhan.studies.study import Study

__all__ = ["arrow_of", "pandas_of", "seats_of", "write_table"]

_WHAT = "a study's results as a table"


def arrow_of(study: Study, store: Store, number: int | None) -> Any:
    """One Arrow table of all parts, in order; `number`: of one configuration."""
    if not study.definition.results:
        raise StudyError("the study keeps no results: it was begun without results = true")
    pa = need("pyarrow", "studies", _WHAT)
    parquet = need("pyarrow.parquet", "studies", _WHAT)
    labels = [one.label for one in study.configurations]
    chosen = range(len(labels)) if number is None else [number]
    parts = study.parts()
    tables = []
    for i in chosen:
        for part in parts:
            name = f"{part['start']:016d}-{part['stop']:016d}"
            data = store.read(f"results/configuration={i}/{name}.parquet")
            table = parquet.read_table(io.BytesIO(data))
            if number is None:
                codes = pa.array([0], pa.int32()).take(pa.array([0] * len(table), pa.int32()))
                column = pa.DictionaryArray.from_arrays(codes, pa.array([labels[i]]))
                table = table.add_column(0, "configuration", column)
            tables.append(table)
    if not tables:
        raise StudyError("nothing has been played yet")
    return pa.concat_tables(tables, promote_options="permissive").unify_dictionaries()


def pandas_of(table: Any, by: str) -> Any:
    """A data frame: one row a hand, or one a seat."""
    need("pandas", "studies", _WHAT)
    if by == "seat":
        return seats_of(table).to_pandas()
    if by != "hand":
        raise ValueError(f"by is {by!r}; it must be 'hand' or 'seat'")
    return table.to_pandas()


def seats_of(table: Any) -> Any:
    """One row a hand and seat: the columns `name_0`, `name_1`, … as one column `name`."""
    pa = need("pyarrow", "studies", _WHAT)
    names = table.column_names
    seats = sorted({int(name[-1]) for name in names if name[-2:-1] == "_" and name[-1].isdigit()})
    common = [name for name in names if not (name[-2:-1] == "_" and name[-1].isdigit())]
    own = [name[:-2] for name in names if name.endswith("_0")]
    pieces = []
    for seat in seats:
        columns = {name: table[name] for name in common}
        columns["seat"] = pa.array([seat], pa.uint8()).take(pa.array([0] * len(table), pa.int32()))
        columns.update({name: table[f"{name}_{seat}"] for name in own})
        pieces.append(pa.table(columns))
    return pa.concat_tables(pieces, promote_options="permissive").unify_dictionaries()


def write_table(study: Study, path: str, by: str) -> int:
    """Write a study's results into one file by its ending; how many rows."""
    table = study.to_arrow()
    table = seats_of(table) if by == "seat" else table
    ending = path.rpartition(".")[2].lower()
    with replacing(path) as file:
        if ending == "parquet":
            need("pyarrow.parquet", "studies", _WHAT).write_table(table, file, compression="zstd")
        elif ending == "csv":
            need("pyarrow.csv", "studies", _WHAT).write_csv(_plain_text(table), file)
        elif ending == "arrow":
            with need("pyarrow", "studies", _WHAT).ipc.new_file(file, table.schema) as writer:
                writer.write_table(table)
        else:
            raise ValueError(f"{path} ends in none of .parquet, .csv, .arrow")
    return len(table)


def _plain_text(table: Any) -> Any:
    """CSV knows no dictionaries."""
    pa = need("pyarrow", "studies", _WHAT)
    fields = [
        field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))
