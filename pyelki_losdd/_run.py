"""`run`: LOSDD and LOSOC on an array."""

from __future__ import annotations

import math
import numbers
import os
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from . import _bridge
from ._errors import our_terms
from ._model import Model
from ._ranking import kernel_profile, rank_rows
from ._result import Result
from ._standardize import standardize as standardized
from ._validation import (
    Data,
    check_bool,
    check_choice,
    check_count,
    check_data,
    check_float,
    check_int,
    check_kernel_matrix,
    closest,
)

__all__ = ["run"]

METHODS = ("losdd", "losoc")
#: Kernels with a bandwidth, which `gamma` sets.
BANDWIDTH_KERNELS = ("rbf", "laplace", "rational_quadratic")
KERNELS = (*BANDWIDTH_KERNELS, "linear", "polynomial", "precomputed")
BANDWIDTH_RULES = ("silverman", "scott", "sklearn")
SCORES = ("distance", "relative", "log_ratio")
REFERENCES = ("round", "final")
SOLVERS = ("auto", "exact", "smo")


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
    score: Literal["distance", "relative", "log_ratio"] | None = None,
    reference: Literal["round", "final"] = "round",
    solver: Literal["auto", "exact", "smo"] = "auto",
    tol: float = 1e-3,
    n_jobs: int = -1,
    cache_mb: int | None = None,
    progress: bool | None = None,
    kernel_options: Mapping[str, Any] | None = None,
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
        constant K(x, x), such as rbf, they differ in the score ``"distance"`` only.
    kernel : str, default="rbf"
        ``"rbf"`` exp(-gamma d²), ``"laplace"``, ``"rational_quadratic"``, ``"linear"``,
        ``"polynomial"`` (x·y + coef0)^degree, ``"precomputed"``, or the full class name of an ELKI
        similarity, e.g. ``"elki.similarity.kernel.SigmoidKernel"``.
    gamma : {"silverman", "scott", "sklearn"} or float, default="silverman"
        The bandwidth, or the rule to choose it by, for kernels that have one.
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
    score : {"distance", "relative", "log_ratio"}, optional
        The form of the score. By default ``"log_ratio"`` where the kernel is positive, otherwise
        ``"relative"``. ``"distance"`` is the paper's; it does not compare well between rounds.
    reference : {"round", "final"}, default="round"
        What the score refers to: the model of the round (Algorithm 1 of the paper), or the one
        cleaned model at the end.
    solver : {"auto", "exact", "smo"}, default="auto"
        ``"exact"`` keeps a factorisation and has no tolerance; ``"smo"`` iterates, needs less
        memory and is the paper's; ``"auto"`` chooses.
    tol : float, default=1e-3
        Stopping tolerance of ``"smo"``, relative to rho.
    n_jobs : int, default=-1
        Threads; -1 uses all cores, -2 all but one.
    cache_mb : int, optional
        Memory for kernel columns and matrices in MB; half of Java's heap by default.
    progress : bool, optional
        Whether to show a progress bar. By default, on long work in a terminal or notebook.
    kernel_options : mapping, optional
        ELKI options for a kernel given by class name, e.g. ``{"kernel.sigmoid.c": 1}``.

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
    # Cheap checks first: a typo should not cost a pass over the data.
    check_choice("method", method, METHODS)
    by_class = _check_kernel(kernel)
    b = check_int("b", b, 0, " (0 = the plain SVM)")
    gamma = _check_gamma(gamma, kernel)
    degree = check_int("degree", degree, 1)
    coef0 = check_float("coef0", coef0, least=0)
    standardize = check_bool("standardize", standardize)
    if score is not None:
        check_choice("score", score, SCORES)
    check_choice("reference", reference, REFERENCES)
    check_choice("solver", solver, SOLVERS)
    tol = check_float("tol", tol, above=0, below=1)
    threads = _threads(n_jobs)
    if cache_mb is not None:
        cache_mb = check_int("cache_mb", cache_mb, 1, " (megabytes)")
    if progress is not None:
        progress = check_bool("progress", progress)
    extra = _check_kernel_options(kernel_options, by_class)

    data = check_data(X)
    n = len(data.values)
    count = _check_removals(R, b, n)
    # After the last removal, one more row may be left out.
    one_more = b > 0 and (count == 0 or reference == "final")
    margin = _check_margin(C, nu, n, fewest=n - count - one_more)
    precomputed = kernel == "precomputed"
    if precomputed:
        check_kernel_matrix(data)

    kernel_part = {} if precomputed else {"losvm.kernel": kernel, **extra}
    if kernel == "polynomial":
        kernel_part |= {"losvm.degree": str(degree), "losvm.bias": repr(coef0)}
    options = {
        **kernel_part,
        "losvm.batches": str(b),
        "losvm.remove": str(count),
        "losvm.c": repr(margin),
        "losvm.reference": reference,
        "losvm.solver": solver,
        "losvm.tolerance": repr(tol),
        "losvm.threads": str(threads),
    }
    if kernel in BANDWIDTH_KERNELS:
        key = "losvm.bandwidth" if isinstance(gamma, str) else "losvm.gamma"
        options[key] = gamma if isinstance(gamma, str) else repr(gamma)
    if score is not None:
        options["losvm.score"] = score
    if cache_mb is not None:
        options["losvm.memory"] = str(cache_mb)

    values, mean, scale = data.values, None, None
    if standardize and not precomputed:
        values, mean, scale = standardized(values)
    with our_terms():
        found = _bridge.leave_out(
            values, method, options, precomputed=precomputed, progress=progress
        )

    gamma_number = None if math.isnan(found["gamma"]) else float(found["gamma"])
    if kernel in BANDWIDTH_KERNELS:
        kernel_part["losvm.gamma"] = repr(gamma_number)
    model = _make_model(found, method, kernel_part, data, values, mean, scale, precomputed)
    params = {
        "method": method,
        "b": b,
        "R": count,
        "kernel": kernel,
        "gamma": gamma_number,
        "gamma_rule": options.get("losvm.bandwidth"),
        "C": margin,
        "nu": 1 / (margin * n),
        "degree": degree if kernel == "polynomial" else None,
        "coef0": coef0 if kernel == "polynomial" else None,
        "kernel_options": extra or None,
        "standardize": mean is not None,
        "score": model.score_form,
        "reference": reference,
        "solver": solver,
        "tol": tol,
        "n_jobs": int(n_jobs),
        "cache_mb": cache_mb,
    }
    ranking = None
    if precomputed:  # the columns are rows, too: their order must not break ties
        ranking = rank_rows(
            np.asarray(found["scores"]),
            np.asarray(found["removal_round"]),
            lambda tied: kernel_profile(values, tied),
        )
    return Result(
        found["scores"],
        params,
        values=None if precomputed else data.values,
        ranking=ranking,
        index=data.index,
        removal_round=found["removal_round"],
        removed=found["removed"],
        rounds={**found["rounds"], "solver": found["solver"]},
        model=model,
    )


