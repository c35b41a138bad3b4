"""Warnings that the settings cannot work on the data: when, which, and in whose words."""

import warnings

import numpy as np
import pytest
from processes import DATA, output_of

import pyelki_losdd
from pyelki_losdd import LosddWarning, compare, datasets, detect, load, metrics, report, run
from pyelki_losdd._words import warnings_in_words

IDENTITY = "The kernel matrix is nearly the identity"
TWINS = "rows would be outliers, but for twins"


def with_twins(copies, spread, seed=0):
    """Make Gaussian points and two gross errors, each of these entered several times."""
    rng = np.random.default_rng(seed)
    errors = np.repeat([[8.0, 8.0], [-8.0, 8.0]], copies, axis=0)
    return np.concatenate(
        (rng.normal(size=(150, 2)), errors + spread * rng.normal(size=errors.shape))
    )


def messages(X, **arguments):
    """Run, and return what it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = run(X, **arguments)
    assert all(warning.category is LosddWarning for warning in caught)
    assert result.warnings == [str(warning.message) for warning in caught]
    return result.warnings


@pytest.mark.parametrize("spread", [0, 0.01, 0.5])
@pytest.mark.parametrize("copies", [1, 2, 3, 5])
def test_twins(copies, spread):
    X = with_twins(copies, spread)
    found = messages(X)
    assert len(found) == (copies > 1)
    assert all(TWINS in message and "nu=0.2" in message for message in found)


def test_cures_of_twins_do_what_they_promise():
    y = np.repeat([0, 1], [150, 4])
    for X in (with_twins(2, 0), with_twins(2, 0.01)):
        with pytest.warns(LosddWarning, match=f"^4 {TWINS}"):
            assert metrics.auroc(y, run(X).scores) < 0.7
        assert messages(X, nu=0.2, gamma="scale") == []
        assert metrics.auroc(y, run(X, nu=0.2, gamma="scale").scores) == 1
        assert metrics.auroc(y, detect(X).scores) == 1


def test_no_twins_in_ordinary_data():
    assert messages(datasets.load("WBC").X) == []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        for d in (1, 2, 3):
            assert messages(rng.normal(size=(150, d))) == []


def test_twins_in_real_data():
    """Two known outliers of PageBlocks are all but the same: `run` misses both."""
    data = datasets.load("PageBlocks")
    twins = [5035, 5057]
    assert data.y[twins].all()
    with pytest.warns(LosddWarning, match=f"^4 {TWINS}"):
        missed = run(data.X).to_frame()["rank"][twins]
    assert missed.min() > 500
    assert detect(data.X).to_frame()["rank"][twins].max() < 30


@pytest.mark.parametrize("d", [6, 8, 12])
def test_many_columns(d):
    (message,) = messages(np.random.default_rng(0).normal(size=(300, d)))
    assert message.startswith(IDENTITY)


@pytest.mark.parametrize("name", ["WDBC", "InternetAds"])
def test_data_with_many_columns(name):
    (message,) = messages(datasets.load(name).X, b=0)
    assert message.startswith(IDENTITY)
    assert "gamma" in message
    assert "losvm" not in message


def test_constant_kernel():
    (message,) = messages(np.random.default_rng(0).normal(size=(30, 2)), gamma=1e-15)
    assert message.startswith("The kernel matrix is nearly constant")
    assert "a larger gamma than 1e-15" in message


@pytest.mark.parametrize("cause", ["identity", "constant", "twins", "unfinished"])
def test_words(cause):
    facts = {"gamma": 0.5, "support": 9, "size": 10, "count": 2}
    facts |= {"iterations": 1000, "gap": 0.5, "tolerance": 0.001}
    (message,) = warnings_in_words([{"cause": cause, "facts": facts}])
    (other,) = warnings_in_words([{"cause": cause, "facts": facts | {"gamma": float("nan")}}])
    for text in (message, other):
        assert "losvm" not in text
        assert "nan" not in text
        assert text.endswith(".")


def test_results_keep_them(tmp_path):
    with pytest.warns(LosddWarning, match=TWINS):
        result = run(with_twins(2, 0))
    (message,) = result.warnings
    assert f"warning: {message}" in repr(result)
    assert "warning: 4 rows" in result._repr_html_()
    result.save(tmp_path / "result.npz")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load(tmp_path / "result.npz").warnings == [message]
        report(result, tmp_path / "page.html")
    assert "Warning: 4 rows would be outliers" in (tmp_path / "page.html").read_text()


def test_as_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error", LosddWarning)
        with pytest.raises(LosddWarning, match=TWINS):
            run(with_twins(2, 0))


def test_the_line_is_that_of_the_caller():
    for call in (run, pyelki_losdd.LOSDD().fit, lambda X: compare(X, methods=["LOSDD"])):
        with pytest.warns(LosddWarning) as caught:
            call(with_twins(2, 0))
        assert [warning.filename for warning in caught] == [__file__]


def test_compare_says_each_once():
    with pytest.warns(LosddWarning) as caught:
        found = compare(with_twins(2, 0), methods=["detect", "LOSDD", "LOSOC", "SVDD", "LOF"])
    (message,) = found.warnings
    assert [str(warning.message) for warning in caught] == [message]
    assert message.startswith("LOSDD, LOSOC: 4 rows would be outliers")
    assert f"warning: {message}" in repr(found)


def test_nothing_is_logged_twice():
    code = """
    import logging, warnings
    warnings.simplefilter("ignore")
    logging.basicConfig(level=logging.WARNING)
    pl.run(np.random.default_rng(0).normal(size=(100, 12)))
    """
    done = DATA + "import numpy as np\n" + "\n".join(line.strip() for line in code.splitlines())
    assert output_of(done) == ""
