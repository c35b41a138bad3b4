"""`make reasons-quick`, and what is planted."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
sys.path.insert(0, str(EXPERIMENTS))

pytest.importorskip("pyod")

import reasons as command  # noqa: E402
from lab import explainers, reasons  # noqa: E402
from lab.planted import KINDS, bundled  # noqa: E402


def test_errors_are_where_they_are_said_to_be():
    for kind in KINDS:
        planted = bundled("WBC", 1, kind)
        rows, columns = np.nonzero(planted.clean != planted.X)
        places = sorted(zip(planted.rows, planted.columns, strict=True))
        assert list(zip(rows, columns, strict=True)) == places
        at = planted.rows, planted.columns
        np.testing.assert_array_equal(planted.clean[at], planted.truth)
        assert (np.abs(planted.X[at] - planted.truth) >= planted.spread).all()


def test_quick(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reasons, "QUICK", ("Hepatitis",))
    monkeypatch.setattr(explainers, "shap", None)  # no requirement, and slow
    places = ["--output", str(tmp_path), "--store", str(tmp_path / "cells"), "--jobs", "1"]
    assert command.main(["--quick", *places]) == 0
    assert "pip install shap" in capsys.readouterr().out
    page = (tmp_path / "reasons.md").read_text()
    assert "## detect" in page
    assert "SHAP" not in page.replace("beside SHAP", "")
    frame = pd.read_csv(tmp_path / "reasons.csv", comment="#")
    ours = frame[frame["explainer"].isin(["detect", "run"])]
    assert ours["found"].sum() > 8
    assert ours["right"].sum() >= 0.9 * ours["told"].sum()


def test_committed_figures():
    """At least nine tenths of the errors that are found have the right column named first."""
    frame = pd.read_csv(EXPERIMENTS / "results" / "reasons.csv", comment="#")
    for name in ("detect", "run"):
        part = frame[frame["explainer"] == name]
        assert part["found"].sum() >= 25
        assert part["right"].sum() >= 0.9 * part["told"].sum()
        assert part["all_near"].sum() >= 0.8 * part["planted"].sum()
