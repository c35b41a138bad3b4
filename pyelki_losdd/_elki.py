"""ELKI's own outlier detectors, on the same kind of data and with the same kind of result."""

from __future__ import annotations

import numbers
import re
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from ._checks import check_bool, shown
from ._java import bridge
from ._prepare import Prepared, prepare
from ._result import Result

__all__ = ["detect", "elki_algorithms", "run_elki", "with_defaults"]

#: Detectors that have a default here: the class and the number of neighbors.
_NEIGHBORS = {"knn": ("KNNOutlier", 1), "lof": ("LOF", 20)}


def run_elki(
    X: Any,
    algorithm: str,
    *,
    options: Mapping[str, Any] | None = None,
    standardize: bool = False,
    progress: bool | None = None,
    **more: Any,
) -> Result:
    """Run one of ELKI's outlier detectors.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Array, list of lists or DataFrame of finite numbers.
    algorithm : str
        Which one: a name, an alias or a class of :func:`elki_algorithms`, e.g. ``"LOF"``,
        ``"knno"`` or ``"elki.outlier.distance.KNNOutlier"``; of names without dots, the case does
        not matter. ``"KNN"`` (with k = 1) and ``"LOF"`` (k = 20) need no options, as in
        :func:`compare`.
    options : mapping, optional
        ELKI options and their values, e.g. ``{"lof.k": 20}``. Values may be numbers, bools, strings
        (also for classes: ``"ManhattanDistance"``) and lists.
    standardize : bool, default=False
        Whether to give each column mean 0 and standard deviation 1 first. By default, the detector
        sees the data as they are, as in ELKI; `run`, `detect` and `compare` standardize them.
    progress : bool, optional
        Whether to show a progress bar. By default, on long work in a terminal or notebook.
    **more
        More options. The name may be cut to the end that tells it apart, and have ``_`` where ELKI
        has a dot or dash: ``k=20`` and ``lof_k=20`` both mean ``lof.k``. None means the default.

    Returns
    -------
    Result
        The scores, with higher = more outlying: those of a detector that does it the other way
        round (``params["inverted"]``) are negated. It has no model and removed nothing.

    Raises
    ------
    ValueError, TypeError
        For bad data, an unknown detector or option (with the closest matches), a bad value.

    Notes
    -----
    Detectors that draw random numbers differ from run to run, unless given a seed (``seed=1`` where
    they have such an option, or ``configure(options="-Delki.seed=1")`` for all).

    Examples
    --------
    >>> import pyelki_losdd
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1], [5, 5]]
    >>> pyelki_losdd.run_elki(X, "KNNOutlier", k=1).scores
    array([1.        , 1.        , 1.        , 1.        , 5.65685425])
    """
    if not isinstance(algorithm, str):
        raise TypeError(
            f"algorithm={shown(algorithm)}: must be a string, e.g. 'LOF'; elki_algorithms() lists "
            "all."
        )
    standardize = check_bool("standardize", standardize)
    if progress is not None:
        progress = check_bool("progress", progress)
    texts = _texts(options, more)
    prepared = prepare(X, standardize, min_rows=1)
    known, given = with_defaults(algorithm, texts, len(prepared))
    return detect(prepared, known, given, progress)


def with_defaults(algorithm: str, options: Mapping[str, Any], n: int) -> tuple[str, dict[str, Any]]:
    """Look up a short name, and add the number of neighbors if it is not given.

    Parameters
    ----------
    algorithm : str
        Which detector.
    options : mapping
        Its options, with names that are complete or not.
    n : int
        The number of rows.

    Returns
    -------
    algorithm : str
        A name that ELKI knows.
    options : dict
        All options.
    """
    known, k = _NEIGHBORS.get(algorithm.lower(), (algorithm, None))
    given = dict(options)
    if k is not None and not any(re.fullmatch(r"(\w+[._])*k", name.lower()) for name in given):
        given["k"] = max(1, min(k, n - 1))
    return known, given


