"""The page about a comparison."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import numpy as np

from ._content import clean, versions
from ._page import (
    frame,
    show_code,
    show_pairs,
    show_pictures,
    show_table,
    show_tiles,
    show_warnings,
)
from ._pictures import draw_comparison

if TYPE_CHECKING:
    from .._compare import Comparison

__all__ = ["make_comparison_page"]


def make_comparison_page(comparison: Comparison, title: str | None, command: str | None) -> str:
    """Put the page together; see :func:`pyelki_losdd.report`."""
    sections = {
        "Summary": _summary(comparison),
        "Methods": show_table("Methods", comparison.table.rename_axis(index=None), named=True),
        "Pictures": _pictures(comparison),
        "Top": show_table("Top", comparison.top, named=True) if comparison.sound else "",
        "Parameters": _parameters(comparison),
        "Reproduce": show_code(None if command is None else clean(command)),
    }
    return frame(
        clean(title or "Outlier detectors compared"),
        comparison.headline,
        datetime.datetime.now().astimezone(),
        sections,
    )


def _summary(comparison: Comparison) -> str:
    facts = {"methods": f"{len(comparison.table):,}", "rows": f"{len(comparison.scores):,}"}
    meaning = "Top lists and rank correlations tell how much the methods agree."
    if comparison.y is not None:
        facts["known outliers"] = f"{np.count_nonzero(comparison.y):,}"
        meaning = (
            "AUROC is the probability that an outlier ranks above an inlier, AP the average "
            "precision, P@n the precision at the number of outliers; adjusted AP is 0 for a random "
            "order. All are 1 at best."
        )
        best = comparison.table["AUROC"]
        if best.notna().any():
            facts["best AUROC"] = f"{best.idxmax()} ({best.max():.3f})"
    return f"{show_tiles(facts)}\n<p>{meaning}</p>{show_warnings(comparison.warnings)}"


def _pictures(comparison: Comparison) -> str:
    pictures = draw_comparison(comparison)
    return show_pictures(pictures) if pictures else ""


def _parameters(comparison: Comparison) -> str:
    """Show what each method was run with."""
    tables = [
        show_pairs(name, {key: value for key, value in result.params.items() if value is not None})
        for name, result in comparison.results.items()
    ]
    return "\n".join(
        ('<div class="columns">', *tables, show_pairs("Versions", versions()), "</div>")
    )
