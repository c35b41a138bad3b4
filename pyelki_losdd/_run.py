"""`run`: LOSDD and LOSOC on an array."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from ._checks import shown
from ._java import bridge
from ._model import Model
from ._parameters import BANDWIDTH_KERNELS, checked, elki_options, parameters_of
from ._prepare import Prepared, prepare
from ._ranking import identical_rows, kernel_profile, rank_rows
from ._result import Result
from ._validation import check_kernel_matrix, check_table
from ._warnings import warn
from ._words import in_words_of, warnings_in_words

__all__ = ["check_arguments", "check_kernel_options", "leave_out", "run"]


def run(
    X: Any,
    b: int = 10,
    R: int | float | None = None,
    *,
    method: Literal["losdd", "losoc"] = "losdd",
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
    n_jobs: int = -1,
    cache_mb: int | None = None,
    progress: bool | None = None,
    kernel_options: Mapping[str, Any] | None = None,
    columns: Mapping[str, str] | Literal["auto"] | None = None,
) -> Result:
    """Find outliers in dirty data with leave-out support vector machines.

    A one-class SVM trained on everything makes the outliers its support vectors, and so calls them
    normal. Here each support vector is judged by a model trained *without* it; the worst are
    removed, so that the outliers they masked come out, and this is repeated.

    The scores do not depend on the order of the rows nor on the number of threads.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Array, list of lists or DataFrame of finite numbers, at least 3 rows; not changed. With
        ``kernel="precomputed"``, the symmetric (n, n) kernel matrix.
    b : int, default=10
        Batches: rounds of leaving out and removing. 1 is plain leave-one-out with one removal, 0
        the plain SVM (the SVDD and one-class SVM baselines).
    R : int or float, optional
        How many rows to remove in total: a count, or a share above 0 and below 1. `b` by default.
        Batch k removes ``floor(k*R/b) - floor((k-1)*R/b)`` of them.
    method : {"losdd", "losoc"}, default="losdd"
        Leave out with support vector data description, or with the one-class SVM. With a kernel of
        constant K(x, x), such as rbf, they differ in the score ``"distance"`` only. Upper case will
        do.
    kernel : str, default="rbf"
        ``"rbf"`` exp(-gamma d²), ``"laplace"``, ``"rational_quadratic"``, ``"linear"``,
        ``"polynomial"`` (x·y + coef0)^degree, ``"precomputed"``, or the full class name of an ELKI
        similarity, e.g. ``"elki.similarity.kernel.SigmoidKernel"``.
    gamma : {"silverman", "scott", "sklearn"} or float, default="silverman"
        The bandwidth, or the rule to choose it by, for kernels that have one. ``"scale"``,
        scikit-learn's name, is ``"sklearn"``.
    C : float, default=1.0
        Upper bound of a weight; 1 is the hard margin. At least 1 / (rows left in the end).
    nu : float, optional
        Instead of `C`: ``C = 1 / (nu * n)``, above 0 and at most 1.
    degree : int, default=2
        Degree of the polynomial kernel; others ignore it.
    coef0 : float, default=1.0
        Constant of the polynomial kernel, at least 0; others ignore it.
    standardize : bool, default=True
        Whether to give each column mean 0 and standard deviation 1 first (a constant column
        becomes 0). A precomputed kernel is taken as it is.
    score_form : {"distance", "relative", "log_ratio", "weight"}, optional
        The form of the score. By default ``"log_ratio"`` where the kernel is positive, otherwise
        ``"relative"``. ``"distance"`` is the paper's; it does not compare well between rounds.
        ``"weight"`` is the weight in the model of a round, without leaving anything out, as ELKI's
        own SVDD and OCSVM have it: no score for new data.
    reference : {"round", "final"}, default="round"
        What the score refers to: the model of the round (Algorithm 1 of the paper), or the one
        cleaned model at the end.
    solver : {"auto", "exact", "smo", "port"}, default="auto"
        ``"exact"`` keeps a factorization and has no tolerance; ``"smo"`` iterates, needs less
        memory and is the paper's; ``"port"`` iterates by ELKI's own port of LIBSVM, which needs
        ELKI's bundle, ``configure(classpath=["elki-bundle-0.8.0.jar"])``; ``"auto"`` chooses
        between the first two.
    tol : float, default=1e-3
        Stopping tolerance of ``"smo"`` and ``"port"``, relative to rho.
    n_jobs : int, default=-1
        Threads; -1 uses all cores, -2 all but one.
    cache_mb : int, optional
        Memory for kernel columns and matrices in MB; half of Java's heap by default.
    progress : bool, optional
        Whether to show a progress bar. By default, on long work in a terminal or notebook.
    kernel_options : mapping, optional
        ELKI options for a kernel given by class name, e.g. ``{"kernel.sigmoid.c": 1}``.
    columns : mapping of str to {"number", "category", "date", "ignore"}, or "auto", optional
        Takes a DataFrame with texts, categories, booleans, dates and missing cells, as
        :func:`pyelki_losdd.detect` does: what columns are, by their names; the others, or with
        ``"auto"`` all, are found out. By default, all columns must be numbers.

    Returns
    -------
    Result
        Scores, ranking, removed rows, statistics of the rounds, and the cleaned model.

    Raises
    ------
    ValueError, TypeError
        For bad data or parameters; the message names the argument, and the row and column.
    MemoryError
        If Java's memory does not suffice; the message says how to give it more.

    Warns
    -----
    LosddWarning
        If the settings cannot work on these data: the kernel matrix is nearly the identity or
        constant, outliers have twins that vouch for them, or the solver did not converge. The
        result keeps the messages in ``warnings``.

    See Also
    --------
    run_elki : ELKI's own outlier detectors.
    configure : Java's memory and class path, before the first run.

    References
    ----------
    D. Boiar, T. Liebig, E. Schubert: LOSDD: Leave-Out Support Vector Data Description for Outlier
    Detection.

    Examples
    --------
    >>> import pyelki_losdd
    >>> data = pyelki_losdd.datasets.load("WBC")
    >>> result = pyelki_losdd.run(data.X, b=10)
    >>> result.ranking[:3]
    array([5, 2, 8])
    >>> result.labels().sum()
    10
    """
    given = check_arguments(locals())  # first: a typo should not cost a pass over the data
    standardized = given["standardize"] and kernel != "precomputed"
    if given["columns"] is None or kernel == "precomputed":
        result = leave_out(prepare(X, standardized), given)
    else:
        table = check_table(X, given["columns"], squared=True)
        result = leave_out(Prepared(table, standardized), given)
    if kernel != "precomputed":
        result.data = X
    return result


def check_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Check arguments of `run`, one by one and together, and return them in their proper types."""
    given = checked("run", arguments)
    check_kernel_options(given)
    b, R, C, nu = given["b"], given["R"], given["C"], given["nu"]
    if b == 0 and R:
        raise ValueError(
            f"R={shown(R)} with b=0: the plain SVM removes nothing; use b >= 1, or leave R out."
        )
    if nu is not None and C != 1:
        raise ValueError(f"C={C:g} and nu={nu:g}: give one of them, since C = 1 / (nu * n).")
    return given


