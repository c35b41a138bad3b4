"""A saved result from a stranger: it is checked at load, and chooses neither classes nor files."""

import json
import os
import threading

import numpy as np
import pandas as pd
import pytest
from trust import tally

from pyelki_losdd import load, plots, report, run, run_elki

KERNEL = "elki.similarity.kernel.SigmoidKernel"

#: A similarity that reads the file it is told.
SIMILARITY = "elki.similarity.FractionalSharedNearestNeighborSimilarity"
READER = "elki.distance.external.FileBasedSparseDoubleDistance"

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A result with a kernel of ours."""
    path = tmp_path_factory.mktemp("own") / "result"
    run(pd.DataFrame(X, columns=["u", "v"], index=[f"p{i}" for i in range(40)]), b=3).save(path)
    return path


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """A result with a kernel of ELKI, and what it scores."""
    path = tmp_path_factory.mktemp("foreign") / "result"
    result = run(X, kernel=KERNEL, kernel_options={"kernel.sigmoid.c": 0.1}, b=3)
    result.save(path)
    return path, result


def change(path, to, edit=None, **arrays):
    """Write a saved result with other content; names of arrays have __ for the slash."""
    with np.load(path) as archive:
        content = dict(archive)
    meta = json.loads(content["meta"].tobytes())
    if edit is not None:
        edit(meta)
    content["meta"] = np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8)
    for name, array in arrays.items():
        content[name.replace("__", "/")] = array
    with open(to, "wb") as stream:
        np.savez(stream, **{name: array for name, array in content.items() if array is not None})
    return to


# ---------------------------------------------------------------------------- classes and files


def test_a_foreign_kernel_needs_consent(foreign):
    path, result = foreign
    loaded = load(path)
    np.testing.assert_array_equal(loaded.scores, result.scores)
    np.testing.assert_array_equal(loaded.ranking, result.ranking)
    assert repr(loaded) == repr(result)
    with pytest.raises(ValueError, match=rf"{KERNEL}, a class .*load\(path, trust=True\)"):
        loaded.score_samples(X)
    trusted = load(path, trust=True)
    np.testing.assert_array_equal(trusted.score_samples(X), result.score_samples(X))


def test_consent_is_not_in_the_file(foreign, tmp_path):
    """Neither does a file say so itself, nor is it kept when such a result is saved again."""
    path = change(foreign[0], tmp_path / "a", lambda meta: meta["model"].update(trusted=True))
    with pytest.raises(ValueError, match="trust=True"):
        load(path).score_samples(X)
    load(path, trust=True).save(tmp_path / "b")
    with pytest.raises(ValueError, match="trust=True"):
        load(tmp_path / "b").score_samples(X)


def test_pictures_and_pages_do_without(foreign, tmp_path):
    pytest.importorskip("matplotlib")
    loaded = load(foreign[0])
    with pytest.warns(UserWarning, match="The boundary is not drawn"):
        ax = plots.points(loaded)
    assert "boundary" not in str([text.get_text() for text in ax.get_legend().get_texts()])
    with pytest.warns(UserWarning, match="The boundary is not drawn"):
        report(loaded, tmp_path / "page.html")
    assert (tmp_path / "page.html").exists()


@pytest.mark.parametrize("trust", [None, 1, "yes"])
def test_trust_is_a_bool(own, trust):
    with pytest.raises(TypeError, match="trust="):
        load(own, trust=trust)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("trust", [False, True])
def test_no_file_is_opened(own, tmp_path, trust):
    """A pipe would block who opens it; nobody does, and nothing of a file is shown."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def read_a_pipe(meta):
        options = {"sharedNearestNeighbors": "3", "SNNDistance": READER}
        options["distance.matrix"] = str(pipe)
        meta["model"]["options"] = {"losvm.kernel": SIMILARITY, **options}
        meta["params"] |= {"kernel": SIMILARITY, "gamma": None, "gamma_rule": None}

    loaded = load(change(own, tmp_path / "result", read_a_pipe), trust=trust)
    failures = []

    def use():
        for attempt in (
            lambda: loaded.score_samples(X),
            lambda: plots.points(loaded),
            lambda: report(loaded, tmp_path / "page.html"),
        ):
            try:
                attempt()
            except (ValueError, UserWarning) as error:
                failures.append(str(error))

    worker = threading.Thread(target=use, daemon=True)
    worker.start()
    worker.join(60)
    assert not worker.is_alive()
    assert ("must not depend on files" if trust else "trust=True") in failures[0]
    assert np.isfinite(run(X, b=1).scores).all()  # no lock is left


