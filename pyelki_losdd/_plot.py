"""Pictures of results; the only module that needs matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._result import Result

__all__ = ["boundary", "plot", "pyplot"]

_REMOVED = "#d62728"

#: Grid points along each side for the boundary.
_GRID = 150


def pyplot() -> Any:
    """Import pyplot, or say how to get it."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError(
            "plot() needs matplotlib: pip install matplotlib, or pip install pyelki-losdd[plot]."
        ) from error
    return plt


def plot(result: Result, ax: Axes | None = None) -> Axes:
    """Draw `result`; see :meth:`Result.plot`."""
    plt = pyplot()
    if ax is None:
        ax = plt.subplots(layout="constrained")[1]
    if result._points is None:
        _draw_ranks(result, ax)
    else:
        _draw_points(result, ax)
    ax.set_title(result._headline(), fontsize="medium")
    return ax


def boundary(result: Result, ax: Axes, **style: Any) -> None:
    """Draw where `score_samples` is 0, inside the limits of `ax`.

    Parameters
    ----------
    result : Result
        A result with a model of two columns.
    ax : matplotlib.axes.Axes
        Where to draw; its limits stay.
    **style
        Passed to `Axes.contour`.
    """
    limits = ax.get_xlim(), ax.get_ylim()
    x, y = (np.linspace(*limit, _GRID) for limit in limits)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    heights = result.score_samples(grid.reshape(-1, 2)).reshape(_GRID, _GRID)
    finite = heights[np.isfinite(heights)]
    if len(finite) and finite.min() < 0 < finite.max():  # else contour warns about nothing drawn
        heights = np.clip(heights, finite.min(), finite.max())
        ax.contour(x, y, heights, levels=[0], **style)
    ax.set_xlim(limits[0])
    ax.set_ylim(limits[1])


def _draw_points(result: Result, ax: Axes) -> None:
    """Two columns: every row with its score, the removed ones ringed, the boundary."""
    points, scores = result._points, result.scores
    assert points is not None
    finite = np.isfinite(scores)
    shown = np.clip(scores, scores[finite].min(), scores[finite].max()) if finite.any() else scores
    order = result.ranking[::-1]  # outliers on top
    dots = ax.scatter(points[order, 0], points[order, 1], c=shown[order], s=14, cmap="viridis")
    ax.figure.colorbar(dots, ax=ax, label="outlier score")
    removed = points[result._removed]
    if len(removed):
        x, y = removed.T
        ax.scatter(x, y, s=70, facecolors="none", edgecolors=_REMOVED, label="removed")
        ax.legend(loc="best", fontsize="small")
    if result.model is not None and not result.model.precomputed:
        boundary(result, ax, colors="black", linewidths=1)


def _draw_ranks(result: Result, ax: Axes) -> None:
    """Other data: the scores by rank show where the outliers end."""
    rank = np.arange(1, len(result) + 1)
    scores = result.scores[result.ranking]
    ax.plot(rank, scores, color="0.6", linewidth=1, zorder=1)
    removed = np.isin(result.ranking, result._removed)
    ax.scatter(rank[~removed], scores[~removed], s=10, color="0.3", label="kept")
    if removed.any():
        ax.scatter(rank[removed], scores[removed], s=22, color=_REMOVED, label="removed")
        ax.legend(loc="best", fontsize="small")
    ax.set_xlabel("rank")
    ax.set_ylabel("outlier score")
    if len(result) > 100:
        ax.set_xscale("log")
