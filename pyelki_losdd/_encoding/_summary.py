"""What a table is like: gathered part by part, the same for any order of the rows and parts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import pandas as pd

from ._cells import Cells, cells_of, none_in

__all__ = ["REFERENCE", "TEXTS", "ColumnSummary", "Summary"]

#: How many different texts of a column are counted; no categories if there are more.
TEXTS = 100_000

#: The same for numbers, unless they were said to be categories.
NUMBERS = 1000

#: How many different rows are kept to fill missing cells from.
REFERENCE = 512

_Value = TypeVar("_Value", bound=Hashable)


@dataclass
class ColumnSummary:
    """What is known of a column.

    Attributes
    ----------
    types : set of str
        See :class:`Cells`.
    count : int
        How many cells are not missing.
    missing : int
        How many are.
    numbers, texts : dict or None
        How often each number and each text occurs; None if there are too many different ones.
    found : int
        How many cells are numbers.
    low, high : float
        The smallest and largest number.
    whole : bool
        Whether all numbers are whole.
    most : int
        How many different numbers are counted.
    """

    types: set[str] = field(default_factory=set)
    count: int = 0
    missing: int = 0
    found: int = 0
    numbers: dict[float, int] | None = field(default_factory=dict)
    texts: dict[str, int] | None = field(default_factory=dict)
    low: float = np.inf
    high: float = -np.inf
    whole: bool = True
    most: int = NUMBERS

    def see(self, cells: Cells) -> None:
        """Add cells."""
        self.types |= cells.types
        missing = int(cells.missing.sum())
        self.missing += missing
        self.count += len(cells) - missing
        values = cells.numbers[~np.isnan(cells.numbers)]
        self.found += len(values)
        if len(values):
            self.low = min(self.low, float(values.min()))
            self.high = max(self.high, float(values.max()))
            self.whole = self.whole and bool((values == np.rint(values)).all())
            if self.numbers is not None:
                self.numbers = _added(self.numbers, _counts(values, self.most), self.most)
        if cells.texts is not None and self.texts is not None:
            texts = pd.Series(cells.texts, dtype=object).value_counts(dropna=True)
            self.texts = _added(self.texts, texts.to_dict(), TEXTS)

    def merge(self, other: ColumnSummary) -> None:
        """Add what is known of other cells of the column."""
        self.types |= other.types
        self.count += other.count
        self.missing += other.missing
        self.found += other.found
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        self.whole = self.whole and other.whole
        self.numbers = _added(self.numbers, other.numbers, self.most)
        self.texts = _added(self.texts, other.texts, TEXTS)


def _counts(values: np.ndarray, most: int) -> dict[float, int] | None:
    if len(values) > 4 * most and len(np.unique(values[: 2 * most])) > most:
        return None  # it would be the same after sorting all of them
    found, counts = np.unique(values, return_counts=True)
    return None if len(found) > most else dict(zip(found.tolist(), counts.tolist(), strict=True))


def _added(
    one: dict[_Value, int] | None, other: dict[_Value, int] | None, most: int
) -> dict[_Value, int] | None:
    """Add counts; None if there are too many."""
    if one is None or other is None:
        return None
    total = dict(one)
    for value, count in other.items():
        total[value] = total.get(value, 0) + count
    return None if len(total) > most else total


class Summary:
    """What a table is like, as far as its encoding needs it.

    A summary of a whole table is the same as those of its parts merged, in any order: counts add
    up, and the rows that are kept to fill missing cells from are those with the smallest hashes.

    Parameters
    ----------
    names : sequence of str
        The columns.
    categories : collection of str
        Those that were said to be categories, even if they hold numbers.

    Attributes
    ----------
    columns : dict of ColumnSummary
        The columns by name.
    rows : int
        How many rows there are.
    sample : dict of Cells
        Some different rows, by the names of the columns.
    copies : ndarray of int
        How often each of these rows is there.
    """

    def __init__(self, names: list[str], categories: Mapping[str, object] | set[str]) -> None:
        self.columns = {
            name: ColumnSummary(most=TEXTS if name in categories else NUMBERS) for name in names
        }
        self.rows = 0
        self.sample: dict[str, Cells] = {}
        self.copies = np.empty(0, dtype=np.int64)
        self.hashes = np.empty(0, dtype=np.uint64)

    def see(self, frame: pd.DataFrame) -> None:
        """Add rows."""
        cells = {}
        for place, (name, column) in enumerate(self.columns.items()):
            cells[name] = cells_of(frame.iloc[:, place], f"the column {name!r}")
            column.see(cells[name])
        self.rows += len(frame)
        self._keep(cells, _hashes(cells, len(frame)), np.ones(len(frame), dtype=np.int64))

    def merge(self, other: Summary) -> None:
        """Add what is known of other rows of the table."""
        for name, column in self.columns.items():
            column.merge(other.columns[name])
        self.rows += other.rows
        self._keep(other.sample, other.hashes, other.copies)

    def _keep(self, cells: Mapping[str, Cells], hashes: np.ndarray, copies: np.ndarray) -> None:
        """Keep the rows with the smallest hashes, each once."""
        if not len(hashes):
            return
        hashes, first, places = np.unique(
            np.concatenate([self.hashes, hashes]), return_index=True, return_inverse=True
        )
        total = np.zeros(len(hashes), dtype=np.int64)
        np.add.at(total, places.reshape(-1), np.concatenate([self.copies, copies]))
        first = first[:REFERENCE]
        before = len(self.copies)
        self.sample = {
            name: Cells.joined(
                [
                    *([self.sample[name]] if before else []),
                    part.take(first[first >= before] - before),
                ]
            ).take(_places(first, before))
            for name, part in cells.items()
        }
        self.hashes, self.copies = hashes[:REFERENCE], total[:REFERENCE]


def _places(first: np.ndarray, before: int) -> np.ndarray:
    """Find rows again after those that are new were put behind the `before` old ones."""
    new = first >= before
    places = first.copy()
    places[new] = before + np.arange(int(new.sum()))
    return places


def _hashes(cells: Mapping[str, Cells], n: int) -> np.ndarray:
    """Hash each row by its cells: the same in whichever type pandas holds a part of them."""
    hashes = np.zeros(n, dtype=np.uint64)
    for part in cells.values():
        values = np.where(np.isnan(part.numbers), np.nan, part.numbers)
        column = pd.util.hash_array(values)
        if part.texts is not None:
            texts = np.where(none_in(part.texts), "", part.texts).astype(object)
            text = pd.util.hash_array(texts)
            column = np.where(none_in(part.texts), column, text)
        with np.errstate(over="ignore"):
            hashes = (hashes ^ column) * np.uint64(0x9E3779B97F4A7C15)
            hashes ^= hashes >> np.uint64(29)
    return hashes
