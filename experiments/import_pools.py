"""Make experiments/data/adbench and experiments/data/oddbench of the files as distributed.

python experiments/import_pools.py FOLDER

The folder has `adbench`, `adbench-published` and `oddbench` in it. Needed only to store the data
anew; the experiments read what is stored.
"""

import csv
import hashlib
import shutil
import sys
from pathlib import Path

import numpy as np
from lab.pools import FOLDER, MOST_ROWS, PROTOCOL_SEEDS, draw, protocol_draw

#: Files of ADBench with more rows than this are cut.
LARGE = 100_000


def import_adbench(source: Path, folder: Path) -> None:
    """Copy the files; of the largest ones, keep the rows that are drawn by some experiment."""
    folder.mkdir(exist_ok=True)
    for path in sorted(source.glob("*.npz")):
        with np.load(path, allow_pickle=False) as file:
            X, y = file["X"], file["y"]
        if len(y) <= LARGE:
            shutil.copyfile(path, folder / path.name)
            continue
        draws = [protocol_draw(len(y), np.random.RandomState(seed)) for seed in PROTOCOL_SEEDS]
        save(folder / path.name, X, y, np.unique(np.concatenate([draw(y, MOST_ROWS), *draws])))


def import_oddbench(source: Path, folder: Path) -> None:
    """Put train and test together, keep the rows that are drawn, and list where they are from."""
    folder.mkdir(exist_ok=True)
    lines = []
    for path in sorted(source.glob("*.npz"), key=lambda path: path.name.lower()):
        with np.load(path, allow_pickle=False) as file:
            X = np.concatenate([file["train"], file["test"]])
            y = np.concatenate([file["train_labels"], file["test_labels"]])
            finite = np.isfinite(X).all(axis=1)
            X, y = X[finite], y[finite]
            rows = np.sort(draw(y, MOST_ROWS))
            save(folder / path.name, X, y, rows)
            counts = [len(y), int(y.sum()), X.shape[1], len(rows)]
            about = [str(file[name]) for name in ("indicator_feature", "github_link")]
        lines.append([path.stem, *counts, *about, sha256(path)])
    header = ["set", "rows", "outliers", "columns", "stored", "labels", "source", "sha256"]
    with (folder / "sources.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *lines])


def save(path: Path, X: np.ndarray, y: np.ndarray, rows: np.ndarray) -> None:
    """Write some rows in the smallest type that keeps every value; columns together pack better."""
    kept = X[rows]
    for kind in ("uint8", "int16", "int32", "float32"):
        with np.errstate(invalid="ignore", over="ignore"):
            small = kept.astype(kind)
        if np.array_equal(small.astype(X.dtype), kept):
            kept = small
            break
    np.savez_compressed(
        path, X=np.asfortranarray(kept), y=y.astype(np.uint8), rows=rows.astype(np.int32)
    )


def sha256(path: Path) -> str:
    """Return a file's checksum."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(source: Path) -> None:
    """Import everything, and write the checksums."""
    import_adbench(source / "adbench", FOLDER / "adbench")
    import_oddbench(source / "oddbench", FOLDER / "oddbench")
    for path in (source / "adbench-published").glob("*.csv"):
        shutil.copyfile(path, FOLDER / "adbench" / f"published-{path.name}")
    for folder in (FOLDER / "adbench", FOLDER / "oddbench"):
        files = sorted([*folder.glob("*.npz"), *folder.glob("*.csv")])
        sums = "".join(f"{sha256(path)}  {path.name}\n" for path in files)
        (folder / "SHA256SUMS").write_text(sums)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
