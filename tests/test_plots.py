import sys

import numpy as np
import pandas as pd
import pytest
from test_result import make_elki

from pyelki_losdd import demo, metrics, plots, run, run_elki
from pyelki_losdd.plots._plane import to_plane
from pyelki_losdd.plots._points import boundary
from pyelki_losdd.plots._removal import remove

plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def figures():
    plt.switch_backend("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def small():
    """Few points, so that many pictures are quick."""
    return demo.masking_data()[::3]


@pytest.fixture(scope="module")
def wbc_result(wbc):
    return run(wbc.X, b=4)


def marks(ax, label):
    """The places of the marks with this label."""
    found = [c for c in ax.collections if c.get_label() == label]
    return found[0].get_offsets() if found else np.empty((0, 2))


def lines(ax):
    """The boundaries, each as its color and the points of its line."""
    found = [c for c in ax.collections if not len(getattr(c, "get_sizes", list)())]
    return [(c.get_edgecolor()[0], np.vstack([p.vertices for p in c.get_paths()])) for c in found]


def texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def same_rows(a, b):
    return sorted(map(tuple, np.asarray(a))) == sorted(map(tuple, np.asarray(b)))


# ---------------------------------------------------------------------------- boundaries, masking


def test_boundaries_from_red_to_black(small):
    ax = plots.boundaries(small, 12, gamma=1, every=5)
    drawn = lines(ax)
    assert len(drawn) == 4  # after 0, 5, 10 and 12 removals
    reds = [color[0] for color, _ in drawn]
    assert reds[0] > 0.8
    assert reds == sorted(reds, reverse=True)
    assert tuple(drawn[-1][0][:3]) == (0, 0, 0)
    assert texts(ax)[2:] == [
        "boundary with all points",
        "after 5 removals",
        "after 10 removals",
        "after 12 removals",
    ]
    result = run(small, b=12, gamma=1)
    assert same_rows(marks(ax, "removed"), small[result.labels() == 1])
    assert same_rows(marks(ax, "kept"), small[result.labels() == 0])
    assert np.abs(result.score_samples(drawn[-1][1])).max() < 0.05  # the cleaned model's own
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert (small > [left, bottom]).all()
    assert (small < [right, top]).all()


def test_batches_are_drawn_at_their_ends(small):
    assert len(lines(plots.boundaries(small, 1, 10, gamma=1))) == 2
    assert len(lines(plots.boundaries(small, 2, 10, gamma=1, every=1))) == 3
    assert len(lines(plots.boundaries(small, 0, gamma=1))) == 1


def test_masking_has_the_four_panels_of_the_paper(small):
    figure = plots.masking(small, removals=10, gamma=1, method="losoc")
    titles = [ax.get_title() for ax in figure.axes]
    assert [title[:3] for title in titles] == ["(a)", "(b)", "(c)", "(d)"]
    assert "Single OCSVM" in titles[0]
    assert "LOSOC" in titles[3]
    assert [len(lines(ax)) for ax in figure.axes] == [2, 3, 2, 3]
    assert [len(marks(ax, "removed")) for ax in figure.axes] == [10] * 4
    first = [lines(ax)[0][1] for ax in figure.axes]  # all begin with the same boundary
    assert all(np.array_equal(points, first[0]) for points in first)
    for ax, b in ((figure.axes[2], 1), (figure.axes[3], 10)):
        removed = small[run(small, b, 10, gamma=1).labels() == 1]
        assert same_rows(marks(ax, "removed"), removed)
    assert [ax.get_xlabel() for ax in figure.axes] == ["", "", "column 0", "column 0"]
    assert [ax.get_ylabel() for ax in figure.axes] == ["column 1", "", "column 1", ""]
    assert len(figure.legends[0].get_texts()) == 5


def test_naive_removal_takes_what_is_farthest_outside(small):
    def farthest(rows, **margin):
        result = run(Z[rows], b=0, standardize=False, gamma=1, **margin)
        weight = np.zeros(len(rows))
        weight[result.model.rows] = result.model.alpha
        return rows[np.argmax(result.scores if margin["C"] < 1 else weight)]

    Z = (small - small.mean(axis=0)) / small.std(axis=0)
    for C in (1.0, 0.08):  # by weight where all support vectors are on the boundary
        left = np.arange(len(small))
        expected = []
        for _ in range(4):
            expected.append(farthest(left, C=C))
            left = np.setdiff1d(left, expected)
        assert remove(small, 4, None, False, {"gamma": 1, "C": C}).rows.tolist() == expected


def test_boundaries_of_other_kernels_and_more_columns(small, wbc):
    assert len(lines(plots.boundaries(small, 2, kernel="laplace", nu=0.2, every=1))) == 3
    ax = plots.boundaries(wbc.X, 3, every=3)
    assert ax.get_xlabel().startswith("principal component 1 (")
    assert len(lines(ax)) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda X: plots.masking(X[:10]), "removals=25.*at most 7"),
        (lambda X: plots.boundaries(X[:10], 8), "b=8.*at most 7"),
        (lambda X: plots.boundaries(X, every=0), "every=0"),
        (lambda X: plots.boundaries(X[:, :1], 1), "at least 2"),
        (lambda X: plots.masking(X @ X.T, kernel="precomputed"), "needs points"),
        (lambda X: plots.hulls(X, layers=0), "layers=0"),
        (lambda X: plots.points(make_elki()), "holds no points"),
        (lambda X: plots.points(make_elki(), X), "X has 74 rows, but the result 8"),
        (lambda X: plots.rounds(make_elki()), "LOF has no rounds"),
        (lambda X: plots.histogram(make_elki(), [1, 0]), "y has shape"),
        (lambda X: plots.roc([0, 1, 1], {"a": [1, 2, 3], "b": [1, np.nan, 2]}), "NaN.*of 'b'"),
        (lambda X: plots.roc([0, 1], {}), "at least one"),
    ],
)
def test_errors(small, call, message):
    with pytest.raises(ValueError, match=message):
        call(small)


