"""Reasons as sentences."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from typing import Any

from ._cells import Expected

__all__ = ["expected_text", "sentence", "value_text"]

#: Columns are named whose share is at least this part of the largest one, at most so many.
_PART, _MOST = 0.5, 3

#: Below this share, no column stands out.
_STANDS_OUT = 0.25


def sentence(
    names: Sequence[str],
    shares: Sequence[float],
    values: Sequence[Any],
    expected: Sequence[Expected],
    pair: tuple[int, int] | None,
) -> str:
    """Say why a row is an outlier.

    Parameters
    ----------
    names, shares, values, expected : sequence
        For each column of the table: its name, its share of the score, what is there, and what was
        expected.
    pair : tuple of int or None
        Two columns that explain the row together, and not alone.

    Returns
    -------
    str
        For example ``"price 9999, expected about 150 (90 to 310)"``.
    """
    if pair is not None:
        here = " and ".join(f"{names[j]} {value_text(values[j])}" for j in pair)
        there = " and ".join(expected_text(expected[j]) for j in pair)
        return f"{here} together, expected {there}"
    order = sorted(range(len(names)), key=lambda j: -shares[j])
    most = shares[order[0]]
    if not most > 0:
        return "no column differs from what was expected"
    said = "; ".join(
        f"{names[j]} {value_text(values[j])}, expected {expected_text(expected[j])}"
        for j in order[:_MOST]
        if shares[j] >= _PART * most
    )
    return said if most >= _STANDS_OUT else f"no single column stands out; most of all: {said}"


def value_text(value: Any) -> str:
    """Write what a cell holds."""
    if _is_missing(value):
        return "missing"
    return _number(value) if _is_number(value) else str(value)


def expected_text(expected: Expected) -> str:
    """Write what was expected: ``"about 150 (90 to 310)"``, or ``"Paris (83 %)"``."""
    value, low, high = expected.value, expected.low, expected.high
    if _is_missing(value):
        return "nothing in particular" if expected.share is None else "missing"
    if expected.share is not None:
        return f"{value_text(value)} ({100 * expected.share:.0f} %)"
    if low is None or high is None or _is_missing(low) or _is_missing(high):
        return f"about {value_text(value)}"
    if not _is_number(value):
        return f"about {value} ({low} to {high})"
    digits = _digits(low, high)
    shown = [_number(part, digits) for part in (value, low, high)]
    if shown[1] == shown[2]:
        return shown[0]
    return f"about {shown[0]} ({shown[1]} to {shown[2]})"


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real)


def _is_missing(value: Any) -> bool:
    return value is None or value != value  # NaN and NaT


def _digits(low: float, high: float) -> int | None:
    """Count the decimals that tell values apart in a range; None if there is none."""
    spread = high - low
    return max(0, 1 - math.floor(math.log10(spread))) if 0 < spread < math.inf else None


def _number(value: float, digits: int | None = None) -> str:
    """Write a number as people do: no exponent where it is not needed."""
    size = abs(value)
    if size == math.inf or (value and not 1e-5 <= size < 1e15):
        return f"{value:.4g}"
    if float(value).is_integer():
        return str(int(value))
    if digits is not None and digits <= 12:
        text = f"{value:.{digits}f}"
    else:
        text = f"{value:.{max(0, 5 - math.floor(math.log10(size)))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