def _make_model(
    found: Mapping[str, Any],
    method: str,
    options: dict[str, str],
    data: Data,
    values: np.ndarray,
    mean: np.ndarray | None,
    scale: np.ndarray | None,
    precomputed: bool,
) -> Model:
    """Keep of the data what scoring others needs: the support vectors."""
    alpha = np.asarray(found["alpha"], dtype=np.float64)
    rows = np.flatnonzero(alpha > 0)
    return Model(
        method=method,
        score_form=str(found["score_form"]),
        options=options,
        rho=float(found["rho"]),
        radius=float(found["radius"]),
        norm=float(found["norm"]),
        needs_diagonal=bool(found["needs_diagonal"]),
        rows=rows,
        alpha=alpha[rows],
        support_vectors=None if precomputed else values[rows],
        mean=mean,
        scale=scale,
        diagonal=_constant_diagonal(values) if precomputed else None,
        width=values.shape[1],
        columns=None if precomputed else data.columns,
    )


def _check_kernel(kernel: object) -> bool:
    """Check the kernel's name, and return whether it is that of a class."""
    remedy = (
        "one of " + ", ".join(repr(name) for name in KERNELS) + ", or the full class name of an "
        "ELKI similarity, e.g. 'elki.similarity.kernel.SigmoidKernel'"
    )
    if not isinstance(kernel, str):
        hint = (
            " For a function of your own, compute the matrix and use kernel='precomputed'."
            if callable(kernel)
            else ""
        )
        raise TypeError(f"kernel={kernel!r}: must be a string, {remedy}.{hint}")
    if "." in kernel:
        return True
    if kernel not in KERNELS:
        raise ValueError(f"kernel={kernel!r}: must be {remedy}.{closest(kernel, KERNELS)}")
    return False


