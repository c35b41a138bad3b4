"""ELKI's own detectors."""

import numpy as np
import pandas as pd
import pytest

from pyelki_losdd import Result, elki_algorithms, run_elki


@pytest.fixture(scope="module")
def X():
    return np.random.default_rng(3).normal(size=(300, 5))


# ---------------------------------------------------------------------------- against scikit-learn


@pytest.mark.parametrize("k", [1, 10])
def test_knn_equals_sklearn(X, k):
    neighbors = pytest.importorskip("sklearn.neighbors")
    distances, _ = neighbors.NearestNeighbors(n_neighbors=k + 1).fit(X).kneighbors(X)
    found = run_elki(X, "KNNOutlier", k=k)
    np.testing.assert_allclose(found.scores, distances[:, -1], rtol=1e-9)


@pytest.mark.parametrize("k", [5, 20])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_lof_equals_sklearn(X, k, metric):
    neighbors = pytest.importorskip("sklearn.neighbors")
    lof = neighbors.LocalOutlierFactor(n_neighbors=k, metric=metric).fit(X)
    found = run_elki(X, "LOF", k=k, distancefunction=f"{metric.capitalize()}Distance")
    np.testing.assert_allclose(found.scores, -lof.negative_outlier_factor_, rtol=1e-9)


# ---------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name", ["KNNOutlier", "knnoutlier", "knno", "elki.outlier.distance.KNNOutlier"]
)
def test_names_of_algorithms(X, name):
    found = run_elki(X, name, k=3)
    assert found.params["class"] == "elki.outlier.distance.KNNOutlier"
    assert found.params["method"] == "KNNOutlier"


@pytest.mark.parametrize(
    "options",
    [
        {"k": 7},
        {"lof_k": 7},
        {"LOF_K": "7"},
        {"options": {"lof.k": 7}},
        {"options": {"lof.k": np.int64(7)}, "standardize": False},
        {"k": 7, "algorithm_distancefunction": None},
    ],
)
def test_names_of_options(X, options):
    found = run_elki(X, "LOF", **options)
    assert found.params["lof.k"] == "7"
    np.testing.assert_array_equal(found.scores, run_elki(X, "LOF", k=7).scores)


def test_options_of_options(X):
    """The distance function has an option of its own, known only once it is chosen."""
    found = run_elki(X, "LOF", k=5, lpnorm_p=1, distancefunction="LPNormDistance")
    expected = run_elki(X, "LOF", k=5, distancefunction="cityblock")
    np.testing.assert_allclose(found.scores, expected.scores, rtol=1e-12)
    assert found.params["lpnorm.p"] == "1"


def test_lists_of_classes(X):
    options = {"algorithm": ["LOF", "knno"], "voting": "EnsembleVotingMean"}
    found = run_elki(X, "SimpleOutlierEnsemble", options=options, lof_k=5, knno_k=5)
    assert found.params["algorithm"] == "elki.outlier.lof.LOF,elki.outlier.distance.KNNOutlier"
    both = run_elki(X, "LOF", k=5).scores + run_elki(X, "knno", k=5).scores
    np.testing.assert_allclose(found.scores, both / 2, rtol=1e-12)


