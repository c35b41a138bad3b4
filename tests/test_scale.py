"""The part of `make bench` on many rows."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
sys.path.insert(0, str(EXPERIMENTS))

import scale  # noqa: E402
from lab.cells import Cell  # noqa: E402
from lab.pages import Output  # noqa: E402


def test_one_run_is_measured_in_a_process_of_its_own():
    found = scale.in_process(Cell.of("made-up", 2_000, "isolation forest"))
    assert found["columns"] == 10
    assert found["seconds"] > 0
    assert found["beyond_mb"] >= 0


def test_a_failure_is_told():
    assert scale.in_process(Cell.of("no such data", 10, "HBOS"))["failed"].startswith("ValueError")


def test_real_data_are_repeated_with_noise():
    X = scale.repeated("donors", 30_000)
    assert X.shape == (30_000, 10)
    assert len(np.unique(X, axis=0)) == 30_000
    assert np.array_equal(X, scale.repeated("donors", 30_000))


def test_exponents_and_pages(tmp_path):
    rows = np.array([10**5, 10**6, 10**7])
    frame = pd.concat(
        pd.DataFrame(
            {
                "method": name,
                "data": "made-up",
                "version": rows,
                "seconds": 1e-6 * rows**power,
                "beyond_mb": rows / 1e5,
                "columns": 10,
            }
        )
        for name, power in zip(scale.DETECTORS, (1, 1, 2, 2, 1, 1), strict=True)
    )
    frame.loc[(frame["method"] == "LOF, k=20") & (frame["version"] > 10**6), "seconds"] = np.nan
    scale.write(frame, Output(tmp_path, "python experiments/scale.py"))
    page = (tmp_path / "scale.md").read_text()
    assert page.count("n^1.00") == 4
    assert page.count("n^2.00") == 2
    # 10 seconds for ten million rows on all cores, hence 1000 for a billion on one such machine.
    cores = scale.os.cpu_count()
    assert f"| 1 | {1000 * cores / 2:,.0f} | 80.0 |" in page
