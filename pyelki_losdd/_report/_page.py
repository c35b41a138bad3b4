"""The page as HTML. Every text from outside goes through `escape`."""

from __future__ import annotations

import base64
import datetime
import hashlib
import math
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files

import numpy as np
import pandas as pd

from .._detection import Detection
from .._reasons import Explanation, expected_text, value_text
from .._version import __version__
from ._content import Content, clean
from ._pictures import Picture

__all__ = [
    "frame",
    "make_page",
    "show_code",
    "show_pairs",
    "show_pictures",
    "show_table",
    "show_tiles",
    "show_warnings",
]

#: How many columns of the data the ranking shows.
_COLUMNS = 30

#: How many columns a row's bars show.
_BARS = 8

#: Cells are colored from these shares of the score on, each darker than the one before.
_SHADES = (0.1, 0.2, 0.35, 0.5, 0.7)

#: How many rows and columns of the ranking are printed; the style sheet hides the others.
_PRINTED = (50, 10)


def make_page(
    content: Content,
    summary: Mapping[str, str],
    pictures: Iterable[Picture],
    code: str | None,
    versions: Mapping[str, str],
) -> str:
    """Put the page together.

    Parameters
    ----------
    content : Content
        What was given.
    summary : mapping of str to str
        The most important numbers.
    pictures : iterable of Picture
        The pictures.
    code : str or None
        Python code that gives the result.
    versions : mapping of str to str
        The software.

    Returns
    -------
    str
        HTML. A policy inside forbids the browser to load or run anything but what is in here.
    """
    sections = {
        "Summary": _summary(content, summary),
        "Ranking": _ranking(content),
        "Pictures": show_pictures(pictures),
        "Rounds": _rounds(content),
        "Parameters": _parameters(content, versions),
        "Reproduce": show_code(content.command, code),
    }
    return frame(content.title, content.result.headline, content.date, sections)


