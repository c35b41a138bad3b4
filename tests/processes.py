"""Runs a Python script of its own: Java starts once in a process, and only one way."""

import os
import subprocess
import sys
import textwrap

#: Makes a small data set; scripts that need one begin with it.
DATA = """
import numpy as np
import pyelki_losdd as pl
X = np.random.default_rng(0).normal(size=(50, 3))
"""


def run_script(code, *, timeout=120, **env):
    """Run Python code in a new process.

    The keyword arguments are environment variables; None removes one. A script that takes too long
    is an error, too.
    """
    environment = {**os.environ, **{name: value for name, value in env.items() if value}}
    for name, value in env.items():
        if value is None:
            environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def output_of(code, **options):
    """Run Python code that must succeed, without a word on standard error; return its output."""
    done = run_script(code, **options)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.strip()
