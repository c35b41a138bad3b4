"""Which columns play which part, and what they hold in the end."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from .._checks import closest
from .._encoding import is_counter_name, is_label_name
from ._source import Source

__all__ = [
    "MISSING_REMEDY",
    "Choice",
    "Roles",
    "Table",
    "describe",
    "index_name",
    "make_table",
    "named_kinds",
    "no_number",
    "not_numeric",
    "row_index",
    "shown",
]

#: Rows are moved in blocks of about this many bytes.
_BLOCK = 2**20


@dataclass(frozen=True)
class Table:
    """What was read.

    Attributes
    ----------
    X : pandas.DataFrame
        The data: float64, or objects (numbers and texts) where texts are taken as they are. The
        index holds the rows' names, or their numbers in the file from 0.
    y : ndarray or None
        The labels, as they are in the file.
    name : str
        The file's name.
    left_out : int
        How many rows were left out because of missing values.
    maybe_decimal : bool
        Whether each line may be a single number with a decimal comma (``1,5``) instead of two.
    kinds : mapping of str to str
        What the user says the columns are.
    """

    X: pd.DataFrame
    y: np.ndarray | None
    name: str
    left_out: int = 0
    maybe_decimal: bool = False
    kinds: Mapping[str, str] = field(default_factory=dict)

    @property
    def counters(self) -> list[str]:
        """Columns of the data that look like row numbers: by their name, and all different."""
        return [
            str(name)
            for name, column in self.X.items()
            if is_counter_name(str(name))
            and str(name) not in self.kinds
            and column.dtype.kind == "f"
            and column.is_unique
            and (column % 1 == 0).all()
        ]

    @property
    def labels(self) -> list[str]:
        """Columns of the data that look like known outliers: by their name, and two values."""
        return [
            str(name)
            for name, column in self.X.items()
            if is_label_name(str(name)) and str(name) not in self.kinds and column.nunique() == 2
        ]


@dataclass(frozen=True)
class Roles:
    """The parts that columns play, by their positions."""

    features: list[int]
    label: int | None
    id: int | None
    kinds: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """What the user says about the columns, by name or by number.

    Numbers count from 0, and negative ones from the end; ``2-5`` is a range. Several are separated
    by commas. What is the name of a column is taken as one; the case matters only if it has to.

    Attributes
    ----------
    columns : sequence of str
        Columns to use; all by default.
    drop : sequence of str
        Columns not to use.
    label : str or None
        The column with the labels.
    id : str or None
        The column with the rows' names.
    kinds : mapping of str to sequence of str
        Columns that are said to be of a kind: `number`, `category`, `date`, `ignore`.
    """

    columns: Sequence[str] = ()
    drop: Sequence[str] = ()
    label: str | None = None
    id: str | None = None
    kinds: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def roles(self, names: Sequence[str] | None, width: int, where: str) -> Roles:
        """Find the columns.

        Parameters
        ----------
        names : sequence of str or None
            The columns' names, if they have some.
        width : int
            The number of columns.
        where : str
            The file, for messages.
        """
        finder = _Finder(names, width, where)
        label = None if self.label is None else finder.one("--label", self.label)
        id = None if self.id is None else finder.one("--id", self.id)
        chosen = finder.several("--columns", self.columns) if self.columns else list(range(width))
        out = {label, id, *finder.several("--drop", self.drop)}
        features = [j for j in chosen if j not in out]
        if not features:
            raise ValueError(f"{where}: no column is left as data; there are {finder.listed()}.")
        kinds: dict[int, str] = {}
        for kind, texts in self.kinds.items():
            for j in finder.several(f"--{kind}", texts):
                if kinds.get(j, kind) != kind:
                    raise ValueError(
                        f"--{kind}: {describe(names, j)} is said to be a {kinds[j]}, too."
                    )
                kinds[j] = kind
        return Roles(features, label, id, kinds)


class _Finder:
    """Finds columns by name or number."""

    def __init__(self, names: Sequence[str] | None, width: int, where: str) -> None:
        self._names = names
        self._width = width
        self._where = where

    def several(self, option: str, texts: Sequence[str]) -> list[int]:
        found: list[int] = []
        for text in texts:
            whole = self._find(option, text)
            parts = [whole] if whole else [self._one(option, p.strip()) for p in text.split(",")]
            found += [j for part in parts for j in part if j not in found]
        return found

    def one(self, option: str, text: str) -> int:
        found = self._one(option, text)
        if len(found) > 1:
            raise ValueError(f"{option} {text}: must be a single column.")
        return found[0]

    def _one(self, option: str, text: str) -> list[int]:
        found = self._find(option, text)
        if not found:
            hint = closest(text, self._names or ())
            raise ValueError(
                f"{option} {text}: {self._where} has no such column.{hint} There are "
                f"{self.listed()}."
            )
        return found

    def _find(self, option: str, text: str) -> list[int]:
        """Find a column by its name or number, or a range of numbers; empty if there is none."""
        if self._names is not None:
            named = [j for j, name in enumerate(self._names) if name == text] or [
                j for j, name in enumerate(self._names) if name.lower() == text.lower()
            ]
            if len(named) > 1:
                raise ValueError(
                    f"{option} {text}: {len(named)} columns of {self._where} have this name; use "
                    f"a number, {' or '.join(map(str, named))}."
                )
            if named:
                return named
        if re.fullmatch(r"-?\d{1,9}", text):
            j = int(text) + (self._width if int(text) < 0 else 0)
            return [j] if 0 <= j < self._width else []
        if match := re.fullmatch(r"(\d{1,9})-(\d{1,9})", text):
            first, last = int(match[1]), int(match[2])
            return list(range(first, last + 1)) if first <= last < self._width else []
        return []

    def listed(self) -> str:
        """Say which columns there are."""
        if self._names is None:
            return f"the columns 0 to {self._width - 1}, without names"
        shown = ", ".join(repr(name) for name in self._names[:8])
        return shown + (f" and {self._width - 8} more" if self._width > 8 else "")


def named_kinds(names: Sequence[str] | None, roles: Roles) -> dict[str, str]:
    """Say by name what the user says the columns are."""
    return {
        str(roles.features.index(j)) if names is None else names[j]: kind
        for j, kind in roles.kinds.items()
        if j in roles.features
    }


MISSING_REMEDY = "is missing; fill it, or leave out such rows with --drop-missing."


def describe(names: Sequence[str] | None, j: int) -> str:
    """Name a column in a message."""
    return f"column {j}" if names is None else f"column {names[j]!r} (column {j})"


def index_name(names: Sequence[str] | None, j: int) -> str:
    """Name the index: by its column, if that has a name and is one of the table's own."""
    name = names[j] if names is not None and j >= 0 else ""
    return "id" if name.startswith("__index_level_") else name or "id"


