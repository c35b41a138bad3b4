"""Rows of text become a table: numbers, and texts and gaps if these are taken as they are."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from .._allowance import DICT_ENTRY, text_size
from .._encoding import MISSING, date_reader, is_code, number_reader, plain_number
from ._columns import (
    MISSING_REMEDY,
    Roles,
    Table,
    describe,
    index_name,
    named_kinds,
    no_number,
    row_index,
    shown,
)
from ._source import Source

__all__ = ["Rows"]

#: What a column takes in memory besides its values.
_COLUMN = 128

#: A number with a decimal comma.
_DECIMAL = re.compile(r"\s*[+-]?\d*,\d+([eE][+-]?\d+)?\s*", re.ASCII)

#: What a number stands for that is written as a word, in lower case.
_WORDS = {"true": 1.0, "false": 0.0}


class Rows:
    """Collects rows of text as numbers, labels and names.

    Parameters
    ----------
    source : Source
        Where they come from.
    names : sequence of str or None
        The columns' names.
    roles : Roles
        What to collect.
    drop_missing : bool
        Whether to leave out rows with missing values.
    mixed : bool
        Whether to take texts as they are, and gaps, too.
    decimal : str
        What is before the decimals of numbers.
    """

    def __init__(
        self,
        source: Source,
        names: Sequence[str] | None,
        roles: Roles,
        drop_missing: bool,
        mixed: bool = False,
        decimal: str = ".",
    ) -> None:
        self._mixed = mixed
        self._plain = decimal == "."
        self._read = number_reader(decimal)
        self._cells: dict[int, list[str | None]] = {}  # texts of the data, by their place
        self._source = source
        self._names = names
        self._roles = roles
        self._drop_missing = drop_missing
        self._values = array("d")
        self._labels: list[str] = []
        self._ids: list[str] = []
        self._texts: dict[str, str] = {}  # labels and names; the same text is kept only once
        self._numbers = array("q")  # of the rows that were kept
        self._count = 0
        source.take(_COLUMN * len(roles.features) + sum(map(text_size, names or ())))

    def add(self, cells: Sequence[str], line: int) -> None:
        """Add the row that stands in a line."""
        number, self._count = self._count, self._count + 1
        label, id = self._roles.label, self._roles.id
        chosen = [cells[j] for j in self._roles.features]
        values = self._fast(chosen)
        texts: dict[int, str] = {}
        if values is None:
            values = []
            for place, cell in enumerate(chosen):
                value = self._value(cell, self._roles.features[place], line)
                if value is None and cell.strip().lower() not in MISSING:
                    texts[place] = self._text(cell)
                elif value is None and self._drop_missing:
                    return
                values.append(math.nan if value is None else value)
        if label is not None:
            if self._is_missing(cells[label], label, line):
                return
            self._labels.append(self._text(cells[label]))
        if id is not None:
            self._ids.append(self._text(cells[id]))
        self._source.take(8 * (len(values) + 1) + 8 * (label is not None) + 8 * (id is not None))
        self._values.extend(values)
        self._numbers.append(number)
        if self._cells or texts:
            self._add_texts(texts)

    def _fast(self, cells: Sequence[str]) -> list[float] | None:
        """Read numbers as programs write them; None if there is anything else."""
        if not self._plain:
            return None
        try:
            values = [float(cell) for cell in cells]
        except ValueError:
            return None
        # NaN and infinity can be written, too, and Python takes 1_000 for a number. Leading zeros
        # are those of a code.
        if not math.isfinite(sum(values)) or "_" in "".join(cells):
            return None
        return None if self._mixed and any(is_code(cell) for cell in cells) else values

    def _value(self, cell: str, j: int, line: int) -> float | None:
        """Read a number; None for texts and gaps, if they are allowed."""
        value = self._read(cell)
        if value is None and not self._mixed:
            value = _WORDS.get(cell.strip().lower())
            if value is None and is_code(cell):
                value = plain_number(cell.strip().lstrip("+-0") or "0")
                value = -value if value is not None and cell.strip().startswith("-") else value
        if value is not None or self._mixed:
            return value
        if not self._is_missing(cell, j, line):
            raise self._no_number(cell, j, line)
        return None

    def _add_texts(self, texts: Mapping[int, str]) -> None:
        """Add the texts of a row, at their places; a column without any takes no memory."""
        for place in texts:
            if place not in self._cells:
                self._source.take(8 * len(self._numbers))
                self._cells[place] = [None] * (len(self._numbers) - 1)
        self._source.take(8 * len(self._cells))
        for place, column in self._cells.items():
            column.append(texts.get(place))

    def _text(self, cell: str) -> str:
        """Return a text without spaces around it, the same object for equal ones."""
        text = cell.strip()
        kept = self._texts.get(text)
        if kept is None:
            self._source.take(DICT_ENTRY + text_size(text))
            kept = self._texts[text] = text
        return kept

    def _is_missing(self, cell: str, j: int, line: int) -> bool:
        """Tell whether a value is missing; raise if it may not be."""
        if cell.strip().lower() not in MISSING:
            return False
        if self._drop_missing:
            return True
        raise ValueError(f"{self._where(j, line)} {MISSING_REMEDY}")

    def _no_number(self, cell: str, j: int, line: int) -> ValueError:
        where = self._where(j, line)
        try:
            infinite = math.isinf(float(cell)) and "_" not in cell
        except ValueError:
            infinite = False
        if infinite:
            return ValueError(f"{where} is {shown(cell)}, but must be finite.")
        hint = ""
        if _DECIMAL.fullmatch(cell):
            hint = "With a decimal comma? --decimal , says so. "
        elif date_reader(".")(cell) is not None:
            hint = "It is a date: losdd detect, and losdd run --mixed, take dates as they are. "
        return ValueError(
            f"{where} is {shown(cell)}, which is no number. {hint}{no_number(self._names, j)}"
        )

    def _where(self, j: int, line: int) -> str:
        return f"{self._source.name}, line {line}: {describe(self._names, j)}"

    def table(self) -> Table:
        """Return what was collected."""
        if not self._numbers:
            left = " without missing values" if self._count else ""
            raise ValueError(f"{self._source.name} holds no rows of data{left}.")
        names, roles = self._names, self._roles
        values = np.frombuffer(self._values, dtype=np.float64).reshape(-1, len(roles.features))
        index = (
            row_index(np.frombuffer(self._numbers, dtype=np.int64))
            if roles.id is None
            else pd.Index(self._ids, name=index_name(names, roles.id))
        )
        columns = None if names is None else [names[j] for j in roles.features]
        frame = pd.DataFrame(values, index=index, columns=columns, copy=False)
        for place, texts in self._cells.items():
            self._source.take(8 * len(texts))
            frame.isetitem(place, _mixed_column(values[:, place], texts))
        return Table(
            frame,
            None if roles.label is None else np.array(self._labels, dtype=object),
            self._source.name,
            self._count - len(self._numbers),
            kinds=named_kinds(names, roles),
        )


def _mixed_column(values: np.ndarray, texts: Sequence[str | None]) -> np.ndarray:
    """Put numbers and texts into a column; None where there is neither."""
    column = np.array(texts, dtype=object)
    numbers = ~np.isnan(values)
    column[numbers] = values[numbers]
    return column
