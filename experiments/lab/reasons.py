"""Reasons of planted errors: whether the right column is named, and what was expected there."""

import numpy as np
import pandas as pd

from .cells import Cell, Entry
from .explainers import EXPLAINERS, Reasons, available
from .pages import Output, markdown
from .planted import CODE, FAR, KINDS, LEAST, MOST, SHARE, SHIFT, TABLES, Planted

SEEDS = "the version, for errors and for random detectors"
VERSIONS, QUICK = range(1, 4), ("Hepatitis", "WBC")

#: An error is found if its row is among the first so many times the number of errors, and was not
#: before it had the error.
TIMES = 3

#: How many rows, the first ones, are explained at once to measure how long it takes.
TIMED = 20


def cells(*, quick: bool = False) -> list[Entry]:
    """All explainers on all tables with both kinds of errors."""
    return [
        ({"explainer": name, "kind": kind},
         Cell.of(table, version, name, code=EXPLAINERS[name].code, kind=kind, planted=CODE))
        for name in available()
        for table in (QUICK if quick else TABLES)
        for version in VERSIONS[: 1 if quick else None]
        for kind in KINDS
    ]  # fmt: skip


def measure(cell: Cell) -> dict:
    """Plant, rank, and explain the errors that were found."""
    planted = TABLES[cell.data](cell.data, cell.version, dict(cell.params)["kind"])
    explainer = EXPLAINERS[cell.detector]
    first = TIMES * len(planted.rows)
    before, _ = explainer.fit(planted.clean, cell.version)
    ranking, tell = explainer.fit(planted.X, cell.version)
    new = np.setdiff1d(ranking[:first], before[:first])
    at = np.flatnonzero(np.isin(planted.rows, new))
    told = at[: explainer.limit]
    about = {"planted": len(planted.rows), "found": len(at), "told": len(told)}
    if explainer.limit is None:
        about |= of_all(planted, tell(planted.rows))
    if not len(told):
        return about | {"right": 0, "near": None, "off": None}
    reasons = tell(planted.rows[told])
    right = reasons.first == planted.columns[told]
    about |= {"right": int(right.sum())}
    if reasons.expects is None or not right.any():
        return about | {"near": None, "off": None}
    expected = np.array([reasons.expects[i][j] for i, j in enumerate(reasons.first)])
    off = np.abs(expected - planted.truth[told])[right] / planted.spread[told][right]
    return about | {"near": int((off <= 1).sum()), "off": float(np.median(off))}


def of_all(planted: Planted, reasons: Reasons) -> dict:
    """Count the errors whose column is named first, found or not, and what was expected there."""
    named = reasons.first == planted.columns
    found: dict[str, float | None] = {"all_right": int(named.sum()), "all_near": None}
    if reasons.expects is not None:
        expected = np.array([reasons.expects[i][j] for i, j in enumerate(planted.columns)])
        off = np.abs(expected - planted.truth) / planted.spread
        found["all_near"] = int((off <= 1).sum())
    return found


def timed(*, quick: bool = False) -> list[Entry]:
    """All tables, to measure how long explaining takes."""
    return [
        ({}, Cell.of(table, 1, "times", planted=CODE)) for table in (QUICK if quick else TABLES)
    ]


def measure_times(cell: Cell) -> dict:
    """Explain the first rows by each explainer in turns; the shortest time counts."""
    X = TABLES[cell.data](cell.data, cell.version, KINDS[0]).X
    found: dict[str, float] = {}
    told = {name: EXPLAINERS[name].fit(X, cell.version) for name in available()}
    for _ in range(5):
        for name, (ranking, tell) in told.items():
            limit = EXPLAINERS[name].limit
            if limit is None or name not in found:
                rows = ranking[: TIMED if limit is None else 1]
                seconds = tell(rows).seconds / len(rows)
                found[name] = min(found.get(name, seconds), seconds)
    return found


def times(frame: pd.DataFrame) -> pd.DataFrame:
    """Show milliseconds for a row, and how many times as long as ours others take."""
    names = [name for name in EXPLAINERS if name in frame]
    shown = 1000 * frame.set_index("data")[names].T
    ratio = shown / shown.loc["detect"]
    ratio = ratio.loc[[name for name in names if EXPLAINERS[name].needs_shap]]
    ratio.index = [f"{name}, times as long as detect" for name in ratio.index]
    return pd.concat([shown, ratio])


def summary(frame: pd.DataFrame) -> pd.DataFrame:
    """Say how many errors were found, and for how many the right column was named first."""
    names = list(dict.fromkeys(frame["explainer"]))
    counts = ["planted", "found", "told", "right", "near", "all_right", "all_near"]
    sums = frame.groupby("explainer")[counts].sum(min_count=1).loc[names]
    return pd.DataFrame(
        {
            "errors": sums["planted"],
            "found": sums["found"] / sums["planted"],
            "of these, right column first": sums["right"] / sums["told"],
            "and expected within 1 sd": (sums["near"] / sums["right"]).map(_or_none),
            "of all, right column first": (sums["all_right"] / sums["planted"]).map(_or_none),
            "expected within 1 sd": (sums["all_near"] / sums["planted"]).map(_or_none),
        }
    )


def by_table(frame: pd.DataFrame, explainer: str) -> pd.DataFrame:
    """Show one explainer on each table."""
    part = frame[frame["explainer"] == explainer]
    sums = part.groupby(["data", "kind"])[["planted", "found", "told", "right", "near"]].sum()
    off = part.groupby(["data", "kind"])["off"].median()
    shown = pd.DataFrame(
        {
            "errors": sums["planted"].astype(int),
            "found": sums["found"].astype(int),
            "right column first": sums["right"].astype(int),
            "expected within 1 sd": sums["near"].astype(int),
            "off, sd (median)": off.map(_or_none),
        }
    )
    shown.index = [f"{data}, {kind}" for data, kind in shown.index]
    return shown


def _or_none(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.3f}"


def write(frame: pd.DataFrame, seconds: pd.DataFrame, output: Output) -> None:
    """Write the tables."""
    intro = [
        f"In {SHARE:.0%} of the rows (from {LEAST} to {MOST}), all of them inliers, one cell gets "
        f"the value of another row (swapped), ten times its value, or one {SHIFT:g} standard "
        "deviations from it (shifted); only cells where this is at "
        f"least {FAR:g} standard deviation off, as otherwise nothing is wrong. The labeled "
        f"outliers remain in the table. A row is found if it is among the first {TIMES} times as "
        "many as there are errors, and was not without the error. Of those found, the column named "
        "first should be that of the error, and what was expected there within a standard "
        "deviation of the column from what had been there. The same is counted for all errors, "
        "found or not, as some methods find few of them. KernelExplainer explains at most three "
        "rows of a table.",
        "",
    ]
    lines = [*markdown(summary(frame), corner="explainer"), "## Milliseconds for a row", ""]
    lines += [
        f"Of {TIMED} rows at once, the shortest of five times; of KernelExplainer, one row with "
        "100 rows to compare with. Scores of columns are a by-product of ECOD and COPOD.",
        "",
        *markdown(times(seconds), corner="explainer"),
    ]
    for name in [n for n in dict.fromkeys(frame["explainer"]) if not EXPLAINERS[n].code]:
        lines += [f"## {name}", "", *markdown(by_table(frame, name), corner="table")]
    output.csv("reasons", frame.drop(columns="seconds", errors="ignore"))
    output.page("reasons", "Reasons of planted errors", intro + lines)
