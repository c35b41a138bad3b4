"""Convex hull peeling, the classic idea that LO-SVM is in contrast to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._checks import check_int
from .._signals import import_whole
from .._validation import check_data
from ._canvas import OTHER, axis_labels, dot, legend, new_axes, red_to_black
from ._plane import to_plane

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["hulls"]


def hulls(X: Any, layers: int = 5, *, ax: Axes | None = None) -> Axes:
    """Draw convex hulls of the points, of what is left without their corners, and so on.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The data, at least two columns; more are shown on their principal components, standardized.
    layers : int, default=5
        How many hulls to draw; fewer, if no points are left.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn.
    """
    layers = check_int("layers", layers, 1)
    check_data(X, min_rows=1)
    plane = to_plane(X, standardize=True)
    left = np.unique(plane.points, axis=0)  # a twin of a corner is no corner of the next hull
    peeled: list[np.ndarray] = []
    while len(left) and len(peeled) < layers:
        corners = _corners(left)
        peeled.append(left[corners])
        left = np.delete(left, corners, axis=0)
    ax = new_axes(ax)
    ax.scatter(*plane.points.T, color=OTHER, **dot(len(plane.points)))
    markers = "so^Dv"
    for i, (hull, color) in enumerate(zip(peeled, red_to_black(len(peeled)), strict=True)):
        x, y = np.vstack((hull, hull[:1])).T
        marker = markers[i % len(markers)]
        ax.plot(
            x, y, color=color, linewidth=1.2, marker=marker, markersize=4, label=f"hull {i + 1}"
        )
    legend(ax)
    axis_labels(ax, *plane.names)
    return ax


def _corners(points: np.ndarray) -> np.ndarray:
    """Return the corners of the convex hull, in order; of points on a line, both ends."""
    spatial = import_whole("scipy.spatial")  # slow to import
    if len(points) > 2:
        low, span = points.min(axis=0), np.ptp(points, axis=0)
        try:
            hull = spatial.ConvexHull((points - low) / np.where(span > 0, span, 1))
            return np.asarray(hull.vertices)
        except spatial.QhullError:  # all on a line
            order = np.lexsort(points.T[::-1])
            return order[[0, -1]]
    return np.arange(len(points))
