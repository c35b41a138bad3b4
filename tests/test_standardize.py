import numpy as np
import pytest

from pyelki_losdd import _standardize
from pyelki_losdd._standardize import apply, standardize


@pytest.fixture(autouse=True, params=[2**20, 100], ids=["one block", "many blocks"])
def block(request, monkeypatch):
    monkeypatch.setattr(_standardize, "_BLOCK", request.param)


def test_mean_and_deviation():
    X = np.random.default_rng(0).gamma(1, 3, size=(500, 7)) + np.array([0, 1, -5, 1e6, 0, 0, 2])
    Z, mean, scale = standardize(X)
    np.testing.assert_allclose(mean, X.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(scale, X.std(axis=0), rtol=1e-9)
    np.testing.assert_allclose(Z, (X - X.mean(axis=0)) / X.std(axis=0), atol=1e-9)
    np.testing.assert_array_equal(apply(X, mean, scale), Z)


@pytest.mark.parametrize("seed", range(5))
def test_row_order_changes_no_bit(seed):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((333, 5)) * [1, 1e-3, 1e8, 1, 1] + [0, 1, 2, 1e7, 1 / 3]
    order = rng.permutation(333)
    Z, mean, scale = standardize(X)
    Z2, mean2, scale2 = standardize(X[order])
    assert (mean.tobytes(), scale.tobytes()) == (mean2.tobytes(), scale2.tobytes())
    assert Z[order].tobytes() == Z2.tobytes()


def test_input_is_not_changed():
    X = np.random.default_rng(0).standard_normal((20, 3))
    before = X.copy()
    X.setflags(write=False)
    Z, _, _ = standardize(X)
    np.testing.assert_array_equal(X, before)
    assert not np.shares_memory(X, Z)


@pytest.mark.parametrize("value", [0.0, -0.0, 0.1, -1e300, 1.7e308, 5e-324, 1 / 3])
def test_constant_column_becomes_zero(value):
    X = np.column_stack([np.full(1001, value), np.arange(1001)])
    Z, _, _ = standardize(X)
    assert not Z[:, 0].any()
    assert not np.signbit(Z[:, 0]).any()  # Java would order -0.0 before 0.0
    assert np.isfinite(Z).all()
    assert Z[:, 1].std() == pytest.approx(1)


def test_rounding_noise_is_constant():
    X = np.column_stack([np.where(np.arange(100) % 2, 0.1 + 0.2, 0.3), np.arange(100)])
    assert len(np.unique(X[:, 0])) == 2
    Z, mean, scale = standardize(X)
    assert not Z[:, 0].any()
    assert not apply(X + 1, mean, scale)[:, 0].any()  # no scale is known for new values either


@pytest.mark.parametrize("unit", [1e300, 1e307, 1e154, 1e-160, 1e-300, 2.0**-1040])
def test_huge_and_tiny_values(unit):
    base = np.random.default_rng(0).uniform(-10, 10, size=(200, 1))
    expected, _, _ = standardize(base)
    with np.errstate(all="raise", under="ignore"):
        Z, _, _ = standardize(base * unit)
    np.testing.assert_allclose(Z, expected, atol=1e-7)


def test_extremes_of_float():
    top = np.finfo(float).max
    X = np.array([[-top, 5e-324], [top, 0], [top, 0], [top, 0]])
    Z, _, _ = standardize(X)
    np.testing.assert_allclose(Z[:, 0], [-np.sqrt(3), *[1 / np.sqrt(3)] * 3], rtol=1e-12)
    assert np.isfinite(Z).all()
