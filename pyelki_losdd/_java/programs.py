"""Programs in a Java of their own."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import IO

__all__ = ["call"]

#: Java announces the vector module: that would only confuse.
_NOISE = b"WARNING: Using incubator modules"


def call(command: list[str]) -> int:
    """Run a program, with our standard input and output, and return its exit code.

    Ctrl-C reaches the program, too; it ends by itself then.
    """
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        copy = threading.Thread(target=_copy, args=(process.stderr,), daemon=True)
        copy.start()
        try:
            process.wait()
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            raise
        copy.join()
    # A signal is reported as a negative number; shells add 128 to it.
    return 128 - process.returncode if process.returncode < 0 else process.returncode


def _copy(source: IO[bytes]) -> None:
    """Pass on what the program says at once, except for a first line that is noise."""
    target = getattr(sys.stderr, "buffer", None)
    first = source.readline()
    chunk = b"" if first.startswith(_NOISE) else first
    while True:
        if chunk:
            if target is not None:
                target.write(chunk)
                target.flush()
            elif sys.stderr is not None:
                sys.stderr.write(chunk.decode(errors="replace"))
        chunk = source.read1()  # type: ignore[attr-defined]
        if not chunk:
            return
