"""Numbers and dates as people write them: ``1.234,50 €``, ``12 %``, ``31.12.2020``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable

import numpy as np

__all__ = [
    "DECIMALS",
    "MISSING",
    "date_reader",
    "date_text",
    "find_day_first",
    "find_decimal",
    "is_code",
    "number_reader",
    "plain_number",
]

#: How missing values are written, in lower case.
MISSING = frozenset(("", "?", "na", "n/a", "nan", "null", "none", "nat", "<na>"))

#: What may be before the decimals.
DECIMALS = (".", ",")

#: What may stand around a number and does not change what it is compared with.
_UNITS = re.compile(r"[$€£¥₹%]|\b(?:EUR|USD|GBP|CHF|JPY)\b")

#: Spaces of all kinds, and the apostrophes of Switzerland, between thousands.
_GAPS = re.compile(r"(?<=\d)[ \u00a0\u2009\u202f'\u2019](?=\d{3})")

#: Without signs and units: groups of thousands, or plain digits; decimals; an exponent.
_NUMBER = {
    point: re.compile(
        rf"[+-]?(?:\d{{1,3}}(?:{re.escape(comma)}\d{{3}})+|\d+)?"
        rf"(?:{re.escape(point)}\d*)?(?:[eE][+-]?\d+)?",
        re.ASCII,
    )
    for point, comma in ((".", ","), (",", "."))
}

#: A comma that can only be a decimal one, and a point that can only be a decimal point.
_SURE = {
    ",": re.compile(r"[+-]?(?:\d{1,3}(?:\.\d{3})*|\d+),(?:\d{1,2}|\d{4,})|[+-]?0,\d+", re.ASCII),
    ".": re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})*|\d+)\.(?:\d{1,2}|\d{4,})|[+-]?0\.\d+", re.ASCII),
}

#: Numbers with leading zeros are codes: of countries, post offices, products.
_CODE = re.compile(r"[+-]?0\d+", re.ASCII)

_ISO = re.compile(
    r"([+-]?\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?"
    r"\s*(Z|UTC|[+-]\d\d:?\d\d)?",
    re.ASCII,
)
_WRITTEN = re.compile(
    r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?[T ]\s*(\d{1,2}):(\d\d)(?::(\d\d))?)?", re.ASCII
)


def _bare(text: str) -> str:
    """Leave out units, and the gaps between thousands."""
    return _GAPS.sub("", _UNITS.sub("", text).strip())


def find_decimal(texts: Iterable[str]) -> str:
    """Find out what is before the decimals: a comma only where nothing speaks against it.

    Parameters
    ----------
    texts : iterable of str
        Some cells; those that are no numbers do not matter.
    """
    comma = False
    for text in texts:
        bare = _bare(text)
        if _SURE["."].fullmatch(bare):
            return "."
        comma = comma or _SURE[","].fullmatch(bare) is not None
    return "," if comma else "."


def plain_number(text: str) -> float | None:
    """Read a number as programs write it; None for anything else, infinity included."""
    try:
        value = float(text)
    except ValueError:
        return None
    if not math.isfinite(value) or "_" in text or _CODE.fullmatch(text.strip()):
        return None
    return value


def number_reader(decimal: str) -> Callable[[str], float | None]:
    """Make the function that reads numbers as people write them; None for anything else."""
    pattern, thousands = _NUMBER[decimal], "," if decimal == "." else "."

    def read(text: str) -> float | None:
        if decimal == ".":
            value = plain_number(text)
            if value is not None:
                return value
        bare = _bare(text)
        if not pattern.fullmatch(bare) or _CODE.fullmatch(bare):
            return None
        return plain_number(bare.replace(thousands, "").replace(decimal, "."))

    return read


def find_day_first(texts: Iterable[str]) -> str:
    """Find out after which signs the day comes before the month: always with points.

    With other signs, the month does, unless one of the dates does not allow that.

    Parameters
    ----------
    texts : iterable of str
        Some dates; others do not matter.

    Returns
    -------
    str
        The signs.
    """
    found = {"."}
    for text in texts:
        match = _WRITTEN.fullmatch(text.strip())
        if match and int(match[1]) > 12:
            found.add(match[2])
    return "".join(sorted(found))


def date_reader(day_first: str) -> Callable[[str], float | None]:
    """Make the function that reads dates as days since 1970; None for anything else.

    Parameters
    ----------
    day_first : str
        From :func:`find_day_first`.
    """

    def read(text: str) -> float | None:
        text = text.strip()
        if match := _ISO.fullmatch(text):
            year, month, day, hour, minute, second, fraction, zone = match.groups()
        elif match := _WRITTEN.fullmatch(text):
            first, sign, other, year, hour, minute, second = match.groups()
            day, month = (first, other) if sign in day_first else (other, first)
            fraction = zone = None
        else:
            return None
        try:
            date = f"{int(year):04d}-{int(month):02d}-{int(day):02d}"
            days = float(np.datetime64(date, "D").astype(np.int64))
        except ValueError:  # such as the 30th of February
            return None
        seconds = int(hour or 0) * 3600 + int(minute or 0) * 60 + int(second or 0)
        if zone is not None and zone[0] in "+-":
            offset = int(zone[1:3]) * 3600 + int(zone[-2:]) * 60
            seconds += -offset if zone[0] == "+" else offset
        return days + (seconds + float(f"0.{fraction or 0}")) / 86400

    return read


def date_text(days: float) -> str:
    """Write days since 1970 as a date, with the time of day if it is not midnight."""
    minutes = round(days * 1440)
    if abs(minutes) > 2**50:
        return f"{days:.4g} days after 1970"
    moment = str(np.datetime64(minutes, "m"))
    return moment[:-6] if moment.endswith("T00:00") else moment.replace("T", " ")


def is_code(text: str) -> bool:
    """Tell whether a text is a number with leading zeros."""
    return _CODE.fullmatch(text.strip()) is not None
