"""The methods that `make quality` compares: ours, and others with PyOD's defaults."""

import contextlib
import functools
import importlib
import logging
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import rankdata
from sklearn.metrics import average_precision_score, roc_auc_score

import pyelki_losdd as pl

NEIGHBORS = (1, 5, 10, 20, 50)

#: Figures of PyOD's detectors depend on these only, so they outlive changes of our package. That is
#: why they are measured by scikit-learn; the tests hold our own measures equal to those.
PEERS_CODE = ", ".join(f"{name} {metadata.version(name)}" for name in ("pyod", "scikit-learn"))

#: Seconds after which a detector of PyOD has failed on a set: MCD on 1,555 columns takes hours.
LONGEST = 900


class Fitted(NamedTuple):
    """A detector that has seen data.

    Attributes
    ----------
    scores : ndarray
        Scores of these data, higher = more outlying.
    score : callable
        Makes the same of new rows.
    """

    scores: np.ndarray
    score: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Method:
    """What is compared.

    Attributes
    ----------
    detector : str
        Our function, or PyOD's class.
    params : dict
        Its parameters.
    seeded : bool
        Whether it is random.
    ours : bool
        Whether it is this package's, which scales the columns itself.
    """

    detector: str
    params: dict[str, Any] = field(default_factory=dict)
    seeded: bool = False
    ours: bool = False

    @property
    def code(self) -> str:
        """What its figures depend on, as in `Cell`."""
        return "" if self.ours else PEERS_CODE

    def fit(self, X: np.ndarray, seed: int) -> Fitted:
        """Fit the detector, with one thread, as cells run side by side."""
        random = {"random_state": seed} if self.seeded else {}
        if self.ours:
            result = getattr(pl, self.detector)(X, n_jobs=1, **random, **self.params)
            return Fitted(result.scores, result.score_samples)
        module = importlib.import_module(f"pyod.models.{self.detector.lower()}")
        model = getattr(module, self.detector)(**random, **self.params).fit(X)
        return Fitted(model.decision_scores_, model.decision_function)


DETECT, RUN = "detect", "run, b=10"

METHODS = {
    DETECT: Method("detect", seeded=True, ours=True),
    RUN: Method("run", {"b": 10, "progress": False}, ours=True),
    **{f"KNN, k={k}": Method("KNN", {"n_neighbors": k}) for k in NEIGHBORS},
    **{f"LOF, k={k}": Method("LOF", {"n_neighbors": k}) for k in (20, 50)},
    "isolation forest": Method("IForest", seeded=True),
    "ECOD": Method("ECOD"),
    "COPOD": Method("COPOD"),
    "HBOS": Method("HBOS"),
    "PCA": Method("PCA", seeded=True),
    "OCSVM": Method("OCSVM"),
    "MCD": Method("MCD", seeded=True),
    "CBLOF": Method("CBLOF", seeded=True),
    "INNE": Method("INNE", seeded=True),
}


@functools.cache
def start_java() -> None:
    """Start Java, which must not count as a detector's time."""
    pl.run(np.arange(20.0).reshape(10, 2), b=1, n_jobs=1, progress=False)


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError if the work takes longer; it must be done by the main thread."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"no scores within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def judge(
    method: Method, X: np.ndarray, seed: int, X_new: np.ndarray | None, y: np.ndarray
) -> dict[str, Any]:
    """Fit a method, and measure its ranking.

    Parameters
    ----------
    method : Method
        Which one.
    X : ndarray
        What it is fitted to.
    seed : int
        For random ones.
    X_new : ndarray or None
        What is ranked; the data that it was fitted to, if None.
    y : ndarray
        Labels of what is ranked, 1 = outlier.

    Returns
    -------
    dict
        Measures, seconds of the detector alone, `warned` by our methods, and why it `failed`:
        others do on some data, and then guess. Our own errors are not caught.
    """
    if method.ours:
        start_java()
        logging.getLogger("pyelki_losdd.elki").setLevel(logging.ERROR)
    found: dict[str, Any] = {}
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always" if method.ours else "ignore")
        try:
            with contextlib.nullcontext() if method.ours else at_most(LONGEST):
                fitted = method.fit(X, seed)
                scores = fitted.scores if X_new is None else fitted.score(X_new)
            if np.isnan(scores).any():
                raise ValueError("scores are not numbers")
        except Exception as error:
            if method.ours:
                raise
            found["failed"] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
            scores = np.zeros(len(y))
    seconds = time.perf_counter() - start
    if caught:
        found["warned"] = " / ".join(dict.fromkeys(str(warning.message) for warning in caught))
    ranks = rankdata(scores)  # may be infinite
    share, precision = float(y.mean()), float(average_precision_score(y, ranks))
    return {
        "auroc": float(roc_auc_score(y, ranks)),
        "adjusted_ap": (precision - share) / (1 - share),
        "aucpr": precision,
        "detector_seconds": round(seconds, 4),
        **found,
    }
