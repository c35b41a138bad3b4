"""The result of a run: scores and what was removed, as plain arrays that outlive Java."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from . import _saved, _storage
from ._model import Model
from ._scored import Scored

__all__ = ["Result"]

#: The settings of our own methods that are worth their place in a short text.
_SETTINGS = ("kernel", "gamma", "C", "score_form", "reference", "standardize")


class Result(Scored):
    """Scores, ranking, and what was learned on the way.

    Returned by :func:`pyelki_losdd.run` and :func:`pyelki_losdd.run_elki`; there is no need to make
    one. It holds numpy arrays only: it pickles, and needs Java again just for `score_samples` and
    `explain`. Of the data it keeps the support vectors, and a copy of data with two columns for
    `plot`. `data` is no copy, but the table as it was given; files and pickles do not have it.

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
    warnings : sequence of str, optional
        What the method warned of.
    twins : ndarray of shape (n,), optional
        For each row the number of one that stands for all rows identical to it.

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
    data : object
        The data as they were given, for `explain` and `clean`; None if the result was loaded.
    params : dict
        Everything that was set, resolved: the bandwidth as a number, `R` as a count.
    model : Model or None
        The cleaned model: support vectors, weights, `rho`, `radius`.
    twins : ndarray of shape (n,) or None
        For each row the number of one that stands for all rows identical to it; None if all rows
        differ.
    warnings : list of str
        Why the scores may be worth little; see :class:`pyelki_losdd.LosddWarning`.
    """

    removal_round: np.ndarray
    removed_rows: np.ndarray
    statistics: dict[str, np.ndarray]
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
        warnings: Sequence[str] = (),
        twins: np.ndarray | None = None,
    ) -> None:
        removal_round = np.zeros(len(scores)) if removal_round is None else removal_round
        self.removal_round = np.array(removal_round, dtype=np.int64)
        super().__init__(
            scores,
            params,
            values=values,
            ranking=ranking,
            index=index,
            first=self.removal_round,
            warnings=warnings,
            twins=twins,
        )
        self.removed_rows = np.array([] if removed is None else removed, dtype=np.int64)
        self.statistics = {name: np.array(column) for name, column in (rounds or {}).items()}
        self.model = model
        self.encoder = None if model is None else model.encoder
        if self.encoder is not None:
            self.points = None  # the encoded columns are not the user's

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
        _storage.save(self, path, *_storage.encode_run(self))

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
        return _saved.load(path, trust, {"run": functools.partial(_saved.read_run, cls)})

    @property
    def _scorer(self) -> Model | None:
        return self.model

    @property
    def _explainer(self) -> Model | None:
        return self.model

    def _outliers(self) -> np.ndarray | None:
        return None if self.model is None else self.removed_rows

    def _columns(self) -> dict[str, Any]:
        if self.model is None:
            return {}
        return {"removed": self.removal_round, "support": self.support}

    @property
    def marked(self) -> tuple[np.ndarray, str]:
        """Rows that pictures ring, and what they are."""
        return self.removed_rows, "removed"

    @property
    def line(self) -> tuple[float, str] | None:
        """The score that pictures draw a line at, and what it is; None if there is none."""
        return None if self.model is None else (0.0, "boundary")

    @property
    def name(self) -> str:
        """How the method is written, e.g. ``"LOSDD"`` or ``"KNNOutlier"``."""
        return super().name if self.model is None else super().name.upper()

    @property
    def headline(self) -> str:
        """The result in one line."""
        if self.model is None:
            return super().headline
        used = int(np.count_nonzero(self.statistics["round"]))  # round 0 is the training
        return (
            f"{super().headline}, {len(self.removed_rows)} removed in {used} "
            f"round{'s' * (used != 1)}, {len(self.model.rows)} support vectors left"
        )

    def _is_shown(self, name: str) -> bool:
        return self.model is None or name in _SETTINGS
