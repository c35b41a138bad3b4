"""`explain` and `clean`: against the kernel without the column, and by what users see."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from pyelki_losdd import Explanation, detect, load, plots, run, run_elki
from pyelki_losdd._java import bridge
from pyelki_losdd._reasons import Expected, Found, Numbers, expected_text, most_likely
from pyelki_losdd._reasons._words import sentence


def houses(n=200, seed=0):
    """Sizes, prices and rooms that go together, but for three errors."""
    rng = np.random.default_rng(seed)
    size = rng.normal(100, 20, n)
    price = size * 1.5 + rng.normal(0, 8, n)
    rooms = np.rint(size / 25 + rng.normal(0, 0.4, n)).astype(int)
    columns = {"price": price.round(), "size": size.round(1), "rooms": rooms}
    frame = pd.DataFrame(columns, index=[f"h{i}" for i in range(n)])
    frame.iloc[5, 0] = 9999
    frame.iloc[17, 1] *= 10
    frame.iloc[33, 2] = 9
    return frame


HOUSES = houses()
ERRORS = {5: "price", 17: "size", 33: "rooms"}


@pytest.fixture(scope="module")
def found():
    return detect(HOUSES)


# ---------------------------------------------------------------- against the kernel itself

KERNELS = {
    "rbf": lambda terms, gamma: np.exp(-gamma * terms.sum(-1)),
    "laplace": lambda terms, gamma: np.exp(-np.sqrt(2 * gamma * terms.sum(-1))),
    "rational_quadratic": lambda terms, gamma: 1 / (1 + gamma * terms.sum(-1)),
    "laplacian": lambda terms, gamma: np.exp(-gamma * terms.sum(-1)),
}


def terms_of(kernel, rows, vectors):
    difference = np.abs(rows[:, None] - vectors)
    return difference if kernel == "laplacian" else difference**2


def brute(kernel, gamma, rows, vectors, alpha, groups, values):
    """Costs of the groups, and means of the columns, by a kernel that never saw the group."""
    terms = terms_of(kernel, rows, vectors)
    g = KERNELS[kernel](terms, gamma) @ alpha
    cost = np.empty((len(rows), groups.max() + 1))
    mean = np.empty((len(rows), values.shape[1]))
    for j in range(cost.shape[1]):
        weights = KERNELS[kernel](terms[..., groups != j], gamma) * alpha
        cost[:, j] = np.log(weights.sum(1)) - np.log(g)
        mean[:, groups == j] = weights @ values[:, groups == j] / weights.sum(1, keepdims=True)
    return cost, mean


@pytest.mark.parametrize("kernel", ["rbf", "laplace", "rational_quadratic"])
@pytest.mark.parametrize("groups", [np.arange(4), np.array([1, 0, 1, 2])], ids=["single", "groups"])
def test_one_model(kernel, groups):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4)) * [1, 5, 0.1, 30] + [0, 10, 0, 1000]
    result = run(X, b=5, kernel=kernel, nu=0.2)
    model, new = result.model, X[:30] + 0.01 * rng.normal(size=(30, 4))
    found = model.reasons(new, groups)
    Z = (new - model.mean) / model.scale
    values = model.support_vectors * model.scale + model.mean
    gamma = result.params["gamma"]
    cost, mean = brute(kernel, gamma, Z, model.support_vectors, model.alpha, groups, values)
    np.testing.assert_allclose(found["cost"], cost, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found["mean"], mean, rtol=1e-9)
    assert (found["low"] <= found["median"]).all()
    assert (found["median"] <= found["high"]).all()


def seen_by(group, rows):
    """Rows as a group of members sees them, and what brings values back."""
    columns = group["columns"]
    chosen = columns["columns"]
    if "sorted" in columns:
        reference = columns["sorted"].reshape(len(chosen), -1)
        n = reference.shape[1]

        def score(k, v):
            r = np.searchsorted(reference[k], v, "left") + np.searchsorted(reference[k], v, "right")
            return norm.ppf(np.clip(r, 1, 2 * n - 1) / (2 * n))

        raw = np.column_stack([score(k, rows[:, j]) for k, j in enumerate(chosen)])
    else:
        low, high = columns["bounds"].reshape(2, -1)[:, chosen]
        raw = (0.5 * rows[:, chosen] - low) / (high - low)
    return (raw - columns["mean"]) * columns["factor"]


@pytest.mark.parametrize("kernel", [None, "rbf", "laplace", "rational_quadratic"])
def test_ensembles(kernel):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(150, 3)) ** 3
    model = detect(X, kernel=kernel, n_estimators=5, max_samples=40).model
    new, groups = X[:20] + 0.01, np.array([0, 1, 1])
    expected = 0
    for group in model.members["groups"]:
        Z, start = seen_by(group, new), 0
        vectors = group["support"].reshape(-1, Z.shape[1])
        for size, gamma in zip(group["sizes"], group["gamma"], strict=True):
            part = slice(start, start := start + size)
            alpha = group["weights"][part]
            cost, _ = brute(group["kernel"], gamma, Z, vectors[part], alpha, groups, vectors[part])
            expected += group["unit"] * cost / 5
    found = model.reasons(new, groups)
    np.testing.assert_allclose(found["cost"], expected, rtol=1e-7, atol=1e-9)
    # What was expected are values that occur, not ranks; scaling there and back takes a digit.
    for name in ("median", "low", "high"):
        gap = np.abs(found[name][:, None] - X).min(axis=1)
        assert gap.max() < 1e-9


def test_a_row_does_not_vouch_for_itself():
    X = np.vstack([np.random.default_rng(0).normal(size=(60, 2)), [[9.0, 0.0]]])
    result = run(X, b=0, kernel="laplace")  # nothing is removed: the row is a support vector
    assert 60 in result.model.rows
    others = result.model.rows != 60
    model = result.model
    cost, _ = brute(
        "laplace", result.params["gamma"], model.support_vectors[~others],
        model.support_vectors[others], model.alpha[others], np.arange(2),
        model.support_vectors[others],
    )  # fmt: skip
    reasons = result.explain(60)
    np.testing.assert_allclose(reasons.cost, cost, rtol=1e-9)
    assert abs(reasons.expected[0][0].value) < 3


def test_members_that_have_seen_a_row_are_not_asked():
    X = np.random.default_rng(0).normal(size=(100, 2))
    result = detect(X, kernel="rbf", n_estimators=4, max_samples=30)
    members = result.model.members
    judged = members["judged"].reshape(-1, 4)
    hidden = {**members, "judged": np.full(judged.size, np.nan)}  # as if nobody had
    all_asked = bridge.ensemble_reasons(X, np.arange(2), hidden, threads=0)["cost"]
    asked = bridge.ensemble_reasons(X, np.arange(2), members, threads=0)["cost"]
    same = np.isclose(all_asked, asked, rtol=1e-12).all(axis=1)
    assert 0 < same.sum() < 100  # those in no sample
    few = X[:6]  # all of them are in all samples
    result = detect(few, n_estimators=3)
    assert np.isfinite(result.explain(range(6)).share).all()


# ---------------------------------------------------------------- what is said


def test_errors_are_named(found):
    for result in (found, run(HOUSES, b=10, R=0.1, nu=0.2, kernel="laplace", reference="final")):
        reasons = result.explain(list(ERRORS))
        top = reasons.to_frame(top=1)
        assert top["column"].tolist() == list(ERRORS.values())
        clean = houses()
        clean.iloc[5, 0] = clean.iloc[5, 1] * 1.5
        clean.iloc[17, 1] /= 10
        clean.iloc[33, 2] = round(clean.iloc[33, 1] / 25)
        truth = [
            clean.loc[label, name] for label, name in zip(top.index, top["column"], strict=True)
        ]
        assert ((top["low"] <= truth) & (truth <= top["high"])).all()
        assert reasons.sentences()[0].startswith("price 9999, expected about 1")
        assert str(reasons).splitlines()[1].startswith("h17 (")


def test_shares(found):
    reasons = found.explain(range(len(HOUSES)))
    assert (reasons.cost >= 0).all()
    assert (reasons.share >= 0).all()
    np.testing.assert_allclose(reasons.share.sum(axis=1), 1, rtol=1e-12)
    assert reasons.share[[5, 17, 33], [0, 1, 2]].min() > 0.6
    frame = reasons.to_frame()
    assert len(frame) == 3 * len(HOUSES)
    first = frame[frame["row"] == 5]
    assert first["share"].is_monotonic_decreasing
    assert list(first.index) == ["h5"] * 3
    assert list(frame.columns) == [
        "row", "column", "share", "cost", "value", "expected", "low", "high"
    ]  # fmt: skip


def test_costs_of_a_single_support_vector_sum_up():
    """With the kernels that are products, shares are exact: the costs are the whole score."""
    for kernel, gamma in (("rbf", 0.3), ("laplacian", 0.3)):
        cost, _ = brute(
            kernel, gamma, np.array([[1.0, -2.0, 3.0]]), np.zeros((1, 3)), np.ones(1),
            np.arange(3), np.zeros((1, 3)),
        )  # fmt: skip
        whole = gamma * (14 if kernel == "rbf" else 6)
        assert cost.sum() == pytest.approx(whole, rel=1e-12)


def test_pairs():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 4))
    X[0] = 0, 60, -60, 0
    reasons = run(X, b=10, nu=0.2, kernel="rational_quadratic").explain([0, 1])
    assert reasons.pairs == [(1, 2), None]
    assert reasons.share[0, 1] + reasons.share[0, 2] > 0.9
    assert reasons.share.sum(axis=1) == pytest.approx(1)
    assert abs(reasons.expected[0][1].value) < 2  # without both
    assert reasons.sentences()[0].startswith("column 1 60 and column 2 -60 together, expected ")
    together = reasons.to_frame()["together"].tolist()
    assert together[:2] in (["column 2", "column 1"], ["column 1", "column 2"])
    assert pd.isna(together[2:]).all()


def test_rows_far_away_and_constant_columns():
    X = np.column_stack((np.random.default_rng(0).normal(size=(80, 2)), np.full(80, 7.0)))
    new = np.array([[1e300, 0, 7], [0.0, 1e5, 8], [1e200, -1e200, 7]])
    for result in (detect(X), run(X, b=3), run(X, b=3, kernel="rational_quadratic")):
        share = result.explain(range(3), X=new).share
        assert np.isfinite(share).all()
        assert share[0, 0] > 0.9
        assert share[1, 1] > 0.9
        assert (share[:, 2] == 0).all()


def test_order_of_rows_does_not_matter():
    order = np.random.default_rng(0).permutation(len(HOUSES))
    for make in (detect, lambda X: run(X, b=5)):
        one, other = make(HOUSES), make(HOUSES.iloc[order])
        a, b = one.explain(order), other.explain(range(len(order)))
        np.testing.assert_allclose(a.cost, b.cost, rtol=1e-9, atol=1e-9)
        pd.testing.assert_frame_equal(
            a.to_frame(1).drop(columns="row"), b.to_frame(1).drop(columns="row")
        )


# ---------------------------------------------------------------- rows and data


def test_default_rows(found):
    reasons = found.explain()
    assert reasons.rows.tolist() == found.ranking[: len(reasons)].tolist()
    assert len(reasons) == min(20, found.labels().sum())
    plain = run(HOUSES, b=0, nu=0.1)  # nothing was removed
    assert len(plain.explain()) == min(20, (plain.scores > 0).sum()) > 0
    new = HOUSES.iloc[:40]
    reasons = found.explain(X=new)
    assert set(reasons.rows[:3]) == set(ERRORS)
    assert len(reasons) == (found.score_samples(new) > found.threshold).sum()
    nothing = found.explain(X=new.iloc[[0]] * 0 + HOUSES.median())
    assert len(nothing) == 0
    assert "no row is an outlier" in repr(nothing)
    assert list(nothing.to_frame().columns[:3]) == ["row", "column", "share"]


def test_the_same_rows_by_all_ways(found, tmp_path):
    expected = found.explain([33, 5]).to_frame()
    path = tmp_path / "result"
    found.save(path)
    for again in (load(path), pickle.loads(pickle.dumps(found))):
        with pytest.raises(ValueError, match=r"holds no data.*explain\(X=X\)"):
            again.explain()
        pd.testing.assert_frame_equal(again.explain([33, 5], X=HOUSES).to_frame(), expected)
    mask = np.zeros(len(HOUSES), dtype=bool)
    mask[[5, 33]] = True
    assert found.explain(mask).rows.tolist() == [5, 33]
    by_values = detect(HOUSES.to_numpy()).explain([33, 5])
    assert by_values.columns == ["column 0", "column 1", "column 2"]
    np.testing.assert_array_equal(by_values.cost, found.explain([33, 5]).cost)
    as_list = detect(HOUSES.to_numpy().tolist()).explain([33, 5])
    np.testing.assert_array_equal(as_list.cost, by_values.cost)
    one = run(HOUSES, b=5)
    np.testing.assert_array_equal(one.explain(5).cost, one.explain(X=HOUSES, rows=5).cost)


def test_changed_data():
    for make in (detect, lambda X: run(X, b=0)):
        X = HOUSES.to_numpy(dtype=float)
        result = make(X)
        X += 1
        with pytest.raises(ValueError, match="have changed"):
            result.explain(range(len(X)))


def test_wrong_arguments(found):
    with pytest.raises(ValueError, match="rows=200: there are the rows 0 to 199"):
        found.explain(200)
    with pytest.raises(TypeError, match=r"rows='h5'.*get_indexer"):
        found.explain("h5")
    with pytest.raises(ValueError, match="X has no column 'rooms', but needs one"):
        found.explain(0, X=HOUSES.iloc[:, :2])
    K = np.exp(-np.square(HOUSES.to_numpy()[:, None] / 100 - HOUSES.to_numpy() / 100).sum(-1))
    for result in (
        run(HOUSES, b=1, kernel="linear"),
        detect(HOUSES, kernel="polynomial"),
        run(K, b=1, kernel="precomputed"),
        detect(K, kernel="precomputed"),
        run(HOUSES, b=1, kernel="elki.similarity.kernel.LaplaceKernel"),
        run_elki(HOUSES, "LOF", k=5),
    ):
        assert not result.explains
        with pytest.raises(ValueError, match="'rbf', 'laplace' or 'rational_quadratic'"):
            result.explain()


# ---------------------------------------------------------------- words


def test_words():
    def said(value, expected, share=1.0):
        return sentence(["price"], [share], [value], [expected], None)

    assert (
        said(9999.0, Expected(150.4, 90.2, 309.9)) == "price 9999, expected about 150 (90 to 310)"
    )
    assert (
        said(0.1234, Expected(0.5321, 0.31, 0.72))
        == "price 0.1234, expected about 0.53 (0.31 to 0.72)"
    )
    assert said(1234567.0, Expected(3.0, 3.0, 3.0)) == "price 1234567, expected 3"
    assert (
        said(1e30, Expected(0.0, -1e-9, 1e-9)) == "price 1e+30, expected about 0 (-1e-09 to 1e-09)"
    )
    assert said("Berlin", Expected("Paris", share=0.834)) == "price Berlin, expected Paris (83 %)"
    assert said(None, Expected("Paris", share=0.5)) == "price missing, expected Paris (50 %)"
    assert said(float("nan"), Expected(2.0, 1.0, 3.0)).startswith("price missing, expected about 2")
    assert (
        expected_text(Expected(float("nan"), float("nan"), float("nan"))) == "nothing in particular"
    )
    assert said(1.0, Expected(1.0, 1.0, 1.0), 0.0) == "no column differs from what was expected"
    three = sentence(list("abcde"), [0.2] * 5, [1.0] * 5, [Expected(2.0, 1.0, 3.0)] * 5, None)
    assert three.startswith("no single column stands out; most of all: a 1, ")
    assert three.count(";") == 3


def test_cells():
    cells = Numbers(["a", "b"])
    found = Found(*(np.array([v]) for v in (2.0, 1.0000000000000002, 0.1, 3.0)))
    assert cells.expected(0, found) == Expected(1.0, 0.1, 3.0)
    assert most_likely(np.array([0.1, 0.6, np.nan, 0.3])) == (1, pytest.approx(0.6))
    at, share = most_likely(np.array([np.nan, np.nan]))
    assert at == 0
    assert np.isnan(share)


class City:
    """A table of a price and a city, which became three columns."""

    names = ("price", "city")
    groups = np.array([0, 1, 1, 1])
    _cities = ("Ulm", "Bonn", "Kiel")

    def value(self, column, encoded):
        return float(encoded[0]) if column == 0 else self._cities[int(np.argmax(encoded))]

    def expected(self, column, found):
        if column == 0:
            return Numbers(self.names).expected(column, found)
        at, share = most_likely(found.mean)
        return Expected(self._cities[at], share=share)


def test_other_cells(monkeypatch):
    """Categories plug in: their columns are left out together, and come back as one."""
    rng = np.random.default_rng(0)
    city = rng.integers(0, 3, 300)
    price = np.array([100.0, 200, 300])[city] + rng.normal(0, 5, 300)
    city[0], price[0] = 0, 300.0
    X = np.column_stack((price, np.eye(3)[city]))
    result = detect(X)
    monkeypatch.setattr(type(result.model), "cells", City())
    reasons = result.explain(0)
    assert reasons.columns == ["price", "city"]
    assert reasons.values == [[300.0, "Ulm"]]
    city_expected = reasons.expected[0][1]
    assert city_expected.value == "Kiel"
    assert 0.4 < city_expected.share < 1
    assert 90 < reasons.expected[0][0].value < 110
    frame = reasons.to_frame()
    assert frame.set_index("column").loc["city", "probability"] == city_expected.share
    assert "city Ulm, expected Kiel (" in str(reasons)


# ---------------------------------------------------------------- cleaning


def test_clean(found):
    before = HOUSES.copy()
    dropped = found.clean(contamination=3)
    assert set(HOUSES.index) - set(dropped.table.index) == set(HOUSES.index[found.ranking[:3]])
    assert sorted(dropped.changes["row"]) == sorted(found.ranking[:3])
    assert repr(dropped) == "3 outliers dropped, 197 rows left"
    replaced = found.clean("replace", 2)
    assert replaced.changes[["column", "old"]].to_numpy().tolist()[0] == ["price", 9999.0]
    assert replaced.table.loc["h5", "price"] == found.explain(5).expected[0][0].value
    assert replaced.table.dtypes.tolist() == HOUSES.dtypes.tolist()
    assert (replaced.table != HOUSES).to_numpy().sum() == len(replaced.changes) == 2
    assert repr(replaced) == "2 cells of 2 outliers replaced"
    emptied = found.clean("empty", 2)
    assert emptied.table.isna().to_numpy().sum() == 2
    assert "2 cells of 2 outliers emptied" in repr(emptied)
    pd.testing.assert_frame_equal(HOUSES, before)
    values = detect(HOUSES.to_numpy())
    array = values.clean("empty", 2).table
    assert isinstance(array, np.ndarray)
    assert np.isnan(array).sum() == 2
    assert len(run_elki(HOUSES, "LOF", k=5).clean(contamination=4, X=HOUSES).table) == 196


def test_clean_keeps_types():
    frame = HOUSES.assign(garden=HOUSES["size"] > 100)
    frame.iloc[40, 2] = 30
    result = detect(frame)
    replaced = result.clean("replace", 4).table
    assert replaced.dtypes.tolist() == frame.dtypes.tolist()
    assert replaced.iloc[40, 2] in (3, 4, 5)
    assert result.clean("empty", 4).table["rooms"].isna().sum() >= 1
    twice = frame.set_axis(["a", "b", "c", "d"], axis=1)
    assert not detect(twice).clean("replace", 4).table.isna().to_numpy().any()


def test_clean_refuses(found, tmp_path):
    with pytest.raises(ValueError, match="how='remove'"):
        found.clean("remove")
    with pytest.raises(ValueError, match="X has 3 rows, but the result 200"):
        found.clean(X=HOUSES.iloc[:3])
    found.save(tmp_path / "a")
    with pytest.raises(ValueError, match=r"clean\(X=X\)"):
        load(tmp_path / "a").clean()
    inside = detect(HOUSES).clean("replace", 150)
    assert len(inside.untouched) + inside.changes["row"].nunique() == 150
    assert "no cell is suspicious by itself" in repr(inside)


# ---------------------------------------------------------------- pictures


def test_pictures(found):
    plt = pytest.importorskip("matplotlib.pyplot")
    reasons = found.explain([5, 17, 33])
    heat = reasons.plot()
    np.testing.assert_allclose(heat.images[0].get_array(), reasons.share)
    assert [text.get_text() for text in heat.get_yticklabels()] == ["h5", "h17", "h33"]
    bars = reasons.plot(17)
    assert [bar.get_width() for bar in bars.patches] == sorted(reasons.share[1])[::-1]
    assert bars.get_yticklabels()[0].get_text() == "size"
    assert plots.reasons(found.explain(5)).get_xlabel() == "share of the score"
    for ax in (heat, bars):
        ax.figure.canvas.draw()
    with pytest.raises(ValueError, match="row=4: is not explained here; there are 5, 17, 33"):
        reasons.plot(4)
    with pytest.raises(TypeError, match=r"result\.explain\(\)"):
        plots.reasons(found)
    with pytest.raises(ValueError, match="nothing to draw"):
        found.explain([]).plot()
    assert isinstance(reasons, Explanation)
    plt.close("all")
