"""Builds the documentation: the tutorial, and the API from its docstrings.

``python docs/build.py [FOLDER]`` writes web pages, by default into ``build/docs``; open
``index.html`` there. They need no network.
"""

from __future__ import annotations

import argparse
import types
from collections.abc import Sequence
from pathlib import Path

import pdoc.doc
import pdoc.docstrings
import pdoc.render

import pyelki_losdd
from pyelki_losdd import _estimators, pyod

DOCS = Path(__file__).resolve().parent

#: What users import.
MODULES = (
    "pyelki_losdd",
    "pyelki_losdd.datasets",
    "pyelki_losdd.metrics",
    "pyelki_losdd.plots",
    "pyelki_losdd.pyod",
)


def build(folder: Path) -> None:
    """Write all pages.

    Parameters
    ----------
    folder : Path
        Where to write them; what is there under the same names is replaced.
    """
    for module in (_estimators, pyod):
        for name in ("LOSDDEnsemble", "LOSDD", "LOSOC"):
            _show_methods(getattr(module, name))
    for result in (pyelki_losdd.Result, pyelki_losdd.Detection):
        _show_methods(result)
    pages = {"tutorial": _tutorial()}
    for name in pyelki_losdd.__all__:  # pdoc shows only what has been imported
        getattr(pyelki_losdd, name)
    pages |= {name: pdoc.doc.Module.from_name(name) for name in MODULES}
    for cls in (cls for page in pages.values() for cls in page.classes):
        # What is not shown must not be linked to.
        cls.bases = []
        for member in set(cls.members.values()) - set(cls.own_members):
            del cls.members[member.name]
    pdoc.render.configure(
        docformat="numpy",
        include_undocumented=False,  # attributes are documented by the class
        footer_text=f"pyelki-losdd {pyelki_losdd.__version__}",
        show_source=False,
        template_directory=DOCS / "templates",
    )
    for name, page in pages.items():
        path = folder.joinpath(*name.split(".")).with_suffix(".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pdoc.render.html_module(page, pages), encoding="utf-8")
    (folder / "index.html").write_text(pdoc.render.html_index(pages), encoding="utf-8")
    (folder / "search.js").write_text(pdoc.render.search_index(pages), encoding="utf-8")


def _show_methods(cls: type) -> None:
    """Make inherited methods a class's own: pdoc shows none of a base class that is private."""
    owners = [owner for owner in cls.__mro__ if owner.__module__.startswith("pyelki_losdd")]
    for owner in owners:
        for name in [name for name in vars(owner) if name.endswith("_request")]:
            delattr(owner, name)  # made by scikit-learn
        for name, method in vars(owner).items():
            shown = callable(method) or isinstance(method, property)
            if shown and not name.startswith("_") and name not in vars(cls):
                setattr(cls, name, method)


def _tutorial() -> pdoc.doc.Module:
    """Make a page of the tutorial, with its pictures inside."""
    path = DOCS / "tutorial.md"
    text = path.read_text(encoding="utf-8").removeprefix("# Tutorial\n\n")  # the page has a title
    text = pdoc.docstrings.embed_images(text, path)
    module = types.ModuleType("tutorial", text)
    vars(module)["__docformat__"] = "markdown"
    return pdoc.doc.Module(module)


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the documentation.

    Parameters
    ----------
    arguments : sequence of str, optional
        Command line arguments; those of the process by default.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    default = DOCS.parent / "build" / "docs"
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    folder = parser.parse_args(arguments).folder
    build(folder)
    print(f"Documentation written to {folder / 'index.html'}")


if __name__ == "__main__":
    main()
