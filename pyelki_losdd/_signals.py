"""Signals at safe moments only: Ctrl-C must not tear apart what cannot be started again.

Python runs signal handlers between any two instructions. One that raises, as that of Ctrl-C does,
would leave Java half started, a library half imported, or a job without an owner.
"""

from __future__ import annotations

import contextlib
import importlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType, ModuleType
from typing import Any

__all__ = ["deferred_signals", "deliver_signals", "import_whole"]

_Handler = Callable[[int, FrameType | None], Any]

#: Signals whose handlers may raise: Ctrl-C, time limits, the end of a service or of a terminal.
#: SIGINT comes last, so that all others are back in place when its own handler is.
_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGALRM", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGINT")
    if hasattr(signal, name)
]

#: The handlers that have to wait, by signal; empty outside of `deferred_signals`.
_waiting: dict[int, _Handler] = {}

#: The signals that have arrived since.
_arrived: list[tuple[int, FrameType | None]] = []


@contextlib.contextmanager
def deferred_signals() -> Iterator[None]:
    """Make signal handlers wait until the block ends or calls `deliver_signals`.

    Blocks can be nested: the outermost one counts. Handlers run in the main thread only, so other
    threads need no protection.
    """
    if _waiting or threading.current_thread() is not threading.main_thread():
        yield
        return
    _arrived.clear()
    try:
        for number in _SIGNALS:
            handler = signal.getsignal(number)
            if callable(handler):
                _waiting[number] = handler
                signal.signal(number, _note)
        yield
    finally:
        handlers = dict(_waiting)
        _waiting.clear()
        for number, handler in handlers.items():
            if signal.getsignal(number) is _note:  # the block has not set another one
                signal.signal(number, handler)
        _deliver(handlers)


def deliver_signals() -> None:
    """Run the handlers that wait; whatever they raise is raised here."""
    if threading.current_thread() is threading.main_thread():
        _deliver(_waiting)


def import_whole(name: str, package: str | None = None) -> ModuleType:
    """Import a module when it is needed; a library that was imported by half stays broken."""
    with deferred_signals():
        return importlib.import_module(name, package)


def _note(number: int, frame: FrameType | None) -> None:
    _arrived.append((number, frame))


def _deliver(handlers: dict[int, _Handler]) -> None:
    while _arrived:
        number, frame = _arrived.pop(0)
        handlers[number](number, frame)
