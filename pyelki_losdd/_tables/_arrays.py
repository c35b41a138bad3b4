"""NPY and NPZ: numpy's own files. Python objects in them (pickle) are refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from .._archive import BadArray, members_of, open_archive, read_array, read_member
from ._columns import Choice, Table, make_table, not_numeric
from ._source import Source

__all__ = ["read_npy", "read_npz"]

#: The array with the data, if there are several.
_USUAL = "X"

#: What a text takes in memory besides its characters.
_TEXT = 64


def read_npy(source: Source, choice: Choice, drop_missing: bool, mixed: bool = False) -> Table:
    """Read an array; see :func:`pyelki_losdd._tables.read_table`."""
    try:
        array = read_array(source.random_access(), source.take)
    except BadArray as error:
        raise ValueError(f"{source.name} {error}.") from None
    return _from_array(source, array, choice, drop_missing, mixed)


def read_npz(
    source: Source, choice: Choice, key: str | None, drop_missing: bool, mixed: bool = False
) -> Table:
    """Read an archive of arrays; see :func:`pyelki_losdd._tables.read_table`.

    The labels and the rows' names can be arrays of their own.
    """
    try:
        archive = open_archive(source.random_access(), source.take)
    except BadArray as error:
        raise ValueError(f"{source.name} {error}.") from None
    with archive:
        try:
            members = members_of(archive)
        except BadArray as error:
            raise ValueError(f"{source.name} {error}.") from None
        if not members:
            raise ValueError(f"{source.name} is no NPZ file: there are no arrays in it.")

        def read(name: str) -> np.ndarray:
            try:
                return read_member(archive, members[name], source.take)
            except BadArray as error:
                raise ValueError(f"{source.name}, array {name!r} {error}.") from None

        chosen = _choose(list(members), key, choice, source)
        beside = {
            role: read(name)
            for role, name in (("label", choice.label), ("id", choice.id))
            if name in members and name != chosen
        }
        data = read(chosen)
    if "label" in beside:
        choice = replace(choice, label=None)
    if "id" in beside:
        choice = replace(choice, id=None)
    return _from_array(source, data, choice, drop_missing, mixed, **beside)


def _choose(names: list[str], key: str | None, choice: Choice, source: Source) -> str:
    """Decide which array holds the data."""
    listed = ", ".join(repr(name) for name in names)
    if key is not None:
        if key not in names:
            raise ValueError(f"--key {key}: {source.name} has no such array; there are {listed}.")
        return key
    others = [name for name in names if name not in (choice.label, choice.id)]
    if _USUAL in others:
        return _USUAL
    if len(others) != 1:
        raise ValueError(f"{source.name} holds the arrays {listed}: choose one with --key.")
    return others[0]


def _from_array(
    source: Source,
    array: np.ndarray,
    choice: Choice,
    drop_missing: bool,
    mixed: bool,
    label: np.ndarray | None = None,
    id: np.ndarray | None = None,
) -> Table:
    """Make a table of an array, and of labels and names that are arrays of their own."""
    names = None
    if array.dtype.names and array.ndim == 1:  # a record array
        names = list(array.dtype.names)
        columns = [array[name] for name in names]
    elif array.ndim in (1, 2) and array.size:
        columns = list(array.reshape(len(array), -1).T)
    else:
        raise ValueError(
            f"{source.name} holds an array of shape {array.shape}, but must hold rows and columns."
        )
    roles = choice.roles(names, len(columns), source.name)
    others: dict[int, pd.Series] = {}
    for place, j in enumerate(roles.features):
        if columns[j].ndim == 1 and columns[j].dtype.kind in "biuf":
            continue
        if not mixed or columns[j].ndim != 1 or columns[j].dtype.kind not in "UmM":
            raise not_numeric(source, names, j, columns[j].dtype)
        others[place] = _as_objects(columns[j], source)
    X = _as_floats(source, array, columns, roles.features, others)
    if label is not None:
        roles = replace(roles, label=-1)
        label = _flat(label, len(array), "label", source)
    elif roles.label is not None:
        label = columns[roles.label]
    if id is not None:
        roles = replace(roles, id=-2)
        id = _flat(id, len(array), "id", source)
    elif roles.id is not None:
        id = columns[roles.id]
    y, labels = (_series(values, source) for values in (label, id))
    return make_table(source, X, y, labels, names, roles, drop_missing, others if mixed else None)


def _as_floats(
    source: Source,
    array: np.ndarray,
    columns: Sequence[np.ndarray],
    features: Sequence[int],
    others: Collection[int],
) -> np.ndarray:
    """Collect columns as float64, zeros for the others; the array itself, if it is that already."""
    if array.dtype == np.float64 and list(features) == list(range(len(columns))):
        return array.reshape(len(array), -1)
    shape = len(array), len(features)
    source.take(max(0, 8 * shape[0] * shape[1] - array.nbytes))
    X = np.empty(shape)
    for place, j in enumerate(features):
        X[:, place] = 0 if place in others else columns[j]
    return X


def _as_objects(values: np.ndarray, source: Source) -> pd.Series:
    """Turn texts and times into a column; times beyond those of pandas stay numpy's."""
    source.take(len(values) * (values.dtype.itemsize + _TEXT))
    if values.dtype.kind == "U":
        return pd.Series(values, dtype=object)
    return pd.Series(list(values), dtype=object)


def _series(values: np.ndarray | None, source: Source) -> pd.Series | None:
    """Make labels or names of an array; text takes more memory there than in the array."""
    if values is None:
        return None
    if values.dtype.kind not in "biufUSmM" or values.ndim != 1:
        raise ValueError(
            f"{source.name}: the array for --label or --id has the type {values.dtype}, but must "
            "hold numbers or text."
        )
    if values.dtype.kind in "US":
        source.take(len(values) * (values.dtype.itemsize + _TEXT))
    return pd.Series(values)


def _flat(values: np.ndarray, n: int, role: str, source: Source) -> np.ndarray:
    """Check an array beside the data; it may be a column or a row."""
    if values.size != n or max(values.shape, default=0) != n:
        raise ValueError(
            f"{source.name}: the array for --{role} has the shape {values.shape}, but there are "
            f"{n} rows."
        )
    return values.reshape(-1)
