"""`make quality`: data sets, measures, and what its pages show."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pyelki_losdd as pl

pytest.importorskip("pyod")

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
sys.path.insert(0, str(EXPERIMENTS))

from lab import methods, pools, protocol  # noqa: E402
from lab.methods import METHODS, at_most, judge  # noqa: E402


def test_sets_are_whole():
    assert [len(pools.names(folder)) for folder in pools.POOLS] == [24, 60]
    for name in ("adbench/wine", "oddbench/MagicCardRarity"):
        data = pools.load(name)
        assert set(data.y) == {0, 1}


def test_a_draw_keeps_the_share_of_outliers():
    y = (np.arange(5_000) < 500).astype(int)
    small, large = pools.draw(y, 200), pools.draw(y, 1_000)
    assert y[small].sum() == 20
    assert y[large].sum() == 100
    assert set(small) < set(large)
    assert not np.array_equal(large, np.sort(large)), "sorted rows would tell the labels"


def test_the_protocol_scales_by_the_training_part():
    train, test, y = protocol.split("adbench/wine", 1)
    assert train.min() == 0
    assert train.max() == pytest.approx(1)
    assert len(train) == 700
    assert len(test) == len(y) == 300


def test_measures_are_those_of_the_package():
    rng = np.random.default_rng(0)
    X = np.vstack((rng.normal(size=(150, 3)), rng.normal(size=(10, 3)) * 4))
    y = np.r_[np.zeros(150, dtype=int), np.ones(10, dtype=int)]
    found = judge(METHODS["KNN, k=5"], X, 0, None, y)
    scores = METHODS["KNN, k=5"].fit(X, 0).scores
    assert found["auroc"] == pytest.approx(pl.metrics.auroc(y, scores))
    expected = pl.metrics.adjusted_average_precision(y, scores)
    assert found["adjusted_ap"] == pytest.approx(expected)


def test_what_takes_too_long_has_failed(monkeypatch):
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeoutError, match="no scores within 1 seconds"), at_most(1):
        time.sleep(30)
    assert signal.getsignal(signal.SIGALRM) is before

    monkeypatch.setattr(methods, "LONGEST", 1)
    monkeypatch.setattr(methods.Method, "fit", lambda *_: time.sleep(30))
    y = np.array([0, 0, 0, 1])
    found = judge(METHODS["MCD"], np.zeros((4, 2)), 0, None, y)
    assert found["failed"] == "TimeoutError: no scores within 1 seconds"
    assert found["auroc"] == 0.5, "a guess"


def test_quick_run(tmp_path):
    skipped = set(METHODS) - {"detect", "KNN, k=1", "HBOS"}
    command = [sys.executable, str(EXPERIMENTS / "quality.py"), "--quick", "--jobs", "1"]
    command += ["--store", str(tmp_path / "cells.jsonl"), "--output", str(tmp_path)]
    command += [part for name in skipped for part in ("--skip", name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=170, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "quality.md").read_text()
    assert "| detect |" in page
    assert "Below: against detect" in page
    frame = pd.read_csv(tmp_path / "quality.csv", comment="#")
    assert len(frame) == 3 * 6
    assert frame["auroc"].between(0, 1).all()
    protocol_page = (tmp_path / "quality-adbench.md").read_text()
    assert "| IForest (published) |" in protocol_page
    for name in ("quality", "quality-ranks-auroc", "quality-adbench-auroc"):
        assert (tmp_path / f"{name}.png").stat().st_size > 10_000
