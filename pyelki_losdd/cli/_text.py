"""Text for terminals: data may hold anything, even control sequences."""

from __future__ import annotations

__all__ = ["one_line", "printable"]


def printable(text: str) -> str:
    """Write control characters so that they can be seen and do nothing."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def one_line(text: str) -> str:
    """Put a message into one line."""
    return printable(" ".join(text.split()))
