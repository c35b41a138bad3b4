"""LOSDD: leave-out support vector data description for outlier detection, on ELKI.

``detect(X)`` takes a numpy array or a DataFrame and returns outlier scores, a ranking and labels,
with nothing to tune; ``run(X, b=10)`` is the algorithm of the paper; ``run_elki(X, "LOF", k=20)``
runs ELKI's own detectors on the same data, and ``compare(X, y)`` all of them. ``LOSDDEnsemble``,
``LOSDD`` and ``LOSOC`` are scikit-learn estimators, ``plots`` draws, and ``report`` writes a page.
"""

from typing import TYPE_CHECKING, Any

from ._java.jvm import configure, info  # at once: from here on, it watches for forks
from ._signals import import_whole
from ._version import __version__

if TYPE_CHECKING:
    from . import datasets, metrics, plots
    from ._compare import Comparison, compare
    from ._detect import detect
    from ._detection import Detection
    from ._elki import elki_algorithms, run_elki
    from ._estimators import LOSDD, LOSOC, LOSDDEnsemble
    from ._load import load
    from ._reasons import Cleaned, Explanation
    from ._report import report
    from ._result import Result
    from ._run import run
    from ._warnings import LosddWarning

__all__ = [
    "LOSDD",
    "LOSOC",
    "Cleaned",
    "Comparison",
    "Detection",
    "Explanation",
    "LOSDDEnsemble",
    "LosddWarning",
    "Result",
    "__version__",
    "compare",
    "configure",
    "datasets",
    "detect",
    "elki_algorithms",
    "info",
    "load",
    "metrics",
    "plots",
    "report",
    "run",
    "run_elki",
]

#: Where the names live. They are imported when they are first used: the command line answers at
#: once, and only who uses the estimators needs scikit-learn.
_HOMES = {
    "LOSDD": "_estimators",
    "LOSDDEnsemble": "_estimators",
    "LOSOC": "_estimators",
    "Cleaned": "_reasons",
    "Comparison": "_compare",
    "Detection": "_detection",
    "LosddWarning": "_warnings",
    "Explanation": "_reasons",
    "Result": "_result",
    "compare": "_compare",
    "detect": "_detect",
    "elki_algorithms": "_elki",
    "load": "_load",
    "report": "_report",
    "run": "_run",
    "run_elki": "_elki",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_whole(f".{_HOMES.get(name, name)}", __name__)
    value = getattr(module, name) if name in _HOMES else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, those not imported yet included."""
    return sorted({*globals(), *__all__})
