"""The order of the rows from most to least outlying."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["kernel_profile", "mean_ranks", "rank_rows"]


def rank_rows(
    scores: np.ndarray,
    removal_round: np.ndarray | None,
    values_of: Callable[[np.ndarray], np.ndarray] | None,
) -> np.ndarray:
    """Sort rows by falling score, and ties by value rather than by position.

    Benchmark files are sorted by class, so a tie broken by position would leak the labels. Rows of
    equal score come in the order of their removal (kept ones last), then of their values, column
    by column. Only rows equal in everything keep their order in the data. NaN comes last.

    Parameters
    ----------
    scores : ndarray of shape (n,)
        Higher = more outlying.
    removal_round : ndarray of shape (n,) or None
        The round of removal, 0 = kept.
    values_of : callable or None
        From an array of rows to their values, a matrix; called for tied rows only.

    Returns
    -------
    ndarray of shape (n,)
        Row numbers, the most outlying first.
    """
    n = len(scores)
    if removal_round is None:
        order = np.argsort(-scores, kind="stable")
    else:
        rounds = np.where(removal_round == 0, np.inf, removal_round)
        order = np.lexsort((rounds, -scores))
    if values_of is None or n < 2:
        return order
    ordered = scores[order]
    same = (ordered[1:] == ordered[:-1]) | (np.isnan(ordered[1:]) & np.isnan(ordered[:-1]))
    if removal_round is not None:
        same &= rounds[order[1:]] == rounds[order[:-1]]
    if same.any():
        group = np.cumsum(np.append(True, ~same))  # the number of the tie a place belongs to
        tied = np.append(same, False) | np.append(False, same)
        rows = order[tied]
        # lexsort takes the most important key last; it is stable.
        order[tied] = rows[np.lexsort((*values_of(rows).T[::-1], group[tied]))]
    return order


def kernel_profile(K: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Describe rows of a kernel matrix by values that no permutation changes."""
    return np.array([(K[i, i], np.sort(K[i]).sum()) for i in rows])


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """Rank values from 1, with the mean rank for ties (scipy's takes half a second to import)."""
    _, group, size = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(size) - (size - 1) / 2)[group]
