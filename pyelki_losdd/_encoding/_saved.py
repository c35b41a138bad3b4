"""Encoders in files: plain arrays and JSON; a stranger may have written them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from .._checks import check_bool, check_choice, check_int
from .._parameters import COLUMN_KINDS
from ._encoder import Encoder
from ._kinds import Decision
from ._parts import CategoryPart, DatePart, NumberPart, Part
from ._summary import REFERENCE, TEXTS
from ._texts import DECIMALS

__all__ = ["decode_encoder", "encode_encoder"]

_PREFIX = "model/encoder/"

#: The signs that may be between day, month and year.
_SIGNS = frozenset("./-")


class _Arrays(Protocol):
    """The checked arrays of a file."""

    def get_checked(self, name: str, kinds: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """Return an array of one of numpy's kinds of types, and of a shape."""

    def finite(self, name: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """Return an array of finite floats."""


def encode_encoder(encoder: Encoder | None, arrays: dict[str, np.ndarray]) -> Any:
    """Put the arrays of an encoder beside the others, and describe the rest in JSON values."""
    if encoder is None:
        return None
    for name in ("reference", "copies", "default"):
        arrays[_PREFIX + name] = getattr(encoder, name)
    columns = []
    for name, decision in encoder.decisions.items():
        spec = {"name": name, **vars(decision)}
        part = encoder.parts.get(name)
        if isinstance(part, CategoryPart):
            spec["categories"] = list(part.counts)
            spec["counts"] = list(part.counts.values())
        columns.append(spec)
    return {"columns": columns, "squared": encoder.squared, "suspects": encoder.suspects}


def decode_encoder(fields: Any, arrays: _Arrays, width: int) -> Encoder | None:
    """Read an encoder.

    Parameters
    ----------
    fields : JSON value
        The description, maybe by a stranger.
    arrays : mapping of str to ndarray
        The arrays of the file.
    width : int
        How many encoded columns there must be.
    """
    if fields is None:
        return None
    squared = check_bool("squared", fields["squared"])
    decisions: dict[str, Decision] = {}
    parts: dict[str, Part] = {}
    for spec in fields["columns"]:
        name = _text(spec["name"])
        _check(name not in decisions, "a column is there twice")
        decision = Decision(
            check_choice("kind", spec["kind"], COLUMN_KINDS),
            _text(spec["why"]),
            check_bool("said", spec["said"]),
            check_choice("decimal", spec["decimal"], DECIMALS),
            _text(spec["day_first"]),
        )
        _check(set(decision.day_first) <= _SIGNS, "the order of dates is unknown")
        decisions[name] = decision
        if decision.kind == "category":
            parts[name] = CategoryPart(_counts(spec["categories"], spec["counts"]), squared)
        elif decision.kind == "number":
            parts[name] = NumberPart(decision.decimal)
        elif decision.kind == "date":
            parts[name] = DatePart(decision.day_first)
    _check(sum(part.width for part in parts.values()) == width, "the columns do not fit")
    copies = arrays.get_checked(_PREFIX + "copies", "i", (None,)).astype(np.int64)
    k = len(copies)
    _check(0 < k <= REFERENCE and copies.min() > 0, "the rows to fill gaps from do not fit")
    reference = arrays.get_checked(_PREFIX + "reference", "f", (k, width)).astype(np.float64)
    _check(not np.isinf(reference).any(), "the rows to fill gaps from are not finite")
    default = arrays.finite(_PREFIX + "default", (width,)).astype(np.float64)
    suspects = fields["suspects"]
    for name, what in dict(suspects).items():
        _check(name in parts and isinstance(what, str), "there is no such column")
    return Encoder(decisions, parts, reference, copies, default, suspects)


def _counts(names: Any, counts: Any) -> Mapping[str, int]:
    fits = isinstance(names, list) and isinstance(counts, list) and len(names) == len(counts)
    _check(fits and 0 < len(names) <= TEXTS, "the categories do not fit")
    found = {_text(n): check_int("a count", c, 1) for n, c in zip(names, counts, strict=True)}
    _check(len(found) == len(names), "a category is there twice")
    _check(max(found.values()) < 2**53, "a count is too large")
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _check(fits: Any, problem: str) -> None:
    if not fits:
        raise ValueError(problem)
