"""`compare`: several methods on the same data, in one table."""

from __future__ import annotations

import functools
import html
import itertools
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from . import metrics
from ._checks import check_bool, check_count, shown
from ._java import jvm
from ._labels import check_labels
from ._methods import DEFAULT, Method, check_parameters, make_methods
from ._prepare import Prepared, prepare
from ._progress import Bar
from ._ranking import mean_ranks
from ._scored import Scored
from ._signals import import_whole
from ._warnings import LosddWarning, warn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Comparison", "compare"]

#: The columns of a table with labels.
MEASURES: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "AUROC": metrics.auroc,
    "AP": metrics.average_precision,
    "adjusted AP": metrics.adjusted_average_precision,
    "P@n": metrics.precision_at_n,
}


def compare(
    X: Any,
    y: Any = None,
    methods: Iterable[Any] | Mapping[str, Any] | None = None,
    *,
    positive: object = None,
    standardize: bool = True,
    top: int | float = 10,
    progress: bool | None = None,
    **parameters: Any,
) -> Comparison:
    """Run several outlier detectors on the same data, and compare their rankings.

    With labels, it measures how well the rankings find the outliers; without, how much they agree.
    A method that fails does not stop the others.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Array, list of lists or DataFrame of finite numbers, at least 3 rows.
    y : array-like of shape (n,), optional
        Which rows are outliers: 1 or True (others 0 or False); or -1 (others +1), as scikit-learn
        has it; or words such as ``"outlier"`` and ``"inlier"``, ``"yes"`` and ``"no"``. Anything
        else needs `positive`.
    methods : list or mapping, optional
        What to compare. By default detect, LOSDD, LOSOC, SVDD and OCSVM (the plain SVMs, ``b=0``),
        and ELKI's KNN (k = 1) and LOF (k = 20). Each entry is

        - one of these names, or any name of :func:`elki_algorithms`;
        - a pair of such a name and its options: ``("LOF", {"k": 5})``, ``("LOSDD", {"b": 20})``;
        - a detector of scikit-learn or PyOD (or one like these); a copy of it is fitted.

        A mapping gives them names of your own: ``{"forest": IsolationForest(), "LOF": {"k": 5}}``.
    positive : object, optional
        The value in `y` that marks outliers.
    standardize : bool, default=True
        Whether to give each column mean 0 and standard deviation 1 first, for all methods.
    top : int or float, default=10
        The length of the top lists to compare: a count, or a share above 0 and below 1.
    progress : bool, optional
        Whether to show a progress bar. By default, on long work in a terminal or notebook.
    **parameters
        Arguments of :func:`run` for LOSDD, LOSOC, SVDD and OCSVM, such as ``b=20`` or
        ``kernel="laplace"``. (`b` and `R` do not concern the latter two, only `n_jobs` and
        `cache_mb` concern detect.)

    Returns
    -------
    Comparison
        The table of the methods, their scores and results.

    Raises
    ------
    ValueError, TypeError
        For bad data, labels, names or arguments, before anything is run.

    Notes
    -----
    Every method gets the same rows, which are checked and standardized once. The seconds are those
    of the rest: copying to Java, detecting. Java starts before the clock does, but it compiles its
    code only while it runs: on small data, what comes first looks slow.

    With kernels of the distance, such as rbf, SVDD and the one-class SVM are the same model, so
    LOSDD and LOSOC rank alike, unless with ``score_form="distance"`` between rounds.

    Examples
    --------
    >>> import pyelki_losdd
    >>> data = pyelki_losdd.datasets.load("WBC")
    >>> found = pyelki_losdd.compare(data.X, data.y, ["LOSDD", "SVDD", ("LOF", {"k": 20})])
    >>> found.table[["AUROC", "adjusted AP"]].round(3)
               AUROC  adjusted AP
    LOSDD      0.971        0.642
    SVDD       0.678        0.024
    LOF(k=20)  0.837        0.088
    """
    check_parameters(parameters, "compare()")
    if parameters.get("kernel") == "precomputed":
        raise ValueError(
            "kernel='precomputed': the other methods need the data themselves; use run(X, ...)."
        )
    standardize = check_bool("standardize", standardize)
    if progress is not None:
        progress = check_bool("progress", progress)
    data = prepare(X, standardize)
    n = len(data)
    count = min(n, check_count("top", top, n, least=1))
    if y is None and positive is not None:
        raise ValueError(f"positive={shown(positive)} without y: there are no labels to look at.")
    outlier = None if y is None else check_labels(y, n, positive)
    chosen = make_methods(DEFAULT if methods is None else methods, parameters, n)
    if any(method.kind != "detector" for method in chosen):
        jvm.start()
    _ = data.values  # standardizes them, before the clock starts
    results: dict[str, Scored] = {}
    seconds: dict[str, float] = {}
    errors: dict[str, str] = {}
    with Bar(progress) as bar:
        for done, method in enumerate(chosen):
            bar.update("Comparing", done, len(chosen), method.name)
            start = time.perf_counter()
            try:
                results[method.name] = _detect(method, data, progress)
            except Exception as error:  # whatever it is, the other methods must still run
                errors[method.name] = f"{type(error).__name__}: {' '.join(str(error).split())}"
            else:
                seconds[method.name] = time.perf_counter() - start
                missing = int(np.isnan(results[method.name].scores).sum())
                if missing:
                    errors[method.name] = f"no score (NaN) for {missing} of {n} rows"
    names = [method.name for method in chosen]
    found = Comparison(names, results, seconds, errors, outlier, n, count, data.data.index)
    warn(found.warnings)
    return found


