"""Tables with more than numbers: found, scored, saved, loaded; by all that takes tables."""

import json
import pickle
import zipfile
from io import BytesIO

import numpy as np
import pandas as pd
import pytest
from tables import PLANTED, houses

import pyelki_losdd as pl
from pyelki_losdd import LOSDD, LOSDDEnsemble, detect, load, run

pytestmark = pytest.mark.filterwarnings("ignore:the column 'name' is left out")

HOUSES = houses()


@pytest.fixture(scope="module")
def found():
    return detect(HOUSES)


def test_the_wrong_rows_come_first(found):
    assert set(HOUSES["name"].iloc[found.ranking[:2]]) == set(PLANTED)
    assert found.labels()[found.ranking[:2]].all()
    assert found.scores[found.ranking[1]] > 1.5 * found.scores[found.ranking[2]]


def test_the_reasons_are_the_wrong_cells(found):
    frame = found.explain(found.ranking[:2]).to_frame()
    worst = frame[frame["share"] == frame.groupby("row")["share"].transform("max")]
    assert dict(zip(worst["row"], worst["column"], strict=True)) == {17: "price", 31: "rooms"}
    price = worst[worst["column"] == "price"].iloc[0]
    assert price["value"] == 9999
    assert price["low"] < price["expected"] < price["high"] < 2000


@pytest.mark.parametrize("method", [detect, lambda X: run(X, columns="auto", R=0.2, nu=0.2)])
def test_a_wrong_category_is_named_with_the_right_one(method):
    rng = np.random.default_rng(5)
    kind = rng.choice(["cat", "dog"], 300, p=[0.6, 0.4])
    means = np.where(kind == "cat", 4.0, 30.0)
    pets = pd.DataFrame({"weight": rng.normal(means, 1), "length": rng.normal(means, 1.5)})
    pets["kind"] = kind
    row = int(np.flatnonzero(kind == "cat")[0])
    pets.loc[row, "kind"] = "dog"
    result = method(pets)
    assert row in result.ranking[:5]
    frame = result.explain(row).to_frame()
    first = frame.iloc[frame["share"].argmax()]
    assert (first["column"], first["value"], first["expected"]) == ("kind", "dog", "cat")
    assert first["probability"] > 0.9


def test_notices_and_columns(found):
    with pytest.warns(UserWarning, match=r"^the column 'name' is left out: all values differ\.$"):
        detect(HOUSES, n_estimators=1)
    assert found.columns.loc["name", "kind"] == "ignore"
    assert "columns: numbers: price, size, rooms; categories: city; left out: name" in repr(found)
    assert detect(HOUSES[["price"]].fillna(1.0)).columns is None


def test_new_rows_go_the_same_way(found):
    np.testing.assert_array_equal(found.score_samples(HOUSES), found.scores)
    shuffled = HOUSES.sample(frac=1, random_state=0)
    np.testing.assert_array_equal(
        found.score_samples(shuffled[shuffled.columns[::-1]]), found.scores[shuffled.index]
    )
    row = HOUSES.iloc[[40]]
    usual, new = found.score_samples(pd.concat([row, row.assign(city="Paris")]))
    assert new > usual + 0.3
    with pytest.raises(ValueError, match="X_new has no column 'city'"):
        found.score_samples(HOUSES.drop(columns="city"))


def test_order_and_threads_do_not_matter(found):
    order = np.random.default_rng(0).permutation(len(HOUSES))
    again = detect(HOUSES.iloc[order], n_jobs=1)
    np.testing.assert_allclose(again.scores, found.scores[order], rtol=1e-9)


def test_what_is_said_is_done(found):
    said = detect(HOUSES, columns={"name": "ignore", "rooms": "category"})
    assert said.columns.loc["rooms", "kind"] == "category"
    assert said.params["columns"] == {"name": "ignore", "rooms": "category"}
    assert not np.array_equal(said.scores, found.scores)
    with pytest.raises(ValueError, match="columns has 'colour' for 'city': must be one of"):
        detect(HOUSES, columns={"city": "colour"})
    with pytest.raises(TypeError, match="columns=7: must be 'auto', or a dict"):
        detect(HOUSES, columns=7)
    with pytest.raises(TypeError, match=r"X has no names of columns; pass a pandas.DataFrame"):
        detect(np.zeros((9, 2)), columns={"city": "category"})


def test_numbers_only_are_as_before():
    data = pl.datasets.load("WBC")
    frame = pd.DataFrame(data.X)
    expected = detect(data.X)
    for columns in (None, "auto"):
        same = detect(frame, columns=columns)
        np.testing.assert_array_equal(same.scores, expected.scores)
        assert same.encoder is None
    np.testing.assert_array_equal(run(frame, columns="auto").scores, run(data.X).scores)


def test_an_encoded_table_of_numbers_has_the_same_scores():
    """Encoding numbers changes nothing: what differs between tables is the gaps and categories."""
    data = pl.datasets.load("WBC")
    frame = pd.DataFrame(data.X, columns=list("abcdefghi"))
    encoded = detect(frame, columns={"a": "number"})
    assert encoded.encoder is not None
    np.testing.assert_allclose(encoded.scores, detect(data.X).scores, rtol=1e-12)


def test_run_on_request(found):
    with pytest.raises(TypeError, match=r"column 'name'.*run\(df, columns='auto'\)"):
        run(HOUSES)
    result = run(HOUSES, columns="auto")
    assert set(HOUSES["name"].iloc[result.ranking[:2]]) == set(PLANTED)
    # The cleaned model scores support vectors as its own boundary.
    new = HOUSES.iloc[[31, 40]].assign(rooms=[19, 4])
    assert result.score_samples(new)[0] > 1
    assert result.columns.loc["city", "kind"] == "category"
    plain = run(HOUSES, columns="auto", standardize=False)
    assert plain.model.mean is None


