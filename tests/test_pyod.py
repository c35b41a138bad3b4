"""The PyOD detectors, used as PyOD's own tests use its detectors, and in PyOD's ensembles."""

import importlib
import inspect
import pickle
import sys

import numpy as np
import pandas as pd
import pytest

from pyelki_losdd import metrics, run

pytest.importorskip("pyod")

from pyod.models.combination import aom, average, majority_vote, maximization, median, moa
from pyod.models.feature_bagging import FeatureBagging
from pyod.models.knn import KNN
from pyod.models.lof import LOF
from pyod.utils.data import evaluate_print
from pyod.utils.utility import standardizer
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel

from pyelki_losdd.pyod import LOSDD, LOSOC

CLASSES = [LOSDD, LOSOC]


@pytest.fixture(scope="module")
def data(wbc):
    """Rows to train with, new rows, and the labels of both."""
    order = np.random.default_rng(0).permutation(len(wbc.X))
    train, new = order[:150], order[150:]
    return wbc.X[train], wbc.X[new], wbc.y[train], wbc.y[new]


@pytest.fixture(params=CLASSES)
def fitted(request, data):
    return request.param(b=5, contamination=0.06).fit(data[0])


def test_parameters_are_those_of_run():
    theirs = dict(inspect.signature(run).parameters)
    del theirs["X"], theirs["method"]
    for cls in CLASSES:
        ours = dict(inspect.signature(cls).parameters)
        assert ours.pop("contamination").default == 0.1
        assert {n: p.default for n, p in ours.items()} == {n: p.default for n, p in theirs.items()}
        for name in [*ours, "contamination"]:
            assert f"\n{name} : " in cls.__doc__, name


def test_fitted_attributes(fitted, data):
    X = data[0]
    result = run(X, b=5, method=type(fitted).__name__.lower())
    np.testing.assert_array_equal(fitted.decision_scores_, result.scores)
    assert fitted.result_.params == result.params
    assert fitted.threshold_ == np.percentile(result.scores, 94)
    assert fitted.labels_.sum() == 9
    np.testing.assert_array_equal(fitted.labels_, fitted.decision_scores_ > fitted.threshold_)
    assert metrics.auroc(data[2], fitted.decision_scores_) > 0.9


def test_new_rows(fitted, data):
    _, new, _, y = data
    scores = fitted.decision_function(new)
    np.testing.assert_array_equal(scores, fitted.result_.score_samples(new))
    assert metrics.auroc(y, scores) > 0.9
    labels = fitted.predict(new)
    np.testing.assert_array_equal(labels, scores > fitted.threshold_)
    assert set(labels) == {0, 1}


@pytest.mark.parametrize("method", ["linear", "unify"])
def test_probabilities(fitted, data, method):
    new = data[1]
    scores = fitted.decision_function(new)
    probabilities = fitted.predict_proba(new, method=method)
    assert probabilities.shape == (len(new), 2)
    assert probabilities.min() >= 0
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert (np.diff(probabilities[np.argsort(scores), 1]) >= 0).all()
    assert probabilities[:, 1].max() > 0.5
    again, confidence = fitted.predict_proba(new, method=method, return_confidence=True)
    np.testing.assert_array_equal(again, probabilities)
    np.testing.assert_array_equal(confidence, fitted.predict_confidence(new))


def test_unknown_probabilities(fitted, data):
    with pytest.raises(ValueError, match="is not a valid probability conversion method"):
        fitted.predict_proba(data[1], method="something")


def test_confidence_ranks_and_rejection(fitted, data):
    new = data[1]
    labels, confidence = fitted.predict(new, return_confidence=True)
    np.testing.assert_array_equal(labels, fitted.predict(new))
    assert ((confidence >= 0) & (confidence <= 1)).all()
    ranks = fitted._predict_rank(new)
    assert ranks.max() <= len(data[0])
    assert fitted._predict_rank(new, normalized=True).max() == 1
    rejecting = fitted.predict_with_rejection(new, c_r=0.1)
    assert set(rejecting) <= {-2, 0, 1}


def test_deprecated_methods(data, capsys):
    X, _, y, _ = data
    with pytest.warns(FutureWarning):
        labels = LOSDD(b=5).fit_predict(X)
    np.testing.assert_array_equal(labels, LOSDD(b=5).fit(X).labels_)
    with pytest.warns(FutureWarning):
        found = LOSDD(b=5).fit_predict_score(X, y)
    assert found == pytest.approx(metrics.auroc(y, run(X, b=5).scores))
    evaluate_print("LOSDD", y, LOSDD(b=5).fit(X).decision_scores_)
    assert "LOSDD ROC:" in capsys.readouterr().out


def test_clone_and_pickle(fitted, data):
    copy = clone(fitted)
    assert copy.get_params() == fitted.get_params()
    assert not hasattr(copy, "decision_scores_")
    np.testing.assert_array_equal(copy.fit(data[0]).labels_, fitted.labels_)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict(data[1]), fitted.predict(data[1]))
    copy.set_params(b=1, contamination=0.2)
    assert copy.fit(data[0]).labels_.sum() == 30


