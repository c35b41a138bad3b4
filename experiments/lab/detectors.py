"""What a cell does: load the data, score them by a detector, and measure the ranking."""

import functools
import logging
import math
import time
from pathlib import Path

import numpy as np

import pyelki_losdd as pl

from .cells import Cell

#: DAMI sets that the paper does not use; there is one version of each.
EXTRA_FILES = {
    "Shuttle": "Shuttle_withoutdupl_norm_v01.arff.gz",
    "Stamps": "Stamps_withoutdupl_norm_05_v01.arff.gz",
}
EXTRA_FOLDER = Path(__file__).parents[1] / "data" / "dami"

MEASURES = {
    "adjusted_ap": pl.metrics.adjusted_average_precision,
    "auroc": pl.metrics.auroc,
}

#: That which fits the paper's figures best; the other setting is `run`'s defaults.
PAPER = {"standardize": False, "unit_variance": True, "score_form": "distance"}


@functools.lru_cache(maxsize=2)
def load(name: str, version: int) -> pl.datasets.Dataset:
    """Load a data set of the package, or one of the others here."""
    if name in EXTRA_FILES:
        return pl.datasets.read_arff(EXTRA_FOLDER / EXTRA_FILES[name])
    return pl.datasets.load(name, version)


def bandwidth(rule: str, X: np.ndarray, *, standardize: bool, unit_variance: bool) -> float:
    """Compute gamma by one of the paper's rules.

    Parameters
    ----------
    rule : {"silverman", "scott", "sklearn"}
        Which one.
    X : ndarray
        The data as they are.
    standardize : bool
        Whether they are going to be standardised: their variance is 1 then.
    unit_variance : bool
        Whether the variance is taken for 1, whatever it is, and constant columns count, as in the
        paper; `run` leaves them out.

    Returns
    -------
    float
        The bandwidth.
    """
    if not unit_variance:
        X = X[:, np.ptp(X, axis=0) > 0]
    n, d = X.shape
    variance = 1.0 if unit_variance or standardize else float(X.var())
    gamma = {
        "silverman": 0.5 * (n * (d + 2) / 4) ** (2 / (d + 4)),
        "scott": 0.5 * n ** (2 / (d + 4)),
        "sklearn": 1 / d,
    }
    return gamma[rule] / variance


def leave_out(X, y, version, *, gamma="silverman", unit_variance=False, factor=1, **params):
    """Run LOSDD or LOSOC; `factor` multiplies the bandwidth."""
    params = {"standardize": True, "n_jobs": 1, **params}
    number = gamma
    if unit_variance or factor != 1:
        number = factor * bandwidth(
            gamma, X, standardize=params["standardize"], unit_variance=unit_variance
        )
    result = pl.run(X, gamma=number, progress=False, **params)
    return result.scores, {"support_vectors": int(result.rounds["support_vectors"][0])}


def elki(algorithm):
    """Make a detector of one of ELKI's."""

    def detector(X, y, version, **params):
        return pl.run_elki(X, algorithm, progress=False, **params).scores, {}

    return detector


def isolation_forest(X, y, version, **params):
    """Run scikit-learn's isolation forest, with the version as the seed."""
    from sklearn.ensemble import IsolationForest

    forest = IsolationForest(random_state=version, **params).fit(X)
    return -forest.score_samples(X), {}


def libsvm(X, y, version, *, standardize, tol):
    """Run a plain one-class SVM of LIBSVM, whose tolerance is absolute."""
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import OneClassSVM

    gamma = bandwidth("silverman", X, standardize=standardize, unit_variance=True)
    if standardize:
        X = StandardScaler().fit_transform(X)
    model = OneClassSVM(gamma=gamma, nu=1 / len(X), tol=tol).fit(X)
    return -model.decision_function(X), {}


def best_possible(X, y, version, **params):
    """Rank as well as leaving out support vectors can, whatever their scores are.

    Only support vectors get new scores: here those of the outliers are the highest ones.
    """
    left_out, found = leave_out(X, y, version, b=1, **params)
    outlier = (y == 1) & (left_out > 0)  # all others are inside
    return np.where(outlier, np.inf, left_out), {**found, "outliers_outside": int(outlier.sum())}


DETECTORS = {
    "losvm": leave_out,
    "knn": elki("KNNOutlier"),
    "lof": elki("LOF"),
    "isolation forest": isolation_forest,
    "libsvm": libsvm,
    "best possible": best_possible,
}


def measure(cell: Cell) -> dict[str, float]:
    """Run a cell, and measure the quality of its ranking."""
    # Some data have more columns than the rule of thumb is made for; the pages say so.
    logging.getLogger("pyelki_losdd.elki").setLevel(logging.ERROR)
    data = load(cell.data, cell.version)
    params = dict(cell.params)
    scores, found = DETECTORS[cell.detector](data.X, data.y, cell.version, **params)
    return {name: measure(data.y, scores) for name, measure in MEASURES.items()} | found


#: Removing 20 points at once, in batches of 5, and one at a time.
BATCHES = (1, 4, 20)
SOLVERS = ("exact", "smo")


def time_batches(cell: Cell) -> dict[str, float]:
    """Measure run time and quality of all batches and solvers, in turns in this process."""
    logging.getLogger("pyelki_losdd.elki").setLevel(logging.ERROR)
    data = load(cell.data, cell.version)
    variants = [(solver, b) for solver in SOLVERS for b in BATCHES]

    def run(solver, b):
        start = time.perf_counter()
        scores, _ = leave_out(
            data.X, data.y, cell.version, solver=solver, b=b, R=20, **dict(cell.params)
        )
        return time.perf_counter() - start, scores

    values, seconds = {}, {}
    for solver, b in variants:  # this also makes Java compile what it needs
        seconds[solver, b], scores = run(solver, b)
        for name, measure in MEASURES.items():
            values[f"{solver} {b} {name}"] = measure(data.y, scores)
    # In turns, so that a busy moment does not hit one of them only; small data more often.
    for _ in range(min(5, math.ceil(5 / sum(seconds.values())))):
        for variant in variants:
            seconds[variant] = min(seconds[variant], run(*variant)[0])
    return values | {f"{solver} {b} seconds": s for (solver, b), s in seconds.items()}
