"""The way of arrays and errors between Python and Java."""

import numpy as np
import pytest

from pyelki_losdd._java import bridge, calls, errors


def test_arrays_arrive_in_blocks(monkeypatch):
    """Large arrays are copied in several pieces; the pieces must fit together."""
    X = np.random.default_rng(0).normal(size=(101, 3))
    expected = bridge.elki_outlier(X, "TrivialAverageCoordinateOutlier", {})["scores"]
    np.testing.assert_allclose(expected, X.mean(axis=1), rtol=1e-12)
    for block in (8, 24, 10 * 24, 17 * 24 + 5, 101 * 24):
        monkeypatch.setattr(calls, "BLOCK", block)
        found = bridge.elki_outlier(X, "TrivialAverageCoordinateOutlier", {})["scores"]
        np.testing.assert_array_equal(found, expected)


def test_results_are_plain_numpy():
    X = np.random.default_rng(0).normal(size=(50, 2))
    found = bridge.leave_out(X, "losdd", {"losvm.batches": "3"})
    for name in ("scores", "removal_round", "removed", "alpha"):
        assert type(found[name]) is np.ndarray
    solvers = found["rounds"].pop("solver")
    assert all(type(solver) is str for solver in solvers)
    for name, column in found["rounds"].items():
        assert type(column) is np.ndarray, name
        assert len(column) == len(solvers)
    for name in ("rho", "radius", "gamma", "norm"):
        assert type(found[name]) is float
    assert found["alpha"].sum() == pytest.approx(1)
    assert found["score_form"] == "log_ratio"
    rows = found["removed"]
    np.testing.assert_array_equal(found["removal_round"][rows], [1, 2, 3])
    assert np.count_nonzero(found["removal_round"]) == 3


def test_precomputed_kernel_equals_the_kernel():
    X = np.random.default_rng(0).normal(size=(60, 2))
    K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(axis=-1))
    K = (K + K.T) / 2
    options = {"losvm.batches": "3", "losvm.tolerance": "1e-10"}
    kernel = {**options, "losvm.gamma": "0.5"}
    expected = bridge.leave_out(X, "losdd", kernel)
    found = bridge.leave_out(K, "losdd", options, precomputed=True)
    np.testing.assert_allclose(found["scores"], expected["scores"], atol=1e-6)
    np.testing.assert_array_equal(found["removed"], expected["removed"])
    assert np.isnan(found["gamma"])
    assert expected["gamma"] == 0.5


@pytest.mark.parametrize("method", ["losdd", "losoc"])
@pytest.mark.parametrize("score", ["distance", "relative"])
@pytest.mark.parametrize(
    "kernel",
    [
        {"losvm.kernel": "rbf", "losvm.gamma": "0.7"},
        {"losvm.kernel": "laplace", "losvm.gamma": "0.7"},
        {"losvm.kernel": "polynomial", "losvm.degree": "3", "losvm.bias": "2.0"},
        {"losvm.kernel": "elki.similarity.kernel.RationalQuadraticKernel"},
    ],
)
def test_model_scores_like_the_plain_svm(method, score, kernel):
    """Without leaving out, the scores of the training data are those of the model."""
    X = np.random.default_rng(0).normal(size=(60, 2))
    found = bridge.leave_out(X, method, {"losvm.batches": "0", "losvm.score": score, **kernel})
    support = found["alpha"] > 0
    model = {
        **{name: found[name] for name in ("rho", "norm", "needs_diagonal")},
        "method": method,
        "score_form": score,
        "options": kernel,
        "support_vectors": X[support],
        "alpha": found["alpha"][support],
    }
    expected = found["scores"]
    np.testing.assert_allclose(bridge.leave_out_score(X, **model), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("method", ["losdd", "losoc"])
@pytest.mark.parametrize("varying", [False, True])
def test_model_of_a_precomputed_kernel(method, varying):
    X = np.random.default_rng(0).normal(size=(60, 2))
    K = (X @ X.T + 1) ** 2
    if not varying:
        K /= np.sqrt(np.outer(K.diagonal(), K.diagonal()))
    options = {"losvm.batches": "0", "losvm.score": "distance"}
    found = bridge.leave_out(K, method, options, precomputed=True)
    support = found["alpha"] > 0
    model = {
        **{name: found[name] for name in ("rho", "norm", "needs_diagonal")},
        "method": method,
        "score_form": "distance",
        "options": {},
        "support_vectors": None,
        "alpha": found["alpha"][support],
    }
    assert found["needs_diagonal"] is (varying and method == "losdd")
    values = K[:, support]
    if found["needs_diagonal"]:
        values = np.column_stack((values, K.diagonal()))
    scores = bridge.leave_out_score(values, **model)
    np.testing.assert_allclose(scores, found["scores"], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"losvm.batches": "-1", "losvm.C": "x"}, r"(?s)losvm\.batches.*losvm\.C"),
        ({"losvm.nonsense": "1"}, r"losvm\.nonsense"),
    ],
)
def test_bad_options_name_all_of_them(options, message):
    with pytest.raises(ValueError, match=message):
        bridge.leave_out(np.eye(5), "losdd", options)


@calls.with_java
def as_python(java, java_class, message):
    """The Python exception for one of Java."""
    import jpype

    return errors.to_python(java.Failure.of(jpype.JClass(java_class)(message)))


def test_unexpected_exceptions_keep_javas_stack_trace():
    error = as_python("java.lang.IllegalStateException", "surprise")
    assert type(error) is RuntimeError
    assert "java.lang.IllegalStateException: surprise" in str(error)
    assert "java.lang.IllegalStateException: surprise" in str(error.__cause__)


@pytest.mark.parametrize(
    ("java_class", "expected"),
    [
        ("java.lang.IllegalArgumentException", ValueError),
        ("elki.utilities.exceptions.AbortException", ValueError),
        ("elki.utilities.optionhandling.ParameterException", ValueError),
        ("elki.utilities.exceptions.NotImplementedException", RuntimeError),
        ("java.lang.OutOfMemoryError", MemoryError),
        ("java.lang.NegativeArraySizeException", MemoryError),
        ("java.lang.InterruptedException", KeyboardInterrupt),
        ("java.lang.ArithmeticException", RuntimeError),
    ],
)
def test_kinds_of_exceptions(java_class, expected):
    error = as_python(java_class, "what it says")
    assert type(error) is expected
    assert "what it says" in str(error)
