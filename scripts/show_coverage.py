"""Shows how much of both halves the last `make test` ran; the details are in build/coverage."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "build" / "coverage"


def main() -> None:
    """Print one line for each half."""
    data, java = FOLDER / "python.data", FOLDER / "java.csv"
    if not data.exists() or not java.exists():
        sys.exit("coverage: nothing was measured yet; `make test` does it.")
    command = [sys.executable, "-m", "coverage"]
    subprocess.run([*command, "html", "--quiet", "-d", str(FOLDER / "python")], check=True)
    done = subprocess.run(
        [*command, "report", "--format=total"], check=True, stdout=subprocess.PIPE, text=True
    )
    with open(java, newline="") as stream:
        rows = list(csv.DictReader(stream))
    missed, covered = (
        sum(int(row[name]) for row in rows) for name in ("LINE_MISSED", "LINE_COVERED")
    )
    print(f"Coverage: Python {done.stdout.strip()} % of the lines by pytest, ", end="")
    print(f"Java {100 * covered / (missed + covered):.0f} % by JUnit (build/coverage)")


if __name__ == "__main__":
    main()
