"""Measures of an outlier ranking: AUROC, (adjusted) average precision, precision at n.

Tied scores are handled as in scikit-learn: a tie counts half for the AUROC, and tied points share
one threshold for the average precision, so that no order inside a tie can help.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._checks import check_int
from ._ranking import mean_ranks

__all__ = ["adjusted_average_precision", "auroc", "average_precision", "precision_at_n"]


def auroc(y: Any, scores: Any) -> float:
    """Area under the ROC curve: the probability that an outlier scores above an inlier.

    Parameters
    ----------
    y : array-like of shape (n,)
        1 or True for outliers, 0 or False for inliers; or -1 for outliers and 1 for inliers, as
        scikit-learn has it. Both must occur.
    scores : array-like of shape (n,)
        Higher = more outlying. Infinite scores are fine, NaN is not.

    Returns
    -------
    float
        1 is perfect, 0.5 a random order. Ties count half.

    Examples
    --------
    >>> from pyelki_losdd.metrics import auroc
    >>> auroc([0, 0, 1, 1], [.1, .4, .35, .8])
    0.75
    """
    outlier, values = _check(y, scores)
    positive = int(np.count_nonzero(outlier))
    negative = len(outlier) - positive
    wins = mean_ranks(values)[outlier].sum() - positive * (positive + 1) / 2
    return float(wins / (positive * negative))


def average_precision(y: Any, scores: Any) -> float:
    """Average of the precision at the rank of each outlier.

    Parameters
    ----------
    y : array-like of shape (n,)
        1 or True for outliers, 0 or False for inliers; or -1 for outliers and 1 for inliers, as
        scikit-learn has it. Both must occur.
    scores : array-like of shape (n,)
        Higher = more outlying. Infinite scores are fine, NaN is not.

    Returns
    -------
    float
        1 is perfect; a random order gives about the share of outliers.

    Examples
    --------
    >>> from pyelki_losdd.metrics import average_precision
    >>> round(average_precision([0, 0, 1, 1], [.1, .4, .35, .8]), 6)
    0.833333
    """
    outlier, values = _check(y, scores)
    order = np.argsort(-values, kind="stable")
    values, hits = values[order], np.cumsum(outlier[order])
    last = np.append(values[1:] != values[:-1], True)  # the last of each group of ties
    hits, rank = hits[last], np.flatnonzero(last) + 1
    return float(np.sum(np.diff(hits, prepend=0) * (hits / rank)) / hits[-1])


def adjusted_average_precision(y: Any, scores: Any) -> float:
    """Average precision, adjusted for chance: ``(AP - |O|/N) / (1 - |O|/N)``.

    Parameters
    ----------
    y : array-like of shape (n,)
        1 or True for outliers, 0 or False for inliers; or -1 for outliers and 1 for inliers, as
        scikit-learn has it. Both must occur.
    scores : array-like of shape (n,)
        Higher = more outlying. Infinite scores are fine, NaN is not.

    Returns
    -------
    float
        1 is perfect, 0 what a random order gives; may be negative.

    Examples
    --------
    >>> from pyelki_losdd.metrics import adjusted_average_precision
    >>> round(adjusted_average_precision([0, 0, 1, 1], [.1, .4, .35, .8]), 6)
    0.666667
    """
    precision = average_precision(y, scores)
    expected = float(np.mean(_check(y, scores)[0]))
    return (precision - expected) / (1 - expected)


def precision_at_n(y: Any, scores: Any, n: int | None = None) -> float:
    """Share of outliers among the `n` highest scores.

    Parameters
    ----------
    y : array-like of shape (n,)
        1 or True for outliers, 0 or False for inliers; or -1 for outliers and 1 for inliers, as
        scikit-learn has it. Both must occur.
    scores : array-like of shape (n,)
        Higher = more outlying. Infinite scores are fine, NaN is not.
    n : int, optional
        How many; by default the number of outliers, where precision and recall are the same.

    Returns
    -------
    float
        1 is perfect; a random order gives about the share of outliers. If the last place falls into
        a tie, the mean over all orders of that tie.

    Examples
    --------
    >>> from pyelki_losdd.metrics import precision_at_n
    >>> precision_at_n([0, 0, 1, 1], [.1, .4, .35, .8])
    0.5
    """
    outlier, values = _check(y, scores)
    if n is None:
        n = int(np.count_nonzero(outlier))
    elif check_int("n", n, 1) > len(outlier):
        raise ValueError(f"n={n}: there are only {len(outlier)} scores.")
    last = np.partition(values, -n)[-n]
    above, tied = values > last, values == last
    places = n - np.count_nonzero(above)
    return float((np.count_nonzero(outlier[above]) + places * outlier[tied].mean()) / n)


def _check(y: Any, scores: Any) -> tuple[np.ndarray, np.ndarray]:
    labels, values = np.asarray(y), np.asarray(scores)
    for name, array in (("y", labels), ("scores", values)):
        if array.ndim != 1:
            raise ValueError(f"{name} has shape {array.shape}, but must have one dimension.")
        if array.dtype.kind not in "fiub":
            raise TypeError(f"{name} must hold numbers, but holds values of type {array.dtype}.")
    if len(labels) != len(values):
        raise ValueError(
            f"y has {len(labels)} values and scores has {len(values)}: one score for each label."
        )
    by_sign = bool((labels == -1).any())  # as scikit-learn has it
    mark, other = (-1, 1) if by_sign else (1, 0)
    wrong = (labels != mark) & (labels != other)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise ValueError(
            f"y[{at}] = {labels[at]}: must be 1 (outlier) or 0 (inlier), or -1 (outlier) or 1 "
            "(inlier) throughout."
        )
    values = values.astype(np.float64)
    if np.isnan(values).any():
        raise ValueError(f"scores[{int(np.argmax(np.isnan(values)))}] is NaN: nothing to rank by.")
    outlier: np.ndarray = labels == mark
    if outlier.all() or not outlier.any():
        raise ValueError(
            f"y holds {f'no outlier ({mark})' if not outlier.any() else f'no inlier ({other})'}: "
            "the measure needs both."
        )
    return outlier, values
