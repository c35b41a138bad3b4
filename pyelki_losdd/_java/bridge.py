"""What Python asks of Java: leave-out runs and ELKI's detectors, with plain numpy in and out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._signals import deliver_signals
from .calls import drain, finish, lent, plain, to_java, to_list, to_map, warnings_of, with_java

__all__ = [
    "elki_algorithms",
    "elki_options",
    "elki_outlier",
    "ensemble",
    "ensemble_reasons",
    "ensemble_score",
    "learn_begin",
    "learn_gather",
    "learn_member",
    "learn_merge",
    "learn_model",
    "learn_next",
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
        length of the center), `needs_diagonal` (whether K(x, x) varies), `score_form`, `rounds`
        (a dict of columns) and `warnings` (each with a `cause` and `facts`).
    """
    table = to_java(java, X)
    job = java.LeaveOutRun.job(method, table, precomputed, to_map(java, options))
    return {**finish(java, job, progress), "warnings": warnings_of(java, job)}


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
        Finite. Not copied if it is in double or single precision, by row or by column. With
        `precomputed`, the (n, n) kernel matrix.
    options : mapping of str to str
        ELKI options with their full names.
    precomputed : bool, default=False
        Whether `X` is a kernel matrix.
    progress : bool, optional
        Whether to show a progress bar; None decides by itself.

    Returns
    -------
    dict
        `scores`, `deviation` (how much the members disagree), `model` (for `ensemble_score`; None
        if the kernel needs ELKI's objects) and `warnings`, as from :func:`leave_out`.
    """
    if precomputed:
        job = java.EnsembleRun.ofMatrix(to_java(java, X), to_map(java, options))
        return {**finish(java, job, progress), "warnings": warnings_of(java, job)}
    with lent(java, X) as rows:
        job = java.EnsembleRun.ofRows(rows, to_map(java, options))
        return {**finish(java, job, progress), "warnings": warnings_of(java, job)}


@with_java
def ensemble_score(
    java: SimpleNamespace,
    X_new: np.ndarray,
    model: Mapping[str, Any],
    *,
    threads: int,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Score other rows by a trained ensemble.

    Parameters
    ----------
    X_new : ndarray of shape (m, d)
        The rows, see :func:`ensemble`.
    model : mapping
        As from :func:`ensemble` or :func:`learn_model`.
    threads : int
        How many threads, 0 = all cores.
    progress : bool, optional
        Whether to show a progress bar; None decides by itself.

    Returns
    -------
    dict
        `scores`, and `deviation`: how much the members disagree.
    """
    with lent(java, X_new) as rows:
        job = java.EnsembleScoring.job(rows, to_map(java, model), threads)
        return dict(finish(java, job, progress))


@with_java
def learn_begin(java: SimpleNamespace, columns: int, options: Mapping[str, str]) -> dict[str, Any]:
    """Start to learn an ensemble of rows that come in blocks, or are in several places.

    The model, and the scores by it, are those of :func:`ensemble` for all rows at once, to the last
    bit; how the rows are divided, and the order of the parts, do not matter::

        step = learn_begin(columns, options)
        while step["step"] != "train":
            states = [learn_gather(step, block) for block in blocks]  # in any order, anywhere
            step = learn_next(step, learn_merge(step, states))
        members = [learn_member(step, m) for m in range(step["members"])]  # anywhere
        model = learn_model(step, members)
        scores = [ensemble_score(block, model, threads=0)["scores"] for block in blocks]

    Steps, states, members and models are dicts of arrays, numbers, strings and such dicts, and can
    be pickled. Their size does not grow with the number of rows: a state has at most some tens of
    megabytes. There are three passes, and more if there are tens of millions of rows.

    Parameters
    ----------
    columns : int
        The number of columns.
    options : mapping of str to str
        ELKI options with their full names, as for :func:`ensemble`; not for kernels that need
        ELKI's objects.

    Returns
    -------
    dict
        The first step. `step` is its name, and `options` are those given.
    """
    job = java.EnsembleLearning.begin(columns, to_map(java, options))
    return {**finish(java, job, False), "options": dict(options)}


@with_java
def learn_gather(
    java: SimpleNamespace, step: Mapping[str, Any], X: np.ndarray, *, threads: int = 0
) -> dict[str, Any]:
    """Gather what a step needs to know of some rows.

    Parameters
    ----------
    step : mapping
        From :func:`learn_begin` or :func:`learn_next`.
    X : ndarray of shape (m, d)
        The rows, see :func:`ensemble`.
    threads : int, default=0
        How many threads, 0 = all cores.

    Returns
    -------
    dict
        A state, for :func:`learn_merge` and :func:`learn_next`.
    """
    with lent(java, X) as rows:
        job = java.EnsembleLearning.gather(*_step(java, step), rows, threads)
        return dict(finish(java, job, False))


@with_java
def learn_merge(
    java: SimpleNamespace, step: Mapping[str, Any], states: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """Merge what was gathered of different rows: in any order, and as often as you like.

    Parameters
    ----------
    step : mapping
        The step in which it was gathered.
    states : iterable of mapping
        From :func:`learn_gather` or :func:`learn_merge`.

    Returns
    -------
    dict
        The state of all these rows.
    """
    job = java.EnsembleLearning.merge(*_step(java, step), to_list(java, states))
    return dict(finish(java, job, False))


@with_java
def learn_next(
    java: SimpleNamespace, step: Mapping[str, Any], state: Mapping[str, Any]
) -> dict[str, Any]:
    """Find out what to do next.

    Parameters
    ----------
    step : mapping
        The step that was done.
    state : mapping
        What it gathered of all rows.

    Returns
    -------
    dict
        The next step: another pass over all rows, or with the name "train" the training of its
        `members`.
    """
    job = java.EnsembleLearning.next(*_step(java, step), to_map(java, state))
    return {**finish(java, job, False), "options": step["options"]}


@with_java
def learn_member(java: SimpleNamespace, step: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Train a member.

    Parameters
    ----------
    step : mapping
        The step with the name "train".
    number : int
        The number of the member, below ``step["members"]``.

    Returns
    -------
    dict
        The member, for :func:`learn_model`.
    """
    return dict(finish(java, java.EnsembleLearning.train(*_step(java, step), number), False))


@with_java
def learn_model(
    java: SimpleNamespace, step: Mapping[str, Any], members: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """Put the members together.

    Parameters
    ----------
    step : mapping
        The step with the name "train".
    members : iterable of mapping
        All members, in the order of their numbers.

    Returns
    -------
    dict
        The model, for :func:`ensemble_score`.
    """
    job = java.EnsembleLearning.assemble(*_step(java, step), to_list(java, members))
    return dict(finish(java, job, False))


def _step(java: SimpleNamespace, step: Mapping[str, Any]) -> tuple[Any, Any]:
    """Turn a step into maps of Java: all but its options, and its options."""
    own = {name: value for name, value in step.items() if name != "options"}
    return to_map(java, own), to_map(java, step["options"])


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
