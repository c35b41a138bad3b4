"""How much the rankings of several methods agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from ._canvas import new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["agreement"]


def agreement(matrix: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw a matrix of agreements, such as ``comparison.spearman`` or ``comparison.overlap``.

    Parameters
    ----------
    matrix : pandas.DataFrame
        One row and one column for each method, with values from -1 to 1.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn.
    """
    ax = new_axes(ax, figsize=(5.4, 5))
    values = matrix.to_numpy(dtype=np.float64)
    ax.imshow(values, cmap="Blues", vmin=0, vmax=1)
    for (row, column), value in np.ndenumerate(values):
        text = "-" if np.isnan(value) else f"{value:.2f}"
        dark = value > 0.6  # the field, so that the number has to be light
        ax.text(column, row, text, ha="center", va="center", color="white" if dark else "black")
    places = np.arange(len(matrix))
    names = [str(name) for name in matrix.columns]
    ax.set_xticks(places, names, rotation=45, ha="right", parse_math=False)
    ax.set_yticks(places, [str(name) for name in matrix.index], parse_math=False)
    return ax
