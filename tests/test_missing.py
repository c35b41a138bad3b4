"""The experiment with missing cells: `make missing-quick`."""

import importlib
import sys
from pathlib import Path

import pytest

EXPERIMENTS = Path(__file__).parents[1] / "experiments"

pytest.importorskip("sklearn")
pytest.importorskip("matplotlib")


@pytest.fixture
def experiment(monkeypatch):
    monkeypatch.syspath_prepend(EXPERIMENTS)
    for name in [n for n in sys.modules if n == "lab" or n.startswith("lab.")]:
        monkeypatch.delitem(sys.modules, name)
    return importlib.import_module("lab.missing"), importlib.import_module("missing")


def test_quick(experiment, tmp_path):
    missing, script = experiment
    given = ["--quick", "--jobs", "1", "--output", str(tmp_path), "--store", str(tmp_path / "c")]
    assert script.main(given) == 0
    page = (tmp_path / "missing.md").read_text()
    assert page.startswith(
        "# Missing cells\n\n`python experiments/missing.py --quick`; pyelki-losdd"
    )
    for form in missing.FORMS:
        for rows in missing.ROWS:
            assert f"## {form.capitalize()}, gaps in {rows}" in page
    assert all(f"| {way} |" in page for way in missing.WAYS)
    assert page.count(f"| {missing.OWN} |") == 3  # numbers have no categories


def test_gaps_are_where_they_should_be(experiment):
    missing, _ = experiment
    frame, _y = missing.table("WBC", "mixed")
    assert {frame[name].dtype.kind for name in frame} == {"O", "f"}
    gaps = missing.with_gaps(frame, 0.3, "half of the rows", 1).isna()
    untouched = ~gaps.any(axis=1)
    assert len(frame) // 2 <= untouched.sum() <= len(frame) // 2 + 20
    assert gaps[~untouched].to_numpy().mean() == pytest.approx(0.3, abs=0.04)
