import sys

import numpy as np
import pytest
from test_result import make_elki

from pyelki_losdd import _plot, run, run_elki

plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def figures():
    plt.switch_backend("agg")
    yield
    plt.close("all")


def drawn(ax):
    """Draw for real, and count what is there: scatter points and boundary lines."""
    ax.figure.canvas.draw()
    scatters = [c for c in ax.collections if len(getattr(c, "get_sizes", list)())]
    points = sum(len(c.get_offsets()) for c in scatters)
    others = [c for c in ax.collections if c not in scatters]
    lines = sum(len(path.vertices) for c in others for path in c.get_paths())
    return points, lines


def test_two_columns(toy):
    ax = run(toy, b=4).plot()
    points, lines = drawn(ax)
    assert points == len(toy) + 4  # every row, and rings around the removed ones
    assert lines > 50
    assert "LOSDD" in ax.get_title()


def test_boundary_is_where_the_score_is_zero(toy):
    result = run(toy, b=4, gamma=0.5)
    _, ax = plt.subplots()
    ax.set(xlim=(-5, 10), ylim=(-5, 10))
    _plot.boundary(result, ax)
    assert (ax.get_xlim(), ax.get_ylim()) == ((-5, 10), (-5, 10))
    vertices = np.concatenate([path.vertices for path in ax.collections[0].get_paths()])
    assert np.abs(result.score_samples(vertices)).max() < 0.05
    assert np.ptp(result.score_samples(toy)) > 0.5


def test_other_data_are_drawn_by_rank(wbc):
    figure, ax = plt.subplots()
    assert run(wbc.X, b=4).plot(ax) is ax
    assert drawn(ax) == (len(wbc.X), 0)
    assert ax.get_xlabel() == "rank"
    assert len(figure.axes) == 1


def test_results_of_elki(toy):
    assert drawn(run_elki(toy, "LOF", k=5).plot()) == (len(toy), 0)
    assert drawn(make_elki().plot()) == (8, 0)


def test_infinite_scores(toy):
    result = run(toy, b=1)
    result.scores[3] = np.inf
    assert drawn(result.plot())[0] == len(toy) + 1


def test_plain_svm_removes_nothing(toy):
    assert drawn(run(toy, b=0).plot())[0] == len(toy)


def test_missing_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"pip install pyelki-losdd\[plot\]"):
        make_elki().plot()
