"""Data files: what is read, what is refused, and what is said about it."""

import gzip
import io
import random
import sys
import zipfile
import zlib
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from pyelki_losdd import datasets
from pyelki_losdd._tables import Choice, read_table


@pytest.fixture
def read(tmp_path):
    """Write a file, and read it."""

    def read(content, name="data.csv", *, options=None, **choice):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_table(path, Choice(**choice), **(options or {}))

    return read


def values(table):
    return table.X.to_numpy().tolist()


# ---------------------------------------------------------------------------- CSV


@pytest.mark.parametrize(
    "text",
    [
        "x,y\n1,2\n3,4.5\n",
        "x,y\r\n1,2\r\n3,4.5",
        "\ufeffx;y\n1;2\n3;4.5\n",
        "x\ty\n1\t2\n3\t4.5\n",
        "x|y\n1|2\n3|4.5\n",
        "x y\n1   2 \n  3 \t 4.5\n",
        '"x","y"\n"1", "2"\n 3 ,4.5 \n',
        '# a comment, with "quotes\n\nx,y\n\n1,2\n\n3,4.5\n\n',
    ],
)
def test_delimiters_and_line_ends(read, text):
    table = read(text)
    assert list(table.X) == ["x", "y"]
    assert values(table) == [[1, 2], [3, 4.5]]
    assert table.X.index.tolist() == [0, 1]
    assert table.y is None
    assert table.name == "data.csv"


@pytest.mark.parametrize(
    ("text", "names", "rows"),
    [
        ("1,2\n3,4\n", None, 2),
        ("x,y\n3,4\n", ["x", "y"], 1),
        ("x,1\n3,4\n", ["x", "1"], 1),  # text where the next row has a number
        ("0,1,2\n3,4,5\n", ["0", "1", "2"], 1),  # as pandas counts columns
        ("0,1\n3,4\n", None, 2),  # too few to be sure
        (",0,1\n0,3,4\n", ["", "0", "1"], 1),  # pandas, with the index
        ("NA,1\n3,4\n", None, 2),
        ("x\n1\n2\n", ["x"], 2),
        ("1\n2\n3\n", None, 3),
        ("2019,2020\n3,4\n", ["2019", "2020"], 1),  # years
        ("2019,2020\n2021,2022\n", None, 2),
        ("2019,2021\n3,4\n", ["2019", "2021"], 1),
        ("2019,2020,2022\n3,4,5\n", None, 2),  # not every year
        ("1000,1001\n3,4\n", None, 2),
    ],
)
def test_header_is_found(read, text, names, rows):
    table = read(text, options={"drop_missing": True})
    expected = names if names is not None else list(range(text.split("\n")[0].count(",") + 1))
    assert list(table.X) == expected
    assert len(table.X) + table.left_out == rows


def test_header_can_be_told(read):
    assert list(read("1,2\n3,4\n", options={"header": True}).X) == ["1", "2"]
    assert len(read("0,1,2\n3,4,5\n", options={"header": False}).X) == 2


def test_rows_without_header_but_with_labels(read):
    """ELKI's own format: white space, and text for labels."""
    table = read("1.0 2.0 outlier\n3.0 4.0 inlier\n", "data.txt", label="-1")
    assert values(table) == [[1, 2], [3, 4]]
    assert table.y.tolist() == ["outlier", "inlier"]


