"""`detect`: the outliers of a table, with nothing to tune."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from ._detection import Detection
from ._encoding import Encoder
from ._ensemble import Ensemble
from ._java import bridge
from ._parameters import checked, elki_options, parameters_of
from ._ranking import identical_rows, kernel_profile, rank_rows
from ._run import check_kernel_options
from ._validation import Data, check_data, check_kernel_matrix, check_table
from ._warnings import warn
from ._words import in_words_of, warnings_in_words

__all__ = ["by_ensemble", "check_arguments", "detect", "ensemble_options"]


def detect(
    X: Any,
    contamination: int | float | None = None,
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
    random_state: int | None = 0,
    n_jobs: int = -1,
    cache_mb: int | None = None,
    progress: bool | None = None,
    kernel_options: Mapping[str, Any] | None = None,
    columns: Mapping[str, str] | Literal["auto"] | None = None,
) -> Detection:
    """Find the outliers of a table, with nothing to tune.

    Small random samples of the rows are cleaned, each by a leave-out SVM that peels off its most
    outlying rows in rounds (see :func:`run`). What remains is a model of the inliers, and the score
    of a row is its mean distance from these models. In a small sample, a group of outliers that
    vouch for each other is a few lone rows; and the models do not depend on the number of rows, so
    that time grows with it linearly.

    The scores do not depend on the order of the rows nor on the number of threads. Identical rows
    have identical scores, and scoring the same rows again gives the same scores.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Array or list of lists of finite numbers, or DataFrame, at least 3 rows; not changed. A
        DataFrame may hold numbers, texts, categories, booleans and dates, and have missing cells.
        With ``kernel="precomputed"``, the symmetric (n, n) kernel matrix.
    contamination : int or float, optional
        How many rows to call outliers: a share above 0 and below 1, or a count. By default, those
        that stand out: see :meth:`Detection.labels`.
    n_estimators : int, default=24
        How many models.
    max_samples : int, default=128
        How many rows each model is trained on. Of few rows, at most half.
    b : int, default=10
        The rounds in which the outlying rows of a sample are peeled off.
    R : int or float, optional
        How much of each sample is peeled off: a share above 0 and below 1, or a count. By default
        .35, and .1 by a quarter of the models: the former is better where much is dirty, the latter
        where little is.
    kernel : str, optional
        A kernel as in :func:`run`, for all models. By default, half of the models look at the
        values of the columns and half at their normal scores (quantiles of the normal distribution
        at the ranks of the values), with the kernel exp(-distance / width), the Manhattan distance,
        and a width that is a share of the median distance in the sample.
    gamma : {"silverman", "scott", "sklearn"} or float, default="silverman"
        The bandwidth of a `kernel` that has one.
    nu : float, default=0.2
        Share of a sample that may lie outside of its model, above 0 and at most 1.
    degree : int, default=2
        Degree of the polynomial kernel; others ignore it.
    coef0 : float, default=1.0
        Constant of the polynomial kernel, at least 0; others ignore it.
    standardize : bool, default=True
        Whether to give each column mean 0 and standard deviation 1 first.
    solver : {"auto", "exact", "smo", "port"}, default="auto"
        As in :func:`run`.
    tol : float, default=1e-3
        Stopping tolerance of ``"smo"`` and ``"port"``, relative to rho.
    random_state : int, default=0
        Seed for drawing the samples; None for another one each time.
    n_jobs : int, default=-1
        Threads; -1 uses all cores, -2 all but one.
    cache_mb : int, optional
        Memory for kernel columns and matrices in MB; half of Java's heap by default.
    progress : bool, optional
        Whether to show a progress bar. By default, on long work in a terminal or notebook.
    kernel_options : mapping, optional
        ELKI options for a kernel given by class name, e.g. ``{"kernel.sigmoid.c": 1}``.
    columns : mapping of str to {"number", "category", "date", "ignore"}, optional
        What columns of a DataFrame are, by their names, e.g. ``{"zip": "category"}``. The others
        are found out by their types and contents; columns that are constant, or texts that are all
        or mostly different (identifiers, sentences), are left out, and a warning says so.

    Returns
    -------
    Detection
        Scores, ranking, labels, how much the models disagree, and the models themselves.

    Raises
    ------
    ValueError, TypeError
        For bad data or parameters; the message names the argument, and the row and column.
    MemoryError
        If Java's memory does not suffice; the message says how to give it more.

    Notes
    -----
    A table that holds more than numbers is encoded; ``result.columns`` tells how. A category is as
    far from the others as a number that is as unusual would be from its mean, so that a rare one
    counts as rare, and one that the training data did not have as at least as rare as any. Dates
    are numbers. A missing cell is filled from rows that are similar in the other columns: it makes
    no row an outlier, and hides none. New rows are treated in the same way, whichever order their
    columns are in. A DataFrame of numbers without gaps has the scores of the array of its values.

    See Also
    --------
    run : The algorithm of the paper, on all rows at once.

    Examples
    --------
    >>> import pyelki_losdd
    >>> data = pyelki_losdd.datasets.load("WBC")
    >>> result = pyelki_losdd.detect(data.X)
    >>> result.ranking[:3]
    array([0, 9, 3])
    """
    given = check_arguments(locals())  # first: a typo should not cost a pass over the data
    if kernel == "precomputed":
        return by_ensemble(check_data(X), given)
    # The usual members compare rows by absolute differences, all other kernels by squares.
    table = check_table(X, given["columns"], squared=kernel is not None, as_is=True)
    result = by_ensemble(table, given)
    result.data = X
    return result


def check_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Check arguments of `detect`, and return them in their proper types."""
    given = checked("detect", arguments)
    check_kernel_options(given)
    return given


