import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from browser import Browser
from test_result import make_elki

import pyelki_losdd as pl
from pyelki_losdd._report import report

BUILD = Path(__file__).resolve().parents[1] / "build"

#: Names that would do harm in HTML, in attributes, in scripts or in SVG.
SCRIPT = "<script>alert(1)</script>"
IMAGE = "</td></script>--><img src=x onerror=alert(1)>"
QUOTES = "\"'><svg onload=alert(1)> $x_1$ & ümläut \x00"


class Page(HTMLParser):
    """What a page holds: texts of each kind of element, tables as rows of texts."""

    def __init__(self, path):
        super().__init__()
        self.tables, self.texts, self._open = [], {}, []
        self.text = Path(path).read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        self._open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        else:
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if "td" in self._open or "th" in self._open:
            self.tables[-1][-1][-1] += data
        for tag in self._open:
            if tag in self.texts:
                self.texts[tag][-1] += data

    @property
    def ranking(self):
        return pd.DataFrame(self.tables[0][1:], columns=self.tables[0][0])


@pytest.fixture(scope="module")
def hostile(toy, tmp_path_factory):
    """The page of data whose every text is an attack."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    X = pd.DataFrame(toy[::2], columns=[SCRIPT, QUOTES])
    X.index = [f"{IMAGE}{i}" for i in range(len(X))]
    result = pl.run(X, b=6)
    y = np.arange(len(X)) >= len(X) - 5
    report(result, path, X=X, y=y, title=f"</title>{SCRIPT}", command=f"losdd {IMAGE}")
    return path, result


def test_page_in_a_browser(hostile, tmp_path):
    path, result = hostile
    head = "document.querySelectorAll('#table thead button')"
    order = "Array.from(document.querySelectorAll('#table tbody tr'), r => r.cells[0].textContent)"
    sorted_by = "Array.from(document.querySelectorAll('#table thead th'), h => h.ariaSort)"
    by_rank = [str(i + 1) for i in range(len(result))]
    with Browser(tmp_path) as page:
        page.open(path)
        assert page.value("document.title") == f"</title>{SCRIPT}"
        assert page.value(order) == by_rank

        page.click(f"{head}[2]")  # the scores, already from the highest to the lowest
        assert page.value(order) == by_rank
        page.click(f"{head}[2]")
        scores = result.scores[result.ranking]
        upside_down = [str(i + 1) for i in np.lexsort((np.arange(len(scores)), scores))]
        assert page.value(order) == upside_down != by_rank
        assert page.value(sorted_by)[:4] == [None, None, "ascending", None]
        page.value(f"{head}[3].focus()")
        page.press("Enter", "\r")
        rounds = result.removal_round[result.ranking]
        assert page.value(order)[:6] == [str(i + 1) for i in np.argsort(-rounds)[:6]]
        page.press("Enter", "\r")  # kept rows have no round, and stay last
        assert page.value(order)[0] == str(int(np.argmax(rounds == 1)) + 1)

        page.click("document.querySelector('input')")
        page.type(f"{IMAGE}12".upper())
        names = [name for name in result.to_frame().index if name.startswith(f"{IMAGE}12")]
        assert page.value("document.querySelector('output').textContent") == (
            f"{len(names)} of {len(result)} rows"
        )
        assert page.value("document.querySelectorAll('#table tbody tr:not([hidden])').length") == (
            len(names)
        )
        page.value("document.querySelector('input').value = ''")
        page.value("document.querySelector('input').dispatchEvent(new Event('input'))")
        page.click(f"{head}[0]")

        BUILD.mkdir(exist_ok=True)
        page.screenshot(BUILD / "report.png")
        pictures = (
            "Array.from(document.images, i => i.naturalWidth > 0 && i.src.startsWith('data:'))"
        )
        assert page.value(pictures) == [True] * 6
        assert page.value("document.scripts.length") == 1
        assert page.value("document.querySelectorAll('svg, [onerror], [onload]').length") == 0
        assert page.value(f"{head}[7].textContent") == SCRIPT
        reasons = "document.querySelector('#table tbody tr details')"
        assert page.value(f"{reasons}.querySelectorAll('meter').length") == 2
        assert SCRIPT in page.value(f"{reasons}.textContent")
        shaded = "document.querySelector('#table td[data-expected]')"
        assert page.value(f"{shaded}.dataset.expected").startswith("about ")
        assert page.value(f"{shaded}.title").endswith(page.value(f"{shaded}.dataset.expected"))
        colored = f"getComputedStyle({shaded}).backgroundColor"
        assert page.value(colored) != page.value("getComputedStyle(document.body).backgroundColor")
        assert page.value(f"{reasons}.open") is False
        page.click("document.querySelector('#table tbody tr').cells[0]")  # anywhere in the row
        assert page.value(f"{reasons}.open") is True
        page.click(f"{reasons}.querySelector('summary')")  # what the browser does by itself
        assert page.value(f"{reasons}.open") is False
        assert page.value("document.querySelector('tbody th').textContent").startswith(IMAGE)
        wide = "document.documentElement.scrollWidth"
        assert page.value(wide) <= 1200
        page.ask(
            "Emulation.setDeviceMetricsOverride",
            width=390,
            height=800,
            deviceScaleFactor=1,
            mobile=True,
        )
        assert page.value(wide) <= 390  # a phone scrolls the table, not the page

        assert page.named("Page.javascriptDialogOpening") == []
        assert page.named("Runtime.consoleAPICalled", "Runtime.exceptionThrown") == []
        assert page.named("Log.entryAdded") == []
        requests = [event["request"]["url"] for event in page.named("Network.requestWillBeSent")]
        assert {url.partition(":")[0] for url in requests} == {"file", "data"}
        assert len([url for url in requests if url.startswith("file:")]) == 1

        # Even a script that somebody got into the page would not run, nor load anything.
        page.value(
            "document.body.append(Object.assign(document.createElement('script'), "
            "{textContent: 'window.ran = true'}), Object.assign(new Image(), {src: 'x.png'}))"
        )
        assert page.value("window.ran") is None
        refused = [event["entry"]["text"] for event in page.named("Log.entryAdded")]
        assert len(refused) == 2
        assert all("Content Security Policy" in text for text in refused)


def test_content(wbc, tmp_path):
    result = pl.run(wbc.X, b=5)
    names = [f"patient {i}" for i in range(len(wbc.X))]
    report(result, tmp_path / "a.html", X=wbc.X, y=wbc.y, names=names, rows=20)
    page = Page(tmp_path / "a.html")
    table = page.ranking
    assert len(table) == 20
    assert table["rank"].tolist() == [str(i) for i in range(1, 21)]
    top = result.ranking[:20]
    assert table["row"].tolist() == [names[i] for i in top]
    np.testing.assert_allclose(table["score"].astype(float), result.scores[top], rtol=1e-5)
    np.testing.assert_allclose(table["column 8"].astype(float), wbc.X[top, 8], rtol=1e-5)
    assert (table["label"] == "outlier").tolist() == (wbc.y[top] == 1).tolist()
    explanation = result.explain(top)
    assert [text.partition("column")[0] for text in table["reasons"]] == [
        text.partition("column")[0] for text in explanation.sentences()
    ]
    assert f'data-value="{explanation.sentences()[0]}"' in page.text
    strongest = explanation.share[0].max()
    assert f'title="{100 * strongest:.0f} % of the score; expected ' in page.text
    kept = table["removed in round"] == "kept"
    assert kept.tolist() == (result.labels()[top] == 0).tolist()
    assert "The first 20 of 223 rows" in page.text
    exact = re.search(r'data-value="([\d.]+)">31.1292<', page.text)[1]
    assert float(exact) == result.scores.max()
    facts = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    assert facts["rows"] == "223"
    assert facts["removed rows"] == "5"
    assert facts["AUROC"] == f"{pl.metrics.auroc(wbc.y, result.scores):.3f}"
    rounds, params, versions = page.tables[1:]
    assert len(rounds) == 1 + len(result.rounds)
    assert ["gamma_rule", "silverman"] in params
    assert ["pyelki-losdd", pl.__version__] in versions
    assert dict(versions)["ELKI"] == "0.8.0"
    assert "In print" in page.text  # 50 rows are there, but not all columns


def test_other_columns_have_no_reasons(wbc, tmp_path):
    report(pl.run(wbc.X, b=1), tmp_path / "a.html", X=wbc.X[:, :3])
    page = Page(tmp_path / "a.html")
    assert "reasons" not in page.ranking
    assert "No reasons: X has 3 columns, but needs 9" in page.text
    report(pl.run(wbc.X, b=1, kernel="linear"), tmp_path / "b.html", X=wbc.X)
    assert "No reasons" not in Page(tmp_path / "b.html").text


def test_same_input_same_page(hostile, tmp_path):
    _, result = hostile
    texts = []
    for name in ("a", "b"):
        report(result, tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        texts.append(re.sub("<time .*</time>", "", text))
    assert texts[0] == texts[1]
    assert len(Page(tmp_path / "a").texts["img"]) == 4  # the result has the two columns itself


@pytest.mark.parametrize(
    "make",
    [
        lambda X: pl.run(X, b=4, R=9, method="losoc", kernel="laplace", nu=0.1, reference="final"),
        lambda X: pl.run(X, b=2, kernel="polynomial", degree=3, coef0=0.5, standardize=False),
        lambda X: pl.run(X, b=0, gamma=0.25, score_form="distance"),
        lambda X: pl.run_elki(X, "LOF", k=5, standardize=True),
        lambda X: pl.run(np.exp(-np.square(X[:, None] - X).sum(-1)), b=2, kernel="precomputed"),
    ],
)
def test_code_gives_the_result(toy, tmp_path, monkeypatch, make):
    monkeypatch.setattr("pyelki_losdd._report.draw", lambda content: [])  # takes its time
    X = toy[::5]
    result = make(X)
    report(result, tmp_path / "a.html")
    code = Page(tmp_path / "a.html").texts["code"][-1]
    if result.params.get("kernel") == "precomputed":
        X = np.exp(-np.square(X[:, None] - X).sum(-1))
    space = {"X": X}
    exec(code.rpartition("\n")[0], space)
    np.testing.assert_array_equal(space["result"].scores, result.scores)


def test_odd_results(tmp_path, toy):
    result = make_elki()
    result.scores[:3] = np.inf, -np.inf, np.nan
    report(result, tmp_path / "a.html", y=[0, 0, 1] + [0] * 5, X=np.arange(8)[:, None])
    table = Page(tmp_path / "a.html").ranking
    assert set(table["score"]) >= {"∞", "-∞", "NaN"}
    many = pd.DataFrame(np.random.default_rng(0).normal(size=(3, 40)))
    many.index = pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)])
    report(pl.run(many, b=1), tmp_path / "a.html", X=many)
    page = Page(tmp_path / "a.html")
    assert sorted(page.ranking["row"]) == ["a / 1", "a / 2", "b / 1"]
    assert "The first 30 of 40 columns" in page.text


def test_errors(tmp_path, monkeypatch):
    result, path = make_elki(), tmp_path / "a.html"
    with pytest.raises(TypeError, match=r"report\(run\(X\), path, X=X\)"):
        report([[1, 2]], path)
    with pytest.raises(ValueError, match="X has 2 rows, but the result 8"):
        report(result, path, X=[[1], [2]])
    with pytest.raises(ValueError, match="y has shape"):
        report(result, path, y=[0, 1])
    with pytest.raises(ValueError, match="names has 1 entries"):
        report(result, path, names=["a"])
    with pytest.raises(ValueError, match="rows=0"):
        report(result, path, rows=0)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        report(result, tmp_path / "nowhere" / "a.html")
    monkeypatch.setitem(sys.modules, "matplotlib.style", None)
    with pytest.raises(ImportError, match=r"pyelki-losdd\[plot\]"):
        report(result, path)
    assert list(tmp_path.iterdir()) == []