def test_line_numbers_survive_quotes_comments_and_empty_lines(read):
    text = '# comment\n\nname,x\n"two\nlines",1\n\nb,oops\n'
    with pytest.raises(ValueError, match=r"data\.csv, line 7: column 'x' \(column 1\) is 'oops'"):
        read(text, id="name")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "data.csv is empty"),
        ("\n\n", "data.csv is empty"),
        ("x,y\n", "holds no rows of data"),
        ("x,y\n1,2\n3\n", "line 3: 1 values, but there are 2 columns"),
        ("x,y\n1,2\n3,4,5\n", "line 3: 3 values, but there are 2 columns"),
        ("x,y\n1,2\n3,\n", r"line 3: column 'y' \(column 1\) is missing.*--drop-missing"),
        ("x,y\n1,?\n", "line 2: .*is missing"),
        ("x,y\n1,NaN\n", "line 2: .*is missing"),
        ("x,y\n1,inf\n", "line 2: .*is 'inf', but must be finite"),
        ("x,y\n1,-1e999\n", "line 2: .*'-1e999', but must be finite"),
        ("x,y\n1,1_000\n", "line 2: .*'1_000', which is no number"),
        ("x,y\n1,0x10\n", "line 2: .*'0x10', which is no number"),
        ("x;y\n1.5;2,5\n", "line 2: .*'2,5', which is no number.*--decimal ,"),
        ("x;y\n1,5;2.5\n", "line 2: .*'1,5', which is no number"),
        ("x,y\n1,2020-01-31\n", "line 2: .*'2020-01-31'.*It is a date: losdd detect"),
        ('x,y\n1,"2\n', "line 2: .*quote missing"),
        ('x,y\n1,"2"3\n', "line 2: .*quote missing"),
        ("x,y\n1," + "z" * 1000 + "\n", r"is '(z{40})\.\.\.'"),
    ],
)
def test_wrong_text(read, text, message):
    with pytest.raises(ValueError, match=message):
        read(text)


def test_text_columns_are_named_with_the_remedy(read):
    with pytest.raises(ValueError, match=r"line 2: column 'a b' \(column 0\) is 'u'") as caught:
        read("a b,x\nu,1\n")
    for remedy in ("--drop 'a b'", "--label 'a b'", "--id 'a b'"):
        assert remedy in str(caught.value)
    with pytest.raises(ValueError, match=r"column 2 is 'u'.*--drop 2"):
        read("1,2,u\n3,4,v\n")


def test_missing_values_can_be_left_out(read):
    text = "name,x,y,label\na,1,2,no\nb,,4,no\nc,5,6,\nd,7,8,yes\n"
    table = read(text, options={"drop_missing": True}, drop=["name"], label="label")
    assert values(table) == [[1, 2], [7, 8]]
    assert table.X.index.tolist() == [0, 3]  # the rows' numbers in the file
    assert table.y.tolist() == ["no", "yes"]
    assert table.left_out == 2
    with pytest.raises(ValueError, match="no rows of data without missing values"):
        read("x,y\n1,\n", options={"drop_missing": True})


def test_large_values_are_fine(read):
    assert values(read("x,y\n1e308,1e308\n-1e308,1e-320\n")) == [[1e308, 1e308], [-1e308, 1e-320]]


def test_values_are_exact(read):
    X = np.random.default_rng(0).normal(size=(50, 4)) * 10.0 ** np.arange(-200, 200, 100)
    assert values(read(pd.DataFrame(X, columns=list("abcd")).to_csv(index=False))) == X.tolist()


def test_encodings(read):
    text = "größe,y\n1,2\n"
    assert list(read(text).X) == ["größe", "y"]
    for encoding in ("latin-1", "utf-16"):
        table = read(text.encode(encoding), options={"encoding": encoding})
        assert list(table.X) == ["größe", "y"]
    with pytest.raises(ValueError, match=r"after line 0: the text is not utf-8.*--encoding"):
        read(text.encode("latin-1"))
    with pytest.raises(ValueError, match="'klingon' is no encoding"):
        read(text, options={"encoding": "klingon"})


# ---------------------------------------------------------------------------- columns

FIVE = "id,a,b,c,kind\nr1,1,2,3,0\nr2,4,5,6,1\n"


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ({"drop": ["id"]}, ["a", "b", "c", "kind"]),
        ({"id": "id", "label": "kind"}, ["a", "b", "c"]),
        ({"id": "0", "label": "-1"}, ["a", "b", "c"]),
        ({"columns": ["b,a"]}, ["b", "a"]),  # in this order
        ({"columns": ["1-2", "c"]}, ["a", "b", "c"]),
        ({"columns": ["1-3"], "drop": ["2"]}, ["a", "c"]),
        ({"drop": ["id, 4"]}, ["a", "b", "c"]),
        ({"columns": ["A", "B"]}, ["a", "b"]),
    ],
)
def test_choosing_columns(read, choice, names):
    table = read(FIVE, **choice)
    assert list(table.X) == names
    expected = pd.read_csv(io.StringIO(FIVE))[names].to_numpy().tolist()
    assert values(table) == expected
    if "id" in choice:
        assert table.X.index.tolist() == ["r1", "r2"]
        assert table.X.index.name == "id"
    if "label" in choice:
        assert table.y.tolist() == ["0", "1"]