def test_combination(data):
    """Of two detectors' standardized scores, the mean is at least as good as the worse one."""
    X, new, y, y_new = data
    detectors = [LOSDD(b=5), LOSOC(b=5, kernel="laplace"), KNN(), LOF()]
    train = np.column_stack([detector.fit(X).decision_scores_ for detector in detectors])
    test = np.column_stack([detector.decision_function(new) for detector in detectors])
    train, test = standardizer(train, test)
    for scores, labels in ((train, y), (test, y_new)):
        single = [metrics.auroc(labels, column) for column in scores.T]
        for combine in (average, maximization, median):
            assert metrics.auroc(labels, combine(scores)) >= min(single)
        for combine in (aom, moa):
            assert np.isfinite(combine(scores, n_buckets=2, random_state=0)).all()
    votes = majority_vote(np.column_stack([detector.predict(new) for detector in detectors[:3]]))
    assert set(votes) <= {0, 1}


def test_feature_bagging(data):
    X, new, y, _ = data
    ensemble = FeatureBagging(LOSDD(b=3), n_estimators=3, random_state=0, check_estimator=False)
    ensemble.fit(X)
    assert metrics.auroc(y, ensemble.decision_scores_) > 0.9
    assert ensemble.decision_function(new).shape == (len(new),)
    assert all(type(member) is LOSDD for member in ensemble.estimators_)


def test_frames_and_lists(data):
    X, new, *_ = data
    expected = LOSDD(b=3).fit(X)
    frame = pd.DataFrame(X, index=[f"r{i}" for i in range(len(X))])
    detector = LOSDD(b=3).fit(frame)
    np.testing.assert_array_equal(detector.decision_scores_, expected.decision_scores_)
    assert detector.result_.removed.index[0].startswith("r")
    np.testing.assert_array_equal(detector.predict(new.tolist()), expected.predict(new))
    assert detector.predict_proba(pd.DataFrame(new)).shape == (len(new), 2)


def test_precomputed_kernel(data):
    X, new, *_ = data
    by_values = LOSDD(b=3, gamma=0.5, standardize=False).fit(X)
    by_matrix = LOSDD(b=3, kernel="precomputed").fit(rbf_kernel(X, gamma=0.5))
    np.testing.assert_array_equal(
        by_matrix.predict(rbf_kernel(new, X, gamma=0.5)), by_values.predict(new)
    )
    with pytest.raises(ValueError, match=r"result_.score_samples\(X, diagonal="):
        LOSDD(b=3, kernel="precomputed").fit(linear_kernel(X)).predict(linear_kernel(new, X))


class Halves:
    """A threshold object, as those of PyThresh: half of the rows are outliers."""

    def fit(self, scores):
        self.thresh_ = np.median(scores)
        self.labels_ = (scores > self.thresh_).astype(int)

    def predict(self, scores):
        return (scores > self.thresh_).astype(int)


def test_threshold_object(data):
    detector = LOSDD(b=3, contamination=Halves()).fit(data[0])
    assert detector.labels_.sum() == 75
    assert detector.threshold_ == np.median(detector.decision_scores_)
    assert set(detector.predict(data[1])) == {0, 1}


def test_mistakes(data):
    X, new, y, _ = data
    with pytest.raises(ValueError, match=r"contamination must be in \(0, 0.5\]"):
        LOSDD(contamination=0.7)
    with pytest.raises(ValueError, match="contamination='auto': must be a share of the rows"):
        LOSDD(contamination="auto").fit(X)
    with pytest.raises(NotFittedError):
        LOSDD().predict(X)
    with pytest.raises(ValueError, match="contains NaN"):
        LOSDD().fit(np.full((9, 2), np.nan))
    with pytest.raises(ValueError, match="minimum of 3 is required"):
        LOSDD().fit(X[:2])
    with pytest.raises(ValueError, match=r"kernel='rbff'.*Did you mean 'rbf'"):
        LOSDD(kernel="rbff").fit(X)
    with pytest.raises(ValueError, match="X_new has 3 columns, but needs 9"):
        LOSDD(b=1).fit(X).predict(new[:, :3])
    with pytest.warns(UserWarning, match="y should not be presented in unsupervised learning"):
        LOSDD(b=1).fit(X, y)
    with pytest.warns(UserWarning, match="b=10 would remove 8 of 8 rows: 4 are removed"):
        LOSDD().fit(X[:8])


def test_without_pyod(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyod.models.base", None)
    monkeypatch.delitem(sys.modules, "pyelki_losdd.pyod")
    with pytest.raises(ImportError, match=r"pyelki_losdd.pyod needs PyOD: pip install pyod"):
        importlib.import_module("pyelki_losdd.pyod")
