"""`detect`: nothing to tune, and what must not change its scores."""

import pickle

import numpy as np
import pandas as pd
import pytest

import pyelki_losdd
from pyelki_losdd import Detection, datasets, detect, load, metrics

WBC = datasets.load("WBC")


@pytest.fixture(scope="module")
def found():
    return detect(WBC.X)


def clusters(n=400, d=3, seed=0):
    """Gaussian data with a few rows far out, at the end."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[-4:] += 8 * np.array([[1], [-1], [1], [-1]])
    return X


def test_finds_outliers(found):
    assert metrics.auroc(WBC.y, found.scores) > 0.98
    assert len(found) == len(WBC.X)
    assert isinstance(found, Detection)


def test_order_of_rows_and_threads():
    X = clusters()
    expected = detect(X, n_jobs=1).scores
    order = np.random.default_rng(1).permutation(len(X))
    for n_jobs in (1, 2, 5):
        np.testing.assert_array_equal(detect(X[order], n_jobs=n_jobs).scores, expected[order])


def test_units_and_constant_columns():
    X = clusters()
    expected = detect(X).scores
    constant = np.column_stack((X, np.full(len(X), 7.5)))
    np.testing.assert_array_equal(detect(constant).scores, expected)
    np.testing.assert_allclose(detect(X * [1, 1000, 0.01]).scores, expected, atol=1e-5)
    np.testing.assert_allclose(detect(X + np.array([5, 0, -100])).scores, expected, atol=1e-5)


def test_identical_rows():
    X = np.repeat(clusters(150), 3, axis=0)
    result = detect(X)
    assert len(np.unique(result.scores)) <= 150
    scores, labels = result.scores.reshape(-1, 3), result.labels().reshape(-1, 3)
    assert (scores == scores[:, :1]).all()
    assert (labels == labels[:, :1]).all()


def test_a_duplicated_outlier_remains_one():
    X = clusters(d=2)
    for copies in (1, 2, 5):
        more = np.concatenate((X, np.repeat(X[-1:], copies, axis=0)))
        scores = detect(more).scores
        assert scores[len(X) - 1 :].min() > np.quantile(scores[: len(X) - 4], 0.99)


@pytest.mark.parametrize("copies", [1, 2, 3, 5])
@pytest.mark.parametrize("spread", [0, 0.01, 0.5])
def test_twins(copies, spread):
    """Gross errors entered several times vouch for each other in a model with a hard margin."""
    rng = np.random.default_rng(0)
    errors = np.repeat([[8.0, 8.0], [-8.0, 8.0]], copies, axis=0)
    X = np.concatenate((rng.normal(size=(150, 2)), errors + spread * rng.normal(size=errors.shape)))
    assert detect(X).scores[150:].min() > detect(X).scores[:150].max()


def test_training_data_score_the_same_again(found):
    np.testing.assert_array_equal(found.score_samples(WBC.X), found.scores)


def test_new_rows(found):
    inside, far = found.score_samples([WBC.X[-1] + 1e-6, np.full(9, 50.0)])
    assert far > found.scores.max() > found.threshold > inside


def test_seeds():
    X = clusters()
    assert not np.array_equal(detect(X, random_state=1).scores, detect(X).scores)
    result = detect(X, random_state=None)
    again = detect(X, random_state=result.params["random_state"])
    np.testing.assert_array_equal(result.scores, again.scores)


def test_labels(found):
    assert found.labels().sum() == (found.scores > found.threshold).sum() > 0
    assert found.labels(10).sum() == 10
    assert detect(WBC.X, 0.05).labels().sum() == round(0.05 * len(WBC.X))
    assert detect(WBC.X, 7).labels().sum() == 7


@pytest.mark.parametrize("share", [0, 0.02, 0.05, 0.1])
def test_labels_with_known_shares(share):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 4))
    count = round(share * len(X))
    X[:count] = rng.uniform(5, 9, size=(count, 4)) * rng.choice([-1, 1], size=(count, 4))
    labels = detect(X).labels()
    assert labels[:count].all()
    assert labels[count:].mean() < 0.03


def test_dataframe():
    frame = pd.DataFrame(WBC.X, columns=list("abcdefghi"), index=[f"r{i}" for i in range(223)])
    result = detect(frame)
    table = result.to_frame()
    assert list(table.columns) == ["score", "rank", "outlier", "deviation"]
    assert list(table.index) == list(frame.index)
    scores = result.score_samples(frame)
    np.testing.assert_array_equal(scores, result.score_samples(WBC.X))
    np.testing.assert_array_equal(scores, result.score_samples(frame[list("bacdefghi")]))
    with pytest.warns(UserWarning, match="not used: 'more'"):
        np.testing.assert_array_equal(scores, result.score_samples(frame.assign(more=1)))
    with pytest.raises(ValueError, match="X_new has no column 'b', but needs one"):
        result.score_samples(frame.drop(columns="b").assign(c2=0))
    with pytest.raises(ValueError, match="X_new has 8 columns, but needs 9"):
        result.score_samples(WBC.X[:, :8])


def test_repr(found):
    first = repr(found).splitlines()[0]
    assert first == f"detect result: 223 rows, {found.labels().sum()} outliers"
    assert "detect result" in found._repr_html_()


def test_pickle_save_and_load(found, tmp_path):
    path = tmp_path / "found.npz"
    found.save(path)
    for copy in (pickle.loads(pickle.dumps(found)), load(path), Detection.load(path)):
        assert isinstance(copy, Detection)
        np.testing.assert_array_equal(copy.scores, found.scores)
        np.testing.assert_array_equal(copy.labels(), found.labels())
        np.testing.assert_array_equal(copy.deviation, found.deviation)
        np.testing.assert_array_equal(
            copy.score_samples(WBC.X[:9] + 1), found.score_samples(WBC.X[:9] + 1)
        )
    with pytest.raises(ValueError, match=r"it holds a result of 'detect'; use pyelki_losdd\.load"):
        pyelki_losdd.Result.load(path)


@pytest.mark.parametrize("name", ["model/0/support", "model/1/sizes", "model/judged", "deviation"])
def test_a_file_whose_parts_do_not_fit(found, tmp_path, name):
    path = tmp_path / "found.npz"
    found.save(path)
    with np.load(path) as archive:
        arrays = dict(archive)
    arrays[name] = arrays[name][:-1]
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match="is no result saved by pyelki_losdd, or damaged"):
        load(path)


@pytest.mark.parametrize("kernel", ["laplace", "rbf", "rational_quadratic", "polynomial",
                                    "elki.similarity.kernel.LaplaceKernel"])  # fmt: skip
def test_kernels(kernel):
    X = clusters()
    result = detect(X, kernel=kernel)
    assert set(result.ranking[:4]) == set(range(396, 400))
    if kernel in ("laplace", "rbf", "rational_quadratic"):
        np.testing.assert_array_equal(result.score_samples(X), result.scores)
    else:
        with pytest.raises(NotImplementedError, match="leaves no model to score new data with"):
            result.score_samples(X)


def test_precomputed():
    X = clusters(200)
    K = np.exp(-np.abs(X[:, None] - X[None]).sum(axis=2) / 2)
    result = detect(K, kernel="precomputed")
    assert set(result.ranking[:4]) == set(range(196, 200))
    order = np.random.default_rng(2).permutation(len(X))
    shuffled = detect(K[np.ix_(order, order)], kernel="precomputed")
    np.testing.assert_array_equal(shuffled.scores, result.scores[order])


@pytest.mark.parametrize(
    "X",
    [
        [[1.0], [2.0], [9.0]],
        [[1.0, 2.0]] * 20,
        np.where(np.arange(1000) % 100 == 0, np.arange(1000), 5.0).reshape(-1, 1),  # 99 % the same
        np.random.default_rng(0).normal(size=(40, 10_000)),
        np.r_[np.random.default_rng(0).normal(size=500), 1e300].reshape(-1, 1),
        np.random.default_rng(0).normal(size=(300, 2)) * 1e-300,
    ],
    ids=["3 rows", "constant", "duplicates", "10000 columns", "one far outlier", "tiny"],
)
def test_awkward_data(X):
    result = detect(X)
    assert np.isfinite(result.scores).all()
    assert np.isfinite(result.threshold)
    if len(X) == 501:
        assert result.ranking[0] == 500
    if len(X) == 20:
        assert not result.labels().any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"contamination": 1000}, "contamination=1000: there are only 223 rows"),
        ({"contamination": 1.5}, "contamination=1.5: a float is a share"),
        ({"n_estimators": 0}, "n_estimators=0: must be an integer >= 1"),
        ({"max_samples": 2}, "max_samples=2: must be an integer >= 3"),
        ({"random_state": -1}, "random_state=-1: must be at least 0"),
        ({"R": 0.0}, "R=0.0: a float is a share"),
        ({"nu": 0}, "nu=0: must be a finite number > 0"),
        ({"gamma": 0.3}, "gamma=0.3: kernel=None has no gamma"),
        ({"kernel": "rfb"}, "kernel='rfb': must be one of"),
        ({"kernel_options": {"a": 1}}, "kernel_options={'a': '1'}: only a kernel given by its"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        detect(WBC.X, **arguments)


@pytest.mark.parametrize(
    ("X", "error", "message"),
    [
        ([[1.0, 2.0]], ValueError, "X has 1 row "),
        ([[1.0], [np.nan], [2.0]], ValueError, "X contains NaN in row 1, column 0"),
        ([["a"], ["b"], ["c"]], TypeError, "X must hold real numbers"),
    ],
)
def test_wrong_data(X, error, message):
    with pytest.raises(error, match=message):
        detect(X)


def test_same_scores_on_elkis_command_line(found):
    elki = pyelki_losdd.run_elki(WBC.X, "losdd-ensemble", standardize=False)
    np.testing.assert_array_equal(elki.scores, found.scores)


def test_pictures_and_report(found, tmp_path):
    pytest.importorskip("matplotlib")
    from pyelki_losdd import plots

    found.plot()
    ax = detect(WBC.X[:, :2]).plot()
    assert "threshold" in [text.get_text() for text in ax.get_legend().get_texts()]
    plots.histogram(found, WBC.y)
    pyelki_losdd.report(found, tmp_path / "page.html", X=WBC.X, y=WBC.y)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "pl.detect(X)" in page
    assert "labeled outliers" in page
