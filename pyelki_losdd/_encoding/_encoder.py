"""A table as numbers: what was learned from the training data, for these and all other rows."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from .._checks import closest
from .._parameters import AUTO
from ._cells import Cells, cells_of, text_of
from ._kinds import SAID, Decision, decide, suspicious
from ._missing import Filler, weighted_median
from ._parts import CategoryPart, DatePart, Decoded, NumberPart, Part
from ._summary import Summary
from ._texts import date_text

__all__ = ["Encoder", "is_plain", "learn", "summarize"]


class Encoder:
    """What was learned from a table, and turns its rows and others into numbers.

    Made by :func:`learn`. It does not depend on the order of the rows, and each row is encoded
    without regard to others.

    Parameters
    ----------
    decisions : mapping of str to Decision
        What each column is, in the order of the training data.
    parts : mapping of str to Part
        How the columns that are used become numbers.
    reference : ndarray of shape (k, d)
        Some encoded rows, NaN where cells are missing, to fill missing cells from.
    copies : ndarray of int, shape (k,)
        How often each of these rows was there.
    default : ndarray of shape (d,)
        What to fill in where no row is similar.
    suspects : mapping of str to str
        What columns look like that are used although they may be no data.
    """

    def __init__(
        self,
        decisions: Mapping[str, Decision],
        parts: Mapping[str, Part],
        reference: np.ndarray,
        copies: np.ndarray,
        default: np.ndarray,
        suspects: Mapping[str, str],
    ) -> None:
        self.decisions = dict(decisions)
        self.parts = dict(parts)
        self.reference, self.copies, self.default = reference, copies, default
        self.suspects = dict(suspects)
        self.features = list(self.parts)
        widths = [part.width for part in self.parts.values()]
        self.groups = np.repeat(np.arange(len(widths)), widths)
        self.as_is = np.repeat([part.as_is for part in self.parts.values()], widths)
        self._filler = Filler(reference, copies, self.groups, self.as_is, default)

    @property
    def names(self) -> list[str]:
        """The columns of the training data."""
        return list(self.decisions)

    @property
    def squared(self) -> bool:
        """Whether categories are weighted for distances that are sums of squares."""
        return any(isinstance(p, CategoryPart) and p.squared for p in self.parts.values())

    # ------------------------------------------------------------------ rows

    def transform(self, frame: pd.DataFrame, name: str = "X") -> np.ndarray:
        """Encode rows.

        Parameters
        ----------
        frame : pandas.DataFrame
            The rows; columns are found by their names.
        name : str, default="X"
            The argument, for error messages.

        Returns
        -------
        ndarray of shape (n, d)
            Finite numbers, C-contiguous.
        """
        return self._filler.fill(self.encode(frame, name))

    def encode(self, frame: pd.DataFrame, name: str = "X") -> np.ndarray:
        """Encode rows, with NaN where cells are missing.

        Parameters
        ----------
        frame : pandas.DataFrame
            The rows.
        name : str, default="X"
            The argument, for error messages.
        """
        cells = self._cells(frame, name)
        encoded = np.empty((len(frame), len(self.groups)))
        for place, (column, part) in enumerate(self.parts.items()):
            encoded[:, self.groups == place] = part.encode(cells[column])
        return encoded

    def missing(self, frame: pd.DataFrame) -> np.ndarray:
        """Tell which cells of the columns in `features` are missing.

        Parameters
        ----------
        frame : pandas.DataFrame
            The rows.

        Returns
        -------
        ndarray of bool, shape (n, features)
        """
        first = np.searchsorted(self.groups, np.arange(len(self.features)))
        missing: np.ndarray = np.isnan(self.encode(frame)[:, first])
        return missing

    def frame_of(self, X: Any, name: str = "X_new") -> pd.DataFrame:
        """Give rows without names those of the training data.

        Parameters
        ----------
        X : DataFrame or array-like
            The rows.
        name : str, default="X_new"
            The argument, for error messages.
        """
        if isinstance(X, pd.DataFrame):
            return X
        rows = [list(row) for row in X]
        width = len(rows[0]) if rows else 0
        if width != len(self.decisions):
            raise ValueError(
                f"{name} has {width} columns, but needs {len(self.decisions)}: the columns of the "
                "training data. Or pass a DataFrame with their names."
            )
        return pd.DataFrame(rows, columns=self.names, dtype=object)

    def _cells(self, frame: pd.DataFrame, name: str) -> dict[str, Cells]:
        names = [str(column) for column in frame.columns]
        found = {}
        for column in self.parts:
            places = [place for place, known in enumerate(names) if known == column]
            if len(places) > 1:
                raise ValueError(
                    f"{name} has {len(places)} columns {column!r}: give them different names."
                )
            if not places:
                raise ValueError(
                    f"{name} has no column {column!r}, which the training data had: add it."
                    f"{closest(column, names)}"
                )
            found[column] = cells_of(frame.iloc[:, places[0]], f"{name}: the column {column!r}")
        more = [column for column in names if column not in self.decisions]
        if more:
            listed = ", ".join(map(repr, more[:5])) + (", ..." if len(more) > 5 else "")
            warnings.warn(
                f"{name} has columns that the training data had not, and that are not used: "
                f"{listed}.",
                UserWarning,
                stacklevel=5,
            )
        return found

    # ------------------------------------------------------------------ words

    def value(self, feature: int, encoded: np.ndarray) -> Any:
        """Say what a cell holds.

        Parameters
        ----------
        feature : int
            The column's place in `features`.
        encoded : ndarray
            Its encoded columns in a row.

        Returns
        -------
        float or str
            A number, or the text of a category or date. Of a category that is rare or new, the
            table itself has the name.
        """
        return self.parts[self.features[feature]].value(encoded)

    def decode(self, feature: int, expected: np.ndarray) -> Decoded:
        """Say in words what a mean of encoded values of a column stands for.

        Parameters
        ----------
        feature : int
            The column's place in `features`.
        expected : ndarray
            The mean of its encoded columns over rows, with weights that sum to 1.

        Returns
        -------
        Decoded
            A text, and the share of a category.
        """
        return self.parts[self.features[feature]].decode(np.asarray(expected, dtype=np.float64))

    @property
    def notices(self) -> list[str]:
        """What was left out without being asked to, and what looks suspicious, in plain words."""
        found = [
            f"the column {name!r} is left out: {decision.why}"
            if decision.kind == "ignore"
            else f"the column {name!r} is a {decision.kind}: {decision.why}"
            for name, decision in self.decisions.items()
            if decision.why and decision.why != SAID
        ]
        return found + [
            f"the column {name!r} looks like {what}, but is used as data; columns="
            f"{{{name!r}: 'ignore'}} leaves it out, {{{name!r}: {self.decisions[name].kind!r}}} "
            "keeps it"
            for name, what in self.suspects.items()
        ]

    def __str__(self) -> str:
        """Say in a line what the columns are."""
        kinds: dict[str, list[str]] = {}
        for name, decision in self.decisions.items():
            kinds.setdefault(decision.kind, []).append(name)
        names = {"number": "numbers", "category": "categories", "date": "dates"}
        return "; ".join(
            f"{names.get(kind, 'left out')}: {', '.join(found[:6])}{', ...' * (len(found) > 6)}"
            for kind, found in sorted(kinds.items(), key=lambda item: _ORDER.index(item[0]))
        )

    def table(self) -> pd.DataFrame:
        """Describe the columns: the kind of each, and what it holds or why it is left out."""
        described = {
            name: (decision.kind, self._content(name, decision))
            for name, decision in self.decisions.items()
        }
        frame = pd.DataFrame.from_dict(described, orient="index", columns=["kind", "content"])
        frame.index.name = "column"
        return frame

    def _content(self, name: str, decision: Decision) -> str:
        if name not in self.parts:
            return decision.why
        part = self.parts[name]
        if isinstance(part, CategoryPart):
            names = [*part.levels, *part.rest]
            first = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
            return f"{len(names)} categories: {first}"
        values = self.reference[:, self.groups == self.features.index(name)]
        values = values[~np.isnan(values)]
        if not len(values):
            return ""
        write = date_text if isinstance(part, DatePart) else "{:.6g}".format
        return f"about {write(float(values.min()))} to {write(float(values.max()))}"


#: In which order kinds are listed.
_ORDER = ("number", "category", "date", "ignore")


def is_plain(frame: pd.DataFrame) -> bool:
    """Tell whether a table holds numbers only, and none is missing: nothing is to be encoded."""
    for dtype in frame.dtypes:
        if not pd.api.types.is_numeric_dtype(dtype) or pd.api.types.is_bool_dtype(dtype):
            return False
    return not bool(frame.isna().to_numpy().any())


def summarize(frame: pd.DataFrame, said: Mapping[str, str] | str | None) -> Summary:
    """Look at a table, or at a part of it; the summaries of parts can be merged.

    Parameters
    ----------
    frame : pandas.DataFrame
        The rows.
    said : mapping of str to str, or "auto", or None
        What the user says the columns are.
    """
    names = [str(column) for column in frame.columns]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise ValueError(
            f"X has {names.count(twice[0])} columns of the name {twice[0]!r}: give them different "
            "names."
        )
    kinds = _said(said, names)
    summary = Summary(names, {name for name, kind in kinds.items() if kind == "category"})
    summary.see(frame)
    return summary


def _said(said: Mapping[str, str] | str | None, names: Sequence[str]) -> Mapping[str, str]:
    if said is None or isinstance(said, str):
        return {}
    for name in said:
        if name not in names:
            listed = ", ".join(map(repr, names[:8])) + (", ..." if len(names) > 8 else "")
            raise ValueError(
                f"columns: X has no column {name!r}.{closest(name, names)} There are {listed}."
            )
    return said


def learn(
    data: pd.DataFrame | Summary,
    said: Mapping[str, str] | str | None = AUTO,
    *,
    squared: bool = False,
) -> Encoder:
    """Learn how to encode a table.

    Parameters
    ----------
    data : DataFrame or Summary
        The training data, or what :func:`summarize` found in their parts.
    said : mapping of str to {"number", "category", "date", "ignore"}, optional
        What columns are; the others are found out.
    squared : bool, default=False
        Whether distances will be sums of squares (Euclidean) instead of absolute differences.

    Returns
    -------
    Encoder
        What turns rows into numbers.
    """
    summary = data if isinstance(data, Summary) else summarize(data, said)
    kinds = _said(said, list(summary.columns))
    decisions = {
        name: decide(name, known, kinds.get(name)) for name, known in summary.columns.items()
    }
    parts: dict[str, Part] = {}
    blocks, defaults = [], []
    for name, decision in decisions.items():
        if decision.kind == "ignore":
            continue
        part = _part(summary, name, decision, squared)
        block = part.encode(summary.sample[name])
        parts[name] = part
        blocks.append(block)
        known = ~np.isnan(block[:, 0])
        default = np.zeros(part.width)
        if isinstance(part, CategoryPart):
            default[0] = part.weights[0]
        elif known.any():
            default[0] = weighted_median(block[None, known, 0], summary.copies[None, known])[0]
        defaults.append(default)
    if not parts:
        reasons = "; ".join(
            f"{name!r}: {decision.why}" for name, decision in list(decisions.items())[:5]
        )
        raise ValueError(
            f"X has no column to look for outliers in ({reasons}). Say what a column is with "
            "columns={name: 'category'}."
        )
    return Encoder(
        decisions,
        parts,
        np.hstack(blocks),
        summary.copies,
        np.concatenate(defaults),
        suspicious(summary, decisions),
    )


def _part(summary: Summary, name: str, decision: Decision, squared: bool) -> Part:
    known = summary.columns[name]
    if decision.kind == "number":
        return NumberPart(decision.decimal)
    if decision.kind == "date":
        return DatePart(decision.day_first)
    counts = dict(known.texts or {})
    for value, count in (known.numbers or {}).items():
        text = text_of(value)
        counts[text] = counts.get(text, 0) + count
    return CategoryPart(counts, squared)
