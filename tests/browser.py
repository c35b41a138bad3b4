"""Opens a page in Debian's chromium, without a screen, and drives it by its DevTools protocol.

The browser takes commands and gives answers as JSON through two pipes, so that neither a web driver
nor a library for web sockets is needed.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")

#: Becomes the browser, with the pipes where it expects them: file descriptors 3 and 4.
LAUNCH = """
import fcntl, os, sys
pipes = [fcntl.fcntl(int(number), fcntl.F_DUPFD_CLOEXEC, 10) for number in sys.argv[1:3]]
for pipe, place in zip(pipes, (3, 4)):
    os.dup2(pipe, place)
os.execv(sys.argv[3], sys.argv[3:])
"""

#: Seconds to wait for an answer; a busy machine is slow to start a browser.
PATIENCE = 60


class Browser:
    """One page in a browser of its own, which ends with the `with` block.

    `events` collects all the browser tells by itself: messages, errors, requests, dialogs.
    """

    def __init__(self, profile, width=1200, height=1600):
        found = [path for name in NAMES if (path := shutil.which(name))]
        if not found:
            pytest.fail(f"No browser ({', '.join(NAMES)}): scripts/chromium.sh installs one.")
        self.events = []
        self._size = (width, height)
        self._buffer = b""
        self._last = 0
        self._session = None
        get_commands, self._commands = os.pipe()
        self._answers, give_answers = os.pipe()
        arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
            "about:blank",
        ]
        pipes = [str(get_commands), str(give_answers)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, *pipes, found[0], *arguments],
            pass_fds=(get_commands, give_answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(get_commands)
        os.close(give_answers)

    def __enter__(self):
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        width, height = self._size
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        return self

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._commands)
        os.close(self._answers)

    def ask(self, method, **params):
        """Send a command, and wait for the answer."""
        self._last += 1
        command = {"id": self._last, "method": method, "params": params}
        if self._session is not None:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self._receive()
            if message.get("id") == self._last:
                assert "error" not in message, message
                return message["result"]
            self.events.append(message)

    def _receive(self):
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], end - time.monotonic())
            assert ready, "the browser does not answer"
            more = os.read(self._answers, 1 << 20)
            assert more, "the browser has ended"
            self._buffer += more
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def named(self, *methods):
        """The parameters of the events with these names."""
        return [event["params"] for event in self.events if event["method"] in methods]

    def open(self, path):
        """Load a page, and wait until its pictures are there, too."""
        self.ask("Page.navigate", url=Path(path).resolve().as_uri())
        while not self.named("Page.loadEventFired"):
            self.events.append(self._receive())

    def value(self, expression):
        """Evaluate JavaScript."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, expression):
        """Click with the mouse on the middle of an element."""
        self.value(f"{expression}.scrollIntoView({{block: 'center'}})")
        box = json.loads(self.value(f"JSON.stringify({expression}.getBoundingClientRect())"))
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, text=""):
        """Press a key."""
        code = {"Enter": 13, "Tab": 9}.get(key, 0)
        facts = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **facts)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **facts)

    def type(self, text):
        """Type into what has the focus."""
        self.ask("Input.insertText", text=text)

    def screenshot(self, path):
        """Save a picture of the whole page."""
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        Path(path).write_bytes(base64.b64decode(shot["data"]))

    def print(self, path):
        """Save the page as it is printed, as PDF."""
        Path(path).write_bytes(base64.b64decode(self.ask("Page.printToPDF")["data"]))
