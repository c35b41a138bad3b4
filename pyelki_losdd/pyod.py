"""LOSDDEnsemble, LOSDD and LOSOC as detectors of PyOD: ``from pyelki_losdd.pyod import LOSDD``.

They have PyOD's conventions: higher scores are more outlying, labels are 1 for outliers and 0 for
inliers, and `contamination` is the share of outliers, 0.1 by default. For scikit-learn's
conventions, use ``pyelki_losdd.LOSDD``.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
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

from . import _estimators
from ._detect import detect
from ._detection import Detection
from ._detectors import detect_with, documented, is_table, judge, leave_out_with
from ._result import Result
from ._run import run

__all__ = ["LOSDD", "LOSOC", "LOSDDEnsemble"]

_Detector = TypeVar("_Detector", bound="OutlierDetector")


def _with_contamination_of_pyod(init: Callable[..., None]) -> Callable[..., None]:
    """Take over the parameters of scikit-learn's counterpart; the default share is PyOD's."""

    @functools.wraps(init)
    def initialize(self: Any, *values: Any, **given: Any) -> None:
        init(self, *values, **{"contamination": 0.1, **given})
        BaseDetector.__init__(self, contamination=self.contamination)

    signature = inspect.signature(init)
    parameters = [
        p.replace(default=0.1, annotation="float") if p.name == "contamination" else p
        for p in signature.parameters.values()
    ]
    # PyOD reads the parameters of a detector from there, to print and to copy it.
    initialize.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return initialize


class OutlierDetector(BaseDetector):
    """What all detectors have in common: a result for the training rows, a model for new ones."""

    decision_scores_: np.ndarray
    result_: Any

    #: Whether tables are encoded without being asked to.
    encodes_tables: ClassVar[bool] = False

    def _find(self, X: Any, values: Any) -> Any:
        """Find the outliers."""
        raise NotImplementedError

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
        table = is_table(self, X)
        values = X if table else check_array(X, dtype=np.float64, ensure_min_samples=3)
        self._set_n_classes(y)
        self.result_ = self._find(X, values)
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
        encoded = self.result_.encoder is not None
        return judge(self.result_, X if encoded else check_array(X, dtype=np.float64))


class LeaveOutDetector(OutlierDetector):
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

    result_: Result

    _method: ClassVar[Literal["losdd", "losoc"]]

    __init__ = _with_contamination_of_pyod(_estimators.LeaveOutDetector.__init__)

    def _find(self, X: Any, values: Any) -> Result:
        return leave_out_with(self, X, values, self._method)


@documented(run)
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


@documented(run)
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


class _EnsembleDetector(OutlierDetector):
    """What is particular about the ensemble as a detector.

    Parameters
    ----------
    contamination : float, default=0.1
        The share of outliers in the training data, above 0 and at most 0.5; it sets `threshold_`.
        An object of PyThresh can choose it, as for every detector of PyOD.

    Attributes
    ----------
    decision_scores_ : ndarray of shape (n_samples,)
        The scores of the training rows, higher = more outlying.
    threshold_ : float
        The score above which a row is an outlier.
    labels_ : ndarray of shape (n_samples,)
        1 for the outliers among the training rows, 0 for the others.
    result_ : Detection
        What `detect` returns for the training data: scores, ranking, labels, and the models.

    See Also
    --------
    pyelki_losdd.detect : The same as a function.
    pyelki_losdd.LOSDDEnsemble : The same as a detector of scikit-learn.
    """

    result_: Detection
    encodes_tables = True

    __init__ = _with_contamination_of_pyod(_estimators.LOSDDEnsemble.__init__)

    def _find(self, X: Any, values: Any) -> Detection:
        return detect_with(self, X, values)


@documented(detect)
class LOSDDEnsemble(_EnsembleDetector):
    """Outlier detection in a table by an ensemble of leave-out SVMs, for PyOD.

    Small random samples of the rows are cleaned, each by a leave-out SVM that peels off its most
    outlying rows in rounds. What remains is a model of the inliers, and the score of a row is its
    mean distance from these models. The parameters are named like those of IsolationForest.

    Examples
    --------
    >>> from pyelki_losdd import datasets
    >>> from pyelki_losdd.pyod import LOSDDEnsemble
    >>> data = datasets.load("WBC")
    >>> detector = LOSDDEnsemble(contamination=0.05).fit(data.X)
    >>> detector.labels_.sum()
    12
    >>> detector.predict([[0.2] * 9, [0.9] * 9])  # new rows
    array([0, 1])
    """
