"""Several methods on the same data."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from pyelki_losdd import Result, detect, metrics, run, run_elki
from pyelki_losdd._compare import Comparison, compare
from pyelki_losdd._labels import check_labels
from pyelki_losdd._standardize import standardize

MEASURES = {
    "AUROC": metrics.auroc,
    "AP": metrics.average_precision,
    "adjusted AP": metrics.adjusted_average_precision,
    "P@n": metrics.precision_at_n,
}


@pytest.fixture(scope="module")
def labeled(wbc):
    return compare(wbc.X, wbc.y)


@pytest.fixture(scope="module")
def unlabeled(wbc):
    return compare(wbc.X, top=15)


class Detector:
    """A detector that gives each row its first value, and remembers what it has seen."""

    seen = None

    def __init__(self, work=None):
        self.work = work

    def fit(self, X):
        type(self).seen = X
        if self.work is not None:
            self.work()
        self.decision_scores_ = X[:, 0]
        return self


class Constant(Detector):
    def fit(self, X):
        self.decision_scores_ = np.zeros(len(X))


# ---------------------------------------------------------------------------- with labels


def test_wbc_with_labels(wbc, labeled):
    expected = {
        "detect": detect(wbc.X),
        "LOSDD": run(wbc.X),
        "LOSOC": run(wbc.X, method="losoc"),
        "SVDD": run(wbc.X, b=0),
        "OCSVM": run(wbc.X, b=0, method="losoc"),
        "KNN": run_elki(wbc.X, "KNNOutlier", k=1, standardize=True),
        "LOF": run_elki(wbc.X, "LOF", k=20, standardize=True),
    }
    assert list(labeled.table.index) == list(labeled.scores) == list(expected)
    for name, result in expected.items():
        np.testing.assert_array_equal(labeled.scores[name], result.scores)
        np.testing.assert_array_equal(labeled.results[name].ranking, result.ranking)
        for column, measure in MEASURES.items():
            assert labeled.table.loc[name, column] == measure(wbc.y, result.scores)
    assert (labeled.table["seconds"] > 0).all()
    assert (labeled.table["error"] == "").all()
    assert labeled.errors == {}
    # What the method is for: the outliers mask each other in the plain SVDD.
    assert labeled.table.loc["LOSDD", "AUROC"] > 0.95
    assert labeled.table.loc["SVDD", "AUROC"] < 0.7


def test_how_it_looks(labeled):
    lines = repr(labeled).splitlines()
    assert lines[0] == "7 methods on 223 rows, 10 of them outliers"
    assert lines[1].split() == ["AUROC", "AP", "adjusted", "AP", "P@n", "seconds"]
    assert lines[3].split()[:2] == ["LOSDD", f"{labeled.table.loc['LOSDD', 'AUROC']:.3f}"]
    assert len(lines) == 9
    assert "<table" in labeled._repr_html_()


def test_it_pickles(labeled):
    again = pickle.loads(pickle.dumps(labeled))
    pd.testing.assert_frame_equal(again.table, labeled.table)
    pd.testing.assert_frame_equal(again.spearman, labeled.spearman)


# ---------------------------------------------------------------------------- without labels


def test_wbc_without_labels(unlabeled):
    assert list(unlabeled.table) == ["seconds", "error"]
    names = list(unlabeled.results)
    for a in names:
        for b in names:
            x, y = unlabeled.scores[a], unlabeled.scores[b]
            expected = stats.spearmanr(x, y)[0]
            assert unlabeled.spearman.loc[a, b] == pytest.approx(expected, abs=1e-12)
            expected = stats.kendalltau(x, y)[0]
            assert unlabeled.kendall.loc[a, b] == pytest.approx(expected, abs=1e-12)
            tops = [set(unlabeled.results[name].ranking[:15]) for name in (a, b)]
            assert unlabeled.overlap.loc[a, b] == len(tops[0] & tops[1]) / 15
    assert (np.diag(unlabeled.spearman) == 1).all()
    text = repr(unlabeled)
    for title in ("7 methods on 223 rows\n", "(Spearman)", "(Kendall)", "15 most outlying rows"):
        assert title in text
        assert title.strip() in unlabeled._repr_html_()


def test_top_lists(unlabeled, toy):
    assert unlabeled.top.shape == (15, 7)
    assert list(unlabeled.top["LOSDD"]) == list(unlabeled.results["LOSDD"].ranking[:15])
    frame = pd.DataFrame(toy, index=[f"r{i}" for i in range(len(toy))])
    found = compare(frame, methods=["LOSDD"], top=0.01)
    assert list(found.top["LOSDD"]) == [f"r{i}" for i in found.results["LOSDD"].ranking[:2]]
    assert found.scores.index.equals(frame.index)
    assert len(compare(toy, methods=["LOSDD"], top=10_000).top) == len(toy)


def test_infinite_and_constant_scores():
    X = np.array([[0.0], [1], [2], [3], [4]])

    class Infinite(Detector):
        def fit(self, X):
            self.decision_scores_ = [-np.inf, 1, 2, 3, np.inf]

    found = compare(X, methods=[Infinite(), Detector(), Constant()])
    assert found.spearman.loc["Infinite", "Detector"] == 1
    assert found.kendall.loc["Infinite", "Detector"] == pytest.approx(1)
    assert found.spearman["Constant"].isna().all()
    assert found.kendall["Constant"].isna().all()
    measured = compare(X, [0, 0, 0, 1, 1], [Infinite(), Constant()]).table
    assert measured.loc["Infinite", "AUROC"] == 1
    assert measured.loc["Constant", "AUROC"] == 0.5


# ---------------------------------------------------------------------------- methods


def test_detectors_of_scikit_learn(toy):
    ensemble = pytest.importorskip("sklearn.ensemble")
    from sklearn.neighbors import LocalOutlierFactor
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import OneClassSVM

    Z = standardize(toy)[0]
    forest = ensemble.IsolationForest(n_estimators=20, random_state=1)
    methods = {
        "forest": forest,
        "lof": LocalOutlierFactor(n_neighbors=20),
        "svm": OneClassSVM(nu=0.1),
        "pipeline": make_pipeline(StandardScaler(), LocalOutlierFactor(n_neighbors=20)),
        "LOF": ("LOF", {"k": 20}),
    }
    found = compare(toy, methods=methods)
    assert found.errors == {}
    by_hand = ensemble.IsolationForest(n_estimators=20, random_state=1).fit(Z)
    np.testing.assert_array_equal(found.scores["forest"], -by_hand.score_samples(Z))
    by_hand = OneClassSVM(nu=0.1).fit(Z)
    np.testing.assert_array_equal(found.scores["svm"], -by_hand.score_samples(Z))
    # ELKI's has seen the same data.
    for name in ("lof", "pipeline"):
        np.testing.assert_allclose(found.scores[name], found.scores["LOF"], rtol=1e-9)
    assert found.results["forest"].params["n_estimators"] == 20
    assert not hasattr(forest, "estimators_")  # a copy was fitted


def test_detectors_of_pyod(wbc):
    knn = pytest.importorskip("pyod.models.knn")
    given = knn.KNN(n_neighbors=3)
    found = compare(wbc.X, methods={"pyod": given, "KNN": {"k": 3}})
    assert found.errors == {}
    np.testing.assert_allclose(found.scores["pyod"], found.scores["KNN"], rtol=1e-9)
    assert not hasattr(given, "decision_scores_")


def test_our_own_estimator(wbc):
    estimators = pytest.importorskip("pyelki_losdd._estimators")
    found = compare(wbc.X, methods={"estimator": estimators.LOSDD(b=3), "LOSDD": {"b": 3}})
    # It standardizes what is standardized once more, which costs the last digit.
    np.testing.assert_allclose(found.scores["estimator"], found.scores["LOSDD"], rtol=1e-9)


@pytest.mark.parametrize("standardized", [True, False])
def test_all_see_the_same_data(toy, standardized):
    X = pd.DataFrame(toy * [1, 1000], columns=["a", "b"])
    found = compare(X, methods=["LOSDD", "LOF", Detector()], standardize=standardized)
    expected = standardize(X.to_numpy())[0] if standardized else X.to_numpy()
    np.testing.assert_array_equal(Detector.seen, expected)
    np.testing.assert_array_equal(
        found.scores["LOF"], run_elki(X, "LOF", k=20, standardize=standardized).scores
    )
    np.testing.assert_array_equal(found.scores["LOSDD"], run(X, standardize=standardized).scores)


def test_parameters_are_those_of_run(toy):
    found = compare(toy, methods=["LOSDD", "SVDD", ("LOSOC", {"b": 2})], b=3, R=6, gamma=0.5)
    params = {name: result.params for name, result in found.results.items()}
    assert [(p["b"], p["R"], p["gamma"]) for p in params.values()] == [
        (3, 6, 0.5),
        (0, 0, 0.5),
        (2, 6, 0.5),
    ]


def test_names(toy):
    methods = ["losdd", ("LOF", {"k": 5}), ("lof", {"k": 5}), "knno", "KNN", "KNN", Detector()]
    found = compare(toy, methods=methods)
    assert list(found.table.index) == [
        "LOSDD",
        "LOF(k=5)",
        "lof(k=5)",
        "knno",
        "KNN",
        "KNN (2)",
        "Detector",
    ]
    assert list(found.errors) == ["knno"]  # ELKI has no default for its k
    mapping = {"a": "LOSDD", "LOF": {"k": 5}, "c": ("elki.outlier.lof.LOF", {"lof.k": 5})}
    found = compare(toy, methods=mapping)
    assert list(found.scores) == list(mapping)
    np.testing.assert_array_equal(found.scores["LOF"], found.scores["c"])


def test_neighbors_of_few_rows():
    found = compare([[0.0], [1], [2], [9]], methods=["KNN", "LOF"])
    assert found.errors == {}
    assert found.results["LOF"].params["lof.k"] == "3"


# ---------------------------------------------------------------------------- failures


def test_one_failure_does_not_lose_the_others(wbc):
    def fail():
        raise ZeroDivisionError("by\nnothing")

    class Short(Detector):
        def fit(self, X):
            self.decision_scores_ = np.zeros(3)

    class Mute:
        def fit(self, X):
            pass

    methods = ["LOSDD", ("LOF", {"k": 0}), Detector(fail), Short(), Mute(), ("LOF", {"k": 500})]
    for y in (wbc.y, None):
        found = compare(wbc.X, y, [*methods, "KNN"])
        assert list(found.table.index[found.table["error"] == ""]) == ["LOSDD", "KNN"]
        assert found.errors == dict(found.table["error"][found.table["error"] != ""])
        assert "greater equal than 1" in found.errors["LOF(k=0)"]
        assert found.errors["Detector"] == "ZeroDivisionError: by nothing"
        assert "shape (3,)" in found.errors["Short"]
        assert "Mute gives no outlier scores" in found.errors["Mute"]
        assert found.errors["LOF(k=500)"] == "no score (NaN) for 223 of 223 rows"
        assert set(found.results) == {"LOSDD", "LOF(k=500)", "KNN"}
        failed = found.table.drop(["LOSDD", "KNN"])
        assert failed.drop(columns=["seconds", "error"]).isna().all(axis=None)
        assert list(found.spearman) == list(found.overlap) == list(found.top) == ["LOSDD", "KNN"]
        assert "Detector failed: ZeroDivisionError: by nothing" in repr(found)
        assert "LOF(k=0) failed" in found._repr_html_()


def test_all_fail(toy):
    found = compare(toy, methods=[("LOF", {"k": 0})])
    assert list(found.errors) == ["LOF(k=0)"]
    assert found.scores.shape == (len(toy), 0)
    assert "failed" in repr(found)


def test_ctrl_c_stops(toy):
    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(toy, methods=[Detector(interrupt), "LOSDD"])


def test_warnings_come_through(toy):
    def warn():
        import warnings

        warnings.warn("look out", UserWarning, stacklevel=1)

    with pytest.warns(UserWarning, match="look out"):
        compare(toy, methods=[Detector(warn)])


def test_progress_bar(toy, capsys):
    compare(toy, methods=["LOSDD", Detector()], progress=True)
    shown = capsys.readouterr().err
    assert "Comparing" in shown
    assert "Detector" in shown
    compare(toy, methods=["LOSDD", Detector()])  # nobody watches
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"methods": ["LOSD"]}, ValueError, "'LOSD' is no outlier algorithm.*LOSDD"),
        ({"methods": []}, ValueError, "is empty"),
        ({"methods": "LOF"}, TypeError, "methods='LOF': must be a list"),
        ({"methods": 7}, TypeError, "methods=7"),
        ({"methods": [7]}, TypeError, "7 is no method"),
        ({"methods": [("LOF", 7)]}, TypeError, r"\('LOF', 7\) is no method"),
        ({"methods": {1: "LOF"}}, TypeError, "the key 1"),
        ({"methods": [Detector]}, TypeError, r"Detector is a class; give a detector, Detector\(\)"),
        ({"methods": [("LOSDD", {"bb": 1})]}, TypeError, "LOSDD has no parameter 'bb'"),
        ({"methods": [("SVDD", {"b": 1})]}, ValueError, "b=1 for SVDD.*use LOSDD"),
        ({"kernal": "rbf"}, TypeError, "no parameter 'kernal'. Did you mean 'kernel'"),
        ({"method": "losoc"}, TypeError, "no parameter 'method'"),
        ({"kernel": "precomputed"}, ValueError, "need the data themselves"),
        ({"top": 0}, ValueError, "top=0"),
        ({"standardize": 1}, TypeError, "standardize=1"),
        ({"progress": 1}, TypeError, "progress=1"),
        ({"y": [0, 1]}, ValueError, r"y has shape \(2,\)"),
        ({"positive": 1}, ValueError, "positive=1 without y"),
        ({"X": [[1.0], [np.nan], [2]]}, ValueError, "NaN in row 1"),
    ],
)
def test_mistakes_are_found_before_anything_runs(toy, arguments, error, message):
    Detector.seen = None
    arguments = {"X": toy, "methods": [Detector(), "LOSDD"], **arguments}
    with pytest.raises(error, match=message):
        compare(**arguments)
    assert Detector.seen is None


# ---------------------------------------------------------------------------- labels


@pytest.mark.parametrize(
    ("y", "positive"),
    [
        ([0, 1, 0, 1], None),
        ([0.0, 1.0, 0.0, 1.0], None),
        ([False, True, False, True], None),
        ([1, -1, 1, -1], None),
        (["no", "yes", "no", "yes"], None),
        (["Inlier", "OUTLIER ", "Inlier", "OUTLIER "], None),
        (["0", "1", "0", "1.0"], None),
        (["a", "b", "c", "b"], "b"),
        ([2, 7, 3, 7], 7),
        ([2, 7, 3, 7], "7"),
        (["2", "7", "3", "7.0"], 7),
        ([-1, 1, -1, 1], 1),
        (pd.Series(["a", "b", "c", "b"], dtype="category"), "b"),
        (pd.Series([False, True, False, True], dtype="boolean"), None),
        (np.array([0, 1, 0, 1], dtype=object), None),
    ],
)
def test_spellings_of_labels(y, positive):
    found = check_labels(y, 4, positive)
    assert found.dtype == bool
    assert found.tolist() == [False, True, False, True]
    measured = compare(np.arange(4.0)[:, None], y, [Detector()], positive=positive)
    assert measured.table.loc["Detector", "AUROC"] == 0.75
    assert measured.y.tolist() == [False, True, False, True]


@pytest.mark.parametrize(
    ("y", "positive", "message"),
    [
        ([0, 1, 2], None, "y holds 0, 1, 2: .*positive"),
        (["a", "b", "a"], None, "y holds 'a', 'b'"),
        (["a", "b", "a"], "c", "positive='c' does not occur in y: that holds 'a', 'b'"),
        ([0, 0, 0], None, "no outlier"),
        ([1, 1, 1], None, "no inlier"),
        ([-1, -1, -1], None, "no inlier"),
        (["b", "b", "b"], "b", "no inlier"),
        ([0, None, 1], None, r"y\[1\] is missing"),
        ([0, 1, np.nan], None, r"y\[2\] is missing"),
        ([0, 1], None, r"shape \(2,\)"),
        ([[0, 1, 0]], None, r"shape \(1, 3\)"),
        (np.arange(3) + 0.5, None, "y holds 0.5, 1.5, 2.5"),
    ],
)
def test_wrong_labels(y, positive, message):
    with pytest.raises(ValueError, match=message):
        check_labels(y, 3, positive)


def test_many_labels_are_cut_short():
    with pytest.raises(ValueError, match=r"'0', '1', '2', '3', '4' and 95 more values: "):
        check_labels([f"{i}" for i in range(100)], 100)


def test_types():
    assert isinstance(compare([[0.0], [1], [5]], methods=[Detector()]), Comparison)
    assert isinstance(compare([[0.0], [1], [5]], methods=[Detector()]).results["Detector"], Result)
