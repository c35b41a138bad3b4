"""How much memory a file may take: small files can ask for a lot of it."""

from __future__ import annotations

import sys

__all__ = ["DICT_ENTRY", "Allowance", "text_size"]

#: What an entry of a dict takes, besides its key and value.
DICT_ENTRY = 100


class Allowance:
    """Counts what is kept of a file, and refuses to go on before it is too much.

    Parameters
    ----------
    limit : int
        The most bytes.
    refusal : str
        What to say then.
    """

    def __init__(self, limit: int, refusal: str) -> None:
        self.limit = limit
        self.refusal = refusal
        self._taken = 0

    def take(self, size: int) -> None:
        """Count memory that is about to be taken; raise a ValueError if that is too much."""
        self._taken += size
        if self._taken > self.limit:
            raise ValueError(self.refusal)


def text_size(text: str) -> int:
    """Tell what a text takes in memory, with its place in a list or a set."""
    return sys.getsizeof(text) + 32
