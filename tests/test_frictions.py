"""What a new user tries first: spellings, defaults, and errors that can be read."""

import numpy as np
import pandas as pd
import pytest

import pyelki_losdd
from pyelki_losdd import LOSDD, LOSOC, LOSDDEnsemble, compare, datasets, detect, run, run_elki

X = datasets.load("WBC").X[:60]


@pytest.mark.parametrize(("name", "k"), [("KNN", 1), ("LOF", 20), ("knn", 1), ("Lof", 20)])
def test_neighbors_need_no_options(name, k):
    found = run_elki(X, name)
    expected = run_elki(X, {"knn": "KNNOutlier"}.get(name.lower(), name), k=k)
    np.testing.assert_array_equal(found.scores, expected.scores)
    other = run_elki(X, name, k=3)
    assert not np.array_equal(other.scores, expected.scores)
    standardized = run_elki(X, name, standardize=True)
    table = compare(X, methods=[name])
    np.testing.assert_array_equal(table.scores.iloc[:, 0], standardized.scores)


def test_neighbors_of_few_rows_and_full_names():
    few = X[:5]
    assert np.isfinite(run_elki(few, "LOF").scores).all()
    full = run_elki(X, "LOF", options={"lof.k": 3})
    np.testing.assert_array_equal(full.scores, run_elki(X, "LOF", k=3).scores)
    manhattan = run_elki(X, "KNN", distancefunction="ManhattanDistance")
    np.testing.assert_array_equal(
        manhattan.scores,
        run_elki(X, "KNNOutlier", k=1, distancefunction="ManhattanDistance").scores,
    )


def test_spellings():
    expected = run(X, method="losoc", gamma="sklearn")
    found = run(X, method="LOSOC", gamma="scale")
    np.testing.assert_array_equal(found.scores, expected.scores)
    assert found.params == expected.params
    np.testing.assert_array_equal(
        LOSOC(gamma="scale").fit(X).negative_outlier_score_, -expected.scores
    )
    with pytest.raises(ValueError, match=r"gamma='scales'.* Did you mean"):
        run(X, gamma="scales")


@pytest.mark.parametrize("gamma", ["silverman", "scott", "sklearn"])
@pytest.mark.parametrize("standardize", [True, False])
def test_a_constant_column_changes_nothing(gamma, standardize):
    more = np.column_stack((np.full(len(X), 7.5), X, np.zeros(len(X))))
    expected = run(X, gamma=gamma, standardize=standardize)
    found = run(more, gamma=gamma, standardize=standardize)
    assert found.params["gamma"] == expected.params["gamma"]
    np.testing.assert_array_equal(found.scores, expected.scores)


@pytest.mark.parametrize(
    "call",
    [
        lambda value: run(X, value),
        lambda value: run(X, gamma=value),
        lambda value: run(X, kernel=value),
        lambda value: run(X, method=value),
        lambda value: run(X, standardize=value),
        lambda value: run(X, nu=value),
        lambda value: run(X, n_jobs=value),
        lambda value: run(X, R=value),
        lambda value: run(X, b=0, kernel_options=value),
        lambda value: detect(X, value),
        lambda value: detect(X, random_state=value),
        lambda value: run_elki(X, value),
        lambda value: run_elki(X, "LOF", options=value),
        lambda value: compare(X, y=None, positive=value),
        lambda value: LOSDD(b=value).fit(X),
        lambda value: LOSDD(contamination=value).fit(X),
        lambda value: pyelki_losdd.configure(memory=value),
        lambda value: run(X).labels(value),
    ],
)
@pytest.mark.parametrize(
    "value", [np.zeros((300, 5)), pd.DataFrame(np.zeros((300, 5))), list(range(1000))]
)
def test_errors_show_no_long_values(call, value):
    with pytest.raises((TypeError, ValueError)) as caught:
        call(value)
    assert len(str(caught.value)) < 600
    assert "\n" not in str(caught.value)
    assert "300, 5" in str(caught.value) or "1000" in str(caught.value)


def test_errors_show_no_long_values_inside_of_others():
    for call in (
        lambda: run_elki(X, "LOF", k={1: np.zeros((300, 5))}),
        lambda: compare(X, methods=[(np.zeros((300, 5)), 1)]),
    ):
        with pytest.raises(TypeError) as caught:
            call()
        assert len(str(caught.value)) < 300
        assert "0., 0." not in str(caught.value)


@pytest.mark.parametrize("detector", [LOSDD, LOSOC, LOSDDEnsemble])
@pytest.mark.parametrize("method", ["fit", "fit_predict", "predict"])
def test_errors_name_the_public_class(detector, method):
    with pytest.raises(TypeError, match=rf"^{detector.__name__}\.{method}\(\) .*sample_weight"):
        getattr(detector(), method)(X, sample_weight=np.ones(len(X)))


@pytest.mark.parametrize("call", [run, detect])
@pytest.mark.parametrize(
    "arguments",
    [
        {"kernel": "elki.similarity.kernel.SigmoidKernel", "kernel_options": {"foo": 1}},
        {"kernel": "elki.similarity.kernel.SigmoidKernel", "kernel_options": {"gamma": 1}},
        {"kernel": "elki.similarity.kernel.NoKernel"},
        {"kernel": "elki.outlier.lof.LOF"},
    ],
)
def test_errors_of_kernels_name_no_options_of_elki(call, arguments):
    with pytest.raises(ValueError, match=r"kernel|foo|gamma") as caught:
        call(X, **arguments)
    assert "losvm" not in str(caught.value)


def test_info(capsys):
    facts = pyelki_losdd.info()
    assert {"matplotlib", "pyod"} <= facts.keys()
    assert "matplotlib" in capsys.readouterr().out


def test_comparison_as_a_picture_and_a_page(tmp_path):
    data = datasets.load("WBC")
    with_labels = compare(data.X, data.y, ["LOSDD", "KNN", "LOF"])
    without = compare(data.X, methods=["LOSDD", "KNN", "LOF"])
    assert len(with_labels.plot().get_lines()) == 4  # one is chance
    texts = [text.get_text() for text in without.plot().texts]
    assert texts[0] == "1.00"
    assert f"{without.spearman.loc['LOSDD', 'KNN']:.2f}" in texts
    for found in (with_labels, without):
        pyelki_losdd.report(found, tmp_path / "page.html", title="All <three>")
        page = (tmp_path / "page.html").read_text()
        assert "All &lt;three&gt;" in page
        assert page.count("<img ") == (4 if found is with_labels else 2)
        for method in ("LOSDD", "KNN", "LOF"):
            assert f'<th scope="row">{method}</th>' in page
    with pytest.raises(ValueError, match="y is for a single result"):
        pyelki_losdd.report(with_labels, tmp_path / "page.html", y=data.y)


def test_a_comparison_in_which_all_failed(tmp_path):
    found = compare(X, methods=[("LOF", {"k": 100_000})])
    with pytest.raises(ValueError, match="no method scored every row"):
        found.plot()
    pyelki_losdd.report(found, tmp_path / "page.html")
    assert "LOF" in (tmp_path / "page.html").read_text()
