"""What Python asks of Java: leave-out runs and ELKI's detectors, with plain numpy in and out."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._signals import deliver_signals
from .calls import drain, finish, plain, to_java, to_map, with_java

__all__ = [
    "elki_algorithms",
    "elki_options",
    "elki_outlier",
    "ensemble",
    "ensemble_reasons",
    "ensemble_score",
    "leave_out",
    "leave_out_reasons",
    "leave_out_score",
]


@with_java
def leave_out(
    java: SimpleNamespace,
    X: np.ndarray,
    method: str,
    options: Mapping[str, str],
    *,
    precomputed: bool = False,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Run LOSDD or LOSOC.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        C-contiguous float64, finite. With `precomputed`, the (n, n) kernel matrix.
    method : {"losdd", "losoc"}
        The algorithm.
    options : mapping of str to str
        ELKI options with their full names.
    precomputed : bool, default=False
        Whether `X` is a kernel matrix.
    progress : bool, optional
        Whether to show a progress bar; None decides by itself.

    Returns
    -------
    dict
        `scores`, `removal_round`, `removed`, `alpha`, `rho`, `radius`, `gamma`, `norm` (squared
        length of the center), `needs_diagonal` (whether K(x, x) varies), `score_form` and `rounds`
        (a dict of columns).
    """
    table = to_java(java, X)
    job = java.LeaveOutRun.job(method, table, precomputed, to_map(java, options))
    return dict(finish(java, job, progress))


@with_java
def leave_out_score(
    java: SimpleNamespace,
    /,
    X_new: np.ndarray,
    *,
    support_vectors: np.ndarray | None,
    options: Mapping[str, str],
    alpha: np.ndarray,
    **facts: Any,
) -> np.ndarray:
    """Score other rows by a cleaned model.

    Parameters
    ----------
    X_new : ndarray of shape (m, d)
        The rows. With a precomputed kernel, their kernel values with the support vectors, and as
        the last column K(x, x) if the model needs the diagonal.
    support_vectors : ndarray of shape (s, d) or None
        None for a precomputed kernel.
    options : mapping of str to str
        The ELKI options of the kernel, with the bandwidth as a number.
    alpha : ndarray of shape (s,)
        The weights of the support vectors.
    **facts
        `method`, `score_form`, `rho`, `norm` and `needs_diagonal`, as from :func:`leave_out`.

    Returns
    -------
    ndarray of shape (m,)
        The scores.
    """
    table, model = to_java(java, X_new), to_map(java, facts)
    if support_vectors is None:
        job = java.ModelScoring.ofKernelValues(table, alpha, model)
    else:
        vectors = to_java(java, support_vectors)
        job = java.ModelScoring.ofVectors(table, vectors, to_map(java, options), alpha, model)
    return np.asarray(finish(java, job, False))


@with_java
def leave_out_reasons(
    java: SimpleNamespace,
    X: np.ndarray,
    groups: np.ndarray,
    *,
    support_vectors: np.ndarray,
    options: Mapping[str, str],
    alpha: np.ndarray,
    threads: int,
) -> dict[str, np.ndarray]:
    """Explain rows by a cleaned model; support vectors that are equal to a row have no say.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        The rows, as the model sees them.
    groups : ndarray of int, shape (d,)
        Which columns belong together, as numbers from 0.
    support_vectors : ndarray of shape (s, d)
        The support vectors.
    options : mapping of str to str
        The ELKI options of the kernel, which is one of a distance, with the bandwidth as a number.
    alpha : ndarray of shape (s,)
        The weights of the support vectors.
    threads : int
        How many threads, 0 = all cores.

    Returns
    -------
    dict of ndarray
        `cost`, one for each group: what leaving it out gains, as a log ratio. `pair`, of shape
        (m, 2): two groups that explain the row together and not alone, or -1; and `pair_cost`.
        `mean`, `median`, `low` and `high`, of shape (m, d): what was expected in each column,
        given the columns of other groups; NaN if nothing was.
    """
    table, vectors = to_java(java, X), to_java(java, support_vectors)
    options = to_map(java, options)
    job = java.RowExplaining.byModel(
        table, vectors, options, alpha, groups.astype(np.int32), threads
    )
    return _by_row(finish(java, job, False), len(X))