def test_a_name_comes_before_a_number(read):
    text = '1,a,a b,"x,y",2-3\n10,20,30,40,50\n'
    options = {"header": True}
    assert values(read(text, columns=["1"], options=options)) == [[10]]
    assert values(read(text, columns=["x,y"], options=options)) == [[40]]
    assert values(read(text, columns=["2-3"], options=options)) == [[50]]
    assert values(read(text, columns=["a,a b"], options=options)) == [[20, 30]]


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"columns": ["z"]}, "--columns z: data.csv has no such column. There are 'id', 'a'"),
        ({"drop": ["knd"]}, "Did you mean 'kind'"),
        ({"drop": ["5"]}, "--drop 5: data.csv has no such column"),
        ({"label": "-6"}, "--label -6"),
        ({"columns": ["3-1"]}, "--columns 3-1"),
        ({"columns": ["1-9"]}, "--columns 1-9"),
        ({"label": "1-2"}, "must be a single column"),
        ({"columns": ["a"], "drop": ["a"]}, "no column is left as data"),
        ({"columns": [""]}, "--columns "),
        ({"id": "99999999999999999999"}, "no such column"),
    ],
)
def test_wrong_columns(read, choice, message):
    with pytest.raises(ValueError, match=message):
        read(FIVE, **choice)


def test_columns_of_the_same_name(read):
    text = "a,a,b\n1,2,3\n"
    assert values(read(text)) == [[1, 2, 3]]
    assert values(read(text, drop=["0"])) == [[2, 3]]
    with pytest.raises(ValueError, match=r"2 columns .*have this name; use a number, 0 or 1"):
        read(text, drop=["a"])


@pytest.mark.parametrize(
    ("text", "counters"),
    [
        ("id,x\n1,5\n2,6\n", ["id"]),
        (",x\n0,5\n1,6\n", [""]),
        ("id,x\n1,5\n1,6\n", []),  # not all different
        ("id,x\n1.5,5\n2,6\n", []),
        ("x,y\n1,5\n2,6\n", []),
    ],
)
def test_row_numbers_are_noticed(read, text, counters):
    assert read(text).counters == counters


# ---------------------------------------------------------------------------- ARFF

ARFF = r"""
% comment
@RELATION 'a, relation'

@attribute 'first \'one' REAL
@ATTRIBUTE "second one" integer
@attribute kind{ 'no way' , yes, "ma\"ybe"}
@attribute name string
@attribute when date "yyyy-MM-dd"
@data
% another
1.5, 2 , 'no way', "x, 'y'", 2020-01-01
-1e3,3,yes,'it\'s','a b'

{0 7, 2 "ma\"ybe", 3 'z, z'}
{ 1 9 }
{}
"""


def test_arff(read):
    table = read(ARFF, "data.arff", drop=["when"], label="kind", id="name")
    assert list(table.X) == ["first 'one", "second one"]
    assert values(table) == [[1.5, 2], [-1000, 3], [7, 0], [0, 9], [0, 0]]
    assert table.y.tolist() == ["no way", "yes", 'ma"ybe', "no way", "no way"]
    assert table.X.index.tolist() == ["x, 'y'", "it's", "z, z", "", ""]


def test_arff_of_the_benchmark(read):
    """The same as the reader of our own data sets."""
    file = datasets._FILES["WBC"] + "_v01.arff.gz"
    path = datasets.resources.files("pyelki_losdd.datasets") / "dami" / file
    table = read(path.read_bytes(), "wbc.arff.gz", label="outlier", drop=["id"])
    expected = datasets.load("WBC")
    np.testing.assert_array_equal(table.X, expected.X)
    assert list(table.X) == expected.feature_names
    np.testing.assert_array_equal(table.y == "yes", expected.y == 1)


