"""Ensembles learned in passes over blocks: whatever the blocks, it is the same ensemble."""

import gc
import pickle
import weakref

import numpy as np
import pytest

from pyelki_losdd import detect
from pyelki_losdd._java import bridge


def table(n=3000, d=4):
    """Clusters with outliers, many copies of one row, and a column of few values."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    X[:20] *= 6
    X[100:400] = X[100]
    X[:, 2] = np.round(X[:, 2])
    return X


def blocks_of(X, sizes, order):
    """Divide rows, and return the parts in some order."""
    parts = np.split(np.arange(len(X)), np.cumsum(sizes))
    return [X[part] for part in (parts[i] for i in order)]


def learn(blocks, options, rng, travel=lambda state: state):
    """Learn from blocks, merging what was gathered two by two, in a random order."""
    step = travel(bridge.learn_begin(blocks[0].shape[1], options))
    passes = 0
    while step["step"] != "train":
        states = [travel(bridge.learn_gather(step, block, threads=1)) for block in blocks]
        while len(states) > 1:
            rng.shuffle(states)
            states.append(travel(bridge.learn_merge(step, [states.pop(), states.pop()])))
        step = travel(bridge.learn_next(step, states[0]))
        passes += 1
    assert passes == 3
    numbers = rng.permutation(step["members"])
    members = {int(m): travel(bridge.learn_member(step, int(m))) for m in numbers}
    return bridge.learn_model(step, [members[m] for m in range(step["members"])])


def flat(value, prefix=""):
    """List the arrays and numbers of a model, with their names."""
    if isinstance(value, dict):
        return [leaf for name in sorted(value) for leaf in flat(value[name], f"{prefix}/{name}")]
    if isinstance(value, list):
        return [leaf for i, item in enumerate(value) for leaf in flat(item, f"{prefix}/{i}")]
    return [(prefix, value)]


@pytest.mark.parametrize(
    ("sizes", "order"),
    [([], [0]), ([1, 10, 500], [2, 0, 3, 1]), ([1000, 1000], [2, 1, 0]), ([2999], [1, 0])],
)
@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        ({}, {}),
        (
            {"losvm.kernel": "rbf", "losvm.raw": "true", "losvm.members": "3"},
            {"kernel": "rbf", "standardize": False, "n_estimators": 3},
        ),
    ],
)
def test_any_blocks_in_any_order(sizes, order, options, arguments):
    X = table()
    found = detect(X, **arguments)
    blocks = blocks_of(X, sizes, order)
    model = learn(blocks, options, np.random.default_rng(len(sizes)))
    expected = flat(dict(found.model.members))
    assert [name for name, _ in flat(model)] == [name for name, _ in expected]
    for (name, actual), (_, value) in zip(flat(model), expected, strict=True):
        np.testing.assert_array_equal(actual, value, err_msg=name)
    for threads in (1, 3):
        parts = [bridge.ensemble_score(block, model, threads=threads) for block in blocks]
        scores = np.concatenate([part["scores"] for part in parts])
        deviation = np.concatenate([part["deviation"] for part in parts])
        rows = np.concatenate(blocks_of(np.arange(len(X)), sizes, order))
        np.testing.assert_array_equal(scores, found.scores[rows])
        np.testing.assert_array_equal(deviation, found.deviation[rows])


def read_only(state):
    """What another process gets: a copy, in memory that cannot be written."""
    copy = pickle.loads(pickle.dumps(state))
    for _, value in flat(copy):
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return copy


def test_everything_travels():
    X = table(500)
    model = learn([X[:200], X[200:]], {}, np.random.default_rng(0), travel=read_only)
    scores = bridge.ensemble_score(X, read_only(model), threads=0)["scores"]
    np.testing.assert_array_equal(scores, detect(X).scores)


def test_few_rows():
    X = np.array([[1.0], [2.0], [9.0]])
    model = learn([X[2:], X[:1], X[1:2]], {}, np.random.default_rng(0))
    scores = bridge.ensemble_score(X, model, threads=0)["scores"]
    np.testing.assert_array_equal(scores, detect(X).scores)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_rows_that_are_not_finite(bad):
    X = table(500)
    X[7, 1] = bad
    step = bridge.learn_begin(4, {})
    with pytest.raises(Exception, match="not all values are finite numbers"):
        bridge.learn_next(step, bridge.learn_gather(step, X))


def test_too_few_rows():
    step = bridge.learn_begin(4, {})
    for _ in range(2):
        with_two = bridge.learn_gather(step, table()[:2])
        if step["step"] == "count":
            with pytest.raises(Exception, match="needs at least 3 objects, but the data set has 2"):
                bridge.learn_next(step, with_two)
            return
        step = bridge.learn_next(step, with_two)


def test_kernels_that_need_all_rows():
    with pytest.raises(ValueError, match="The kernel polynomial needs all rows at once"):
        bridge.learn_begin(4, {"losvm.kernel": "polynomial"})


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_layouts_of_memory(dtype, tmp_path):
    X = table(1500).astype(dtype)
    expected = detect(X.astype(np.float64))
    wide = np.zeros((len(X), 9), dtype)
    wide[:, :4] = X
    mapped = np.memmap(tmp_path / "X", dtype, "w+", shape=X.shape)
    mapped[:] = X
    mapped.flush()
    mapped = np.memmap(tmp_path / "X", dtype, "r", shape=X.shape)
    frozen = X.copy()
    frozen.flags.writeable = False
    swapped = X.astype(X.dtype.newbyteorder())
    for same in (X, np.asfortranarray(X), wide[:, :4], X[::-1][::-1], mapped, frozen, swapped):
        found = detect(same)
        np.testing.assert_array_equal(found.scores, expected.scores)
        np.testing.assert_array_equal(found.ranking, expected.ranking)
        np.testing.assert_array_equal(found.score_samples(same), expected.scores)
    np.testing.assert_array_equal(detect(np.asfortranarray(X)[200:]).scores, detect(X[200:]).scores)


def test_memory_in_parts(monkeypatch):
    from pyelki_losdd._java import calls

    X = table(1500)
    expected = detect(X).scores
    monkeypatch.setattr(calls, "BLOCK", 10_000)
    for same in (X, np.asfortranarray(X)):
        np.testing.assert_array_equal(detect(same).scores, expected)


def test_java_keeps_no_data():
    X = table(500)
    alive = weakref.ref(X)
    detect(X)
    del X
    gc.collect()
    assert alive() is None
