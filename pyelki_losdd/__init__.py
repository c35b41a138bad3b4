"""LOSDD: leave-out support vector data description for outlier detection, on ELKI.

``run(X, b=10)`` takes a numpy array or a DataFrame and returns outlier scores, a ranking and the
cleaned model; ``run_elki(X, "LOF", k=20)`` runs ELKI's own detectors on the same data.
"""

from . import datasets, metrics
from ._elki import elki_algorithms, run_elki
from ._jvm import configure, info
from ._result import Result
from ._run import run
from ._version import __version__

#: Read a result that :meth:`Result.save` wrote.
load = Result.load

__all__ = [
    "Result",
    "__version__",
    "configure",
    "datasets",
    "elki_algorithms",
    "info",
    "load",
    "metrics",
    "run",
    "run_elki",
]
