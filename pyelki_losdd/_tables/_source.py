"""Where the bytes come from: a file or standard input, unpacked, and never more than a limit."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from .._allowance import Allowance

__all__ = ["LIMIT", "Source", "open_source", "sniff"]

#: The most bytes that a file may unpack to, unless told otherwise.
LIMIT = 2 << 30

#: A line may have this part of the limit: its values take more memory than its text.
_LINE_PART = 64

#: Binary formats are unpacked in blocks of this many bytes.
_BLOCK = 1 << 20

#: The first bytes of binary formats.
_MAGIC = {b"\x93NUMPY": "npy", b"PK": "npz", b"PAR1": "parquet"}


@dataclass(frozen=True)
class Source:
    """An open data file.

    Attributes
    ----------
    stream : buffered binary stream
        Its content, unpacked; reading more than the limit is an error.
    file : binary stream or None
        The file itself, if it needs no unpacking and can be read in any order.
    name : str
        What to call it in messages.
    allowance : Allowance
        Counts what is kept of it in memory.
    """

    stream: io.BufferedReader[Any]
    file: BinaryIO | None
    name: str
    allowance: Allowance

    def take(self, size: int) -> None:
        """Count memory before it is taken; raise if that is more than the limit."""
        self.allowance.take(size)

    def lines(self, encoding: str) -> Iterator[str]:
        """Decode the lines one by one; an endless line is an error."""
        longest = max(1000, self.allowance.limit // _LINE_PART)
        # A byte order mark, as Excel writes it, is no part of the text.
        codec = "utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding
        try:
            text = io.TextIOWrapper(self.stream, encoding=codec)
        except LookupError:
            raise ValueError(f"{encoding!r} is no encoding; try utf-8 or latin-1.") from None
        number = 0
        try:
            while line := text.readline(longest + 1):
                number += 1
                if len(line) > longest:
                    raise ValueError(
                        f"{self.name}, line {number}: longer than {longest} characters. {_REMEDY}"
                    )
                yield line
        except UnicodeError as error:
            raise ValueError(
                f"{self.name}, after line {number}: the text is not {encoding} ({error}); name "
                "its encoding, e.g. --encoding latin-1."
            ) from None
        finally:
            with contextlib.suppress(ValueError):  # the stream is closed
                text.detach()  # or this would close it

    def random_access(self) -> BinaryIO:
        """Return the content as a stream that can be read in any order."""
        if self.file is not None:
            self.file.seek(0)
            return self.file
        content = io.BytesIO()
        while block := self.stream.read(_BLOCK):  # all at once would be there twice
            content.write(block)
        content.seek(0)
        return content


_REMEDY = "If this is no mistake, raise the limit with --max-size."


def _too_large(name: str, limit: int) -> str:
    size = f"{limit >> 20:,} MB" if limit >= 1 << 20 else f"{limit:,} bytes"
    return f"{name} unpacks to more than {size}. {_REMEDY}"


class _Limited(io.RawIOBase):
    """A stream that refuses to deliver more than it may."""

    def __init__(self, inner: Any, name: str, allowance: Allowance) -> None:
        super().__init__()
        self._inner, self._name = inner, name
        self._unpacked = allowance

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            count = self._inner.readinto(buffer) or 0
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ValueError(f"{self._name} is damaged: {error}") from None
        self._unpacked.take(count)
        return count


@contextlib.contextmanager
def open_source(source: str | os.PathLike[str], limit: int) -> Iterator[Source]:
    """Open a file, or standard input (``"-"``); what gzip has packed is unpacked."""
    path = os.fspath(source)
    with contextlib.ExitStack() as stack:
        if path == "-":
            name, raw = "standard input", getattr(sys.stdin, "buffer", None)
            if raw is None:
                raise ValueError("there is no standard input to read from.")
            plain = False
        else:
            name = os.path.basename(path)
            raw = stack.enter_context(open(path, "rb"))
            plain = stat.S_ISREG(os.fstat(raw.fileno()).st_mode)
        if not hasattr(raw, "peek"):
            raw = io.BufferedReader(raw)
        inner = raw
        if raw.peek(2)[:2] == b"\x1f\x8b":
            inner, plain = gzip.GzipFile(fileobj=raw), False
        refusal = _too_large(name, limit)
        stream = io.BufferedReader(_Limited(inner, name, Allowance(limit, refusal)))
        yield Source(stream, raw if plain else None, name, Allowance(limit, refusal))


def sniff(stream: io.BufferedReader[Any]) -> str:
    """Guess the format of a file by how it begins."""
    start = stream.peek(4096)
    for magic, format in _MAGIC.items():
        if start.startswith(magic):
            return format
    # ARFF begins with comments (%) or declarations (@).
    return "arff" if start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"%", b"@") else "csv"
