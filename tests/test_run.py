"""`run` on the real engine: against the reference values, and against itself on other input."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import REFERENCE, reference_data
from test_validation import BAD_DATA, BAD_MATRICES, BAD_PARAMETERS, GOOD

import pyelki_losdd
from pyelki_losdd import run
from pyelki_losdd._standardize import standardize

#: Scores are compared to this, relative and absolute.
CLOSE = {"rtol": 1e-9, "atol": 1e-9}

#: The iterative solver needs it for nine digits; the exact one has no tolerance.
TIGHT = 1e-12


def squared_distances(A, B):
    return ((A[:, None] - B) ** 2).sum(-1)


# ---------------------------------------------------------------------------- reference values

CASES = [
    pytest.param(case, method, id=f"{method}-{case['data']}-b{case['b']}-R{case['R']}-{score}")
    for case in REFERENCE["algorithm1"]
    for method in ("losdd", "losoc")
    for score in [f"{case['score']}-{case['reference']}"]
    if case["score"] not in ("distance_svdd", "distance_ocsvm")
    or case["score"] == {"losdd": "distance_svdd", "losoc": "distance_ocsvm"}[method]
]


@pytest.mark.parametrize("solver", ["smo", "exact"])
@pytest.mark.parametrize(("case", "method"), CASES)
def test_algorithm_1(case, method, solver):
    result = run(
        reference_data(case["data"]),
        b=case["b"],
        R=case["R"],
        method=method,
        gamma=case["gamma"],
        standardize=False,
        score_form=case["score"].partition("_svdd")[0].partition("_ocsvm")[0],
        reference=case["reference"],
        solver=solver,
        tol=TIGHT,
    )
    assert result.removed["row"].tolist() == case["removed"]
    np.testing.assert_allclose(result.scores, case["scores"], **CLOSE)
    rounds = result.rounds[result.rounds["round"] > 0]
    assert rounds["support_vectors"].tolist() == case["support_vectors"]
    np.testing.assert_allclose(rounds["rho"], case["rho"], rtol=1e-9)
    assert set(rounds["solver"]) == {solver}


def test_most_cases_are_there():
    assert len(CASES) == 48  # 30 cases; those without a distance in both methods


# ---------------------------------------------------------------------------- the same data

FORMS = {
    "list": lambda X: X.tolist(),
    "frame": pd.DataFrame,
    "fortran": np.asfortranarray,
    "float32": lambda X: X.astype(np.float32),
    "strided": lambda X: np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3],
    "reversed": lambda X: X[::-1].copy()[::-1],
    "big endian": lambda X: X.astype(">f8"),
}


@pytest.fixture(scope="module")
def exact_in_float32(toy):
    return toy.astype(np.float32).astype(np.float64)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_form_of_the_input_does_not_matter(exact_in_float32, form):
    expected = run(exact_in_float32, b=3)
    result = run(form(exact_in_float32), b=3)
    np.testing.assert_array_equal(result.scores, expected.scores)
    np.testing.assert_array_equal(result.ranking, expected.ranking)
    assert result.removed["row"].tolist() == expected.removed["row"].tolist()


def test_integers_and_bools():
    X = np.random.default_rng(0).integers(0, 9, size=(60, 4))
    np.testing.assert_array_equal(run(X).scores, run(X.astype(float)).scores)
    flags = X > 4
    np.testing.assert_array_equal(run(flags).scores, run(flags.astype(float)).scores)


def test_input_is_not_changed(toy):
    X = toy.copy()
    X.setflags(write=False)
    expected = run(toy, standardize=False)
    np.testing.assert_array_equal(run(X, standardize=False).scores, expected.scores)
    np.testing.assert_array_equal(X, toy)


def test_frame_index_comes_back(toy):
    index = pd.Index([f"p{i}" for i in range(len(toy))], name="point")
    result = run(pd.DataFrame(toy, index=index, columns=["x", "y"]), b=3)
    expected = run(toy, b=3)
    assert result.removed.index.tolist() == [f"p{i}" for i in expected.removed["row"]]
    pd.testing.assert_index_equal(result.to_frame().index, index)
    new = pd.DataFrame(toy[:5] + 1, columns=["x", "y"])
    np.testing.assert_array_equal(result.score_samples(new), expected.score_samples(toy[:5] + 1))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "losoc", "score_form": "distance"},
        {"reference": "final"},
        {"nu": 0.1},
        {"kernel": "linear"},
        {"kernel": "laplace", "R": 0.1},
        {"solver": "smo"},
    ],
    ids=str,
)
def test_order_of_rows_does_not_matter(wbc, options, seed):
    expected = run(wbc.X, b=4, **options)
    order = np.random.default_rng(seed).permutation(len(wbc.X))
    result = run(wbc.X[order], b=4, **options)
    np.testing.assert_allclose(result.scores, expected.scores[order], **CLOSE)
    # WBC has no two equal rows, so that nothing is left to chance.
    assert order[result.removed["row"]].tolist() == expected.removed["row"].tolist()
    np.testing.assert_array_equal(order[result.ranking], expected.ranking)


@pytest.mark.parametrize("n_jobs", [1, 2, 4, -2])
def test_number_of_threads_does_not_matter(n_jobs):
    X = pyelki_losdd.datasets.load("WDBC").X  # smaller data are left to a single thread anyway
    np.testing.assert_array_equal(run(X, b=3, n_jobs=n_jobs).scores, run(X, b=3).scores)


def test_standardize_is_the_z_score(wbc):
    by_hand = run(standardize(wbc.X)[0], standardize=False)
    result = run(wbc.X)
    np.testing.assert_array_equal(result.scores, by_hand.scores)
    assert result.params["standardize"]
    assert not by_hand.params["standardize"]
    moved = run(wbc.X * 1024 + 3, tol=TIGHT)  # other units, the same result
    expected = run(wbc.X, tol=TIGHT)
    np.testing.assert_allclose(moved.scores, expected.scores, rtol=1e-6, atol=1e-6)
    assert not np.allclose(run(wbc.X, standardize=False).scores, result.scores)


@pytest.mark.parametrize("unit", [1e300, 1e-300])
def test_huge_and_tiny_values(toy, unit):
    expected = run(toy, tol=TIGHT).scores
    np.testing.assert_allclose(run(toy * unit, tol=TIGHT).scores, expected, rtol=1e-6, atol=1e-6)


# ---------------------------------------------------------------------------- parameters


def test_plain_svm(toy):
    result = run(toy, b=0)
    assert result.removed.empty
    assert result.labels().sum() == 0
    assert result.params["R"] == 0
    assert result.rounds["round"].tolist() == [0]
    support = result.support
    assert 0 < support.sum() < len(toy)
    np.testing.assert_allclose(result.scores[support], 0, atol=2e-3)  # on the boundary
    assert (result.scores[~support] < 2e-3).all()  # inside of it
    np.testing.assert_allclose(result.score_samples(toy), result.scores, **CLOSE)


def test_plain_svm_equals_scikit_learn(toy):
    svm = pytest.importorskip("sklearn.svm")
    other = svm.OneClassSVM(kernel="rbf", gamma=0.5, nu=1 / len(toy), tol=1e-12).fit(toy)
    options = {"b": 0, "gamma": 0.5, "standardize": False, "tol": TIGHT}
    result = run(toy, method="losoc", score_form="distance", **options)
    alpha = other.dual_coef_[0]
    assert alpha.sum() == pytest.approx(1)
    K = np.exp(-0.5 * squared_distances(other.support_vectors_, other.support_vectors_))
    norm = np.sqrt(alpha @ K @ alpha)
    np.testing.assert_allclose(result.scores, -other.decision_function(toy) / norm, atol=1e-6)
    np.testing.assert_array_equal(np.flatnonzero(result.support), np.sort(other.support_))


@pytest.mark.parametrize("nu", [None, 0.05])
def test_rounds_equal_retraining_with_scikit_learn(toy, nu):
    """Algorithm 1 in its naive form: train without each support vector, remove the worst."""
    svm = pytest.importorskip("sklearn.svm")
    X = toy[::2]
    C = 1.0 if nu is None else 1 / (nu * len(X))

    def train(rows):
        return svm.OneClassSVM(gamma=0.3, nu=1 / (C * len(rows)), tol=1e-12).fit(X[rows])

    def score(model, rows):
        g_minus_rho = model.decision_function(X[rows]) * C  # scikit-learn's weights sum to 1/C
        rho = -model.intercept_[0] * C
        return np.log(rho) - np.log(g_minus_rho + rho)

    left = np.arange(len(X))
    scores = score(train(left), left)
    removed = []
    for _ in range(3):
        support = left[train(left).support_]
        for t in support:
            scores[t] = score(train(left[left != t]), [t])[0]
        worst = support[np.argmax(scores[support])]
        removed.append(worst)
        left = left[left != worst]
    result = run(X, b=3, nu=nu, gamma=0.3, standardize=False, tol=TIGHT)
    assert result.removed["row"].tolist() == removed
    np.testing.assert_allclose(result.scores, scores, atol=1e-5)


@pytest.mark.parametrize(("R", "count"), [(None, 5), (0, 0), (3, 3), (12, 12), (0.1, 21)])
def test_removals(toy, R, count):
    result = run(toy, 5, R)
    assert result.params["R"] == count
    assert len(result.removed) == count
    assert result.labels().sum() == count
    assert result.rounds["removed"].sum() == count
    assert result.removed["round"].is_monotonic_increasing
    assert set(result.removed["round"]) <= set(range(1, 6))
    np.testing.assert_array_equal(result.labels(), result.to_frame()["removed"] > 0)
    assert not result.support[result.removed["row"]].any()


def test_batches_spread_what_b_does_not_divide(toy):
    result = run(toy, b=4, R=10)
    assert result.rounds["removed"].tolist() == [0, 2, 3, 2, 3]


def test_nu_is_C_in_other_words(toy):
    by_nu = run(toy, nu=0.1)
    by_c = run(toy, C=1 / (0.1 * len(toy)))
    np.testing.assert_allclose(by_nu.scores, by_c.scores, **CLOSE)
    assert by_nu.params["C"] == by_c.params["C"]
    assert by_nu.params["nu"] == pytest.approx(0.1)
    assert not np.allclose(by_nu.scores, run(toy).scores)


def test_params_are_resolved(toy):
    n, d = toy.shape
    params = run(toy).params
    assert params["gamma"] == pytest.approx(0.5 * (n * (d + 2) / 4) ** (2 / (d + 4)))
    assert params["gamma_rule"] == "silverman"
    assert params["score_form"] == "log_ratio"
    assert (params["b"], params["R"], params["C"]) == (10, 10, 1.0)
    assert run(toy, gamma="scott").params["gamma"] == pytest.approx(0.5 * n ** (2 / (d + 4)))
    assert run(toy, gamma="sklearn").params["gamma"] == pytest.approx(1 / d)
    fixed = run(toy, gamma=0.25).params
    assert (fixed["gamma"], fixed["gamma_rule"]) == (0.25, None)
    linear = run(toy, kernel="linear").params
    assert (linear["gamma"], linear["gamma_rule"], linear["score_form"]) == (None, None, "relative")
    polynomial = run(toy, kernel="polynomial", degree=3, coef0=2).params
    assert (polynomial["degree"], polynomial["coef0"]) == (3, 2.0)


def test_solvers_agree(wbc):
    one, other = (run(wbc.X, b=5, solver=solver, tol=1e-10) for solver in ("smo", "exact"))
    np.testing.assert_allclose(one.scores, other.scores, rtol=1e-7, atol=1e-7)
    assert one.removed["row"].tolist() == other.removed["row"].tolist()


@pytest.mark.parametrize("kernel", ["rbf", "laplace", "rational_quadratic"])
@pytest.mark.parametrize("method", ["losdd", "losoc"])
def test_precomputed_equals_named_kernel(toy, kernel, method):
    expected = run(toy, b=4, kernel=kernel, method=method, standardize=False, tol=TIGHT)
    gamma, D = expected.params["gamma"], squared_distances(toy, toy)
    K = {
        "rbf": np.exp(-gamma * D),
        "laplace": np.exp(-np.sqrt(2 * gamma * D)),
        "rational_quadratic": 1 / (1 + gamma * D),
    }[kernel]
    result = run(K, b=4, kernel="precomputed", method=method, score_form="log_ratio", tol=TIGHT)
    np.testing.assert_allclose(result.scores, expected.scores, **CLOSE)
    assert result.removed["row"].tolist() == expected.removed["row"].tolist()
    assert result.params["gamma"] is None
    assert not result.params["standardize"]
    np.testing.assert_allclose(
        result.score_samples(K[:7]), expected.score_samples(toy[:7]), **CLOSE
    )


@pytest.mark.parametrize("kernel", ["linear", "polynomial"])
def test_precomputed_with_varying_diagonal(toy, kernel):
    expected = run(toy, b=2, kernel=kernel, standardize=False, tol=TIGHT)
    K = toy @ toy.T if kernel == "linear" else (toy @ toy.T + 1) ** 2
    result = run(K, b=2, kernel="precomputed", score_form="relative", tol=TIGHT)
    np.testing.assert_allclose(result.scores, expected.scores, rtol=1e-7, atol=1e-7)
    with pytest.raises(ValueError, match="diagonal=None"):
        result.score_samples(K[:7])
    scores = result.score_samples(K[:7], diagonal=K.diagonal()[:7])
    np.testing.assert_allclose(scores, expected.score_samples(toy[:7]), rtol=1e-7, atol=1e-7)


def test_kernel_by_class_name(toy):
    gamma = 0.5
    expected = run(toy, b=3, gamma=gamma, score_form="relative", tol=TIGHT)
    result = run(
        toy,
        b=3,
        kernel="elki.similarity.kernel.RadialBasisFunctionKernel",
        kernel_options={"kernel.rbf.sigma": np.sqrt(1 / (2 * gamma))},
        score_form="relative",
        tol=TIGHT,
    )
    np.testing.assert_allclose(result.scores, expected.scores, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(
        result.score_samples(toy + 1), expected.score_samples(toy + 1), rtol=1e-8, atol=1e-8
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kernel": "elki.similarity.kernel.NoSuchKernel"}, "NoSuchKernel"),
        ({"kernel": "java.lang.String"}, "java.lang.String"),
        (
            {
                "kernel": "elki.similarity.kernel.RadialBasisFunctionKernel",
                "kernel_options": {"kernel.rbf.sigma": -1},
            },
            "kernel.rbf.sigma",
        ),
        (
            {
                "kernel": "elki.similarity.kernel.RadialBasisFunctionKernel",
                "kernel_options": {"kernel.rbf.sigmaa": 1},
            },
            "kernel.rbf.sigmaa",
        ),
    ],
)
def test_errors_of_java(toy, options, message):
    with pytest.raises(ValueError, match=message):
        run(toy, **options)


def test_matrix_that_is_no_kernel():
    K = np.random.default_rng(0).standard_normal((20, 20))
    K = K + K.T  # symmetric, but with K(x, y) > K(x, x)
    np.fill_diagonal(K, 1)
    with pytest.raises(ValueError, match="positive") as caught:
        run(K, kernel="precomputed", score_form="distance")
    assert "losvm" not in str(caught.value)  # that is ELKI's name for our arguments


# ---------------------------------------------------------------------------- duplicates


@pytest.mark.parametrize("reference", ["round", "final"])
@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_equal_rows_get_equal_scores(toy, kernel, reference):
    X = np.vstack([toy, toy[::3], toy[::5]])
    result = run(X, b=5, kernel=kernel, reference=reference)
    _, group = np.unique(X, axis=0, return_inverse=True)
    scores = pd.Series(result.scores).groupby(group.ravel())
    assert (scores.max() == scores.min()).all()
    assert np.isfinite(result.scores).all()
    assert len(result.removed) == 5
    order = np.random.default_rng(0).permutation(len(X))
    other = run(X[order], b=5, kernel=kernel, reference=reference)
    np.testing.assert_allclose(other.scores, result.scores[order], **CLOSE)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"standardize": False},
        {"kernel": "linear", "standardize": False},
        {"kernel": "polynomial"},
    ],
    ids=str,
)
def test_all_rows_equal(options):
    result = run(np.full((20, 3), 7.5), b=2, **options)
    assert np.isfinite(result.scores).all()
    assert len(set(result.scores)) == 1


def test_all_rows_at_the_origin_of_a_linear_kernel():
    X = np.full((20, 3), 7.5)  # 0 when standardized, and so is every kernel value
    assert not run(X, b=2, kernel="linear").scores.any()
    assert not run(X, b=2, kernel="linear", score_form="distance").scores.any()


def test_smallest_data():
    result = run([[0.0], [1.0], [5.0]], b=1)
    assert np.isfinite(result.scores).all()
    assert result.ranking[0] == 2


# ---------------------------------------------------------------------------- new data


def by_hand(result, train, new):
    """The score of new rows under the rbf kernel, from alpha and rho."""
    model, gamma = result.model, result.params["gamma"]
    if model.mean is not None:
        train, new = (train - model.mean) / model.scale, (new - model.mean) / model.scale
    support = train[model.rows]
    g = np.exp(-gamma * squared_distances(new, support)) @ model.alpha
    norm = model.alpha @ np.exp(-gamma * squared_distances(support, support)) @ model.alpha
    if model.score_form == "distance":
        return 2 * (model.rho - g) if model.method == "losdd" else (model.rho - g) / np.sqrt(norm)
    return 1 - g / model.rho if model.score_form == "relative" else np.log(model.rho) - np.log(g)


@pytest.mark.parametrize("score", ["distance", "relative", "log_ratio"])
@pytest.mark.parametrize("method", ["losdd", "losoc"])
@pytest.mark.parametrize("standardize", [True, False])
def test_new_data(toy, method, score, standardize):
    result = run(toy, b=4, method=method, score_form=score, standardize=standardize)
    new = np.random.default_rng(3).uniform(-4, 9, size=(50, 2))
    scores = result.score_samples(new)
    np.testing.assert_allclose(scores, by_hand(result, toy, new), **CLOSE)
    assert result.model.alpha.sum() == pytest.approx(1)
    assert (scores > 0).any()
    assert (scores < 0).any()
    single = [result.score_samples(row[None])[0] for row in new[:3]]
    np.testing.assert_array_equal(single, scores[:3])


def test_weight(toy):
    """The score of ELKI's own SVDD and OCSVM: alpha, which new data do not have."""
    result = run(toy, b=0, nu=0.1, score_form="weight")
    scores = np.zeros(len(toy))
    scores[result.model.rows] = result.model.alpha
    np.testing.assert_allclose(result.scores, scores, atol=1e-12)
    with pytest.raises(ValueError, match=r"score_form='weight': only .*trained on"):
        result.score_samples(toy[:3])
    with pytest.raises(ValueError, match=r"reference='final': .* weight"):
        run(toy, score_form="weight", reference="final")