@pytest.mark.parametrize("zone", ["dateutil/{}", "dateutil//{}", "/{}", "../{}", "tzfile('{}')"])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_time_zones_are_no_files(own, tmp_path, zone):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def zoned(meta):
        meta["index"] = {"kind": "datetime", "key": "index", "name": None, "unit": "ns"}
        meta["index"]["tz"] = zone.format(pipe)

    path = change(own, tmp_path / "result", zoned, index=np.arange(40))
    with pytest.raises(ValueError, match=r"time zone .* is unknown"):
        load(path)


def test_names_of_labels_survive(tmp_path):
    index = pd.RangeIndex(40, name=("a", 1))
    run_elki(pd.DataFrame(X, index=index), "LOF", k=3).save(tmp_path / "result")
    assert load(tmp_path / "result").index.name == ("a", 1)


# ---------------------------------------------------------------------------- fields


def model(**fields):
    return lambda meta: meta["model"].update(fields)


def options(**given):
    return lambda meta: meta["model"]["options"].update(
        {f"losvm.{name}": value for name, value in given.items()}
    )


def params(**given):
    return lambda meta: meta["params"].update(given)


EDITS = [
    *(options(kernel=kernel) for kernel in ("", "none", "a b.C", "a.B\n", "linear", 5, None)),
    *(options(gamma=gamma) for gamma in ("-1", "nan", "inf", "x", "/etc/hostname", 1)),
    options(degree="2"),
    lambda meta: meta["model"]["options"].update({"kernel.sigmoid.c": "1"}),
    model(options=None),
    model(options=[]),
    *(model(method=method) for method in ("losoc", "LOSDD", "x", 1, None)),
    *(model(score_form=form) for form in ("distance", "x", None)),
    *(model(rho=rho) for rho in (None, "1", float("nan"), float("inf"), True, [1])),
    *(model(radius=radius) for radius in (None, "1", float("inf"))),
    *(model(norm=norm) for norm in (None, float("nan"))),
    model(needs_diagonal=1),
    model(diagonal=1.0),
    *(model(width=width) for width in (0, 1, 3, 2.0, "2", 10**30)),
    *(model(columns=columns) for columns in (["a"], ["a", 1], "uv", [["a"], "b"])),
    *(params(kernel=kernel) for kernel in ("linear", None, "x")),
    *(params(C=C) for C in (0, "1", None)),
    *(params(R=R) for R in (2, None, "3")),
    params(method="losoc"),
    params(gamma=-1),
    params(score_form="distance"),
    params(standardize=False),
    params(b=[]),
    params(x={"a": {"b": []}}),
    lambda meta: meta.update(params=[]),
    lambda meta: meta.update(rounds=["round"]),
    lambda meta: meta.update(rounds=5),
    lambda meta: meta["index"].update(labels=["a"]),
    lambda meta: meta["index"].update(labels=[1] * 40),
    lambda meta: meta["index"].update(kind="multi", levels=[]),
    lambda meta: meta["index"].update(kind="range", range=[0, 10**9, 1]),
    lambda meta: meta["index"].update(kind="range", range=[0, 40, 0]),
    lambda meta: meta["index"].update(kind="timedelta", key="scores", unit="ns"),
    lambda meta: meta["index"].update(name={}),
    lambda meta: meta.update(warnings=None),
    lambda meta: meta.update(warnings="text"),
    lambda meta: meta.update(warnings=["text", 1]),
]