@with_java
def ensemble_reasons(
    java: SimpleNamespace,
    X: np.ndarray,
    groups: np.ndarray,
    model: Mapping[str, Any],
    *,
    threads: int,
) -> dict[str, np.ndarray]:
    """Explain rows by a trained ensemble, each by models that were trained without it.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        The rows.
    groups : ndarray of int, shape (d,)
        Which columns belong together, as numbers from 0.
    model : mapping
        As from :func:`ensemble`.
    threads : int
        How many threads, 0 = all cores.

    Returns
    -------
    dict of ndarray
        As from :func:`leave_out_reasons`; costs are in the unit of the scores.
    """
    table, members = to_java(java, X), to_map(java, model)
    job = java.RowExplaining.byEnsemble(table, members, groups.astype(np.int32), threads)
    return _by_row(finish(java, job, False), len(X))


def _by_row(found: Mapping[str, np.ndarray], rows: int) -> dict[str, np.ndarray]:
    """Give arrays of all rows their shape; the costs of pairs are one for each row."""
    return {
        name: array if name == "pair_cost" else array.reshape(rows, -1)
        for name, array in found.items()
    }


@with_java
def ensemble(
    java: SimpleNamespace,
    X: np.ndarray,
    options: Mapping[str, str],
    *,
    precomputed: bool = False,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Train an ensemble, and score the training data.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        C-contiguous float64, finite. With `precomputed`, the (n, n) kernel matrix.
    options : mapping of str to str
        ELKI options with their full names.
    precomputed : bool, default=False
        Whether `X` is a kernel matrix.
    progress : bool, optional
        Whether to show a progress bar; None decides by itself.

    Returns
    -------
    dict
        `scores`, `deviation` (how much the members disagree) and `model` (for `ensemble_score`;
        None if the kernel needs ELKI's objects).
    """
    job = java.EnsembleRun.job(to_java(java, X), precomputed, to_map(java, options))
    return dict(finish(java, job, progress))


@with_java
def ensemble_score(
    java: SimpleNamespace,
    X_new: np.ndarray,
    model: Mapping[str, Any],
    *,
    threads: int,
    progress: bool | None = None,
) -> np.ndarray:
    """Score other rows by a trained ensemble.

    Parameters
    ----------
    X_new : ndarray of shape (m, d)
        The rows.
    model : mapping
        As from :func:`ensemble`.
    threads : int
        How many threads, 0 = all cores.
    progress : bool, optional
        Whether to show a progress bar; None decides by itself.

    Returns
    -------
    ndarray of shape (m,)
        The scores.
    """
    job = java.EnsembleScoring.job(to_java(java, X_new), to_map(java, model), threads)
    return np.asarray(finish(java, job, progress))


@with_java
def elki_outlier(
    java: SimpleNamespace,
    X: np.ndarray,
    algorithm: str,
    options: Mapping[str, str],
    *,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Run one of ELKI's outlier algorithms.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        C-contiguous float64.
    algorithm : str
        Class name, simple class name or alias.
    options : mapping of str to str
        ELKI options; names may be shortened as far as they are unique.
    progress : bool, optional
        Whether to show a progress bar; None decides by itself.

    Returns
    -------
    dict
        `scores` as ELKI gives them, `outlyingness` (the same, with higher = more outlying), `meta`
        (`name`, `minimum`, `maximum`, `theoretical_minimum`, `theoretical_maximum`, `baseline`,
        `inverted`), `class` (name of the algorithm) and `options` with full names.
    """
    table = to_java(java, X)
    job = java.Detection.job(table, algorithm, to_map(java, options))
    found: dict[str, Any] = finish(java, job, progress)
    scores = found["scores"]
    return {**found, "outlyingness": -scores if found["meta"]["inverted"] else scores}


@with_java
def elki_algorithms(java: SimpleNamespace) -> list[dict[str, Any]]:
    """Describe the outlier algorithms that ELKI knows.

    Returns
    -------
    list of dict
        `name`, `class`, `alias` (a list), `title`, `description`, `reference` and `options` (as
        from :func:`elki_options`).
    """
    found = []
    for detector in java.Detector.list():
        deliver_signals()
        found.append(plain(java, detector.describe()))
    drain(java)
    return found


@with_java
def elki_options(java: SimpleNamespace, algorithm: str) -> list[dict[str, Any]]:
    """Describe the options of one of ELKI's outlier algorithms.

    Parameters
    ----------
    algorithm : str
        Class name, simple class name or alias.

    Returns
    -------
    list of dict
        `name`, `syntax`, `default` (None if there is none), `required` and `description`.
    """
    return list(plain(java, java.Detector.get(algorithm).describeOptions()))
