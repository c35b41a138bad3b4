"""Checks of data, before anything goes to Java: every error names the row and the column."""

from __future__ import annotations

import numbers
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ._encoding import Encoder, is_plain, learn

__all__ = ["Data", "check_data", "check_kernel_matrix", "check_table"]


@dataclass(frozen=True)
class Data:
    """Checked input: plain values, and the labels they came with.

    Attributes
    ----------
    values : ndarray of shape (n, d)
        C-contiguous float64 unless it was left as it is, finite; may share memory with the input.
    index : pandas.Index or None
        The row labels of a DataFrame.
    columns : list of str or None
        The column names of a DataFrame; None if it was encoded.
    encoder : Encoder or None
        What encoded the rows of a table that are not all numbers.
    said : mapping of str to str, or "auto", or None
        What the user said the columns are.
    """

    values: np.ndarray
    index: pd.Index | None
    columns: list[str] | None
    encoder: Encoder | None = None
    said: Mapping[str, str] | str | None = None


def check_table(
    X: Any, columns: Mapping[str, str] | str | None, *, squared: bool, as_is: bool = False
) -> Data:
    """Turn a table into a checked float64 matrix; categories, dates and gaps are encoded.

    Arrays, and tables of numbers without gaps, are taken as they are, unless the user says what
    their columns are.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The data.
    columns : mapping of str to str, or "auto", or None
        What the user says the columns are; checked.
    squared : bool
        Whether distances will be sums of squares (Euclidean), or of absolute differences.
    as_is : bool, default=False
        As in :func:`check_data`.

    Returns
    -------
    Data
        The encoded values, and what encoded them.

    Raises
    ------
    TypeError, ValueError
        As :func:`check_data`; and if there is no column that can be used.
    """
    if not isinstance(X, pd.DataFrame):
        if isinstance(columns, Mapping):
            raise TypeError(
                f"columns={dict(columns)!r}: X has no names of columns; pass a pandas.DataFrame."
            )
        return check_data(X, as_is=as_is)
    if not isinstance(columns, Mapping) and is_plain(X):
        return check_data(X, as_is=as_is)
    _check_shape(X, "X", 3)
    encoder = learn(X, columns, squared=squared)
    for notice in encoder.notices:
        warnings.warn(f"{notice}.", UserWarning, stacklevel=4)
    return Data(encoder.transform(X), X.index, None, encoder, columns)


def check_data(X: Any, name: str = "X", min_rows: int = 3, *, as_is: bool = False) -> Data:
    """Turn array-like data into a checked matrix.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Array, list of lists or DataFrame of numbers (bool counts as 0 and 1).
    name : str, default="X"
        The argument's name, for the messages.
    min_rows : int, default=3
        The fewest rows accepted.
    as_is : bool, default=False
        Whether to leave a contiguous float32 or float64 array as it is, whether by row or by
        column, instead of making it float64 by row.

    Returns
    -------
    Data
        The values, and the row and column labels of a DataFrame.

    Raises
    ------
    TypeError
        For data that are not real numbers (strings, objects, complex, dates) or sparse.
    ValueError
        For a wrong shape, ragged rows, NaN, infinity or masked values.
    """
    sparse = sys.modules.get("scipy.sparse")  # slow to import; a sparse matrix has done so
    if sparse is not None and sparse.issparse(X):
        raise TypeError(
            f"{name} is a sparse matrix, which is not supported: pass {name}.toarray() "
            "if the dense array fits into memory."
        )
    if isinstance(X, pd.DataFrame):
        index, columns = X.index, [str(column) for column in X.columns]
        array = _from_frame(X, name)
    else:
        index, columns = None, None
        array = _from_array_like(X, name)
    _check_shape(array, name, min_rows)
    if as_is and array.dtype in (np.float32, np.float64) and array.flags.forc:
        values = array
    else:
        with np.errstate(over="ignore"):  # a long double beyond float64 is reported as infinite
            values = np.ascontiguousarray(array, dtype=np.float64)
    _check_finite(values, name, index, columns)
    return Data(values, index, columns)


def check_kernel_matrix(data: Data, name: str = "X") -> None:
    """Check what ``kernel="precomputed"`` needs: square, a kernel's diagonal.

    That it is symmetric is checked by Java, which reads all of it anyway.
    """
    K = data.values
    n = len(K)
    if K.shape != (n, n):
        raise ValueError(
            f"{name} has shape {K.shape}, but kernel='precomputed' needs a square kernel matrix: "
            "the kernel of every row with every row."
        )
    diagonal = K.diagonal()
    if np.any(diagonal < 0):
        row = int(np.argmax(diagonal < 0))
        raise ValueError(
            f"{name}[{row}, {row}] = {diagonal[row]:g} is negative: K(x, x) of a kernel is not. "
            "Pass a kernel matrix (similarities)."
        )
    if not np.any(diagonal):
        raise ValueError(
            f"The diagonal of {name} is 0: this looks like a distance matrix D. Pass a kernel "
            "matrix, e.g. numpy.exp(-gamma * D**2)."
        )


