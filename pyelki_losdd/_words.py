"""What Java says about options that do not suit the data, in the words of Python.

Java decides, for ELKI's users as for Python's: how many rows can be removed, how large a weight has
to be, whether a matrix is symmetric. It names the option and gives the numbers; here they become a
message that names the argument, its value and the remedy.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from ._java.errors import OptionError
from ._parameters import argument_of

__all__ = ["in_words_of"]


@contextlib.contextmanager
def in_words_of(given: Mapping[str, Any]) -> Iterator[None]:
    """Word errors about ELKI options as errors about arguments.

    Parameters
    ----------
    given : mapping
        The arguments by name, as the caller gave them.
    """
    try:
        yield
    except OptionError as error:
        raise ValueError(_worded(error, given)) from None


def _worded(error: OptionError, given: Mapping[str, Any]) -> str:
    name, facts = argument_of(error.option), error.facts
    if "count" in facts:
        return _too_many_removed(given[name], int(facts["count"]), int(facts["size"]))
    if "left" in facts:
        return _too_small_weights(name, given[name], facts)
    if "mirrored" in facts:
        return _asymmetric(facts)
    return f"{name}={given[name]!r}: {error.problem.replace('{}', name)}"


def _too_many_removed(R: object, count: int, n: int) -> str:
    given = f"R={R!r}" if R is not None else f"R={count} (R = b by default)"
    return (
        f"{given} is too large: removing {count} of {n} rows leaves fewer than 2. Use at most "
        f"{n - 2}."
    )


def _too_small_weights(name: str, value: float, facts: Mapping[str, float]) -> str:
    left, n = int(facts["left"]), int(facts["size"])
    wrong, bound = (
        ("large", f"most {left / n:.6g}") if name == "nu" else ("small", f"least {1 / left:.6g}")
    )
    return (
        f"{name}={value:g} is too {wrong}: {left} rows are left in the end, each with a weight of "
        f"at most C = {facts['C']:.6g}, but the weights must sum to 1. Remove fewer rows (R), or "
        f"use {name} of at {bound}."
    )


def _asymmetric(facts: Mapping[str, float]) -> str:
    row, column = int(facts["column"]), int(facts["row"])  # name the upper triangle first
    return (
        f"X is not symmetric: X[{row}, {column}] = {facts['mirrored']:g}, but "
        f"X[{column}, {row}] = {facts['value']:g}. A kernel matrix is symmetric; (X + X.T) / 2 is, "
        "if the difference is noise."
    )
