"""Large and awkward data: they take a while, but not forever, and the scores are right."""

import numpy as np
import pytest
from trust import tally, time_limit, times

from pyelki_losdd import run, run_elki


@pytest.fixture(autouse=True)
def counted():
    with time_limit(300):
        yield
    tally("large and awkward data sets")


def test_10000_dimensions():
    X = np.random.default_rng(0).normal(size=(12, 10_000))
    X[3] += 5
    result = run(X, b=1)
    assert result.ranking[0] == 3
    assert np.isfinite(result.score_samples(X[:1])).all()


def test_one_point_of_10000_dimensions():
    X = np.ones((1, 10_000))
    with pytest.raises(ValueError, match=r"X has 1 row .*at least 3"):
        run(X)
    assert run_elki(X, "TrivialNoOutlier").scores.shape == (1,)


def test_20000_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 2))
    X[:5] = rng.uniform(8, 20, size=(5, 2)) * rng.choice([-1, 1], size=(5, 2))
    gamma, b = times((0.05, 5), ("silverman", 1))  # the narrower kernel takes minutes
    result = run(X, b=b, gamma=gamma)
    assert set(result.ranking[:5]) == set(range(5))


def test_99_percent_duplicates():
    rng = np.random.default_rng(0)
    distinct = rng.normal(size=(50, 3))
    X = np.vstack([distinct, distinct[rng.integers(0, 40, 4950)]])
    result = run(X, b=5)
    assert np.isfinite(result.scores).all()
    _, group, count = np.unique(X, axis=0, return_inverse=True, return_counts=True)
    twins = count[group.ravel()] > 1
    assert result.scores[twins].max() <= 1e-9  # only a row that is alone can be outside
    assert set(result.removed["row"]) <= set(np.flatnonzero(~twins))


@pytest.mark.parametrize("solver", ["smo", "exact"])
def test_more_pairs_than_an_int_can_count(solver):
    n = 66_000  # n² > 2³², so that it would not even turn out negative
    X = np.random.default_rng(0).normal(size=(n, 1))
    X[7] = 40
    result = run(X, b=1, gamma=0.05, solver=solver)
    assert result.ranking[0] == 7
    assert result.removed["row"].tolist() == [7]


@pytest.mark.parametrize("solver", ["smo", "exact"])
def test_as_many_batches_as_there_are_rows(solver):
    X = np.random.default_rng(0).normal(size=(40, 2))
    with pytest.raises(ValueError, match="at most 38"):
        run(X, b=40, solver=solver)
    result = run(X, b=38, solver=solver)
    assert np.isfinite(result.scores).all()
    assert len(result.removed) == 38
    assert run(X, b=40, R=38, solver=solver).removed.equals(result.removed)


@pytest.mark.parametrize("scale", [1e-90, 1e-30, 1e30, 1e90])
@pytest.mark.parametrize("method", ["losdd", "losoc"])
def test_scale_of_the_kernel_does_not_matter(toy, scale, method):
    """K and a multiple of K rank the rows in the same way."""
    K = (toy @ toy.T + 1) ** 2
    options = {"method": method, "kernel": "precomputed", "score_form": "relative", "tol": 1e-9}
    one = run(K, b=3, **options)
    other = run(K * scale, b=3, **options)
    np.testing.assert_allclose(other.scores, one.scores, rtol=1e-6, atol=1e-6)
    assert other.removed["row"].tolist() == one.removed["row"].tolist()


def test_kernel_values_too_large_to_multiply(toy):
    K = (toy @ toy.T + 1) ** 2
    with pytest.raises(ValueError, match="has the value"):
        run(K * 1e120, b=3, kernel="precomputed")
