"""Data in chunks on two worker processes: the same models and scores as in one process."""

import os
import pickle
import signal
import time

import numpy as np
import pandas as pd
import pytest

import pyelki_losdd as pl
from pyelki_losdd import LOSDDEnsemble

da = pytest.importorskip("dask.array")
dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

from pyelki_losdd.dask import DaskLOSDDEnsemble, JavaOnWorkers  # noqa: E402
from pyelki_losdd.dask._quantiles import count_digits, select  # noqa: E402

LIMIT = 2**30
#: Two workers, without a page of their own.
CLUSTER = {
    "n_workers": 2,
    "threads_per_worker": 1,
    "memory_limit": LIMIT,
    "dashboard_address": ":0",
}


def clusters_with_outliers(n=3_000):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 4)) + 6 * rng.integers(2, size=(n, 1))
    X[:30] *= 5
    return rng.permutation(X)


X = clusters_with_outliers()


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(**CLUSTER) as cluster,
        cluster.get_client() as client,
    ):
        yield client


@pytest.fixture(scope="module")
def local():
    return LOSDDEnsemble(n_estimators=8).fit(X)


@pytest.fixture(scope="module")
def fitted(client):
    return DaskLOSDDEnsemble(client, n_estimators=8).fit(da.from_array(X, chunks=(700, 4)))


@pytest.mark.parametrize("chunks", [(3_000, 4), (500, 2), ((1, 2_000, 999), 4)])
def test_chunks_do_not_matter(client, local, chunks):
    rows = da.from_array(X, chunks=chunks)
    detector = DaskLOSDDEnsemble(n_estimators=8).fit(rows)
    assert detector.offset_ == local.offset_
    assert detector.n_rows_ == len(X)
    scores = detector.score_samples(rows)
    assert isinstance(scores, da.Array)
    np.testing.assert_array_equal(scores.compute(), local.negative_outlier_score_)
    np.testing.assert_array_equal(detector.predict(rows).compute(), local.labels_)


def test_order_does_not_matter(client, local):
    order = np.random.default_rng(1).permutation(len(X))
    rows = da.from_array(X[order], chunks=(800, 4))
    detector = DaskLOSDDEnsemble(n_estimators=8, contamination=0.1).fit(rows)
    expected = LOSDDEnsemble(n_estimators=8, contamination=0.1).fit(X)
    assert detector.offset_ == expected.offset_
    np.testing.assert_array_equal(
        detector.decision_function(rows).compute(), expected.decision_function(X)[order]
    )


def test_dataframes_keep_their_index(client, local):
    frame = pd.DataFrame(X, columns=list("abcd"), index=np.arange(len(X)) * 3)
    parts = dd.from_pandas(frame, npartitions=3)
    detector = DaskLOSDDEnsemble(n_estimators=8).fit(parts)
    assert list(detector.feature_names_in_) == list("abcd")
    found = detector.predict(parts)
    assert isinstance(found, dd.Series)
    found = found.compute()
    assert found.index.equals(frame.index)
    np.testing.assert_array_equal(found, local.labels_)
    assert (found == detector.fit_predict(parts).compute()).all()


def test_empty_partitions(client, fitted):
    frame = pd.DataFrame(X, columns=list("abcd"))
    parts = dd.from_pandas(frame, npartitions=3)
    few = parts[parts["a"] < np.inf].map_partitions(lambda part: part[part.index >= 1_500])
    scores = DaskLOSDDEnsemble(n_estimators=2).fit(few).score_samples(few).compute()
    assert len(scores) == 1_500


def test_unknown_chunk_sizes(client, local):
    rows = da.from_array(X, chunks=(900, 4))
    rows = rows[rows[:, 0] > -np.inf]
    assert np.isnan(rows.shape[0])
    detector = DaskLOSDDEnsemble(n_estimators=8).fit(rows)
    np.testing.assert_array_equal(
        detector.score_samples(rows).compute(), local.negative_outlier_score_
    )


def test_data_of_this_process(client, local):
    detector = DaskLOSDDEnsemble(n_estimators=8).fit(X)
    scores = detector.score_samples(X)
    assert isinstance(scores, np.ndarray)
    np.testing.assert_array_equal(scores, local.negative_outlier_score_)


def test_to_local_and_pickle(client, fitted, local):
    for copy in (fitted.to_local(), pickle.loads(pickle.dumps(fitted))):
        np.testing.assert_array_equal(copy.score_samples(X[:50]), local.score_samples(X[:50]))
    assert type(fitted.to_local()) is LOSDDEnsemble
    assert fitted.to_local().get_params() == local.get_params()


