"""What Java says about options that do not suit the data, in the words of Python.

Java decides, for ELKI's users as for Python's: how many rows can be removed, how large a weight has
to be, whether a matrix is symmetric, whether a kernel tells rows apart. It names the option, or the
cause of a warning, and gives the numbers; here they become a message that names the argument, its
value and the remedy.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ._checks import shown
from ._java.errors import OptionError
from ._parameters import argument_of

__all__ = ["in_words_of", "warnings_in_words"]


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
        raise ValueError(_renamed(_worded(error, given))) from None
    except ValueError as error:
        text = _renamed(str(error))
        unknown = re.fullmatch(r"Unknown options for \S+: (.*)", text)
        if unknown:
            text = f"kernel_options: {given['kernel']} has no such option: {unknown[1]}"
        if text == str(error):
            raise
        raise ValueError(text) from None


def _renamed(text: str) -> str:
    """Replace the names of ELKI options that arguments set."""
    return re.sub(r"-?\b(losvm\.\w+)", lambda found: argument_of(found[1]), text)


def _worded(error: OptionError, given: Mapping[str, Any]) -> str:
    name, facts = argument_of(error.option), error.facts
    if "count" in facts:
        return _too_many_removed(given[name], int(facts["count"]), int(facts["size"]))
    if "left" in facts:
        return _too_small_weights(name, given[name], facts)
    if "mirrored" in facts:
        return _asymmetric(facts)
    return f"{name}={shown(given[name])}: {error.problem.replace('{}', name)}"


def _too_many_removed(R: object, count: int, n: int) -> str:
    given = f"R={shown(R)}" if R is not None else f"R={count} (R = b by default)"
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


# ---------------------------------------------------------------------------- warnings


def warnings_in_words(found: Iterable[Mapping[str, Any]]) -> list[str]:
    """Word what Java warns of.

    Parameters
    ----------
    found : iterable of mapping
        The `cause` of each warning, and its numbers: `facts`.
    """
    return [_WARNINGS[warning["cause"]](warning["facts"]) for warning in found]


def _identity(facts: Mapping[str, float]) -> str:
    remedy = (
        "Widen the kernel by its own options"
        if math.isnan(facts["gamma"])
        else f"Use a smaller gamma than {facts['gamma']:.6g} (with nu=0.2, gamma='scale' often "
        "does well), or kernel='rational_quadratic'"
    )
    return (
        f"The kernel matrix is nearly the identity: {facts['support']:,} of {facts['size']:,} "
        "different rows are support vectors, on average more similar to themselves than to all "
        f"others together. The scores depend on little but the nearest neighbors. {remedy}; or use "
        "detect()."
    )


def _constant(facts: Mapping[str, float]) -> str:
    remedy = (
        "Narrow the kernel by its own options"
        if math.isnan(facts["gamma"])
        else f"Use a larger gamma than {facts['gamma']:.6g}"
    )
    return (
        "The kernel matrix is nearly constant: all rows are the same to the model. "
        f"{remedy}, or standardize=True."
    )


def _twins(facts: Mapping[str, float]) -> str:
    count = facts["count"]
    return (
        f"{count:,} {'row' if count == 1 else 'rows'} would be outliers, but for twins or "
        "near-twins: without one of them, the others still vouch for it, however many rounds there "
        "are. Use a softer margin (nu=0.2), or detect()."
    )


def _unfinished(facts: Mapping[str, float]) -> str:
    return (
        f"The iterative solver has not converged: after {facts['iterations']:,} iterations, the "
        f"gap is {facts['gap']:.3g} instead of tol={facts['tolerance']:g}. The scores are less "
        "accurate than that. Use solver='exact', standardize=True, or another kernel."
    )


#: What to say, by the cause that Java names.
_WARNINGS = {
    "identity": _identity,
    "constant": _constant,
    "twins": _twins,
    "unfinished": _unfinished,
}
