"""The command line: ``python -m pyelki_losdd`` is the same as ``losdd``."""

import sys

from .cli import main

sys.exit(main())
