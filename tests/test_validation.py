"""Bad input: every error names the argument and, where it applies, the row and column.

Nothing here needs Java: the checks come first. That Java stays usable is tested in test_run.py.
"""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import pyelki_losdd
from pyelki_losdd._checks import check_count
from pyelki_losdd._validation import check_data

GOOD = np.random.default_rng(0).standard_normal((30, 3))


def changed(row, column, value, dtype=None):
    X = GOOD.astype(dtype or float)
    X[row, column] = value
    return X


def kernel_matrix():
    return np.exp(-((GOOD[:, None] - GOOD) ** 2).sum(-1))


def named(X, **columns):
    frame = pd.DataFrame(X, columns=["height", "width", "mass"], index=[f"r{i}" for i in range(30)])
    return frame.assign(**columns)


BAD_DATA = {
    "nan": (changed(4, 1, np.nan), ValueError, "X contains NaN in row 4, column 1"),
    "several": (changed([4, 9], 1, np.nan), ValueError, "row 4, column 1 and 1 more"),
    "inf": (changed(0, 2, np.inf), ValueError, "X contains infinity in row 0, column 2"),
    "-inf": (changed(0, 2, -np.inf), ValueError, "X contains infinity in row 0, column 2"),
    "float32 inf": (changed(0, 2, np.inf, "f4"), ValueError, "infinity in row 0, column 2"),
    "long double": (changed(3, 0, np.longdouble("1e400"), "longdouble"), ValueError, "row 3"),
    "strings": ([["a", 1], ["b", 2], ["c", 3]], TypeError, "strings, first in row 0, column 0"),
    "one string": ([[1, 2], [3, "x"], [5, 6]], TypeError, "first in row 1, column 1: 'x'"),
    "bytes": (np.array([[b"a"], [b"b"], [b"c"]]), TypeError, "X must hold real numbers.*bytes"),
    "none": ([[1, 2], [3, 4], [None, 6]], TypeError, "objects, first in row 2, column 0: None"),
    "objects": (GOOD.astype(object), TypeError, r"X.*Python objects.*astype\(float\)"),
    "decimals": ([[Decimal(1)]] * 3, TypeError, "X must hold real numbers"),
    "complex": (GOOD + 1j, TypeError, "X must hold real numbers, but holds complex"),
    "dates": (np.full((3, 2), np.datetime64("2026-01-01")), TypeError, "X must hold real numbers"),
    "records": (np.zeros(3, dtype=[("a", float)]), TypeError, "X must hold real numbers"),
    "sparse": (sparse.csr_matrix(GOOD), TypeError, r"X is a sparse matrix.*X\.toarray\(\)"),
    "1-D": (GOOD[:, 0], ValueError, r"X has 1 dimension \(shape \(30,\)\).*reshape\(-1, 1\)"),
    "series": (pd.Series(GOOD[:, 0]), ValueError, "X has 1 dimension"),
    "3-D": (GOOD.reshape(5, 6, 3), ValueError, "X has 3 dimensions"),
    "scalar": (3.0, ValueError, "X has 0 dimensions"),
    "nothing": (None, TypeError, "X must hold real numbers"),
    "empty list": ([], ValueError, "X has 1 dimension"),
    "0 rows": (GOOD[:0], ValueError, "X has 0 rows.*at least 3"),
    "1 row": (GOOD[:1], ValueError, "X has 1 row .*at least 3"),
    "2 rows": (GOOD[:2], ValueError, "X has 2 rows.*at least 3"),
    "0 columns": (GOOD[:, :0], ValueError, "X has 0 columns"),
    "ragged": ([[1, 2], [3], [4, 5]], ValueError, "X is ragged: row 1 has 1 values, but row 0"),
    "ragged deep": ([[1, 2], 3, [4, 5]], ValueError, "X is ragged: row 1 has no list"),
    "masked": (
        np.ma.masked_greater(GOOD, 1),
        ValueError,
        f"masked value in row {np.argwhere(GOOD > 1)[0][0]}, column {np.argwhere(GOOD > 1)[0][1]}",
    ),
    "frame nan": (
        named(changed(4, 1, np.nan)),
        ValueError,
        r"X contains NaN in row 4 \(index 'r4'\), column 1 \('width'\)",
    ),
    "frame na": (
        pd.DataFrame({"a": pd.array([1, 2, None], dtype="Int64"), "b": [1.0, 2, 3]}),
        ValueError,
        r"row 2 \(index 2\), column 0 \('a'\)",
    ),
    "frame text": (named(GOOD, name="x"), TypeError, r"X has the column 'name' \(column 3\)"),
    "frame object": (named(GOOD).astype({"mass": object}), TypeError, "X has the column 'mass'"),
    "frame date": (named(GOOD, t=pd.Timestamp(0)), TypeError, "X has the column 't'"),
    "frame complex": (named(GOOD + 0j), TypeError, "X has the column 'height'"),
    "frame category": (
        named(GOOD, k=pd.Categorical(["u"] * 30)),
        TypeError,
        "X has the column 'k'.*category",
    ),
    "empty frame": (pd.DataFrame(), ValueError, "X has 0 columns"),
}

