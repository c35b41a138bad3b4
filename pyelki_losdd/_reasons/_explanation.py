"""Reasons of several rows: tables, sentences, pictures."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ._cells import Expected
from ._words import sentence

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Explanation"]

#: How many rows a printed explanation shows.
_SHOWN = 5


class Explanation:
    """Why rows are outliers: which columns, and what was expected there.

    Returned by ``result.explain()``; there is no need to make one. It prints as one sentence a row.

    Attributes
    ----------
    rows : ndarray of int, shape (m,)
        The numbers of the rows in their table.
    labels : pandas.Index or None
        Their labels, if the table had some.
    columns : list of str
        The names of the table's columns.
    scores : ndarray of shape (m,)
        The rows' outlier scores.
    cost : ndarray of shape (m, d)
        How much higher the similarity to the model is without the column, as the logarithm of the
        ratio, in the unit of the scores; never negative.
    share : ndarray of shape (m, d)
        The column's part of what all columns cost; the shares of a row sum to 1. Where two columns
        cost much more together than one by one, what they cost together is divided between them.
        All are 0 in a row that has no cost.
    pairs : list of tuple or None
        For each row, two columns that explain it together, while no single one does: leaving out
        both gains more than twice as much as leaving out any single column, and than leaving out
        each of the two.
    values : list of list
        What is in each cell.
    expected : list of list of Expected
        What was expected in each cell, given the other columns of its row (of a pair, the others
        than these two): `value`, the weighted median of the support vectors, and `low` and `high`,
        between which nine tenths of the weight are. For categories, the most likely one, and its
        `share`.
    """

    def __init__(
        self,
        *,
        rows: np.ndarray,
        labels: pd.Index | None,
        columns: Sequence[str],
        scores: np.ndarray,
        cost: np.ndarray,
        pair: np.ndarray,
        pair_cost: np.ndarray,
        values: list[list[Any]],
        expected: list[list[Expected]],
    ) -> None:
        self.rows = rows
        self.labels = labels
        self.columns = list(columns)
        self.scores = scores
        self.cost = cost
        self.pairs: list[tuple[int, int] | None] = [
            None if a < 0 else (int(a), int(b)) for a, b in pair
        ]
        self.share = _shares(cost, self.pairs, pair_cost)
        self.values = values
        self.expected = expected

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def names(self) -> list[str]:
        """What the rows are called: by their labels, or by their numbers."""
        return [str(name) for name in (self.rows if self.labels is None else self.labels)]

    def to_frame(self, top: int | None = None) -> pd.DataFrame:
        """Collect everything: for each row, its columns from the largest share to the smallest.

        Parameters
        ----------
        top : int, optional
            How many columns of each row; all by default.

        Returns
        -------
        pandas.DataFrame
            The columns `row` (its number), `column`, `share`, `cost`, `value`, `expected`, `low`,
            `high` and, where they apply, `probability` (of an expected category) and `together`
            (the other column of a pair). The index has the labels of the rows, if there are some.
        """
        found = []
        for i, row in enumerate(self.rows):
            pair = self.pairs[i]
            for j in self.order(i)[:top]:
                expected = self.expected[i][j]
                found.append(
                    {
                        "row": int(row),
                        "column": self.columns[j],
                        "share": self.share[i, j],
                        "cost": self.cost[i, j],
                        "value": self.values[i][j],
                        "expected": expected.value,
                        "low": expected.low,
                        "high": expected.high,
                        "probability": expected.share,
                        "together": (
                            self.columns[sum(pair) - j] if pair is not None and j in pair else None
                        ),
                    }
                )
        frame = pd.DataFrame(found, columns=_FRAME)
        if self.labels is not None:
            frame.index = self.labels.repeat(len(frame) // max(1, len(self)))
        return frame.drop(columns=[name for name in _FRAME[-2:] if frame[name].isna().all()])

    def order(self, i: int) -> np.ndarray:
        """List the columns of a row, from the largest share to the smallest.

        Parameters
        ----------
        i : int
            The row's place in `rows`.

        Returns
        -------
        ndarray of int
            Places in `columns`.
        """
        return np.argsort(-self.share[i], kind="stable")

    def sentences(self) -> list[str]:
        """Say in one sentence for each row why it is an outlier.

        Returns
        -------
        list of str
            For example ``"price 9999, expected about 150 (90 to 310)"``: the columns of the largest
            share, at most three. The numbers in brackets are the range in which nine tenths of the
            similar rows are.
        """
        return [self.sentence_of(i) for i in range(len(self))]

    def sentence_of(self, i: int) -> str:
        """Say why a row is an outlier.

        Parameters
        ----------
        i : int
            The row's place in `rows`.

        Returns
        -------
        str
            The sentence.
        """
        return sentence(
            self.columns, self.share[i].tolist(), self.values[i], self.expected[i], self.pairs[i]
        )

    def plot(self, row: int | None = None, ax: Axes | None = None) -> Axes:
        """Draw the reasons of a row as bars, or those of several rows as a heat map.

        Needs matplotlib (``pip install pyelki-losdd[plot]``).

        Parameters
        ----------
        row : int, optional
            The number of the row in its table. By default, all rows are drawn.
        ax : matplotlib.axes.Axes, optional
            Where to draw; by default, in a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            Where it was drawn.
        """
        from .. import plots

        return plots.reasons(self, row, ax=ax)

    def __str__(self) -> str:
        return "\n".join(self._lines(len(self)))

    def __repr__(self) -> str:
        count = len(self)
        lines = [f"Explanation of {count} row{'s' * (count != 1)}", *self._lines(_SHOWN)]
        return "\n".join(lines + ["..."] * (count > _SHOWN))

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{html.escape(line)}</li>" for line in self._lines(len(self)))
        return f"<ul>{items}</ul>"

    def _lines(self, most: int) -> list[str]:
        if not len(self):
            return ["no row is an outlier; explain(rows=...) explains any"]
        told = zip(self.names, self.scores, self.sentences(), strict=True)
        return [f"{name} ({score:.4g}): {text}" for name, score, text in list(told)[:most]]


_FRAME = [
    "row", "column", "share", "cost", "value", "expected", "low", "high", "probability", "together"
]  # fmt: skip


def _shares(
    cost: np.ndarray, pairs: Sequence[tuple[int, int] | None], pair_cost: np.ndarray
) -> np.ndarray:
    """Divide the cost of each row among its columns."""
    amount = cost.copy()
    for i, pair in enumerate(pairs):
        if pair is not None:
            together = pair_cost[i] - cost[i, list(pair)].sum()
            amount[i, list(pair)] += together / 2
    most = amount.max(axis=1, keepdims=True, initial=0)
    amount = np.divide(amount, most, out=np.zeros_like(amount), where=most > 0)
    total = amount.sum(axis=1, keepdims=True)
    shares: np.ndarray = np.divide(amount, total, out=np.zeros_like(amount), where=total > 0)
    return shares