def test_nominal_numbers_are_numbers(read):
    assert values(read("@attribute a {0,1}\n@data\n1\n0\n", "data.arff")) == [[1], [0]]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{}", "1,2,yes", "line 17: 3 values, but there are 5 attributes"),
        ("{}", "?,2,yes,a,b", r"line 17: column \"first 'one\" \(column 0\) is missing"),
        ("{}", "z,2,yes,a,b", "line 17: .*'z', which is no number"),
        ("{}", "1,2,perhaps,a,b", "line 17: 'kind' has no value 'perhaps'"),
        ("{}", "1,2,?,a,b", "line 17: column 'kind'.*is missing"),
        ("{}", "1,2,yes,'a,b", "line 17: a quote is not closed"),
        ("{}", "1,2,yes,'a'b,c", "line 17: expected a comma, got 'b,c'"),
        ("{}", "{5 1}", "line 17: position 5, but there are 5 attributes"),
        ("{}", "{1 1, 1 2}", "line 17: position 1 comes after position 1"),
        ("{}", "{1 1, 0 2}", "line 17: position 0 comes after position 1"),
        ("{}", "{1}", "line 17: expected a position and a value"),
        ("{}", "{1 1", "line 17: a sparse row has no closing brace"),
        ("{}", "{-1 1}", "line 17: expected a position"),
        ("@data", "@dada", "line 10: expected @relation"),
        ("REAL", "", "line 5: expected @attribute name type"),
        ("REAL", "relational", "line 5: .*'relational', which is not supported"),
        ('"ma\\"ybe"}', '"ma\\"ybe"', "line 7: .*no closing brace"),
        ("'first \\'one'", "'first", "line 5: a quote is not closed"),
    ],
)
def test_wrong_arff(read, old, new, message):
    assert ARFF.count(old) == 1
    with pytest.raises(ValueError, match=rf"^data\.arff, {message}"):
        read(ARFF.replace(old, new), "data.arff", drop=["when"], label="kind", id="name")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 0: the file ends before @data"),
        ("@relation r\n@attribute a real\n", "line 2: the file ends before @data"),
        ("@data\n1\n", "line 1: no @attribute"),
        ("@attribute a real\n@data\n", "holds no rows"),
    ],
)
def test_incomplete_arff(read, text, message):
    with pytest.raises(ValueError, match=message):
        read(text, "data.arff")


# ---------------------------------------------------------------------------- numpy


def save(function, *args, **arrays):
    stream = io.BytesIO()
    function(stream, *args, **arrays)
    return stream.getvalue()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(3, 2),
        np.asfortranarray(np.arange(6).reshape(3, 2)),
        np.arange(6, dtype=">i4").reshape(3, 2),
        np.arange(6, dtype="f2").reshape(3, 2),
        np.arange(6).astype(np.longdouble).reshape(3, 2),
        np.array([[True, False], [True, True]]),
        np.arange(3),
    ],
)
def test_npy(read, array):
    table = read(save(np.save, array), "data.npy")
    assert values(table) == array.reshape(len(array), -1).astype(float).tolist()


def test_npy_with_named_fields(read):
    array = np.array([(1, 2.5, "u"), (3, 4.5, "v")], dtype=[("a", "i4"), ("b", "f8"), ("c", "U3")])
    table = read(save(np.save, array), "data.npy", id="c")
    assert values(table) == [[1, 2.5], [3, 4.5]]
    assert list(table.X) == ["a", "b"]
    assert table.X.index.tolist() == ["u", "v"]


