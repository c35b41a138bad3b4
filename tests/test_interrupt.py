"""Ctrl-C at any moment: while libraries are imported, Java starts, and work is long."""

import os
import random
import signal
from textwrap import dedent

import pytest
from processes import DATA, output_of
from trust import SOAK, tally, times

from pyelki_losdd._signals import deferred_signals, deliver_signals

posix = pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")

# ---------------------------------------------------------------------------- signals that wait


@pytest.fixture
def handled():
    """What the handler of Ctrl-C was called with; the third time, it raises."""
    calls = []

    def handler(number, frame):
        calls.append(number)
        if len(calls) == 3:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handler)
    yield calls
    signal.signal(signal.SIGINT, before)


def test_signals_wait_for_the_end_of_the_outermost_block(handled):
    handler = signal.getsignal(signal.SIGINT)
    with deferred_signals():
        with deferred_signals():
            signal.raise_signal(signal.SIGINT)
            assert handled == []
        assert handled == []
    assert handled == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is handler


def test_signals_can_be_delivered_before(handled):
    handler = signal.getsignal(signal.SIGINT)
    with deferred_signals():
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            deliver_signals()
        assert len(handled) == 3
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_handler_that_the_block_sets_stays(handled):
    before = signal.getsignal(signal.SIGINT)
    with deferred_signals():
        signal.signal(signal.SIGINT, signal.default_int_handler)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


@posix
def test_time_limits_wait_too():
    def too_late(number, frame):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, too_late)
    reached = []

    def work():
        with deferred_signals():
            signal.raise_signal(signal.SIGALRM)
            reached.append(True)

    try:
        with pytest.raises(TimeoutError):
            work()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert reached


# ---------------------------------------------------------------------------- the first call

FIRST_CALL = """
import faulthandler, os, signal, threading, time
faulthandler.dump_traceback_later(100, exit=True)
import pyelki_losdd as pl
ROWS = [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [9.0, 9.0], [0.5, 0.4], [0.2, 0.8]]
stopped = False
try:
    threading.Timer({moment}, os.kill, (os.getpid(), signal.SIGINT)).start()
    pl.run(ROWS, b=1)
    pl.run_elki(ROWS, "LOF", k=2)
    time.sleep(10)
except KeyboardInterrupt:
    stopped = True
assert stopped
result = pl.run(ROWS, b=1)
assert result.ranking[0] == 4, result.ranking
assert pl.run_elki(ROWS, "LOF", k=2).ranking[0] == 4
assert len(pl.compare(ROWS, [0, 0, 0, 0, 1, 0, 0], ["losdd", "knn"]).table) == 2
print("right")
"""


@posix
def test_ctrl_c_from_the_first_call_on():
    """While numpy and pandas are imported, Java starts, and for the first run."""
    count = times(12, 200)
    numbers = random.Random(None if SOAK else 0)
    for i in range(count):
        # Spread evenly, as Java's start is a small part; a busy machine makes all of it slower.
        moment = 1.2 * (i + numbers.random()) / count
        code = FIRST_CALL.format(moment=moment)
        assert output_of(code, timeout=150) == "right", moment
    tally("interruptions (Ctrl-C) from the first call on, with Java's start, survived", count)


@posix
@pytest.mark.parametrize(
    ("work", "files"),
    [
        ("pl.run(X, b=2)", ""),
        ("pl.run_elki(X, 'LOF', k=3)", ""),
        # So long that a job without an owner is noticed; stopped before its end.
        ("pl.run(big, b=1000, solver='smo')", "_java/calls.py _java/bridge.py"),
    ],
)
def test_ctrl_c_at_every_line(work, files):
    """No line of ours is a bad moment: no job is left behind, and the next run is right."""
    code = f"""
    import os, signal, sys, time
    import jpype

    big = np.random.default_rng(0).normal(size=(10000, 10))
    expected = pl.run(X, b=2).scores
    folder = os.path.dirname(pl.__file__)
    files = tuple(os.path.join(folder, name) for name in {files!r}.split()) or folder
    left = 0

    def trace(frame, event, argument):
        global left
        if not frame.f_code.co_filename.startswith(files):
            return None
        if event == "line":
            left -= 1
            if left == 0:
                signal.raise_signal(signal.SIGINT)
        return trace

    def jobs():
        threads = jpype.java.lang.Thread.getAllStackTraces().keySet()
        return [t for t in threads if str(t.getName()).startswith("pyelki-losdd job")]

    at = 0
    while at < 60 or not {files!r}:
        at += {1 if SOAK or files else 5}
        left = at
        stopped = False
        sys.settrace(trace)
        try:
            {work}
        except KeyboardInterrupt:
            stopped = True
        sys.settrace(None)
        if left > 0:
            break  # the whole run has fewer lines
        assert stopped, at
        deadline = time.perf_counter() + 10
        while jobs():
            assert time.perf_counter() < deadline, at
        if at % 10 == 0:
            assert (pl.run(X, b=2).scores == expected).all(), at
    assert (pl.run(X, b=2).scores == expected).all()
    print(at)
    """
    lines = int(output_of(DATA + dedent(code), timeout=600))
    assert lines >= 60
    tally("interruptions (Ctrl-C at a line of ours) survived", lines)


# ---------------------------------------------------------------------------- long work

LONG = {
    # Polls for interruption.
    "losdd": "pl.run(big, b=1000, solver='smo')",
    # Ends at its next progress message.
    "lof": "pl.run_elki(big, 'LOF', k=50)",
}


@posix
@pytest.mark.parametrize("work", LONG.values(), ids=LONG.keys())
def test_ctrl_c_stops_the_work(work):
    code = f"""
    import os, signal, threading, time
    import jpype
    big = np.random.default_rng(0).normal(size=(30000, 30))
    before = pl.run_elki(X, "LOF", k=3).scores

    def press():
        global pressed
        pressed = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(1.5, press).start()
    try:
        {work}
        print("ended by itself")
    except KeyboardInterrupt:
        print(time.perf_counter() - pressed)

    # The next run works, and nothing of the last one is left.
    assert (pl.run_elki(X, "LOF", k=3).scores == before).all()
    assert np.isfinite(pl.run(X, b=2).scores).all()
    deadline = time.perf_counter() + 5
    names = [""]
    while names and time.perf_counter() < deadline:
        threads = jpype.java.lang.Thread.getAllStackTraces().keySet()
        names = [str(t.getName()) for t in threads]
        names = [n for n in names if n.startswith(("pyelki-losdd", "losvm"))]
        time.sleep(0.05)
    print(names)
    """
    seconds, left = output_of(DATA + dedent(code)).splitlines()
    assert float(seconds) < 2
    assert left == "[]"
