"""Errors in threads, and what threads leave behind (that many work at once: test_load.py)."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from pyelki_losdd import run_elki
from pyelki_losdd._java import calls


def data(seed):
    return np.random.default_rng(seed).normal(size=(120, 3))


def lof(seed):
    return run_elki(data(seed), "LOF", k=5).scores


def test_errors_reach_the_thread_they_belong_to():
    def task(i):
        if i % 2:
            with pytest.raises(ValueError, match=f"'x{i}' is unknown"):
                run_elki(data(i), "LOF", k=3, **{f"x{i}": 1})
        else:
            assert np.isfinite(lof(i)).all()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(task, range(40)))


def test_threads_leave_nothing_behind_in_java():
    def fail(seed):
        with pytest.raises(ValueError, match="no outlier algorithm"):
            run_elki(data(seed), "nothing")

    lof(0)
    count = calls._classes().Thread.activeCount
    before = count()
    for target in [lof, fail] * 25:
        thread = threading.Thread(target=target, args=(0,))
        thread.start()
        thread.join()
    assert count() <= before + 5
