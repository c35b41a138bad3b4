"""The rows as points, colored by their scores."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from .._detection import Detection
from .._result import Result
from .._validation import check_data
from ._canvas import RING, axis_labels, dot, finite, legend, matplotlib_module, new_axes, wide_scale
from ._plane import Plane, to_plane

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .._scored import Scored, Scorer

__all__ = ["boundary", "points"]

#: The boundary in longer words, as there is room for them.
_MEANINGS = {"boundary": "boundary after the removals"}

#: Grid points along each side for the boundary.
_GRID = 200


def points(result: Scored, X: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw every row with its score, removed rows or outliers ringed, and the boundary.

    Data with two columns are drawn as they are, others on their principal components (without the
    boundary, which has no place there), a single column over its scores.

    Parameters
    ----------
    result : Result or Detection
        What to draw.
    X : array-like of shape (n, d), optional
        The data, or any place for each row, such as an embedding. A result keeps data of two
        columns only.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn.
    """
    plane = _place(result, X)
    ax = new_axes(ax)
    scores, note = finite(result.scores)
    order = result.ranking[::-1]  # outliers on top
    order = order[~np.isnan(scores[order])]
    x, y = plane.points[order].T
    # Few scores are high: the square root gives the many low ones more than one color.
    colors, scale = matplotlib_module("colors"), wide_scale(scores)
    norm = colors.PowerNorm(0.5) if scale is None else colors.SymLogNorm(**scale)
    marks = ax.scatter(x, y, c=scores[order], cmap="viridis_r", norm=norm, **dot(len(order)))
    ax.figure.colorbar(marks, ax=ax, label=f"outlier score{note}")
    rows, meaning = result.marked
    if len(rows):
        x, y = plane.points[rows].T
        ax.scatter(x, y, label=meaning, **RING)
    if not plane.projected:
        _draw_boundary(result, ax)
    if ax.get_legend_handles_labels()[0]:
        legend(ax)
    axis_labels(ax, *plane.names)
    return ax


def _draw_boundary(result: Scored, ax: Axes) -> None:
    """Draw where rows begin to be outlying, if the result has a model of two columns."""
    model = result.model if isinstance(result, Result | Detection) else None
    if model is None or result.line is None or model.precomputed or model.width != 2:
        return
    if not model.trusted:
        warnings.warn(
            f"{model.why_untrusted} The boundary is not drawn; pyelki_losdd.load(path, "
            "trust=True) allows it.",
            UserWarning,
            stacklevel=3,
        )
        return
    ax.margins(0.08)
    level, meaning = result.line
    boundary(model, ax, level=level, colors="black", linewidths=1)
    ax.plot([], [], color="black", linewidth=1, label=_MEANINGS.get(meaning, meaning))


def boundary(model: Scorer, ax: Axes, *, level: float = 0.0, **style: Any) -> None:
    """Draw where a model of two columns has a score, inside the limits of `ax`, which stay.

    Parameters
    ----------
    model : Model or Ensemble
        A model of two columns.
    level : float, default=0
        The score.
    ax : matplotlib.axes.Axes
        Where to draw.
    **style
        Passed to `Axes.contour`.
    """
    limits = ax.get_xlim(), ax.get_ylim()
    x, y = (np.linspace(*limit, _GRID) for limit in limits)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    heights = model.score(grid.reshape(-1, 2)).reshape(_GRID, _GRID)
    usual = heights[np.isfinite(heights)]
    if len(usual) and usual.min() < level < usual.max():  # else contour warns about nothing drawn
        ax.contour(x, y, np.clip(heights, usual.min(), usual.max()), levels=[level], **style)
    ax.set(xlim=limits[0], ylim=limits[1])


def _place(result: Scored, X: Any) -> Plane:
    """Find out where to draw the rows."""
    if X is None:
        if result.points is None:
            raise ValueError(
                "X=None: the result holds no points to draw, since the data had not two columns "
                "or were a kernel matrix; pass the data, points(result, X), or use ranks(result)."
            )
        model = getattr(result, "model", None)
        names = None if model is None else model.columns
        first, second = names or ("column 0", "column 1")
        return Plane(result.points, (first, second), False)
    data = check_data(X, min_rows=1)
    n, d = data.values.shape
    if n != len(result):
        raise ValueError(f"X has {n} rows, but the result {len(result)}: pass the same data.")
    if d == 1:
        scores, note = finite(result.scores)
        name = data.columns[0] if data.columns else "column 0"
        place = np.column_stack((data.values[:, 0], scores))
        return Plane(place, (name, f"outlier score{note}"), True)
    return to_plane(X, standardize=bool(result.params.get("standardize")))
