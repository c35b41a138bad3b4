"""Runs the examples of a Markdown page like the cells of a notebook.

A cell is a block of Python, or of ``losdd`` commands. The text block that follows it shows what it
prints; the value of a last expression is shown, too. ``python docs/cells.py`` runs the tutorial,
and writes what was printed, and the pictures, into this folder.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TUTORIAL = Path(__file__).with_name("tutorial.md")

_BLOCK = re.compile(
    r"^```(?P<language>python|sh)\n(?P<code>.*?)^```\n"
    r"(?P<shown>\n```text\n(?P<output>.*?)^```\n)?",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Cell:
    """A cell of a page.

    Attributes
    ----------
    code : str
        What to run.
    language : {"python", "sh"}
        In which language.
    output : str
        What the page says is printed; empty if it says nothing.
    line : int
        How many lines come before the code.
    start, end : int
        Where the cell begins and ends in the page, with its output.
    """

    code: str
    language: str
    output: str
    line: int
    start: int
    end: int


def read(page: str) -> list[Cell]:
    """Find the cells of a page; other commands than ``losdd`` are for the reader only."""
    cells = [
        Cell(
            code=match["code"],
            language=match["language"],
            output=match["output"] or "",
            line=page.count("\n", 0, match.start("code")),
            start=match.start(),
            end=match.end(),
        )
        for match in _BLOCK.finditer(page)
    ]
    return [cell for cell in cells if cell.language == "python" or cell.code.startswith("losdd ")]


def run(cells: list[Cell], path: Path) -> Iterator[str]:
    """Run cells one after the other, and yield what each prints.

    Parameters
    ----------
    cells : list of Cell
        The cells; they share their variables, and the current folder.
    path : Path
        The page they are from, for the traceback of an error.

    Yields
    ------
    str
        The output, with errors of commands and warnings.
    """
    import matplotlib

    matplotlib.use("agg")
    variables: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            if cell.language == "python":
                _run_python("\n" * cell.line + cell.code, str(path), variables)
            else:
                _run_commands(cell.code)
        lines = [line.rstrip() for line in printed.getvalue().strip("\n").splitlines()]
        yield "".join(f"{line}\n" for line in lines)


def _run_python(code: str, path: str, variables: dict[str, Any]) -> None:
    tree = ast.parse(code)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, path, "exec"), variables)
    if last is not None:
        value = eval(compile(last, path, "eval"), variables)
        if value is not None:
            print(repr(value))


def _run_commands(code: str) -> None:
    from pyelki_losdd.cli import main

    for command in code.replace("\\\n", " ").splitlines():
        main(shlex.split(command, comments=True)[1:])


def refreshed(path: Path) -> str:
    """Return a page with what its cells print now."""
    page = path.read_text(encoding="utf-8")
    cells = read(page)
    parts, end = [], 0
    for cell, output in zip(cells, run(cells, path), strict=True):
        parts += [page[end : cell.start], f"```{cell.language}\n{cell.code}```\n"]
        if output:
            parts.append(f"\n```text\n{output}```\n")
        end = cell.end
    return "".join([*parts, page[end:]])


def main() -> None:
    """Refresh the tutorial and its pictures."""
    with tempfile.TemporaryDirectory() as folder:
        old = os.getcwd()
        os.chdir(folder)
        try:
            page = refreshed(TUTORIAL)
        finally:
            os.chdir(old)
        for picture in Path(folder).glob("*.png"):
            TUTORIAL.with_name(picture.name).write_bytes(picture.read_bytes())
    TUTORIAL.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
