"""Which data, and what settings and measures are called."""

from dataclasses import dataclass

from .detectors import EXTRA_FILES, PAPER
from .published import SETS

#: The two settings of every experiment of the paper.
SETTINGS = {"paper's setting": PAPER, "our default": {}}

NAMES = {"adjusted_ap": "AdjAP", "auroc": "AUROC"}


@dataclass(frozen=True)
class Scope:
    """The data sets of a run.

    Attributes
    ----------
    paper : list of (name, version)
        Those of the paper.
    timed : list of (name, version)
        Those of which run times are measured: a few versions, one of PageBlocks, not InternetAds
        (where the iterative solver takes minutes).
    tried : list of (name, version)
        Those on which more settings were tried to come closer to the paper.
    beyond : list of (name, version)
        Those for what goes beyond the paper: others, too, and one version of the large ones.
    """

    paper: list[tuple[str, int]]
    timed: list[tuple[str, int]]
    tried: list[tuple[str, int]]
    beyond: list[tuple[str, int]]


_ALL = [(name, version) for name in SETS for version in range(1, 11)]
_FEW = [(name, version) for name, version in _ALL if version <= 3]
_LARGE = ("InternetAds", "PageBlocks")

FULL = Scope(
    paper=_ALL,
    timed=[data for data in _FEW if data[0] not in _LARGE or data == ("PageBlocks", 1)],
    tried=[data for data in _ALL if data[0] not in _LARGE or data == ("PageBlocks", 1)],
    beyond=[data for data in _ALL if data[0] not in _LARGE or data[1] == 1]
    + [(name, 1) for name in EXTRA_FILES],
)

# Small data only: to see that everything works, and for the tests.
_QUICK = [("Hepatitis", 1), ("WBC", 1)]
QUICK = Scope(paper=_QUICK, timed=_QUICK[:1], tried=_QUICK, beyond=_QUICK)
