"""NPY and NPZ: numpy's own files. Python objects in them (pickle) are refused."""

from __future__ import annotations

import math
import zipfile
import zlib
from dataclasses import replace
from typing import Any

import numpy as np

from ._columns import Choice, Table, make_table
from ._source import Source, check_size

__all__ = ["read_npy", "read_npz"]

#: The array with the data, if there are several.
_USUAL = "X"


def read_npy(source: Source, choice: Choice, drop_missing: bool) -> Table:
    """Read an array; see :func:`pyelki_losdd._tables.read_table`."""
    array = _read_array(source.random_access(), source, source.name)
    return _from_array(source, array, choice, drop_missing)


def read_npz(source: Source, choice: Choice, key: str | None, drop_missing: bool) -> Table:
    """Read an archive of arrays; see :func:`pyelki_losdd._tables.read_table`.

    The labels and the rows' names can be arrays of their own.
    """
    try:
        archive = zipfile.ZipFile(source.random_access())
    except (zipfile.BadZipFile, NotImplementedError, OSError) as error:
        raise ValueError(f"{source.name} is no NPZ file, or damaged: {error}.") from None
    with archive:
        members = {
            info.filename.removesuffix(".npy"): info
            for info in archive.infolist()
            if info.filename.endswith(".npy")
        }
        if not members:
            raise ValueError(f"{source.name} is no NPZ file: there are no arrays in it.")

        def read(name: str) -> np.ndarray:
            check_size(members[name].file_size, source)
            try:
                with archive.open(members[name]) as stream:
                    return _read_array(stream, source, f"{source.name}, array {name!r}")
            except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
                # RuntimeError: a password, or a method of packing that zipfile does not know.
                raise ValueError(f"{source.name} is damaged: {error}.") from None

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
    return _from_array(source, data, choice, drop_missing, **beside)


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


def _read_array(stream: Any, source: Source, where: str) -> np.ndarray:
    """Read an array, after a look at how large it says it is."""
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    try:
        version = np.lib.format.read_magic(stream)
        header = read_header.get(version, np.lib.format.read_array_header_2_0)
        shape, fortran, dtype = header(stream)
    except Exception as error:  # numpy parses the header as Python, which fails in many ways
        raise ValueError(f"{where} is no array of numpy, or damaged: {error}.") from None
    if dtype.hasobject:
        raise ValueError(
            f"{where} holds Python objects, which only pickle could read; that is unsafe. Save it "
            "as numbers, e.g. array.astype(float)."
        )
    if any(size < 0 for size in shape):
        raise ValueError(f"{where} is damaged: its shape is {shape}.")
    count = math.prod(shape)
    check_size(count * max(dtype.itemsize, 8), source)  # it becomes float64 in the end
    content = stream.read(count * dtype.itemsize)
    if len(content) != count * dtype.itemsize:
        raise ValueError(f"{where} is damaged: it ends too early.")
    array = np.frombuffer(content, dtype=dtype).astype(dtype.newbyteorder("="), copy=False)
    return array.reshape(shape[::-1]).T if fortran else array.reshape(shape)


def _from_array(
    source: Source,
    array: np.ndarray,
    choice: Choice,
    drop_missing: bool,
    label: np.ndarray | None = None,
    id: np.ndarray | None = None,
) -> Table:
    """Make a table of an array, and of labels and names that are arrays of their own."""
    names = None
    if array.dtype.names and array.ndim == 1:  # a record array
        names = list(array.dtype.names)
        columns = dict(enumerate(array[name] for name in names))
    elif array.ndim in (1, 2) and array.size:
        columns = dict(enumerate(array.reshape(len(array), -1).T))
    else:
        raise ValueError(
            f"{source.name} holds an array of shape {array.shape}, but must hold rows and columns."
        )
    roles = choice.roles(names, len(columns), source.name)
    if label is not None:
        roles = replace(roles, label=-1)
        columns[-1] = _flat(label, len(array), "label", source)
    if id is not None:
        roles = replace(roles, id=-2)
        columns[-2] = _flat(id, len(array), "id", source)
    return make_table(source, columns, names, roles, drop_missing)


def _flat(values: np.ndarray, n: int, role: str, source: Source) -> np.ndarray:
    """Check an array beside the data; it may be a column or a row."""
    if values.size != n or max(values.shape, default=0) != n:
        raise ValueError(
            f"{source.name}: the array for --{role} has the shape {values.shape}, but there are "
            f"{n} rows."
        )
    return values.reshape(-1)
