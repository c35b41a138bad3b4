"""The ensemble as a detector of scikit-learn and PyOD: what differs from LOSDD and LOSOC."""

import pickle

import numpy as np
import pandas as pd
import pytest

from pyelki_losdd import LOSDDEnsemble, detect, metrics

pytest.importorskip("sklearn")

from joblib import parallel_config
from sklearn.base import clone, is_outlier_detector
from sklearn.ensemble import IsolationForest
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import RobustScaler
from sklearn.utils.estimator_checks import check_estimator

FEW = {"n_estimators": 4, "max_samples": 32}


@pytest.fixture(scope="module")
def halves(wbc):
    """A real data set in two halves, to train with and to predict."""
    order = np.random.default_rng(0).permutation(len(wbc.X))
    return wbc.X[order[::2]], wbc.X[order[1::2]]


@pytest.mark.parametrize(
    "detector",
    [LOSDDEnsemble(**FEW), LOSDDEnsemble(contamination=0.1, random_state=None, n_jobs=None, **FEW)],
    ids=str,
)
def test_scikit_learn_checks(detector, monkeypatch):
    """All of them, without an exception."""
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")  # or one check is skipped
    checks = check_estimator(detector)
    assert {check["status"] for check in checks} == {"passed"}
    assert len(checks) > 35


def test_scores_are_those_of_detect(halves):
    X, new = halves
    detector = LOSDDEnsemble(**FEW).fit(X)
    result = detect(X, **FEW)
    np.testing.assert_array_equal(detector.negative_outlier_score_, -result.scores)
    np.testing.assert_array_equal(detector.score_samples(new), -result.score_samples(new))
    np.testing.assert_array_equal(
        detector.decision_function(new), detector.score_samples(new) - detector.offset_
    )
    assert detector.result_.params == result.params
    assert is_outlier_detector(detector)


def test_auto_calls_outliers_what_stands_out(halves):
    X, new = halves
    detector = LOSDDEnsemble()
    labels = detector.fit_predict(X)
    np.testing.assert_array_equal(labels, np.where(detect(X).labels(), -1, 1))
    np.testing.assert_array_equal(labels, detector.predict(X))  # the same rows, the same scores
    assert detector.offset_ == -detector.result_.threshold
    np.testing.assert_array_equal(
        detector.predict(new), np.where(detector.score_samples(new) < detector.offset_, -1, 1)
    )


@pytest.mark.parametrize(("share", "count"), [(0.1, 11), (0.5, 56), (1e-6, 1)])
def test_contamination(share, count, halves):
    X, _ = halves
    assert (LOSDDEnsemble(contamination=share).fit_predict(X) == -1).sum() == count


def test_it_takes_the_place_of_an_isolation_forest(halves):
    X, new = halves
    options = {"n_estimators": 8, "max_samples": 64, "contamination": 0.05, "random_state": 1}
    for cls in (IsolationForest, LOSDDEnsemble):
        detector = cls(**options, n_jobs=1).fit(X)
        assert (detector.predict(X) == -1).sum() == 6
        assert detector.decision_function(new).shape == (len(new),)


def test_random_states(halves):
    X, _ = halves
    fixed = [LOSDDEnsemble(**FEW).fit(X).negative_outlier_score_ for _ in range(2)]
    np.testing.assert_array_equal(*fixed)
    state = np.random.RandomState(3)
    first, second = (
        LOSDDEnsemble(random_state=state, **FEW).fit(X).negative_outlier_score_ for _ in range(2)
    )
    assert not np.array_equal(first, second)
    again = LOSDDEnsemble(random_state=np.random.RandomState(3), **FEW).fit(X)
    np.testing.assert_array_equal(again.negative_outlier_score_, first)


def test_number_of_threads(halves, monkeypatch):
    asked = []

    def spy(X, **arguments):
        asked.append(arguments["n_jobs"])
        return detect(X, **arguments)

    monkeypatch.setattr("pyelki_losdd._detectors.detect", spy)
    LOSDDEnsemble(**FEW).fit(halves[0])
    with parallel_config(n_jobs=2):
        LOSDDEnsemble(n_jobs=None, **FEW).fit(halves[0])
    assert asked == [-1, 2]


def test_scikit_learns_tools(wbc, halves):
    X, new = halves
    pipe = make_pipeline(RobustScaler(), LOSDDEnsemble(**FEW))
    assert pipe.fit(X).predict(new).shape == (len(new),)
    detector = LOSDDEnsemble(contamination=0.1, **FEW)
    copy = clone(detector.fit(X))
    assert copy.get_params() == detector.get_params()
    again = pickle.loads(pickle.dumps(detector))
    np.testing.assert_array_equal(again.predict(new), detector.predict(new))
    folds = StratifiedKFold(3, shuffle=True, random_state=0)  # the rows are sorted by label
    search = GridSearchCV(detector, {"max_samples": [16, 64]}, scoring="roc_auc", cv=folds)
    search.fit(wbc.X, np.where(wbc.y, -1, 1))
    assert search.best_score_ > 0.9


def test_frame(halves):
    names = [f"c{j}" for j in range(9)]
    X, new = (pd.DataFrame(half, columns=names).add_prefix("n") for half in halves)
    detector = LOSDDEnsemble(**FEW).fit(X.set_index(X.index + 100))
    assert detector.result_.index[0] == 100
    assert detector.feature_names_in_[0] == "nc0"
    np.testing.assert_array_equal(
        detector.predict(new), LOSDDEnsemble(**FEW).fit(halves[0]).predict(halves[1])
    )


def test_precomputed_kernel(halves):
    matrix = rbf_kernel(halves[0], gamma=0.5)
    labels = LOSDDEnsemble(kernel="precomputed", **FEW).fit_predict(matrix)
    assert set(labels) == {-1, 1}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"contamination": 3}, "contamination=3"),
        ({"n_estimators": 0}, "n_estimators=0: must be an integer >= 1"),
        ({"max_samples": 2}, "max_samples=2"),
        ({"kernel": "rbff"}, "Did you mean 'rbf'"),
        ({"random_state": -1}, "random_state=-1"),
    ],
    ids=str,
)
def test_bad_parameters_are_errors_of_fit(halves, parameters, message):
    detector = LOSDDEnsemble(**parameters)
    with pytest.raises(ValueError, match=message):
        detector.fit(halves[0])


def test_pyod(wbc, halves):
    pytest.importorskip("pyod")
    from pyelki_losdd.pyod import LOSDDEnsemble as Ensemble

    X, new = halves
    detector = Ensemble(**FEW).fit(X)
    result = detect(X, **FEW)
    np.testing.assert_array_equal(detector.decision_scores_, result.scores)
    np.testing.assert_array_equal(detector.decision_function(new), result.score_samples(new))
    assert detector.threshold_ == np.percentile(result.scores, 90)
    assert detector.predict_proba(new).shape == (len(new), 2)
    assert clone(detector).get_params() == detector.get_params()
    assert "max_samples=32" in repr(detector)
    assert metrics.auroc(wbc.y, Ensemble().fit(wbc.X).decision_scores_) > 0.98
    with pytest.raises(ValueError, match="contamination='auto': must be a share of the rows"):
        Ensemble(contamination="auto").fit(X)
