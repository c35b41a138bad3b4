"""Small files that unpack to much: whatever is read or refused takes at most twice the limit.

Measured by the peak of a process of its own, which is also kept from taking all of the machine.
"""

import gzip
import io
import json
import os
import zipfile

import numpy as np
import pytest
from processes import output_of
from trust import tally

from pyelki_losdd import Result

pytestmark = pytest.mark.skipif(
    not os.path.exists("/proc/self/clear_refs"), reason="measures the peak by /proc"
)

#: The limit for tables; that of results is theirs.
LIMIT = 32 << 20
RESULT_LIMIT = 1 << 28

#: What Python takes for itself on the way, whatever the file is.
OWN = 8 << 20

#: Prints by how many bytes the peak was above what was there before, and what came out.
MEASURE = """
import contextlib, gc, json, resource
import numpy, pandas, pyelki_losdd
from pyelki_losdd._tables import Choice, read_table
from pyelki_losdd.datasets import _arff, read_arff
with contextlib.suppress(ImportError):
    import pyarrow.parquet

def status(key):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith(key))

def attempt(path, choice):
    if path.endswith(".losdd"):
        return pyelki_losdd.load(path)
    if choice == "benchmark":
        _arff.MAX_VALUES, _arff.MAX_DECLARED = {limit} // 8, {limit}
        return read_arff(path)
    mixed = choice.pop("mixed", False)
    return read_table(path, Choice(**choice), mixed=mixed, limit={limit})

resource.setrlimit(resource.RLIMIT_AS, (status("VmSize") + (4 << 30),) * 2)
gc.collect()
with open("/proc/self/clear_refs", "w") as peak:
    peak.write("5")
before = status("VmRSS")
try:
    attempt({path!r}, {choice!r})
    outcome = "read"
except Exception as error:
    outcome = f"{{type(error).__name__}}: {{error}}"
print(json.dumps([status("VmHWM") - before, outcome]))
"""


