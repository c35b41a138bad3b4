"""Data in blocks of rows, whichever collection of Dask they come from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd

from .._validation import check_data

__all__ = ["Blocks", "as_collection", "checked_block", "is_collection"]

#: Rows in a block of data that come from this machine, at least.
FEWEST = 10_000


@dataclass(frozen=True)
class Blocks:
    """The blocks of a collection, to be computed where they are.

    Attributes
    ----------
    parts : list of Delayed
        One for each block of rows, an array or a DataFrame.
    width : int
        The number of columns.
    columns : list of str or None
        Their names, if the collection has names that are all strings.
    """

    parts: list[Any]
    width: int
    columns: list[str] | None

    @classmethod
    def of(cls, X: Any) -> Blocks:
        """Divide a collection.

        Parameters
        ----------
        X : dask array or dask dataframe
            The data.

        Returns
        -------
        Blocks
            Its blocks of rows.
        """
        if isinstance(X, dd.DataFrame):
            names = list(X.columns)
            strings = all(isinstance(name, str) for name in names)
            return cls(X.to_delayed(), len(names), names if strings else None)
        X = whole_rows(X)
        return cls(list(X.to_delayed().ravel()), X.shape[1], None)


def is_collection(X: Any) -> bool:
    """Tell whether data are Dask's."""
    return isinstance(X, (da.Array, dd.DataFrame))


def as_collection(X: Any, parts: int) -> Any:
    """Divide data of this machine into blocks; Dask's own come back as they are.

    Parameters
    ----------
    X : array-like, DataFrame or Dask collection of shape (n, d)
        The data.
    parts : int
        How many blocks there are to be, if they are not too small.

    Returns
    -------
    dask array or dask dataframe
        The same data.
    """
    if is_collection(X):
        return X
    if isinstance(X, dd.Series) or hasattr(X, "__dask_graph__"):
        raise TypeError(
            f"X is a {type(X).__module__}.{type(X).__name__}: must be a dask array of shape "
            "(n, d) or a dask dataframe."
        )
    data = check_data(X, as_is=True)
    rows = max(FEWEST, math.ceil(len(data.values) / parts))
    if isinstance(X, pd.DataFrame):
        frame = pd.DataFrame(data.values, index=X.index, columns=X.columns)
        return dd.from_pandas(frame, chunksize=rows, sort=False)
    return da.from_array(data.values, chunks=(rows, -1))


def whole_rows(X: da.Array) -> da.Array:
    """Let each chunk of an array hold whole rows."""
    if X.ndim != 2 or math.isnan(X.shape[1]):
        raise ValueError(f"X has the shape {X.shape}: must be (n, d), with a known number d.")
    return X if X.numblocks[1] == 1 else X.rechunk({1: -1})


def checked_block(block: Any, number: int, width: int, columns: list[str] | None) -> np.ndarray:
    """Check a block on the worker that has it.

    Parameters
    ----------
    block : ndarray or DataFrame
        The rows.
    number : int
        Which block of the collection it is, from 0, for messages.
    width : int
        The number of columns it must have.
    columns : list of str or None
        Their names, if they matter.

    Returns
    -------
    ndarray of shape (m, width)
        The rows, finite.
    """
    name = f"block {number} of X"
    if len(block) == 0:
        return np.empty((0, width))
    data = check_data(block, name, min_rows=1, as_is=True)
    if data.values.shape[1] != width:
        raise ValueError(f"{name} has {data.values.shape[1]} columns, but needs {width}.")
    if columns is not None and data.columns is not None and data.columns != columns:
        raise ValueError(
            f"{name} has the columns {data.columns}, but needs {columns}: bring them into the "
            "same order."
        )
    return data.values