def _from_frame(X: pd.DataFrame, name: str) -> np.ndarray:
    for position, dtype in enumerate(X.dtypes):
        if not pd.api.types.is_numeric_dtype(dtype) or pd.api.types.is_complex_dtype(dtype):
            raise TypeError(
                f"{name} has the column {X.columns[position]!r} (column {position}) of type "
                f"{dtype}: every column must hold real numbers. Convert it (astype(float), "
                "get_dummies) or drop it; detect(df), and run(df, columns='auto'), take categories "
                "and dates as they are."
            )
    if any(pd.api.types.is_extension_array_dtype(dtype) for dtype in X.dtypes):
        return np.asarray(X.to_numpy(dtype=np.float64, na_value=np.nan))
    return np.asarray(X.to_numpy())


def _from_array_like(X: Any, name: str) -> np.ndarray:
    if isinstance(X, np.ma.MaskedArray):
        if np.ma.is_masked(X):
            row, column = (*np.argwhere(np.ma.getmaskarray(X))[0], 0)[:2]
            raise ValueError(
                f"{name} has a masked value in row {row}, column {column}: fill it "
                f"({name}.filled(...)) or drop the row."
            )
        X = X.data
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy 1.23 warns of ragged lists only
            array = np.asarray(X)
    except ValueError:
        _check_ragged(X, name)
        raise
    if array.dtype.kind not in "fiub":
        _check_ragged(X, name)
        _raise_for_type(X, array, name)
    return array


def _check_ragged(X: Any, name: str) -> None:
    if isinstance(X, (list, tuple)):
        lengths = [len(row) if hasattr(row, "__len__") else None for row in X]
        for row, length in enumerate(lengths):
            if length != lengths[0]:
                count = "no list" if length is None else f"{length} values"
                first = "is no list" if lengths[0] is None else f"has {lengths[0]} values"
                raise ValueError(
                    f"{name} is ragged: row {row} has {count}, but row 0 {first}. "
                    "Every row must have the same number of values."
                )


def _raise_for_type(X: Any, array: np.ndarray, name: str) -> None:
    """Say what is no real number, and where the first one stands."""
    where = ""
    if array.ndim == 2 and array.dtype.kind in "OUS":
        # numpy makes every entry a string when one is: look into what the user gave.
        original = array if isinstance(X, np.ndarray) else np.array(X, dtype=object)
        for (row, column), value in np.ndenumerate(original):
            if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
                where = f", first in row {row}, column {column}: {value!r}"
                break
    kind = {"c": "complex numbers", "O": "Python objects", "U": "strings", "S": "bytes"}.get(
        array.dtype.kind, f"values of type {array.dtype}"
    )
    remedy = {
        "c": f"Use {name}.real, or real and imaginary parts as two columns.",
        "O": f"Use {name}.astype(float) if they are all numbers, or pandas.DataFrame({name}): "
        "detect takes the texts and dates in it.",
    }.get(
        array.dtype.kind,
        f"Encode them as numbers, or pass pandas.DataFrame({name}): detect takes the texts in it.",
    )
    raise TypeError(f"{name} must hold real numbers, but holds {kind}{where}. {remedy}")


def _check_shape(array: np.ndarray | pd.DataFrame, name: str, min_rows: int) -> None:
    if array.ndim != 2:
        remedy = (
            f" Use {name}.reshape(-1, 1) for one column, {name}.reshape(1, -1) for one row."
            if array.ndim == 1
            else ""
        )
        raise ValueError(
            f"{name} has {array.ndim} dimension{'s' * (array.ndim != 1)} (shape {array.shape}), "
            f"but must have 2: rows and columns.{remedy}"
        )
    rows, columns = array.shape
    if columns == 0:
        raise ValueError(f"{name} has 0 columns (shape {array.shape}), but needs at least 1.")
    if rows < min_rows:
        raise ValueError(
            f"{name} has {rows} row{'s' * (rows != 1)} (shape {array.shape}), but needs at least "
            f"{min_rows}."
        )


def _check_finite(
    values: np.ndarray, name: str, index: pd.Index | None, columns: list[str] | None
) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(values.sum(dtype=np.float64)):  # the usual case, without a temporary array
            return
    bad = ~np.isfinite(values)
    count = int(np.count_nonzero(bad))
    if not count:  # finite values whose sum overflows
        return
    row, column = (int(i) for i in np.unravel_index(np.argmax(bad), bad.shape))
    what = "NaN" if np.isnan(values[row, column]) else "infinity"
    where = f"row {row}" + (f" (index {index[row]!r})" if index is not None else "")
    where += f", column {column}" + (f" ({columns[column]!r})" if columns is not None else "")
    more = f" and {count - 1} more" if count > 1 else ""
    raise ValueError(
        f"{name} contains {what} in {where}{more}: drop or impute missing and infinite values "
        "first."
    )
