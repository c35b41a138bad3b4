"""The cells of a table, and the numbers that models see instead of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from .._encoding import Encoder

__all__ = ["Cells", "Expected", "Found", "Numbers", "cells_of", "most_likely"]


@dataclass(frozen=True)
class Expected:
    """What was expected in a cell, in the words of the table.

    Attributes
    ----------
    value : object
        The number, category or date; NaN or None if nothing was.
    low, high : object
        Where nine tenths of the similar rows are; None for what has no order.
    share : float or None
        How many of the similar rows have the expected category.
    """

    value: Any
    low: Any = None
    high: Any = None
    share: float | None = None


@dataclass(frozen=True)
class Found:
    """What models expected in the columns of numbers that a column of the table became.

    Attributes
    ----------
    mean, median, low, high : ndarray
        For each of these columns: weighted mean and median of the support vectors, and where nine
        tenths of the weight are. The mean of a column of zeros and ones is the share of the ones.
        NaN where no model looks at the column.
    """

    mean: np.ndarray
    median: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Cells(Protocol):
    """How the columns of a table became columns of numbers, and the way back."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the table's columns."""

    @property
    def groups(self) -> np.ndarray:
        """The number of the table's column that each column of numbers belongs to."""

    def value(self, column: int, encoded: np.ndarray) -> Any:
        """Say what a cell holds.

        Parameters
        ----------
        column : int
            The column of the table.
        encoded : ndarray
            The cell's values in the columns of numbers that belong to it.
        """

    def expected(self, column: int, found: Found) -> Expected:
        """Say what was expected in a cell.

        Parameters
        ----------
        column : int
            The column of the table.
        found : Found
            What models expected in the columns of numbers that belong to it.
        """


class Numbers:
    """A table of numbers: each column is what it is.

    Parameters
    ----------
    names : sequence of str
        The columns' names.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.groups = np.arange(len(self.names))

    def value(self, column: int, encoded: np.ndarray) -> float:
        """Return the number."""
        return float(encoded[0])

    def expected(self, column: int, found: Found) -> Expected:
        """Return the median, which a few strange rows do not move, and its range."""
        median, low, high = (_tidy(part[0]) for part in (found.median, found.low, found.high))
        return Expected(median, low, high)


class Encoded:
    """A table with categories and dates, which became one or more columns of numbers each.

    Parameters
    ----------
    encoder : Encoder
        What encoded it.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.names, self.groups = encoder.features, encoder.groups

    def value(self, column: int, encoded: np.ndarray) -> Any:
        """Return the number, or the text of a category or date."""
        return self._encoder.value(column, encoded)

    def expected(self, column: int, found: Found) -> Expected:
        """Return the most likely category and its share, or the median and its range."""
        decoded = self._encoder.decode(column, np.nan_to_num(found.mean))
        if decoded.share is not None:
            return Expected(decoded.text, share=decoded.share)
        parts = (found.median, found.low, found.high)
        return Expected(*(_tidy(self._encoder.value(column, part)) for part in parts))


def cells_of(encoder: Encoder | None, columns: list[str] | None, width: int) -> Cells:
    """Describe the cells of a model's data.

    Parameters
    ----------
    encoder : Encoder or None
        What encoded them; None if they are numbers.
    columns : list of str or None
        The names of columns of numbers, if they have some.
    width : int
        The number of columns.
    """
    if encoder is not None:
        return Encoded(encoder)
    return Numbers(columns or [f"column {j}" for j in range(width)])


def most_likely(mean: np.ndarray) -> tuple[int, float]:
    """Choose the most likely of several categories.

    Parameters
    ----------
    mean : ndarray of shape (c,)
        The expected values of columns that are positive in rows of one category each, and 0 in all
        others; NaN, in columns that no model looks at, counts as 0.

    Returns
    -------
    at : int
        The category with the highest mean, the first one of several.
    share : float
        Its part of the sum of all means; NaN if this is 0.
    """
    weights = np.clip(np.nan_to_num(mean), 0, None)
    at = int(np.argmax(weights))
    total = float(weights.sum())
    return at, float(weights[at]) / total if total > 0 else float("nan")


def _tidy(value: Any) -> Any:
    """Take off the last digits of a number, which came from scaling the columns and back."""
    return float(f"{value:.12g}") if isinstance(value, float) else value
