"""What the detectors of scikit-learn share with each other, and with those of PyOD."""

from __future__ import annotations

import inspect
import numbers
import re
import types
import warnings
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, TypeVar

import numpy as np
import pandas as pd

from ._checks import check_float
from ._detect import detect
from ._detection import Detection
from ._encoding import is_plain
from ._parameters import parameters_of
from ._result import Result
from ._run import run

try:
    from joblib import effective_n_jobs
    from sklearn.base import BaseEstimator, OutlierMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:
    raise ImportError(
        "LOSDDEnsemble, LOSDD and LOSOC need scikit-learn: pip install scikit-learn, or pip "
        "install pyelki-losdd[sklearn]."
    ) from error

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # scikit-learn < 1.6

    def validate_data(estimator: Any, X: Any, **options: Any) -> np.ndarray:
        """Check X, and remember or compare its width and column names."""
        return np.asarray(estimator._validate_data(X, **options))


__all__ = [
    "OutlierDetector",
    "check_contamination",
    "detect_with",
    "documented",
    "function_arguments",
    "is_table",
    "judge",
    "leave_out_with",
    "validate_data",
]

#: Where our own classes are.
_PACKAGE = __name__.partition(".")[0]

#: Arguments of `run` and `detect` that are parameters of the detectors. `method` is the class, and
#: `contamination` is as in scikit-learn.
SHARED = {
    "run": [name for name in parameters_of("run") if name != "method"],
    "detect": [name for name in parameters_of("detect") if name != "contamination"],
}

#: What is to be said of a parameter of the detectors beyond what the function's says.
_ADDED = {
    "run": {
        "R": "The default is at most half\n    of the rows; a warning tells when that matters.",
        "n_jobs": "None is 1, unless a\n    ``joblib.parallel_config`` says otherwise.",
    },
    "detect": {
        "random_state": "Or an\n    instance of RandomState.",
        "n_jobs": "None is 1, unless a\n    ``joblib.parallel_config`` says otherwise.",
    },
}

_Class = TypeVar("_Class", bound=type)
_Detector = TypeVar("_Detector", bound="OutlierDetector")


def documented(function: Callable[..., Any]) -> Callable[[_Class], _Class]:
    """Complete the documentation of a detector: that of the function and the base class follow.

    Parameters
    ----------
    function : callable
        `run` or `detect`, whichever the detector calls.

    Returns
    -------
    callable
        The decorator of the class.
    """

    def complete(cls: _Class) -> _Class:
        _name_methods(cls)
        text = inspect.getdoc(function)
        if text is None:  # python -OO
            return cls
        section = text.partition("Parameters\n----------\n")[2].partition("\n\nReturns\n")[0]
        entries = dict(re.findall(r"^(\w+) (:.*(?:\n    .*)*)", section, flags=re.MULTILINE))
        name = function.__name__
        for parameter, more in _ADDED[name].items():
            entries[parameter] += f" {more}"
        shared = [f"{parameter} {entries[parameter]}" for parameter in SHARED[name]]
        heading = "Parameters\n----------\n"
        base = (inspect.getdoc(cls.__mro__[1]) or "").partition(heading)[2]
        head, examples, code = (inspect.getdoc(cls) or "").partition("Examples\n--------\n")
        cls.__doc__ = f"{head}{heading}" + "\n".join(shared) + f"\n{base}\n\n{examples}{code}"
        return cls

    return complete


def _name_methods(cls: type) -> None:
    """Give a detector its own copies of what it inherits from us: errors name the public class."""
    for name in dir(cls):
        method = inspect.getattr_static(cls, name)
        ours = inspect.isfunction(method) and method.__module__.startswith(_PACKAGE)
        if ours and not name.startswith("_") and name not in vars(cls):
            copy = types.FunctionType(
                method.__code__, method.__globals__, name, method.__defaults__, method.__closure__
            )
            for attribute in ("__doc__", "__module__", "__annotations__"):
                setattr(copy, attribute, getattr(method, attribute))
            copy.__kwdefaults__ = method.__kwdefaults__
            copy.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, copy)


def function_arguments(detector: Any, function: str) -> dict[str, Any]:
    """Collect the arguments for `run` or `detect` from the parameters of a detector."""
    arguments = {name: getattr(detector, name) for name in SHARED[function]}
    if arguments["n_jobs"] is None:
        arguments["n_jobs"] = effective_n_jobs(None)
    if function == "detect":
        state = arguments["random_state"]
        if state is None or isinstance(state, np.random.RandomState):
            arguments["random_state"] = int(check_random_state(state).randint(2**31 - 1))
    return arguments


def _labelled(X: Any, values: Any) -> Any:
    """Give values that were checked the labels of the data that they come from."""
    if isinstance(X, pd.DataFrame) and not isinstance(values, pd.DataFrame):
        return pd.DataFrame(values, index=X.index, columns=X.columns)
    return values


def is_table(detector: Any, X: Any) -> bool:
    """Tell whether a detector is to encode training data.

    Parameters
    ----------
    detector : object
        It has the parameters of `run` or `detect` as attributes, and `encodes_tables`: whether it
        does so without being asked to.
    X : array-like
        The data as they were given.
    """
    if not isinstance(X, pd.DataFrame) or detector.kernel == "precomputed":
        return False
    if isinstance(detector.columns, Mapping):
        return True
    asked = detector.encodes_tables or detector.columns is not None
    return asked and not is_plain(X)


