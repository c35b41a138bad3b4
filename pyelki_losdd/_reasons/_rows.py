"""Which rows are to be explained, and what is in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._checks import is_bool

if TYPE_CHECKING:
    from .._scored import Explainer, Scored

__all__ = ["TOP", "Rows", "choose", "own_table", "take"]

#: How many rows are explained by default, at most.
TOP = 20


@dataclass(frozen=True)
class Rows:
    """Rows to explain.

    Attributes
    ----------
    numbers : ndarray of int, shape (m,)
        Their numbers in the table.
    labels : pandas.Index or None
        Their labels.
    scores : ndarray of shape (m,)
        Their outlier scores.
    table : object
        What the table holds in these rows.
    """

    numbers: np.ndarray
    labels: pd.Index | None
    scores: np.ndarray
    table: Any


def choose(result: Scored, model: Explainer, rows: Any, X: Any) -> Rows:
    """Choose the rows to explain.

    Parameters
    ----------
    result : Scored
        The result.
    model : Explainer
        Its model.
    rows : int, sequence of int, or sequence of bool, optional
        Which rows; by default the outliers.
    X : array-like, optional
        Where to find them, if not in the data that the result was made of.
    """
    table = X if X is not None else result.data
    if table is None:
        raise ValueError(
            "X=None: this result holds no data, as it was loaded or unpickled; pass them, "
            "e.g. explain(X=X)."
        )
    if not hasattr(table, "shape"):
        table = np.asarray(table)
    n = len(table)
    numbers = _default(result, result.scores) if rows is None else row_numbers(rows, n)
    own = n == len(result) and model.knows(lambda at: take(table, at), result.scores, numbers)
    if own:
        scores = result.scores[numbers]
    elif X is None:
        raise ValueError(
            "X=None: the data have changed since the result was made of them; pass those that it "
            "was made of, e.g. explain(X=X)."
        )
    elif rows is None:
        scores = result.score_samples(table)
        numbers = _default(result, scores, own=False)
        scores = scores[numbers]
    else:
        scores = result.score_samples(take(table, numbers)) if len(numbers) else np.empty(0)
    labels = table.index if isinstance(table, pd.DataFrame) else result.index if own else None
    return Rows(numbers, None if labels is None else labels[numbers], scores, take(table, numbers))


def own_table(result: Scored, X: Any) -> Any:
    """Return the table that a result was made of, or say that there is none."""
    table = X if X is not None else result.data
    if table is None:
        raise ValueError(
            "X=None: this result holds no data, as it was loaded or unpickled; pass them, "
            "e.g. clean(X=X)."
        )
    if not hasattr(table, "shape"):
        table = np.asarray(table)
    if len(table) != len(result):
        raise ValueError(
            f"X has {len(table)} rows, but the result {len(result)}: pass the same data."
        )
    return table


def take(table: Any, rows: np.ndarray) -> Any:
    """Take rows of a table."""
    return table.iloc[rows] if isinstance(table, pd.DataFrame) else np.asarray(table)[rows]


def _default(result: Scored, scores: np.ndarray, own: bool = True) -> np.ndarray:
    """List the outliers, the most outlying first."""
    if own:
        ranking, outlier = result.ranking, result.labels() == 1
        if not outlier.any() and result.line is not None:  # the plain SVM removes no rows
            outlier = scores > result.line[0]
    else:
        ranking = np.argsort(-scores, kind="stable")
        outlier = scores > (0 if result.line is None else result.line[0])
    return np.asarray(ranking[outlier[ranking]][:TOP])


def row_numbers(rows: Any, n: int) -> np.ndarray:
    """Check which rows are asked for."""
    array = np.atleast_1d(np.asarray(rows))
    if array.dtype == bool and array.shape == (n,) and not is_bool(rows):
        return np.flatnonzero(array)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(
            f"rows={rows!r}: must be the number of a row, several of them, or {n} values True or "
            "False. (Of labels, X.index.get_indexer(labels) makes numbers.)"
        )
    wrong = (array < 0) | (array >= n)
    if wrong.any():
        raise ValueError(
            f"rows={array[wrong][0]}: there are the rows 0 to {n - 1}; give numbers of rows."
        )
    return array.astype(np.int64)
