"""The paper's table: mean AdjAP and AUROC over the versions (Boiar, Liebig, Schubert 2022)."""

import pandas as pd

SETS = ("Arrhythmia", "Hepatitis", "InternetAds", "PageBlocks", "WBC", "WDBC")

ADJUSTED_AP = """
KNN         .278  .059  .329 .285 .733 .259
OCSVM       .019 -.010 -.009 .265 .417 .178
LOSOC b=1   .293  .087  .423 .300 .826 .318
LOSOC b=5   .293  .094  .421 .272 .838 .337
LOSOC b=10  .293  .117  .422 .270 .844 .347
LOSOC b=20  .292  .111  .424 .267 .843 .349
SVDD        .019 -.010 -.009 .266 .417 .178
LOSDD b=1   .293  .087  .423 .300 .826 .318
LOSDD b=5   .293  .095  .421 .285 .848 .336
LOSDD b=10  .293  .123  .422 .273 .848 .348
LOSDD b=20  .292  .114  .422 .268 .845 .349
"""

AUROC = """
KNN         .772  .688  .845 .768 .975 .918
OCSVM       .690  .165  .047 .786 .903 .872
LOSOC b=1   .817  .769  .816 .788 .927 .883
LOSOC b=5   .815  .781  .810 .788 .928 .885
LOSOC b=10  .815  .797  .810 .789 .929 .889
LOSOC b=20  .814  .791  .810 .789 .929 .890
SVDD        .690  .165  .047 .786 .903 .872
LOSDD b=1   .817  .769  .816 .788 .927 .882
LOSDD b=5   .815  .782  .810 .789 .932 .885
LOSDD b=10  .815  .799  .810 .788 .932 .889
LOSDD b=20  .814  .792  .809 .790 .932 .890
"""


def table(measure: str) -> pd.DataFrame:
    """Return the paper's table of a measure, one row for each method.

    Parameters
    ----------
    measure : {"adjusted_ap", "auroc"}
        Which one.

    Returns
    -------
    pandas.DataFrame
        Methods by data sets.
    """
    text = {"adjusted_ap": ADJUSTED_AP, "auroc": AUROC}[measure]
    rows = [line.rsplit(None, len(SETS)) for line in text.strip().splitlines()]
    return pd.DataFrame(
        [[float(value) for value in row[1:]] for row in rows],
        index=[row[0].strip() for row in rows],
        columns=list(SETS),
    )
