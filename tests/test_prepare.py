"""Data are checked and standardized once, and what every result has needs no run."""

import numpy as np
import pytest

from pyelki_losdd import _prepare, compare, run
from pyelki_losdd._scored import Scored
from pyelki_losdd.cli import main

X = np.random.default_rng(0).normal(size=(40, 3)) * [1, 10, 100]


def test_compare_prepares_once(monkeypatch):
    calls = []
    for name in ("check_data", "standardize"):
        original = getattr(_prepare, name)
        monkeypatch.setattr(
            _prepare,
            name,
            lambda *args, _n=name, _f=original, **kwargs: (calls.append(_n), _f(*args, **kwargs))[
                1
            ],
        )
    found = compare(X, methods=["LOSDD", "SVDD", "KNN", "LOF"])
    assert not found.errors
    assert calls == ["check_data", "standardize"]
    np.testing.assert_array_equal(found.results["LOSDD"].scores, run(X).scores)


def test_nothing_is_standardized_that_nobody_sees(monkeypatch):
    monkeypatch.setattr(_prepare, "standardize", None)
    K = X @ X.T
    assert not run(K, b=2, kernel="precomputed").params["standardize"]
    assert not run(X, b=2, standardize=False).params["standardize"]


def test_unknown_similarity_has_suggestions():
    message = r"^kernel='elki.similarity.kernel.LinearKernl': .*LinearKernel"
    with pytest.raises(ValueError, match=message):
        run(X, kernel="elki.similarity.kernel.LinearKernl")


def test_the_command_line_has_its_own_remedy_for_memory(monkeypatch, tmp_path, capsys):
    from pyelki_losdd._java.errors import out_of_memory

    def fail(*args, **kwargs):
        raise out_of_memory("Java heap space")

    monkeypatch.setattr("pyelki_losdd._java.bridge.leave_out", fail)
    path = tmp_path / "points.csv"
    np.savetxt(path, X, delimiter=",")
    assert main(["run", str(path)]) == 1
    said = capsys.readouterr().err
    assert said == (
        "losdd: error: Java ran out of memory (Java heap space). Give it more with --memory, "
        "e.g. --memory 8g.\n"
    )


class Model:
    def score(self, X_new, diagonal=None):
        return X_new.sum(axis=1)


class Sums(Scored):
    """A kind of result that no run made."""

    @property
    def _scorer(self):
        return Model()

    def _outliers(self):
        return self.ranking[:2]

    def _columns(self):
        return {"half": self.scores / 2}


def test_a_result_of_another_kind():
    result = Sums(X.sum(axis=1), {"method": "sums", "columns": 3}, values=X)
    np.testing.assert_array_equal(result.ranking, np.argsort(-X.sum(axis=1)))
    assert np.flatnonzero(result.labels()).tolist() == sorted(result.ranking[:2])
    assert result.labels(5).sum() == 5
    assert list(result.to_frame()) == ["score", "rank", "half"]
    np.testing.assert_array_equal(result.score_samples(X[:2]), result.scores[:2])
    assert repr(result).startswith("sums result: 40 rows\ncolumns=3\nmost outlying: ")
    with pytest.raises(NotImplementedError, match="leaves no model"):
        Scored(X[:, 0], {"method": "none"}).score_samples(X)
    with pytest.raises(ValueError, match="contamination=None"):
        Scored(X[:, 0], {"method": "none"}).labels()
