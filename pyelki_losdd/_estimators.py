"""LOSDD and LOSOC as outlier detectors of scikit-learn, which only they and `pyod` need."""

from __future__ import annotations

import inspect
import numbers
import re
import warnings
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np
import pandas as pd

from ._checks import check_choice, check_float
from ._parameters import SCORES, parameters_of
from ._result import Result
from ._run import run

try:
    from joblib import effective_n_jobs
    from sklearn.base import BaseEstimator, OutlierMixin
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:
    raise ImportError(
        "LOSDD and LOSOC need scikit-learn: pip install scikit-learn, or pip install "
        "pyelki-losdd[sklearn]."
    ) from error

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # scikit-learn < 1.6

    def validate_data(estimator: Any, X: Any, **options: Any) -> np.ndarray:
        """Check X, and remember or compare its width and column names."""
        return np.asarray(estimator._validate_data(X, **options))


__all__ = ["LOSDD", "LOSOC", "detect", "documented", "judge"]

#: Arguments of `run` that are parameters of the detectors under the same name. `method` is the
#: class, and `score` has another name, as scikit-learn takes an attribute `score` for a method.
SHARED = [name for name in parameters_of("run") if name not in ("method", "score")]

_Class = TypeVar("_Class", bound=type)
_Detector = TypeVar("_Detector", bound="LeaveOutDetector")


def documented(cls: _Class) -> _Class:
    """Complete the documentation of a detector: that of `run` and of the base class follow."""
    text = inspect.getdoc(run)
    if text is None:  # python -OO
        return cls
    section = text.partition("Parameters\n----------\n")[2].partition("\n\nReturns\n")[0]
    entries = dict(re.findall(r"^(\w+) (:.*(?:\n    .*)*)", section, flags=re.MULTILINE))
    entries["R"] += (
        " The default is at most half\n    of the rows; a warning tells when that matters."
    )
    entries["n_jobs"] += " None is 1, unless a\n    ``joblib.parallel_config`` says otherwise."
    shared = "\n".join(f"{name} {entries[name]}" for name in SHARED)
    shared += f"\nscore_form {entries['score']}"
    heading = "Parameters\n----------\n"
    base = (inspect.getdoc(cls.__mro__[1]) or "").partition(heading)[2]
    head, examples, code = (inspect.getdoc(cls) or "").partition("Examples\n--------\n")
    cls.__doc__ = f"{head}{heading}{shared}\n{base}\n\n{examples}{code}"
    return cls


def detect(detector: Any, X: Any, values: np.ndarray, method: Literal["losdd", "losoc"]) -> Result:
    """Run a detector's method with its parameters.

    Parameters
    ----------
    detector : object
        It has the attributes `SHARED` and `score_form`.
    X : array-like of shape (n, d)
        The data as they were given: the labels of a DataFrame come back in the result.
    values : ndarray of shape (n, d)
        The data as they were checked.
    method : {"losdd", "losoc"}
        Which one to run.

    Returns
    -------
    Result
        What `run` returns.
    """
    if detector.score_form is not None:
        check_choice("score_form", detector.score_form, SCORES)  # run would call it score
    arguments = {name: getattr(detector, name) for name in SHARED}
    if arguments["n_jobs"] is None:
        arguments["n_jobs"] = effective_n_jobs(None)
    b, n = arguments["b"], len(values)
    # A default has to work for small data, too, such as a fold of a cross validation.
    if arguments["R"] is None and isinstance(b, numbers.Integral) and int(b) > n // 2:
        warnings.warn(
            f"b={b} would remove {min(int(b), n)} of {n} rows: {n // 2} are removed, half of them. "
            "Use a smaller b, or R to remove as many as you want.",
            UserWarning,
            stacklevel=3,
        )
        arguments["R"] = n // 2
    if isinstance(X, pd.DataFrame):
        X = pd.DataFrame(values, index=X.index, columns=X.columns)
    else:
        X = values
    return run(X, method=method, score=detector.score_form, **arguments)


def judge(result: Result, values: np.ndarray) -> np.ndarray:
    """Score new rows by the cleaned model of a result; higher = more outlying."""
    model = result.model
    assert model is not None
    if model.precomputed and model.needs_diagonal and model.diagonal is None:
        raise ValueError(
            "kernel='precomputed': K(x, x) of the training rows varies, so the distance of new "
            "rows from the center needs theirs, which X does not hold. Use LOSOC, a kernel with a "
            "constant K(x, x), or result_.score_samples(X, diagonal=...)."
        )
    return model.score(values)


