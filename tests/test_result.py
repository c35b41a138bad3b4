"""The result object, made by hand: nothing here needs Java."""

import pickle
from datetime import timedelta, timezone

import numpy as np
import pandas as pd
import pytest

from pyelki_losdd import Result, load
from pyelki_losdd._model import Model

N = 8
SCORES = np.array([0.1, 3.0, -1.0, 2.0, 0.0, -1.0, 0.5, -2.0])
ROUNDS = {
    "round": [0, 1, 2],
    "support_vectors": [4, 4, 3],
    "removed": [0, 1, 1],
    "rho": [0.1, 0.1, 0.2],
    "radius": [0.9, 0.9, 0.8],
    "iterations": [10, 20, 30],
    "kernel_evaluations": [64, 0, 0],
    "seconds": [0.1, 0.2, 0.3],
    "solver": ["smo", "smo", "exact"],
}


def make(index=None, **changes):
    values = np.arange(2 * N, dtype=float).reshape(N, 2)
    rows = np.array([0, 4, 6])
    model = Model(
        method="losdd",
        score_form="log_ratio",
        options={"losvm.kernel": "rbf", "losvm.gamma": "0.5"},
        rho=0.2,
        radius=0.8,
        norm=0.3,
        needs_diagonal=False,
        rows=rows,
        alpha=np.array([0.5, 0.25, 0.25]),
        support_vectors=values[rows],
        mean=values.mean(axis=0),
        scale=values.std(axis=0),
        diagonal=None,
        width=2,
        columns=["u", "v"],
    )
    params = {"method": "losdd", "b": 2, "R": 2, "kernel": "rbf", "gamma": 0.5, "C": 1.0}
    arguments = {
        "values": values,
        "index": index,
        "removal_round": [0, 1, 0, 2, 0, 0, 0, 0],
        "removed": [1, 3],
        "rounds": ROUNDS,
        "model": model,
    }
    return Result(SCORES, params, **(arguments | changes))


def make_elki(**changes):
    """A result as of ELKI's own detectors."""
    return Result(SCORES, {"method": "LOF", "k": 5}, **changes)


def assert_same(a, b):
    np.testing.assert_array_equal(a.scores, b.scores)
    np.testing.assert_array_equal(a.ranking, b.ranking)
    assert a.params == b.params
    pd.testing.assert_frame_equal(a.removed, b.removed)
    pd.testing.assert_frame_equal(a.rounds, b.rounds)
    pd.testing.assert_frame_equal(a.to_frame(), b.to_frame())
    np.testing.assert_equal(a.points, b.points)
    assert (a.model is None) == (b.model is None)
    if a.model is not None:
        np.testing.assert_equal(vars(a.model), vars(b.model))
    assert repr(a) == repr(b)


def test_fields():
    result = make()
    assert len(result) == N
    np.testing.assert_array_equal(result.ranking, [1, 3, 6, 0, 4, 2, 5, 7])
    np.testing.assert_array_equal(np.flatnonzero(result.support), [0, 4, 6])
    expected = pd.DataFrame({"row": [1, 3], "round": [1, 2], "score": [3.0, 2.0]})
    pd.testing.assert_frame_equal(result.removed, expected)
    assert list(result.rounds.columns) == list(ROUNDS)
    assert result.rounds["support_vectors"].tolist() == [4, 4, 3]


def test_labels_of_the_input_come_back():
    index = pd.Index(list("hgfedcba"), name="key")
    result = make(index)
    assert list(result.removed.index) == ["g", "e"]
    frame = result.to_frame()
    pd.testing.assert_index_equal(frame.index, index)
    assert frame.loc["g"].tolist() == [3.0, 1, 1, False]
    assert frame.loc["h"].tolist() == [0.1, 4, 0, True]
    assert "g (3)" in repr(result)


def test_labels():
    result = make()
    np.testing.assert_array_equal(result.labels(), [0, 1, 0, 1, 0, 0, 0, 0])
    np.testing.assert_array_equal(result.labels(3), [0, 1, 0, 1, 0, 0, 1, 0])
    np.testing.assert_array_equal(result.labels(0.1), [0, 1, 0, 0, 0, 0, 0, 0])
    assert result.labels(0).sum() == 0
    assert result.labels(N).sum() == N
    assert make_elki().labels(0.5).sum() == 4