def test_port_without_elki_svm(toy):
    """ELKI's port of LIBSVM is in ELKI's bundle, which is none of our jars."""
    with pytest.raises(ValueError, match=r"solver='port': .*elki-svm.*configure\(classpath=\["):
        run(toy, solver="port")
    with pytest.raises(ValueError, match=r"solver='port': .*elki-svm"):
        pyelki_losdd.detect(toy, solver="port")


def test_far_data_do_not_saturate(toy):
    result = run(toy)
    scores = result.score_samples([[100, 100], [1000, 1000], [1e6, 1e6]])
    assert np.isfinite(scores).all()
    assert (np.diff(scores) > 0).all()
    with pytest.raises(ValueError, match=r"X_new\[0, 1\] = 1e\+308 is too far"):
        run(toy * 1e-10).score_samples([[0, 1e308]])


def test_final_reference_is_the_cleaned_model(toy):
    result = run(toy, b=4, reference="final")
    others = ~result.support  # support vectors are left out for their own score
    scores = result.score_samples(toy)
    np.testing.assert_allclose(scores[others], result.scores[others], **CLOSE)
    assert (scores[result.support] < result.scores[result.support]).all()


def test_linear_model_is_a_ball(toy):
    result = run(toy, b=2, kernel="linear", score_form="distance", tol=TIGHT)
    model = result.model
    Z = (toy - model.mean) / model.scale
    center = model.alpha @ Z[model.rows]
    expected = ((Z - center) ** 2).sum(axis=1) - model.radius**2
    np.testing.assert_allclose(result.score_samples(toy), expected, rtol=1e-7, atol=1e-7)


