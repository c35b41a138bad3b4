"""Checks of single parameters, before anything goes to Java.

Every error names the argument, the value and the remedy. Java checks again, but its messages speak
of ELKI options, not of Python arguments.
"""

from __future__ import annotations

import difflib
import math
import numbers
import sys
from collections.abc import Iterable, Sequence, Sized

__all__ = [
    "check_bool",
    "check_choice",
    "check_count",
    "check_float",
    "check_int",
    "closest",
    "is_bool",
    "shown",
]

#: Larger integers do not fit into an int of Java.
LARGEST_INT = 2**31 - 1

#: The longest value that an error message shows as it is, in characters.
_LONGEST = 200


def is_bool(value: object) -> bool:
    """Tell whether `value` is a bool of Python or numpy; numpy is not imported for that."""
    numpy = sys.modules.get("numpy")
    return isinstance(value, bool) or (numpy is not None and isinstance(value, numpy.bool_))


def shown(value: object) -> str:
    """Write a value for an error message: what is long by its type and size, not its contents.

    Parameters
    ----------
    value : object
        What the user gave.

    Returns
    -------
    str
        ``repr(value)``, or e.g. ``<ndarray of shape (200, 5), float64>``.
    """
    kind, shape = type(value).__name__, getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        dtype = getattr(value, "dtype", None)
        return f"<{kind} of shape {shape}{'' if dtype is None else f', {dtype}'}>"
    text = repr(value)
    if len(text) <= _LONGEST and "\n" not in text:
        return text
    size = f" of length {len(value)}" if isinstance(value, Sized) else ""
    return f"<{kind}{size}>" if size and not isinstance(value, str) else f"{text[:_LONGEST]}..."


def closest(value: object, choices: Iterable[str]) -> str:
    """Phrase the closest match for an error message.

    Parameters
    ----------
    value : object
        What the user gave.
    choices : iterable of str
        What there is.

    Returns
    -------
    str
        ``" Did you mean 'rbf'?"``, or an empty string if nothing is close.
    """
    by_lower = {choice.lower(): choice for choice in choices}
    found = difflib.get_close_matches(str(value).lower(), by_lower, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(repr(by_lower[f]) for f in found)}?" if found else ""


def check_choice(name: str, value: object, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`, else raise with the closest match."""
    listed = ", ".join(repr(choice) for choice in choices)
    if not isinstance(value, str):
        raise TypeError(f"{name}={shown(value)}: must be a string, one of {listed}.")
    if value not in choices:
        raise ValueError(
            f"{name}={shown(value)}: must be one of {listed}.{closest(value, choices)}"
        )
    return value


def check_bool(name: str, value: object) -> bool:
    """Return `value` as a bool; anything but a bool is an error."""
    if not is_bool(value):
        raise TypeError(f"{name}={shown(value)}: must be True or False.")
    return bool(value)


def check_int(name: str, value: object, minimum: int, note: str = "") -> int:
    """Return `value` as an int from `minimum` to Java's largest; no bool, and no float."""
    if is_bool(value) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name}={shown(value)}: must be an integer >= {minimum}{note}.")
    if int(value) < minimum:
        raise ValueError(f"{name}={shown(value)}: must be an integer >= {minimum}{note}.")
    if int(value) > LARGEST_INT:
        raise ValueError(f"{name}={shown(value)}: must be an integer <= {LARGEST_INT}{note}.")
    return int(value)


def check_float(
    name: str,
    value: object,
    *,
    above: float = -math.inf,
    least: float = -math.inf,
    below: float = math.inf,
    most: float = math.inf,
    note: str = "",
) -> float:
    """Return `value` as a finite float inside the given limits."""
    limits = [
        f"{sign} {limit:g}"
        for sign, limit in ((">", above), (">=", least), ("<", below), ("<=", most))
        if math.isfinite(limit)
    ]
    wanted = f"must be a finite number {' and '.join(limits)}".rstrip() + note
    if is_bool(value) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name}={shown(value)}: {wanted}.")
    number = float(value)
    if not (math.isfinite(number) and above < number < below and least <= number <= most):
        raise ValueError(f"{name}={shown(value)}: {wanted}.")
    return number


def check_count(name: str, value: object, n: int, least: int = 0) -> int:
    """Return a count of rows, given as an int or as a share of `n` in (0, 1).

    A share means the nearest count, but at least one row.
    """
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral):
        share = float(value)
        if not 0 < share < 1:
            raise ValueError(
                f"{name}={shown(value)}: a float is a share of the rows and must be > 0 and < 1; "
                "give a count as an integer."
            )
        return max(1, round(share * n))
    return check_int(name, value, least, " (a count), or a share of the rows > 0 and < 1")
