"""The outlier detectors of scikit-learn: LOSDDEnsemble, LOSDD and LOSOC."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from ._detect import detect
from ._detection import Detection
from ._detectors import OutlierDetector, detect_with, documented, judge, leave_out_with
from ._ensemble import Ensemble
from ._result import Result
from ._run import run

__all__ = ["LOSDD", "LOSOC", "EnsembleDetector", "LOSDDEnsemble", "LeaveOutDetector"]


class LeaveOutDetector(OutlierDetector):
    """What LOSDD and LOSOC have in common.

    Parameters
    ----------
    contamination : "auto" or float, default="auto"
        How many training rows lie beyond the line between inliers and outliers. A share above 0 and
        at most 0.5, or ``"auto"``: as many as were removed, and these are the outliers of
        `fit_predict`. Where nothing is removed (``b=0``), the line is the boundary of the SVM.

    Attributes
    ----------
    result_ : Result
        What `run` returns for the training data: scores, ranking, the removed rows, statistics of
        the rounds, the cleaned model.
    labels_ : ndarray of shape (n_samples,)
        What `fit_predict` returns: -1 for the outliers among the training rows, 1 for the others.
    negative_outlier_score_ : ndarray of shape (n_samples,)
        The scores of the training rows, higher = more normal: ``-result_.scores``.
    offset_ : float
        The line between inliers and outliers:
        ``decision_function(X) = score_samples(X) - offset_``.
    n_features_in_ : int
        The number of columns in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame with names that are all strings.

    Notes
    -----
    A training row is judged by a model that was trained *without* it, a new row by the cleaned
    model. That model is built on its support vectors, and so thinks too well of them. Therefore, as
    with scikit-learn's LocalOutlierFactor, ``score_samples``, ``decision_function`` and ``predict``
    are for new rows, and ``negative_outlier_score_`` and ``fit_predict`` for the training rows:
    ``fit(X).predict(X)`` tends to find fewer outliers in X than ``fit_predict(X)``.

    The line is drawn on ``negative_outlier_score_``. New rows of the same kind have scores like
    these, so that about the share `contamination` of them is beyond the line. It is more if many
    rows are removed that are no outliers, as the model then is too small (measured: 12 to 17 %
    instead of 10 with a tenth of clean data removed). The boundary of the model, where
    ``score_samples`` is 0, would not do: with more than a few columns, most inliers are support
    vectors, and most new inliers are a little outside.

    See Also
    --------
    pyelki_losdd.run : The same as a function.
    pyelki_losdd.pyod : The same as detectors of PyOD.
    """

    _method: ClassVar[Literal["losdd", "losoc"]]

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
        score_form: Literal["distance", "relative", "log_ratio", "weight"] | None = None,
        reference: Literal["round", "final"] = "round",
        solver: Literal["auto", "exact", "smo", "port"] = "auto",
        tol: float = 1e-3,
        n_jobs: int | None = -1,
        cache_mb: int | None = None,
        progress: bool | None = None,
        kernel_options: Mapping[str, Any] | None = None,
        columns: Mapping[str, str] | Literal["auto"] | None = None,
        contamination: Literal["auto"] | float = "auto",
    ) -> None:
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
        self.columns = columns
        self.contamination = contamination

    def _find(self, X: Any, values: Any) -> Result:
        return leave_out_with(self, X, values, self._method)

    def _draw_line(self, values: Any) -> np.ndarray:
        removed = self.result_.labels() == 1
        if removed.any():
            self.offset_ = self._line(int(removed.sum()))
            return np.asarray(removed)
        scores, self.offset_ = self._boundary(values)
        return np.asarray(scores < self.offset_)

    def _boundary(self, values: Any) -> tuple[np.ndarray, float]:
        """Score the training rows by the model, and locate its boundary among them.

        Support vectors lie on the boundary, but numerically a little to either side of it: by
        rounding (exact) or the tolerance (smo). They count as inside, except those that a soft
        margin leaves outside, whose weight is C.
        """
        model = self.result_.model
        assert model is not None
        scores = 0.0 - model.score(values, values.diagonal() if model.precomputed else None)
        inside = np.ones(len(values), dtype=bool)
        inside[model.rows[model.alpha >= self.result_.params["C"] * (1 - 1e-9)]] = False
        return scores, float(np.min(scores[inside], initial=0.0))


@documented(run)
class LOSDD(LeaveOutDetector):
    """Outlier detection in dirty data by leave-out support vector data description.

    Each support vector is judged by a model trained without it; the worst are removed, so that the
    outliers they masked come out, and this is repeated. New rows are judged by the cleaned model.

    Examples
    --------
    >>> from pyelki_losdd import LOSDD, datasets
    >>> data = datasets.load("WBC")
    >>> detector = LOSDD(b=10)
    >>> (detector.fit_predict(data.X) == -1).sum()
    10
    >>> detector.predict([[0.2] * 9, [0.9] * 9])  # new rows
    array([ 1, -1])
    """

    _method = "losdd"


@documented(run)
class LOSOC(LeaveOutDetector):
    """Outlier detection in dirty data by leave-out one-class support vector machines.

    Like LOSDD, on the one-class SVM. With a kernel of constant K(x, x), such as rbf, they differ
    in the score form ``"distance"`` only.

    Examples
    --------
    >>> from pyelki_losdd import LOSOC, datasets
    >>> detector = LOSOC(b=5, kernel="laplace").fit(datasets.load("WBC").X)
    >>> len(detector.result_.removed)
    5
    """

    _method = "losoc"


class EnsembleDetector(OutlierDetector):
    """What is particular about the ensemble as a detector.

    Parameters
    ----------
    contamination : "auto" or float, default="auto"
        How many training rows are outliers: a share above 0 and at most 0.5, or ``"auto"``: those
        that stand out (see :meth:`Detection.labels`).

    Attributes
    ----------
    result_ : Detection
        What `detect` returns for the training data: scores, ranking, labels, and the models.
    labels_ : ndarray of shape (n_samples,)
        What `fit_predict` returns: -1 for the outliers among the training rows, 1 for the others.
    negative_outlier_score_ : ndarray of shape (n_samples,)
        The scores of the training rows, higher = more normal: ``-result_.scores``.
    model_ : Ensemble or None
        The trained models; None for kernels that cannot score other rows.
    offset_ : float
        The line between inliers and outliers:
        ``decision_function(X) = score_samples(X) - offset_``.
    n_features_in_ : int
        The number of columns in `fit`.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame with names that are all strings.

    See Also
    --------
    pyelki_losdd.detect : The same as a function.
    pyelki_losdd.pyod : The same as detectors of PyOD.
    """

    result_: Detection
    model_: Ensemble | None
    encodes_tables = True

    def __init__(
        self,
        *,
        n_estimators: int = 24,
        max_samples: int = 128,
        b: int = 10,
        R: int | float | None = None,
        kernel: str | None = None,
        gamma: str | float = "silverman",
        nu: float = 0.2,
        degree: int = 2,
        coef0: float = 1.0,
        standardize: bool = True,
        solver: Literal["auto", "exact", "smo", "port"] = "auto",
        tol: float = 1e-3,
        random_state: int | np.random.RandomState | None = 0,
        n_jobs: int | None = -1,
        cache_mb: int | None = None,
        progress: bool | None = None,
        kernel_options: Mapping[str, Any] | None = None,
        columns: Mapping[str, str] | Literal["auto"] | None = None,
        contamination: Literal["auto"] | float = "auto",
    ) -> None:
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.b = b
        self.R = R
        self.kernel = kernel
        self.gamma = gamma
        self.nu = nu
        self.degree = degree
        self.coef0 = coef0
        self.standardize = standardize
        self.solver = solver
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.cache_mb = cache_mb
        self.progress = progress
        self.kernel_options = kernel_options
        self.columns = columns
        self.contamination = contamination

    def _find(self, X: Any, values: Any) -> Detection:
        found = detect_with(self, X, values)
        self.model_ = found.model
        return found

    @property
    def _encoder(self) -> Any:
        return None if self.model_ is None else self.model_.encoder

    def _judge(self, values: Any) -> np.ndarray:
        return judge(self.result_, values) if self.model_ is None else self.model_.score(values)

    def _draw_line(self, values: Any) -> np.ndarray:
        self.offset_ = -self.result_.threshold
        return np.asarray(self.result_.labels() == 1)


@documented(detect)
class LOSDDEnsemble(EnsembleDetector):
    """Outlier detection in a table, with nothing to tune, by an ensemble of leave-out SVMs.

    Small random samples of the rows are cleaned, each by a leave-out SVM that peels off its most
    outlying rows in rounds. What remains is a model of the inliers, and the score of a row is its
    mean distance from these models. The parameters are named like those of IsolationForest.

    Examples
    --------
    >>> from pyelki_losdd import LOSDDEnsemble, datasets
    >>> data = datasets.load("WBC")
    >>> detector = LOSDDEnsemble(contamination=0.05)
    >>> (detector.fit_predict(data.X) == -1).sum()
    11
    >>> detector.predict([[0.2] * 9, [0.9] * 9])  # new rows
    array([ 1, -1])
    """