SCORE_IN_A_FRESH_PROCESS = """
import pickle, sys
import numpy as np
import pyelki_losdd
folder = sys.argv[1]
new = np.load(folder + "/new.npy")
saved = pyelki_losdd.load(folder + "/result")
with open(folder + "/pickle", "rb") as stream:
    pickled = pickle.load(stream)
np.save(folder + "/scores.npy", [saved.score_samples(new), pickled.score_samples(new)])
"""


def test_scores_in_a_fresh_process(toy, tmp_path):
    result = run(pd.DataFrame(toy), b=4)
    new = np.random.default_rng(3).uniform(-4, 9, size=(50, 2))
    np.save(tmp_path / "new.npy", new)
    result.save(tmp_path / "result")
    (tmp_path / "pickle").write_bytes(pickle.dumps(result))
    command = [sys.executable, "-c", SCORE_IN_A_FRESH_PROCESS, str(tmp_path)]
    subprocess.run(command, check=True, cwd=Path(pyelki_losdd.__file__).parents[1])
    saved, pickled = np.load(tmp_path / "scores.npy")
    np.testing.assert_array_equal(saved, result.score_samples(new))
    np.testing.assert_array_equal(pickled, saved)


# ---------------------------------------------------------------------------- after errors


def test_every_error_leaves_java_usable(toy):
    expected = run(toy, b=3).scores
    failing = [(X, {}) for X, _, _ in BAD_DATA.values()]
    failing += [(GOOD, parameters) for parameters, _, _ in BAD_PARAMETERS]
    failing += [(X, {"kernel": "precomputed"}) for X, _ in BAD_MATRICES]
    failing += [(GOOD, {"kernel": "elki.similarity.kernel.NoSuchKernel"})]
    for number, (X, options) in enumerate(failing):
        with pytest.raises((ValueError, TypeError)):
            run(X, **options)
        if number % 10 == 0 or number == len(failing) - 1:
            np.testing.assert_array_equal(run(toy, b=3).scores, expected)
