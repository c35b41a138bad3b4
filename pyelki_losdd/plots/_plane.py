"""Data on paper: two columns as they are, more columns on their two principal components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._signals import import_whole
from .._standardize import standardize as standardized
from .._validation import check_data

__all__ = ["Plane", "to_plane"]


@dataclass(frozen=True)
class Plane:
    """Points of a picture.

    Attributes
    ----------
    points : ndarray of shape (n, 2)
        Where the rows are.
    names : tuple of str
        What the two axes are.
    projected : bool
        Whether these are principal components rather than columns of the data.
    """

    points: np.ndarray
    names: tuple[str, str]
    projected: bool


def to_plane(X: Any, *, standardize: bool) -> Plane:
    """Find a plane for data of at least two columns.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The data.
    standardize : bool
        Whether the principal components are those of the standardized data.

    Returns
    -------
    Plane
        Two columns are taken as they are.
    """
    data = check_data(X, min_rows=1)
    d = data.values.shape[1]
    if d < 2:
        raise ValueError(f"X has {d} column: this picture needs at least 2.")
    if d == 2:
        first, second = data.columns or ("column 0", "column 1")
        return Plane(data.values, (first, second), False)
    points, shares = _principal(standardized(data.values)[0] if standardize else data.values)
    first, second = (
        f"principal component {i} ({100 * share:.3g} % of the variance)"
        for i, share in enumerate(shares, start=1)
    )
    return Plane(points, (first, second), True)


def _principal(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first two principal components, and their shares of the variance."""
    eigh = import_whole("scipy.linalg").eigh  # slow to import
    Z = X - X.mean(axis=0)
    size = np.abs(Z).max() or 1.0
    Z = Z / size  # squares neither overflow nor underflow
    n, d = Z.shape
    small = Z.T @ Z if d <= n else Z @ Z.T  # both have the same eigenvalues
    last = len(small) - 1
    values, vectors = eigh(small, subset_by_index=[max(0, last - 1), last])
    values, vectors = np.clip(values[::-1], 0, None), vectors[:, ::-1]
    points = Z @ vectors if d <= n else vectors * np.sqrt(values)
    if points.shape[1] < 2:  # a single row
        points, values = np.zeros((n, 2)), np.zeros(2)
    # An eigenvector may point either way: let the most extreme row be on the positive side.
    points = points * np.where(points.max(axis=0) < -points.min(axis=0), -1, 1)
    return points * size, values / (np.square(Z).sum() or 1.0)
