"""ELKI's log in Python's logging: the logger ``pyelki_losdd.elki`` and its children.

``logging.getLogger("pyelki_losdd.elki").setLevel(logging.INFO)`` makes ELKI talk more. The level of
that logger decides what Java keeps; levels of its children can only be higher.
"""

from __future__ import annotations

import logging
from typing import Any

__all__ = ["emit", "java_threshold"]

_PARENT = "pyelki_losdd"
_ELKI = logging.getLogger(f"{_PARENT}.elki")

#: Java's levels and ours, from the top; ELKI's statistics (850) are information.
_LEVELS = ((1000, logging.ERROR), (900, logging.WARNING), (800, logging.INFO))


def java_threshold() -> int:
    """Return the lowest Java level that Python wants to see."""
    wanted = _ELKI.getEffectiveLevel()
    if wanted < logging.DEBUG:
        return 300  # FINEST
    if wanted < logging.INFO:
        return 500  # FINE
    return next((java for java, python in reversed(_LEVELS) if python >= wanted), 1000)


def emit(messages: Any) -> None:
    """Log messages of Java.

    Parameters
    ----------
    messages : sequence of str
        Level, logger and text of each message, one after the other.
    """
    texts = [str(text) for text in messages]
    for level, name, text in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
        # Plugins may live outside of ELKI's packages.
        path = name if name.split(".")[0] == "elki" else f"elki.{name}"
        path = path.partition("$")[0]  # inner classes log like their outer one
        python = next((p for java, p in _LEVELS if int(level) >= java), logging.DEBUG)
        logging.getLogger(f"{_PARENT}.{path}").log(python, "%s", text)
