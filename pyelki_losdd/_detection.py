"""The result of `detect`: scores and labels, as plain arrays that outlive Java."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from . import _saved, _storage
from ._encoding import Encoder
from ._ensemble import Ensemble
from ._saved_ensemble import encode, read_detection
from ._scored import Scored
from ._threshold import threshold

__all__ = ["Detection"]

#: The settings that are worth their place in a short text.
_SETTINGS = ("n_estimators", "max_samples", "kernel", "gamma", "random_state")


class Detection(Scored):
    """Scores, ranking and labels of `detect`.

    Returned by :func:`pyelki_losdd.detect`; there is no need to make one. It holds numpy arrays
    only: it pickles, and needs Java again just for `score_samples` and `explain`. `data` is no
    copy, but the table as it was given; files and pickles do not have it.

    Parameters
    ----------
    scores : array-like of shape (n,)
        Higher = more outlying.
    params : mapping
        What was set, JSON values only.
    deviation : array-like of shape (n,)
        How much the models disagree about each row.
    values : ndarray of shape (n, d), optional
        The data, to break ties in the ranking and to draw two columns; not kept otherwise.
    ranking : array-like of shape (n,), optional
        The ranking, if it is known.
    index : pandas.Index, optional
        The rows' labels.
    model : Ensemble, optional
        The trained models.
    warnings : sequence of str, optional
        What the method warned of.
    twins : ndarray of shape (n,), optional
        For each row the number of one that stands for all rows identical to it.
    encoder : Encoder, optional
        What encoded a table that does not hold numbers only.

    Attributes
    ----------
    scores : ndarray of shape (n,)
        The outlier score of each row, higher = more outlying: the mean over the models of how far
        outside of the model the row is, in units of the median distance between two rows. Negative
        scores are inside.
    deviation : ndarray of shape (n,)
        The standard deviation of the models' scores: large where they disagree.
    threshold : float
        The score above which rows are outliers, unless a number was asked for.
    ranking : ndarray of shape (n,)
        The rows from the most to the least outlying. Rows of equal score come in the order of their
        values; only rows equal in everything come in the order of the data.
    index : pandas.Index or None
        The labels of the rows, if the data had some.
    points : ndarray of shape (n, 2) or None
        The data, if they have two columns.
    data : object
        The data as they were given, for `explain` and `clean`; None if the result was loaded.
    params : dict
        Everything that was set.
    model : Ensemble or None
        The trained models; None for kernels that cannot score other rows.
    twins : ndarray of shape (n,) or None
        For each row the number of one that stands for all rows identical to it; None if all rows
        differ.
    warnings : list of str
        Why the scores may be worth little; see :class:`pyelki_losdd.LosddWarning`.
    encoder : Encoder or None
        What encoded a table that does not hold numbers only.
    """

    deviation: np.ndarray
    threshold: float
    model: Ensemble | None

    def __init__(
        self,
        scores: Any,
        params: Mapping[str, Any],
        *,
        deviation: Any,
        values: np.ndarray | None = None,
        ranking: Any = None,
        index: pd.Index | None = None,
        model: Ensemble | None = None,
        warnings: Sequence[str] = (),
        twins: np.ndarray | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        super().__init__(
            scores,
            params,
            values=values,
            ranking=ranking,
            index=index,
            warnings=warnings,
            twins=twins,
        )
        self.encoder = encoder
        if encoder is not None:
            self.points = None  # the encoded columns are not the user's
        self.deviation = np.array(deviation, dtype=np.float64)
        self.threshold = threshold(self.scores)
        self.model = model

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result to a file, without pickle; :func:`pyelki_losdd.load` reads it.

        The file is a numpy ``.npz`` archive. It replaces an old one only once it is complete.

        Parameters
        ----------
        path : str or path-like
            The file, used as given (no suffix is added).
        """
        arrays: dict[str, Any] = {"deviation": self.deviation}
        model = None if self.model is None else encode(self.model, arrays)
        _storage.save(self, path, arrays, {"kind": "detect", "model": model})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Detection:
        """Read a result that `save` wrote; files of strangers can be loaded.

        Parameters
        ----------
        path : str or path-like
            The file.

        Returns
        -------
        Detection
            Equal to the saved one.

        Raises
        ------
        ValueError
            If it is no such file, if it is damaged, or if its parts do not fit together.
        """
        return _saved.load(path, False, {"detect": functools.partial(read_detection, cls)})

    @property
    def _scorer(self) -> Ensemble | None:
        return self.model

    @property
    def _explainer(self) -> Ensemble | None:
        return self.model

    def _outliers(self) -> np.ndarray | None:
        share = self.params["contamination"]
        if share is not None:
            return np.flatnonzero(super().labels(share))
        return np.flatnonzero(self.scores > self.threshold)

    def _columns(self) -> dict[str, Any]:
        return {"outlier": self.labels(), "deviation": self.deviation}

    @property
    def marked(self) -> tuple[np.ndarray, str]:
        """Rows that pictures ring, and what they are."""
        return np.flatnonzero(self.labels()), "outlier"

    @property
    def line(self) -> tuple[float, str] | None:
        """The score that pictures draw a line at, and what it is; None if there is none."""
        return self.threshold, "threshold"

    @property
    def name(self) -> str:
        """How the method is written."""
        return "detect"

    @property
    def headline(self) -> str:
        """The result in one line."""
        outliers = int(self.labels().sum())
        return f"{super().headline}, {outliers} outlier{'s' * (outliers != 1)}"

    def _is_shown(self, name: str) -> bool:
        return name in _SETTINGS
