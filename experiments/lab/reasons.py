"""Reasons of planted errors: whether the right column is named, and what was expected there."""

import numpy as np
import pandas as pd

from .cells import Cell, Entry
from .explainers import EXPLAINERS, available
from .pages import Output, markdown
from .planted import FAR, KINDS, LEAST, MOST, SHARE, TABLES

SEEDS = "the version, for errors and for random detectors"
VERSIONS, QUICK = range(1, 6), ("Hepatitis", "WBC")

#: KernelExplainer takes seconds a row: fewer versions.
FEW = range(1, 4)

#: An error is found if its row is among the first so many times the number of errors, and was not
#: before it had the error.
TIMES = 3

#: How many rows, the first ones, are explained to measure how long it takes.
TIMED = 20


def cells(*, quick: bool = False) -> list[Entry]:
    """All explainers on all tables with both kinds of errors."""
    return [
        ({"explainer": name, "kind": kind},
         Cell.of(table, version, name, code=EXPLAINERS[name].code, kind=kind))
        for name in available()
        for table in (QUICK if quick else TABLES)
        for version in (VERSIONS if EXPLAINERS[name].limit is None else FEW)[: 1 if quick else None]
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
    timed = ranking[: explainer.limit or TIMED]
    if not explainer.code:
        tell(timed)  # Java compiles what it does often
    about = {"planted": len(planted.rows), "found": len(at), "told": len(told),
             "row_seconds": tell(timed).seconds / len(timed)}  # fmt: skip
    if not len(told):
        return about | {"right": 0, "near": None, "off": None}
    reasons = tell(planted.rows[told])
    right = reasons.first == planted.columns[told]
    about |= {"right": int(right.sum())}
    if reasons.expected is None or not right.any():
        return about | {"near": None, "off": None}
    off = np.abs(reasons.expected - planted.truth[told])[right] / planted.spread[told][right]
    return about | {"near": int((off <= 1).sum()), "off": float(np.median(off))}


def summary(frame: pd.DataFrame) -> pd.DataFrame:
    """Count errors, and say how many were found, named and explained."""
    names = list(dict.fromkeys(frame["explainer"]))
    sums = frame.groupby("explainer")[["planted", "found", "told", "right", "near"]].sum()
    sums = sums.loc[names]
    seconds = frame.groupby("explainer")["row_seconds"].median().loc[names]
    expects = frame.groupby("explainer")["near"].count().loc[names] > 0
    return pd.DataFrame(
        {
            "errors": sums["planted"],
            "found": sums["found"] / sums["planted"],
            "right column first": sums["right"] / sums["told"],
            "of rows": sums["told"],
            "expected within 1 sd": (sums["near"] / sums["right"]).where(expects).map(_or_none),
            "ms a row": 1000 * seconds,
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
            "off, sd (median)": off,
        }
    )
    shown.index = [f"{data}, {kind}" for data, kind in shown.index]
    return shown


def _or_none(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.3f}"


def speed(frame: pd.DataFrame) -> str:
    """Compare times with the slow way, where both explained rows of the same tables."""
    slow = "isolation forest, KernelExplainer"
    keys = ["data", "version", "kind"]
    per = frame.pivot_table(index=keys, columns="explainer", values="row_seconds")
    if slow not in per:
        return "SHAP was not there to compare times with."
    ratio = (per[slow] / per["detect"]).dropna().groupby("data").median()
    shown = ", ".join(f"{data} {value:,.0f}" for data, value in ratio.items())
    return (
        "A row takes KernelExplainer so many times as long as `detect(X).explain(rows)` of the "
        f"first {TIMED} rows (medians over versions and kinds): {shown}."
    )


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write the tables."""
    intro = [
        f"In {SHARE:.0%} of the rows (from {LEAST} to {MOST}), all of them inliers, one cell gets "
        "the value of another row (swapped) or ten times its value; only cells where this is at "
        f"least {FAR:g} standard deviation off, as otherwise nothing is wrong. The labeled "
        f"outliers remain in the table. A row is found if it is among the first {TIMES} times as "
        "many as there are errors, and was not without the error. Of those found, the column named "
        "first should be that of the error, and what was expected there within a standard "
        "deviation of the column from what had been there.",
        "",
    ]
    lines = [*markdown(summary(frame), corner="explainer"), speed(frame), ""]
    for name in [n for n in dict.fromkeys(frame["explainer"]) if not EXPLAINERS[n].code]:
        lines += [f"## {name}", "", *markdown(by_table(frame, name), corner="table")]
    output.csv("reasons", frame.drop(columns="seconds", errors="ignore"))
    output.page("reasons", "Reasons of planted errors", intro + lines)
