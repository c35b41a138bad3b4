"""Random data and parameters: finite scores that keep their promises, or a clear error."""

import re
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from trust import SOAK, tally, time_limit, times

from pyelki_losdd import run, run_elki
from pyelki_losdd._parameters import BANDWIDTH_KERNELS, KERNELS

#: In `make test` always the same examples; in `make soak` new ones each time, and a failure is
#: printed in a form that reproduces it.
fuzz = settings(
    max_examples=times(60, 2000),
    derandomize=not SOAK,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)

#: Scores are the same to this for any order of the rows.
SAME = {"rtol": 1e-9, "atol": 1e-9}

#: An error speaks of our arguments, not of Java's options, classes or methods.
UNCLEAR = re.compile(r"losvm\.|Exception|\bnull\b|not about your parameters")

KINDS = ("normal", "heavy tails", "few values", "constant", "denormal")

# ---------------------------------------------------------------------------- what is tried


@st.composite
def made_tables(draw):
    """Columns of several kinds and scales, with duplicate rows and a far outlier at times."""
    n = draw(st.integers(3, 40))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    exponents = st.just(0) | st.integers(-300, 300)
    common = draw(st.none() | exponents)  # one scale for all columns, or one for each
    X = np.empty((n, len(kinds)))
    for j, kind in enumerate(kinds):
        column = {
            "normal": lambda: rng.standard_normal(n),
            "heavy tails": lambda: rng.standard_cauchy(n),
            "few values": lambda: rng.integers(0, 3, n).astype(float),
            "constant": lambda: np.full(n, rng.standard_normal()),
            "denormal": lambda: rng.integers(-5, 6, n) * 5e-324,
        }[kind]()
        if kind != "denormal":
            column *= 10.0 ** (draw(exponents) if common is None else common)
        X[:, j] = column
    if draw(st.booleans()):
        X = X[rng.integers(0, n, n)]
    if draw(st.booleans()):
        with np.errstate(over="ignore"):
            X[rng.integers(n)] *= 1e6
    return np.clip(X, -1.7e308, 1.7e308)


#: Any finite numbers at all: hypothesis likes the largest, the smallest, and equal ones.
raw_tables = arrays(
    np.float64,
    st.tuples(st.integers(3, 8), st.integers(1, 3)),
    elements=st.floats(allow_nan=False, allow_infinity=False),
)


@st.composite
def parameters(draw, n):
    """All parameters of `run`, for `n` rows; some do not fit together."""
    found = {
        "b": draw(st.integers(0, 5) | st.just(n - 2)),
        "method": draw(st.sampled_from(["losdd", "losoc"])),
        "kernel": draw(st.sampled_from([k for k in KERNELS if k != "precomputed"])),
        "standardize": draw(st.booleans()),
        "score_form": draw(st.sampled_from([None, "distance", "relative", "log_ratio"])),
        "reference": draw(st.sampled_from(["round", "final"])),
        "solver": draw(st.sampled_from(["auto", "exact", "smo"])),
        "tol": draw(st.sampled_from([1e-1, 1e-3, 1e-9, 1e-14])),
        "n_jobs": draw(st.sampled_from([1, 2, -1])),
        "cache_mb": draw(st.sampled_from([None, 1, 100])),
    }
    if found["b"] and draw(st.booleans()):
        found["R"] = draw(st.integers(0, n - 2) | st.floats(0.01, 0.99))
    if found["kernel"] == "polynomial":
        found["degree"] = draw(st.integers(1, 6))
        found["coef0"] = draw(st.sampled_from([0, 1e-10, 1, 1e10]))
    elif found["kernel"] != "linear":
        rules = st.sampled_from(["silverman", "scott", "sklearn"])
        found["gamma"] = draw(rules | st.integers(-300, 300).map(lambda e: 10.0**e))
    margin = draw(st.sampled_from(["hard", "C", "nu"]))
    if margin == "C":
        found["C"] = draw(st.floats(1 / n, 1e6))
    elif margin == "nu":
        found["nu"] = draw(st.floats(1e-6, 1))
    return found


@st.composite
def problems(draw, tables=None):
    X = draw(tables if tables is not None else made_tables() | raw_tables)
    return X, draw(parameters(len(X)))