@pytest.mark.parametrize(
    ("contamination", "error"),
    [(-1, ValueError), (9, ValueError), (1.0, ValueError), (True, TypeError), ("auto", TypeError)],
)
def test_bad_contamination(contamination, error):
    with pytest.raises(error, match="contamination="):
        make().labels(contamination)


def test_result_of_elki():
    result = make_elki(index=pd.RangeIndex(N))
    assert result.support is None
    assert result.model is None
    assert len(result.removed) == 0
    assert list(result.removed.columns) == ["row", "round", "score"]
    assert result.rounds.empty
    assert list(result.to_frame().columns) == ["score", "rank"]
    with pytest.raises(ValueError, match="contamination=None: LOF removes no rows"):
        result.labels()
    with pytest.raises(NotImplementedError, match="LOF leaves no model"):
        result.score_samples([[1, 2]])
    assert repr(result).splitlines()[:2] == ["LOF result: 8 rows", "k=5"]


def test_repr_is_short():
    lines = repr(make()).splitlines()
    assert lines[0] == "LOSDD result: 8 rows, 2 removed in 2 rounds, 3 support vectors left"
    assert lines[1] == "kernel=rbf, gamma=0.5, C=1"
    assert lines[2] == "most outlying: 1 (3), 3 (2), 6 (0.5), 0 (0.1), 4 (0), ..."
    assert len(lines) == 3


def test_html_is_escaped():
    result = make(pd.Index([f"<script>{i}</script>" for i in range(N)]))
    result.params["kernel"] = "<b>evil</b>"
    html = result._repr_html_()
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;1" in html
    assert "LOSDD result" in html


def test_input_may_change_afterwards():
    values, scores = np.zeros((N, 2)), SCORES.copy()
    result = Result(scores, {"method": "LOF"}, values=values)
    values[:], scores[:] = 9, 9
    np.testing.assert_array_equal(result.scores, SCORES)
    assert not result.points.any()


INDEXES = {
    "none": None,
    "range": pd.RangeIndex(5, 5 + 3 * N, 3, name="row"),
    "int": pd.Index(range(N)[::-1]),
    "float": pd.Index(np.linspace(0, 1, N), name=7),
    "text": pd.Index(["é", "b\0", "", *"cdefg"], name="naïve"),
    "date": pd.date_range("2026-01-01", periods=N, freq="D"),
    "zone": pd.date_range("2026-03-28", periods=N, freq="12h", tz="Europe/Berlin", name="t"),
    "offset": pd.date_range("2026-03-28", periods=N, tz=timezone(timedelta(hours=5.5))),
    "delta": pd.to_timedelta(range(N), unit="s"),
    "multi": pd.MultiIndex.from_product([["x", "y"], range(4)], names=["letter", None]),
    "double": pd.Index(["same"] * N),
}


@pytest.mark.parametrize("index", INDEXES.values(), ids=INDEXES)
@pytest.mark.parametrize("maker", [make, make_elki])
def test_save_and_load(tmp_path, index, maker):
    if isinstance(index, pd.DatetimeIndex):
        index = index._with_freq(None)  # the rows of a result have no frequency
    path = tmp_path / "result.losdd"
    result = maker(index=index)
    result.save(path)
    assert_same(load(path), result)
    assert_same(Result.load(str(path)), result)
    assert [file.name for file in tmp_path.iterdir()] == ["result.losdd"]


@pytest.mark.parametrize("index", INDEXES.values(), ids=INDEXES)
def test_pickle(index):
    result = make(index=index)
    assert_same(pickle.loads(pickle.dumps(result)), result)


def test_other_labels_are_saved_as_text(tmp_path):
    path = tmp_path / "result"
    with pytest.warns(UserWarning, match="saved as text"):
        make(pd.Index([1, "a", *range(6)], dtype=object)).save(path)
    assert load(path).removed.index.tolist() == ["a", "1"]


