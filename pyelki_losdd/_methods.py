"""What the name of a method means: ours, ELKI's detectors, those of scikit-learn and PyOD."""

from __future__ import annotations

import copy
import functools
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _detect, _elki, _run
from ._checks import closest, shown
from ._detection import Detection
from ._java import bridge
from ._parameters import COMMON, parameters_of
from ._prepare import Prepared
from ._result import Result
from ._scored import Scored

__all__ = ["DEFAULT", "Method", "check_parameters", "make_methods"]

#: What is compared if nothing else is asked for.
DEFAULT = ("detect", "LOSDD", "LOSOC", "SVDD", "OCSVM", "KNN", "LOF")

#: Our methods by their names in lower case: how they are written, and the arguments they stand for.
_OURS: dict[str, tuple[str, dict[str, Any]]] = {
    "losdd": ("LOSDD", {"method": "losdd"}),
    "losoc": ("LOSOC", {"method": "losoc"}),
    "svdd": ("SVDD", {"method": "losdd", "b": 0}),
    "ocsvm": ("OCSVM", {"method": "losoc", "b": 0}),
}

#: Names of the ensemble: that of the function and that of the detector.
_ENSEMBLE = {"detect": "detect", "losddensemble": "LOSDDEnsemble"}

#: Arguments that all methods of ours share: they change no scores.
_RESOURCES = ("n_jobs", "cache_mb")

_EXAMPLES = (
    "a name such as 'detect' or 'LOF', a pair such as ('LOF', {'k': 20}), or a detector such as "
    "IsolationForest()"
)


@dataclass(frozen=True)
class Method:
    """A method, ready to run.

    Attributes
    ----------
    name : str
        How to call it in a table.
    detect : callable
        From prepared data and `progress` to a result.
    kind : {"ours", "ensemble", "elki", "detector"}
        Where it comes from; detectors do not need Java.
    """

    name: str
    detect: Callable[[Prepared, bool | None], Scored]
    kind: str

    @property
    def min_rows(self) -> int:
        """The fewest rows that it takes."""
        return 3 if self.kind in ("ours", "ensemble") else 1


def check_parameters(parameters: Mapping[str, Any], whose: str, function: str = "run") -> None:
    """Check the names of arguments for a function of ours; `whose` says who passes them."""
    known = [name for name in parameters_of(function) if name not in COMMON]
    for name in parameters:
        if name not in known:
            raise TypeError(
                f"{whose} has no parameter {name!r}.{closest(name, known)} The parameters are "
                f"{', '.join(known)}."
            )


def make_methods(
    methods: Iterable[Any] | Mapping[str, Any], parameters: Mapping[str, Any], n: int
) -> list[Method]:
    """Find out what to run, before anything is run: a typo should not cost hours.

    Parameters
    ----------
    methods : list or mapping
        As for :func:`pyelki_losdd.compare`.
    parameters : mapping
        Arguments of :func:`pyelki_losdd.run` for all methods of ours.
    n : int
        The number of rows.

    Returns
    -------
    list of Method
        The methods, with different names.
    """
    if isinstance(methods, str) or not isinstance(methods, Iterable):
        raise TypeError(
            f"methods={shown(methods)}: must be a list or a dict of methods: {_EXAMPLES}."
        )
    made: list[Method] = []
    if isinstance(methods, Mapping):
        for name, given in methods.items():
            if not isinstance(name, str):
                raise TypeError(f"methods has the key {name!r}: must be a name, as a string.")
            # Options alone are those of the method that the key names.
            spec = (name, given) if isinstance(given, Mapping) else given
            made.append(_make(spec, parameters, n, name))
    else:
        for spec in methods:
            made.append(_make(spec, parameters, n, None))
    if not made:
        raise ValueError(f"methods={shown(methods)}: is empty; give at least one.")
    return _with_unique_names(made)


def _with_unique_names(made: list[Method]) -> list[Method]:
    seen: dict[str, int] = {}
    unique = []
    for method in made:
        seen[method.name] = count = seen.get(method.name, 0) + 1
        name = method.name if count == 1 else f"{method.name} ({count})"
        unique.append(Method(name, method.detect, method.kind))
    return unique


def _make(spec: Any, parameters: Mapping[str, Any], n: int, name: str | None) -> Method:
    """Make a method of its specification; `name` is that of the user's choice, if any."""
    if hasattr(spec, "fit"):
        if isinstance(spec, type):
            raise TypeError(
                f"methods: {spec.__name__} is a class; give a detector, {spec.__name__}()."
            )
        detect = functools.partial(_run_detector, spec)
        return Method(name or type(spec).__name__, detect, "detector")
    algorithm, options = spec, None
    if isinstance(spec, tuple) and len(spec) == 2:
        algorithm, options = spec
    if not isinstance(algorithm, str) or not (options is None or isinstance(options, Mapping)):
        raise TypeError(f"methods: {shown(spec)} is no method; give {_EXAMPLES}.")
    ours = _OURS.get(algorithm.lower())
    written = ours[0] if ours else _ENSEMBLE.get(algorithm.lower(), algorithm)
    if name is None:
        listed = ", ".join(f"{key}={value}" for key, value in (options or {}).items())
        name = f"{written}({listed})" if listed else written
    if written in _ENSEMBLE.values():
        return Method(name, _by_ensemble(parameters, options or {}), "ensemble")
    if ours:
        return Method(name, _ours(written, ours[1], parameters, options or {}), "ours")
    return Method(name, _elki_detector(algorithm, options, n), "elki")


