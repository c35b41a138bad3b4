"""Where outliers begin, if nobody says how many there are."""

from __future__ import annotations

import numpy as np

__all__ = ["threshold"]

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
    # Of a Gaussian, both are the standard deviation; more than half of the scores may be the same.
    spread = 1.4826 * float(np.median(distances)) or 1.2533 * float(np.mean(distances))
    return median + _FENCE * spread
