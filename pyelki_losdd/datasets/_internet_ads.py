"""InternetAds_02: the inliers of ADBench's InternetAds, and 2 % of outliers drawn from its own."""

from __future__ import annotations

from importlib import resources

import numpy as np

__all__ = ["OUTLIERS", "SOURCE", "draw"]

#: 32 of 1630 rows are 2 %.
OUTLIERS = 32

SOURCE = (
    "ADBench (Han et al. 2022, arXiv:2206.09426), 17_InternetAds.npz, "
    "https://github.com/Minqi824/ADBench; outliers drawn by pyelki_losdd"
)


def draw(version: int) -> tuple[np.ndarray, np.ndarray]:
    """Keep all inliers and some of the outliers, in the order of the file.

    Parameters
    ----------
    version : int
        The seed of the draw.

    Returns
    -------
    X : ndarray of shape (1630, 1555)
        Values, all of them 0 or 1.
    y : ndarray of shape (1630,)
        1 = outlier, 0 = inlier.
    """
    file = resources.files(__package__) / "adbench" / "17_InternetAds.npz"
    with file.open("rb") as stream, np.load(stream, allow_pickle=False) as data:
        X, y = data["X"], data["y"]
    outliers = np.flatnonzero(y == 1)
    # The legacy generator: numpy promises that its numbers never change.
    chosen = np.random.RandomState(version).permutation(outliers)[:OUTLIERS]
    rows = np.sort(np.concatenate([np.flatnonzero(y == 0), chosen]))
    return X[rows].astype(np.float64), y[rows].astype(np.int64)
