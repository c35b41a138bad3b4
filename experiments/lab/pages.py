"""Writing results: each file says by which command, versions and seeds it was made."""

import os
import platform
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import matplotlib
import pandas as pd
from matplotlib.figure import Figure

import pyelki_losdd as pl

matplotlib.rcParams["svg.hashsalt"] = "pyelki-losdd"  # the same figure makes the same file

SEEDS = "the version for the outliers of InternetAds and for isolation forests, 1 for the toy data"
LIBRARIES = ("numpy", "scipy", "scikit-learn", "matplotlib")


@dataclass(frozen=True)
class Output:
    """Where results go, and how they were made.

    Attributes
    ----------
    folder : Path
        Where.
    command : str
        How.
    readme : Path or None
        A page with places for tables: between ``<!-- name -->`` and ``<!-- end -->``.
    seeds : str
        What is random, and by which seeds.
    libraries : tuple of str
        Whose versions matter.
    """

    folder: Path
    command: str
    readme: Path | None = None
    seeds: str = SEEDS
    libraries: tuple[str, ...] = LIBRARIES

    @property
    def origin(self) -> str:
        """How it was made, in one line."""
        versions = ", ".join(f"{name} {metadata.version(name)}" for name in self.libraries)
        return (
            f"{self.command}; pyelki-losdd {pl.__version__}, ELKI 0.8.0, "
            f"Python {platform.python_version()}, {versions}, {os.cpu_count()} cores; "
            f"seeds: {self.seeds}"
        )

    def page(self, name: str, title: str, lines: list[str]) -> None:
        """Write a page of Markdown."""
        command, _, rest = self.origin.partition("; ")
        text = "\n".join([f"# {title}", "", f"`{command}`; {rest}.", "", *lines]).rstrip() + "\n"
        self._path(f"{name}.md").write_text(text)

    def csv(self, name: str, frame: pd.DataFrame) -> None:
        """Write the figures of all cells; lines with ``#`` say how they were made."""
        text = frame.to_csv(index=False, float_format="%.6g", lineterminator="\n")
        self._path(f"{name}.csv").write_text(f"# {self.origin}\n{text}")

    def figure(self, name: str, figure: Figure) -> str:
        """Write a figure as SVG and PNG, and return the line of Markdown that shows it."""
        about = {"Title": name, "Description": self.origin}
        figure.draw_without_rendering()  # arranges everything, which is needed only once
        figure.set_layout_engine("none")
        figure.savefig(self._path(f"{name}.svg"), metadata={**about, "Date": None})
        figure.savefig(self._path(f"{name}.png"), dpi=130, metadata=about)
        return f"![{name}]({name}.svg)"

    def embed(self, name: str, lines: list[str]) -> None:
        """Put lines in their place in the page that shows all results, below its headings."""
        if self.readme is None:
            return
        before, opening, rest = self.readme.read_text().partition(f"<!-- {name} -->\n")
        _, closing, after = rest.partition("<!-- end -->")
        if not closing:
            raise ValueError(f"{self.readme} has no place for {name}: <!-- {name} --> <!-- end -->")
        lines = [f"#{line}" if line.startswith("##") else line for line in lines]
        body = "\n".join(["", *lines]).rstrip() + "\n\n"
        self.readme.write_text(before + opening + body + closing + after)

    def _path(self, name: str) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self.folder / name


def new_figure(width: float, height: float) -> Figure:
    """Make a figure that needs no screen."""
    return Figure(figsize=(width, height), layout="constrained")


def markdown(frame: pd.DataFrame, digits: int = 3, corner: str = "") -> list[str]:
    """Make the lines of a table; numbers have three digits, the index is the first column."""

    def text(value):
        return f"{value:.{digits}f}" if isinstance(value, float) else str(value)

    header = [corner or str(frame.index.name or ""), *map(str, frame.columns)]
    rows = [
        [str(name), *map(text, row)]
        for name, row in zip(frame.index, frame.itertuples(index=False), strict=True)
    ]
    return [
        f"| {' | '.join(header)} |",
        "| --- |" + " ---: |" * len(frame.columns),
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
    ]
