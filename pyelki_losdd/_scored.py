"""Rows with outlier scores: what every result has, whichever method found it."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd

from ._checks import check_count
from ._ranking import identical_rows, rank_rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from ._encoding import Encoder
    from ._reasons import Cells, Cleaned, Explanation

__all__ = ["Explainer", "Scored", "Scorer"]

#: How many rows a printed result shows.
_SHOWN = 5


class Scorer(Protocol):
    """A model that can score other data."""

    def score(self, X_new: Any, diagonal: Any = None) -> np.ndarray:
        """Score new rows; higher = more outlying."""


class Explainer(Protocol):
    """A model that can tell the reasons of its scores."""

    @property
    def explains(self) -> bool:
        """Whether it can, with its kernel."""

    @property
    def cells(self) -> Cells:
        """What the columns of numbers were in the table."""

    def numbers(self, table: Any) -> np.ndarray:
        """Bring rows of a table into the form that `reasons` takes."""

    def knows(
        self, take: Callable[[np.ndarray], Any], scores: np.ndarray, rows: np.ndarray
    ) -> bool:
        """Tell whether a table, of which `take` gives rows, is the one that was scored."""

    def reasons(self, values: np.ndarray, groups: np.ndarray) -> dict[str, np.ndarray]:
        """Tell what columns cost, and what was expected there."""


class Scored:
    """Rows with scores, and a ranking that does not depend on their order.

    A kind of result is a subclass: it says which rows are outliers by default
    (`_outliers`), what else is known of each row (`_columns`), and how it is headed (`headline`).

    Parameters
    ----------
    scores : array-like of shape (n,)
        Higher = more outlying.
    params : mapping
        What was run, JSON values only; ``params["method"]`` names the method.
    values : ndarray of shape (n, d), optional
        The data, to break ties in the ranking and to draw two columns; not kept otherwise.
    ranking : array-like of shape (n,), optional
        The ranking, if it is known.
    index : pandas.Index, optional
        The rows' labels.
    first : ndarray of shape (n,), optional
        Of rows with equal scores, those with smaller positive numbers come first.
    warnings : sequence of str, optional
        What the method warned of.
    twins : ndarray of shape (n,), optional
        For each row the number of one that stands for all rows identical to it; found out from
        `values` if not given.
    """

    #: The table as it was given, no copy of it; None in results that were loaded or unpickled.
    data: Any = None

    scores: np.ndarray
    ranking: np.ndarray
    index: pd.Index | None
    points: np.ndarray | None
    params: dict[str, Any]
    warnings: list[str]
    twins: np.ndarray | None
    encoder: Encoder | None = None

    def __init__(
        self,
        scores: Any,
        params: Mapping[str, Any],
        *,
        values: np.ndarray | None = None,
        ranking: Any = None,
        index: pd.Index | None = None,
        first: np.ndarray | None = None,
        warnings: Sequence[str] = (),
        twins: np.ndarray | None = None,
    ) -> None:
        self.scores = np.array(scores, dtype=np.float64)
        self.params = dict(params)
        self.warnings = list(warnings)
        self.index = index
        n = len(self.scores)
        drawable = values is not None and values.shape == (n, 2)
        self.points = np.array(values, dtype=np.float64) if drawable else None
        values_of = None if values is None else values.__getitem__
        if ranking is None:
            ranking = rank_rows(self.scores, first, values_of)
        if twins is None and values_of is not None:
            twins = identical_rows(self.scores, values_of)
        self.twins = twins
        self.ranking = np.array(ranking, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.scores)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "data"}

    # ------------------------------------------------------------------ what subclasses say

    @property
    def _scorer(self) -> Scorer | None:
        """What scores other data, if there is something."""
        return None

    @property
    def _explainer(self) -> Explainer | None:
        """What tells the reasons of scores, if there is something."""
        return None

    def _outliers(self) -> np.ndarray | None:
        """List the rows that are outliers unless a number is asked for; None if nobody says so."""
        return None

    def _columns(self) -> dict[str, Any]:
        """Collect what is known of each row beside score and rank."""
        return {}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result to a file, without pickle; :func:`pyelki_losdd.load` reads it."""
        raise NotImplementedError

    @property
    def explains(self) -> bool:
        """Whether `explain` works: there is a model, and its kernel can be taken apart."""
        return self._explainer is not None and self._explainer.explains

    @property
    def marked(self) -> tuple[np.ndarray, str]:
        """Rows that pictures ring, and what they are."""
        return np.array([], dtype=np.int64), ""

    @property
    def line(self) -> tuple[float, str] | None:
        """The score that pictures draw a line at, and what it is; None if there is none."""
        return None

    @property
    def name(self) -> str:
        """How the method is written, e.g. ``"LOSDD"`` or ``"KNNOutlier"``."""
        return str(self.params.get("method"))

    @property
    def headline(self) -> str:
        """The result in one line."""
        return f"{self.name} result: {len(self)} rows"

    @property
    def details(self) -> list[str]:
        """The settings worth a line."""
        settings = [
            f"{name}={value:.6g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in self.params.items()
            if self._is_shown(name) and name != "method" and value is not None
        ]
        lines = [", ".join(settings)] if settings else []
        return lines if self.encoder is None else [*lines, f"columns: {self.encoder}"]

    def _is_shown(self, name: str) -> bool:
        """Tell whether a setting is worth its place in a short text."""
        return True

    # ------------------------------------------------------------------ what can be done with it

    @property
    def columns(self) -> pd.DataFrame | None:
        """What each column of a table is, and what it holds; None if nothing had to be encoded."""
        return None if self.encoder is None else self.encoder.table()

    def labels(self, contamination: float | int | None = None) -> np.ndarray:
        """Label the outliers.

        Parameters
        ----------
        contamination : int or float, optional
            How many rows to call outliers, the first ones of the ranking: a count, or a share
            above 0 and below 1. By default, the rows that were removed.

        Returns
        -------
        ndarray of int, shape (n,)
            1 = outlier, 0 = inlier.

        Notes
        -----
        Identical rows have identical labels. Where the count would tell some of them from others,
        all of these are inliers: `contamination` is the largest number of outliers, as with the
        detectors of scikit-learn, which label by a threshold.
        """
        labels = np.zeros(len(self), dtype=np.int64)
        if contamination is None:
            outliers = self._outliers()
            if outliers is None:
                raise ValueError(
                    f"contamination=None: {self.params.get('method')} removes no rows that could "
                    "be the outliers; give a count or a share, e.g. labels(0.05)."
                )
            labels[outliers] = 1
            return self._alike(labels)
        count = check_count("contamination", contamination, len(self))
        if count > len(self):
            raise ValueError(f"contamination={count}: there are only {len(self)} rows.")
        labels[self.ranking[:count]] = 1
        return self._alike(labels)

    def _alike(self, labels: np.ndarray) -> np.ndarray:
        """Make inliers of rows to which an inlier is identical."""
        if self.twins is not None:
            split = np.zeros(len(self), dtype=bool)
            split[self.twins[labels == 0]] = True
            labels[split[self.twins]] = 0
        return labels

    def to_frame(self) -> pd.DataFrame:
        """Collect what is known of each row, in the order of the data.

        Returns
        -------
        pandas.DataFrame
            The input's index, and the columns `score`, `rank` (1 = most outlying), `removed` (the
            round of removal, 0 = kept) and `support`. The last two only where they apply.

        Notes
        -----
        Labels of rows are as in the input. A spreadsheet that opens them as CSV
        (``result.to_frame().to_csv(...)``) runs those that begin with ``=``, ``+``, ``-`` or ``@``
        as formulas: with data of strangers, load the file as text, or write it with
        ``losdd run --escape``.
        """
        rank = np.empty(len(self), dtype=np.int64)
        rank[self.ranking] = np.arange(1, len(self) + 1)
        frame = {"score": self.scores, "rank": rank, **self._columns()}
        return pd.DataFrame(frame, index=self.index)

    def score_samples(self, X_new: Any, *, diagonal: Any = None) -> np.ndarray:
        """Score other data against the cleaned model.

        A support vector of the model scores 0 (its own boundary), unlike in `scores`, where it is
        left out for its own score.

        Parameters
        ----------
        X_new : array-like of shape (m, d)
            New rows with the columns of the training data; standardized like those. With
            ``kernel="precomputed"``: the kernel values of each new row with every training row.
        diagonal : float or array-like of shape (m,), optional
            With ``kernel="precomputed"``: K(x, x) of the new rows, if that of the training rows
            is not the same for all.

        Returns
        -------
        ndarray of shape (m,)
            Positive outside the boundary, higher = more outlying.
        """
        if self._scorer is None:
            raise NotImplementedError(
                f"{self.params.get('method')} leaves no model to score new data with; only results "
                "of pyelki_losdd.run have one."
            )
        return self._scorer.score(X_new, diagonal)

    def explain(self, rows: Any = None, *, X: Any = None) -> Explanation:
        """Say why rows are outliers: which columns, and what was expected there.

        Without column j, a row x is similar to the model by g_j(x), where g(x) is the sum of the
        weights of the support vectors times the kernel. The column costs log g_j(x) - log g(x),
        times the unit of the scores; its share is its part of what all columns cost. What was
        expected there, given the other columns, are the values of the support vectors, weighted by
        their weights times the kernel without the column.

        A row does not vouch for itself: support vectors that are equal to it do not count, and of
        the models of `detect`, those that were trained on it are not asked, unless all were.
        The model is the cleaned one at the end, also for rows that were judged by a model of an
        earlier round. What a column costs is independent of the form of the score.

        Parameters
        ----------
        rows : int, sequence of int, or sequence of bool, optional
            The numbers of the rows. By default, the outliers (as `labels` says), the 20 most
            outlying of them if there are more.
        X : array-like of shape (m, d), optional
            The table that `rows` are rows of, and by default all whose score is that of an outlier:
            new data, or those that the result was made of. These are not needed, unless the result
            was loaded from a file, or unpickled.

        Returns
        -------
        Explanation
            Prints as sentences; `to_frame()` has all numbers, `plot()` draws.

        Raises
        ------
        ValueError
            If the kernel is none of a distance, which is a sum over the columns; if data are needed
            or have changed; for rows that do not exist.

        Examples
        --------
        >>> import pyelki_losdd
        >>> data = pyelki_losdd.datasets.load("WBC")
        >>> found = pyelki_losdd.detect(data.X)
        >>> reasons = found.explain(9)
        >>> reasons.to_frame(top=1)[["row", "column", "value", "expected"]].values.tolist()
        [[9, 'column 3', 1.0, 0.0]]
        """
        from ._reasons import explain

        model = self._explainer
        if model is None or not model.explains:
            kernel = self.params.get("kernel")
            what = f"method={self.name!r}" if kernel is None else f"kernel={kernel!r}"
            raise ValueError(
                f"{what} cannot be explained: reasons need a kernel of a distance that is a sum "
                "over the columns. Use run with the kernel 'rbf', 'laplace' or "
                "'rational_quadratic', or detect with one of these or its default."
            )
        return explain(self, model, rows, X)

    def clean(
        self,
        how: str = "drop",
        contamination: float | int | None = None,
        *,
        X: Any = None,
    ) -> Cleaned:
        """Make a table without the outliers, or with other values in their suspicious cells.

        Suspicious are the columns of largest share, as `explain` says, until they make up half of
        the score; of these, those whose value is outside of the range that was expected.

        Parameters
        ----------
        how : {"drop", "empty", "replace"}, default="drop"
            Whether to leave outliers out, to make their suspicious cells missing (NaN), or to put
            there what was expected. An integer column becomes one of floats if cells are emptied,
            and gets the nearest integer if they are replaced.
        contamination : int or float, optional
            Which rows are outliers, as in `labels`.
        X : array-like of shape (n, d), optional
            The data, if the result was loaded from a file, or unpickled.

        Returns
        -------
        Cleaned
            The new `table`, a list of all `changes`, and the outliers that are `untouched`, as none
            of their cells is suspicious. The data are as they were.

        Examples
        --------
        >>> import pyelki_losdd
        >>> data = pyelki_losdd.datasets.load("WBC")
        >>> pyelki_losdd.detect(data.X, 10).clean()
        10 outliers dropped, 213 rows left
        """
        from ._reasons import clean

        return clean(self, how, contamination, X)

    # ------------------------------------------------------------------ how it looks

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the result; needs matplotlib (``pip install pyelki-losdd[plot]``).

        Data with two columns are drawn with their scores, the removed rows or the outliers, and the
        boundary. For other data, the scores over the ranks are; `pyelki_losdd.plots` has more
        pictures.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; by default, in a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            Where it was drawn.
        """
        from . import plots

        ax = plots.ranks(self, ax=ax) if self.points is None else plots.points(self, ax=ax)
        ax.set_title(self.headline, fontsize="medium")
        return ax

    def __repr__(self) -> str:
        top = f"most outlying: {self._top()}"
        return "\n".join((self.headline, *self.details, top, *self._warnings()))

    def _warnings(self) -> list[str]:
        return [f"warning: {message}" for message in self.warnings]

    def _repr_html_(self) -> str:
        top = self.to_frame().iloc[self.ranking[:_SHOWN]]
        lines = "<br>".join(html.escape(line) for line in (*self.details, *self._warnings()))
        return (
            f"<div><strong>{html.escape(self.headline)}</strong><br>{lines}"
            f"{top.to_html(escape=True)}</div>"
        )

    def _top(self) -> str:
        rows = self.ranking[:_SHOWN]
        names = rows if self.index is None else self.index[rows]
        shown = ", ".join(
            f"{name} ({score:.4g})" for name, score in zip(names, self.scores[rows], strict=True)
        )
        return shown + (", ..." if len(self) > _SHOWN else "")