def test_wrong_axes(small):
    with pytest.raises(TypeError, match="ax=3"):
        plots.hulls(small, ax=3)
    with pytest.raises(TypeError, match="figure="):
        plots.masking(small, figure="a")


# ---------------------------------------------------------------------------- results


def test_plot_of_two_columns(small):
    frame = pd.DataFrame(small, columns=["$a", "_b" * 50])
    result = run(frame, b=4, gamma=1)
    ax = result.plot()
    ax.figure.canvas.draw()
    assert "LOSDD" in ax.get_title()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("$a", "_b" * 29 + "_…")
    assert same_rows(marks(ax, "removed"), small[result.labels() == 1])
    assert len(ax.collections[0].get_offsets()) == len(small)
    assert texts(ax) == ["removed", "boundary after the removals"]
    ((_, line),) = lines(ax)
    assert np.abs(result.score_samples(line)).max() < 0.05
    assert ax.figure.axes[1].get_ylabel() == "outlier score"


def test_boundary_keeps_the_limits(small):
    _, ax = plt.subplots()
    ax.set(xlim=(-5, 10), ylim=(-5, 10))
    boundary(run(small, b=2, gamma=1).model, ax)
    assert (ax.get_xlim(), ax.get_ylim()) == ((-5, 10), (-5, 10))


def test_plot_of_more_columns_is_by_rank(wbc_result):
    figure, ax = plt.subplots()
    assert wbc_result.plot(ax) is ax
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rank", "outlier score")
    assert len(figure.axes) == 1
    assert len(marks(ax, "rows")) == len(wbc_result)
    assert sorted(marks(ax, "removed")[:, 1]) == sorted(wbc_result.removed["score"])


def test_points_on_principal_components(wbc, wbc_result):
    ax = plots.points(wbc_result, wbc.X)
    Z = (wbc.X - wbc.X.mean(axis=0)) / wbc.X.std(axis=0)
    values, vectors = np.linalg.eigh(np.cov(Z.T))
    shares = values[::-1] / values.sum()
    assert ax.get_xlabel() == f"principal component 1 ({100 * shares[0]:.3g} % of the variance)"
    assert ax.get_ylabel() == f"principal component 2 ({100 * shares[1]:.3g} % of the variance)"
    x = (Z @ vectors[:, -1])[wbc_result.ranking[::-1]]
    np.testing.assert_allclose(np.abs(ax.collections[0].get_offsets()[:, 0]), np.abs(x))
    assert not lines(ax)  # a boundary in nine dimensions cannot be drawn here
    few = to_plane(wbc.X[:5], standardize=False)  # fewer rows than columns: another way, same place
    many = to_plane(np.repeat(wbc.X[:5], 3, axis=0), standardize=False)
    np.testing.assert_allclose(many.points[::3], few.points, atol=1e-12)
    assert many.names == few.names


