"""How well scores find labeled outliers: ROC and precision-recall curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .. import metrics
from .._labels import check_labels
from .._scored import Scored
from ._canvas import COLORS, axis_labels, legend, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["precision_recall", "roc"]

_STYLES = ("-", "--", "-.", ":")


def roc(y: Any, scores: Any, *, ax: Axes | None = None) -> Axes:
    """Draw ROC curves: the share of outliers over the share of inliers that rank above a score.

    Parameters
    ----------
    y : array-like of shape (n,)
        Which rows are known outliers (1 or "outlier") and inliers.
    scores : array-like of shape (n,), a result, or a dict or DataFrame of several
        Higher = more outlying. The keys or columns name the curves.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn; the legend has the areas.
    """
    return _draw(y, scores, ax, _roc)


def precision_recall(y: Any, scores: Any, *, ax: Axes | None = None) -> Axes:
    """Draw precision-recall curves: how many of the first rows are outliers, over those found.

    Parameters
    ----------
    y : array-like of shape (n,)
        Which rows are known outliers (1 or "outlier") and inliers.
    scores : array-like of shape (n,), a result, or a dict or DataFrame of several
        Higher = more outlying. The keys or columns name the curves.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default, in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Where it was drawn; the legend has the average precisions, which are the areas.
    """
    return _draw(y, scores, ax, _precision_recall)


def _draw(y: Any, scores: Any, ax: Axes | None, kind: Callable[..., None]) -> Axes:
    named = _named(scores)
    outlier = check_labels(y, len(next(iter(named.values()))))
    measure = metrics.auroc if kind is _roc else metrics.average_precision
    texts = []
    for name, values in named.items():
        try:
            texts.append(f"{name} ({measure(outlier, values):.3f})")
        except (TypeError, ValueError) as error:
            where = f" (scores of {name!r})" if len(named) > 1 else ""
            raise type(error)(f"{error}{where}") from None
    ax = new_axes(ax, figsize=(5.4, 5))
    chance = float(outlier.mean())
    for i, values in enumerate(named.values()):
        style: dict[str, Any] = {
            "color": COLORS[i % len(COLORS)],
            "linestyle": _STYLES[i % len(_STYLES)],
            "linewidth": 1.6,
            "label": f"curve {i}",
        }
        kind(ax, outlier, np.asarray(values, dtype=np.float64), style)
    dashes: dict[str, Any] = {
        "color": "0.6",
        "linestyle": (0, (2, 3)),
        "linewidth": 1,
        "label": "chance",
    }
    ax.plot([0, 1], [0, 1] if kind is _roc else [chance, chance], **dashes)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.set_aspect("equal")
    legend(ax, [*texts, "chance"], title="AUROC" if kind is _roc else "average precision")
    return ax


def _named(scores: Any) -> dict[str, Any]:
    """Bring every kind of input into one form: names and arrays."""
    if isinstance(scores, pd.DataFrame):
        named = {str(name): column.to_numpy() for name, column in scores.items()}
    elif isinstance(scores, Mapping):
        named = {str(name): values for name, values in scores.items()}
    elif isinstance(scores, Scored):
        named = {scores.name: scores}
    else:
        named = {"scores": scores}
    if not named:
        raise ValueError("scores holds no scores: give at least one array.")
    return {
        name: values.scores if isinstance(values, Scored) else np.asarray(values)
        for name, values in named.items()
    }


def _counts(outlier: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Count outliers and inliers down to each score; equal scores count together."""
    order = np.argsort(-scores, kind="stable")
    last = np.append(scores[order][1:] != scores[order][:-1], True)
    found = np.cumsum(outlier[order])[last]
    return found, np.flatnonzero(last) + 1 - found


def _roc(ax: Axes, outlier: np.ndarray, scores: np.ndarray, style: dict[str, Any]) -> None:
    found, wrong = (np.append(0, counts) for counts in _counts(outlier, scores))
    # Points in the middle of a straight line show nothing, but make a vector graphic large.
    bend = np.diff(found[:-1]) * np.diff(wrong[1:]) != np.diff(found[1:]) * np.diff(wrong[:-1])
    corner = np.concatenate(([True], bend, [True]))
    ax.plot(wrong[corner] / wrong[-1], found[corner] / found[-1], **style)
    axis_labels(ax, "share of the inliers above", "share of the outliers above")


def _precision_recall(
    ax: Axes, outlier: np.ndarray, scores: np.ndarray, style: dict[str, Any]
) -> None:
    found, wrong = _counts(outlier, scores)
    new = np.diff(found, prepend=0) > 0  # steps, whose area is the average precision
    recall, precision = found[new] / found[-1], (found / (found + wrong))[new]
    ax.plot(
        np.append(0, recall), np.append(precision[0], precision), drawstyle="steps-pre", **style
    )
    axis_labels(ax, "recall: share of the outliers found", "precision: share that are outliers")
