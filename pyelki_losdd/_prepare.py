"""Data as detectors see them: checked and standardized once, for all that look at them."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pandas as pd

from ._checks import closest
from ._encoding import Encoder
from ._standardize import apply, standardize
from ._validation import Data, check_data

__all__ = ["Prepared", "prepare", "prepare_new"]


class Prepared:
    """Checked data, standardized when somebody first asks for them.

    Parameters
    ----------
    data : Data
        The data as they were given.
    standardized : bool
        Whether detectors see them standardized.

    Attributes
    ----------
    data : Data
        The data as they were given.
    standardized : bool
        Whether detectors see them standardized.
    """

    def __init__(self, data: Data, standardized: bool) -> None:
        self.data = data
        self.standardized = standardized

    def __len__(self) -> int:
        return len(self.data.values)

    @property
    def values(self) -> np.ndarray:
        """What detectors see."""
        return self._scaled[0]

    @property
    def mean(self) -> np.ndarray | None:
        """The mean of each column, None if the data are not standardized."""
        return self._scaled[1]

    @property
    def scale(self) -> np.ndarray | None:
        """The standard deviation of each column, None if the data are not standardized."""
        return self._scaled[2]

    @functools.cached_property
    def _scaled(self) -> tuple[np.ndarray, np.ndarray | None, np.ndarray | None]:
        if not self.standardized:
            return self.data.values, None, None
        values, mean, scale = standardize(self.data.values)
        if self.data.encoder is not None:  # categories have their weight already
            as_is = self.data.encoder.as_is
            values[:, as_is] = self.data.values[:, as_is]
            mean[as_is], scale[as_is] = 0, 1
        return values, mean, scale


def prepare(X: Any, standardized: bool, *, min_rows: int = 3) -> Prepared:
    """Check data.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Array, list of lists or DataFrame of numbers.
    standardized : bool
        Whether to give each column mean 0 and standard deviation 1.
    min_rows : int, default=3
        The fewest rows accepted.

    Returns
    -------
    Prepared
        The data, ready for any number of detectors.
    """
    return Prepared(check_data(X, min_rows=min_rows), standardized)


def prepare_new(
    X_new: Any,
    width: int,
    columns: list[str] | None,
    mean: np.ndarray | None,
    scale: np.ndarray | None,
    meaning: str = "the columns of the training data",
    *,
    encoder: Encoder | None = None,
    name: str = "X_new",
) -> np.ndarray:
    """Check new rows for a model, and bring them into the form of its training data.

    Parameters
    ----------
    X_new : array-like of shape (m, d)
        The new rows.
    width : int
        The number of columns of the training data.
    columns : list of str or None
        Their names, if they had some.
    mean, scale : ndarray of shape (d,) or None
        What the training data were standardized with; None if they were not.
    meaning : str, optional
        What the columns are, for error messages.
    encoder : Encoder, optional
        What encoded the training data; it encodes the new rows.
    name : str, default="X_new"
        The argument's name, for error messages.

    Returns
    -------
    ndarray of shape (m, d)
        The rows, standardized like the training data.
    """
    if encoder is not None:
        new = Data(encoder.transform(encoder.frame_of(X_new, name), name), None, None)
    else:
        new = check_data(_in_order(X_new, columns, name), name, min_rows=1, as_is=mean is None)
    if new.values.shape[1] != width:
        raise ValueError(f"{name} has {new.values.shape[1]} columns, but needs {width}: {meaning}.")
    if mean is None or scale is None:
        return new.values
    values = apply(new.values, mean, scale)
    if not np.isfinite(values).all():
        row, column = np.argwhere(~np.isfinite(values))[0]
        raise ValueError(
            f"{name}[{row}, {column}] = {new.values[row, column]:g} is too far from the "
            "training data to be standardized: it overflows."
        )
    return values


def _in_order(X_new: Any, columns: list[str] | None, name: str) -> Any:
    """Bring the columns of a DataFrame into the order of the training data, by their names."""
    if columns is None or not isinstance(X_new, pd.DataFrame):
        return X_new
    names = [str(column) for column in X_new.columns]
    if names == columns:
        return X_new
    for column in columns:
        if names.count(column) != 1:
            how = "no column" if column not in names else f"{names.count(column)} columns"
            raise ValueError(
                f"{name} has {how} {column!r}, but needs one: the training data had it."
                f"{closest(column, names)}"
            )
    more = [column for column in names if column not in columns]
    if more:
        warnings.warn(
            f"{name} has columns that the training data had not, and that are not used: "
            f"{', '.join(map(repr, more[:5]))}{', ...' * (len(more) > 5)}.",
            UserWarning,
            stacklevel=5,
        )
    return X_new.iloc[:, [names.index(column) for column in columns]]
