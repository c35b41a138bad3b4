"""Load: many runs, many threads, many processes; nothing grows, and nothing is mixed up."""

import multiprocessing
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest
from processes import DATA, output_of
from trust import tally, times

from pyelki_losdd import run, run_elki


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_memory_does_not_grow():
    """Neither Java's heap, nor the whole process, nor the number of Java's threads."""
    count = times(250, 2000)
    code = f"""
    import gc
    # The whole heap from the start: what grows is ours.
    pl.configure(memory="200m", options=["-Xms200m", "-XX:+AlwaysPreTouch"])
    rng = np.random.default_rng(0)
    X = rng.normal(size=(250, 100))  # 200 kB: 250 of them are 50 MB
    B = rng.normal(size=(1000, 4))

    def work(times):
        scores = None
        for _ in range(times):
            result = pl.run(X, b=1, gamma=0.002, n_jobs=2)
            result.score_samples(X[:10])
            pl.run_elki(B, "LOF", k=5)
            try:
                pl.run(X, kernel="elki.similarity.NoSuchThing")
            except ValueError:
                pass
            assert scores is None or np.array_equal(result.scores, scores)
            scores = result.scores

    def state():
        gc.collect()
        for _ in range(3):
            jpype.java.lang.System.gc()
        runtime = jpype.java.lang.Runtime.getRuntime()
        heap = (runtime.totalMemory() - runtime.freeMemory()) / 2**20
        with open("/proc/self/statm") as statm:
            process = int(statm.read().split()[1]) * 4096 / 2**20
        return heap, process, jpype.java.lang.Thread.activeCount()

    work(100)  # until the compilers have settled
    import jpype
    before = state()
    work({count})
    print(*np.subtract(state(), before))
    """
    heap, process, threads = map(float, output_of(DATA + dedent(code), timeout=900).split())
    assert heap < 3, "MB more in Java's heap"
    assert process < 30, "MB more in the process"
    assert threads <= 2
    tally("runs in one process without growth", 2 * count)
    tally("growth of Java's heap in these runs, MB", round(max(0.0, heap), 1))
    tally("growth of the process in these runs, MB", round(max(0.0, process), 1))


def table(seed):
    """Data of their own for each seed, also in their size."""
    return np.random.default_rng(seed).normal(size=(60 + 7 * seed, 1 + seed % 5))


def work(seed):
    """One of several kinds of work."""
    X = table(seed)
    if seed % 3 == 0:
        return run_elki(X, "LOF", k=5).scores
    result = run(X, b=3, method=("losdd", "losoc")[seed % 2], solver=("exact", "smo")[seed % 3 - 1])
    return np.concatenate([result.scores, result.score_samples(X)])


def test_16_threads_with_data_of_their_own():
    jobs = list(range(16)) * times(5, 100)
    expected = [work(seed) for seed in range(16)]
    with ThreadPoolExecutor(16) as pool:
        for seed, scores in zip(jobs, pool.map(work, jobs), strict=True):
            np.testing.assert_array_equal(scores, expected[seed])
    tally("runs in 16 threads, all as alone", len(jobs))


def in_threads(seed):
    """Start Java from several threads at once."""
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, [seed] * 4))
    assert all(np.array_equal(scores, found[0]) for scores in found)
    return found[0]


def test_4_spawned_processes():
    """Each starts a Java of its own; the results are the same."""
    seeds = list(range(8)) * times(1, 10)
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        found = pool.map(in_threads, seeds, chunksize=1)
    for seed, scores in zip(seeds, found, strict=True):
        np.testing.assert_array_equal(scores, work(seed))
    tally("runs in 4 processes, all as alone", 4 * len(seeds))


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_joblib(backend):
    joblib = pytest.importorskip("joblib")
    from joblib.externals.loky import get_reusable_executor

    seeds = list(range(6)) * times(1, 20)
    try:
        found = joblib.Parallel(2, backend=backend)(joblib.delayed(work)(seed) for seed in seeds)
    finally:
        get_reusable_executor().shutdown()
    for seed, scores in zip(seeds, found, strict=True):
        np.testing.assert_array_equal(scores, work(seed))
    tally("runs by joblib, all as alone", len(seeds))


@pytest.mark.skipif(sys.platform == "win32", reason="the heap is measured elsewhere")
def test_memory_errors_while_others_work():
    """Threads that ask for too much fail alone."""
    code = f"""
    from concurrent.futures import ThreadPoolExecutor
    pl.configure(memory="96m")
    expected = pl.run(X, b=2).scores
    greedy = np.zeros((200_000, 70))

    def task(i):
        if i % 4 == 0:
            try:
                pl.run_elki(greedy, "KNNOutlier", k=1)
            except MemoryError:
                return "refused"
        for _ in range(20):
            try:
                return (pl.run(X, b=2).scores == expected).all()
            except MemoryError:  # the heap was full because of the others
                pass

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(task, range({times(16, 200)})))
    assert (pl.run(X, b=2).scores == expected).all()
    print(found.count("refused"), found.count(True))
    """
    refused, right = map(int, output_of(DATA + dedent(code), timeout=600).split())
    assert refused == times(4, 50)
    assert right == times(12, 150)
    tally("Java heaps filled, with other threads unharmed", refused)