SUBSPACE = {"distancefunction": "SubspaceEuclideanDistance"}


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("LOG", {}, "'LOG' is no outlier algorithm.*LOF"),
        ("KNNOutlyer", {}, "Closest matches: KNNOutlier"),
        ("elki.outlier.lof.LOFF", {}, "Closest matches:.*LOF"),
        ("", {}, "'' is no outlier algorithm"),
        ("java.lang.String", {}, "is no outlier algorithm"),
        ("elki.clustering.dbscan.DBSCAN", {}, "is no outlier algorithm"),
        ("elki.outlier.OutlierAlgorithm", {}, "is no outlier algorithm"),
        ("KNNOutlier", {}, r"'knno\.k' requires a value"),
        ("LOF", {"k": 5, "kk": 3}, r"'kk' is unknown to LOF.*lof\.k"),
        ("LOSDD", {"batchs": 3}, r"'batchs' is unknown.*losvm\.batches"),
        ("LOF", {"k": 0}, r"(?s)'lof\.k'.*greater equal than 1"),
        ("LOF", {"k": 2**31}, "'k' of LOF cannot be 2147483648: .* from -2147483648 to 2147483647"),
        ("LOF", {"lof_k": 47721858844}, "'lof_k' of LOF cannot be 47721858844"),
        ("LOF", {"options": {"lof.k": -(2**31) - 1}}, r"'lof\.k' of LOF cannot be -2147483649"),
        ("LOF", {"k": 5, **SUBSPACE, "dims": [0, 5 * 10**9]}, "'dims' of LOF cannot be 5000000000"),
        ("IsolationForest", {"seed": 2**63}, f"'seed' .* cannot be {2**63}.* to {2**63 - 1}"),
        ("LOF", {"k": "many"}, r"lof\.k.*integer.*many"),
        ("LOF", {"k": 5, "lof_k": 6}, r"'lof\.k' is given twice"),
        ("LOF", {"k": 5, "options": {"k": 6}}, "k: given in options and as an argument"),
        ("LOF", {"k": 5, "distancefunction": "Manhatan"}, "no known Distance.*ManhattanDistance"),
        ("TrivialNoOutlier", {"k": 5}, "has no options"),
        ("KDEOS", {"k": 1}, r"'k' is unknown to KDEOS.*kdeos\.k\.min"),
        ("HiCS", {"algo": "LOF", "limit": 3, "alph": 1}, r"'alph' is unknown.*hics\.alpha"),
    ],
)
def test_wrong_names_and_values(X, name, options, message):
    with pytest.raises(ValueError, match=message):
        run_elki(X, name, **options)
    assert len(run_elki(X, "LOF", k=3)) == len(X)  # Java is none the worse for it


def test_seeds_may_be_large(X):
    found = [run_elki(X, "IsolationForest", seed=seed) for seed in (2**40, 2**40, 1)]
    assert found[0].params["iforest.seed"] == str(2**40)
    np.testing.assert_array_equal(found[0].scores, found[1].scores)
    assert not np.array_equal(found[0].scores, found[2].scores)


def test_ambiguous_option(X):
    with pytest.raises(ValueError, match=r"'k' .*is ambiguous: it can mean lof\.k or knno\.k"):
        run_elki(X, "SimpleOutlierEnsemble", options={"algorithm": "LOF,KNNOutlier"}, k=5)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (7, {}, "algorithm=7"),
        ("LOF", {"options": "lof.k"}, "options='lof.k'"),
        ("LOF", {"options": {1: 2}}, "key 1"),
        ("LOF", {"k": object()}, "k=<object"),
        ("LOF", {"k": [[[1]]]}, r"k=\[1\]"),
        ("LOF", {"k": 3, "standardize": "yes"}, "standardize='yes'"),
        ("LOF", {"k": 3, "progress": 1}, "progress=1"),
    ],
)
def test_wrong_types(X, name, options, message):
    with pytest.raises(TypeError, match=message):
        run_elki(X, name, **options)


def test_data_that_the_algorithm_cannot_use(X):
    with pytest.raises(ValueError, match=r"(?i)label"):
        run_elki(X, "ByLabelOutlier")


# ---------------------------------------------------------------------------- results


def test_result_is_like_that_of_run(X):
    frame = pd.DataFrame(X, index=[f"r{i}" for i in range(len(X))])
    found = run_elki(frame, "LOF", k=5)
    assert isinstance(found, Result)
    assert found.to_frame().index.equals(frame.index)
    assert found.ranking[0] == np.argmax(found.scores)
    assert found.removed.empty
    assert found.model is None
    assert "LOF result: 300 rows" in repr(found)


