"""Catching what native code prints while Java starts."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator

__all__ = ["captured_stderr"]


@contextlib.contextmanager
def captured_stderr() -> Iterator[list[str]]:
    """Redirect the process's standard error (also that of native code) into a list of lines.

    Yields
    ------
    list of str
        Filled with the lines, without their ends, when the block has been left.
    """
    lines: list[str] = []
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
    try:
        saved = os.dup(2)
    except OSError:  # there is no standard error, so nobody sees what goes there
        yield lines
        return
    try:
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), 2)
            try:
                yield lines
            finally:
                os.dup2(saved, 2)
                file.seek(0)
                lines += file.read().decode(errors="replace").splitlines()
    finally:
        os.close(saved)
