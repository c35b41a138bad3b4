"""What each column is: decided by its type and content, or said by the user."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ._cells import text_of
from ._summary import TEXTS, ColumnSummary, Summary
from ._texts import date_reader, find_day_first, find_decimal, is_code, number_reader

__all__ = ["SAID", "Decision", "decide", "is_counter_name", "is_label_name", "suspicious"]

#: Why a column is left out that the user does not want.
SAID = "as you said"

#: A column is of numbers (or dates) if at least this share of its cells is; others are missing.
_MOST = 0.9

#: Texts longer than this in the mean, or of more words, are sentences.
_LONG, _WORDS = 40, 5

#: Names of columns that mark known outliers or number the rows, in lower case.
_LABELS = ("label", "class", "outlier", "is_outlier", "anomaly", "target", "y")
_COUNTERS = ("", "id", "index", "row", "nr", "no", "number", "unnamed: 0")


@dataclass(frozen=True)
class Decision:
    """What a column is.

    Attributes
    ----------
    kind : {"number", "category", "date", "ignore"}
        What it is.
    why : str
        Why it is left out, or what is left out of it; empty if there is nothing to say.
    said : bool
        Whether the user said so.
    decimal : str
        What is before the decimals of numbers that are texts.
    day_first : str
        After which signs of dates that are texts the day comes first.
    """

    kind: str
    why: str = ""
    said: bool = False
    decimal: str = "."
    day_first: str = "."


def decide(name: str, known: ColumnSummary, said: str | None) -> Decision:
    """Decide what a column is.

    Parameters
    ----------
    name : str
        Its name.
    known : ColumnSummary
        What is in it.
    said : str or None
        What the user says it is.
    """
    if said == "ignore":
        return Decision("ignore", SAID, said=True)
    if known.count == 0:
        return Decision("ignore", "all cells are missing")
    different = _different(known)
    if different == 1:
        only = next(iter(known.texts or ()), None) or text_of(known.low)
        return Decision("ignore", f"always {_shown(only)}", said=said is not None)
    if said == "category":
        if different is None:
            raise ValueError(
                f"columns: {name!r} cannot be a category, it has more than {TEXTS:,} different "
                "values: leave it out, or group them."
            )
        return Decision("category", said=True)
    texts = known.texts
    if texts is None:
        if said is not None:
            raise ValueError(
                f"columns: {name!r} has more than {TEXTS:,} different texts, which is too many to "
                f"read each as a {said}: convert the column first."
            )
        return Decision("ignore", f"more than {TEXTS:,} different texts")
    if not texts:
        kind = "date" if known.types == {"date"} else "number"
        return Decision(said or kind, said=said is not None)
    return _of_texts(name, known, texts, said, different)


def _of_texts(
    name: str,
    known: ColumnSummary,
    texts: Mapping[str, int],
    said: str | None,
    different: int | None,
) -> Decision:
    """Decide what a column with texts is."""
    decimal, day_first = find_decimal(texts), find_day_first(texts)
    readers = {"number": number_reader(decimal), "date": date_reader(day_first)}
    found = dict.fromkeys(readers, 0 if "date" in known.types else known.found)
    found["date"] = known.found if "date" in known.types else 0
    strange: dict[str, list[str]] = {kind: [] for kind in readers}
    for text, count in texts.items():
        for kind, read in readers.items():
            if read(text) is None:
                strange[kind].append(text)
            else:
                found[kind] += count
    by_type = known.types <= {"category", "boolean"}
    codes = any(is_code(text) for text in texts)
    for kind in readers:
        wanted = said == kind
        if wanted and found[kind] == 0:
            first = _shown(min(texts))
            raise ValueError(
                f"columns: {name!r} is said to be a {kind}, but no cell of it is one, e.g. {first}."
            )
        enough = found[kind] >= _MOST * known.count and not by_type and not codes
        if wanted or (said is None and enough):
            rest = known.count - found[kind]
            why = ""
            if rest:
                why = f"1 cell is no {kind} and counts as missing, "
                if rest > 1:
                    why = f"{rest} cells are no {kind}s and count as missing, "
                first = min(strange[kind]) if strange[kind] else text_of(known.low)
                why += f"e.g. {_shown(first)}"
            return Decision(kind, why, wanted, decimal, day_first)
    if different is None:
        return Decision("ignore", "too many different texts and numbers")
    if different > max(2, known.count / 2) and not known.types <= {"category"}:
        return Decision("ignore", _why_not(texts, known.count, different))
    mixed = known.found > 0
    return Decision("category", "numbers and texts are mixed" if mixed else "")


def _different(known: ColumnSummary) -> int | None:
    """Count the different values; None if there are too many."""
    if known.numbers is None or known.texts is None:
        return None
    return len(known.numbers) + len(known.texts)


def _why_not(texts: Mapping[str, int], count: int, different: int) -> str:
    """Say why a column is no category."""
    total = max(1, sum(texts.values()))
    length = sum(len(text) * times for text, times in texts.items()) / total
    words = sum(len(text.split()) * times for text, times in texts.items()) / total
    if length > _LONG or words > _WORDS:
        return "free text"
    return "all values differ" if different == count else "most values differ"


def is_label_name(name: str) -> bool:
    """Tell whether a column is named like one that marks known outliers."""
    return name.strip().lower() in _LABELS


def is_counter_name(name: str) -> bool:
    """Tell whether a column is named like one that numbers the rows."""
    return name.strip().lower() in _COUNTERS


def suspicious(summary: Summary, kinds: Mapping[str, Decision]) -> dict[str, str]:
    """Find columns that are used as data, but look as if they were none.

    Returns
    -------
    dict
        What they look like, by name.
    """
    found = {}
    for name, known in summary.columns.items():
        if kinds[name].kind == "ignore" or kinds[name].said:
            continue
        if is_label_name(name) and _different(known) == 2:
            found[name] = "a label that marks known outliers"
        elif (
            is_counter_name(name)
            and known.whole
            and known.found == known.count == summary.rows
            and known.high - known.low == summary.rows - 1
        ):
            found[name] = "row numbers"
    return found


def _shown(text: str) -> str:
    return repr(text if len(text) <= 30 else f"{text[:30]}...")
