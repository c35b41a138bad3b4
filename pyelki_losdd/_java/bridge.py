"""What Python asks of Java: leave-out runs, ELKI's detectors; plain numpy in and out."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._signals import deliver_signals
from .calls import drain, finish, pairs, to_java, with_java

__all__ = ["elki_algorithms", "elki_options", "elki_outlier", "leave_out", "leave_out_score"]


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
        length of the centre), `needs_diagonal` (whether K(x, x) varies), `score_form`, `rounds` (a
        dict of arrays) and `solver` (a list of str).
    """
    table = to_java(java, X)
    job = java.LeaveOutRun.job(method, table, precomputed, *pairs(java, options))
    run = finish(java, job, progress)
    rho, radius, gamma, norm = run.getModel()
    counts, values = run.getRoundCounts(), run.getRoundValues()
    return {
        "scores": np.array(run.getScores()),
        "removal_round": np.array(run.getRemovalRounds()),
        "removed": np.array(run.getRemoved()),
        "alpha": np.array(run.getWeights()),
        "rho": float(rho),
        "radius": float(radius),
        "gamma": float(gamma),
        "norm": float(norm),
        "needs_diagonal": bool(run.isDiagonalNeeded()),
        "score_form": str(run.getScoreForm()),
        "rounds": {
            "round": np.array(counts[0]),
            "support_vectors": np.array(counts[1]),
            "removed": np.array(counts[2]),
            "rho": np.array(values[0]),
            "radius": np.array(values[1]),
            "iterations": np.array(counts[3]),
            "kernel_evaluations": np.array(counts[4]),
            "seconds": np.array(values[2]),
        },
        "solver": [str(name) for name in run.getSolvers()],
    }


@with_java
def leave_out_score(
    java: SimpleNamespace, model: Mapping[str, Any], X_new: np.ndarray
) -> np.ndarray:
    """Score other rows by a cleaned model.

    Parameters
    ----------
    model : mapping
        `method`, `score` (form), `options` (those of the kernel, with the bandwidth as a number),
        `support_vectors` (None for a precomputed kernel), their `alpha`, `rho`, `norm` and
        `needs_diagonal` as from :func:`leave_out`, `diagonal` (K(x, x) of the new rows, for a
        precomputed kernel that needs it).
    X_new : ndarray of shape (m, d)
        The rows, or with a precomputed kernel their kernel values with the support vectors.

    Returns
    -------
    ndarray of shape (m,)
        The scores.
    """
    vectors = model["support_vectors"]
    if vectors is None and model["needs_diagonal"]:
        X_new = np.column_stack((X_new, model["diagonal"]))
    job = java.ModelScoring.job(
        to_java(java, X_new),
        None if vectors is None else to_java(java, vectors),
        *pairs(java, {} if vectors is None else model["options"]),
        np.asarray(model["alpha"], dtype=np.float64),
        model["rho"],
        model["norm"],
        model["method"],
        model["needs_diagonal"],
        model["score"],
    )
    return np.array(finish(java, job, False))


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
    job = java.Detection.job(table, algorithm, *pairs(java, options))
    found = finish(java, job, progress)
    scores = np.array(found.getScores())
    inverted = bool(found.isInverted())
    names = ("minimum", "maximum", "theoretical_minimum", "theoretical_maximum", "baseline")
    meta = dict(zip(names, np.array(found.getMeta()).tolist(), strict=True))
    texts = [str(text) for text in found.getOptions()]
    return {
        "scores": scores,
        "outlyingness": -scores if inverted else scores,
        "meta": {"name": str(found.getTitle()), **meta, "inverted": inverted},
        "class": str(found.getAlgorithm()),
        "options": dict(zip(texts[::2], texts[1::2], strict=True)),
    }


@with_java
def elki_algorithms(java: SimpleNamespace) -> list[dict[str, Any]]:
    """Describe the outlier algorithms that ELKI knows.

    Returns
    -------
    list of dict
        `name`, `class`, `alias` (a list), `title`, `description`, `reference` and `options` (as
        from :func:`elki_options`).
    """
    names = ("name", "class", "alias", "title", "description", "reference")
    found = []
    for detector in java.Detector.list():
        deliver_signals()
        facts: dict[str, Any] = dict(zip(names, map(str, detector.describe()), strict=True))
        facts["alias"] = [alias for alias in facts["alias"].split(",") if alias]
        facts["options"] = _options(detector)
        found.append(facts)
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
    return _options(java.Detector.get(algorithm))


def _options(detector: Any) -> list[dict[str, Any]]:
    found = []
    for option in detector.describeOptions():
        name, syntax, default, need, text = map(str, option)
        found.append(
            {
                "name": name,
                "syntax": syntax,
                "default": default or None,
                "required": need == "required",
                "description": text,
            }
        )
    return found