def leave_out(prepared: Prepared, given: Mapping[str, Any]) -> Result:
    """Find the outliers in data that may be shared with other detectors.

    Parameters
    ----------
    prepared : Prepared
        The data.
    given : mapping
        All arguments of `run`, checked. `standardize` is up to `prepared`.
    """
    method, kernel, data = given["method"], given["kernel"], prepared.data
    precomputed = kernel == "precomputed"
    if precomputed:
        check_kernel_matrix(data)
        prepared = Prepared(data, standardized=False)
    used = {
        name: given[name] if parameter.applies_to(kernel) else None
        for name, parameter in parameters_of("run").items()
    }
    if precomputed:
        used["kernel"] = None  # to ELKI, it has no name
    if used["nu"] is not None:
        used["C"] = None  # ELKI wants one of them
    with in_words_of(given):
        found = bridge.leave_out(
            prepared.values,
            method,
            elki_options("run", used) | _kernel_options(used),
            precomputed=precomputed,
            progress=given["progress"],
        )
    rule = used["gamma"] if isinstance(used["gamma"], str) else None
    if used["gamma"] is not None:
        used["gamma"] = found["gamma"]
    n, nu = len(prepared), given["nu"]
    margin = given["C"] if nu is None else 1 / (nu * n)
    model = _make_model(found, method, _kernel_options(used), prepared, precomputed)
    params = {
        "method": method,
        **used,
        "kernel": kernel,
        "R": len(found["removed"]),
        "C": margin,
        "nu": 1 / (margin * n),
        "standardize": prepared.standardized,
        "columns": data.said or given["columns"],
        "score_form": model.score_form,
        "gamma_rule": rule,
    }
    del params["progress"]
    ranking = twins = None
    if precomputed:  # the columns are rows, too: their order must not break ties
        profile = functools.partial(kernel_profile, data.values)
        ranking = rank_rows(found["scores"], found["removal_round"], profile)
        twins = identical_rows(found["scores"], profile)
    warnings = warnings_in_words(found["warnings"])
    warn(warnings)
    return Result(
        found["scores"],
        params,
        values=None if precomputed else data.values,
        ranking=ranking,
        index=data.index,
        removal_round=found["removal_round"],
        removed=found["removed"],
        rounds=found["rounds"],
        model=model,
        warnings=warnings,
        twins=twins,
    )


