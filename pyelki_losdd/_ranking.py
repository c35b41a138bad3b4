"""The order of the rows from most to least outlying."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["identical_rows", "kernel_profile", "mean_ranks", "rank_rows"]


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


def identical_rows(
    scores: np.ndarray, values_of: Callable[[np.ndarray], np.ndarray]
) -> np.ndarray | None:
    """Find rows that are the same in score and values.

    Parameters
    ----------
    scores : ndarray of shape (n,)
        The scores: rows of different scores are different.
    values_of : callable
        From an array of rows to their values, a matrix; called for tied rows only.

    Returns
    -------
    ndarray of shape (n,) or None
        For each row the number of one that stands for all that are the same; None if all differ.
    """
    order = np.argsort(scores, kind="stable")
    same = scores[order][1:] == scores[order][:-1]
    rows = order[np.append(same, False) | np.append(False, same)]
    if not len(rows):
        return None
    keyed = np.column_stack((scores[rows], values_of(rows)))
    _, first, group = np.unique(keyed, axis=0, return_index=True, return_inverse=True)
    if len(first) == len(rows):
        return None
    found = np.arange(len(scores))
    found[rows] = rows[first[group.ravel()]]
    return found


def kernel_profile(K: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Describe rows of a kernel matrix by values that no permutation changes."""
    return np.array([(K[i, i], np.sort(K[i]).sum()) for i in rows])


def mean_ranks(values: np.ndarray) -> np.ndarray:
    """Rank values from 1, with the mean rank for ties (scipy's takes half a second to import)."""
    _, group, size = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(size) - (size - 1) / 2)[group]
