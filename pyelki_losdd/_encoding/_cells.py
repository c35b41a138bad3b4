"""The columns of a table as plain cells: each is a number, a text, or missing."""

from __future__ import annotations

import datetime
import numbers
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd

from ._texts import MISSING

__all__ = ["Cells", "cells_of", "none_in", "text_of"]


@dataclass(frozen=True)
class Cells:
    """Some cells of a column.

    Attributes
    ----------
    numbers : ndarray of float64, shape (n,)
        The numbers; dates as days since 1970. NaN where the cell is none.
    texts : ndarray of object, shape (n,), or None
        The texts, None where the cell is none; None if no cell is text.
    types : frozenset of str
        What the cells were: `number`, `date`, `boolean`, `text`, `category` (a column of pandas'
        type of this name), and `other` (lists and the like, written as text).
    """

    numbers: np.ndarray
    texts: np.ndarray | None
    types: frozenset[str]

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def missing(self) -> np.ndarray:
        """Where there is nothing."""
        missing: np.ndarray = np.isnan(self.numbers)
        if self.texts is not None:
            missing &= none_in(self.texts)
        return missing

    def take(self, rows: np.ndarray) -> Cells:
        """Return some of the cells."""
        texts = None if self.texts is None else self.texts[rows]
        return Cells(self.numbers[rows], texts, self.types)

    def as_texts(self) -> np.ndarray:
        """Return all cells as texts, None where they are missing."""
        texts = np.full(len(self), None, dtype=object) if self.texts is None else self.texts.copy()
        found = ~np.isnan(self.numbers)
        if found.any():
            values, places = np.unique(self.numbers[found], return_inverse=True)
            texts[found] = np.array([text_of(v) for v in values], dtype=object)[places]
        return texts

    @staticmethod
    def joined(parts: list[Cells]) -> Cells:
        """Put cells one after the other."""
        texts = None
        if any(part.texts is not None for part in parts):
            empty = [np.full(len(part), None, dtype=object) for part in parts]
            texts = np.concatenate(
                [e if p.texts is None else p.texts for p, e in zip(parts, empty, strict=True)]
            )
        types = frozenset[str]().union(*(part.types for part in parts))
        return Cells(np.concatenate([part.numbers for part in parts]), texts, types)


def none_in(texts: np.ndarray) -> np.ndarray:
    """Tell which of some objects are None."""
    found: np.ndarray = texts == None  # noqa: E711 (element by element)
    return found


def text_of(value: float) -> str:
    """Write a number that is the name of a category."""
    return str(int(value)) if value.is_integer() and abs(value) < 2**63 else repr(float(value))


def cells_of(column: pd.Series, where: str) -> Cells:
    """Look at the cells of a column.

    Parameters
    ----------
    column : pandas.Series
        Of any type.
    where : str
        The column, for error messages.
    """
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        levels = cells_of(pd.Series(dtype.categories), where).as_texts().tolist()
        texts = np.array([*levels, None], dtype=object)[column.cat.codes]  # -1 is the last
        return Cells(np.full(len(column), np.nan), texts, frozenset(("category",)))
    if isinstance(dtype, pd.PeriodDtype):
        column = column.dt.to_timestamp()
    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        return Cells(_days(column), None, frozenset(("date",)))
    if pd.api.types.is_timedelta64_dtype(dtype):
        return Cells(np.asarray(column.dt.total_seconds()), None, frozenset(("number",)))
    if pd.api.types.is_bool_dtype(dtype) and not isinstance(dtype, pd.SparseDtype):
        texts = np.full(len(column), None, dtype=object)
        known = column.notna().to_numpy()
        texts[known] = np.where(column[known].to_numpy(dtype=bool), "True", "False")
        return Cells(np.full(len(column), np.nan), texts, frozenset(("boolean",)))
    if pd.api.types.is_complex_dtype(dtype):
        raise TypeError(f"{where} holds complex numbers: use the real and imaginary parts.")
    if pd.api.types.is_numeric_dtype(dtype):
        values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return Cells(_finite(values, where), None, frozenset(("number",)))
    return _of_objects(column.to_numpy(dtype=object), where)


def _days(column: pd.Series) -> np.ndarray:
    """Turn times into days since 1970, in whichever unit pandas keeps them."""
    if getattr(column.dt, "tz", None) is not None:
        column = column.dt.tz_convert("UTC").dt.tz_localize(None)
    values = column.to_numpy()
    whole = values.astype("M8[D]")
    days: np.ndarray = whole.astype(np.float64)  # NaT is a number there
    days += (values - whole) / np.timedelta64(1, "D")
    days[np.isnat(values)] = np.nan
    return days


def _finite(values: np.ndarray, where: str) -> np.ndarray:
    infinite = np.isinf(values)
    if infinite.any():
        row = int(np.argmax(infinite))
        raise ValueError(f"{where} is infinite in row {row}: make it a finite number, or missing.")
    values = values + 0.0  # turns -0.0 into 0.0
    return values


def _of_objects(values: np.ndarray, where: str) -> Cells:
    """Look at Python objects one by one; texts that are seen often are looked at once."""
    if pd.api.types.infer_dtype(values, skipna=True) == "string":
        codes, different = pd.factorize(values)  # -1 is for those that are missing
        cleaned = np.array([*map(_text, different), None], dtype=object)[codes]
        some = any(text is not None for text in cleaned)
        only = frozenset(("text",) if some else ())
        return Cells(np.full(len(values), np.nan), cleaned if some else None, only)
    found = np.full(len(values), np.nan)
    texts = np.full(len(values), None, dtype=object)
    types = set[str]()
    for row, value in enumerate(values):
        if isinstance(value, str):
            texts[row] = _text(value)
            if texts[row] is not None:
                types.add("text")
        elif _is_nothing(value):
            continue
        else:
            texts[row], found[row], kind = _object(value)
            types.add(kind)
    found = _finite(found, where)
    return Cells(found, None if types <= {"number", "date"} else texts, frozenset(types))


def _is_nothing(value: object) -> bool:
    if value is None or value is pd.NA or value is pd.NaT:
        return True
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return bool(np.isnat(value))
    return isinstance(value, (float, np.floating, Decimal)) and bool(value != value)


def _text(value: str) -> str | None:
    """Clean a text; None if it says that nothing is there."""
    text = value.strip()
    lower = text.lower()
    if lower in MISSING:
        return None
    return text.capitalize() if lower in ("true", "false") else text


def _object(value: Any) -> tuple[str | None, float, str]:
    """Say what a Python object is: its text, or its number, and its type."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)), np.nan, "boolean"
    if isinstance(value, (datetime.datetime, np.datetime64)):
        try:
            stamp = pd.Timestamp(value)
            if stamp.tzinfo is not None:
                stamp = stamp.tz_convert("UTC").tz_localize(None)
            moment = stamp.to_datetime64()
        except (ValueError, OverflowError):  # too far away for pandas
            naive = value if isinstance(value, np.datetime64) else value.replace(tzinfo=None)
            moment = np.datetime64(naive)
        return None, float((moment - np.datetime64("1970-01-01")) / np.timedelta64(1, "D")), "date"
    if isinstance(value, datetime.date):
        return None, float(np.datetime64(value, "D").astype(np.int64)), "date"
    if isinstance(value, datetime.timedelta):
        return None, value.total_seconds(), "number"
    if isinstance(value, (numbers.Real, Decimal)):
        try:
            return None, float(value), "number"
        except OverflowError:
            return None, np.inf, "number"  # reported as such
    return str(value)[:200], np.nan, "other"
