"""Comparing several methods on several data sets: mean ranks, and what differs by more than chance.

J. Demšar: Statistical comparisons of classifiers over multiple data sets. Journal of Machine
Learning Research 7, 2006.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from .pages import new_figure


class Comparison(NamedTuple):
    """Mean ranks and tests.

    Attributes
    ----------
    ranks : pandas.Series
        Mean rank of each method, 1 = best, best first.
    friedman : float
        p value of Friedman's test: do the ranks differ at all?
    critical : float
        Ranks that differ by more than this differ at the level of 5 % (Nemenyi).
    """

    ranks: pd.Series
    friedman: float
    critical: float


def compare(table: pd.DataFrame) -> Comparison:
    """Rank methods on each data set.

    Parameters
    ----------
    table : pandas.DataFrame
        Methods by data sets, higher = better; three methods at least.

    Returns
    -------
    Comparison
        Ranks and tests.
    """
    k, n = table.shape
    # Figures that are equal in print are ties: the rest is rounding.
    ranks = table.round(6).rank(ascending=False).mean(axis=1).sort_values(kind="stable")
    friedman = stats.friedmanchisquare(*table.round(6).to_numpy()).pvalue
    quantile = stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2)
    return Comparison(ranks, float(friedman), float(quantile * np.sqrt(k * (k + 1) / (6 * n))))


def against(table: pd.DataFrame, method: str) -> pd.DataFrame:
    """Compare every method with one, by pairs.

    Parameters
    ----------
    table : pandas.DataFrame
        Methods by data sets, higher = better.
    method : str
        The one to compare with.

    Returns
    -------
    pandas.DataFrame
        Mean difference, on how many data sets better and worse, p value of Wilcoxon's signed rank
        test, and the same by Holm's correction for the number of methods.
    """
    rows = {}
    for other in table.index.drop(method):
        difference = (table.loc[other] - table.loc[method]).round(6)
        p = stats.wilcoxon(difference).pvalue if difference.any() else 1.0
        better, worse = int((difference > 0).sum()), int((difference < 0).sum())
        rows[other] = (float(difference.mean()), better, worse, float(p))
    frame = pd.DataFrame.from_dict(
        rows, orient="index", columns=["mean difference", "better", "worse", "p"]
    )
    order = frame["p"].sort_values(kind="stable")
    steps = order * np.arange(len(order), 0, -1)
    frame["p (Holm)"] = steps.cummax().clip(upper=1)
    return frame


def diagram(comparison: Comparison, title: str):
    """Draw a critical-difference diagram: bars join methods that the test cannot tell apart."""
    ranks = comparison.ranks
    k = len(ranks)
    half = (k + 1) // 2
    groups = _groups(ranks.to_numpy(), comparison.critical)
    figure = new_figure(9, 1.3 + 0.27 * half + 0.12 * len(groups))
    ax = figure.subplots()
    low, high = 1, k
    depth = 0.6 + 0.35 * len(groups)
    ax.plot([low, high], [0, 0], color="black", lw=1)
    for tick in range(low, high + 1):
        ax.plot([tick, tick], [0, 0.2], color="black", lw=1)
        ax.text(tick, 0.3, str(tick), ha="center", va="bottom", fontsize="small")
    for i, (name, rank) in enumerate(ranks.items()):
        left = i < half
        y = -depth - 0.8 * (i if left else k - 1 - i)
        end = low - 0.3 if left else high + 0.3
        ax.plot([rank, rank, end], [0, y, y], color="0.4", lw=0.8)
        text = f"{name}  {rank:.1f}" if left else f"{rank:.1f}  {name}"
        ax.text(end, y, text, ha="right" if left else "left", va="center", fontsize="small")
    for i, (first, last) in enumerate(groups):
        y = -0.35 - 0.35 * i
        ax.plot([first - 0.05, last + 0.05], [y, y], color="C3", lw=3, solid_capstyle="butt")
    ax.plot([low, low + comparison.critical], [1.6, 1.6], color="C3", lw=3)
    ax.text(
        low + comparison.critical / 2, 1.7, f"critical difference {comparison.critical:.2f}",
        ha="center", va="bottom", fontsize="small",
    )  # fmt: skip
    ax.set_title(title, fontsize="medium")
    span = (high - low) * 0.55 + 1.5
    ax.set(xlim=(low - span, high + span), ylim=(-depth - 0.8 * half, 2.6))
    ax.axis("off")
    return figure


def _groups(ranks: np.ndarray, critical: float) -> list[tuple[float, float]]:
    """Return first and last rank of the largest groups within the critical difference."""
    groups: list[tuple[float, float]] = []
    for i, first in enumerate(ranks):
        last = ranks[ranks <= first + critical].max()
        longer = last > groups[-1][1] if groups else True
        if longer and (ranks[i:] <= last).sum() > 1:
            groups.append((float(first), float(last)))
    return groups
