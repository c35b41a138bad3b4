"""The tests of trust with many more trials than `make test`: about ten minutes.

Fuzzing with new random numbers (Python and Java), interruptions, kills, damaged files, load. The
counts are printed, and replace the figures in TRUST.md.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "TRUST.md"
TALLY = ROOT / "build" / "soak.json"
TESTS = [
    "fuzz",
    "faults",
    "load",
    "awkward",
    "security",
    "strangers",
    "bombs",
    "memory",
    "interrupt",
    "threads",
]
BEGIN, END = "<!-- figures of make soak -->\n", "<!-- end -->"


def main() -> None:
    """Run everything, then write the figures; a failure leaves them as they are."""
    TALLY.parent.mkdir(exist_ok=True)
    TALLY.unlink(missing_ok=True)
    environment = {**os.environ, "LOSDD_SOAK": "1", "LOSDD_TALLY": str(TALLY)}
    start = time.monotonic()

    def call(*command: str) -> None:
        subprocess.run(command, cwd=ROOT, env=environment, check=True)

    try:
        call("scripts/gradle.sh", "jars", "test", "--tests", "*FuzzTest")
        call(sys.executable, "-m", "pytest", "-q", *(f"tests/test_{name}.py" for name in TESTS))
    except subprocess.CalledProcessError as error:
        sys.exit(f"soak: {error}")
    counts = {**java_counts(), **json.loads(TALLY.read_text())}
    lines = [
        f"{datetime.date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"{round((time.monotonic() - start) / 60)} minutes, no failure:",
        "",
        "| | |",
        "| --- | ---: |",
        *(f"| {what} | {count:,} |" for what, count in counts.items()),
        "",
    ]
    print(*lines, sep="\n")
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + END + after)


def java_counts() -> dict[str, int]:
    """Add up what the tests in Java printed."""
    file = ROOT / "build/test-results/test/TEST-elki.outlier.losvm.FuzzTest.xml"
    text = ElementTree.parse(file).findtext("system-out") or ""
    counts: dict[str, int] = {}
    for what, count in re.findall(r"^(.*): (\d+)$", text, re.MULTILINE):
        counts[what] = counts.get(what, 0) + int(count)
    return counts


if __name__ == "__main__":
    main()