class LeaveOutDetector(OutlierMixin, BaseEstimator):
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
        score_form: Literal["distance", "relative", "log_ratio"] | None = None,
        reference: Literal["round", "final"] = "round",
        solver: Literal["auto", "exact", "smo"] = "auto",
        tol: float = 1e-3,
        n_jobs: int | None = -1,
        cache_mb: int | None = None,
        progress: bool | None = None,
        kernel_options: Mapping[str, Any] | None = None,
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
        self.contamination = contamination

    def fit(self: _Detector, X: Any, y: Any = None) -> _Detector:
        """Find the outliers in X, and keep the model without them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The training data, at least 3 rows. With ``kernel="precomputed"``, the symmetric kernel
            matrix of shape (n_samples, n_samples).
        y : None
            Ignored; scikit-learn's tools pass it.

        Returns
        -------
        self
            The fitted detector.
        """
        share = _check_contamination(self.contamination)
        values = validate_data(self, X, dtype=np.float64, ensure_min_samples=3)
        result = detect(self, X, values, self._method)
        self.result_ = result
        self.negative_outlier_score_ = 0.0 - result.scores
        removed = result.labels() == 1
        if share is not None:
            self.offset_ = self._line(max(1, round(share * len(removed))))
            outlying = self.negative_outlier_score_ < self.offset_
        elif removed.any():
            self.offset_ = self._line(int(removed.sum()))
            outlying = removed
        else:
            scores, self.offset_ = self._boundary(values)
            outlying = scores < self.offset_
        self.labels_ = np.where(outlying, -1, 1)
        return self

    def fit_predict(self, X: Any, y: Any = None) -> np.ndarray:
        """Find the outliers in X, each row judged by a model without it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The data, as for `fit`.
        y : None
            Ignored; scikit-learn's tools pass it.

        Returns
        -------
        ndarray of shape (n_samples,)
            -1 for outliers, 1 for the others.
        """
        return self.fit(X).labels_

    def score_samples(self, X: Any) -> np.ndarray:
        """Score new rows by the cleaned model.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            New rows. With ``kernel="precomputed"``, the kernel values of each new row with every
            training row.

        Returns
        -------
        ndarray of shape (n_samples,)
            Higher = more normal, below 0 = outside of the cleaned model's boundary. This is the
            opposite of the scores of `run`.
        """
        check_is_fitted(self)
        values = validate_data(self, X, dtype=np.float64, reset=False)
        return 0.0 - judge(self.result_, values)

    def decision_function(self, X: Any) -> np.ndarray:
        """Score new rows relative to the line between inliers and outliers.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            New rows, as for `score_samples`.

        Returns
        -------
        ndarray of shape (n_samples,)
            ``score_samples(X) - offset_``: negative for outliers.
        """
        scores = self.score_samples(X)
        return scores - self.offset_

    def predict(self, X: Any) -> np.ndarray:
        """Tell outliers from inliers among new rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            New rows, as for `score_samples`.

        Returns
        -------
        ndarray of shape (n_samples,)
            -1 for outliers, 1 for inliers.
        """
        return np.where(self.decision_function(X) >= 0, 1, -1)

    def _line(self, count: int) -> float:
        """Return the score below which there are `count` training rows."""
        return float(np.partition(self.negative_outlier_score_, count)[count])

    def _boundary(self, values: np.ndarray) -> tuple[np.ndarray, float]:
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

    def _more_tags(self) -> dict[str, bool]:  # scikit-learn < 1.6
        return {"pairwise": self.kernel == "precomputed"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


@documented
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


@documented
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


def _check_contamination(contamination: object) -> float | None:
    """Return the share of outliers, or None for "auto"."""
    if isinstance(contamination, str):
        if contamination == "auto":
            return None
        raise ValueError(
            f"contamination={contamination!r}: must be 'auto' or a share of the rows, e.g. 0.05."
        )
    return check_float(
        "contamination", contamination, above=0, most=0.5, note=", a share of the rows, or 'auto'"
    )
