"""Java's exceptions as Python's."""

from __future__ import annotations

from typing import Any

from .jvm import classes_failed

__all__ = ["MORE_MEMORY", "JavaError", "out_of_memory", "to_python"]


#: How to give Java more memory from Python; the command line has an option for that.
MORE_MEMORY = (
    "Start with more: in a fresh Python process, call pyelki_losdd.configure(memory='8g') (or what "
    "your machine has) before the first run; or ask for less: fewer rows, or a smaller k."
)


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
    return MemoryError(f"Java ran out of memory ({reason}). {MORE_MEMORY}")
