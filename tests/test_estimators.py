"""The scikit-learn estimators: scikit-learn's own checks, its tools, and what we promise."""

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest
from processes import output_of, run_script

import pyelki_losdd
from pyelki_losdd import run

pytest.importorskip("sklearn")

from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky import get_reusable_executor
from sklearn.base import clone, is_outlier_detector
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.model_selection import (
    GridSearchCV,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import OneClassSVM
from sklearn.utils import estimator_checks

from pyelki_losdd import LOSDD, LOSOC
from pyelki_losdd._detectors import documented

# ---------------------------------------------------------------------------- scikit-learn's checks

TOO_KIND = (
    "wants predict to find the share `contamination` of outliers among the training rows; but a "
    "model thinks too well of its own support vectors, which is why LOSDD judges training rows by "
    "models without them. LocalOutlierFactor has the same trouble, and the check exempts it."
)
NO_MATRIX = "gives values to a precomputed kernel, not a kernel matrix"

CHECKED = [
    (LOSDD(), {"check_outliers_train": TOO_KIND}),
    (LOSOC(b=2), {"check_outliers_train": TOO_KIND}),
    (
        LOSDD(b=2, contamination=0.1),
        {"check_outliers_train": TOO_KIND, "check_outliers_fit_predict": TOO_KIND},
    ),
    (
        LOSOC(b=3, reference="final", solver="smo", n_jobs=None),
        {"check_outliers_train": TOO_KIND},
    ),
    (
        LOSDD(b=2, kernel="precomputed"),
        {"check_outliers_train": NO_MATRIX, "check_outliers_fit_predict": NO_MATRIX},
    ),
    (
        LOSOC(b=2, kernel="precomputed", contamination=0.2),
        {
            "check_outliers_train": NO_MATRIX,
            "check_outliers_fit_predict": NO_MATRIX,
            "check_positive_only_tag_during_fit": "subtracts the mean from a kernel matrix, which "
            "is none then: no one-class SVM separates it from the origin",
        },
    ),
]


@pytest.mark.filterwarnings("ignore:b=.* would remove:UserWarning")  # the checks use tiny data
@pytest.mark.parametrize(
    ("detector", "expected"), CHECKED, ids=[str(detector) for detector, _ in CHECKED]
)
def test_scikit_learn_checks(detector, expected, monkeypatch):
    """All of them pass but those that the method explains; and these fail, too."""
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")  # or one check is skipped
    # For precomputed kernels. The default, the linear kernel, has no constant K(x, x).
    defaults = (None, rbf_kernel)
    monkeypatch.setattr(estimator_checks._enforce_estimator_tags_X, "__defaults__", defaults)
    checks = estimator_checks.check_estimator(detector, expected_failed_checks=expected)
    by_status = {"passed": set(), "xfail": set()}
    for check in checks:
        by_status[check["status"]].add(check["check_name"])
    assert by_status["xfail"] == set(expected)
    assert len(by_status["passed"]) > 35


class LikeLocalOutlierFactor(LOSDD):
    """LOSDD with the attribute by which scikit-learn's check exempts its LocalOutlierFactor."""

    novelty = True


def test_all_else_that_the_failing_check_wants():
    estimator_checks.check_outliers_train("LOSDD", LikeLocalOutlierFactor(b=2))


# ---------------------------------------------------------------------------- what we promise


@pytest.fixture(scope="module")
def halves(wbc):
    """A real data set in two halves, to train with and to predict."""
    order = np.random.default_rng(0).permutation(len(wbc.X))
    return wbc.X[order[::2]], wbc.X[order[1::2]]


def signature(cls):
    return inspect.signature(cls).parameters


@pytest.mark.parametrize("cls", [LOSDD, LOSOC])
def test_parameters_are_those_of_run(cls):
    theirs = dict(inspect.signature(run).parameters)
    del theirs["X"], theirs["method"]
    ours = dict(signature(cls))
    assert ours.pop("contamination").default == "auto"
    assert set(ours) == set(theirs)
    for name, parameter in ours.items():
        assert (parameter.default, parameter.kind) == (theirs[name].default, theirs[name].kind)
    for name in [*ours, "contamination"]:
        assert f"\n{name} : " in cls.__doc__, name
    assert cls.__doc__.index("Parameters\n") < cls.__doc__.index("Attributes\n")
    assert cls.__doc__.index("Attributes\n") < cls.__doc__.index("Examples\n")


@pytest.mark.parametrize(
    "parameters",
    [{}, {"b": 3, "kernel": "laplace", "gamma": 0.5}, {"nu": 0.1, "reference": "final"}],
    ids=str,
)
@pytest.mark.parametrize("cls", [LOSDD, LOSOC])
def test_scores_are_those_of_run(cls, parameters, halves):
    X, new = halves
    detector = cls(score_form="relative", **parameters).fit(X)
    result = run(X, method=cls.__name__.lower(), score_form="relative", **parameters)
    np.testing.assert_array_equal(detector.negative_outlier_score_, -result.scores)
    np.testing.assert_array_equal(detector.score_samples(new), -result.score_samples(new))
    np.testing.assert_array_equal(
        detector.decision_function(new), detector.score_samples(new) - detector.offset_
    )
    assert detector.result_.params == result.params
    assert detector.n_features_in_ == X.shape[1]
    assert not hasattr(detector, "feature_names_in_")


def test_auto_calls_the_removed_rows_outliers(halves):
    X, new = halves
    detector = LOSDD(b=5)
    labels = detector.fit_predict(X)
    assert labels.dtype.kind == "i"
    np.testing.assert_array_equal(labels, np.where(run(X, b=5).labels(), -1, 1))
    np.testing.assert_array_equal(labels, detector.labels_)
    # The line has as many training rows beyond it.
    assert (detector.negative_outlier_score_ < detector.offset_).sum() == 5
    np.testing.assert_array_equal(
        detector.predict(new), np.where(detector.score_samples(new) < detector.offset_, -1, 1)
    )


@pytest.mark.parametrize(
    ("share", "count"), [(0.1, 11), (0.5, 56), (1e-6, 1), (np.float32(0.25), 28)]
)
def test_contamination_is_the_share_of_the_training_rows(share, count, halves):
    X, _ = halves
    assert len(X) == 112
    detector = LOSDD(b=2, contamination=share)
    labels = detector.fit_predict(X)
    assert (labels == -1).sum() == count
    np.testing.assert_array_equal(
        np.flatnonzero(labels == -1), np.sort(run(X, b=2).ranking[:count])
    )


@pytest.mark.parametrize(("contamination", "share"), [("auto", 10 / 300), (0.05, 0.05), (0.2, 0.2)])
def test_about_that_share_of_new_rows_is_beyond_the_line(contamination, share):
    """The boundary of the model would call most of them outliers."""
    found = []
    for seed in range(4):
        X = np.random.default_rng(seed).normal(size=(900, 4))
        detector = LOSDD(b=2, R=10, contamination=contamination).fit(X[:300])
        found.append((detector.predict(X[300:]) == -1).mean())
        assert (detector.score_samples(X[300:]) < 0).mean() > 0.3
    assert np.mean(found) == pytest.approx(share, abs=0.03)


def test_identical_rows_have_the_same_label():
    X = np.repeat(np.random.default_rng(0).normal(size=(20, 2)), 2, axis=0)
    for share in (0.05, 0.1, 0.2, 0.3):
        labels = LOSDD(b=2, contamination=share).fit_predict(X)
        np.testing.assert_array_equal(labels[::2], labels[1::2])


@pytest.mark.parametrize("solver", ["exact", "smo"])
def test_plain_svm_has_its_boundary_as_the_line(toy, solver):
    hard = LOSDD(b=0, solver=solver)
    assert (hard.fit_predict(toy) == 1).all()  # nothing is outside of a hard margin
    assert (hard.predict(toy) == 1).all()
    assert hard.offset_ == pytest.approx(0, abs=1e-3)

    options = {"gamma": 0.5, "nu": 0.2, "tol": 1e-9}
    soft = LOSOC(b=0, standardize=False, score_form="distance", solver=solver, **options)
    theirs = OneClassSVM(**options).fit(toy)
    clear = np.abs(theirs.decision_function(toy)) > 1e-6  # the others are on the boundary
    assert clear.sum() > 150
    np.testing.assert_array_equal(soft.fit_predict(toy)[clear], theirs.predict(toy)[clear])
    assert (soft.labels_ == -1).sum() == pytest.approx(0.2 * len(toy), abs=20)
    np.testing.assert_array_equal(soft.predict(toy), soft.labels_)


def test_small_data(toy):
    with pytest.warns(UserWarning, match="b=10 would remove 10 of 12 rows: 6 are removed"):
        detector = LOSDD().fit(toy[:12])
    assert len(detector.result_.removed) == 6
    assert len(LOSDD(R=8).fit(toy[:12]).result_.removed) == 8  # if one insists
    with pytest.warns(UserWarning, match="b=10 would remove 3 of 3 rows: 1 are removed"):
        LOSDD().fit(toy[:3])
    with pytest.raises(ValueError, match="Found array with 2 sample"):
        LOSDD().fit(toy[:2])


BAD = [
    ({"contamination": 0}, ValueError, "contamination=0: must be a finite number > 0 and <= 0.5"),
    ({"contamination": 0.6}, ValueError, "contamination=0.6.*a share of the rows, or 'auto'"),
    ({"contamination": 5}, ValueError, "contamination=5"),
    ({"contamination": "legacy"}, ValueError, "contamination='legacy': must be 'auto' or a share"),
    ({"contamination": None}, TypeError, "contamination=None"),
    ({"contamination": float("nan")}, ValueError, "contamination=nan"),
    ({"b": 2.5}, TypeError, "b=2.5: must be an integer"),
    ({"b": "many"}, TypeError, "b='many'"),
    ({"gamma": "scales"}, ValueError, "gamma='scales': must be one of 'silverman'"),
    ({"kernel": "rbff"}, ValueError, "Did you mean 'rbf'"),
    ({"n_jobs": 0}, ValueError, "n_jobs=0"),
    ({"score_form": "log"}, ValueError, "score_form='log'.*Did you mean 'log_ratio'"),
]


@pytest.mark.parametrize(("parameters", "error", "message"), BAD, ids=str)
def test_bad_parameters_are_errors_of_fit(toy, parameters, error, message):
    detector = LOSDD(**parameters)
    with pytest.raises(error, match=message):
        detector.fit(toy)


def test_before_fit(toy):
    for method in ("predict", "decision_function", "score_samples"):
        with pytest.raises(NotFittedError, match="This LOSDD instance is not fitted yet"):
            getattr(LOSDD(), method)(toy)


# ---------------------------------------------------------------------------- DataFrames


def test_frame(toy):
    frame = pd.DataFrame(toy, columns=["x", "y"], index=[f"p{i}" for i in range(len(toy))])
    detector = LOSDD(b=3).fit(frame)
    expected = LOSDD(b=3).fit(toy)
    assert detector.feature_names_in_.tolist() == ["x", "y"]
    assert detector.result_.removed.index.tolist() == [
        f"p{i}" for i in expected.result_.removed["row"]
    ]
    np.testing.assert_array_equal(detector.labels_, expected.labels_)
    np.testing.assert_array_equal(detector.predict(frame[:9]), expected.predict(toy[:9]))
    with pytest.raises(ValueError, match="Feature names must be in the same order"):
        detector.predict(frame[["y", "x"]])
    with pytest.raises(ValueError, match="Feature names seen at fit time, yet now missing"):
        detector.predict(frame[["x"]])
    with pytest.warns(UserWarning, match="X does not have valid feature names, but LOSDD"):
        detector.predict(toy)
    with pytest.raises(ValueError, match="X has 3 features, but LOSDD is expecting 2"):
        expected.predict(np.ones((2, 3)))


def test_frame_of_other_types(toy):
    frame = pd.DataFrame(toy.round(), columns=["x", "y"])
    expected = LOSDD(b=2).fit(frame).labels_
    for dtype in (object, "Int64", "float32"):
        np.testing.assert_array_equal(LOSDD(b=2).fit(frame.astype(dtype)).labels_, expected)
    with pytest.raises(ValueError, match="contains NaN"):
        LOSDD().fit(frame.assign(y=np.nan))
    with pytest.raises(ValueError, match="could not convert string to float"):
        LOSDD().fit(frame.assign(y="one"))


# ---------------------------------------------------------------------------- precomputed kernels


@pytest.mark.parametrize("cls", [LOSDD, LOSOC])
def test_precomputed_kernel(cls, halves):
    X, new = halves
    by_values = cls(b=4, gamma=0.5, standardize=False, contamination=0.1).fit(X)
    by_matrix = cls(b=4, kernel="precomputed", contamination=0.1).fit(rbf_kernel(X, gamma=0.5))
    np.testing.assert_array_equal(by_matrix.labels_, by_values.labels_)
    np.testing.assert_allclose(
        by_matrix.score_samples(rbf_kernel(new, X, gamma=0.5)),
        by_values.score_samples(new),
        rtol=1e-6,
        atol=1e-9,
    )
    with pytest.raises(ValueError, match=r"X has 9 features.*expecting 112"):
        by_matrix.predict(new)


def test_precomputed_kernel_of_varying_diagonal(halves):
    X, new = halves
    matrix, columns = linear_kernel(X), linear_kernel(new, X)
    detector = LOSDD(b=4, kernel="precomputed").fit(matrix)
    by_values = LOSDD(b=4, kernel="linear", standardize=False).fit(X)
    np.testing.assert_array_equal(detector.labels_, by_values.labels_)
    with pytest.raises(ValueError, match=r"Use LOSOC, .* or result_.score_samples\(X, diagonal="):
        detector.predict(columns)
    np.testing.assert_allclose(
        -detector.result_.score_samples(columns, diagonal=(new**2).sum(axis=1)),
        by_values.score_samples(new),
        atol=1e-6,
    )
    LOSDD(b=0, nu=0.5, kernel="precomputed").fit(matrix)  # needs the diagonal for its labels
    LOSOC(b=4, kernel="precomputed").fit(matrix).predict(columns)


def test_precomputed_kernel_in_cross_validation(wbc):
    y = np.where(wbc.y, -1, 1)
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    options = {"cv": folds, "scoring": "roc_auc"}
    by_values = cross_val_score(LOSDD(b=3, gamma=2, standardize=False), wbc.X, y, **options)
    matrix = rbf_kernel(wbc.X, gamma=2)
    by_matrix = cross_val_score(LOSDD(b=3, kernel="precomputed"), matrix, y, **options)
    np.testing.assert_allclose(by_matrix, by_values)


# ---------------------------------------------------------------------------- scikit-learn's tools


def test_pipeline(halves):
    X, new = halves
    names = [f"c{j}" for j in range(X.shape[1])]
    pipe = make_pipeline(
        StandardScaler().set_output(transform="pandas"), LOSDD(b=3, standardize=False)
    )
    assert is_outlier_detector(pipe)
    labels = pipe.fit_predict(pd.DataFrame(X, columns=names))
    expected = LOSDD(b=3).fit(X)
    np.testing.assert_array_equal(labels, expected.labels_)
    assert pipe[-1].feature_names_in_.tolist() == names
    new_frame = pd.DataFrame(new, columns=names)
    for method in ("predict", "score_samples", "decision_function"):
        np.testing.assert_allclose(
            getattr(pipe, method)(new_frame), getattr(expected, method)(new), rtol=1e-6, atol=1e-9
        )
    assert not hasattr(pipe, "score")
    assert "standardize=False" in repr(pipe)
    assert "LOSDD" in pipe._repr_html_()


def test_cross_validation(wbc):
    y = np.where(wbc.y, -1, 1)  # outliers are -1 in scikit-learn
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    scores = cross_val_score(LOSDD(b=5), wbc.X, y, cv=folds, scoring="roc_auc")
    assert scores.mean() > 0.9
    splits = list(folds.split(wbc.X, y))
    decisions = cross_val_predict(LOSDD(b=5), wbc.X, cv=splits, method="decision_function")
    assert pyelki_losdd.metrics.auroc(wbc.y, -decisions) > 0.9
    with pytest.raises(TypeError, match="no scoring is specified"):
        cross_val_score(LOSDD(b=5), wbc.X, y, cv=folds)


def test_clone_and_parameters(toy):
    detector = LOSDD(b=3, kernel="elki.similarity.kernel.RationalQuadraticKernel")
    detector.set_params(kernel_options={"kernel.rationalquadratic.c": 2.0}, contamination=0.1)
    copy = clone(detector.fit(toy))
    assert copy.get_params() == detector.get_params()
    assert not hasattr(copy, "result_")
    np.testing.assert_array_equal(copy.fit(toy).labels_, detector.labels_)
    assert repr(LOSDD(b=3)) == "LOSDD(b=3)"
    with pytest.raises(ValueError, match="Invalid parameter 'bb' for estimator LOSDD"):
        detector.set_params(bb=1)


def test_pickle_needs_no_java(tmp_path, toy):
    detector = LOSDD(b=3, contamination=0.1).fit(toy)
    path = tmp_path / "detector.pickle"
    path.write_bytes(pickle.dumps(detector))
    code = f"""
        import pickle
        from pyelki_losdd._java import jvm
        detector = pickle.load(open({str(path)!r}, "rb"))
        print((detector.labels_ == -1).sum(), jvm.started(), detector.predict([[0, 0], [50, 50]]))
    """
    assert output_of(code) == f"{(detector.labels_ == -1).sum()} False [ 1 -1]"


@pytest.fixture
def workers():
    yield
    get_reusable_executor().shutdown(wait=True)


@pytest.mark.usefixtures("workers")
def test_processes_of_joblib(wbc, halves):
    """Each worker starts a Java of its own, also for a detector that was fitted here."""
    X, new = halves
    detector = LOSDD(b=3, n_jobs=1).fit(X)
    y = np.where(wbc.y, -1, 1)
    grid = {"b": [1, 5], "gamma": ["silverman", 1e-3]}
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    search = GridSearchCV(LOSDD(n_jobs=1), grid, scoring="roc_auc", cv=folds, n_jobs=2)
    with parallel_config(backend="loky", n_jobs=2):
        scores = Parallel()(
            delayed(detector.score_samples)(part) for part in np.split(new[:100], 4)
        )
        np.testing.assert_array_equal(np.concatenate(scores), detector.score_samples(new[:100]))
        search.fit(wbc.X, y)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    np.testing.assert_array_equal(
        search.best_estimator_.labels_, LOSDD(**search.best_params_).fit(wbc.X).labels_
    )
    assert search.predict(wbc.X[:3]).shape == (3,)


def test_threads_of_joblib(toy):
    expected = [LOSDD(b=b).fit_predict(toy) for b in (1, 2, 3, 4)]
    found = Parallel(n_jobs=4, backend="threading")(
        delayed(LOSDD(b=b).fit_predict)(toy) for b in (1, 2, 3, 4)
    )
    np.testing.assert_array_equal(found, expected)


def test_number_of_threads(toy, monkeypatch):
    """None is scikit-learn's: one, or what a context says."""
    asked = []

    def spy(X, **arguments):
        asked.append(arguments["n_jobs"])
        return run(X, **arguments)

    monkeypatch.setattr("pyelki_losdd._detectors.run", spy)
    LOSDD(b=1).fit(toy)
    LOSDD(b=1, n_jobs=None).fit(toy)
    with parallel_config(n_jobs=2):
        LOSDD(b=1, n_jobs=None).fit(toy)
    assert asked == [-1, 1, 2]


# ---------------------------------------------------------------------------- without scikit-learn


def test_without_scikit_learn():
    done = run_script("""
        import sys
        sys.modules["sklearn"] = None
        import pyelki_losdd
        print("imported")
        pyelki_losdd.LOSDD
    """)
    assert done.stdout == "imported\n"
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: LOSDDEnsemble, LOSDD and LOSOC need scikit-learn: pip ")


def test_documentation_can_be_stripped(monkeypatch):
    """By ``python -OO``."""
    monkeypatch.setattr(run, "__doc__", None)
    monkeypatch.setattr(LOSDD, "__doc__", None)
    assert documented(run)(LOSDD).__doc__ is None
