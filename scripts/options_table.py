"""Write README's table of options anew, from the table of parameters."""

import re
from pathlib import Path

from pyelki_losdd._parameters import readme_table

README = Path(__file__).parents[1] / "README.md"


def main() -> None:
    """Replace the table, which begins with its heading and ends with an empty line."""
    table = readme_table("run")
    heading = re.escape(table.partition("\n")[0])
    old = README.read_text(encoding="utf-8")
    new, count = re.subn(rf"^{heading}\n(?:\|.*\n)*", lambda _: table, old, flags=re.MULTILINE)
    if count != 1:
        raise SystemExit(f"README.md has {count} tables of options instead of one.")
    README.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