def test_one_column_is_drawn_over_its_scores(small):
    result = run(small[:, :1], b=3)
    ax = plots.points(result, small[:, :1])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("column 0", "outlier score")
    drawn = ax.collections[0].get_offsets()
    np.testing.assert_array_equal(drawn[:, 1], result.scores[result.ranking[::-1]])


def test_histogram(wbc, wbc_result):
    ax = plots.histogram(wbc_result, wbc.y)
    inliers, outliers = ax.containers
    assert sum(bar.get_height() for bar in inliers) == np.sum(wbc.y == 0)
    assert sum(bar.get_height() for bar in outliers) == np.sum(wbc.y == 1)
    assert texts(ax) == ["inliers", "outliers", "boundary"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("outlier score", "rows")
    assert len(plots.histogram(wbc_result, bins=7).containers[0]) == 7
    assert plots.histogram(make_elki()).get_legend() is None


def test_ranks_mark_outliers(wbc, wbc_result):
    ax = plots.ranks(wbc_result, wbc.y)
    rank = np.flatnonzero(wbc.y[wbc_result.ranking]) + 1
    assert marks(ax, "outliers")[:, 0].tolist() == rank.tolist()
    assert len(marks(ax, "inliers")) == len(wbc.y) - len(rank)


def test_rounds(wbc_result):
    figure = plots.rounds(wbc_result)
    vectors, rho, scores = figure.axes
    table = wbc_result.rounds
    assert vectors.lines[0].get_ydata().tolist() == table["support_vectors"].tolist()
    assert rho.lines[0].get_ydata().tolist() == table["rho"].tolist()
    drawn = scores.collections[0].get_offsets()
    np.testing.assert_array_equal(drawn, wbc_result.removed[["round", "score"]])
    assert [ax.get_ylabel() for ax in figure.axes] == [
        "support vectors",
        "rho",
        "score of\nremoved rows",
    ]
    assert "round" in scores.get_xlabel()


def test_extreme_scores(wbc_result):
    scores = np.append(np.linspace(-0.5, 2, 300), [40, 700.0])
    result = type(wbc_result)(scores, {"method": "x"})
    ax = plots.histogram(result)
    bars = ax.containers[0]
    assert sum(bar.get_height() for bar in bars) == len(scores)
    assert ax.get_xscale() == "symlog"
    assert sum(bar.get_height() > 0 for bar in bars) >= 6  # and not one bar with nearly all rows
    assert max(bar.get_height() for bar in bars) < 100
    ax.figure.canvas.draw()
    widths = ax.transData.transform([[bar.get_x(), 1] for bar in bars])[:, 0]
    np.testing.assert_allclose(np.diff(widths), np.diff(widths)[0], rtol=1e-6)
    assert plots.ranks(result).get_yscale() == "symlog"
    X = np.random.default_rng(0).normal(size=(302, 2))
    assert plots.points(result, X).collections[0].norm.__class__.__name__ == "SymLogNorm"
    for other in (wbc_result, type(wbc_result)(scores[:300], {"method": "x"})):
        assert plots.histogram(other).get_xscale() == "linear"
        assert plots.ranks(other).get_yscale() == "linear"
    far = type(wbc_result)(np.append(np.linspace(1000, 1001, 99), 1100), {"method": "x"})
    assert plots.ranks(far).get_yscale() == "linear"  # a logarithm would not help
    zeros = type(wbc_result)(np.append(np.zeros(99), [3.0, 100.0]), {"method": "x"})
    assert plots.histogram(zeros).get_xscale() == "symlog"


# ---------------------------------------------------------------------------- hulls, curves


def test_hulls_are_peeled():
    square = np.array([[0, 0], [0, 1], [1, 1], [1, 0]], dtype=float)
    X = np.vstack([square * 4 + 1, square * 2 + 2, square * 6, square * 6])  # corners have twins
    ax = plots.hulls(X, layers=9)
    drawn = [set(map(tuple, line.get_xydata())) for line in ax.lines]
    assert drawn == [set(map(tuple, square * k + 3 - k / 2)) for k in (6, 4, 2)]
    assert texts(ax) == ["hull 1", "hull 2", "hull 3"]
    line = np.column_stack((np.arange(5), 2 * np.arange(5))).astype(float)
    assert [len(set(map(tuple, h.get_xydata()))) for h in plots.hulls(line).lines] == [2, 2, 1]


def area(line, steps):
    x, y = line.get_xydata().T
    return np.sum(np.diff(x) * y[1:]) if steps else np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2)


