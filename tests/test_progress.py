"""The progress bar."""

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from pyelki_losdd import _progress, run_elki
from pyelki_losdd._progress import Bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def in_terminal(monkeypatch):
    """Pretend that standard error is a terminal (no fixture: pytest would set it back)."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


def drive(progress):
    with Bar(progress) as bar:
        for i in range(11):
            bar.update("Counting", i, 10)


def test_true_shows_it_at_once(capsys):
    drive(True)
    assert "Counting" in capsys.readouterr().err


def test_false_never_shows_it(monkeypatch):
    terminal = in_terminal(monkeypatch)
    monkeypatch.setattr(_progress, "DELAY", 0)
    drive(False)
    assert terminal.getvalue() == ""


def test_none_shows_it_in_a_terminal_on_long_work(monkeypatch):
    terminal = in_terminal(monkeypatch)
    drive(None)
    assert terminal.getvalue() == ""  # too short
    monkeypatch.setattr(_progress, "DELAY", 0)
    drive(None)
    assert "Counting" in terminal.getvalue()


def test_none_does_not_show_it_in_a_file(monkeypatch):
    monkeypatch.setattr(_progress, "DELAY", 0)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    drive(None)
    assert sys.stderr.getvalue() == ""


@pytest.mark.parametrize("stderr", [None, SimpleNamespace()])
def test_none_needs_no_stderr(monkeypatch, stderr):
    monkeypatch.setattr(_progress, "DELAY", 0)
    monkeypatch.setattr(sys, "stderr", stderr)
    drive(None)


def test_none_shows_it_in_a_notebook(monkeypatch, capsys):
    shell = SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    monkeypatch.setattr(_progress, "DELAY", 0)
    drive(None)
    assert "Counting" in capsys.readouterr().err


def test_time_left_follows_from_all_that_is_done(monkeypatch, capsys):
    """A fast step after many slow ones does not make the rest look fast, nor the other way."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr("tqdm.std.time", lambda: clock.now)
    with Bar(True) as bar:
        for clock.now, done in ((0.0, 0), (10.0, 10), (20.0, 20), (50.0, 50), (51.0, 60)):
            bar.update("Counting", done, 100)
        assert "00:51<00:34" in str(bar._bar)


def test_a_slow_task_after_a_fast_one(monkeypatch, capsys):
    """Each of its steps is shown, and the time goes on between them."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr("tqdm.std.time", lambda: clock.now)
    with Bar(True) as bar:
        for k in range(5):
            bar.update("Fast", 1000 * k, 0)
            clock.now += 1
        for k in range(6):
            bar.update("Slow", k // 2, 100)
            clock.now += 1
    printed = capsys.readouterr().err
    for shown in ("1/100 [00:02<", "1/100 [00:03<", "2/100 [00:04<"):
        assert shown in printed


def test_tasks_follow_each_other(capsys):
    with Bar(True) as bar:
        bar.update("First", 5, 10)
        bar.update("Second", 1, 0)  # of unknown length
        bar.update("Third", 3, 4)
    printed = capsys.readouterr().err
    assert "First" in printed
    assert "Third" in printed


def test_it_follows_java(capsys):
    """ELKI's own progress messages reach the bar."""
    X = np.random.default_rng(0).normal(size=(6000, 20))
    run_elki(X, "KNNOutlier", k=50, progress=True)
    assert "kNN" in capsys.readouterr().err


@pytest.mark.parametrize("error", [BrokenPipeError(), ValueError("I/O on closed file")])
def test_the_work_goes_on_when_nobody_listens(monkeypatch, error):
    class Closed(Terminal):
        def write(self, text):
            raise error

    monkeypatch.setattr(sys, "stderr", Closed())
    drive(True)
    X = np.random.default_rng(0).normal(size=(50, 3))
    assert np.isfinite(run_elki(X, "LOF", k=3, progress=True).scores).all()
