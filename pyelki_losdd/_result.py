"""The result of a run: plain arrays that outlive Java."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import _saved, _storage
from ._checks import check_count
from ._model import Model
from ._ranking import rank_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Result", "load"]

#: How many rows a printed result shows.
_SHOWN = 5


class Result:
    """Scores, ranking, and what was learned on the way.

    Returned by :func:`pyelki_losdd.run` and :func:`pyelki_losdd.run_elki`; there is no need to make
    one. It holds numpy arrays only: it pickles, and needs Java again just for `score_samples`.
    Of the data it keeps the support vectors, and a copy of data with two columns for `plot`.

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
    removal_round : array-like of shape (n,), optional
        The round in which each row was removed, 0 = kept.
    removed : array-like of int, optional
        The removed rows, in the order of removal.
    rounds : mapping of str to array-like, optional
        Statistics of each round.
    model : Model, optional
        The cleaned model.

    Attributes
    ----------
    scores : ndarray of shape (n,)
        The outlier score of each row, higher = more outlying.
    ranking : ndarray of shape (n,)
        The rows from the most to the least outlying. Rows of equal score come in the order of their
        removal, then of their values; only rows equal in everything come in the order of the data.
    removal_round : ndarray of shape (n,)
        The round in which each row was removed, 0 = kept.
    removed_rows : ndarray of int
        The numbers of the removed rows, in the order of removal.
    statistics : dict of ndarray
        The columns of `rounds`.
    index : pandas.Index or None
        The labels of the rows, if the data had some.
    points : ndarray of shape (n, 2) or None
        The data, if they have two columns.
    params : dict
        Everything that was set, resolved: the bandwidth as a number, `R` as a count.
    model : Model or None
        The cleaned model: support vectors, weights, `rho`, `radius`.
    """

    scores: np.ndarray
    ranking: np.ndarray
    removal_round: np.ndarray
    removed_rows: np.ndarray
    statistics: dict[str, np.ndarray]
    index: pd.Index | None
    points: np.ndarray | None
    params: dict[str, Any]
    model: Model | None

    def __init__(
        self,
        scores: Any,
        params: Mapping[str, Any],
        *,
        values: np.ndarray | None = None,
        ranking: Any = None,
        index: pd.Index | None = None,
        removal_round: Any = None,
        removed: Any = None,
        rounds: Mapping[str, Any] | None = None,
        model: Model | None = None,
    ) -> None:
        self.scores = np.array(scores, dtype=np.float64)
        self.params = dict(params)
        self.model = model
        self.index = index
        n = len(self.scores)
        self.removal_round = np.array(
            np.zeros(n) if removal_round is None else removal_round, dtype=np.int64
        )
        self.removed_rows = np.array([] if removed is None else removed, dtype=np.int64)
        self.statistics = {name: np.array(column) for name, column in (rounds or {}).items()}
        self.points = np.array(values) if values is not None and values.shape == (n, 2) else None
        if ranking is None:
            values_of = None if values is None else values.__getitem__
            ranking = rank_rows(self.scores, self.removal_round, values_of)
        self.ranking = np.array(ranking, dtype=np.int64)

    # ------------------------------------------------------------------ what came out

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def removed(self) -> pd.DataFrame:
        """The removed rows in the order of removal: `row`, `round`, `score`.

        The index holds the labels of the input if that was a DataFrame. Empty for ELKI's own
        detectors, which remove nothing.
        """
        rows = self.removed_rows
        frame = {
            "row": rows,
            "round": self.removal_round[rows],
            "score": self.scores[rows],
        }
        return pd.DataFrame(frame, index=None if self.index is None else self.index[rows])

    @property
    def rounds(self) -> pd.DataFrame:
        """Statistics of each round; empty for ELKI's own detectors.

        Round 0 is the training on all rows. Columns: `round`, `support_vectors` (before the
        removal), `removed`, `rho`, `radius`, `iterations`, `kernel_evaluations`, `seconds`, and the
        `solver` that did it.
        """
        return pd.DataFrame(self.statistics)

    @property
    def support(self) -> np.ndarray | None:
        """Mask of the support vectors of the cleaned model; None for ELKI's own detectors."""
        if self.model is None:
            return None
        mask = np.zeros(len(self), dtype=bool)
        mask[self.model.rows] = True
        return mask

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
        """
        labels = np.zeros(len(self), dtype=np.int64)
        if contamination is None:
            if self.model is None:
                raise ValueError(
                    f"contamination=None: {self.params.get('method')} removes no rows that could "
                    "be the outliers; give a count or a share, e.g. labels(0.05)."
                )
            labels[self.removed_rows] = 1
            return labels
        count = check_count("contamination", contamination, len(self))
        if count > len(self):
            raise ValueError(f"contamination={count}: there are only {len(self)} rows.")
        labels[self.ranking[:count]] = 1
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
        frame: dict[str, Any] = {"score": self.scores, "rank": rank}
        if self.model is not None:
            frame |= {"removed": self.removal_round, "support": self.support}
        return pd.DataFrame(frame, index=self.index)

    # ------------------------------------------------------------------ what can be done with it

    def score_samples(self, X_new: Any, *, diagonal: Any = None) -> np.ndarray:
        """Score other data against the cleaned model.

        A support vector of the model scores 0 (its own boundary), unlike in `scores`, where it is
        left out for its own score.

        Parameters
        ----------
        X_new : array-like of shape (m, d)
            New rows with the columns of the training data; standardised like those. With
            ``kernel="precomputed"``: the kernel values of each new row with every training row.
        diagonal : float or array-like of shape (m,), optional
            With ``kernel="precomputed"``: K(x, x) of the new rows, if that of the training rows
            is not the same for all.

        Returns
        -------
        ndarray of shape (m,)
            Positive outside the boundary, higher = more outlying.
        """
        if self.model is None:
            raise NotImplementedError(
                f"{self.params.get('method')} leaves no model to score new data with; only results "
                "of pyelki_losdd.run have one."
            )
        return self.model.score(X_new, diagonal)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the result; needs matplotlib (``pip install pyelki-losdd[plot]``).

        Data with two columns are drawn with their scores, the removed rows and the boundary of the
        cleaned model. For other data, the scores over the ranks are; `pyelki_losdd.plots` has more
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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result to a file, without pickle; :func:`pyelki_losdd.load` reads it.

        A result with a kernel of ELKI, given by its class, scores new rows only after
        ``load(path, trust=True)``.

        The file is a numpy ``.npz`` archive. It replaces an old one only once it is complete.

        Parameters
        ----------
        path : str or path-like
            The file, used as given (no suffix is added).
        """
        _storage.save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, trust: bool = False) -> Result:
        """Read a result that `save` wrote.

        Files of strangers can be loaded: they run no code, open no other file and take no more
        memory than a limit; all that is in them is checked.

        Parameters
        ----------
        path : str or path-like
            The file.
        trust : bool, default=False
            Whether new rows may be scored by a kernel that the file names as a class, such as
            ``"elki.similarity.kernel.SigmoidKernel"``: Java would run that class with the file's
            options. Say True if you know who wrote the file. Otherwise, `score_samples` refuses
            such a kernel, and pictures are drawn without the boundary; scores, ranking and all else
            are there. The kernels of our own (``"rbf"`` and the like) need no trust.

        Returns
        -------
        Result
            Equal to the saved one.

        Raises
        ------
        ValueError
            If it is no such file, if it is damaged, or if its parts do not fit together.
        """
        return _saved.load(cls, path, trust)

    # ------------------------------------------------------------------ how it looks

    def __repr__(self) -> str:
        return "\n".join((self.headline, *self.details, f"most outlying: {self._top()}"))

    def _repr_html_(self) -> str:
        top = self.to_frame().iloc[self.ranking[:_SHOWN]]
        lines = "<br>".join(html.escape(line) for line in self.details)
        return (
            f"<div><strong>{html.escape(self.headline)}</strong><br>{lines}"
            f"{top.to_html(escape=True)}</div>"
        )

    @property
    def name(self) -> str:
        """How the method is written, e.g. ``"LOSDD"`` or ``"KNNOutlier"``."""
        method = str(self.params.get("method"))
        return method if self.model is None else method.upper()

    @property
    def headline(self) -> str:
        """The result in one line."""
        text = f"{self.name} result: {len(self)} rows"
        if self.model is not None:
            used = int(np.count_nonzero(self.statistics["round"]))  # round 0 is the training
            text += (
                f", {len(self.removed_rows)} removed in {used} round{'s' * (used != 1)}, "
                f"{len(self.model.rows)} support vectors left"
            )
        return text

    @property
    def details(self) -> list[str]:
        """The settings worth a line."""
        shown = ("kernel", "gamma", "C", "score", "reference", "standardize")
        settings = [
            f"{name}={value:.6g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in self.params.items()
            if (name in shown or self.model is None) and name != "method" and value is not None
        ]
        return [", ".join(settings)] if settings else []

    def _top(self) -> str:
        rows = self.ranking[:_SHOWN]
        names = rows if self.index is None else self.index[rows]
        shown = ", ".join(
            f"{name} ({score:.4g})" for name, score in zip(names, self.scores[rows], strict=True)
        )
        return shown + (", ..." if len(self) > _SHOWN else "")


#: Read a result that `Result.save` wrote.
load = Result.load