def detect(
    prepared: Prepared, algorithm: str, options: Mapping[str, Any], progress: bool | None
) -> Result:
    """Run one of ELKI's detectors on data that may be shared with others.

    Parameters
    ----------
    prepared : Prepared
        The data.
    algorithm : str
        Which one.
    options : mapping
        ELKI options, with names that are complete or not.
    progress : bool or None
        Whether to show a progress bar.
    """
    found = bridge.elki_outlier(prepared.values, algorithm, _texts(options, {}), progress=progress)
    missing = int(np.isnan(found["scores"]).sum())
    if missing:
        warnings.warn(
            f"{algorithm} gave no score (NaN) to {missing} of {len(prepared)} rows; check its "
            "options, such as a number of neighbors that is larger than the data.",
            RuntimeWarning,
            stacklevel=3,
        )
    params = {
        "method": found["class"].rpartition(".")[2],
        "class": found["class"],
        **found["options"],
        "standardize": prepared.standardized,
        "inverted": found["meta"]["inverted"],
    }
    data = prepared.data
    return Result(found["outlyingness"], params, values=data.values, index=data.index)


def elki_algorithms(algorithm: str | None = None) -> pd.DataFrame:
    """List the outlier detectors that ELKI knows here, also those of jars of your own.

    Parameters
    ----------
    algorithm : str, optional
        One of them, to list its options instead.

    Returns
    -------
    pandas.DataFrame
        The columns `name`, `family`, `alias`, `class`, `title`, `description`, `reference` and
        `options` (the names of the options); families are ELKI's packages, such as ``"distance"``
        or ``"lof"``; rows are sorted by family and name. For a single algorithm: one row for each
        option, with the columns `name`, `syntax`, `default`, `required` and `description`. Options
        can have options of their own, such as those of a distance function; the defaults' ones are
        listed.

    Examples
    --------
    >>> import pyelki_losdd
    >>> pyelki_losdd.elki_algorithms("LOF")[["name", "default"]]
                             name                      default
    0  algorithm.distancefunction  minkowski.EuclideanDistance
    1                       lof.k                         None
    """
    if algorithm is not None:
        columns = ["name", "syntax", "default", "required", "description"]
        frame = pd.DataFrame(bridge.elki_options(algorithm), columns=columns, dtype=object)
        return frame.astype({"required": bool})
    rows = [
        {
            **{name: value for name, value in found.items() if name not in ("alias", "options")},
            "alias": ", ".join(found["alias"]),
            "options": ", ".join(option["name"] for option in found["options"]),
            "family": _family(found["class"]),
        }
        for found in bridge.elki_algorithms()
    ]
    columns = ["name", "family", "alias", "class", "title", "description", "reference", "options"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.sort_values(
        ["family", "name"], key=lambda names: names.str.lower(), ignore_index=True
    )


def _family(name: str) -> str:
    """Tell the family of a detector: its package below ELKI's for outlier detection."""
    package = name.removeprefix("elki.outlier.").rpartition(".")[0]
    family = package.partition(".")[0] if name.startswith("elki.outlier.") else package
    return family or "other"


def _texts(options: object, more: Mapping[str, Any]) -> dict[str, str]:
    """Write options the way ELKI reads them."""
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options={shown(options)}: must be a dict, e.g. {{'lof.k': 20}}.")
    for name in options:
        if not isinstance(name, str):
            raise TypeError(f"options has the key {name!r}: must be the name of an ELKI option.")
    twice = options.keys() & more.keys()
    if twice:
        raise ValueError(f"{', '.join(sorted(twice))}: given in options and as an argument, too.")
    return {
        name: _text(name, value) for name, value in {**options, **more}.items() if value is not None
    }


def _text(name: str, value: object, depth: int = 2) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, (list, tuple, np.ndarray)) and depth > 0:
        # ELKI writes vectors with commas, and lists of vectors with colons between them.
        nested = any(isinstance(v, (list, tuple, np.ndarray)) for v in value)
        return (":" if nested else ",").join(_text(name, v, depth - 1) for v in value)
    raise TypeError(
        f"{name}={shown(value)}: must be a number, a bool, a string or a list of these, not "
        f"{type(value).__name__}."
    )