def test_higher_is_more_outlying_also_where_elki_inverts():
    X = np.vstack([np.random.default_rng(0).normal(size=(100, 2)), [[50.0, 50.0]]])
    found = run_elki(X, "FastABOD", k=10)
    assert found.params["inverted"] is True
    assert found.ranking[0] == 100
    assert np.all(found.scores <= 0)  # the angle variance, negated


def test_standardize(X):
    scaled = X * [1, 10, 100, 1000, 10000]
    ours = run_elki(scaled, "LOF", k=5, standardize=True)
    by_hand = run_elki((scaled - scaled.mean(0)) / scaled.std(0), "LOF", k=5)
    np.testing.assert_allclose(ours.scores, by_hand.scores, rtol=1e-9)
    assert not np.allclose(ours.scores, run_elki(scaled, "LOF", k=5).scores)


def test_order_of_memory_and_types_do_not_matter(X):
    expected = run_elki(X, "LOF", k=5).scores
    readonly = X.copy()
    readonly.flags.writeable = False
    wide = np.zeros((600, 10))
    wide[::2, ::2] = X
    for same in (
        np.asfortranarray(X),
        readonly,
        wide[::2, ::2],
        X.tolist(),
        X.astype(np.longdouble),
    ):
        np.testing.assert_array_equal(run_elki(same, "LOF", k=5).scores, expected)
    single = run_elki(X.astype(np.float32), "LOF", k=5).scores
    np.testing.assert_allclose(single, expected, rtol=1e-4)


def test_missing_scores_are_warned_of(X):
    with pytest.warns(RuntimeWarning, match="LOF gave no score .* to 300 of 300 rows"):
        run_elki(X, "LOF", k=1000)


def test_losdd_is_one_of_them(X):
    found = run_elki(X, "losdd", batches=2, standardize=True)
    assert found.params["losvm.batches"] == "2"
    assert np.isfinite(found.scores).all()


# ---------------------------------------------------------------------------- the list


def test_list_of_algorithms():
    frame = elki_algorithms()
    assert {"LOF", "KNNOutlier", "LOSDD", "LOSOC", "IsolationForest"} <= set(frame["name"])
    assert len(frame) >= 70
    assert frame["name"].is_unique
    by_name = frame.set_index("name")
    assert by_name.loc["LOF", "class"] == "elki.outlier.lof.LOF"
    assert by_name.loc["LOF", "title"].startswith("LOF")
    assert "Breunig" in by_name.loc["LOF", "reference"]
    assert by_name.loc["LOSDD", "alias"] == "losdd"
    assert "lof.k" in by_name.loc["LOF", "options"]
    families = {"LOF": "lof", "KNNOutlier": "distance", "LOSDD": "losvm", "ABOD": "anglebased"}
    assert by_name.loc[list(families), "family"].to_dict() == families
    assert frame["family"].str.len().gt(0).all()
    assert frame["family"].is_monotonic_increasing


def test_every_algorithm_can_be_described():
    for row in elki_algorithms().itertuples():
        options = elki_algorithms(row.name)
        assert ", ".join(options["name"]) == row.options
        assert options["description"].str.len().gt(0).all()
        assert options["syntax"].str.len().gt(0).all()


def test_options_of_an_algorithm():
    options = elki_algorithms("LOF").set_index("name")
    assert options["required"].to_dict() == {"algorithm.distancefunction": False, "lof.k": True}
    assert options.loc["lof.k", "default"] is None
    assert options.loc["algorithm.distancefunction", "default"] == "minkowski.EuclideanDistance"
    with pytest.raises(ValueError, match="Closest matches: LOF"):
        elki_algorithms("LOFF")


