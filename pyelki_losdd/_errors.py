"""Java's exceptions as Python's."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from ._jvm import classes_failed

__all__ = ["JavaError", "our_terms", "out_of_memory", "to_python"]

#: ELKI options (losvm.*) whose argument of `run` has another name.
ARGUMENTS = {
    "batches": "b",
    "remove": "R",
    "c": "C",
    "bandwidth": "gamma",
    "bias": "coef0",
    "tolerance": "tol",
    "threads": "n_jobs",
    "memory": "cache_mb",
}


class JavaError(Exception):
    """What happened in Java, with its stack trace: the cause of a Python exception."""


def to_python(failure: Any) -> BaseException:
    """Turn a failure of the bridge into the exception to raise.

    Parameters
    ----------
    failure : elki.outlier.losvm.bridge.Failure
        What went wrong.

    Returns
    -------
    BaseException
        ValueError for bad values and data, MemoryError, KeyboardInterrupt for work that was
        cancelled, RuntimeError for everything else.
    """
    kind, message = str(failure.getKind()), str(failure.getMessage())
    if kind == "VALUE":
        return ValueError(message)
    if kind == "INTERRUPT":
        return KeyboardInterrupt(message)
    if kind == "MEMORY":
        return out_of_memory(message)
    if kind == "CLASSES":
        return classes_failed(message)
    error = RuntimeError(
        f"{message}\nThis is not about your parameters, as far as we can tell; Java's stack trace "
        "is above."
    )
    error.__cause__ = JavaError(str(failure.getTrace()))
    return error


def out_of_memory(reason: str) -> MemoryError:
    """Make the error that says how to give Java more."""
    return MemoryError(
        f"Java ran out of memory ({reason}). Start with more: in a fresh Python process, call "
        "pyelki_losdd.configure(memory='8g') (or what your machine has) before the first run; or "
        "ask for less: fewer rows, or a smaller k."
    )


@contextlib.contextmanager
def our_terms() -> Iterator[None]:
    """Name the arguments of `run` instead of ELKI options in an error of Java."""
    try:
        yield
    except ValueError as error:
        message = re.sub(
            r"losvm\.(\w+)", lambda match: ARGUMENTS.get(match[1], match[1]), str(error)
        )
        raise ValueError(message) from None