def test_npz(read):
    X, y = np.arange(6.0).reshape(3, 2), np.array([0, 1, 0])
    for function in (np.savez, np.savez_compressed):
        packed = save(function, X=X, y=y[:, None], names=np.array(["a", "b", "c"]))
        table = read(packed, "data.npz", label="y", id="names")
        assert values(table) == X.tolist()
        assert table.y.tolist() == [0, 1, 0]
        assert table.X.index.tolist() == ["a", "b", "c"]
        table = read(packed, "data.npz", label="1")  # a column of the data
        assert values(table) == X[:, :1].tolist()
    assert values(read(save(np.savez, points=X), "data.npz")) == X.tolist()
    packed = save(np.savez, points=X, more=X + 1, y=y)
    table = read(packed, "data.npz", options={"key": "more"}, label="y")
    assert values(table) == (X + 1).tolist()


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 2, 2)), r"shape \(2, 2, 2\)"),
        (np.array(3.0), r"shape \(\)"),
        (np.zeros((0, 3)), r"shape \(0, 3\)"),
        (np.zeros((3, 0)), r"shape \(3, 0\)"),
        (np.array([[1.0, np.nan]]), "row 0: column 1 is missing"),
        (np.array([[1.0], [np.inf]]), "row 1: column 0 is infinite"),
        (np.array([[1j]]), "complex128, which is no number"),
        (np.array([["a"]]), "column 0 has the type .*--drop 0"),
        (np.array([["2020-01-01"]], dtype="M8[D]"), "datetime64"),
        (np.array([[1, None]], dtype=object), "holds Python objects.*unsafe"),
    ],
)
def test_wrong_arrays(read, array, message):
    with pytest.raises(ValueError, match=message):
        read(save(np.save, array), "data.npy")


class Bomb:
    """What pickle would execute."""

    def __reduce__(self):
        return sys.exit, (7,)


def test_pickles_are_not_opened(read):
    evil = np.empty((1, 1), dtype=object)
    evil[0, 0] = Bomb()
    with pytest.raises(ValueError, match="Python objects"):
        read(save(np.save, evil), "data.npy")
    with pytest.raises(ValueError, match="array 'X' holds Python objects"):
        read(save(np.savez, X=evil), "data.npz")


@pytest.mark.parametrize(
    ("choice", "options", "message"),
    [
        ({}, {"key": "z"}, "--key z: .*there are 'a', 'b'"),
        ({}, {}, "holds the arrays 'a', 'b': choose one with --key"),
        ({"label": "b"}, {"key": "a"}, r"--label has the shape \(4,\), but there are 3 rows"),
    ],
)
def test_wrong_choice_of_arrays(read, choice, options, message):
    packed = save(np.savez, a=np.zeros((3, 2)), b=np.zeros(4))
    with pytest.raises(ValueError, match=message):
        read(packed, "data.npz", options=options, **choice)


def damaged_npz():
    content = bytearray(save(np.savez_compressed, X=np.random.default_rng(0).normal(size=(99, 9))))
    content[len(content) // 2] ^= 255
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"nothing", "data.npy"),
        (save(np.save, np.zeros((9, 9)))[:-1], "data.npy"),
        (save(np.save, np.zeros((9, 9))).replace(b"(9, 9)", b"(-9,9)"), "data.npy"),
        (b"nothing", "data.npz"),
        (b"PK\x03\x04nothing", "data.npz"),
        (damaged_npz(), "data.npz"),
        (gzip.compress(b"x,y\n1,2\n" * 99)[:-9], "data.csv.gz"),
        (b"\x1f\x8bnothing", "data.csv.gz"),
        (gzip.compress(b"x,y\n1,2\n" * 99)[:-8] + b"abcdefgh", "data.csv.gz"),
        (b"PAR1nothing", "data.parquet"),
    ],
)
def test_damaged_files(read, content, name):
    with pytest.raises(ValueError, match=rf"^{name}.*(damaged|is no)"):
        read(content, name)


def mutated(content, rng):
    """Change some bytes at random: other ones, more, fewer, twice."""
    changed = bytearray(content)
    for _ in range(rng.randint(1, 6)):
        at, length = rng.randrange(len(changed) + 1), rng.randint(1, 5)
        part = changed[at : at + length]
        other = rng.choices(b",;\t \n'\"{}\\%@?0123456789eE.-_xna\x00\xff", k=length)
        changed[at : at + length] = rng.choice([bytes(other), bytes(other) + part, b"", part * 2])
    return bytes(changed)