def test_a_lost_worker_costs_time_only(local):
    """One of two workers is killed while members are trained and scores are computed."""
    with (
        distributed.LocalCluster(**CLUSTER) as cluster,
        cluster.get_client() as client,
    ):
        (victim,) = client.run(os.getpid, workers=[next(iter(client.ncores()))]).values()
        rows = da.from_array(X, chunks=(300, 4)).map_blocks(kill_once, victim)
        detector = DaskLOSDDEnsemble(client, n_estimators=8).fit(rows)
        assert not alive(victim)
        assert detector.offset_ == local.offset_
        np.testing.assert_array_equal(
            detector.score_samples(rows).compute(), local.negative_outlier_score_
        )


def kill_once(block, victim):
    """End the victim when it works on its third block."""
    if os.getpid() == victim:
        kill_once.seen = getattr(kill_once, "seen", 0) + 1
        if kill_once.seen == 3:
            os.kill(victim, signal.SIGKILL)
            time.sleep(60)
    return block


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_java_has_a_part_of_the_workers_memory(client, fitted):
    for heap in client.run(max_heap).values():
        assert 0.2 * LIMIT < heap < 0.6 * LIMIT


def max_heap():
    import jpype

    return int(jpype.java.lang.Runtime.getRuntime().maxMemory())


def test_settings_of_java(client):
    plugin = JavaOnWorkers(memory="300m", options=["-Xss2m"])
    assert pickle.loads(pickle.dumps(plugin)).settings == {"options": ["-Xss2m"]}


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_missing_values_are_located(client, value):
    bad = X.copy()
    bad[1_700, 2] = value
    with pytest.raises(ValueError, match=r"block 3 of X contains .* in row 200, column 2"):
        DaskLOSDDEnsemble(client).fit(da.from_array(bad, chunks=(500, 4)))


def test_wrong_data(client, fitted):
    with pytest.raises(ValueError, match=r"X has the shape \(10,\): must be \(n, d\)"):
        DaskLOSDDEnsemble(client).fit(da.zeros(10))
    with pytest.raises(ValueError, match="X has 3 columns, but was fitted to 4"):
        fitted.score_samples(da.from_array(X[:, :3], chunks=(700, 3)))
    with pytest.raises(TypeError, match=r"X is a dask\.\S*Series: must be a dask array"):
        DaskLOSDDEnsemble(client).fit(dd.from_pandas(pd.Series(X[:, 0]), npartitions=2))
    with pytest.raises(ValueError, match="at least 3"):
        DaskLOSDDEnsemble(client).fit(da.from_array(X[:2], chunks=(1, 4)))
    with pytest.raises(ValueError, match="kernel='precomputed': a kernel matrix"):
        DaskLOSDDEnsemble(client, kernel="precomputed").fit(da.from_array(X, chunks=(700, 4)))
    with pytest.raises(ValueError, match=r"contamination=0\.7"):
        DaskLOSDDEnsemble(client, contamination=0.7).fit(da.from_array(X, chunks=(700, 4)))


def test_sweeps_and_compare_run_on_the_workers(client):
    import joblib

    data = X[:300]
    with joblib.parallel_config("dask"):
        swept = joblib.Parallel()(
            joblib.delayed(pl.run)(data, b=3, nu=nu, progress=False) for nu in (0.1, 0.2, 0.3)
        )
        compared = joblib.Parallel()(
            joblib.delayed(pl.compare)(data, np.arange(300) < 9, methods=["KNN", "detect"])
            for _ in range(2)
        )
    for nu, result in zip((0.1, 0.2, 0.3), swept, strict=True):
        expected = pl.run(data, b=3, nu=nu, progress=False)
        np.testing.assert_allclose(result.scores, expected.scores, rtol=1e-9, atol=1e-12)
    assert list(compared[0].table.index) == ["KNN", "detect"]


@pytest.mark.parametrize("center", [None, 0.25])
def test_order_statistics_are_exact(center):
    rng = np.random.default_rng(2)
    values = np.concatenate([rng.normal(size=400), [0.0, -0.0, 0.25] * 20, [1e300, -1e-300, -5.0]])
    blocks = np.array_split(rng.permutation(values), 7)
    expected = np.sort(values if center is None else np.abs(values - center))

    def count(shift, prefixes):
        found = [count_digits(block, shift, prefixes, center) for block in blocks]
        return {prefix: sum(part[prefix] for part in found) for prefix in found[0]}

    ranks = [0, 1, 200, 230, len(values) // 2, len(values) - 2, len(values) - 1]
    assert select(ranks, count) == [expected[rank] for rank in ranks]
