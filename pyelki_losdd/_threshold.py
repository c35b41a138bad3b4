"""Where outliers begin, if nobody says how many there are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["fence", "threshold"]

#: How many times its spread a score lies above the median.
_FENCE = 5.0


def threshold(scores: np.ndarray) -> float:
    """Find the score above which rows are outliers.

    Parameters
    ----------
    scores : ndarray of shape (n,)
        Higher = more outlying.

    Returns
    -------
    float
        The line between inliers and outliers.
    """
    median = float(np.median(scores))
    distances = np.abs(scores - median)
    return fence(median, float(np.median(distances)), lambda: float(np.mean(distances)))


def fence(median: float, deviation: float, mean_distance: Callable[[], float]) -> float:
    """Draw the line from what is known of the scores.

    Parameters
    ----------
    median : float
        The median of the scores.
    deviation : float
        The median of their distances from it.
    mean_distance : callable
        Computes the mean of these distances, which is needed if more than half of the scores are
        the same.

    Returns
    -------
    float
        The line between inliers and outliers.
    """
    # Of a Gaussian, both are the standard deviation.
    return median + _FENCE * (1.4826 * deviation or 1.2533 * mean_distance())