@pytest.mark.parametrize("kernel", ["rbf", "laplace", "polynomial"])
def test_other_kernels(kernel):
    result = detect(HOUSES, kernel=kernel, n_estimators=6)
    assert set(HOUSES["name"].iloc[result.ranking[:2]]) == set(PLANTED)
    assert result.columns is not None


@pytest.mark.parametrize("method", ["detect", "run"])
def test_saved_and_loaded(found, method, tmp_path):
    result = found if method == "detect" else run(HOUSES, columns="auto")
    result.save(tmp_path / "model")
    for copy in (load(tmp_path / "model"), pickle.loads(pickle.dumps(result))):
        np.testing.assert_array_equal(copy.scores, result.scores)
        np.testing.assert_array_equal(copy.score_samples(HOUSES), result.score_samples(HOUSES))
        pd.testing.assert_frame_equal(copy.columns, result.columns)
        assert repr(copy) == repr(result)


def damaged(path, change):
    """Change the description in a saved result."""
    with zipfile.ZipFile(path) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    meta = json.loads(np.load(BytesIO(parts["meta.npy"])).tobytes())
    change(meta["model"]["encoder"])
    stream = BytesIO()
    np.save(stream, np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8))
    parts["meta.npy"] = stream.getvalue()
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)


def spec(encoder, name):
    return next(s for s in encoder["columns"] if s["name"] == name)


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e["columns"].pop(),
        lambda e: spec(e, "city").update(kind="number"),
        lambda e: spec(e, "city").update(kind="colour"),
        lambda e: spec(e, "city").update(name=7),
        lambda e: spec(e, "city").update(name="price"),
        lambda e: spec(e, "city")["counts"].pop(),
        lambda e: spec(e, "city").update(counts=[0, 1, 2, 3]),
        lambda e: spec(e, "city").update(counts=[2**60, 1, 2, 3]),
        lambda e: spec(e, "city").update(counts=["1", 1, 2, 3]),
        lambda e: spec(e, "city").update(categories=["a", "a", "b", "c"]),
        lambda e: spec(e, "city").update(categories=["a", 7, "b", "c"]),
        lambda e: spec(e, "city").update(categories="abcd"),
        lambda e: spec(e, "price").update(decimal=";"),
        lambda e: spec(e, "price").update(day_first="x"),
        lambda e: spec(e, "price").pop("why"),
        lambda e: e.update(squared=1),
        lambda e: e.update(suspects={"name": "a label"}),
        lambda e: e.update(suspects={"price": 3}),
    ],
)
def test_damaged_encoders_are_refused(found, tmp_path, change):
    found.save(tmp_path / "model")
    damaged(tmp_path / "model", change)
    with pytest.raises(ValueError, match="is no result saved by pyelki_losdd, or damaged"):
        load(tmp_path / "model")


def test_detectors_take_tables(found):
    detector = LOSDDEnsemble().fit(HOUSES)
    np.testing.assert_array_equal(-detector.negative_outlier_score_, found.scores)
    assert list(detector.feature_names_in_) == list(HOUSES)
    assert detector.n_features_in_ == 5
    wrong = detector.predict(HOUSES[HOUSES.columns[::-1]]) == -1
    np.testing.assert_array_equal(wrong, found.labels() == 1)
    leave_out = LOSDD(b=2, columns="auto")
    assert set(HOUSES["name"][leave_out.fit_predict(HOUSES) == -1]) == set(PLANTED)
    assert LOSDD(b=0, columns="auto").fit(HOUSES).predict(HOUSES[:3]).shape == (3,)
    with pytest.raises(ValueError, match="could not convert string to float"):
        LOSDD().fit(HOUSES)


def test_detectors_of_pyod_take_tables(found):
    pyod = pytest.importorskip("pyelki_losdd.pyod")
    detector = pyod.LOSDDEnsemble(contamination=0.025).fit(HOUSES)
    np.testing.assert_array_equal(detector.decision_scores_, found.scores)
    assert set(HOUSES["name"][detector.labels_ == 1]) == set(PLANTED)
    assert detector.predict(HOUSES[:3]).tolist() == [0, 0, 0]


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_gaps_do_not_move_rows_up(share):
    """Rows with gaps are no more outlying than without, and outliers among them are still found."""
    data = pl.datasets.load("WBC")
    frame = pd.DataFrame(data.X, columns=list("abcdefghi"))
    rng = np.random.default_rng(0)
    gaps = rng.random(frame.shape) < share
    gaps[rng.permutation(len(frame))[: len(frame) // 2]] = False
    touched, inlier = gaps.any(axis=1), data.y == 0
    before = pd.Series(detect(data.X).scores).rank(pct=True)
    result = detect(frame.mask(gaps))
    after = pd.Series(result.scores).rank(pct=True)
    shift = (after - before)[touched & inlier].mean()
    assert shift < 0.03
    complete = pl.metrics.auroc(data.y[touched], before[touched])
    assert pl.metrics.auroc(data.y[touched], result.scores[touched]) > complete - 0.06


def test_hostile_names_are_only_text(tmp_path):
    evil = ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "\x1b[31m", "__import__('os')"]
    frame = HOUSES.assign(city=np.array(evil)[np.arange(80) % 4])
    result = detect(frame, n_estimators=2)
    assert "<script>" not in result._repr_html_()
    result.save(tmp_path / "model")
    np.testing.assert_array_equal(load(tmp_path / "model").scores, result.scores)
