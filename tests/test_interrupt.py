"""Ctrl-C during long work."""

import os
from textwrap import dedent

import pytest
from processes import DATA, output_of

LONG = {
    # Polls for interruption.
    "losdd": "pl.run(big, b=1000, solver='smo')",
    # Ends at its next progress message.
    "lof": "pl.run_elki(big, 'LOF', k=50)",
}


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
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