BAD_PARAMETERS = [
    ({"b": -1}, ValueError, "b=-1: must be an integer >= 0"),
    ({"b": 2.0}, TypeError, "b=2.0: must be an integer"),
    ({"b": True}, TypeError, "b=True: must be an integer"),
    ({"b": "3"}, TypeError, "b='3'"),
    ({"b": None}, TypeError, "b=None"),
    ({"b": 29}, ValueError, r"R=29 \(R = b by default\) is too large.*at most 28"),
    ({"R": 29}, ValueError, "R=29 is too large: removing 29 of 30 rows.*at most 28"),
    ({"R": 0.99}, ValueError, "R=0.99 is too large: removing 30 of 30"),
    ({"R": -1}, ValueError, "R=-1"),
    ({"R": 0.0}, ValueError, "R=0.0: a float is a share"),
    ({"R": 1.0}, ValueError, "R=1.0: a float is a share"),
    ({"R": 5.0}, ValueError, "R=5.0: a float is a share.*integer"),
    ({"R": float("nan")}, ValueError, "R=nan"),
    ({"R": True}, TypeError, "R=True"),
    ({"R": "5%"}, TypeError, "R='5%'"),
    ({"b": 0, "R": 3}, ValueError, "R=3 with b=0"),
    ({"method": "lossd"}, ValueError, "method='lossd'.*Did you mean 'losdd'"),
    ({"method": None}, TypeError, "method=None"),
    ({"kernel": "rbff"}, ValueError, "kernel='rbff'.*Did you mean 'rbf'"),
    ({"kernel": "RBF"}, ValueError, "kernel='RBF'.*Did you mean 'rbf'"),
    ({"kernel": "poly"}, ValueError, "kernel='poly'.*Did you mean 'polynomial'"),
    ({"kernel": ""}, ValueError, "kernel=''"),
    ({"kernel": np.dot}, TypeError, "kernel=.*kernel='precomputed'"),
    ({"gamma": 0}, ValueError, "gamma=0: must be a finite number > 0"),
    ({"gamma": -1.0}, ValueError, "gamma=-1.0"),
    ({"gamma": float("nan")}, ValueError, "gamma=nan"),
    ({"gamma": float("inf")}, ValueError, "gamma=inf"),
    ({"gamma": True}, TypeError, "gamma=True"),
    ({"gamma": None}, TypeError, "gamma=None.*'silverman'"),
    ({"gamma": "silvermann"}, ValueError, "gamma='silvermann'.*Did you mean 'silverman'"),
    ({"gamma": 1.0, "kernel": "linear"}, ValueError, "gamma=1.0: kernel='linear' has no gamma"),
    ({"gamma": 1.0, "kernel": "polynomial"}, ValueError, "gamma=1.0"),
    ({"gamma": 1.0, "kernel": "precomputed"}, ValueError, "gamma=1.0"),
    ({"gamma": 1.0, "kernel": "a.b.C"}, ValueError, "gamma=1.0.*kernel_options"),
    ({"C": 0.5, "nu": 0.1}, ValueError, "C=0.5 and nu=0.1: give one of them"),
    ({"C": 0}, ValueError, "C=0: must be a finite number > 0"),
    ({"C": 0.03}, ValueError, "C=0.03 is too small: 20 rows"),
    ({"C": 0.04}, ValueError, "C=0.04 is too small: 20 rows are left.*at least 0.05"),
    ({"C": 0.05, "reference": "final"}, ValueError, "C=0.05 is too small: 19 rows"),
    ({"C": "1"}, TypeError, "C='1'"),
    ({"C": None}, TypeError, "C=None"),
    ({"C": float("inf")}, ValueError, "C=inf"),
    ({"nu": 0}, ValueError, "nu=0: must be a finite number > 0 and <= 1"),
    ({"nu": 1.5}, ValueError, "nu=1.5"),
    ({"nu": 0.7}, ValueError, "nu=0.7 is too large: 20 rows are left.*at most 0.6666"),
    ({"nu": 1, "b": 1, "R": 0}, ValueError, "nu=1 is too large: 29 rows"),
    ({"C": 0.03, "b": 0}, ValueError, "C=0.03 is too small: 30 rows"),
    ({"degree": 0}, ValueError, "degree=0"),
    ({"degree": 2.5}, TypeError, "degree=2.5"),
    ({"coef0": -1}, ValueError, "coef0=-1"),
    ({"standardize": "yes"}, TypeError, "standardize='yes'"),
    ({"standardize": 1}, TypeError, "standardize=1"),
    ({"score_form": "log-ratio"}, ValueError, "score_form='log-ratio'.*Did you mean 'log_ratio'"),
    ({"reference": "last"}, ValueError, "reference='last'.*'round', 'final'"),
    ({"solver": "libsvm"}, ValueError, "solver='libsvm'"),
    ({"tol": 0}, ValueError, "tol=0"),
    ({"tol": 1}, ValueError, "tol=1"),
    ({"tol": "1e-3"}, TypeError, "tol='1e-3'"),
    ({"n_jobs": 0}, ValueError, "n_jobs=0"),
    ({"n_jobs": 1.5}, TypeError, "n_jobs=1.5"),
    ({"cache_mb": 0}, ValueError, "cache_mb=0"),
    ({"cache_mb": 2**31}, ValueError, "cache_mb=2147483648: must be an integer <= 2147483647"),
    ({"cache_mb": 10.5}, TypeError, "cache_mb=10.5"),
    ({"progress": "bar"}, TypeError, "progress='bar'"),
    ({"kernel_options": {"a": 1}}, ValueError, "kernel_options=.*class name"),
    ({"kernel_options": [1], "kernel": "a.B"}, TypeError, "kernel_options="),
    ({"kernel_options": {"losvm.C": 1}, "kernel": "a.B"}, ValueError, "kernel_options.*'losvm.C'"),
    ({"kernel_options": {1: 1}, "kernel": "a.B"}, ValueError, "kernel_options has the key 1"),
]

