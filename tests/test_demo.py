import re
import sys

import numpy as np
import pytest

from pyelki_losdd import datasets, demo, run


def test_demo(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "picture.png"
    demo.main(["--output", str(picture)])
    printed = capsys.readouterr().out
    assert "WBC v01: 223 rows, 9 columns, 10 outliers" in printed
    assert f"Picture written to {picture}" in printed
    assert picture.read_bytes().startswith(b"\x89PNG")
    for call in demo.METHODS:
        assert call in printed
    found = re.search(r"KNNOutlier.*\)\s+([\d.]+)\s+([\d.]+)\n", printed).groups()
    assert found == expected_of_knn()


def expected_of_knn():
    """The row of KNN, by brute force."""
    found = []
    for version in range(1, 11):
        data = datasets.load("WBC", version)
        Z = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
        D = ((Z[:, None] - Z) ** 2).sum(-1) + np.diag(np.full(len(Z), np.inf))
        found.append(
            [measure(data.y, D.min(axis=1).round(9)) for measure in demo.MEASURES.values()]
        )
    return tuple(f"{mean:.3f}" for mean in np.mean(found, axis=0))


def test_losdd_unmasks_what_the_plain_svdd_hides():
    """What the picture shows: the loose group of five is removed one at a time, not at once."""
    X = demo.masking_data()
    group = np.arange(len(X))[-5:]
    R, gamma = demo.MASKING["removals"], demo.MASKING["gamma"]
    plain, at_once, losdd = (run(X, b, R if b else 0, gamma=gamma) for b in (0, 1, R))
    assert not plain.labels().any()
    assert at_once.labels()[group].sum() < 5
    assert losdd.labels()[group].all()
    assert (plain.score_samples(X[group]) < 0.01).all()  # inside
    assert (losdd.score_samples(X[group]) > 0.5).all()  # outside


def test_demo_without_matplotlib(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    demo.main(["--output", str(tmp_path / "none.png")])
    assert "No picture was drawn. Pictures need matplotlib" in capsys.readouterr().out
    assert not (tmp_path / "none.png").exists()
