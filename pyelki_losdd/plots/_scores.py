"""The scores of all rows at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._checks import check_int
from .._labels import check_labels
from ._canvas import (
    OTHER,
    OUTLIER,
    RING,
    TRIANGLE,
    axis_labels,
    dot,
    finite,
    legend,
    matplotlib_module,
    new_axes,
    wide_scale,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .._scored import Scored

__all__ = ["histogram", "ranks"]


def histogram(
    result: Scored, y: Any = None, *, bins: int | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how many rows have which score.

    Parameters
    ----------
    result : Result or Detection
        What to draw.
    y : array-like of shape (n,), optional
        Which rows are known outliers (1 or "outlier") and inliers, to draw them apart.
    bins : int, optional
        The number of bars; by default, chosen by the number of rows.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn. The counts have a logarithmic axis, so that few rows can be seen beside
        many, and so have the scores, beyond most of them, if a few are very large.
    """
    outlier = None if y is None else check_labels(y, len(result))
    count = (
        min(max(10, round(len(result) ** 0.5)), 60) if bins is None else check_int("bins", bins, 1)
    )
    ax = new_axes(ax)
    scores, note = finite(result.scores)
    drawn = ~np.isnan(scores)
    scale = wide_scale(scores)
    edges = _edges(scores[drawn], count, scale)
    if scale is not None:
        ax.set_xscale("symlog", **scale)
        ax.xaxis.set_major_formatter("{x:g}")
    if outlier is None:
        groups: dict[str, tuple[np.ndarray, dict[str, Any]]]
        groups = {"": (drawn, {"color": "0.6", "edgecolor": "white"})}
    else:
        hatched = {"facecolor": "none", "edgecolor": OUTLIER, "hatch": "////"}
        groups = {
            "inliers": (drawn & ~outlier, {"color": "0.75", "edgecolor": "white"}),
            "outliers": (drawn & outlier, hatched),
        }
    for name, (rows, style) in groups.items():
        ax.hist(scores[rows], edges, label=name, **style)
    ax.set_yscale("log")
    ax.set_ylim(bottom=0.6)  # a single row has a bar, too
    ax.yaxis.set_major_formatter("{x:g}")
    if result.line is not None:
        at, meaning = result.line
        ax.axvline(at, color="black", linestyle="--", linewidth=1, label=meaning)
    if ax.get_legend_handles_labels()[0]:
        legend(ax)
    axis_labels(ax, f"outlier score{note}", "rows")
    return ax


def _edges(scores: np.ndarray, count: int, scale: dict[str, float] | None) -> list[float]:
    """Divide the axis into bins of the same width, as they are drawn."""
    if scale is None:
        return list(np.histogram_bin_edges(scores, count).tolist())
    transform = matplotlib_module("scale").SymmetricalLogTransform(10, **scale)
    first, last = transform.transform(np.array([scores.min(), scores.max()])).tolist()
    edges = transform.inverted().transform(np.linspace(first, last, count + 1))
    edges[[0, -1]] = scores.min(), scores.max()  # no row may be lost by rounding
    return list(edges.tolist())


def ranks(result: Scored, y: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw the scores by rank: a bend shows where the outliers end.

    Parameters
    ----------
    result : Result or Detection
        What to draw.
    y : array-like of shape (n,), optional
        Which rows are known outliers (1 or "outlier") and inliers, to mark the outliers.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn. Scores have a logarithmic axis, beyond most of them, if a few are very
        large.
    """
    outlier = None if y is None else check_labels(y, len(result))
    ax = new_axes(ax)
    rank = np.arange(1, len(result) + 1)
    scores, note = finite(result.scores[result.ranking])
    ax.plot(rank, scores, color="0.7", linewidth=1, zorder=1)
    marked = np.zeros(len(rank), bool) if outlier is None else outlier[result.ranking]
    plain = "rows" if outlier is None else "inliers"
    mark = dot(len(rank))
    ax.scatter(rank[~marked], scores[~marked], color=OTHER, label=plain, **mark)
    if marked.any():
        ax.scatter(rank[marked], scores[marked], label="outliers", **TRIANGLE)
    rows, meaning = result.marked
    ringed = np.isin(result.ranking, rows)
    if ringed.any():
        ax.scatter(rank[ringed], scores[ringed], label=meaning, **RING)
    if len(ax.collections) > 1:
        legend(ax)
    scale = wide_scale(scores)
    if scale is not None:
        ax.set_yscale("symlog", **scale)
        ax.yaxis.set_major_formatter("{x:g}")
    if len(result) > 100:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter("{x:g}")
    axis_labels(ax, "rank", f"outlier score{note}")
    return ax