def _make_model(
    found: Mapping[str, Any],
    method: str,
    options: dict[str, str],
    prepared: Prepared,
    precomputed: bool,
) -> Model:
    """Keep of the data what scoring others needs: the support vectors."""
    values, alpha = prepared.values, found["alpha"]
    rows = np.flatnonzero(alpha > 0)
    return Model(
        method=method,
        score_form=found["score_form"],
        options=options,
        rho=found["rho"],
        radius=found["radius"],
        norm=found["norm"],
        needs_diagonal=found["needs_diagonal"],
        rows=rows,
        alpha=alpha[rows],
        support_vectors=None if precomputed else values[rows],
        mean=prepared.mean,
        scale=prepared.scale,
        diagonal=_constant_diagonal(values) if precomputed else None,
        width=values.shape[1],
        columns=None if precomputed else prepared.data.columns,
        encoder=prepared.data.encoder,
    )


def _kernel_options(values: Mapping[str, Any]) -> dict[str, str]:
    """Write the ELKI options of the kernel."""
    names = ("kernel", "gamma", "degree", "coef0")
    options = elki_options("run", {name: values[name] for name in names})
    return options | (values["kernel_options"] or {})


def check_kernel_options(given: Mapping[str, Any]) -> None:
    """Check that the kernel has the options that are given."""
    kernel, gamma, options = given["kernel"] or "", given["gamma"], given["kernel_options"]
    if not isinstance(gamma, str) and kernel not in BANDWIDTH_KERNELS:
        remedy = "leave gamma out" + (", and use kernel_options" if "." in kernel else "")
        raise ValueError(
            f"gamma={shown(gamma)}: kernel={given['kernel']!r} has no gamma; {remedy}."
        )
    if options and "." not in kernel:
        raise ValueError(
            f"kernel_options={shown(options)}: only a kernel given by its class name takes ELKI "
            "options; use gamma, degree and coef0 for the named kernels."
        )


def _constant_diagonal(K: np.ndarray) -> float | None:
    diagonal = K.diagonal()
    return float(diagonal[0]) if np.ptp(diagonal) <= 1e-12 * diagonal.max() else None