def gz(*parts):
    """Compress texts, each given with how often it comes."""
    stream = io.BytesIO()
    with gzip.GzipFile(fileobj=stream, mode="wb", compresslevel=1) as packed:
        for text, count in parts:
            block = max(1, (1 << 20) // max(1, len(text)))
            for done in range(0, count, block):
                packed.write(text * min(block, count - done))
    return stream.getvalue()


def gz_numbered(begin, pattern, count):
    """Compress a text, then a pattern with numbers from 0 on."""
    return gzip.compress(begin + b"".join(pattern % i for i in range(count)), 1)


def array_bytes(dtype, shape, order="C"):
    """Make the bytes of an array of zeros, without the header's help to numpy."""
    stream = io.BytesIO()
    facts = {"descr": np.lib.format.dtype_to_descr(np.dtype(dtype)), "shape": shape}
    np.lib.format.write_array_header_1_0(stream, {**facts, "fortran_order": order == "F"})
    return stream.getvalue() + bytes(int(np.prod(shape)) * np.dtype(dtype).itemsize)


def archive(packing=zipfile.ZIP_DEFLATED, **arrays):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as packed:
        for name, content in arrays.items():
            packed.writestr(f"{name}.npy", content)
    return stream.getvalue()


N = LIMIT // 8

DECLARED = b"@attribute a real\n@attribute outlier {'yes','no'}\n"

#: Name of the file: its content, the columns to choose, and what the refusal says, if it is one.
TEXT = {
    "ids.csv.gz": (lambda: gz_numbered(b"", b"1,%x\n", 1_200_000), {"id": "1"}, "unpacks"),
    "labels.csv.gz": (lambda: gz_numbered(b"", b"1,%x\n", 1_200_000), {"label": "1"}, "unpacks"),
    "same.csv.gz": (lambda: gz((b"1,some longer label\n", 900_000)), {"label": "1"}, None),
    "texts.csv.gz": (
        lambda: gz_numbered(b"", b"1,%x\n", 1_200_000),
        {"mixed": True},
        "unpacks",
    ),
    "mixed.csv.gz": (
        lambda: gz((b"1,some longer text,\n", 500_000)),
        {"mixed": True},
        None,
    ),
    "thin.csv.gz": (lambda: gz((b"," * 300 + b"a\n", 90_000)), {"mixed": True}, "unpacks"),
    "names.csv.gz": (lambda: gz((b"a,", 250_000), (b"a\n", 1), (b"1,", 250_000)), {}, "unpacks"),
    "width.csv.gz": (lambda: gz((b",", 500_000), (b"\n", 1)), {}, "unpacks"),
    "ids.arff.gz": (
        lambda: gz_numbered(
            b"@attribute a string\n@attribute b real\n@data\n", b"%x,1\n", 1_200_000
        ),
        {"id": "a"},
        "unpacks",
    ),
    "attributes.arff.gz": (
        lambda: gz_numbered(b"", b"@attribute a%d real\n", 900_000),
        {},
        "unpacks",
    ),
    "values.arff.gz": (
        lambda: gz((b"@attribute a {" + b"zz," * 100_000 + b"b}\n", 90), (b"@data\n", 1)),
        {},
        "unpacks",
    ),
    "sparse.arff.gz": (
        lambda: gz((b"@attribute a real\n", 20_000), (b"@data\n", 1), (b"{}\n", 1000)),
        {},
        "unpacks",
    ),
}

ARRAYS = {
    "full.npz": (lambda: archive(X=array_bytes("f8", (N - 1000, 1))), {}, None),
    "columns.npz": (
        lambda: archive(X=array_bytes("f8", ((N - 1000) // 10, 10))),
        {"drop": ["3"]},
        None,
    ),
    "fortran.npz": (lambda: archive(X=array_bytes("f8", ((N - 1000) // 10, 10), "F")), {}, None),
    "swapped.npz": (lambda: archive(X=array_bytes(">f8", (N - 1000, 1))), {}, None),
    "bytes.npz": (lambda: archive(X=array_bytes("i1", (LIMIT - 1000, 1))), {}, "unpacks"),
    "two.npz": (
        lambda: archive(X=array_bytes("f8", (N - 9, 1)), y=array_bytes("f8", (N - 9,))),
        {"label": "y"},
        "unpacks",
    ),
    "text.npz": (
        lambda: archive(X=array_bytes("f8", (N // 4, 1)), y=array_bytes("U1", (N // 4,))),
        {"label": "y"},
        "unpacks",
    ),
    "ids.npz": (
        lambda: archive(X=array_bytes("f8", (N // 4, 1)), y=array_bytes("S2", (N // 4,))),
        {"id": "y"},
        "unpacks",
    ),
    "fields.npz": (
        lambda: archive(X=array_bytes([("a", "i1"), ("b", "U1")], (N,))),
        {"drop": ["b"]},
        "unpacks",
    ),
    "bzip2.npz": (
        lambda: archive(zipfile.ZIP_BZIP2, X=array_bytes("f8", (N - 1000, 1)) + bytes(1 << 29)),
        {},
        "method 12",
    ),
    "lzma.npz": (
        lambda: archive(zipfile.ZIP_LZMA, X=array_bytes("f8", (N - 1000, 1))),
        {},
        "method 14",
    ),
    "contents.npz": (lambda: archive(**{f"{i:x}": b"" for i in range(150_000)}), {}, "unpacks"),
    "full.npy.gz": (lambda: gzip.compress(array_bytes("f8", (N - 1000, 1)), 1), {}, None),
    "nan.npy.gz": (
        lambda: gzip.compress(
            array_bytes("f8", (N - 1000, 1))[:-8] + np.array([np.nan]).tobytes(), 1
        ),
        {},
        "is missing",
    ),
    "packed.npz.gz": (
        lambda: gzip.compress(archive(zipfile.ZIP_STORED, X=array_bytes("f8", (N - 1000, 1))), 1),
        {},
        None,
    ),
}


def parquet(table, **options):
    parquet = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    parquet.write_table(table, stream, **options)
    return stream.getvalue()


def repeated_text(**options):
    """One long text in every row, and a number."""
    pa = pytest.importorskip("pyarrow")
    places = pa.array(np.zeros(50_000, dtype=np.int32))
    column = pa.DictionaryArray.from_arrays(places, pa.array(["x" * 400_000]))
    table = pa.table({"t": column, "a": np.zeros(50_000)})
    # Without pandas' or Arrow's own word on the type, the column is plain text.
    return parquet(table, store_schema=False, compression="zstd", **options)


def of_arrow(**columns):
    pa = pytest.importorskip("pyarrow")
    made = {name: make(pa) for name, make in columns.items()}
    return parquet(pa.table(made), compression="zstd")


def delta_text():
    """Texts of 100 kB that differ in the last letters only, each given by its difference."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    schema = pa.schema({"t": pa.string(), "a": pa.float64()})
    encoding = {"t": "DELTA_BYTE_ARRAY", "a": "PLAIN"}
    options = {"use_dictionary": False, "column_encoding": encoding, "write_statistics": False}
    with pq.ParquetWriter(stream, schema, **options) as writer:
        texts = ["x" * 100_000 + str(i) for i in range(4000)]
        writer.write_table(pa.table({"t": texts, "a": np.zeros(4000)}, schema=schema))
    return stream.getvalue()


#: Files of the DAMI benchmark; their limits are set to that of tables.
BENCHMARKS = {
    "full.arff.gz": (
        lambda: gz((DECLARED + b"@data\n", 1), (b"1,no\n", N // 2)),
        None,
    ),
    "values.arff.gz": (
        lambda: gz((DECLARED + b"@data\n", 1), (b"1,no\n", N // 2 + 1)),
        "line 2097156: more than 4194304 values",
    ),
    "sparse.arff.gz": (
        lambda: (
            gz_numbered(DECLARED, b"@attribute a%d real\n", 998)
            + gz((b"@data\n", 1), (b"{}\n", 5000))
        ),
        "more than 4194304 values",
    ),
    "declared.arff.gz": (
        lambda: gz(
            (DECLARED, 1), (b"@attribute id {" + b"zz," * 100_000 + b"b}\n", 90), (b"@data\n", 1)
        ),
        "declares more than 32 MB",
    ),
    "names.arff.gz": (
        lambda: gz((DECLARED, 1), (b"@attribute " + b"x" * 900_000 + b" real\n", 900)),
        "declares more than 32 MB",
    ),
    "attributes.arff.gz": (
        lambda: gz_numbered(DECLARED, b"@attribute a%d real\n", 900_000),
        "more than 10000 attributes",
    ),
    "line.arff.gz": (
        lambda: gz((DECLARED + b"@data\n", 1), (b"1,", 1 << 29)),
        "longer than 1000000 characters",
    ),
    "comments.arff.gz": (
        lambda: gz((DECLARED + b"@data\n", 1), (b"%" * 1000 + b"\n", 300_000)),
        "no data after @data",
    ),
}

MANY = 20_000_000

PARQUET = {
    "nested.parquet": (
        lambda: of_arrow(a=lambda pa: pa.nulls(MANY, pa.list_(pa.int64()))),
        {},
        "no number",
    ),
    "struct.parquet": (
        lambda: of_arrow(a=lambda pa: pa.nulls(MANY, pa.struct({"x": pa.int64()}))),
        {},
        "no number",
    ),
    "beside.parquet": (
        lambda: of_arrow(
            a=lambda pa: pa.nulls(10**6, pa.list_(pa.int64())), b=lambda pa: np.zeros(10**6)
        ),
        {"drop": ["a"]},
        None,
    ),
    "text.parquet": (repeated_text, {}, "no number"),
    "label.parquet": (repeated_text, {"label": "t"}, None),
    "id.parquet": (repeated_text, {"id": "t"}, None),
    "beside_text.parquet": (repeated_text, {"drop": ["t"]}, None),
    "delta.parquet": (delta_text, {"label": "t"}, "DeltaByteArray"),
    "ids.parquet": (
        lambda: of_arrow(
            t=lambda pa: pa.array([f"{i:x}" for i in range(600_000)]),
            a=lambda pa: np.zeros(600_000),
        ),
        {"id": "t"},
        "unpacks",
    ),
    "bools.parquet": (lambda: of_arrow(a=lambda pa: np.zeros(LIMIT, dtype=bool)), {}, "unpacks"),
    "nulls.parquet": (lambda: of_arrow(a=lambda pa: pa.nulls(MANY, pa.int8())), {}, "unpacks"),
    "full.parquet": (lambda: of_arrow(a=lambda pa: np.zeros(N - 100_000)), {}, None),
    "wide.parquet": (
        lambda: parquet(pytest.importorskip("pyarrow").table({f"{i}": [0] for i in range(5000)})),
        {},
        "unpacks",
    ),
}


def result_with(meta=None, packed=None, **arrays):
    """Save a result, with other content."""
    stream = io.BytesIO()
    result = Result(np.zeros(5), {"method": "LOF"})
    names = ("scores", "ranking", "removal_round")
    plain = {name: getattr(result, name) for name in names} | {"removed": result.removed_rows}
    text = {"format": "pyelki-losdd result", "version": 1, "params": result.params}
    text |= {"rounds": [], "model": None, "index": None}
    text = json.dumps(text | (meta or {})) if packed is None else packed
    np.savez_compressed(
        stream, **(plain | arrays), meta=np.frombuffer(text.encode(), dtype=np.uint8)
    )
    return stream.getvalue()


def huge_result(n, meta=None):
    ranking, removal_round = np.arange(n), np.zeros(n, dtype=np.int64)
    return result_with(meta, scores=np.zeros(n), ranking=ranking, removal_round=removal_round)


def levels(count, **spec):
    return {"index": {"kind": "multi", "levels": [{"name": None, **spec}] * count}}


RESULTS = {
    "range.losdd": (
        lambda: result_with(levels(2, kind="range", range=[0, 200_000_000, 1])),
        "row labels",
    ),
    "levels.losdd": (
        lambda: huge_result(200_000, levels(999, kind="number", key="scores")),
        "MB",
    ),
    "zeros.losdd": (lambda: result_with(scores=np.zeros(RESULT_LIMIT // 8)), "MB"),
    "almost.losdd": (lambda: huge_result(RESULT_LIMIT // 25, {"params": None}), "settings"),
    "json.losdd": (lambda: result_with(packed="[" + "[]," * 60_000_000 + "[]]"), "MB"),
    "labels.losdd": (
        lambda: result_with({"index": {"kind": "text", "name": None, "labels": ["é"] * 3_000_000}}),
        "MB",
    ),
    "bzip2.losdd": (
        lambda: archive(zipfile.ZIP_BZIP2, scores=bytes(1 << 29)),
        "method 12",
    ),
    "rounds.losdd": (
        lambda: result_with({"rounds": ["x"]}, **{"rounds/x": np.zeros(10**7, dtype="U1")}),
        "too many rounds",
    ),
}


def peak_of(path, choice, limit):
    code = MEASURE.format(path=str(path), choice=choice, limit=limit)
    grown, outcome = json.loads(output_of(code, timeout=600))
    return grown, outcome


@pytest.mark.parametrize("name", [*TEXT, *ARRAYS, *PARQUET])
def test_tables(tmp_path, name):
    make, choice, message = (TEXT | ARRAYS | PARQUET)[name]
    content = make()
    (tmp_path / name).write_bytes(content)
    grown, outcome = peak_of(tmp_path / name, choice, LIMIT)
    if message is None:
        assert outcome == "read"
    else:
        assert message in outcome
        assert outcome.startswith(f"ValueError: {name}")
    assert grown <= 2 * LIMIT + OWN
    tally("hostile files read or refused within twice the limit")


@pytest.mark.parametrize("name", BENCHMARKS)
def test_benchmarks(tmp_path, name):
    make, message = BENCHMARKS[name]
    (tmp_path / name).write_bytes(make())
    grown, outcome = peak_of(tmp_path / name, "benchmark", LIMIT)
    if message is None:
        assert outcome == "read"
    else:
        assert message in outcome
        assert outcome.startswith(f"ValueError: {name}")
    assert grown <= 2 * LIMIT + OWN
    tally("hostile files read or refused within twice the limit")


@pytest.mark.parametrize("name", RESULTS)
def test_results(tmp_path, name):
    make, message = RESULTS[name]
    (tmp_path / name).write_bytes(make())
    grown, outcome = peak_of(tmp_path / name, {}, None)
    assert message in outcome
    assert outcome.startswith("ValueError")
    assert "is no result saved by pyelki_losdd, or damaged" in outcome
    assert grown <= 2 * RESULT_LIMIT + OWN
    tally("hostile files read or refused within twice the limit")
