"""A table without its outliers, or with other values in their suspicious cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._checks import check_choice
from ._rows import own_table

if TYPE_CHECKING:
    from .._scored import Scored
    from ._explanation import Explanation

__all__ = ["Cleaned", "clean"]

_WAYS = ("drop", "empty", "replace")

#: The columns with the largest shares are suspicious, until they make up this part of the score.
_PART = 0.5


@dataclass(frozen=True)
class Cleaned:
    """A table that was cleaned, and what was changed.

    Attributes
    ----------
    table : DataFrame or ndarray
        The new table, of the same kind as the old one, which is as it was.
    changes : pandas.DataFrame
        One line for each row that was dropped (`row`, its number in the old table, and `score`), or
        for each cell that was changed (`row`, `column`, `old`, `new`, and the column's `share` of
        the score). The index has the labels of the rows, if there are some.
    untouched : ndarray of int
        The numbers of outliers that were not changed, as none of their cells is outside of what was
        expected in it: look at them, or drop them.
    """

    table: Any = field(repr=False)
    changes: pd.DataFrame = field(repr=False)
    untouched: np.ndarray = field(repr=False)

    def __repr__(self) -> str:
        rows, n = self.changes["row"].nunique(), len(self.table)
        if "column" not in self.changes:
            return f"{rows} outlier{'s' * (rows != 1)} dropped, {n} rows left"
        cells = len(self.changes)
        what = "emptied" if self.changes["new"].isna().all() else "replaced"
        text = f"{cells} cell{'s' * (cells != 1)} of {rows} outlier{'s' * (rows != 1)} {what}"
        if len(self.untouched):
            text += f"; in {len(self.untouched)} more, no cell is suspicious by itself"
        return text


def clean(result: Scored, how: str, contamination: float | int | None, X: Any) -> Cleaned:
    """Clean a table; see :meth:`pyelki_losdd.Detection.clean`."""
    check_choice("how", how, _WAYS)
    table = own_table(result, X)
    labels = table.index if isinstance(table, pd.DataFrame) else result.index
    outlier = result.labels(contamination) == 1
    rows = result.ranking[outlier[result.ranking]]
    if how == "drop":
        changes = pd.DataFrame({"row": rows, "score": result.scores[rows]})
        if labels is not None:
            changes.index = labels[rows]
        kept = table.loc[~outlier] if isinstance(table, pd.DataFrame) else table[~outlier]
        return Cleaned(kept.copy(), changes, np.empty(0, dtype=np.int64))
    explanation = result.explain(rows, X=X)
    found: list[dict[str, Any]] = []
    for i, row in enumerate(rows):
        found += [
            {
                "row": int(row),
                "column": explanation.columns[j],
                "old": explanation.values[i][j],
                "new": explanation.expected[i][j].value if how == "replace" else None,
                "share": explanation.share[i, j],
            }
            for j in _suspicious(explanation, i)
        ]
    changes = pd.DataFrame(found, columns=["row", "column", "old", "new", "share"])
    if labels is not None:
        changes.index = labels[changes["row"].to_numpy(dtype=np.int64)]
    new = _changed(table, changes, explanation.columns, how)
    return Cleaned(new, changes, rows[~np.isin(rows, changes["row"])])


def _suspicious(explanation: Explanation, i: int) -> list[int]:
    """List the columns that make up most of the score, and where the value is not as expected."""
    chosen: list[int] = []
    so_far = 0.0
    for j in explanation.order(i):
        if so_far >= _PART or not explanation.share[i, j] > 0:
            break
        so_far += explanation.share[i, j]
        value, expected = explanation.values[i][j], explanation.expected[i][j]
        if expected.low is None or expected.high is None:
            usual = expected.value is None or value == expected.value
        else:  # of NaN, nothing is said
            usual = not (value < expected.low or value > expected.high)
        if not usual:
            chosen.append(int(j))
    return chosen


def _changed(table: Any, changes: pd.DataFrame, names: list[str], how: str) -> Any:
    """Make a table with other values in some cells."""
    is_frame = isinstance(table, pd.DataFrame)
    known = [str(name) for name in table.columns] if is_frame else names
    new = table.copy() if is_frame else pd.DataFrame(np.array(table))
    for name, part in changes.groupby("column", sort=False):
        at = known.index(name)
        column = new.iloc[:, at].reset_index(drop=True)
        rows = part["row"].to_numpy(dtype=np.int64)
        if how == "empty":
            mask = np.zeros(len(column), dtype=bool)
            mask[rows] = True
            column = column.mask(mask)
        else:
            values = [_like(column.dtype, value) for value in part["new"]]
            replaced = dict(zip(rows.tolist(), values, strict=True))
            old = column.dtype
            column = pd.Series([replaced.get(i, v) for i, v in enumerate(column)]).astype(old)
        column.index = new.index
        new.isetitem(at, column)
    return new if is_frame else new.to_numpy()


def _like(dtype: Any, value: Any) -> Any:
    """Bring what was expected into the type of a column."""
    if pd.api.types.is_bool_dtype(dtype) and not isinstance(value, (bool, np.bool_)):
        return value >= 0.5
    return round(value) if pd.api.types.is_integer_dtype(dtype) else value