def shown(cell: str) -> str:
    """Quote a value in a message, but not a long one."""
    return repr(cell if len(cell) <= 40 else f"{cell[:40]}...")


def no_number(names: Sequence[str] | None, j: int) -> str:
    """Say what to do with a column that holds no numbers."""
    reference = shlex.quote(names[j]) if names is not None and names[j] else str(j)
    return (
        f"Leave the column out with --drop {reference}, or say what it is: --label {reference} "
        f"(known outliers) or --id {reference} (names of the rows); losdd detect, and losdd run "
        "--mixed, take texts as they are."
    )


def row_index(numbers: np.ndarray) -> pd.Index:
    """Name rows by their numbers."""
    complete = len(numbers) == 0 or numbers[-1] == len(numbers) - 1
    return pd.RangeIndex(len(numbers), name="row") if complete else pd.Index(numbers, name="row")


def not_numeric(source: Source, names: Sequence[str] | None, j: int, kind: object) -> ValueError:
    """Make the error for a column of the data whose type is no number."""
    return ValueError(
        f"{source.name}: {describe(names, j)} has the type {kind}, which is no number. "
        f"{no_number(names, j)}"
    )


def make_table(
    source: Source,
    X: np.ndarray,
    label: pd.Series | None,
    id: pd.Series | None,
    names: Sequence[str] | None,
    roles: Roles,
    drop_missing: bool,
    others: Mapping[int, pd.Series] | None = None,
) -> Table:
    """Make a table of columns that are arrays already.

    Parameters
    ----------
    source : Source
        Where they come from.
    X : ndarray of shape (n, d)
        The data, float64; rows without missing values may be moved up in it.
    label, id : pandas.Series or None
        The labels, and the names of the rows.
    names : sequence of str or None
        The names of all columns.
    roles : Roles
        The parts that the columns play.
    drop_missing : bool
        Whether to leave out rows with missing values.
    others : mapping of int to pandas.Series, optional
        Columns that are no numbers, by their places among the data, if these and gaps are taken as
        they are. `X` holds zeros there.
    """
    keep = np.ones(len(X), dtype=bool) if label is None else label.notna().to_numpy(copy=True)
    for part in _blocks(X):
        infinite = np.isinf(X[part])
        if infinite.any():
            row, place = (int(i) for i in np.argwhere(infinite)[0])
            where = f"{source.name}, row {part.start + row}: "
            where += describe(names, roles.features[place])
            raise ValueError(f"{where} is infinite, but must be finite.")
        if others is None or drop_missing:
            keep[part] &= ~np.isnan(X[part]).any(axis=1)
    if drop_missing:
        for column in (others or {}).values():
            keep &= column.notna().to_numpy()
    if not (drop_missing or keep.all()):
        row = int(np.argmin(keep))
        cells = np.isnan(X[row])
        what = (
            describe(names, roles.features[int(np.argmax(cells))]) if cells.any() else "the label"
        )
        raise ValueError(f"{source.name}, row {row}: {what} {MISSING_REMEDY}")
    if not keep.any():
        left = " without missing values" if len(keep) else ""
        raise ValueError(f"{source.name} holds no rows of data{left}.")
    whole = bool(keep.all())
    index: pd.Index
    if id is not None:
        index = pd.Index(
            id if whole else id[keep], name=index_name(names, -1 if roles.id is None else roles.id)
        )
    elif whole:
        index = pd.RangeIndex(len(X), name="row")
    else:
        source.take(8 * len(X))
        index = row_index(np.flatnonzero(keep))
    columns = None if names is None else [names[j] for j in roles.features]
    frame = pd.DataFrame(
        X if whole else _moved_up(X, keep), index=index, columns=columns, copy=False
    )
    for place, column in (others or {}).items():
        frame.isetitem(place, (column if whole else column[keep]).set_axis(index))
    y = None if label is None else (label if whole else label[keep]).to_numpy()
    left_out = int((~keep).sum())
    return Table(frame, y, source.name, left_out, kinds=named_kinds(names, roles))


def _blocks(X: np.ndarray) -> Iterator[slice]:
    """Cut the rows of a table into parts of a size that does not matter."""
    height = max(1, _BLOCK // max(1, X[:1].nbytes))
    for start in range(0, len(X), height):
        yield slice(start, start + height)


def _moved_up(X: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Move the rows to keep up to the front, without room for a second table."""
    count = 0
    for part in _blocks(X):
        rows = X[part][keep[part]]
        X[count : count + len(rows)] = rows
        count += len(rows)
    return X[:count]
