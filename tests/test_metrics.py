import itertools

import numpy as np
import pytest

from pyelki_losdd import metrics

MEASURES = [
    metrics.auroc,
    metrics.average_precision,
    metrics.adjusted_average_precision,
    metrics.precision_at_n,
]


@pytest.mark.parametrize("ties", [1, 3, 10, 10**9])
def test_equal_to_scikit_learn(ties):
    sklearn = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(ties)
    for n in (2, 5, 40, 1000):
        for _ in range(20):
            y = rng.random(n) < 0.3
            y[0], y[-1] = True, False
            scores = rng.integers(ties, size=n) / 7
            assert abs(metrics.auroc(y, scores) - sklearn.roc_auc_score(y, scores)) < 1e-12
            expected = sklearn.average_precision_score(y, scores)
            assert abs(metrics.average_precision(y, scores) - expected) < 1e-12
            adjusted = (expected - y.mean()) / (1 - y.mean())
            assert abs(metrics.adjusted_average_precision(y, scores) - adjusted) < 1e-12


@pytest.mark.parametrize("measure", MEASURES)
def test_perfect_and_constant(measure):
    y = np.array([0, 0, 0, 1])
    assert measure(y, [0, 1, 2, 3]) == 1
    chance = {"auroc": 0.5, "adjusted_average_precision": 0}
    assert measure(y, [1, 1, 1, 1]) == chance.get(measure.__name__, 0.25)


def test_precision_at_n():
    y = np.array([1, 0, 1, 0, 1, 0])
    scores = np.array([6, 5, 4, 3, 2, 1])
    expected = [1, 1 / 2, 2 / 3, 2 / 4, 3 / 5, 3 / 6]
    found = [metrics.precision_at_n(y, scores, n) for n in range(1, 7)]
    np.testing.assert_allclose(found, expected, rtol=1e-15)
    assert metrics.precision_at_n(y, scores) == pytest.approx(2 / 3)  # there are three outliers


def test_precision_at_n_is_the_mean_over_all_orders_of_a_tie():
    y, scores = np.array([1, 0, 1, 1, 0, 0]), np.array([2, 2, 2, 1, 1, 0])
    orders = np.array(list(itertools.permutations(range(6)))) / 10
    for n in range(1, 7):
        found = [metrics.precision_at_n(y, scores + order, n) for order in orders]
        assert metrics.precision_at_n(y, scores, n) == pytest.approx(np.mean(found), rel=1e-12)


@pytest.mark.parametrize("n", [0, 5, 1.5, True])
def test_precision_at_a_wrong_n(n):
    with pytest.raises((ValueError, TypeError), match=f"n={n}"):
        metrics.precision_at_n([0, 1, 0, 1], [1, 2, 3, 4], n)


@pytest.mark.parametrize("measure", MEASURES)
def test_order_of_rows_and_type_do_not_matter(measure):
    rng = np.random.default_rng(4)
    y, scores = rng.integers(2, size=50), rng.integers(5, size=50)
    expected = measure(y, scores)
    order = rng.permutation(50)
    assert measure(y[order], scores[order]) == pytest.approx(expected, abs=1e-15)
    assert measure(y.astype(bool), list(scores)) == expected
    assert measure(y.astype(float), scores.astype("f4")) == expected


@pytest.mark.parametrize("measure", MEASURES)
def test_signs_as_scikit_learn_has_them(measure):
    rng = np.random.default_rng(5)
    outlier, scores = rng.integers(2, size=50), rng.integers(5, size=50)
    assert measure(np.where(outlier, -1, 1), scores) == measure(outlier, scores)


@pytest.mark.parametrize("measure", MEASURES)
def test_infinite_scores_are_ordered(measure):
    y = [0, 1, 1, 0]
    assert measure(y, [-np.inf, 1, np.inf, 0]) == 1


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(
    ("y", "scores", "error", "message"),
    [
        ([0, 1], [1, 2, 3], ValueError, "y has 2 values and scores has 3"),
        ([0, 0], [1, 2], ValueError, "no outlier"),
        ([1, 1], [1, 2], ValueError, "no inlier"),
        ([], [], ValueError, "no outlier"),
        ([2, 1], [1, 2], ValueError, r"y\[0\] = 2"),
        ([-1, 0], [1, 2], ValueError, r"y\[1\] = 0"),
        ([-1, -1], [1, 2], ValueError, r"no inlier \(1\)"),
        ([0, np.nan], [1, 2], ValueError, r"y\[1\] = nan"),
        ([0, 1], [1, np.nan], ValueError, r"scores\[1\] is NaN"),
        ([[0, 1]], [1, 2], ValueError, r"y has shape \(1, 2\)"),
        ([0, 1], [[1], [2]], ValueError, r"scores has shape \(2, 1\)"),
        (["no", "yes"], [1, 2], TypeError, "y must hold numbers"),
        ([0, 1], ["a", "b"], TypeError, "scores must hold numbers"),
    ],
)
def test_bad_input(measure, y, scores, error, message):
    with pytest.raises(error, match=message):
        measure(y, scores)
