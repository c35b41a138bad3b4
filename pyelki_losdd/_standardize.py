"""Standardizing columns so that the order of the rows cannot matter, not even in the last bit."""

from __future__ import annotations

import numpy as np

__all__ = ["apply", "standardize"]

#: Columns are sorted in blocks of about this many numbers (8 MB).
_BLOCK = 2**20

#: A column that spreads over no more than this share of its magnitude is rounding noise.
_NOISE = 8 * np.finfo(np.float64).eps


def standardize(X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give every column mean 0 and standard deviation 1.

    A sum of floating point numbers depends on their order, so mean and deviation are computed on
    the *sorted* column. Each column is first scaled by a power of two (which is exact), so that
    neither huge nor tiny values overflow or underflow when squared.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Finite values.

    Returns
    -------
    Z : ndarray of shape (n, d)
        The standardized values. A constant column (up to rounding) becomes 0, never NaN.
    mean, scale : ndarray of shape (d,)
        ``Z = (X - mean) / scale``; `scale` is infinite for a constant column.
    """
    n, d = X.shape
    mean, scale = np.empty(d), np.empty(d)
    width = max(1, _BLOCK // n)
    for start in range(0, d, width):
        part = slice(start, start + width)
        columns = np.array(X[:, part].T, order="C")  # a copy, one column after the other
        columns.sort(axis=1)
        largest = np.maximum(-columns[:, 0], columns[:, -1])
        _, exponent = np.frexp(largest)
        np.ldexp(columns, -exponent[:, None], out=columns)
        spread = columns[:, -1] - columns[:, 0]
        center = columns.mean(axis=1)
        columns -= center[:, None]
        np.square(columns, out=columns)
        deviation = np.sqrt(columns.mean(axis=1))
        mean[part] = np.ldexp(center, exponent)
        scale[part] = np.ldexp(deviation, exponent)
        scale[part][spread <= _NOISE] = np.inf  # magnitudes are in [1/2, 1) here, or 0
    scale[scale == 0] = np.inf  # a deviation below the smallest float
    return apply(X, mean, scale), mean, scale


def apply(X: np.ndarray, mean: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Compute ``(X - mean) / scale`` with one new array, and without overflow on the way.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Finite values.
    mean, scale : ndarray of shape (d,)
        As returned by :func:`standardize`.

    Returns
    -------
    ndarray of shape (n, d)
        The standardized values; infinite only where the quotient itself is beyond float64.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        Z: np.ndarray = X - mean
        Z /= scale
        for j in np.flatnonzero(np.abs(mean) > 2.0**1020):  # X - mean may overflow
            Z[:, j] = (X[:, j] / 16 - mean[j] / 16) / (scale[j] / 16)
        Z += 0.0  # turns -0.0 into 0.0: Java orders them, and equal rows must stay equal
    return Z