def check_clear(error):
    assert not UNCLEAR.search(str(error)), error


def attempt(X, **parameters):
    """Run it, and return the result, or None if there was a clear error."""
    tally("random inputs")
    try:
        with time_limit():
            result = run(X, **parameters)
    except ValueError as error:
        check_clear(error)
        tally("random inputs refused with a clear error")
        return None
    n = len(X)
    assert np.isfinite(result.scores).all()
    np.testing.assert_array_equal(np.sort(result.ranking), np.arange(n))
    assert len(result.removed) == result.params["R"]
    assert result.model.alpha.sum() == pytest.approx(1)
    return result


# ---------------------------------------------------------------------------- what must hold


@fuzz
@given(problems())
def test_finite_scores_or_a_clear_error(problem):
    X, parameters = problem
    before = X.copy()
    result = attempt(X, **parameters)
    np.testing.assert_array_equal(X, before)
    if result is None:
        return
    repr(result)
    try:
        with time_limit():
            assert np.isfinite(result.score_samples(X)).all()
    except ValueError as error:
        check_clear(error)


@fuzz
@given(problems(), st.randoms(use_true_random=False), st.sampled_from([1, 2, 3]))
def test_neither_order_nor_threads_matter(problem, random, threads):
    X, parameters = problem
    order = random.sample(range(len(X)), len(X))
    one = attempt(X, **parameters)
    other = attempt(X[order], **{**parameters, "n_jobs": threads})
    assert (one is None) == (other is None)
    if one is not None:
        np.testing.assert_allclose(other.scores, one.scores[order], **SAME)


def accuracy(result, X):
    """Tell how accurate the scores are: those of the round in which errors weigh most.

    Every score is a difference of two gradients, in some unit. They are as accurate as the solver
    was asked to be, but for the rounding errors of sums of kernel values, which can be far larger.
    """
    params, rounds = result.params, result.rounds
    rho, square = rounds["rho"].abs().to_numpy(), rounds["radius"].to_numpy() ** 2
    largest, of_products = 1.0, params["kernel"] in ("linear", "polynomial")
    if of_products:
        if params["standardize"]:
            X = (X - result.model.mean) / result.model.scale
        largest = (X**2).sum(axis=1).max() + (params["coef0"] or 0)
        largest **= params["degree"] or 1
    sphere = params["method"] == "losdd"
    error = params["tol"] * (square / 2 if sphere and of_products else rho) + 1e-14 * largest
    if params["score_form"] == "distance":
        unit = np.full_like(rho, 0.5) if sphere else np.sqrt(rho)
    elif sphere and of_products:
        unit = np.maximum(square, 1e-12 * (square + rho)) / 2
    else:
        unit = rho
    # No unit: all points that are left are the same, and there is nothing to round.
    return np.divide(error, unit, out=np.zeros_like(error), where=unit > 0).max()


@fuzz
@given(problems(), st.data())
def test_twins_are_no_outliers(problem, data):
    """Without one of two equal rows the other is still there: neither can be outside."""
    X, parameters = problem
    parameters = {k: v for k, v in parameters.items() if k not in ("C", "nu")}  # the hard margin
    parameters |= {"reference": "round", "tol": 1e-9}
    row = data.draw(st.integers(0, len(X) - 1))
    result = attempt(np.vstack([X, X[row]]), **parameters)
    if result is not None:
        assert result.scores[-1] == result.scores[row]
        assert result.scores[row] <= accuracy(result, X)


