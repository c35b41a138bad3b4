"""The trained ensemble: what is left of `detect` to score other data with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ._encoding import Encoder
from ._java import bridge
from ._prepare import prepare_new
from ._reasons import Cells, cells_of

__all__ = ["Ensemble"]


@dataclass(frozen=True)
class Ensemble:
    """Small models and what they do to the columns, in plain arrays.

    It holds the support vectors of the members only, not the data.

    Attributes
    ----------
    members : mapping
        What Java needs to score rows: `groups` of members, each with its kernel, the
        transformation of the columns, support vectors, weights and boundaries; and the scores of
        rows that were in a sample, by a hash of their values. Matrices are arrays of their rows.
    width : int
        The number of columns new data must have.
    columns : list of str or None
        The names of the columns, if the training data had some and were not encoded.
    encoder : Encoder or None
        What encodes the rows of a table that are not all numbers.
    """

    members: Mapping[str, Any]
    width: int
    columns: list[str] | None
    encoder: Encoder | None = None

    #: As those of a :class:`Model`: kernels are our own, and new data come as they are.
    precomputed: ClassVar[bool] = False
    trusted: ClassVar[bool] = True
    why_untrusted: ClassVar[str] = ""

    def __len__(self) -> int:
        """Count the members."""
        return sum(len(group["sizes"]) for group in self.members["groups"])

    def score(self, X_new: Any, diagonal: Any = None, *, threads: int = 0) -> np.ndarray:
        """Score rows; see :meth:`pyelki_losdd.Detection.score_samples`."""
        if diagonal is not None:
            raise ValueError("diagonal is for kernel='precomputed' only: leave it out.")
        values = prepare_new(X_new, self.width, self.columns, None, None, encoder=self.encoder)
        scores: np.ndarray = bridge.ensemble_score(values, self.members, threads=threads)["scores"]
        return scores

    @property
    def explains(self) -> bool:
        """Whether the kernel can be taken apart by columns: members have no other ones."""
        return True

    @property
    def cells(self) -> Cells:
        """The cells of a table."""
        return cells_of(self.encoder, self.columns, self.width)

    def numbers(self, table: Any) -> np.ndarray:
        """Bring rows of a table into the form that `reasons` takes."""
        return prepare_new(
            table, self.width, self.columns, None, None, name="X", encoder=self.encoder
        )

    def knows(
        self, take: Callable[[np.ndarray], Any], scores: np.ndarray, rows: np.ndarray
    ) -> bool:
        """Tell whether some rows of a table are those that were scored: they score the same."""
        if not len(rows):
            return True
        again = bridge.ensemble_score(self.numbers(take(rows)), self.members, threads=0)["scores"]
        return np.allclose(again, scores[rows], rtol=1e-6, atol=1e-6)

    def reasons(self, values: np.ndarray, groups: np.ndarray) -> dict[str, np.ndarray]:
        """Explain rows; see :func:`bridge.ensemble_reasons`."""
        return bridge.ensemble_reasons(values, groups, self.members, threads=0)
