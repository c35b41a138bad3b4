import gzip
import hashlib
from importlib import resources

import numpy as np
import pytest

from pyelki_losdd import datasets
from pyelki_losdd.datasets import _arff

FOLDER = resources.files("pyelki_losdd.datasets")

SHAPES = {
    "Arrhythmia": (248, 259, 4),
    "Hepatitis": (70, 19, 3),
    "InternetAds": (1630, 1555, 32),
    "PageBlocks": (5139, 10, 256),
    "WBC": (223, 9, 10),
    "WDBC": (367, 30, 10),
}


def test_names_are_complete():
    assert datasets.names() == list(SHAPES)


@pytest.mark.parametrize("name", SHAPES)
def test_every_version_loads(name):
    seen = set()
    for version in range(1, 11):
        data = datasets.load(name, version)
        assert (*data.X.shape, data.y.sum()) == SHAPES[name]
        assert data.X.dtype == np.float64
        assert set(np.unique(data.y)) == {0, 1}
        assert data.X.min() == 0
        assert data.X.max() == 1
        assert len(data.feature_names) == data.X.shape[1]
        assert not {"id", "outlier"} & {feature.lower() for feature in data.feature_names}
        assert data.name == f"{name} v{version:02d}"
        assert ("ADBench" if name == "InternetAds" else "doi:10.1007") in data.source
        seen.add(data.X.tobytes())
    assert len(seen) == 10  # the versions differ


@pytest.mark.parametrize(("folder", "ending"), [("dami", ".gz"), ("adbench", ".npz")])
def test_checksums_cover_every_file(folder, ending):
    folder = FOLDER / folder
    listed = dict(
        reversed(line.split()) for line in (folder / "SHA256SUMS").read_text().splitlines()
    )
    files = [file for file in folder.iterdir() if file.name.endswith(ending)]
    assert {file.name for file in files} == set(listed)
    for file in files:
        assert hashlib.sha256(file.read_bytes()).hexdigest() == listed[file.name]


def test_internet_ads_differ_in_their_outliers_only():
    with np.load(FOLDER / "adbench" / "17_InternetAds.npz") as file:
        X, y = file["X"], file["y"]
    inliers, known = X[y == 0], {row.tobytes() for row in X[y == 1]}
    drawn = []
    for version in (1, 2, 10):
        data = datasets.load("InternetAds", version)
        np.testing.assert_array_equal(data.X[data.y == 0], inliers)
        drawn.append({row.tobytes() for row in data.X[data.y == 1]})
        assert len(drawn[-1]) == 32
        assert drawn[-1] <= known
    assert len(drawn[0] & drawn[1]) < 16
    # The draw is part of the data: another one would make published figures irreproducible.
    assert datasets.load("InternetAds").X.sum() == 20641


def test_any_case_and_text():
    assert str(datasets.load("wdbc", 10)) == "WDBC v10: 367 rows, 30 columns, 10 outliers"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("WBX",), ValueError, "name='WBX'.*Did you mean 'WBC'"),
        ((3,), TypeError, "name=3"),
        (("WBC", 0), ValueError, "version=0"),
        (("WBC", 11), ValueError, "version=11.*1 to 10"),
        (("WBC", 1.0), TypeError, "version=1.0"),
        (("WBC", True), TypeError, "version=True"),
    ],
)
def test_bad_names(arguments, error, message):
    with pytest.raises(error, match=message):
        datasets.load(*arguments)


GOOD = """\
% a comment
@RELATION 'small, set'

@attribute id string
@ATTRIBUTE 'first one' real
@attribute Outlier {'no', 'yes'}
@attribute second NUMERIC
@data
% another
a, 1.5, 'yes', -2e3

b,0,no,4
"""


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_reads_other_files(tmp_path, pack):
    path = tmp_path / "small.arff"
    path.write_bytes(pack(GOOD.encode()))
    data = datasets.read_arff(path)
    np.testing.assert_array_equal(data.X, [[1.5, -2000], [0, 4]])
    np.testing.assert_array_equal(data.y, [1, 0])
    assert data.feature_names == ["first one", "second"]
    assert data.name == "small, set"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("b,0,no,4", "b,0,no", "line 12: 3 values, but there are 4 attributes"),
        ("b,0,no,4", "b,?,no,4", "line 12: attribute 'first one' is '\\?'"),
        ("b,0,no,4", "b,nan,no,4", "line 12: attribute 'first one' is 'nan'"),
        ("b,0,no,4", "b,0,no,1e999", "line 12: attribute 'second' is '1e999'"),
        ("b,0,no,4", "b,0,maybe,4", "line 12: outlier is 'maybe'"),
        ("@data", "@dada", "line 8: expected @relation"),
        ("'first one' real", "'first one' string", "line 5: .*'first one' has the type 'string'"),
        ("'first one' real", "'first one real", "line 5: a quote is not closed"),
        ("{'no', 'yes'}", "{0, 1}", "line 6: outlier has the type"),
        ("@attribute Outlier", "@attribute label", "line 6: .*'label' has the type"),
        ("second", "ID", "line 8: attribute 'id' is declared twice"),
    ],
)
def test_errors_name_the_line(old, new, message):
    assert old in GOOD
    with pytest.raises(ValueError, match=f"^test.arff, {message}"):
        _arff.parse_arff(GOOD.replace(old, new).splitlines(), "test.arff")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 0: the file ends before @data"),
        ("@relation x\n@attribute a real\n", "line 2: the file ends before @data"),
        ("@attribute a real\n@data\n1\n", "no attribute 'outlier'"),
        ("@attribute outlier {yes,no}\n@data\nno\n", "no attribute beside"),
        (GOOD[: GOOD.index("% another")], "line 8: no data after @data"),
    ],
)
def test_incomplete_files(text, message):
    with pytest.raises(ValueError, match=message):
        _arff.parse_arff(text.splitlines())


def test_limits(monkeypatch, tmp_path):
    monkeypatch.setattr(_arff, "MAX_ATTRIBUTES", 3)
    with pytest.raises(ValueError, match="line 7: more than 3 attributes"):
        _arff.parse_arff(GOOD.splitlines())
    monkeypatch.setattr(_arff, "MAX_ATTRIBUTES", 4)
    monkeypatch.setattr(_arff, "MAX_VALUES", 7)
    with pytest.raises(ValueError, match="line 12: more than 7 values"):
        _arff.parse_arff(GOOD.splitlines())
    path = tmp_path / "bomb.arff.gz"  # one endless line
    path.write_bytes(gzip.compress(b" " * 10_000_000))
    with pytest.raises(ValueError, match="line 1: longer than"):
        datasets.read_arff(path)


@pytest.mark.parametrize(
    "content", [b"\x1f\x8bno gzip", gzip.compress(GOOD.encode())[:-20], b"\xff"]
)
def test_damaged_files(tmp_path, content):
    path = tmp_path / "damaged.arff.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"damaged.arff.gz"):
        datasets.read_arff(path)


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        datasets.read_arff(tmp_path / "none.arff")
