"""LOSDD and LOSOC as detectors of PyOD: ``from pyelki_losdd.pyod import LOSDD``.

They have PyOD's conventions: higher scores are more outlying, labels are 1 for outliers and 0 for
inliers, and `contamination` is the share of outliers, 0.1 by default. For scikit-learn's
conventions, use ``pyelki_losdd.LOSDD``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np

try:
    from pyod.models.base import BaseDetector
except ImportError as error:
    raise ImportError(
        "pyelki_losdd.pyod needs PyOD: pip install pyod, or pip install pyelki-losdd[pyod]."
    ) from error
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from ._estimators import detect, documented, judge
from ._result import Result

__all__ = ["LOSDD", "LOSOC"]

_Detector = TypeVar("_Detector", bound="LeaveOutDetector")


class LeaveOutDetector(BaseDetector):
    """What LOSDD and LOSOC have in common.

    Parameters
    ----------
    contamination : float, default=0.1
        The share of outliers in the training data, above 0 and at most 0.5; it sets `threshold_`.
        An object of PyThresh can choose it, as for every detector of PyOD.

    Attributes
    ----------
    decision_scores_ : ndarray of shape (n_samples,)
        The scores of the training rows, higher = more outlying; each row judged by a model that was
        trained without it.
    threshold_ : float
        The score above which a row is an outlier.
    labels_ : ndarray of shape (n_samples,)
        1 for the outliers among the training rows, 0 for the others.
    result_ : Result
        What `run` returns for the training data: scores, ranking, the removed rows, statistics of
        the rounds, the cleaned model.

    Notes
    -----
    `decision_function`, `predict` and `predict_proba` judge rows by the cleaned model and are meant
    for new ones. Of its support vectors, the model thinks too well, as it is built on them: for the
    training rows, use `decision_scores_` and `labels_`.

    See Also
    --------
    pyelki_losdd.run : The same as a function.
    pyelki_losdd.LOSDD : The same as detectors of scikit-learn.
    """

    _method: ClassVar[Literal["losdd", "losoc"]]

    decision_scores_: np.ndarray
    result_: Result

    def __init__(
        self,
        b: int = 10,
        R: int | float | None = None,
        *,
        kernel: str = "rbf",
        gamma: str | float = "silverman",
        C: float = 1.0,
        nu: float | None = None,
        degree: int = 2,
        coef0: float = 1.0,
        standardize: bool = True,
        score_form: Literal["distance", "relative", "log_ratio"] | None = None,
        reference: Literal["round", "final"] = "round",
        solver: Literal["auto", "exact", "smo"] = "auto",
        tol: float = 1e-3,
        n_jobs: int | None = -1,
        cache_mb: int | None = None,
        progress: bool | None = None,
        kernel_options: Mapping[str, Any] | None = None,
        contamination: float = 0.1,
    ) -> None:
        super().__init__(contamination=contamination)
        self.b = b
        self.R = R
        self.kernel = kernel
        self.gamma = gamma
        self.C = C
        self.nu = nu
        self.degree = degree
        self.coef0 = coef0
        self.standardize = standardize
        self.score_form = score_form
        self.reference = reference
        self.solver = solver
        self.tol = tol
        self.n_jobs = n_jobs
        self.cache_mb = cache_mb
        self.progress = progress
        self.kernel_options = kernel_options

    def fit(self: _Detector, X: Any, y: Any = None) -> _Detector:
        """Find the outliers in X, and keep the model without them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The training data, at least 3 rows. With ``kernel="precomputed"``, the symmetric kernel
            matrix of shape (n_samples, n_samples).
        y : None
            Not used; PyOD warns if it is given.

        Returns
        -------
        self
            The fitted detector.
        """
        if isinstance(self.contamination, str):  # PyOD lets everything pass that is no number
            raise ValueError(
                f"contamination={self.contamination!r}: must be a share of the rows > 0 and <= 0.5 "
                "(pyelki_losdd.LOSDD, for scikit-learn, has 'auto')."
            )
        values = check_array(X, dtype=np.float64, ensure_min_samples=3)
        self._set_n_classes(y)
        self.result_ = detect(self, X, values, self._method)
        self.decision_scores_ = self.result_.scores.copy()
        self._process_decision_scores()
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """Score new rows by the cleaned model.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            New rows. With ``kernel="precomputed"``, the kernel values of each new row with every
            training row.

        Returns
        -------
        ndarray of shape (n_samples,)
            Higher = more outlying, positive = outside of the cleaned model's boundary.
        """
        check_is_fitted(self, ["decision_scores_", "threshold_", "labels_"])
        return judge(self.result_, check_array(X, dtype=np.float64))


@documented
class LOSDD(LeaveOutDetector):
    """Outlier detection in dirty data by leave-out support vector data description, for PyOD.

    Each support vector is judged by a model trained without it; the worst are removed, so that the
    outliers they masked come out, and this is repeated. New rows are judged by the cleaned model.

    Examples
    --------
    >>> from pyelki_losdd import datasets
    >>> from pyelki_losdd.pyod import LOSDD
    >>> data = datasets.load("WBC")
    >>> detector = LOSDD(b=10, contamination=0.05).fit(data.X)
    >>> detector.labels_.sum()
    12
    >>> detector.predict([[0.2] * 9, [0.9] * 9])  # new rows
    array([0, 1])
    """

    _method = "losdd"


@documented
class LOSOC(LeaveOutDetector):
    """Outlier detection in dirty data by leave-out one-class support vector machines, for PyOD.

    Like LOSDD, on the one-class SVM. With a kernel of constant K(x, x), such as rbf, they differ
    in the score form ``"distance"`` only.

    Examples
    --------
    >>> from pyelki_losdd import datasets
    >>> from pyelki_losdd.pyod import LOSOC
    >>> detector = LOSOC(b=5, kernel="laplace").fit(datasets.load("WBC").X)
    >>> detector.labels_.sum()
    23
    """

    _method = "losoc"
