"""Parquet, by way of pyarrow, which is optional.

A small file can hold much, and of any type. So only flat columns are read, after a look at what the
file says of them; in batches, with equal texts kept once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np
import pandas as pd

from .._allowance import DICT_ENTRY, text_size
from ._columns import Choice, Table, describe, make_table, not_numeric
from ._source import Source

__all__ = ["pyarrow_for", "read_parquet"]

#: How many rows are decoded at once.
_BATCH = 2**16

#: What a file says of itself takes up to this many times its size in memory.
_FOOTER_WEIGHT = 64

#: What a value of a label or name takes that is no text, such as a date.
_OBJECT = 128


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


def read_parquet(source: Source, choice: Choice, drop_missing: bool, mixed: bool = False) -> Table:
    """Read a Parquet file; see :func:`pyelki_losdd._tables.read_table`.

    An index that pandas has stored becomes the rows' names.
    """
    pyarrow = pyarrow_for("Parquet")
    try:
        return _read(source, choice, drop_missing, mixed, pyarrow)
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{source.name} is no Parquet file, or damaged: {error}") from None


def _read(source: Source, choice: Choice, drop_missing: bool, mixed: bool, pyarrow: Any) -> Table:
    stream = source.random_access()
    source.take(_FOOTER_WEIGHT * _footer_size(stream))
    schema = pyarrow.parquet.ParquetFile(stream).schema_arrow
    names = schema.names
    choice = _without_index(choice, schema)
    roles = choice.roles(names, len(names), source.name)
    texts = [j for j in (roles.label, roles.id) if j is not None]
    words = [j for j in roles.features if mixed and not _is_number(schema.types[j], pyarrow.types)]
    texts += words
    _check_types(source, schema, [j for j in roles.features if j not in words], texts, pyarrow)
    used = [*(j for j in roles.features if j not in words), *texts]
    # Texts as dictionaries, or a long one that is repeated would be there each time.
    file = pyarrow.parquet.ParquetFile(stream, read_dictionary=[names[j] for j in texts])
    _check_names(source, file, [names[j] for j in used])
    n = max(0, file.metadata.num_rows)
    source.take(8 * n * len(roles.features))
    X = np.empty((n, len(roles.features)))
    others = {j: _Column(source) for j in texts}
    at = 0
    for batch in file.iter_batches(_BATCH, columns=[names[j] for j in used], use_threads=False):
        if at + len(batch) > n:
            raise _damaged(source, n)
        for place, j in enumerate(roles.features):
            if j in words:
                X[at : at + len(batch), place] = 0
                continue
            X[at : at + len(batch), place] = _floats(batch.column(names[j]), pyarrow)
        for j, column in others.items():
            column.add(batch.column(names[j]), pyarrow)
        at += len(batch)
    if at != n:
        raise _damaged(source, n)
    label, id = (None if j is None else others[j].series() for j in (roles.label, roles.id))
    columns = {roles.features.index(j): others[j].series() for j in words} if mixed else None
    return make_table(source, X, label, id, names, roles, drop_missing, columns)


def _damaged(source: Source, n: int) -> ValueError:
    return ValueError(f"{source.name} is damaged: it has not the {n} rows that it should have.")


def _footer_size(stream: BinaryIO) -> int:
    """Look up how long the description of the file at its end is."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, size - 8))
    found = int.from_bytes(stream.read(4), "little")
    stream.seek(0)
    return min(found, size)


def _without_index(choice: Choice, schema: Any) -> Choice:
    """Leave the columns of a pandas index out of the data; a single one names the rows."""
    try:
        stored = list(schema.pandas_metadata["index_columns"])
    except (ValueError, TypeError, KeyError):  # not written by pandas
        stored = []
    index = [name for name in stored if isinstance(name, str) and name in schema.names]
    id = index[0] if choice.id is None and len(index) == 1 else choice.id
    return replace(choice, drop=(*choice.drop, *index), id=id)


def _check_types(
    source: Source, schema: Any, features: Sequence[int], texts: Sequence[int], pyarrow: Any
) -> None:
    """Refuse columns that are no numbers, or no texts; before they are decoded."""
    types = pyarrow.types
    for j in features:
        kind = schema.types[j]
        if not _is_any(kind, "integer floating boolean decimal", types):
            raise not_numeric(source, schema.names, j, kind)
    flat = "integer floating boolean decimal string large_string date time timestamp dictionary"
    for j in texts:
        kind = schema.types[j]
        if not _is_any(kind, flat, types):
            raise ValueError(
                f"{source.name}: {describe(schema.names, j)} has the type {kind}, but --label and "
                "--id must be text, numbers or times."
            )


def _is_number(kind: Any, types: Any) -> bool:
    return _is_any(kind, "integer floating decimal", types)


def _is_any(kind: Any, names: str, types: Any) -> bool:
    return any(getattr(types, f"is_{name}")(kind) for name in names.split())


def _check_names(source: Source, file: Any, used: Sequence[str]) -> None:
    """Refuse names that stand for several columns, as pyarrow reads by name."""
    # Not file.metadata.row_group(i).column(j): pyarrow ends the process if that is damaged.
    paths = [file.schema.column(place).path for place in range(len(file.schema))]
    for name in used:
        if paths.count(name) != 1 or file.schema_arrow.names.count(name) != 1:
            raise ValueError(
                f"{source.name}: the name {name!r} stands for several columns; give them different "
                "names, or leave them out with --drop and their numbers."
            )


def _floats(column: Any, pyarrow: Any) -> np.ndarray:
    if pyarrow.types.is_decimal(column.type):
        column = column.cast(pyarrow.float64())
    values: np.ndarray = column.to_numpy(zero_copy_only=False)
    return values.astype(np.float64, copy=False)


class _Column:
    """Collects labels or names of the rows; equal texts are kept once."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._parts: list[pd.Series] = []
        self._texts: dict[Any, Any] = {None: None}

    def add(self, column: Any, pyarrow: Any) -> None:
        """Add the values of a batch."""
        column.validate(full=True)
        if pyarrow.types.is_dictionary(column.type):
            texts = list(self._kept(column.dictionary.to_pylist()))
            known = np.array([*texts, None], dtype=object)  # None is at -1, for missing ones
            places = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            self._source.take(8 * len(places))
            self._parts.append(pd.Series(known[places], dtype=object))
        else:
            self._source.take(_OBJECT * len(column))
            try:
                self._parts.append(column.to_pandas())
            except (ValueError, OverflowError) as error:  # times that Python does not know
                raise pyarrow.ArrowInvalid(str(error)) from None

    def _kept(self, texts: Sequence[Any]) -> Iterator[Any]:
        for text in texts:
            if text not in self._texts:
                self._source.take(DICT_ENTRY + 2 * text_size(text))  # pyarrow has it, too
                self._texts[text] = text
            yield self._texts[text]

    def series(self) -> pd.Series:
        """Return what was collected."""
        return pd.concat(self._parts, ignore_index=True) if self._parts else pd.Series(dtype=object)
