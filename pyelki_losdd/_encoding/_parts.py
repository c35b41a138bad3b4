"""How each kind of column becomes numbers, and how expected numbers become words again.

Distances are sums over columns of absolute differences (or of their squares, for kernels of the
Euclidean distance). A number keeps its value: the detector standardizes it, so that two random rows
differ by about 2/sqrt(pi) if it is normally distributed. A category a becomes the corner w(a) of a
simplex: its own column is w(a), the others 0, so that two categories differ by w(a) + w(b), with

    w(a) = s sqrt(1 + 2 (I(a) - H)),

where I(a) = -log p(a) is the information of the category, and H its mean, the entropy. The squared
distance of a normally distributed number from its mean, in units of its standard deviation, is
1 + 2 (I - H), too: a category is as far away as a number that is as unusual. Two equally frequent
categories differ by 2, as do the values of a standardized column of 0 and 1. Where many
categories make two random rows differ by more than two numbers would, s < 1 corrects this.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from ._cells import Cells
from ._texts import date_reader, date_text, number_reader

__all__ = ["CategoryPart", "DatePart", "Decoded", "NumberPart", "Part"]

#: How many categories have columns of their own; the rarer ones share one.
MOST_LEVELS = 30

#: The mean difference of two standardized, normally distributed numbers; that of squares is 2.
_DIFFERENCE = 2 / math.sqrt(math.pi)

#: What common categories among many rare ones have at least instead of 1 + 2 (I - H).
_LEAST = 0.25


class Decoded(NamedTuple):
    """What was expected in a cell.

    Attributes
    ----------
    text : str
        In words: the category, the date, the number.
    share : float or None
        Of a category: the share of what is similar that has it.
    """

    text: str
    share: float | None = None


class NumberPart:
    """A column of numbers: one column, as it is."""

    kind = "number"
    width = 1
    as_is = False

    def __init__(self, decimal: str = ".") -> None:
        self.decimal = decimal

    def encode(self, cells: Cells) -> np.ndarray:
        """Encode cells; NaN where they are missing.

        Returns
        -------
        ndarray of shape (n, 1)
            The numbers; those among texts are read.
        """
        return _read(cells, number_reader(self.decimal))

    def value(self, encoded: np.ndarray) -> float:
        """Return the number that a cell holds."""
        return float(encoded[0])

    def decode(self, expected: np.ndarray) -> Decoded:
        """Say in words what the encoded value is."""
        return Decoded(f"{expected[0]:.4g}")


class DatePart:
    """A column of dates: one column, the days since 1970.

    No further columns for the hour, the weekday or the month: whether these matter depends on the
    data, and each would take weight from the others. Who needs one adds it as a column.
    """

    kind = "date"
    width = 1
    as_is = False

    def __init__(self, day_first: str = ".") -> None:
        self.day_first = day_first

    def encode(self, cells: Cells) -> np.ndarray:
        """Encode cells; NaN where they are missing, or numbers among dates that are texts."""
        if cells.texts is not None and "date" not in cells.types:
            cells = Cells(np.full(len(cells), np.nan), cells.texts, cells.types)
        return _read(cells, date_reader(self.day_first))

    def value(self, encoded: np.ndarray) -> str:
        """Write the date that a cell holds."""
        return date_text(float(encoded[0]))

    def decode(self, expected: np.ndarray) -> Decoded:
        """Say in words what the encoded value is."""
        return Decoded(date_text(float(expected[0])))


class CategoryPart:
    """A column of categories: one column for each of the more frequent ones, and one for the rest.

    Parameters
    ----------
    counts : mapping of str to int
        How often each category occurs.
    squared : bool
        Whether distances are sums of squares.

    Attributes
    ----------
    levels : list of str
        The categories with columns of their own, the most frequent first.
    rest : list of str
        The rarer ones, which share the last column.
    weights : ndarray
        How far each category is from the others, `levels` first, then `rest`.
    unseen : float
        The same for a category that the training data did not have.
    """

    kind = "category"
    as_is = True

    def __init__(self, counts: Mapping[str, int], squared: bool) -> None:
        self.counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
        self.squared = squared
        names = list(self.counts)
        kept = len(names) if len(names) <= MOST_LEVELS + 1 else MOST_LEVELS
        self.levels, self.rest = names[:kept], names[kept:]
        self.weights, self.unseen = _weights(list(self.counts.values()), squared)
        self._places = {name: (min(i, kept), self.weights[i]) for i, name in enumerate(names)}

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.levels) + bool(self.rest)

    def encode(self, cells: Cells) -> np.ndarray:
        """Encode cells; NaN where they are missing.

        A category that is new is as far from all others as the rarest, or further: it stands on the
        other side of zero, where no known one is.
        """
        codes, found = pd.factorize(cells.as_texts())  # -1 is for those that are missing
        blocks = np.zeros((len(found) + 1, self.width))
        for row, text in enumerate(found):
            place, weight = self._places.get(text, (0, -self.unseen))
            blocks[row, place] = weight
        blocks[-1] = np.nan
        encoded: np.ndarray = blocks[codes]
        return encoded

    def value(self, encoded: np.ndarray) -> str:
        """Name the category that a cell holds, as far as its numbers tell."""
        place = int(np.argmax(np.abs(encoded)))
        if encoded[place] < 0:
            return "a new one"
        return self.levels[place] if place < len(self.levels) else self._rare

    @property
    def _rare(self) -> str:
        return f"one of {len(self.rest)} rare ones"

    def decode(self, expected: np.ndarray) -> Decoded:
        """Find the most frequent category in a mean of encoded values, and its share."""
        own = len(self.levels)
        shares = np.clip(expected[:own] / self.weights[:own], 0, 1)
        best = int(np.argmax(shares))
        others = max(0.0, 1 - float(shares.sum()))
        if self.rest and others > shares[best]:
            return Decoded(self._rare, others)
        return Decoded(self.levels[best], float(shares[best]))


Part = NumberPart | DatePart | CategoryPart


def _weights(counts: Sequence[int], squared: bool) -> tuple[np.ndarray, float]:
    """Compute how far categories are from each other, and from a new one."""
    count = np.asarray(counts, dtype=np.float64)
    share = count / count.sum()
    information = -np.log(share)
    entropy = float(share @ information)
    new = math.log(2 * (count.sum() + 1))  # as if half of a row had it
    squares = np.maximum(_LEAST, 1 + 2 * (np.append(information, new) - entropy))
    if squared:
        squares *= 2
        difference = 2 * float(share * (1 - share) @ squares[:-1])
        scale = min(1.0, math.sqrt(2 / difference)) if difference else 1.0
    else:
        difference = 2 * float(share * (1 - share) @ np.sqrt(squares[:-1]))
        scale = min(1.0, _DIFFERENCE / difference) if difference else 1.0
    weights = scale * np.sqrt(squares)
    return weights[:-1], float(weights[-1])


def _read(cells: Cells, read: Callable[[str], float | None]) -> np.ndarray:
    """Read the numbers among the texts, too."""
    values = cells.numbers
    if cells.texts is not None:
        codes, found = pd.factorize(cells.texts)  # -1 is for those that are missing
        read_once = [np.nan if (value := read(text)) is None else value for text in found]
        values = np.where(codes < 0, values, np.append(read_once, np.nan)[codes])
    return np.array(values)[:, None]