#: What the detectors need beyond the defaults to run on a plain array.
NEEDED = {
    "AggarwalYuEvolutionary": {"k": 2, "phi": 4, "m": 10},
    "AggarwalYuNaive": {"k": 2, "phi": 4},
    "CBLOF": {"alpha": 0.9, "beta": 2, "kmeans_k": 5},
    "COF": {"k": 5},
    "COP": {"k": 20},
    "DBOutlierDetection": {"d": 1, "p": 0.9},
    "DBOutlierScore": {"d": 1},
    "DBSCANOutlierDetection": {"epsilon": 1, "minpts": 3},
    "DWOF": {"k": 5},
    "EMOutlier": {"k": 2},
    "FastABOD": {"k": 10},
    "FeatureBagging": {"k": 5, "num": 3},
    "FlexibleLOF": {"krefer": 5},
    "GLOSH": {"options": {"algorithm": "HDBSCANLinearMemory"}, "minpts": 5, "minclsize": 5},
    "HiCS": {"k": 5},
    "HilOut": {"k": 5},
    "IDOS": {"kc": 20, "kr": 20},
    "INFLO": {"k": 5},
    "ISOS": {"k": 20},
    "KDEOS": {"options": {"kdeos.k.min": 5, "kdeos.k.max": 10}},
    "KMeansMinusMinusOutlierDetection": {"k": 3, "l": 0.05},
    "KMeansOutlierDetection": {"k": 3},
    "KNNDD": {"k": 5},
    "KNNOutlier": {"k": 5},
    "KNNSOS": {"k": 20},
    "KNNWeightOutlier": {"k": 5},
    "LBABOD": {"k": 10, "l": 10},
    "LDF": {"k": 5, "h": 1},
    "LDOF": {"k": 5},
    "LID": {"k": 20},
    "LOCI": {"rmax": 2},
    "LOF": {"k": 5},
    "LoOP": {"kcomp": 5},
    "LocalIsolationCoefficient": {"k": 5},
    "ODIN": {"k": 5},
    "OPTICSOF": {"minpts": 5},
    "OUTRES": {"epsilon": 1},
    "OnlineLOF": {"krefer": 5},
    "ParallelKNNOutlier": {"k": 5},
    "ParallelKNNWeightOutlier": {"k": 5},
    "ParallelLOF": {"k": 5},
    "ParallelSimplifiedLOF": {"k": 5},
    "ReferenceBasedOutlierDetection": {"k": 5},
    "SOD": {"knn": 10, "sharedNearestNeighbors": 20},
    "SimpleCOP": {"k": 20},
    "SimpleKernelDensityLOF": {"k": 5, "kernel": "EpanechnikovKernelDensityFunction"},
    "SimplifiedLOF": {"k": 5},
    "VarianceOfVolume": {"k": 5},
    "GaussianModel": {},
    "GaussianUniformMixture": {},
    "HySortOD": {},
    "IsolationForest": {},
    "ABOD": {},
    "ALOCI": {},
    "SOS": {},
    "TrivialAllOutlier": {},
    "TrivialNoOutlier": {},
    "TrivialAverageCoordinateOutlier": {},
}


@pytest.mark.filterwarnings("ignore:.* gave no score")
@pytest.mark.parametrize("name", NEEDED)
def test_detectors_run(X, name):
    found = run_elki(X[:100, :3], name, **NEEDED[name])
    assert found.scores.shape == (100,)


@pytest.mark.parametrize("distance", ["EuclideanDistance", "ManhattanDistance"])
@pytest.mark.parametrize("columns", [20, 60])
def test_neighbors_at_equal_distances(distance, columns):
    """Indexes of ELKI 0.8.0 miss some of them; those must not be used."""
    X = (np.random.default_rng(0).random((1000, columns)) < 0.1).astype(float)
    distances = (X[:, None] != X).sum(axis=2).astype(float)
    if distance == "EuclideanDistance":
        distances **= 0.5
    result = run_elki(X, "KNNOutlier", k=5, distancefunction=distance)
    # The first neighbor is the row itself.
    np.testing.assert_allclose(result.scores, np.sort(distances)[:, 5], rtol=1e-12)