def _check_gamma(gamma: object, kernel: str) -> str | float:
    if isinstance(gamma, str):
        return check_choice("gamma", gamma, BANDWIDTH_RULES)
    if not isinstance(gamma, numbers.Real):
        listed = ", ".join(repr(rule) for rule in BANDWIDTH_RULES)
        raise TypeError(f"gamma={gamma!r}: must be a number > 0 or one of {listed}.")
    number = check_float("gamma", gamma, above=0)
    if kernel not in BANDWIDTH_KERNELS:
        remedy = "leave gamma out" + (", and use kernel_options" if "." in kernel else "")
        raise ValueError(f"gamma={gamma!r}: kernel={kernel!r} has no gamma; {remedy}.")
    return number


def _check_kernel_options(options: object, by_class: bool) -> dict[str, str]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(
            f"kernel_options={options!r}: must be a dict of ELKI option names and values."
        )
    if options and not by_class:
        raise ValueError(
            f"kernel_options={dict(options)!r}: only a kernel given by its class name takes ELKI "
            "options; use gamma, degree and coef0 for the named kernels."
        )
    for name in options:
        if not isinstance(name, str) or name.startswith("losvm."):
            raise ValueError(
                f"kernel_options has the key {name!r}: must be the name of one of the kernel's "
                "ELKI options (losvm.* are set by run's own arguments)."
            )
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in options.items()
    }


def _check_removals(R: int | float | None, b: int, n: int) -> int:
    """Return R as a count."""
    count = b if R is None else check_count("R", R, n)
    if b == 0 and count > 0:
        raise ValueError(
            f"R={R!r} with b=0: the plain SVM removes nothing; use b >= 1, or leave R out."
        )
    if count > n - 2:
        given = f"R={R!r}" if R is not None else f"R={count} (R = b by default)"
        raise ValueError(
            f"{given} is too large: removing {count} of {n} rows leaves fewer than 2. Use at most "
            f"{n - 2}."
        )
    return count


def _check_margin(C: float, nu: float | None, n: int, fewest: int) -> float:
    """Return C, which may be given as nu; `fewest` rows must be able to share the weight of 1."""
    bound = check_float("C", C, above=0)
    given = f"C={C!r} is too small"
    remedy = f"use C of at least {1 / fewest:.6g}"
    if nu is not None:
        share = check_float("nu", nu, above=0, most=1)
        if bound != 1:
            raise ValueError(f"C={C!r} and nu={nu!r}: give one of them, since C = 1 / (nu * n).")
        bound = 1 / (share * n)
        given = f"nu={nu!r} is too large"
        remedy = f"use nu of at most {fewest / n:.6g}"
    if bound * fewest < 1 - 1e-12:
        raise ValueError(
            f"{given}: {fewest} rows are left in the end, each with a weight of at most "
            f"C = {bound:.6g}, but the weights must sum to 1. Remove fewer rows (R), or {remedy}."
        )
    return bound


def _threads(n_jobs: object) -> int:
    """Return the number of threads for Java, 0 = all cores."""
    if isinstance(n_jobs, (bool, np.bool_)) or not isinstance(n_jobs, numbers.Integral):
        raise TypeError(f"n_jobs={n_jobs!r}: must be an integer, -1 for all cores.")
    count = int(n_jobs)
    if count == 0:
        raise ValueError("n_jobs=0: must be at least 1, or -1 for all cores.")
    if count == -1:
        return 0
    return count if count > 0 else max(1, (os.cpu_count() or 1) + 1 + count)


def _constant_diagonal(K: np.ndarray) -> float | None:
    diagonal = K.diagonal()
    return float(diagonal[0]) if np.ptp(diagonal) <= 1e-12 * diagonal.max() else None
