"""What the page says, before it becomes HTML."""

from __future__ import annotations

import datetime
import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np

from .. import metrics
from .._detection import Detection
from .._java.jvm import JARS, version
from .._parameters import BANDWIDTH_KERNELS, parameters_of
from .._reasons import Explanation
from .._result import Result
from .._scored import Scored
from .._version import __version__

__all__ = ["Content", "clean", "code_of", "reasons_of", "row_names", "summary_of", "versions"]

#: How many rows are explained, at most.
_EXPLAINED = 50

#: What neither HTML nor SVG may contain, not even escaped.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Content:
    """What was given, checked; texts hold no characters that a page may not have.

    Attributes
    ----------
    result : Scored
        What to show.
    title : str
        The title of the page.
    date : datetime
        When it was made.
    values : ndarray of shape (n, d) or None
        The data.
    columns : list of str
        Their names.
    outlier : ndarray of bool, shape (n,), or None
        The known outliers.
    names : list of str
        The rows' names.
    command : str or None
        How the page was made, if not by Python.
    rows : int
        How many rows the ranking has.
    explanation : Explanation or None
        The reasons of the first rows of the ranking.
    no_reasons : str or None
        Why there are none, if there could be.
    """

    result: Scored
    title: str
    date: datetime.datetime
    values: np.ndarray | None
    columns: list[str]
    outlier: np.ndarray | None
    names: list[str]
    command: str | None
    rows: int
    explanation: Explanation | None = None
    no_reasons: str | None = None

    @property
    def leave_out(self) -> Result | None:
        """The result, if it is one of `run`."""
        result = self.result
        return result if isinstance(result, Result) and result.model is not None else None


def clean(text: object) -> str:
    """Replace characters that a page may not have."""
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", str(text))


def row_names(result: Scored, names: Sequence[Any] | None) -> list[str]:
    """Name the rows."""
    n = len(result)
    if names is None:
        names = range(n) if result.index is None else list(result.index)
    elif len(names) != n:
        raise ValueError(f"names has {len(names)} entries: must have one for each of the {n} rows.")
    return [
        " / ".join(map(clean, name)) if isinstance(name, tuple) else clean(name) for name in names
    ]


def reasons_of(result: Scored, rows: int, X: Any) -> tuple[Explanation | None, str | None]:
    """Explain the first rows of the ranking, or say why this does not work."""
    if X is None or not result.explains:
        return None, None
    try:
        return result.explain(result.ranking[: min(rows, _EXPLAINED)], X=X), None
    except ValueError as error:  # the page may show other columns than those that were judged
        return None, clean(f"No reasons: {error}")


def summary_of(content: Content) -> dict[str, str]:
    """Collect the most important numbers."""
    result, run, n = content.result, content.leave_out, len(content.result)
    facts = {"method": result.name, "rows": f"{n:,}"}
    if content.values is not None:
        facts["columns"] = f"{content.values.shape[1]:,}"
    elif isinstance(result, Result | Detection) and result.model and not result.model.precomputed:
        facts["columns"] = f"{result.model.width:,}"
    if isinstance(result, Detection):
        facts["labeled outliers"] = f"{result.labels().sum():,}"
        facts["models"] = f"{result.params['n_estimators']:,}"
    if run is not None and (model := run.model) is not None:
        facts["removed rows"] = f"{len(run.removed_rows):,}"
        facts["rounds"] = f"{np.count_nonzero(run.statistics['round']):,}"
        share = len(model.rows) / (n - len(run.removed_rows))
        facts["support vectors left"] = f"{len(model.rows):,} ({share:.0%})"
    if content.outlier is not None:
        facts["known outliers"] = f"{np.count_nonzero(content.outlier):,}"
        if not np.isnan(result.scores).any():
            for name, measure in (
                ("AUROC", metrics.auroc),
                ("average precision", metrics.average_precision),
                ("adjusted AP", metrics.adjusted_average_precision),
                ("precision at n", metrics.precision_at_n),
            ):
                facts[name] = f"{measure(content.outlier, result.scores):.3f}"
    return facts


def code_of(content: Content) -> str | None:
    """Write the Python code that gives the result; None for a result of other software."""
    params = content.result.params
    if isinstance(content.result, Detection):
        call = f"pl.detect({', '.join(['X', *_changed('detect', params)])})"
    elif content.leave_out is not None:
        call = f"pl.run(X, {', '.join(_arguments(params))})"
    elif "class" in params:
        options = {
            name: value
            for name, value in params.items()
            if name not in ("method", "class", "standardize", "inverted")
        }
        call = f"pl.run_elki(X, {params['class']!r}, options={options!r}"
        call += ", standardize=True)" if params.get("standardize") else ")"
    else:
        return None
    given = [
        name for name, value in (("X", content.values), ("y", content.outlier)) if value is not None
    ]
    more = "".join(f", {name}={name}" for name in given)
    return clean(
        f'import pyelki_losdd as pl\n\nresult = {call}\npl.report(result, "report.html"{more})'
    )


def _arguments(params: dict[str, Any]) -> list[str]:
    """List the arguments of `run` that are not the defaults."""
    defaults = {name: p.default for name, p in parameters_of("run").items()}
    given = {name: value for name, value in params.items() if name in defaults}
    given["gamma"] = params.get("gamma_rule") or params.get("gamma")
    if given.get("R") == given.get("b"):
        given["R"] = None
    positive = (*BANDWIDTH_KERNELS, "precomputed")
    if given.get("score_form") == ("log_ratio" if given.get("kernel") in positive else "relative"):
        given["score_form"] = None  # what is chosen without being asked
    ignored = {"nu", "n_jobs", "cache_mb"}  # nu follows from C; the others change no result
    if given.get("kernel") == "precomputed":
        ignored.add("standardize")
    return [
        f"{name}={value!r}"
        for name, value in given.items()
        if name == "b" or (name not in ignored and value is not None and value != defaults[name])
    ]


def _changed(function: str, params: dict[str, Any]) -> list[str]:
    """List the arguments of a function that are not the defaults, but for those without effect."""
    return [
        f"{name}={params[name]!r}"
        for name, parameter in parameters_of(function).items()
        if name not in ("n_jobs", "cache_mb", "progress")
        and params.get(name) is not None
        and params[name] != parameter.default
    ]


def versions() -> dict[str, str]:
    """List the software, without paths or names of the machine."""
    found = {"pyelki-losdd": __version__, "Python": platform.python_version()}
    for package in ("numpy", "pandas", "scipy", "matplotlib", "jpype1"):
        found[package] = metadata.version(package)
    jar = next(JARS.glob("elki-core-[0-9]*.jar"), None)
    if jar is not None:
        found["ELKI"] = jar.stem.rpartition("-")[2]
    java = version()
    if java is not None:
        found["Java"] = java
    found["system"] = f"{platform.system()} {platform.machine()}"
    return found
