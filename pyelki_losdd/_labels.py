"""Labels of known outliers, in any of the usual spellings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ._checks import shown

__all__ = ["Terms", "check_labels"]

#: Words that need no explanation, in lower case.
_OUTLIER = ("outlier", "anomaly", "yes", "true")
_INLIER = ("inlier", "normal", "no", "false")

#: How many values of `y` an error message shows.
_SHOWN = 5


@dataclass(frozen=True)
class Terms:
    """What messages call the labels: arguments of Python, or options of the command line.

    Attributes
    ----------
    labels : str
        All of them.
    row : callable
        From the number of a row to its label.
    positive : str
        What stands before the value that marks outliers.
    """

    labels: str = "y"
    row: Callable[[int], str] = "y[{}]".format
    positive: str = "positive="


def check_labels(y: Any, n: int, positive: object = None, terms: Terms = Terms()) -> np.ndarray:
    """Find out which rows are labeled as outliers.

    Parameters
    ----------
    y : array-like of shape (n,)
        Without `positive`: 1 or True for outliers, 0 or False for inliers; -1 for outliers and +1
        for inliers, as scikit-learn has it; or words such as ``"outlier"`` and ``"inlier"``,
        ``"yes"`` and ``"no"``.
    n : int
        The number of rows.
    positive : object, optional
        The value that marks outliers; all others are inliers then.
    terms : Terms, optional
        What messages call them.

    Returns
    -------
    ndarray of bool, shape (n,)
        True for outliers. There is at least one, and one inlier.
    """
    labels = np.asarray(y)
    if labels.shape != (n,):
        raise ValueError(
            f"{terms.labels} has shape {labels.shape}: must be one label for each of the {n} rows."
        )
    codes, found = pd.factorize(labels)  # missing values have the code -1
    if (codes < 0).any():
        raise ValueError(f"{terms.row(int(np.argmin(codes)))} is missing: every row needs a label.")
    values = list(found)
    outlier: np.ndarray = np.array(_are_outliers(values, positive, terms), dtype=bool)[codes]
    if outlier.all() or not outlier.any():
        kind = "no outlier" if not outlier.any() else "no inlier"
        raise ValueError(f"{terms.labels} holds {kind}, only {_listed(values)}: both must occur.")
    return outlier


def _are_outliers(values: Sequence[Any], positive: object, terms: Terms) -> list[bool]:
    """Tell for each distinct value whether it marks outliers."""
    if positive is not None:
        chosen = [_same(value, positive) for value in values]
        if not any(chosen):
            raise ValueError(
                f"{terms.positive}{shown(positive)} does not occur in {terms.labels}: that holds "
                f"{_listed(values)}."
            )
        return chosen
    numbers = [_number(value) for value in values]
    if set(numbers) <= {0, 1}:
        return [number == 1 for number in numbers]
    if set(numbers) <= {-1, 1}:
        return [number == -1 for number in numbers]
    words = [str(value).strip().lower() for value in values]
    if set(words) <= {*_OUTLIER, *_INLIER}:
        return [word in _OUTLIER for word in words]
    raise ValueError(
        f"{terms.labels} holds {_listed(values)}: say which value marks the outliers with "
        f"{terms.positive}..., or use 1 for outliers and 0 for inliers."
    )


def _same(value: object, wanted: object) -> bool:
    """Compare labels; files and command lines have numbers as text."""
    if str(value) == str(wanted):
        return True
    number = _number(value)
    return number is not None and number == _number(wanted)


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _listed(values: Sequence[Any]) -> str:
    plain = [value.item() if isinstance(value, np.generic) else value for value in values]
    shown = ", ".join(repr(value) for value in plain[:_SHOWN])
    return shown + (f" and {len(plain) - _SHOWN} more values" if len(plain) > _SHOWN else "")