@pytest.mark.filterwarnings("ignore")  # numpy warns of what looks like Python 2
@pytest.mark.parametrize("kind", ["csv", "arff", "npy", "npz", "parquet", "csv.gz", "npy.gz"])
def test_mutated_files_are_read_or_refused(read, kind):
    """Whatever a file holds, the reader says what is wrong with it, or delivers finite numbers."""
    samples = packed_samples() | {"csv": FIVE.encode(), "arff": ARFF.encode()}
    if kind == "parquet":
        pytest.importorskip("pyarrow")
        samples[kind] = save(pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}).to_parquet)
    rng = random.Random(kind)
    messages = []
    for _ in range(200):
        label = rng.choice([None, "-1", "0"])
        options = {"drop_missing": rng.random() < 0.5, "limit": LIMIT}
        try:
            table = read(mutated(samples[kind], rng), f"data.{kind}", label=label, options=options)
            assert np.isfinite(table.X.to_numpy()).all()
        except ValueError as error:
            messages.append(str(error))
    assert len(messages) > 50
    assert [m for m in messages if not m.startswith((f"data.{kind}", "--label"))] == []


def test_an_archive_of_something_else(read):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(ValueError, match="there are no arrays in it"):
        read(stream.getvalue(), "data.npz")


# ---------------------------------------------------------------------------- Parquet


def test_parquet(read):
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame(
        {"a": [1, 2, 3], "b": [1.5, None, 2], "t": ["u", "v", "w"], "k": [True, False, True]}
    )
    table = read(save(frame.to_parquet), "data.parquet", drop=["b"], id="t", label="k")
    assert values(table) == [[1], [2], [3]]
    assert table.X.index.tolist() == ["u", "v", "w"]
    assert table.y.tolist() == [True, False, True]
    named = save(frame.set_index("t").to_parquet)  # pandas stores the index as a column
    table = read(named, "data.pq", columns=["a", "k"])
    assert values(table) == [[1, 1], [2, 0], [3, 1]]
    assert table.X.index.tolist() == ["u", "v", "w"]
    table = read(named, "data.pq", columns=["b"], options={"drop_missing": True})
    assert values(table) == [[1.5], [2]]
    assert table.X.index.tolist() == ["u", "w"]
    with pytest.raises(ValueError, match=r"row 1: column 'b' .*is missing"):
        read(named, "data.pq")
    with pytest.raises(ValueError, match=r"column 't' \(column 2\) has the type .*--drop t"):
        read(save(frame.to_parquet), "data.parquet")


def test_parquet_decimals(read):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    column = pyarrow.array([Decimal("1.50"), Decimal("-2.25")])
    stream = io.BytesIO()
    parquet.write_table(pyarrow.table({"a": column}), stream)
    assert values(read(stream.getvalue(), "data.parquet")) == [[1.5], [-2.25]]


def test_parquet_without_pyarrow(read, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'pyelki-losdd\[parquet\]'"):
        read(b"PAR1", "data.parquet")


# ---------------------------------------------------------------------------- sources


def packed_samples():
    X = np.arange(6.0).reshape(3, 2)
    csv = b"0,1\n2,3\n4,5\n"
    arff = b"@relation r\n@attribute a real\n@attribute b real\n@data\n" + csv
    samples = {"csv": csv, "arff": arff, "npy": save(np.save, X), "npz": save(np.savez, X=X)}
    return samples | {f"{name}.gz": gzip.compress(content) for name, content in samples.items()}


@pytest.mark.parametrize("kind", packed_samples())
def test_format_is_found(read, monkeypatch, kind):
    content = packed_samples()[kind]
    expected = [[0, 1], [2, 3], [4, 5]]
    assert values(read(content, f"data.{kind}")) == expected
    assert values(read(content, "data")) == expected  # by the content
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    table = read_table("-")
    assert values(table) == expected
    assert table.name == "standard input"


def test_format_can_be_told(read):
    text = "@x,y\n1,2\n"  # looks like ARFF
    with pytest.raises(ValueError, match="expected @relation"):
        read(text, "data")
    assert list(read(text, "data", options={"format": "csv"}).X) == ["@x", "y"]
    assert values(read("1 2\t3\n4 5\t6\n", "data", options={"delimiter": " "})) == [
        [1, 2, 3],
        [4, 5, 6],
    ]


def test_no_file(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError):
        read_table(tmp_path / "none.csv")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ValueError, match="no standard input"):
        read_table("-")


