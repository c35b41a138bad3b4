"""Order statistics of numbers in many blocks: exact, and the same however they are divided.

Numbers are sorted by digits, the highest first: each pass over the blocks counts how many numbers
have which next 16 bits, among those that share the bits that are known. Four passes find any
number of order statistics, and only counts travel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

__all__ = ["count_digits", "select"]

#: Counts by the known higher bits: how many numbers have which next 16 bits.
Counts = dict[int, np.ndarray]

_DIGIT = 16
_VALUES = 1 << _DIGIT
_SIGN = np.uint64(1 << 63)


def _keys(values: np.ndarray) -> np.ndarray:
    """Map numbers to integers of the same order."""
    bits = (np.asarray(values, dtype=np.float64) + 0.0).view(np.uint64)  # -0 and 0 are equal
    return np.where(bits & _SIGN, ~bits, bits | _SIGN)


def _value(key: int) -> float:
    """Map an integer back to its number."""
    bits = key ^ (1 << 63) if key >> 63 else ~key & (2**64 - 1)
    return float(np.array(bits, dtype=np.uint64).view(np.float64))


def count_digits(
    values: np.ndarray, shift: int, prefixes: Sequence[int], center: float | None = None
) -> Counts:
    """Count the next digits of the numbers in a block.

    Parameters
    ----------
    values : ndarray
        The block.
    shift : int
        How many bits are below the digit.
    prefixes : sequence of int
        The bits above it, for each of the numbers that are searched for.
    center : float, optional
        Count distances from this number, instead of the numbers themselves.

    Returns
    -------
    dict
        Counts by prefix.
    """
    keys = _keys(values if center is None else np.abs(values - center))
    digits = (keys >> np.uint64(shift)) & np.uint64(_VALUES - 1)
    above = shift + _DIGIT
    found: Counts = {}
    for prefix in set(prefixes):
        same = digits if above == 64 else digits[keys >> np.uint64(above) == np.uint64(prefix)]
        found[prefix] = np.bincount(same.astype(np.int64), minlength=_VALUES)
    return found


def select(ranks: Sequence[int], count: Callable[[int, Sequence[int]], Counts]) -> list[float]:
    """Find the numbers at some ranks.

    Parameters
    ----------
    ranks : sequence of int
        Ranks in ascending order of the numbers, from 0.
    count : callable
        From `shift` and `prefixes` of :func:`count_digits` to the sums of its counts over all
        blocks.

    Returns
    -------
    list of float
        The number at each rank.
    """
    left, keys = list(ranks), [0] * len(ranks)
    for shift in range(64 - _DIGIT, -1, -_DIGIT):
        counts = count(shift, keys)
        for i, prefix in enumerate(keys):
            below = np.cumsum(counts[prefix])
            digit = int(np.searchsorted(below, left[i], side="right"))
            left[i] -= int(below[digit - 1]) if digit else 0
            keys[i] = (prefix << _DIGIT) | digit
    return [_value(key) for key in keys]
