"""Parquet, by way of pyarrow, which is optional."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ._columns import Choice, Table, make_table
from ._source import Source, check_size

__all__ = ["pyarrow_for", "read_parquet"]


def pyarrow_for(work: str) -> Any:
    """Import pyarrow with its Parquet module, or say how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            f"{work} needs pyarrow: pip install 'pyelki-losdd[parquet]' ({error})."
        ) from None
    return pyarrow


def read_parquet(source: Source, choice: Choice, drop_missing: bool) -> Table:
    """Read a Parquet file; see :func:`pyelki_losdd._tables.read_table`.

    An index that pandas has stored becomes the rows' names.
    """
    pyarrow = pyarrow_for("Parquet")
    try:
        file = pyarrow.parquet.ParquetFile(source.random_access())
        groups = range(file.metadata.num_row_groups)
        check_size(sum(file.metadata.row_group(i).total_byte_size for i in groups), source)
        schema = file.schema_arrow
        choice = _without_index(choice, schema)
        roles = choice.roles(schema.names, len(schema.names), source.name)
        check_size(file.metadata.num_rows * len(roles.features) * 8, source)
        used = [j for j in (*roles.features, roles.label, roles.id) if j is not None]
        read = file.read(columns=sorted({schema.names[j] for j in used}))
        columns = {j: _to_pandas(read.column(schema.names[j]), pyarrow) for j in used}
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{source.name} is no Parquet file, or damaged: {error}") from None
    return make_table(source, columns, schema.names, roles, drop_missing)


def _without_index(choice: Choice, schema: Any) -> Choice:
    """Leave the columns of a pandas index out of the data; a single one names the rows."""
    try:
        stored = list(schema.pandas_metadata["index_columns"])
    except (ValueError, TypeError, KeyError):  # not written by pandas
        stored = []
    index = [name for name in stored if isinstance(name, str) and name in schema.names]
    id = index[0] if choice.id is None and len(index) == 1 else choice.id
    return replace(choice, drop=(*choice.drop, *index), id=id)


def _to_pandas(column: Any, pyarrow: Any) -> Any:
    if pyarrow.types.is_decimal(column.type):
        column = column.cast(pyarrow.float64())
    return column.to_pandas()