def test_areas_under_the_curves(wbc, wbc_result):
    ties = np.round(wbc.X[:, 0], 1)
    frame = pd.DataFrame({"_LO": wbc_result.scores, "$ties": ties})
    for draw, measure in ((plots.roc, metrics.auroc), (plots.precision_recall, None)):
        measure = measure or metrics.average_precision
        ax = draw(wbc.y, frame)
        ax.figure.canvas.draw()
        expected = [measure(wbc.y, column) for column in frame.to_numpy().T]
        steps = measure is metrics.average_precision
        assert [area(line, steps) for line in ax.lines[:2]] == pytest.approx(expected)
        assert texts(ax) == [f"_LO ({expected[0]:.3f})", f"$ties ({expected[1]:.3f})", "chance"]
        assert len({line.get_linestyle() for line in ax.lines[:2]}) == 2  # apart in grayscale
    assert texts(plots.roc(wbc.y, wbc_result))[0].startswith("LOSDD (0.9")
    assert texts(plots.roc(np.where(wbc.y, "yes", "no"), ties))[0].startswith("scores (")


# ---------------------------------------------------------------------------- odd input


def test_infinite_and_missing_scores(small):
    result = run_elki(small, "LOF", k=5)
    result.scores[:3] = np.inf, -np.inf, np.nan
    y = np.arange(len(small)) < 9
    drawn = [plots.points(result), plots.histogram(result, y), plots.ranks(result, y)]
    for ax in drawn:
        ax.figure.canvas.draw()
    assert len(drawn[0].collections[0].get_offsets()) == len(small) - 1
    assert drawn[1].get_xlabel() == "outlier score (2 infinite, 1 NaN)"
    result.scores[:] = np.inf
    result.plot().figure.canvas.draw()


@pytest.mark.filterwarnings("error::UserWarning", "error::RuntimeWarning")
def test_three_rows_and_constant_columns():
    for X in ([[0, 0], [1, 0], [5, 1]], [[1, 2], [1, 3], [1, 9.0]], [[1, 1], [1, 1], [1, 1]]):
        result = run(X, b=1)
        for ax in (result.plot(), plots.histogram(result), plots.ranks(result), plots.hulls(X)):
            ax.figure.canvas.draw()
        assert len(lines(plots.boundaries([*X, X[0]], 1))) <= 2
    plots.rounds(run(X, b=0)).canvas.draw()  # nothing was removed


def test_precomputed_kernels(small):
    result = run(np.exp(-np.square(small[:, None] - small).sum(-1)), b=2, kernel="precomputed")
    assert result.plot().get_xlabel() == "rank"
    ax = plots.points(result, small)
    assert len(marks(ax, "removed")) == 2
    assert not lines(ax)


def test_many_points_become_pixels(tmp_path):
    X = np.random.default_rng(0).standard_normal((60_000, 2))
    result = run_elki(X[:10], "KNNOutlier", k=1)
    big = type(result)(np.abs(X[:, 0]), {"method": "x"}, values=X)
    big.plot().figure.savefig(tmp_path / "big.svg")
    assert (tmp_path / "big.svg").stat().st_size < 1_000_000


def test_missing_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"pip install pyelki-losdd\[plot\]"):
        make_elki().plot()