def _ours(
    written: str,
    meaning: Mapping[str, Any],
    parameters: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Callable[[Prepared, bool | None], Result]:
    check_parameters(options, written)
    arguments = {**parameters, **options}
    if "b" in meaning:  # the plain SVM
        for removal in ("b", "R"):
            if options.get(removal):
                raise ValueError(
                    f"{removal}={options[removal]!r} for {written}: the plain SVM removes nothing; "
                    f"use {'LOSDD' if written == 'SVDD' else 'LOSOC'}."
                )
            arguments.pop(removal, None)
    return functools.partial(_leave_out, {**arguments, **meaning})


def _by_ensemble(
    parameters: Mapping[str, Any], options: Mapping[str, Any]
) -> Callable[[Prepared, bool | None], Detection]:
    """Use the ensemble; of the arguments for all, those that say with what to compute."""
    check_parameters(options, "detect", "detect")
    shared = {name: parameters[name] for name in _RESOURCES if name in parameters}
    defaults = {name: parameter.default for name, parameter in parameters_of("detect").items()}
    arguments = {**defaults, **shared, **options}

    def detect(prepared: Prepared, progress: bool | None) -> Detection:
        whole = {**arguments, "standardize": prepared.standardized, "progress": progress}
        return _detect.by_ensemble(prepared.data, _detect.check_arguments(whole))

    return detect


def _leave_out(arguments: Mapping[str, Any], prepared: Prepared, progress: bool | None) -> Result:
    """Run LOSDD or LOSOC with these arguments of `run`, and its defaults for all others."""
    defaults = {name: parameter.default for name, parameter in parameters_of("run").items()}
    given = _run.check_arguments({**defaults, **arguments, "progress": progress})
    return _run.leave_out(prepared, given)


def _elki_detector(
    algorithm: str, options: Mapping[str, Any] | None, n: int
) -> Callable[[Prepared, bool | None], Result]:
    known, given = _elki.with_defaults(algorithm, options or {}, n)
    bridge.elki_options(known)  # is an error for unknown names
    return lambda prepared, progress: _elki.detect(prepared, known, given, progress)


def _run_detector(detector: Any, prepared: Prepared, progress: bool | None) -> Result:
    """Fit a copy of a detector of scikit-learn or PyOD, and take its scores of the same data."""
    data, values = prepared.data, prepared.values
    fitted = _copy(detector)
    fitted.fit(values)
    scores = np.asarray(_training_scores(fitted, values), dtype=np.float64)
    if scores.shape != (len(values),):
        raise ValueError(f"its scores have the shape {scores.shape}, not ({len(values)},).")
    params = {"method": type(detector).__name__, **_plain_params(detector)}
    params["standardize"] = prepared.standardized
    return Result(scores, params, values=data.values, index=data.index)


def _copy(detector: Any) -> Any:
    sklearn = sys.modules.get("sklearn.base")
    return sklearn.clone(detector, safe=False) if sklearn else copy.deepcopy(detector)


def _training_scores(fitted: Any, values: np.ndarray) -> Any:
    """Take scores with higher = more outlying.

    Those of the training come first: a neighbor-based detector that is asked about the same rows
    again would take every row for its own neighbor.
    """
    last = fitted.steps[-1][1] if hasattr(fitted, "steps") else fitted  # of a pipeline
    if hasattr(last, "decision_scores_"):  # PyOD
        return last.decision_scores_
    for name in ("negative_outlier_factor_", "negative_outlier_score_"):  # LOF's, and our own
        if hasattr(last, name):
            return -getattr(last, name)
    for name in ("score_samples", "decision_function"):  # of scikit-learn: higher = more normal
        if hasattr(fitted, name):
            return -np.asarray(getattr(fitted, name)(values))
    raise TypeError(
        f"{type(fitted).__name__} gives no outlier scores: it has none of decision_scores_, "
        "negative_outlier_factor_, score_samples and decision_function."
    )


def _plain_params(detector: Any) -> dict[str, Any]:
    """Return a detector's parameters, as values that JSON knows."""
    if not hasattr(detector, "get_params"):
        return {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        params = detector.get_params(deep=False)
    return {
        name: value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
        for name, value in params.items()
    }