def ensemble_options(given: Mapping[str, Any], encoder: Encoder | None = None) -> dict[str, str]:
    """Write checked arguments of `detect` as ELKI options, with what is said of a table."""
    options = elki_options("detect", _used(given)) | (given["kernel_options"] or {})
    if encoder is not None:
        options["losvm.features"] = str(len(encoder.features))
        if encoder.as_is.any():
            options["losvm.asis"] = ",".join(map(str, np.flatnonzero(encoder.as_is)))
    if given["kernel"] == "precomputed":
        del options["losvm.kernel"]  # to ELKI, it has no name
    return options


def _used(given: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what the kernel does not have."""
    return {
        name: given[name] if parameter.applies_to(given["kernel"] or "") else None
        for name, parameter in parameters_of("detect").items()
    }


def by_ensemble(data: Data, given: dict[str, Any]) -> Detection:
    """Find the outliers in data that may be shared with other detectors.

    Parameters
    ----------
    data : Data
        The data, as they are: what is done to the columns is up to the ensemble.
    given : dict
        All arguments of `detect`, checked.
    """
    n, contamination, kernel = len(data.values), given["contamination"], given["kernel"]
    if isinstance(contamination, (int, np.integer)) and contamination > n:
        raise ValueError(f"contamination={contamination}: there are only {n} rows.")
    precomputed = kernel == "precomputed"
    if precomputed:
        check_kernel_matrix(data)
    if given["random_state"] is None:
        given["random_state"] = secrets.randbits(32)
    with in_words_of(given):
        found = bridge.ensemble(
            data.values,
            ensemble_options(given, data.encoder),
            precomputed=precomputed,
            progress=given["progress"],
        )
    ranking = twins = None
    if precomputed:  # the columns are rows, too: their order must not break ties
        profile = functools.partial(kernel_profile, data.values)
        ranking = rank_rows(found["scores"], None, profile)
        twins = identical_rows(found["scores"], profile)
    members = found["model"]
    params = {"method": "detect", **_used(given)}
    del params["progress"]
    warnings = warnings_in_words(found["warnings"])
    warn(warnings)
    return Detection(
        found["scores"],
        params,
        deviation=found["deviation"],
        values=None if precomputed else data.values,
        ranking=ranking,
        index=data.index,
        warnings=warnings,
        twins=twins,
        model=(
            None
            if members is None
            else Ensemble(members, data.values.shape[1], data.columns, data.encoder)
        ),
        encoder=data.encoder,
    )
