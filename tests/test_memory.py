"""Memory: none lost in many runs, and a clear error when there is not enough."""

import sys
from textwrap import dedent

import pytest
from processes import DATA, output_of


def test_no_growth_in_500_runs():
    """Neither Java's heap, nor the whole process, nor the number of Java's threads grows."""
    code = """
    import gc, resource, sys
    pl.configure(memory="200m")
    X = np.random.default_rng(0).normal(size=(1000, 4))

    def work(times):
        for _ in range(times):
            pl.run(X[:50, :2], b=1)
            pl.run_elki(X, "LOF", k=5)

    def state():
        gc.collect()
        for _ in range(3):
            jpype.java.lang.System.gc()
        runtime = jpype.java.lang.Runtime.getRuntime()
        heap = (runtime.totalMemory() - runtime.freeMemory()) / 2**20
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
        return heap, peak, jpype.java.lang.Thread.activeCount()

    work(100)
    import jpype
    before = state()
    work(500)
    print(*np.subtract(state(), before))
    """
    if sys.platform == "win32":
        pytest.skip("needs the resource module")
    heap, peak, threads = map(float, output_of(DATA + dedent(code), timeout=300).split())
    assert heap < 3  # MB; one run's data alone are 32 kB, so 500 would be 16 MB
    assert peak < 60
    assert threads <= 2


@pytest.mark.parametrize(
    "work",
    [
        "pl.run_elki(np.zeros((400_000, 50)), 'KNNOutlier', k=1)",  # while the data are copied
        "pl.run_elki(np.random.default_rng(0).normal(size=(5000, 2)), 'LOCI', rmax=99)",  # later
    ],
)
def test_out_of_memory(work):
    code = f"""
    pl.configure(memory="64m")
    before = pl.run_elki(X, "LOF", k=3).scores
    for _ in range(2):
        try:
            {work}
            print("there was enough")
        except MemoryError as error:
            print(error)
    assert (pl.run_elki(X, "LOF", k=3).scores == before).all()
    """
    lines = output_of(DATA + dedent(code)).splitlines()
    assert len(lines) == 2
    for line in lines:
        assert "Java ran out of memory" in line
        assert "configure(memory=" in line