def leave_out_with(detector: Any, X: Any, values: Any, method: Literal["losdd", "losoc"]) -> Result:
    """Call `run` with the parameters of a detector.

    Parameters
    ----------
    detector : object
        It has the parameters of `run` as attributes.
    X : array-like of shape (n, d)
        The data as they were given: the labels of a DataFrame come back in the result.
    values : ndarray of shape (n, d), or DataFrame
        The data as they were checked; a table that is to be encoded as it is.
    method : {"losdd", "losoc"}
        Which one to run.

    Returns
    -------
    Result
        What `run` returns.
    """
    arguments = function_arguments(detector, "run")
    b, n = arguments["b"], len(values)
    # A default has to work for small data, too, such as a fold of a cross validation.
    if arguments["R"] is None and isinstance(b, numbers.Integral) and int(b) > n // 2:
        warnings.warn(
            f"b={b} would remove {min(int(b), n)} of {n} rows: {n // 2} are removed, half of them. "
            "Use a smaller b, or R to remove as many as you want.",
            UserWarning,
            stacklevel=4,
        )
        arguments["R"] = n // 2
    return run(_labelled(X, values), method=method, **arguments)


def detect_with(detector: Any, X: Any, values: Any) -> Detection:
    """Call `detect` with the parameters of a detector.

    Parameters
    ----------
    detector : object
        It has the parameters of `detect` as attributes.
    X : array-like of shape (n, d)
        The data as they were given: the labels of a DataFrame come back in the result.
    values : ndarray of shape (n, d), or DataFrame
        The data as they were checked; a table that is to be encoded as it is.

    Returns
    -------
    Detection
        What `detect` returns.
    """
    return detect(_labelled(X, values), **function_arguments(detector, "detect"))


def judge(result: Result | Detection, values: Any) -> np.ndarray:
    """Score new rows by the model of a result; higher = more outlying."""
    if isinstance(result, Result):
        model = result.model
        assert model is not None
        if model.precomputed and model.needs_diagonal and model.diagonal is None:
            raise ValueError(
                "kernel='precomputed': K(x, x) of the training rows varies, so the distance of new "
                "rows from the center needs theirs, which X does not hold. Use LOSOC, a kernel "
                "with a constant K(x, x), or result_.score_samples(X, diagonal=...)."
            )
    return result.score_samples(values)


class OutlierDetector(OutlierMixin, BaseEstimator):
    """What all detectors have in common: a result for the training rows, a model for new ones.

    A kind of detector is a subclass: it has the parameters, calls a function with them (`_find`),
    and says where outliers begin if nobody says how many there are (`_draw_line`).
    """

    contamination: Any
    kernel: Any
    columns: Any
    result_: Any
    labels_: np.ndarray
    negative_outlier_score_: np.ndarray
    offset_: float
    n_features_in_: int
    feature_names_in_: np.ndarray

    #: Whether tables are encoded without being asked to.
    encodes_tables: ClassVar[bool] = False

    def _find(self, X: Any, values: Any) -> Any:
        """Find the outliers."""
        raise NotImplementedError

    def _draw_line(self, values: Any) -> np.ndarray:
        """Set `offset_`, and tell which training rows are outliers."""
        raise NotImplementedError

    def fit(self: _Detector, X: Any, y: Any = None) -> _Detector:
        """Find the outliers in X, and keep the model without them.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The training data, at least 3 rows; see `columns` for tables with more than numbers.
            With ``kernel="precomputed"``, the symmetric kernel
            matrix of shape (n_samples, n_samples).
        y : None
            Ignored; scikit-learn's tools pass it.

        Returns
        -------
        self
            The fitted detector.
        """
        share = check_contamination(self.contamination)
        values = self._learned(X)
        self.result_ = self._find(X, values)
        self.negative_outlier_score_ = 0.0 - self.result_.scores
        if share is None:
            outlying = self._draw_line(values)
        else:
            self.offset_ = self._line(max(1, round(share * len(values))))
            outlying = self.negative_outlier_score_ < self.offset_
        self.labels_ = np.where(outlying, -1, 1)
        return self

    @property
    def _encoder(self) -> Any:
        """What encodes tables, if the training data were one that had to be encoded."""
        return self.result_.encoder

    def _judge(self, values: Any) -> np.ndarray:
        """Score new rows by the model; higher = more outlying."""
        return judge(self.result_, values)

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
            opposite of the scores of `run` and `detect`.
        """
        check_is_fitted(self)
        # A table is encoded by the model, which knows the columns by their names.
        encoded = self._encoder is not None
        values = X if encoded else validate_data(self, X, dtype=np.float64, reset=False)
        return 0.0 - self._judge(values)

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

    def _learned(self, X: Any) -> Any:
        """Check training data, and remember their columns; a table to encode stays as it is."""
        if not is_table(self, X):
            return validate_data(self, X, dtype=np.float64, ensure_min_samples=3)
        self.n_features_in_ = X.shape[1]
        if all(isinstance(name, str) for name in X.columns):
            self.feature_names_in_ = np.array(X.columns, dtype=object)
        return X

    def _line(self, count: int) -> float:
        """Return the score below which there are `count` training rows."""
        return float(np.partition(self.negative_outlier_score_, count)[count])

    def _more_tags(self) -> dict[str, bool]:  # scikit-learn < 1.6
        return {"pairwise": self.kernel == "precomputed"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def check_contamination(contamination: object) -> float | None:
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
