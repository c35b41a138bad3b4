"""The documentation: the examples print what the pages say, and nothing public is without words."""

import difflib
import importlib
import importlib.util
import inspect
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

pytest.importorskip("matplotlib")
pytest.importorskip("sklearn")
pytest.importorskip("pyod")


def script(name):
    """Import a script of the documentation."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


cells = script("cells")

# ---------------------------------------------------------------------------- examples


@pytest.mark.parametrize("path", [DOCS / "tutorial.md", ROOT / "README.md"], ids=lambda p: p.name)
def test_examples_print_what_the_page_says(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = path.read_text(encoding="utf-8")
    found = cells.read(page)
    assert any(cell.output for cell in found)
    for cell, printed in zip(found, cells.run(found, path), strict=True):
        # README shows no output where the value is not the point.
        if cell.output or path.name == "tutorial.md":
            said = [line.rstrip() for line in cell.output.splitlines()]
            lines = difflib.unified_diff(said, printed.splitlines(), "page", "now", lineterm="")
            difference = "\n".join(lines)
            assert not difference, f"{path.name}, line {cell.line}: {cell.code}\n{difference}"
    written = {picture.name for picture in tmp_path.glob("*.png")}
    shown = set(re.findall(r"!\[[^]]+\]\((tutorial-[^)]+)\)", page))
    assert written == shown
    assert all((DOCS / name).stat().st_size > 5000 for name in shown)


PAGE = """
```python
a = 1
print(a)
```

```text
2
```

Words.

```python
a + 1
```

```sh
make something
```

```sh
losdd run no.csv
```
"""


def test_cells(tmp_path, monkeypatch):
    """What the test above rests on."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    found = cells.read(PAGE)
    assert [cell.output for cell in found] == ["2\n", "", ""]
    assert list(cells.run(found, path)) == [
        "1\n",
        "2\n",
        "losdd: error: no.csv: No such file or directory\n",
    ]
    fresh = cells.refreshed(path)
    assert "print(a)\n```\n\n```text\n1\n```\n\nWords." in fresh
    assert "a + 1\n```\n\n```text\n2\n```\n\n```sh\nmake" in fresh
    path.write_text(fresh)
    assert cells.refreshed(path) == fresh


# ---------------------------------------------------------------------------- docstrings

MODULES = [
    "pyelki_losdd",
    "pyelki_losdd.datasets",
    "pyelki_losdd.metrics",
    "pyelki_losdd.plots",
    "pyelki_losdd.pyod",
]


def public():
    """Every function and class that users see, and the methods of the classes."""
    for name in MODULES:
        module = importlib.import_module(name)
        for member in module.__all__:
            thing = getattr(module, member)
            if not callable(thing):
                continue
            yield f"{name}.{member}", thing
            if inspect.isclass(thing):
                for method in dir(thing):
                    value = getattr(thing, method)
                    ours = str(getattr(value, "__module__", "")).startswith("pyelki_losdd")
                    if inspect.isroutine(value) and ours and not method.startswith("_"):
                        yield f"{name}.{member}.{method}", value


THINGS = dict(public())


def documented_parameters(text):
    section = text.partition("Parameters\n----------\n")[2]
    section = re.split(r"\n\n\w[\w ]*\n-{3,}\n", section)[0]
    names = re.findall(r"^(\*{0,2}\w+(?:, \w+)*)(?: :|$)", section, flags=re.MULTILINE)
    return [name.lstrip("*") for group in names for name in group.split(", ")]


@pytest.mark.parametrize("name", THINGS)
def test_docstrings_name_all_parameters(name):
    thing = THINGS[name]
    text = inspect.getdoc(thing)
    assert text, f"{name} has no docstring"
    assert text.splitlines()[0].endswith("."), text.splitlines()[0]
    made_by_us = ("Cleaned", "Comparison", "Explanation", "datasets.Dataset")
    if name.removeprefix("pyelki_losdd.") in made_by_us:
        return  # nobody makes one: their attributes are documented
    parameters = [p for p in inspect.signature(thing).parameters if p != "self"]
    assert sorted(documented_parameters(text)) == sorted(parameters)


def test_there_is_something_to_document():
    assert len(THINGS) > 40
    for name in ("LOSDD.predict", "run", "compare", "Result.score_samples", "plots.masking"):
        assert f"pyelki_losdd.{name}" in THINGS


# ---------------------------------------------------------------------------- web pages


class Links(HTMLParser):
    """Collects the anchors of a page, and what it refers to."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.anchors.add(attributes["id"])
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif attributes.get("src") or attributes.get("href"):
            self.loaded.append(attributes.get("src") or attributes["href"])


def test_web_pages(tmp_path):
    pytest.importorskip("pdoc")
    done = subprocess.run(
        [sys.executable, str(DOCS / "build.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Documentation written to {tmp_path / 'index.html'}" in done.stdout
    pages = {path: Links(path) for path in tmp_path.rglob("*.html")}
    assert len(pages) == 2 + len(MODULES)  # and the index and the tutorial
    for name in THINGS:
        module = max((m for m in MODULES if name.startswith(f"{m}.")), key=len)
        page = tmp_path.joinpath(*module.split(".")).with_suffix(".html")
        assert name.removeprefix(f"{module}.") in pages[page].anchors, name
    for path, page in pages.items():
        for link in page.links:
            if link.startswith("https://"):
                continue  # followed by the reader only
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            assert target in pages, f"{path.name}: {link}"
            assert not anchor or anchor in pages[target].anchors, f"{path.name}: {link}"
        for source in page.loaded:  # no network
            assert source.startswith("data:"), f"{path.name}: {source[:80]}"
    text = (tmp_path / "tutorial.html").read_text(encoding="utf-8")
    assert text.count("data:image/png;base64,") == len(list(DOCS.glob("tutorial-*.png")))
