"""Many threads, and processes."""

import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from pyelki_losdd import _calls, run, run_elki


def data(seed):
    return np.random.default_rng(seed).normal(size=(120, 3))


def lof(seed):
    return run_elki(data(seed), "LOF", k=5).scores


def losdd(seed):
    return run(data(seed), b=3).scores


@pytest.mark.parametrize("work", [lof, losdd])
def test_eight_threads_at_once(work):
    seeds = list(range(8)) * 5
    expected = {seed: work(seed) for seed in range(8)}
    barrier = threading.Barrier(8)

    def task(seed):
        barrier.wait(60)
        return work(seed)

    with ThreadPoolExecutor(8) as pool:
        for seed, scores in zip(seeds, pool.map(task, seeds), strict=True):
            np.testing.assert_array_equal(scores, expected[seed])


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
    count = _calls._classes().Thread.activeCount
    before = count()
    for target in [lof, fail] * 25:
        thread = threading.Thread(target=target, args=(0,))
        thread.start()
        thread.join()
    assert count() <= before + 5


def test_first_use_in_a_thread_and_in_spawned_processes():
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        found = pool.map(in_process, range(3))
    for seed, scores in enumerate(found):
        np.testing.assert_array_equal(scores, lof(seed))


def in_process(seed):
    """Start Java from several threads at once."""
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lof, [seed] * 4))
    assert all((r == results[0]).all() for r in results)
    return results[0]