K = kernel_matrix()
LOPSIDED = K.copy()
LOPSIDED[2, 7] += 0.5
NEGATIVE = K.copy()
NEGATIVE[5, 5] = -1

BAD_MATRICES = [
    (GOOD, "X has shape .30, 3., but kernel='precomputed' needs a square"),
    (LOPSIDED, r"X is not symmetric: X\[2, 7\] = .*X\[7, 2\]"),
    (NEGATIVE, r"X\[5, 5\] = -1 is negative"),
    (np.abs(GOOD[:, :1] - GOOD[:, 0]), "diagonal of X is 0.*distance matrix"),
]


@pytest.mark.parametrize(("X", "error", "message"), BAD_DATA.values(), ids=BAD_DATA)
def test_bad_data(X, error, message):
    with pytest.raises(error, match=message):
        pyelki_losdd.run(X)


@pytest.mark.parametrize(("parameters", "error", "message"), BAD_PARAMETERS, ids=str)
def test_bad_parameters(parameters, error, message):
    with pytest.raises(error, match=message):
        pyelki_losdd.run(GOOD, **parameters)


@pytest.mark.parametrize(("X", "message"), BAD_MATRICES)
def test_bad_kernel_matrices(X, message):
    with pytest.raises(ValueError, match=message):
        pyelki_losdd.run(X, kernel="precomputed")


def test_asymmetry_is_found_in_every_block():
    n = 2100  # several blocks of rows
    X = np.eye(n)
    X[n - 1, 3] = 0.5
    with pytest.raises(ValueError, match=r"X\[3, 2099\] = 0,.*X\[2099, 3\] = 0.5"):
        pyelki_losdd.run(X, kernel="precomputed")


@pytest.mark.parametrize(
    "X",
    [
        GOOD,
        GOOD.tolist(),
        tuple(map(tuple, GOOD)),
        np.asfortranarray(GOOD),
        np.repeat(GOOD, 2, axis=0)[::2],
        GOOD[::-1][::-1],
        pd.DataFrame(GOOD),
        np.ma.array(GOOD),
        named(GOOD).astype("Float64"),
    ],
    ids=lambda X: type(X).__name__,
)
def test_good_data(X):
    values = check_data(X).values
    np.testing.assert_array_equal(values, GOOD)
    assert values.flags.c_contiguous
    assert values.dtype == np.float64


@pytest.mark.parametrize("dtype", ["f2", "f4", ">f8", "i1", "u2", "i8", "u8", "?", "longdouble"])
def test_good_types(dtype):
    X = np.arange(12).reshape(4, 3).astype(dtype)
    np.testing.assert_array_equal(check_data(X).values, X.astype(float))
    np.testing.assert_array_equal(check_data(pd.DataFrame(X.tolist())).values, X.astype(float))


def test_labels_of_a_frame_are_kept():
    data = check_data(named(GOOD))
    assert list(data.index) == [f"r{i}" for i in range(30)]
    assert data.columns == ["height", "width", "mass"]


def test_read_only_data_are_not_copied():
    X = GOOD.copy()
    X.setflags(write=False)
    assert np.shares_memory(check_data(X).values, X)


def test_large_finite_values_pass():
    X = np.full((3, 2), 1.7e308)  # their sum is infinite
    np.testing.assert_array_equal(check_data(X).values, X)


@pytest.mark.parametrize(
    ("value", "count"), [(0, 0), (3, 3), (np.int8(4), 4), (0.1, 3), (0.01, 1), (0.29, 9), (0.15, 4)]
)
def test_counts_and_shares(value, count):
    assert check_count("R", value, 30) == count
