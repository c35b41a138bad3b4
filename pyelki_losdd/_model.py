"""The cleaned model: what is left of a run to score other data with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._encoding import Encoder
from ._java import bridge
from ._parameters import BANDWIDTH_KERNELS
from ._prepare import prepare_new
from ._reasons import Cells, cells_of
from ._standardize import apply
from ._words import in_words_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Model"]


@dataclass(frozen=True)
class Model:
    """The SVM after the last removal, in plain arrays.

    It holds the support vectors only, not the data.

    Attributes
    ----------
    method : {"losdd", "losoc"}
        SVDD or one-class SVM.
    score_form : {"distance", "relative", "log_ratio", "weight"}
        The form of the scores.
    options : dict of str
        The ELKI options of the kernel, with the bandwidth as a number.
    rho, radius, norm : float
        The offset of the boundary, the radius of the ball, and the squared length of its center.
    needs_diagonal : bool
        Whether K(x, x) varies and enters the scores.
    rows : ndarray of shape (s,)
        The support vectors' rows in the training data.
    alpha : ndarray of shape (s,)
        Their weights, which sum to 1.
    support_vectors : ndarray of shape (s, d) or None
        Their values, standardized if the run was. None for a precomputed kernel.
    mean, scale : ndarray of shape (d,) or None
        What the data were standardized with; None if they were not.
    diagonal : float or None
        K(x, x) of a precomputed kernel, where it is the same for all rows.
    width : int
        The number of columns new data must have.
    columns : list of str or None
        The names of the columns, if the training data had some.
    encoder : Encoder or None
        What encodes the rows of a table that are not all numbers.
    trusted : bool
        Whether Java may run the kernel. False if a file names a class as the kernel, and was loaded
        without trust.
    """

    method: str
    score_form: str
    options: dict[str, str]
    rho: float
    radius: float
    norm: float
    needs_diagonal: bool
    rows: np.ndarray
    alpha: np.ndarray
    support_vectors: np.ndarray | None
    mean: np.ndarray | None
    scale: np.ndarray | None
    diagonal: float | None
    width: int
    columns: list[str] | None
    encoder: Encoder | None = None
    trusted: bool = True

    @property
    def precomputed(self) -> bool:
        """Whether new data come as kernel values."""
        return self.support_vectors is None

    @property
    def why_untrusted(self) -> str:
        """Why new rows are not scored by a model that is not trusted."""
        return (
            f"The kernel of this model is {self.options['losvm.kernel']}, a class that a file has "
            "chosen, and which Java would run with the file's options."
        )

    def score(self, X_new: Any, diagonal: Any = None) -> np.ndarray:
        """Score new rows; see :meth:`pyelki_losdd.Result.score_samples`."""
        if not self.trusted:
            raise ValueError(
                f"{self.why_untrusted} If you know who wrote the file, load it anew with "
                "pyelki_losdd.load(path, trust=True)."
            )
        if self.precomputed:
            meaning = "the kernel values of each new row with every training row"
            values = prepare_new(X_new, self.width, None, None, None, meaning)[:, self.rows]
            itself = self._diagonal(diagonal, len(values))
            if self.needs_diagonal and itself is not None:
                values = np.column_stack((values, itself))
        else:
            if diagonal is not None:
                raise ValueError("diagonal is for kernel='precomputed' only: leave it out.")
            values = prepare_new(
                X_new, self.width, self.columns, self.mean, self.scale, encoder=self.encoder
            )
        given = {"kernel": self.options.get("losvm.kernel"), "score_form": self.score_form}
        with in_words_of(given):
            return bridge.leave_out_score(
                values,
                support_vectors=self.support_vectors,
                options=self.options,
                alpha=self.alpha,
                method=self.method,
                score_form=self.score_form,
                rho=self.rho,
                norm=self.norm,
                needs_diagonal=self.needs_diagonal,
            )

    @property
    def explains(self) -> bool:
        """Whether the kernel can be taken apart by columns."""
        return not self.precomputed and self.options["losvm.kernel"] in BANDWIDTH_KERNELS

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
        """Tell whether a table is the one that the model was trained on, by the support vectors."""
        values = self._seen(self.numbers(take(self.rows)))
        return np.array_equal(values, self.support_vectors)  # type: ignore[arg-type]

    def reasons(self, values: np.ndarray, groups: np.ndarray) -> dict[str, np.ndarray]:
        """Explain rows, in their own units; see :func:`bridge.leave_out_reasons`."""
        assert self.support_vectors is not None
        found = bridge.leave_out_reasons(
            self._seen(values),
            groups,
            support_vectors=self.support_vectors,
            options=self.options,
            alpha=self.alpha,
            threads=0,
        )
        if self.mean is not None and self.scale is not None:
            scale = np.where(np.isinf(self.scale), 0, self.scale)  # of constant columns
            for name in ("mean", "median", "low", "high"):
                there = found[name] * scale
                back = there + self.mean
                rounding = 1e-14 * (np.abs(there) + np.abs(self.mean))
                found[name] = np.where(np.abs(back) > rounding, back, 0)
        return found

    def _seen(self, values: np.ndarray) -> np.ndarray:
        """Standardize rows, if the training data were."""
        if self.mean is None or self.scale is None:
            return values
        return apply(values, self.mean, self.scale)

    def _diagonal(self, given: Any, m: int) -> np.ndarray | None:
        """K(x, x) of the new rows: given, or the training data's if that is constant."""
        if given is None:
            if self.diagonal is not None:
                return np.full(m, self.diagonal)
            if self.needs_diagonal:
                raise ValueError(
                    "diagonal=None: K(x, x) of the training rows varies, so the distance from the "
                    "center needs that of the new rows; pass diagonal=[K(x, x) for each new row]."
                )
            return None
        array = np.asarray(given)
        if array.dtype.kind not in "fiu" or array.shape not in ((), (m,)):
            raise ValueError(
                f"diagonal has shape {array.shape} and type {array.dtype}: must be a number or "
                f"one number for each of the {m} rows of X_new."
            )
        diagonal = np.ascontiguousarray(np.broadcast_to(array, (m,)), dtype=np.float64)
        wrong = ~np.isfinite(diagonal) | (diagonal < 0)
        if wrong.any():
            at = int(np.argmax(wrong))
            raise ValueError(f"diagonal[{at}] = {diagonal[at]:g}: must be finite and >= 0.")
        return diagonal
