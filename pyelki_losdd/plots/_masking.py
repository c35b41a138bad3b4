"""The paper's motivating figure: what removing outliers does to the boundary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._checks import check_bool, check_int
from .._validation import check_data
from ._canvas import CROSS, OTHER, axis_labels, dot, legend, new_axes, new_figure, red_to_black
from ._plane import Plane, to_plane
from ._points import boundary
from ._removal import Removal, check_left, remove

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import FigureBase

__all__ = ["boundaries", "masking"]


def boundaries(
    X: Any,
    b: int = 25,
    R: int | float | None = None,
    *,
    left_out: bool = True,
    every: int = 5,
    ax: Axes | None = None,
    **parameters: Any,
) -> Axes:
    """Draw the boundary while outliers are removed, from red (all rows) to black (the end).

    Data of more than two columns are projected on their two principal components first: everything
    then happens in this plane.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The data, at least two columns.
    b : int, default=25
        Batches: rounds of judging and removing.
    R : int or float, optional
        How many rows to remove in total, `b` by default; as in :func:`pyelki_losdd.run`.
    left_out : bool, default=True
        Whether each point is judged by a model that was trained without it, as LO-SVM does. Else by
        the model that was trained with it: the farthest outside is removed, and of the points on
        the boundary the one with the largest weight.
    every : int, default=5
        Draw the boundary after every so many removals (at the end of a batch), and after the last.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.
    **parameters
        More parameters of :func:`pyelki_losdd.run`, such as `gamma` or `nu`.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn.
    """
    every = check_int("every", every, 1)
    left_out = check_bool("left_out", left_out)
    b = check_int("b", b, 0)
    plane = _plane(X, parameters)
    removal = remove(plane.points, b, R, left_out, _inside(plane, parameters))
    ax = new_axes(ax)
    _draw(ax, plane, removal, every)
    legend(ax)
    axis_labels(ax, *plane.names)
    return ax


def masking(
    X: Any,
    removals: int = 25,
    *,
    every: int = 5,
    figure: FigureBase | None = None,
    **parameters: Any,
) -> FigureBase:
    """Draw how outliers mask each other, and how leaving points out repeatedly unmasks them.

    The motivating figure of the LOSDD paper for any data. Four panels remove the same number of
    points: (a) those farthest outside of a single SVM, at once; (b) one at a time, training again
    in between; (c) judged by leave-one-out, at once; (d) by leave-one-out, one at a time, which is
    LO-SVM. Boundaries go from red (all rows) to black (after the last removal).

    Data of more than two columns are projected on their two principal components first: everything
    then happens in this plane.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The data, at least two columns.
    removals : int, default=25
        How many points each panel removes.
    every : int, default=5
        Draw the boundary after every so many removals, and after the last.
    figure : matplotlib.figure.Figure or SubFigure, optional
        Where to draw four panels; by default, in a new figure.
    **parameters
        More parameters of :func:`pyelki_losdd.run`, such as `gamma` or `nu`. ``method="losoc"``
        uses the one-class SVM, which finds the same boundary with kernels like rbf.

    Returns
    -------
    matplotlib.figure.Figure or SubFigure
        Where it was drawn.
    """
    every = check_int("every", every, 1)
    removals = check_int("removals", removals, 1)
    plane = _plane(X, parameters)
    check_left("removals", removals, len(plane.points))
    single, leave_out = ("SVDD", "LOSDD")
    if parameters.get("method") == "losoc":
        single, leave_out = ("OCSVM", "LOSOC")
    panels = {
        f"(a) Single {single}, all at once": (1, False),
        f"(b) Naive {single}, one at a time": (removals, False),
        "(c) Leave-one-out, all at once": (1, True),
        f"(d) {leave_out}, one at a time": (removals, True),
    }
    figure = new_figure(figure, figsize=(8, 7.6))
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    for ax, (title, (b, left_out)) in zip(grid.flat, panels.items(), strict=True):
        removal = remove(plane.points, b, removals, left_out, _inside(plane, parameters))
        _draw(ax, plane, removal, every)
        ax.set_title(title, fontsize="medium")
        axis_labels(ax, *plane.names)
        ax.label_outer()
    handles, names = grid[1, 1].get_legend_handles_labels()  # this panel has all boundaries
    figure.legend(handles, names, loc="outside lower center", ncols=4, fontsize="small")
    return figure


def _plane(X: Any, parameters: Mapping[str, Any]) -> Plane:
    if parameters.get("kernel") == "precomputed":
        raise ValueError("kernel='precomputed': a boundary needs points; pass data and a kernel.")
    check_data(X)
    return to_plane(X, standardize=parameters.get("standardize", True))


def _inside(plane: Plane, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    """Choose the parameters inside of the plane; components are not standardized once more."""
    return {**parameters, "standardize": False} if plane.projected else parameters


def _draw(ax: Axes, plane: Plane, removal: Removal, every: int) -> None:
    kept, removed = plane.points[removal.trainer.without(removal.rows)], plane.points[removal.rows]
    ax.scatter(kept[:, 0], kept[:, 1], color=OTHER, label="kept", **dot(len(kept)))
    if len(removed):
        ax.scatter(removed[:, 0], removed[:, 1], label="removed", **CROSS)
    ax.margins(0.08)
    ax.autoscale_view()
    counts = [0]
    for end in removal.ends:
        if end // every > counts[-1] // every or end == len(removal.rows) > counts[-1]:
            counts.append(end)
    for i, (count, color) in enumerate(zip(counts, red_to_black(len(counts)), strict=True)):
        style = "dashed" if i == 0 else "solid"
        width = 1.2 + 0.8 * i / max(1, len(counts) - 1)
        boundary(removal.model(count), ax, colors=[color], linewidths=width, linestyles=style)
        name = f"after {count} removal{'s' * (count != 1)}" if count else "boundary with all points"
        ax.plot([], [], color=color, linewidth=width, linestyle=style, label=name)
