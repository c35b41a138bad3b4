import numpy as np
import pytest

from pyelki_losdd._ranking import kernel_profile, rank_rows


def test_falls_with_the_score_and_nan_comes_last():
    scores = np.array([1.0, np.nan, np.inf, 2.0, -np.inf])
    np.testing.assert_array_equal(rank_rows(scores, None, None), [2, 3, 0, 4, 1])


def test_ties_by_round_then_by_value():
    scores = np.array([1.0, 1.0, 1.0, 1.0, 2.0, 1.0])
    rounds = np.array([0, 2, 1, 0, 0, 0])
    X = np.array([[5, 9], [0, 0], [0, 0], [5, 8], [0, 0], [4, 9]])
    np.testing.assert_array_equal(rank_rows(scores, rounds, X.__getitem__), [4, 2, 1, 5, 3, 0])


@pytest.mark.parametrize("seed", range(10))
def test_permutation_of_rows_gives_the_same_order_of_values(seed):
    rng = np.random.default_rng(seed)
    n = 60
    X = rng.integers(3, size=(n, 4)).astype(float)
    scores = X[:, 0] + np.where(X[:, 1] == 2, np.nan, 0)
    rounds = (X[:, 2] * 2).astype(int)
    ranked = X[rank_rows(scores, rounds, X.__getitem__)]
    order = rng.permutation(n)
    again = X[order][rank_rows(scores[order], rounds[order], X[order].__getitem__)]
    np.testing.assert_array_equal(ranked, again)


def test_kernel_rows_are_ranked_without_their_position():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 2))
    K = np.exp(-((X[:, None] - X) ** 2).sum(-1))
    scores = np.zeros(30)
    ranking = rank_rows(scores, None, lambda rows: kernel_profile(K, rows))
    order = rng.permutation(30)
    K2 = K[np.ix_(order, order)]
    again = rank_rows(scores, None, lambda rows: kernel_profile(K2, rows))
    np.testing.assert_array_equal(order[again], ranking)
    assert not np.array_equal(ranking, np.arange(30))