@st.composite
def plain_problems(draw):
    """Random data without ties, and a kernel of differences with a bandwidth that sees them."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.standard_normal((draw(st.integers(5, 40)), draw(st.integers(1, 6))))
    X[0] *= draw(st.sampled_from([1, 10]))
    return X, {
        "b": draw(st.integers(0, 3)),
        "method": draw(st.sampled_from(["losdd", "losoc"])),
        "kernel": draw(st.sampled_from(BANDWIDTH_KERNELS)),
        "score_form": draw(st.sampled_from(["distance", "relative", "log_ratio"])),
        "reference": draw(st.sampled_from(["round", "final"])),
        "solver": draw(st.sampled_from(["exact", "smo"])),
        "gamma": draw(st.sampled_from([0.2, 1.0, 5.0])),
        "tol": 1e-12,
    }


def check_same(X, Y, **parameters):
    """Check that two forms of the same data have the same scores, but for rounding."""
    one, other = attempt(X, **parameters), attempt(Y, **parameters)
    np.testing.assert_allclose(other.scores, one.scores, rtol=1e-6, atol=1e-6)


@fuzz
@given(plain_problems(), st.integers(-(2**20), 2**20))
def test_adding_a_constant_changes_nothing(problem, constant):
    X, parameters = problem
    X = np.rint(X * 2**20) / 2**20  # so that the sum is exact
    check_same(X, X + constant, **parameters, standardize=False)


@fuzz
@given(plain_problems(), st.integers(0, 2**32 - 1))
def test_rotating_changes_nothing(problem, seed):
    X, parameters = problem
    d = X.shape[1]
    rotation, _ = np.linalg.qr(np.random.default_rng(seed).standard_normal((d, d)))
    check_same(X, X @ rotation, **parameters, standardize=False)


@fuzz
@given(plain_problems(), st.data())
def test_scaling_changes_nothing_when_standardized(problem, data):
    X, parameters = problem
    d = X.shape[1]
    exponents = data.draw(st.lists(st.integers(-290, 290), min_size=d, max_size=d))
    factors = data.draw(st.lists(st.floats(1, 9.5), min_size=d, max_size=d))
    scales = np.array(factors) * 10.0 ** np.array(exponents)
    check_same(X, X * scales, **parameters)


@st.composite
def kernel_matrices(draw):
    """Kernel matrices with huge, tiny, equal and different values of K(x, x)."""
    n = draw(st.integers(3, 25))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    Z = rng.standard_normal((n, draw(st.integers(1, 30))))
    K = Z @ Z.T
    if draw(st.booleans()):
        scale = np.sqrt(K.diagonal())
        K /= np.outer(scale, scale)
    lengths = 10.0 ** rng.uniform(*draw(st.sampled_from([(0, 0), (-3, 3), (-70, -60)])), n)
    K *= np.outer(lengths, lengths) * 10.0 ** draw(st.just(0) | st.integers(-150, 150))
    return (K + K.T) / 2


@fuzz
@given(problems(kernel_matrices()), st.randoms(use_true_random=False))
def test_kernel_matrices(problem, random):
    K, parameters = problem
    ours = ("kernel", "gamma", "degree", "coef0")
    parameters = {k: v for k, v in parameters.items() if k not in ours}
    parameters["kernel"] = "precomputed"
    one = attempt(K, **parameters)
    order = random.sample(range(len(K)), len(K))
    other = attempt(K[np.ix_(order, order)], **parameters)
    assert (one is None) == (other is None)


# ---------------------------------------------------------------------------- ELKI's options

names = st.sampled_from(["LOF", "knno", "KNNOutlier", "losdd", "LOSOC", "IsolationForest"])
option_names = st.sampled_from(["k", "lof.k", "knno.k", "algorithm.distancefunction", "seed"]) | (
    st.sampled_from(["batches", "remove", "c", "nu", "kernel", "gamma", "memory", "threads"])
).map("losvm.{}".format)
values = (
    st.integers(-(2**40), 2**40)
    | st.floats()
    | st.text(max_size=12)
    | st.booleans()
    | st.lists(st.integers(), max_size=3)
    | st.sampled_from(["rbf", "linear", "ManhattanDistance", "java.io.File", "", "1e999", "NaN"])
)


@fuzz
@given(
    names | st.text(max_size=20),
    st.dictionaries(option_names | st.text(min_size=1, max_size=12), values, max_size=4),
)
def test_any_option_of_elki(name, options):
    X = np.random.default_rng(0).standard_normal((30, 2))
    tally("random ELKI options")
    try:
        with time_limit(), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # scores that a detector did not give
            result = run_elki(X, name, options=options)
    except (ValueError, MemoryError):  # k=2**31 - 1 is an int, and ELKI makes room for as many
        return
    assert result.scores.shape == (30,)
