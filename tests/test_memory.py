"""Memory: a clear error when there is not enough (that none is lost: test_load.py)."""

from textwrap import dedent

import pytest
from processes import DATA, output_of


@pytest.mark.parametrize(
    "work",
    [
        "pl.run_elki(np.zeros((400_000, 50)), 'KNNOutlier', k=1)",  # while the data are copied
        "pl.run_elki(np.random.default_rng(0).normal(size=(5000, 2)), 'LOCI', rmax=99)",  # later
        "pl.run(np.eye(2500), kernel='precomputed')",  # in our own part
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
