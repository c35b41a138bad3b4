"""Write README's tables of options anew, from the table of parameters."""

import re
from pathlib import Path

from pyelki_losdd._parameters import readme_table

README = Path(__file__).parents[1] / "README.md"


#: In the order of README.
FUNCTIONS = ("detect", "run")


def main() -> None:
    """Replace the tables, which begin with their heading and end with an empty line."""
    tables = [readme_table(function) for function in FUNCTIONS]
    heading = re.escape(tables[0].partition("\n")[0])
    left = iter(tables)
    old = README.read_text(encoding="utf-8")
    pattern = rf"^{heading}\n(?:\|.*\n)*"
    if len(re.findall(pattern, old, flags=re.MULTILINE)) != len(tables):
        raise SystemExit(f"README.md must have {len(tables)} tables of options.")
    new = re.sub(pattern, lambda _: next(left), old, flags=re.MULTILINE)
    README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