def test_precomputed_model_and_special_numbers_survive(tmp_path):
    original = make()
    fields = vars(original.model) | {
        "support_vectors": None,
        "mean": None,
        "scale": None,
        "radius": float("nan"),
        "diagonal": 1.0,
        "columns": None,
        "width": N,
        "options": {},
    }
    result = make(model=Model(**fields), values=None)
    result.params["limits"] = [-np.inf, np.float64(2)]
    result.save(tmp_path / "result")
    again = load(tmp_path / "result")
    assert again.model.precomputed
    assert_same(again, result)


def test_save_replaces_only_when_complete(tmp_path, monkeypatch):
    path = tmp_path / "result"
    make().save(path)
    before = path.read_bytes()

    def broken(stream, **arrays):
        stream.write(b"half")
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(np, "savez_compressed", broken)
        with pytest.raises(OSError, match="disk full"):
            make_elki().save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    make_elki().save(path)
    assert load(path).model is None


def test_save_follows_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.touch()
    link.symlink_to(target)
    make().save(link)
    assert link.is_symlink()
    assert_same(load(target), make())


def write(path, **arrays):
    with open(path, "wb") as stream:
        np.savez(stream, **arrays)


def test_damaged_files(tmp_path):
    path = tmp_path / "result"
    make().save(path)
    content = path.read_bytes()
    with np.load(path) as archive:
        arrays = dict(archive)
    newer = arrays["meta"].tobytes().replace(b'"version": 1', b'"version": 9')
    cases = [
        lambda: path.write_bytes(b""),
        lambda: path.write_bytes(b"no archive"),
        lambda: path.write_bytes(content[: len(content) // 2]),
        lambda: path.write_bytes(content[:200] + b"\0" * 50 + content[250:]),
        lambda: np.save(path.open("wb"), np.zeros(3)),
        lambda: write(path, a=np.zeros(3)),
        lambda: write(path, meta=np.frombuffer(b'{"format": "x"}', dtype="u1")),
        lambda: write(path, meta=np.array([{"pickled": 1}], dtype=object)),
        lambda: write(path, **{**arrays, "meta": np.frombuffer(newer, dtype="u1")}),
        lambda: write(path, **{**arrays, "ranking": np.zeros(N, dtype=int)}),
        lambda: write(path, **{**arrays, "removed": np.array([99])}),
        lambda: write(path, **{**arrays, "removal_round": np.zeros(3)}),
        lambda: write(path, **{**arrays, "scores": np.zeros((2, 2))}),
        lambda: write(path, **{**arrays, "model/alpha": np.zeros(2)}),
        lambda: write(path, **{**arrays, "model/support_vectors": np.zeros((3, 7))}),
        lambda: write(path, **{**arrays, "rounds/rho": np.zeros(5)}),
    ]
    for damage in cases:
        damage()
        with pytest.raises(ValueError, match="is no result saved by pyelki_losdd, or damaged"):
            load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing")


@pytest.mark.parametrize(
    ("X_new", "error", "message"),
    [
        ([[1, 2, 3]], ValueError, "X_new has 3 columns, but needs 2"),
        ([1, 2], ValueError, "X_new has 1 dimension"),
        (np.empty((0, 2)), ValueError, "X_new has 0 rows"),
        ([[1, np.nan]], ValueError, "X_new contains NaN in row 0, column 1"),
        ([["a", "b"]], TypeError, "X_new must hold real numbers"),
        (pd.DataFrame({"v": [1], "w": [2]}), ValueError, "X_new has no column 'u', but needs one"),
    ],
)
def test_bad_new_data(X_new, error, message):
    with pytest.raises(error, match=message):
        make().score_samples(X_new)


def test_diagonal_is_for_precomputed_kernels():
    with pytest.raises(ValueError, match="diagonal is for kernel='precomputed'"):
        make().score_samples([[1, 2]], diagonal=1)
    fields = vars(make().model) | {"support_vectors": None, "width": N, "needs_diagonal": True}
    result = make(model=Model(**fields))
    rows = np.ones((2, N))
    for diagonal, message in [
        (None, "diagonal=None"),
        ([1, 2, 3], r"diagonal has shape \(3,\)"),
        (["a", "b"], "diagonal has shape"),
        ([1, -1], r"diagonal\[1\] = -1"),
        (np.nan, r"diagonal\[0\] = nan"),
    ]:
        with pytest.raises(ValueError, match=message):
            result.score_samples(rows, diagonal=diagonal)
