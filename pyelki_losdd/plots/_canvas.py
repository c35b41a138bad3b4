"""What all pictures share: matplotlib itself, axes, colors and marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._checks import shown
from .._signals import import_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, FigureBase

__all__ = [
    "COLORS",
    "CROSS",
    "OTHER",
    "OUTLIER",
    "REMOVED",
    "RING",
    "TRIANGLE",
    "axis_labels",
    "dot",
    "finite",
    "legend",
    "matplotlib_module",
    "new_axes",
    "new_figure",
    "paper",
    "red_to_black",
    "short",
    "wide_scale",
]

#: Okabe and Ito's colors, which the color-blind can tell apart.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

#: What the rows are in every picture: removed, labeled as outliers, anything else.
REMOVED, OUTLIER, OTHER = *COLORS[:2], "0.35"

#: Marks for scatter(): around another mark, instead of one, for labeled outliers.
RING: dict[str, Any] = {"s": 70, "facecolors": "none", "edgecolors": REMOVED, "linewidths": 1.5}
CROSS: dict[str, Any] = {"s": 34, "marker": "x", "color": REMOVED, "linewidths": 1.4}
TRIANGLE: dict[str, Any] = {"s": 26, "marker": "^", "color": OUTLIER}

#: The longest text beside a picture, in characters.
_LONGEST = 60

#: An axis is symmetric-logarithmic if it spans more than so many times the range of most values.
_WIDE = 25

#: More marks than this become pixels inside of vector graphics, to keep files small.
_MANY = 5_000


def matplotlib_module(name: str) -> Any:
    """Import a module of matplotlib, or say how to get it."""
    try:
        return import_whole(f"matplotlib.{name}")
    except ImportError as error:
        raise ImportError(
            "Pictures need matplotlib: pip install matplotlib, or pip install pyelki-losdd[plot]."
        ) from error


def paper(width: float, height: float) -> Figure:
    """Make a figure for a file (in inches): no screen is needed, and pyplot does not know it."""
    figure: Figure = matplotlib_module("figure").Figure((width, height), layout="constrained")
    return figure


def new_axes(ax: Axes | None, **options: Any) -> Axes:
    """Return `ax`, or the axes of a new figure."""
    if ax is None:
        ax = matplotlib_module("pyplot").subplots(layout="constrained", **options)[1]
    elif not hasattr(ax, "get_xlim"):
        raise TypeError(f"ax={shown(ax)}: must be a matplotlib Axes, or None for a new figure.")
    return ax


def new_figure(figure: FigureBase | None, **options: Any) -> FigureBase:
    """Return `figure`, or a new one."""
    if figure is None:
        figure = matplotlib_module("pyplot").figure(layout="constrained", **options)
    elif not hasattr(figure, "subplots"):
        raise TypeError(
            f"figure={shown(figure)}: must be a matplotlib Figure or SubFigure, or None."
        )
    return figure


def axis_labels(ax: Axes, x: str, y: str) -> None:
    """Label the axes; names from the data may hold ``$``, which would start a formula."""
    ax.set_xlabel(short(x), parse_math=False)
    ax.set_ylabel(short(y), parse_math=False)


def legend(ax: Axes, names: list[str] | None = None, **options: Any) -> None:
    """Make a legend of everything that has a label.

    `names` replaces the labels by texts from the data: matplotlib would leave out names that begin
    with ``_``, and read formulas into ``$``.
    """
    made = ax.legend(fontsize="small", framealpha=0.85, **{"loc": "best", **options})
    for text, name in zip(made.get_texts(), names or [], strict=False):
        text.set_parse_math(False)
        text.set_text(short(name))


def short(name: str) -> str:
    """Cut a name that would leave no room for the picture."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def dot(count: int) -> dict[str, Any]:
    """Choose the mark by the number of rows."""
    if count > _MANY:
        return {"s": 5, "linewidths": 0, "rasterized": True}
    return {"s": 13, "linewidths": 0.3, "edgecolors": "0.3"}  # light ones stay visible on white


def red_to_black(steps: int) -> list[tuple[float, float, float]]:
    """Return colors from red to black; they also get darker in grayscale."""
    shares = 1 - np.linspace(0, 1, steps) ** 1.5  # dark colors look more alike than light ones
    return [(0.92 * share, 0.12 * share, 0.05 * share) for share in shares]


def finite(scores: np.ndarray) -> tuple[np.ndarray, str]:
    """Make scores that can be drawn.

    Returns
    -------
    shown : ndarray
        The scores, with the infinite ones a little outside of the others. NaN stays.
    note : str
        What is not as it seems, for the label of the axis; empty if nothing is.
    """
    usual = scores[np.isfinite(scores)]
    low, high = (usual.min(), usual.max()) if len(usual) else (0.0, 0.0)
    margin = 0.1 * (high - low) or 1.0
    shown = np.clip(scores, low - margin, high + margin)
    infinite, missing = np.isinf(scores).sum(), np.isnan(scores).sum()
    notes = [
        f"{count} {what}" for count, what in ((infinite, "infinite"), (missing, "NaN")) if count
    ]
    return shown, f" ({', '.join(notes)})" if notes else ""


def wide_scale(values: np.ndarray) -> dict[str, float] | None:
    """Choose the scale of an axis for values of which a few may be far from the others.

    Parameters
    ----------
    values : ndarray
        The values to draw; NaN does not count.

    Returns
    -------
    dict or None
        None if a linear axis shows them. Otherwise the options of matplotlib's ``"symlog"``: linear
        where most values are, logarithmic beyond.
    """
    drawn = values[np.isfinite(values)]
    if not len(drawn):
        return None
    low, high = np.quantile(drawn, (0.05, 0.95))
    spread = float(drawn.max() - drawn.min())
    if spread <= _WIDE * (high - low):
        return None
    most = float(max(abs(low), abs(high)))
    if most == 0:  # nearly all values are 0: show those next to it
        most = float(np.abs(drawn[drawn != 0]).min())
    if np.abs(drawn).max() <= 10 * most:
        return None  # far from 0, a logarithm changes little
    return {"linthresh": most, "linscale": 1.5}
