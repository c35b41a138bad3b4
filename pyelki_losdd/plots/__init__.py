"""Pictures of results and of the method; needs matplotlib (``pip install pyelki-losdd[plot]``).

Every function draws into the axes it is given, or else into a new figure, and returns these.
Colors can be told apart by the color-blind, and marks differ in shape or darkness for print.
"""

from ._agreement import agreement
from ._curves import precision_recall, roc
from ._hulls import hulls
from ._masking import boundaries, masking
from ._points import points
from ._reasons import reasons
from ._rounds import rounds
from ._scores import histogram, ranks

__all__ = [
    "agreement",
    "boundaries",
    "histogram",
    "hulls",
    "masking",
    "points",
    "precision_recall",
    "ranks",
    "reasons",
    "roc",
    "rounds",
]
