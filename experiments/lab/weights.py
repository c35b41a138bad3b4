"""The weight as a score: what ELKI's own SVDD and OCSVM have, beside distances and LOSDD."""

from .cells import Cell, Entry
from .pages import Output, markdown
from .scope import FULL, QUICK

#: ELKI's own are these: its kernel has gamma = 0.5 whatever the data, and nu is 0.05.
ELKI = {"b": 0, "gamma": 0.5, "nu": 0.05}

METHODS = {
    "weight, as ELKI's": {**ELKI, "score_form": "weight"},
    "distance of the same model": {**ELKI, "score_form": "distance"},
    "weight, hard margin": {"b": 0, "score_form": "weight"},
    "distance, hard margin": {"b": 0, "score_form": "distance"},
    "weight, nu = 0.2": {"b": 0, "nu": 0.2, "score_form": "weight"},
    "LOSDD": {"b": 10},
}

INTRO = """\
AUROC and adjusted AP of a support vector data description, standardized, and of LOSDD; means over
ten versions of each data set. The first row is the score of ELKI's own SVDD and OCSVM with their
defaults: the weight alpha of each object in the model (nu = 0.05, gamma = 0.5). The hard margins
and LOSDD have Silverman's bandwidth.

A weight says how much the model needs a point to keep it inside. Where nearly all points are
support vectors, which is common with more than a few columns, that is how far a point is from the
others: on Hepatitis, WBC and WDBC it ranks as LOSDD does, while the distance to the boundary of
the same model is 0 for all its support vectors. It fails in two ways. Ties: points that are not
support vectors all have 0, with a soft margin all that are outside have C, near or far, and where
points are so far apart that each is alone (Arrhythmia, InternetAds), all have 1/n to the last
digits; what ELKI's have there, with a tolerance of 1e-4, is the order of the rows. And masking:
outliers that vouch for each other share a weight, as nothing is left out."""


def cells(*, quick: bool = False) -> list[Entry]:
    """All methods on all versions of the bundled sets."""
    return [
        ({"method": name}, Cell.of(*data, "losvm", **params))
        for data in (QUICK if quick else FULL).paper
        for name, params in METHODS.items()
    ]


def write(frame, output: Output) -> None:
    """Make the tables."""
    lines = []
    for measure, title in (("auroc", "AUROC"), ("adjusted_ap", "Adjusted AP")):
        table = frame.pivot_table(index="method", columns="data", values=measure, sort=False)
        table["mean"] = table.mean(axis=1)
        lines += [f"## {title}", "", *markdown(table, corner="score")]
    output.csv("weights", frame.drop(columns="seconds"))
    output.page("weights", "The weight as a score", [*INTRO.splitlines(), "", *lines])
