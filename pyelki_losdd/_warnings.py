"""Warnings of our own: that settings do not suit the data, although there is a result."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterable

__all__ = ["LosddWarning", "warn"]

_PACKAGE = __name__.partition(".")[0]


class LosddWarning(UserWarning):
    """The scores are worth little, because the settings do not suit the data.

    The message says why, and what to do. Results keep theirs in ``warnings``. To turn them off::

        warnings.simplefilter("ignore", pyelki_losdd.LosddWarning)

    or into errors, with ``"error"`` in place of ``"ignore"``.

    Parameters
    ----------
    message : str
        Why, and what to do.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)


# Tracebacks and filters name it as users import it.
LosddWarning.__module__ = _PACKAGE


def warn(messages: Iterable[str]) -> None:
    """Warn the user, whose line is the first one outside of this package."""
    frame, level = inspect.currentframe(), 1
    while frame is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
        level += 1
    for message in messages:
        warnings.warn(message, LosddWarning, stacklevel=level)


def _is_ours(module: str) -> bool:
    return module == _PACKAGE or module.startswith(f"{_PACKAGE}.")
