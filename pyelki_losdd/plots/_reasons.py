"""Why rows are outliers: the columns' shares of the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._checks import check_int
from .._reasons import Explanation, expected_text, value_text
from ._canvas import REMOVED, axis_labels, new_axes, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["reasons"]

#: How many columns are drawn, at most: those of the largest shares.
_COLUMNS = 15

#: How many rows a heat map has, at most.
_ROWS = 30


def reasons(explanation: Explanation, row: int | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the columns' shares of the score: of a row as bars, of several rows as a heat map.

    Parameters
    ----------
    explanation : Explanation
        What to draw, from ``result.explain()``.
    row : int, optional
        The number of the row to draw as bars, with what is in its cells and what was expected. By
        default, all rows are drawn, the first 30 if there are more.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn. At most 15 columns are there: those of the largest shares.
    """
    if not isinstance(explanation, Explanation):
        raise TypeError(
            f"explanation is of type {type(explanation).__name__}: must be what result.explain() "
            "returns."
        )
    if not len(explanation):
        raise ValueError("There is nothing to draw: no row is explained.")
    if row is None and len(explanation) > 1:
        return _heat_map(explanation, ax)
    if row is None:
        return _bars(explanation, 0, ax)
    at = np.flatnonzero(explanation.rows == check_int("row", row, 0))
    if not len(at):
        shown = ", ".join(map(str, explanation.rows[:10]))
        raise ValueError(f"row={row}: is not explained here; there are {shown} ...")
    return _bars(explanation, int(at[0]), ax)


def _bars(explanation: Explanation, i: int, ax: Axes | None) -> Axes:
    order = explanation.order(i)[:_COLUMNS]
    ax = new_axes(ax, figsize=(7, 1.4 + 0.34 * len(order)))
    places = np.arange(len(order))
    share = explanation.share[i, order]
    ax.barh(places, share, color=REMOVED, height=0.7)
    for place, j, width in zip(places, order, share, strict=True):
        value, expected = explanation.values[i][j], explanation.expected[i][j]
        text = f"{value_text(value)}, expected {expected_text(expected)}"
        inside = width > 0.5 * share.max(initial=0)
        ax.annotate(
            short(text), (width, place), (-4 if inside else 4, 0), textcoords="offset points",
            va="center", ha="right" if inside else "left", fontsize="small",
            color="white" if inside else "black", parse_math=False,
        )  # fmt: skip
    ax.set_yticks(places, [short(explanation.columns[j]) for j in order], parse_math=False)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.05 * max(share.max(initial=0), 0.05))
    axis_labels(ax, "share of the score", "")
    title = f"{explanation.names[i]}: score {explanation.scores[i]:.4g}"
    ax.set_title(short(title), fontsize="medium", parse_math=False)
    return ax


def _heat_map(explanation: Explanation, ax: Axes | None) -> Axes:
    share = explanation.share[:_ROWS]
    columns = np.argsort(-share.sum(axis=0), kind="stable")[:_COLUMNS]
    columns = np.sort(columns)  # as in the table
    ax = new_axes(ax, figsize=(2.5 + 0.5 * len(columns), 1.6 + 0.26 * len(share)))
    image = ax.imshow(share[:, columns], cmap="Blues", vmin=0, vmax=1, aspect="auto")
    ax.figure.colorbar(image, ax=ax, label="share of the score")
    names = [short(explanation.columns[j]) for j in columns]
    ax.set_xticks(
        range(len(columns)),
        names,
        rotation=35,
        ha="right",
        rotation_mode="anchor",
        parse_math=False,
    )
    ax.set_yticks(range(len(share)), map(short, explanation.names[:_ROWS]), parse_math=False)
    ax.tick_params(length=0, labelsize="small")
    for i, j in zip(*np.nonzero(share[:, columns] >= 0.1), strict=True):
        part = share[i, columns[j]]
        ax.text(
            j, i, f"{100 * part:.0f}", ha="center", va="center", fontsize="x-small",
            color="white" if part > 0.55 else "black",
        )  # fmt: skip
    return ax
