"""Which rows `labels` calls outliers: identical rows are alike."""

import numpy as np
import pytest

from pyelki_losdd import Result, detect, load, run


@pytest.mark.parametrize("method", [run, detect])
def test_all_rows_identical(method):
    result = method([[1, 2]] * 20)
    assert len(set(result.labels())) == 1
    for contamination in (1, 10, 0.3, 19):
        assert result.labels(contamination).sum() == 0
    assert result.labels(20).sum() == 20


def test_removed_rows_are_outliers_together():
    X = np.random.default_rng(0).normal(size=(40, 2))
    X = np.concatenate((X, [[9, 9]] * 5))
    result = run(X, b=3, nu=0.5)
    copies = np.arange(40, 45)
    for contamination in (None, *range(1, 45)):
        labels = result.labels(contamination)
        assert len(set(labels[copies])) == 1
        assert labels.sum() <= (3 if contamination is None else contamination)
    assert result.labels(5)[copies].sum() == 5


def test_a_tie_at_the_cut_is_inside():
    values = np.array([[1.0], [2.0], [2.0], [3.0]])
    result = Result([5.0, 4.0, 4.0, 1.0], {"method": "any"}, values=values)
    np.testing.assert_array_equal(result.labels(1), [1, 0, 0, 0])
    np.testing.assert_array_equal(result.labels(2), [1, 0, 0, 0])
    np.testing.assert_array_equal(result.labels(3), [1, 1, 1, 0])
    # Rows that only score the same have an order: that of their values.
    other = Result([5.0, 4.0, 4.0, 1.0], {"method": "any"}, values=values * [[1], [1], [2], [1]])
    assert other.twins is None
    np.testing.assert_array_equal(other.labels(2), [1, 1, 0, 0])


def test_kernel_matrix():
    X = np.repeat(np.random.default_rng(1).normal(size=(15, 2)), 2, axis=0)
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(-1))
    K = (K + K.T) / 2
    for result in (run(K, b=3, kernel="precomputed"), detect(K, kernel="precomputed")):
        for contamination in range(1, 30):
            labels = result.labels(contamination).reshape(-1, 2)
            np.testing.assert_array_equal(labels[:, 0], labels[:, 1])


@pytest.mark.parametrize("method", [run, detect])
def test_saved(method, tmp_path):
    X = np.repeat(np.random.default_rng(2).normal(size=(20, 3)), 2, axis=0)
    result = method(X)
    result.save(tmp_path / "result.npz")
    again = load(tmp_path / "result.npz")
    np.testing.assert_array_equal(again.twins, result.twins)
    for contamination in (None, 3, 7):
        np.testing.assert_array_equal(again.labels(contamination), result.labels(contamination))