def frame(title: str, headline: str, date: datetime.datetime, sections: Mapping[str, str]) -> str:
    """Put sections into a page.

    Parameters
    ----------
    title : str
        The title of the page.
    headline : str
        What it is about, in one line.
    date : datetime
        When it was made.
    sections : mapping of str to str
        The sections by their headings, as HTML; empty ones are left out.

    Returns
    -------
    str
        HTML. A policy inside forbids the browser to load or run anything but what is in here.
    """
    style, script = (_read(name) for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    shown = {name: body for name, body in sections.items() if body}
    links = "".join(f'<a href="#{name.lower()}">{name}</a>' for name in shown)
    body = "\n".join(
        f'<section id="{name.lower()}">\n<h2>{name}</h2>\n{text}\n</section>'
        for name, text in shown.items()
    )
    title = escape(title)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="pyelki-losdd {__version__}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{escape(clean(headline))}.
Made on <time datetime="{date.isoformat(timespec="seconds")}">{date:%Y-%m-%d %H:%M}</time>.</p>
<nav aria-label="Sections">{links}</nav>
</header>
<main>
{body}
</main>
<footer>Made by pyelki-losdd {__version__}. This page is one file and loads nothing.</footer>
<script>{script}</script>
</body>
</html>
"""


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Name a style or script for the policy; whatever else got into the page does not run."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _summary(content: Content, summary: Mapping[str, str]) -> str:
    meaning = "A higher score is more outlying."
    if isinstance(content.result, Detection):
        meaning += (
            " It is the mean distance of the row from the models, in units of the median distance "
            "between two rows; each row is judged by models without it. Rows above "
            f"{content.result.threshold:.3g} stand out."
        )
    elif content.leave_out is not None:
        meaning += (
            " A positive score is outside of the boundary. A support vector is judged by a model "
            "without it; a removed row, by the model of the round in which it was removed"
        )
        final = content.result.params.get("reference") == "final"
        meaning += "; here all by the cleaned model." if final else "."
    warnings = show_warnings(content.result.warnings)
    return f"{show_tiles(summary)}\n<p>{meaning}</p>{warnings}"


def show_tiles(summary: Mapping[str, str]) -> str:
    """Show the most important numbers."""
    tiles = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(clean(value))}</dd></div>"
        for name, value in summary.items()
    )
    return f'<dl class="tiles">{tiles}</dl>'


def show_warnings(warnings: Iterable[str]) -> str:
    """Show what methods warned of."""
    return "".join(
        f'\n<p class="warning">Warning: {escape(clean(message))}</p>' for message in warnings
    )


def _ranking(content: Content) -> str:
    """Make the table; it is complete without the script, which adds sorting and a filter."""
    result, n = content.result, len(content.result)
    rows = result.ranking[: content.rows]
    run = content.leave_out
    support = None if run is None else run.support
    columns = content.columns[:_COLUMNS]
    explanation = content.explanation
    kinds = {"rank": "number", "row": "text", "score": "number"}
    if run is not None:
        kinds |= {"removed in round": "number", "support vector": "text"}
    if content.outlier is not None:
        kinds["label"] = "text"
    if explanation is not None:
        kinds["reasons"] = "text"
    heads = [*kinds.items(), *((name, "number") for name in columns)]
    head = "".join(
        f'<th scope="col" data-kind="{kind}"{_first(i)}>{escape(name)}</th>'
        for i, (name, kind) in enumerate(heads)
    )
    lines = []
    for rank, row in enumerate(rows, start=1):
        cells = [f"<td>{rank}</td>", f'<th scope="row">{escape(content.names[row])}</th>']
        cells.append(_number(result.scores[row]))
        if run is not None and support is not None:
            round_ = int(run.removal_round[row])
            cells.append(f"<td>{round_}</td>" if round_ else '<td data-value="">kept</td>')
            cells.append(f'<td class="text">{"yes" if support[row] else "no"}</td>')
        if content.outlier is not None:
            label = "outlier" if content.outlier[row] else "inlier"
            cells.append(f'<td class="text {label}">{label}</td>')
        explained = explanation is not None and rank <= len(explanation)
        if explanation is not None:
            cells.append(_reasons(explanation, rank - 1) if explained else "<td></td>")
        if content.values is not None:
            cells += [
                _number(
                    value, _shade(explanation, rank - 1, j) if explanation and explained else ""
                )
                for j, value in enumerate(content.values[row, : len(columns)])
            ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    notes = []
    if explanation is not None:
        notes.append(
            "A click on a row opens its reasons: the columns' shares of the score, what is there, "
            "and what was expected, given the other columns, with the range of nine tenths of the "
            "similar rows. Cells are the darker, the larger the share."
        )
        if len(explanation) < len(rows):
            notes.append(f"The first {len(explanation)} rows are explained.")
    if content.no_reasons is not None:
        notes.append(escape(content.no_reasons))
    if len(rows) < n:
        notes.append(f"The first {len(rows):,} of {n:,} rows; result.to_frame() has all.")
    if len(columns) < len(content.columns):
        notes.append(f"The first {len(columns)} of {len(content.columns):,} columns.")
    text = "".join(f'<p class="note">{note}</p>' for note in notes)
    if len(rows) > _PRINTED[0] or len(heads) > _PRINTED[1]:
        most = f"at most {_PRINTED[0]} rows and {_PRINTED[1]} columns"
        text += f'<p class="note printed">In print: {most}.</p>'
    body = "\n".join(lines)
    return (
        f'{text}\n<div class="scroll" tabindex="0" role="region" aria-label="Ranking">\n'
        f'<table id="table"><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def _first(column: int) -> str:
    return ' aria-sort="ascending"' if column == 0 else ""


def _number(value: float, attributes: str = "") -> str:
    """Make a cell that is short to read, and exact to sort by."""
    if math.isnan(value):
        return f'<td data-value=""{attributes}>NaN</td>'
    if math.isinf(value):
        sign = "" if value > 0 else "-"
        return f'<td data-value="{sign}Infinity"{attributes}>{sign}∞</td>'
    short = f"{value:.6g}"
    if float(short) == value:
        return f"<td{attributes}>{short}</td>"
    return f'<td data-value="{float(value)!r}"{attributes}>{short}</td>'


def _shade(explanation: Explanation, i: int, j: int) -> str:
    """Color a cell by its share; the style sheet shows what was expected below the value."""
    share = explanation.share[i, j]
    level = sum(share >= shade for shade in _SHADES)
    if not level:
        return ""
    expected = escape(clean(expected_text(explanation.expected[i][j])))
    return (
        f' class="s{level}" data-expected="{expected}" '
        f'title="{100 * share:.0f} % of the score; expected {expected}"'
    )


def _reasons(explanation: Explanation, i: int) -> str:
    """Make the cell with a row's reasons, which opens without the script, too."""
    text = escape(clean(explanation.sentence_of(i)))
    items = []
    for j in explanation.order(i)[:_BARS]:
        share = explanation.share[i, j]
        value, expected = explanation.values[i][j], explanation.expected[i][j]
        said = f"{value_text(value)}, expected {expected_text(expected)}"
        items.append(
            f"<li><b>{escape(clean(explanation.columns[j]))}</b> "
            f'<meter min="0" max="1" value="{share:.4f}">{share:.2f}</meter> '
            f"<span>{100 * share:.0f} %: {escape(clean(said))}</span></li>"
        )
    return (
        f'<td class="text reasons" data-value="{text}"><details><summary>{text}</summary>'
        f'<ul class="bars">{"".join(items)}</ul></details></td>'
    )


def show_pictures(pictures: Iterable[Picture]) -> str:
    """Show pictures with their captions."""
    shown = "\n".join(
        f'<figure><img src="{picture.source}" alt="{escape(picture.caption)}">'
        f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
        for picture in pictures
    )
    return f'<div class="pictures">\n{shown}\n</div>'


def _rounds(content: Content) -> str:
    if content.leave_out is None:
        return ""
    return (
        "<details><summary>What happened in each round; round 0 is the training on all rows"
        f"</summary>\n{show_table('Rounds', content.leave_out.rounds)}</details>"
    )


def show_table(label: str, table: pd.DataFrame, *, named: bool = False) -> str:
    """Show a table; `named` tells that its index names the rows."""
    head = "".join(
        f'<th scope="col">{escape(clean(name)).replace("_", " ")}</th>'
        for name in (["", *table.columns] if named else table.columns)
    )
    rows = "\n".join(
        "<tr>"
        + (f'<th scope="row">{escape(clean(name))}</th>' if named else "")
        + "".join(f"<td>{escape(_short(value))}</td>" for value in row)
        + "</tr>"
        for name, row in zip(table.index, table.itertuples(index=False), strict=True)
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(clean(label))}">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def _short(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else clean(value)


def _parameters(content: Content, versions: Mapping[str, str]) -> str:
    params = {name: value for name, value in content.result.params.items() if value is not None}
    tables = show_pairs("Parameters", params) + "\n" + show_pairs("Versions", versions)
    return f'<div class="columns">\n{tables}\n</div>'


def show_pairs(caption: str, pairs: Mapping[str, object]) -> str:
    """Show names and values."""
    rows = "\n".join(
        f'<tr><th scope="row">{escape(clean(name))}</th><td>{escape(clean(value))}</td></tr>'
        for name, value in pairs.items()
    )
    return (
        f'<table class="pairs"><caption>{escape(clean(caption))}</caption><tbody>\n{rows}\n'
        "</tbody></table>"
    )


def show_code(*code: str | None) -> str:
    """Show commands or programs."""
    parts = [text for text in code if text]
    return "\n".join(f"<pre><code>{escape(text)}</code></pre>" for text in parts)
