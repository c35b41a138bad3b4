"""Ways to name the column that makes a row an outlier: ours, and what others offer."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

import numpy as np
from pyod.models.copod import COPOD
from pyod.models.ecod import ECOD
from sklearn.ensemble import IsolationForest

import pyelki_losdd as pl

try:
    import shap
except ImportError:
    shap = None

#: Rows that KernelExplainer compares with, as its documentation advises.
_BACKGROUND = 100


@dataclass(frozen=True)
class Reasons:
    """What was said about some rows.

    Attributes
    ----------
    first : ndarray of shape (m,)
        The column named first.
    expects : list of list or None
        What was expected in each column of each row.
    seconds : float
        How long it took.
    """

    first: np.ndarray
    expects: list[list[float]] | None
    seconds: float


#: Gives reasons for rows.
Tell = Callable[[np.ndarray], Reasons]


@dataclass(frozen=True)
class Explainer:
    """A detector, and how its scores are explained.

    Attributes
    ----------
    fit : callable
        From data and a seed to the ranking of the rows, and what gives reasons.
    code : str
        The version that figures depend on; empty for ours.
    limit : int or None
        How many rows are explained at most, as it takes long.
    needs_shap : bool
        Whether shap is needed, which is no requirement of this package.
    """

    fit: Callable[[np.ndarray, int], tuple[np.ndarray, Tell]]
    code: str = ""
    limit: int | None = None
    needs_shap: bool = False


def _ours(make: Callable[[np.ndarray, int], pl.Detection | pl.Result]):
    def fit(X: np.ndarray, seed: int) -> tuple[np.ndarray, Tell]:
        result = make(X, seed)

        def tell(rows: np.ndarray) -> Reasons:
            start = time.perf_counter()
            found = result.explain(rows)
            seconds = time.perf_counter() - start
            expects = [[cell.value for cell in row] for row in found.expected]
            return Reasons(found.share.argmax(axis=1), expects, seconds)

        return result.ranking, tell

    return fit


def _by_parts(detector):
    """PyOD's detectors that sum up a score of each column."""

    def fit(X: np.ndarray, seed: int) -> tuple[np.ndarray, Tell]:
        model = detector().fit(X)

        def tell(rows: np.ndarray) -> Reasons:
            start = time.perf_counter()
            first = model.O[rows].argmax(axis=1)
            return Reasons(first, None, time.perf_counter() - start)

        return np.argsort(-model.decision_scores_, kind="stable"), tell

    return fit


def _by_shap(kind: str):
    """SHAP values of an isolation forest."""

    def fit(X: np.ndarray, seed: int) -> tuple[np.ndarray, Tell]:
        model = IsolationForest(random_state=seed).fit(X)

        def tell(rows: np.ndarray) -> Reasons:
            start = time.perf_counter()
            if kind == "tree":  # of the length of paths, which is short in outliers
                values = -shap.TreeExplainer(model).shap_values(X[rows])
            else:
                background = shap.sample(X, min(_BACKGROUND, len(X)), random_state=seed)
                explainer = shap.KernelExplainer(lambda Z: -model.score_samples(Z), background)
                # It draws its samples from there.
                np.random.seed(seed)  # noqa: NPY002
                values = explainer.shap_values(X[rows], silent=True)
            return Reasons(values.argmax(axis=1), None, time.perf_counter() - start)

        return np.argsort(model.score_samples(X), kind="stable"), tell

    return fit


def _version(*packages: str) -> str:
    known = [name for name in packages if name != "shap" or shap is not None]
    return " ".join(f"{name} {metadata.version(name)}" for name in known)


_SHAP = _version("shap", "scikit-learn")

#: Name in the tables -> explainer.
EXPLAINERS = {
    "detect": Explainer(_ours(lambda X, seed: pl.detect(X, random_state=seed))),
    "run": Explainer(_ours(lambda X, _: pl.run(X, reference="final"))),
    "isolation forest, KernelExplainer": Explainer(_by_shap("kernel"), _SHAP, 3, True),
    "isolation forest, TreeExplainer": Explainer(_by_shap("tree"), _SHAP, None, True),
    "ECOD, score of each column": Explainer(_by_parts(ECOD), _version("pyod")),
    "COPOD, score of each column": Explainer(_by_parts(COPOD), _version("pyod")),
}


def available() -> list[str]:
    """List the explainers that can be used here, and say what is left out."""
    if shap is None:
        print("shap is not installed, so SHAP is left out: pip install shap", flush=True)
    return [name for name, made in EXPLAINERS.items() if shap is not None or not made.needs_shap]