ARRAYS = [
    {"scores": np.zeros((40, 1))},
    {"scores": np.zeros(40, dtype="U3")},
    {"scores": np.zeros(40, dtype="m8[s]")},
    {"scores": None},
    {"ranking": np.arange(40) - 1},
    {"ranking": np.arange(40.0)},
    {"removed": np.array([1, 1, 2])},
    {"removed": np.array([-1, 1, 2])},
    {"removal_round": np.ones(40, dtype=int)},
    {"points": np.full((40, 2), np.nan)},
    {"points": np.zeros((40, 3))},
    {"model__alpha": np.array([2.0])},
    {"model__rows": np.array([], dtype=int), "model__alpha": np.array([])},
    {"model__mean": None},
    {"model__mean": np.zeros(3)},
    {"model__scale": np.zeros(2)},
    {"model__scale": np.full(2, np.nan)},
    {"model__support_vectors": None},
    {"model__support_vectors": np.zeros((1, 2))},
    {"rounds__rho": np.zeros(10**6)},
    {"twins": np.arange(39)},
    {"twins": np.arange(40.0)},
    {"twins": np.arange(40) - 1},
    {"twins": np.arange(40) + 1},
    {"twins": np.roll(np.arange(40), 1)},
    {"twins": np.zeros(40, dtype=int)},  # the scores differ
    {"rounds__round": np.array(["a"] * 4)},
    {"rounds__seconds": np.zeros(4, dtype="V8")},
]


@pytest.mark.parametrize("edit", EDITS, ids=[f"edit{i}" for i in range(len(EDITS))])
def test_every_field_is_checked(own, tmp_path, edit):
    path = change(own, tmp_path / "result", edit)
    with pytest.raises(ValueError, match="is no result saved by pyelki_losdd, or damaged"):
        load(path, trust=True)
    tally("hostile files refused")


@pytest.mark.parametrize("arrays", ARRAYS, ids=[str(i) for i in range(len(ARRAYS))])
def test_every_array_is_checked(own, tmp_path, arrays):
    path = change(own, tmp_path / "result", **arrays)
    with pytest.raises(ValueError, match="is no result saved by pyelki_losdd, or damaged"):
        load(path, trust=True)
    tally("hostile files refused")


def test_own_results_are_loaded(own, tmp_path):
    """The tests above change files that are right without the change."""
    original = load(own)
    again = load(change(own, tmp_path / "result"))
    np.testing.assert_array_equal(again.score_samples(X), original.score_samples(X))


SETTINGS = [
    {"kernel": "linear"},
    {"kernel": "polynomial", "degree": 3, "coef0": 0.5},
    {"kernel": "polynomial", "method": "losoc"},
    {"kernel": "laplace", "gamma": 0.3, "standardize": False},
    {"kernel": "rational_quadratic", "gamma": "scott", "method": "losoc", "C": 0.2},
    {"b": 0, "nu": 0.5},
    {"b": 2, "R": 0.2, "reference": "final", "score_form": "distance", "n_jobs": 2, "cache_mb": 50},
    {"nu": 1.0, "b": 0},
    {"kernel": KERNEL, "kernel_options": {"kernel.sigmoid.c": 0.1}},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_whatever_run_gives_is_loaded(tmp_path, settings):
    result = run(X, **{"b": 3, **settings})
    result.save(tmp_path / "result")
    loaded = load(tmp_path / "result", trust=True)
    assert loaded.params == json.loads(json.dumps(result.params))
    np.testing.assert_array_equal(loaded.score_samples(X), result.score_samples(X))


def test_precomputed_results_are_loaded(tmp_path):
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
    result = run(K, kernel="precomputed", b=3)
    result.save(tmp_path / "result")
    np.testing.assert_array_equal(
        load(tmp_path / "result").score_samples(K), result.score_samples(K)
    )
