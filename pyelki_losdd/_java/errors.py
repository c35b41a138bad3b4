"""Java's exceptions as Python's."""

from __future__ import annotations

from typing import Any

from .jvm import classes_failed

__all__ = ["JavaError", "OptionError", "out_of_memory", "to_python"]


class JavaError(Exception):
    """What happened in Java, as far as possible with its stack trace: the cause of an exception."""


def out_of_memory(reason: str) -> MemoryError:
    """Make the error that says how to give Java more.

    Its cause holds the reason alone, for callers that give Java memory in another way.
    """
    error = MemoryError(
        f"Java ran out of memory ({reason}). Start with more: in a fresh Python process, call "
        "pyelki_losdd.configure(memory='8g') (or what your machine has) before the first run; "
        "or ask for less: fewer rows, or a smaller k."
    )
    error.__cause__ = JavaError(reason)
    return error


class OptionError(ValueError):
    """The value of an ELKI option does not suit the data.

    Parameters
    ----------
    option : str
        The option.
    problem : str
        What is wrong with its value, with ``{}`` where the name of the option belongs.
    facts : dict of float
        Numbers that a message can be made of.
    """

    def __init__(self, option: str, problem: str, facts: dict[str, float]) -> None:
        super().__init__(f"{option}: {problem.replace('{}', option)}")
        self.option = option
        self.problem = problem
        self.facts = facts


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
    if failure.getOption() is not None:
        facts = {str(name): float(value) for name, value in failure.getFacts().items()}
        return OptionError(str(failure.getOption()), str(failure.getProblem()), facts)
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
