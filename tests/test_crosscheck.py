"""`make crosscheck`: ours beside ELKI's own detectors."""

import logging
import sys
from pathlib import Path

import pandas as pd
import pytest

import pyelki_losdd as pl

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
sys.path.insert(0, str(EXPERIMENTS))

from lab import elki_detectors, weights  # noqa: E402
from lab.cells import Cell  # noqa: E402
from lab.detectors import measure  # noqa: E402
from lab.pages import Output  # noqa: E402


@pytest.fixture(autouse=True)
def log_as_before():
    """What measures cells makes the log quiet."""
    logger = logging.getLogger("pyelki_losdd.elki")
    level = logger.level
    yield
    logger.setLevel(level)


LOF = Cell.of("Hepatitis", 1, "elki.outlier.lof.LOF", **{"lof.k": 20})


def test_all_detectors_of_elki():
    entries = elki_detectors.cells(quick=True)
    named = {names["detector"]: cell for names, cell in entries if cell.data == "Hepatitis"}
    listed = pl.elki_algorithms()
    elki = set(listed.loc[listed["family"] != "losvm", "name"])
    assert set(named) == elki | set(elki_detectors.OURS)
    assert named["LOF"] == LOF
    assert named["IsolationForest"].params == ()  # its defaults
    assert named["DBOutlierDetection"].params == ()  # asks for a distance: no default of ours


def test_bounded_time():
    """What does not end is ended, and the next one runs."""
    data = pl.datasets.load("Hepatitis")
    expected = pl.run_elki(data.X, "LOF", k=20, standardize=True).scores
    with elki_detectors.Worker(60) as worker:
        found = worker(LOF)
        assert found["AUROC"] == pl.metrics.auroc(data.y, expected)
        assert found["time"] > 0
        assert "dbod.d" in worker(Cell.of("Hepatitis", 1, "DBOutlierDetection"))["error"]
        worker.limit = 1e-4
        assert "more than" in worker(LOF)["error"]
        worker.limit = 60
        assert worker(LOF)["AUROC"] == found["AUROC"]


def test_page(tmp_path):
    frame = pd.DataFrame(
        [
            ("lof", "LOF", "A", 0.75, 0.5, 1.0, None),
            ("lof", "LOF", "B", 0.25, 0.5, 2.0, None),
            ("slow", "Slow", "A", 1.0, 1.0, 2.0, None),
            ("slow", "Slow", "B", None, None, None, "more than 60 seconds"),
        ],
        columns=["family", "detector", "data", "AUROC", "AP", "time", "error"],
    ).assign(seconds=0.0)
    elki_detectors.write(frame, Output(tmp_path, "a command"), 60)
    page = (tmp_path / "elki-detectors.md").read_text()
    assert "| LOF | 0.500 | 0.500 | 3.000 |" in page
    assert "- Slow (slow), B: more than 60 seconds" in page
    assert "| Slow" not in page


def test_weights(tmp_path):
    entries = [(names, cell) for names, cell in weights.cells(quick=True) if cell.data == "WBC"]
    frame = pd.DataFrame(
        {**names, "data": cell.data, "version": cell.version, **measure(cell), "seconds": 0.0}
        for names, cell in entries
    )
    auroc = frame.set_index("method")["auroc"]
    # As a lab saw it: not by chance, as the distance of a hard margin nearly is.
    assert auroc["weight, as ELKI's"] > 0.9
    assert auroc["distance, hard margin"] < 0.7 < 0.9 < auroc["LOSDD"]
    weights.write(frame, Output(tmp_path, "a command"))
    assert f"| LOSDD | {auroc['LOSDD']:.3f} |" in (tmp_path / "weights.md").read_text()
    with pytest.raises(ValueError, match="score_form"):
        pl.run(pl.datasets.load("WBC").X, score_form="weights")
