"""What the tests of trust share: how much to try, how long it may take, and what was counted.

`make test` tries a little, always the same; `make soak` sets LOSDD_SOAK and tries much, with new
random numbers. Both count, and the counts go to the file that LOSDD_TALLY names (see TRUST.md).
"""

import atexit
import collections
import contextlib
import json
import multiprocessing
import os
import signal
from pathlib import Path

SOAK = bool(os.environ.get("LOSDD_SOAK"))

_counts = collections.Counter()


def times(few, many):
    """How often to try: a few times in `make test`, many times in `make soak`."""
    return many if SOAK else few


def tally(what, count=1):
    """Count what was tried."""
    _counts[what] += count


@contextlib.contextmanager
def time_limit(seconds=120):
    """Turn a hang into a failure; generous, because the machine may be busy with other things."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(signum, frame):
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@atexit.register
def _write():
    path = os.environ.get("LOSDD_TALLY")
    if path and _counts and multiprocessing.parent_process() is None:
        file = Path(path)
        known = collections.Counter(json.loads(file.read_text()) if file.exists() else {})
        known.update(_counts)  # unlike +, this keeps a growth of 0 or less
        file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