def _detect(method: Method, data: Prepared, progress: bool | None) -> Scored:
    with warnings.catch_warnings():
        # It becomes an error in the table; ours are collected, to say each of them once.
        warnings.filterwarnings("ignore", ".* gave no score", RuntimeWarning)
        warnings.simplefilter("ignore", LosddWarning)
        return method.detect(data, progress)


class Comparison:
    """What several methods found in the same data.

    Returned by :func:`pyelki_losdd.compare`; there is no need to make one.

    Attributes
    ----------
    table : pandas.DataFrame
        One row for each method. With labels, the columns `AUROC`, `AP` (average precision),
        `adjusted AP` and `P@n` (precision at the number of outliers); always `seconds`, and
        `error`, which is empty if all went well.
    results : dict of Result and Detection
        What each method found, by its name.
    errors : dict of str
        What went wrong, by the method's name.
    y : ndarray of bool or None
        True for outliers.
    """

    table: pd.DataFrame
    results: dict[str, Scored]
    errors: dict[str, str]
    y: np.ndarray | None

    def __init__(
        self,
        names: list[str],
        results: dict[str, Scored],
        seconds: dict[str, float],
        errors: dict[str, str],
        y: np.ndarray | None,
        n: int,
        top: int,
        index: pd.Index | None,
    ) -> None:
        self.results = results
        self.errors = errors
        self.y = y
        self._n = n
        self._top = top
        self._index = index
        measures = MEASURES if y is not None else {}
        rows = {
            name: {
                **{title: self._measure(measure, name) for title, measure in measures.items()},
                "seconds": seconds.get(name, np.nan),
                "error": errors.get(name, ""),
            }
            for name in names
        }
        self.table = pd.DataFrame.from_dict(rows, orient="index")

    def _measure(self, measure: Callable[[np.ndarray, np.ndarray], float], name: str) -> float:
        if name in self.errors:
            return np.nan
        assert self.y is not None
        return measure(self.y, self.results[name].scores)

    @property
    def scores(self) -> pd.DataFrame:
        """The scores, one column for each method that gave some; higher = more outlying."""
        columns = {name: result.scores for name, result in self.results.items()}
        return pd.DataFrame(columns, index=self._index_or_numbers())

    def _index_or_numbers(self) -> pd.Index:
        return pd.RangeIndex(self._n) if self._index is None else self._index

    @property
    def top(self) -> pd.DataFrame:
        """The top lists: the most outlying rows of each method, by their labels or numbers."""
        labels = self._index_or_numbers()
        lists = {name: labels[rows] for name, rows in self._top_rows().items()}
        return pd.DataFrame(lists, index=pd.RangeIndex(1, self._top + 1, name="rank"))

    @functools.cached_property
    def spearman(self) -> pd.DataFrame:
        """Spearman's rank correlation of the scores, for each pair of methods without error."""
        return _pairs({name: result.scores for name, result in self._sound().items()}, _spearman)

    @functools.cached_property
    def kendall(self) -> pd.DataFrame:
        """Kendall's rank correlation (tau-b) of the scores, for each pair without error."""
        return _pairs({name: result.scores for name, result in self._sound().items()}, _kendall)

    @functools.cached_property
    def overlap(self) -> pd.DataFrame:
        """The share of rows that the top lists of two methods have in common."""
        return _pairs(self._top_rows(), lambda a, b: len(np.intersect1d(a, b)) / self._top)

    @property
    def warnings(self) -> list[str]:
        """What the methods warned of, each once; see :class:`pyelki_losdd.LosddWarning`."""
        names: dict[str, list[str]] = {}
        for name, result in self.results.items():
            for message in result.warnings:
                names.setdefault(message, []).append(name)
        return [f"{', '.join(whose)}: {message}" for message, whose in names.items()]

    def _sound(self) -> dict[str, Scored]:
        return {name: found for name, found in self.results.items() if name not in self.errors}

    def _top_rows(self) -> dict[str, np.ndarray]:
        return {name: found.ranking[: self._top] for name, found in self._sound().items()}

    @property
    def sound(self) -> list[str]:
        """The names of the methods that scored every row."""
        return list(self._sound())

    # ------------------------------------------------------------------ how it looks

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the comparison; needs matplotlib (``pip install pyelki-losdd[plot]``).

        With labels, the ROC curves of the methods; without, how much their rankings agree.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; by default, in a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            Where it was drawn.
        """
        from . import plots

        if not self._sound():
            raise ValueError("There is nothing to draw: no method scored every row; see errors.")
        if self.y is None:
            ax = plots.agreement(self.spearman, ax=ax)
        else:
            ax = plots.roc(self.y, self.scores[self.sound], ax=ax)
        ax.set_title(self.headline, fontsize="medium")
        return ax

    def __repr__(self) -> str:
        parts = [self.headline, _text(self.table.drop(columns="error")), *self._failures()]
        parts += [f"warning: {message}" for message in self.warnings]
        for title, frame in self.agreement.items():
            parts += ["", title, _text(frame)]
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        parts = [f"<strong>{html.escape(self.headline)}</strong>"]
        parts += [_html(self.table.drop(columns="error"))]
        parts += [f"{html.escape(line)}<br>" for line in self._failures()]
        parts += [f"warning: {html.escape(message)}<br>" for message in self.warnings]
        for title, frame in self.agreement.items():
            parts += [html.escape(title), _html(frame)]
        return f"<div>{''.join(parts)}</div>"

    @property
    def headline(self) -> str:
        """The comparison in one line."""
        text = f"{len(self.table)} methods on {self._n} rows"
        return text if self.y is None else f"{text}, {int(self.y.sum())} of them outliers"

    def _failures(self) -> list[str]:
        return [f"{name} failed: {message}" for name, message in self.errors.items()]

    @property
    def agreement(self) -> dict[str, pd.DataFrame]:
        """How much the methods agree, by title; empty if there are labels to compare with."""
        if self.y is not None or len(self._sound()) < 2:
            return {}
        return {
            "Rank correlation (Spearman):": self.spearman,
            "Rank correlation (Kendall):": self.kendall,
            f"Overlap of the {self._top} most outlying rows:": self.overlap,
        }


def _pairs(
    columns: Mapping[str, np.ndarray], agreement: Callable[[np.ndarray, np.ndarray], float]
) -> pd.DataFrame:
    """Compare every pair."""
    frame = pd.DataFrame(np.nan, index=list(columns), columns=list(columns))
    for first, second in itertools.combinations_with_replacement(columns, 2):
        value = agreement(columns[first], columns[second])
        frame.loc[first, second] = frame.loc[second, first] = value
    return frame


def _spearman(a: np.ndarray, b: np.ndarray) -> float:
    """Correlate ranks; scipy's and pandas' own functions do not know what to do with infinity."""
    middle = (len(a) + 1) / 2
    a, b = mean_ranks(a) - middle, mean_ranks(b) - middle
    norm = np.sqrt((a @ a) * (b @ b))
    return float(a @ b / norm) if norm > 0 else np.nan  # 0: all scores are the same


def _kendall(a: np.ndarray, b: np.ndarray) -> float:
    stats = import_whole("scipy.stats")  # here, because it is slow to import
    return float(stats.kendalltau(mean_ranks(a), mean_ranks(b))[0])  # .statistic is newer


def _text(frame: pd.DataFrame) -> str:
    return str(frame.to_string(float_format="{:.3f}".format, na_rep="-"))


def _html(frame: pd.DataFrame) -> str:
    return str(frame.to_html(float_format="{:.3f}".format, na_rep="-", escape=True))