# ---------------------------------------------------------------------------- bombs

LIMIT = 1_000_000


def zeros(n):
    """Compress many zero bytes without having them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    chunk = bytes(1 << 20)
    return b"".join(packer.compress(chunk) for _ in range(n >> 20)) + packer.flush()


def lying_npy():
    """A header that promises more than there is."""
    return save(np.save, np.zeros((1, 1))).replace(b"(1, 1), }   ", b"(9999999, 99)}")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (gzip.compress(b"1,2\n" * 500_000), "data.csv.gz"),  # many rows
        (gzip.compress(b"\n" * 50_000_000), "data.csv.gz"),  # many empty lines
        (zeros(100 << 20), "data.csv.gz"),  # one endless line
        (gzip.compress(b"1," * 5_000_000), "data.csv.gz"),  # many columns
        (gzip.compress(b'"' + b"a\n" * 5_000_000), "data.csv.gz"),  # an endless quote
        (gzip.compress(b"%\n" * 5_000_000), "data.arff.gz"),  # many comments
        (
            gzip.compress(
                b"".join(b"@attribute a%d real\n" % i for i in range(2000))
                + b"@data\n"
                + b"{}\n" * 999
            ),
            "data.arff.gz",  # short rows of many columns
        ),
        (save(np.savez_compressed, X=np.zeros((1000, 1000))), "data.npz"),
        (save(np.save, np.zeros((1000, 1000), dtype="i1")), "data.npy"),
        (lying_npy(), "data.npy"),
        (zeros(100 << 20), "data.npy"),
    ],
)
def test_bombs_are_refused(read, content, name):
    with pytest.raises(ValueError, match=r"(--max-size|quote missing|longer than)"):
        read(content, name, options={"limit": LIMIT})


def test_parquet_bombs_are_refused(read):
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"a": np.zeros(1_000_000)})
    content = save(frame.to_parquet)
    assert len(content) < 100_000
    with pytest.raises(ValueError, match=r"unpacks to more than 1,000,000 bytes.*--max-size"):
        read(content, "data.parquet", options={"limit": LIMIT})


def test_the_limit_can_be_raised(read):
    content = gzip.compress(b"1,2\n" * 30_000)
    with pytest.raises(ValueError, match="--max-size"):
        read(content, "data.csv.gz", options={"limit": 100_000})
    assert len(read(content, "data.csv.gz", options={"limit": LIMIT}).X) == 30_000


# ---------------------------------------------------------------------------- decimal commas


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,5\n-2,25\n", True),
        ("1,5\n-2,2.5\n", False),
        ("1,5\n2,-2\n", False),
        ("x,y\n1,5\n", False),
        ("1;5\n2;25\n", False),
        ("1,5,2\n2,25,3\n", False),
    ],
)
def test_what_may_be_decimal_commas_is_noticed(read, text, expected):
    table = read(text)
    assert table.maybe_decimal == expected
    assert not read(text, options={"delimiter": ";" if ";" in text else ","}).maybe_decimal


def test_decimal_commas_elsewhere_are_explained(read):
    with pytest.raises(ValueError, match=r"'1,5', which is no number\. With a decimal comma"):
        read("1,5;2.5\n3;4\n", options={"header": False})


# ---------------------------------------------------------------------------- as people have them


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x;y\n1,5;2\n3;4\n", [[1.5, 2], [3, 4]]),
        ("1,5;2\n3;4\n", [[1.5, 2], [3, 4]]),
        ("x;y\n1.234,50 €;2 %\n3;4 %\n", [[1234.5, 2], [3, 4]]),
        ('x,y\n"1,234.50",$2\n3,4\n', [[1234.5, 2], [3, 4]]),
        ("x\ty\n1'234.5\t-2\n3\t4\n", [[1234.5, -2], [3, 4]]),
        ("x,y\nTrue,2\nfalse,4\n", [[1, 2], [0, 4]]),
        ("\ufeffx;y\n0,5;007\n3;4\n", [[0.5, 7], [3, 4]]),
        ('"a\nname",y\n1,2\n3,4\n', [[1, 2], [3, 4]]),
    ],
)
def test_numbers_as_people_write_them(read, text, expected):
    assert values(read(text)) == expected


def test_the_decimals_can_be_told(read):
    text = "x;y\n1.234;2\n3.000;4\n"
    assert values(read(text)) == [[1.234, 2], [3, 4]]
    assert values(read(text, options={"decimal": ","})) == [[1234, 2], [3000, 4]]
    with pytest.raises(ValueError, match=r"'1.5', which is no number"):
        read("x;y\n1.5;2\n", options={"decimal": ","})


MIXED = {"mixed": True}


def test_texts_and_gaps_are_taken_as_they_are(read):
    table = read("name,2019,when\nBerlin,1.5,2020-01-01\n,NA,\n007,x,\n", options=MIXED)
    assert list(table.X) == ["name", "2019", "when"]
    cells = table.X.astype(object).where(table.X.notna(), None).to_numpy().tolist()
    assert cells == [["Berlin", 1.5, "2020-01-01"], [None, None, None], ["007", "x", None]]


def test_numbers_without_gaps_are_the_same_in_either_way(read):
    text = "x,y\n1,2\n3,4.5\n"
    pd.testing.assert_frame_equal(read(text, options=MIXED).X, read(text).X)


@pytest.mark.parametrize("form", ["csv", "arff", "npy", "parquet"])
def test_mixed_tables_in_all_formats(read, form):
    frame = pd.DataFrame({"a": [1.5, np.nan, 3], "b": ["u", "v", "w"], "t": [True, False, True]})
    if form == "csv":
        content = frame.to_csv(index=False)
    elif form == "arff":
        content = (
            "@attribute a real\n@attribute b string\n@attribute t {True,False}\n@data\n"
            "1.5,u,True\n?,v,False\n3,w,True\n"
        )
    elif form == "npy":
        kinds = [("a", "f8"), ("b", "U1"), ("t", "?")]
        content = save(np.save, np.array([tuple(r) for r in frame.to_numpy()], dtype=kinds))
    else:
        pytest.importorskip("pyarrow")
        content = io.BytesIO()
        frame.to_parquet(content)
        content = content.getvalue()
    table = read(content, f"data.{form}", options=MIXED, kinds={"category": ["t"]}, drop=["b"])
    assert list(table.X) == ["a", "t"]
    assert table.kinds == {"t": "category"}
    assert table.X["a"].tolist()[::2] == [1.5, 3]
    assert table.X["a"].isna().tolist()[1]
    whole = read(content, f"data.{form}", options={**MIXED, "drop_missing": True})
    assert whole.X["b"].tolist() == ["u", "w"]
    assert whole.left_out == 1


def test_kinds_are_found_by_name_or_number(read):
    kinds = {"category": ["a,3"], "ignore": ["b"]}
    table = read(FIVE, kinds=kinds, drop=["id"], options=MIXED)
    assert table.kinds == {"a": "category", "b": "ignore", "c": "category"}
    kinds["category"] = ["1-2"]
    with pytest.raises(ValueError, match=r"column 'b' .* is said to be a category, too"):
        read(FIVE, kinds=kinds, drop=["id"], options=MIXED)
    with pytest.raises(ValueError, match=r"--ignore z: data.csv has no such column"):
        read(FIVE, kinds={"ignore": ["z"]}, options=MIXED)


def test_labels_are_noticed(read):
    assert read("x,y\n1,0\n2,1\n3,0\n").labels == ["y"]
    assert read("x,class\n1,u\n2,v\n3,u\n", options=MIXED).labels == ["class"]
    assert read("x,y\n1,0\n2,1\n3,2\n").labels == []
    assert read("x,y\n1,0\n2,1\n", label="y").labels == []
    assert read("x,y\n1,0\n2,1\n", kinds={"number": ["y"]}).labels == []
