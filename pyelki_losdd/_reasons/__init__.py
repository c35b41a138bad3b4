"""Why rows are outliers, and what to do about it.

- ``_rows``: which rows are explained; ``_cells``: their cells, and the numbers that models see
- ``_explanation``: what comes out, as tables, sentences (``_words``) and pictures
- ``_clean``: the table without outliers, or with other cells
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._cells import Cells, Expected, Found, Numbers, cells_of, most_likely
from ._clean import Cleaned, clean
from ._explanation import Explanation
from ._rows import choose
from ._words import expected_text, value_text

if TYPE_CHECKING:
    from .._scored import Explainer, Scored

__all__ = [
    "Cells",
    "Cleaned",
    "Expected",
    "Explanation",
    "Found",
    "Numbers",
    "cells_of",
    "clean",
    "expected_text",
    "explain",
    "most_likely",
    "value_text",
]


def explain(result: Scored, model: Explainer, rows: Any, X: Any) -> Explanation:
    """Explain rows.

    Parameters
    ----------
    result : Scored
        What found them.
    model : Explainer
        Its model.
    rows : int, sequence of int, or sequence of bool, optional
        Which rows; by default the outliers.
    X : array-like, optional
        Where to find them, if not in the data that the result was made of.
    """
    chosen = choose(result, model, rows, X)
    cells = model.cells
    if not len(chosen.numbers):
        return _empty(cells)
    values = model.numbers(chosen.table)
    found = model.reasons(values, cells.groups)
    places = [np.flatnonzero(cells.groups == j) for j in range(len(cells.names))]
    parts = [[found[name][:, at] for name in ("mean", "median", "low", "high")] for at in places]
    return Explanation(
        rows=chosen.numbers,
        labels=chosen.labels,
        columns=cells.names,
        scores=chosen.scores,
        cost=found["cost"],
        pair=found["pair"],
        pair_cost=found["pair_cost"],
        values=[[cells.value(j, row[at]) for j, at in enumerate(places)] for row in values],
        expected=[
            [cells.expected(j, Found(*(part[i] for part in of))) for j, of in enumerate(parts)]
            for i in range(len(values))
        ],
    )


def _empty(cells: Cells) -> Explanation:
    none = np.empty(0)
    return Explanation(
        rows=np.empty(0, dtype=np.int64),
        labels=None,
        columns=cells.names,
        scores=none,
        cost=np.empty((0, len(cells.names))),
        pair=np.empty((0, 2), dtype=np.int64),
        pair_cost=none,
        values=[],
        expected=[],
    )
