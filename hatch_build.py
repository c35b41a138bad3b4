"""Builds the Java half: Gradle puts the plugin and ELKI's jars in pyelki_losdd/jars."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REMEDY = """\
Building pyelki-losdd needs Gradle and a JDK (17 or 21):
- on Debian or Ubuntu: `make setup` in a checkout, or apt-get install gradle default-jdk-headless
- elsewhere: install both, with `gradle` on the PATH and JAVA_HOME naming the JDK
A ready-made wheel needs neither, only Java to run."""


class GradleHook(BuildHookInterface):
    """Have Gradle collect the jars before the files of a wheel are chosen."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Call Gradle, which does nothing where the jars are up to date."""
        gradle = shutil.which("gradle")
        if gradle is None:
            self.app.abort(f"Gradle was not found.\n{REMEDY}")
        command = [gradle, "--no-daemon", "--console=plain", "jars"]
        done = subprocess.run(
            command, cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode != 0:
            self.app.abort(f"{done.stdout}\n`{' '.join(command)}` failed, see above.\n{REMEDY}")
