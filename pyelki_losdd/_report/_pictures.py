"""The pictures of the page, as SVG that keeps to itself inside of an image."""

from __future__ import annotations

import base64
import io
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from .. import plots
from ..plots._canvas import matplotlib_module, paper
from ._content import Content

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .._compare import Comparison

__all__ = ["Picture", "draw", "draw_comparison"]

#: matplotlib's settings on top of its defaults; those of the user may be for a dark screen.
_SETTINGS = {
    "svg.hashsalt": "pyelki-losdd",  # names inside of the file are the same every time
    "svg.fonttype": "none",  # the browser has letters for more languages than matplotlib
}


@dataclass(frozen=True)
class Picture:
    """One picture.

    Attributes
    ----------
    caption : str
        What it shows.
    source : str
        A data URI.
    """

    caption: str
    source: str


def draw(content: Content) -> list[Picture]:
    """Draw all pictures for which there are data."""
    return [Picture(caption, _render(fill)) for caption, fill in _wanted(content)]


def draw_comparison(comparison: Comparison) -> list[Picture]:
    """Draw what methods found: how well, if there are labels, and how much they agree."""
    sound = comparison.sound
    wanted: list[tuple[str, Callable[[Figure], object]]] = []
    if sound and comparison.y is not None:
        outlier, scores = comparison.y, comparison.scores[sound]
        wanted += [
            (
                "ROC curves: known outliers against inliers down the rankings.",
                lambda figure: plots.roc(outlier, scores, ax=figure.subplots()),
            ),
            (
                "Precision and recall down the rankings.",
                lambda figure: plots.precision_recall(outlier, scores, ax=figure.subplots()),
            ),
        ]
    if len(sound) > 1:
        wanted += [
            (
                "Rank correlation (Spearman) of the scores of each two methods.",
                lambda figure: plots.agreement(comparison.spearman, ax=figure.subplots()),
            ),
            (
                "What the top lists of each two methods have in common, as a share.",
                lambda figure: plots.agreement(comparison.overlap, ax=figure.subplots()),
            ),
        ]
    return [Picture(caption, _render(fill)) for caption, fill in wanted]


def _wanted(content: Content) -> Iterator[tuple[str, Callable[[Figure], object]]]:
    """List what to draw: captions, and what draws into a figure."""
    result, outlier = content.result, content.outlier
    if content.values is not None or result.points is not None:
        X = None
        if content.values is not None:
            X = pd.DataFrame(content.values, columns=content.columns)
        rows, meaning = result.marked
        rings = f"; {meaning} rows are ringed." if len(rows) else "."
        yield (
            f"Every row, colored by its outlier score{rings}",
            lambda figure: plots.points(result, X, ax=figure.subplots()),
        )
    yield (
        "Outlier scores by rank: a bend shows where the outliers end.",
        lambda figure: plots.ranks(result, outlier, ax=figure.subplots()),
    )
    yield (
        "How many rows have which outlier score, on a logarithmic axis.",
        lambda figure: plots.histogram(result, outlier, ax=figure.subplots()),
    )
    run = content.leave_out
    if run is not None and len(run.removed_rows):
        yield (
            "Support vectors, rho, and the scores of the removed rows in each round.",
            lambda figure: plots.rounds(run, figure=figure),
        )
    if outlier is not None and not np.isnan(result.scores).any():
        yield (
            "ROC curve: known outliers against inliers down the ranking.",
            lambda figure: plots.roc(outlier, result, ax=figure.subplots()),
        )
        yield (
            "Precision and recall down the ranking.",
            lambda figure: plots.precision_recall(outlier, result, ax=figure.subplots()),
        )


def _render(fill: Callable[[Figure], object]) -> str:
    """Draw a picture, and return it as a data URI."""
    stream = io.BytesIO()
    with matplotlib_module("style").context(["default", _SETTINGS]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure = paper(6.4, 4.8)
        fill(figure)
        figure.savefig(stream, format="svg", metadata={"Date": None})
    return f"data:image/svg+xml;base64,{base64.b64encode(stream.getvalue()).decode()}"
