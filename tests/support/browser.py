"""A headless Chromium, driven over WebDriver: https://www.w3.org/TR/webdriver2/.

Everything it writes lies in one folder, and it resolves no name but this machine's.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

ANSWER_TIMEOUT_S = 60

_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of a reference to an element, from the specification."""

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class Browser:
    """One window."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def open(self, url: str) -> None:
        """Load a page and its scripts."""
        self._call("POST", "url", url=url)

    def run(self, script: str) -> Any:
        """What a function with this body returns."""
        return self._call("POST", "execute/sync", script=script, args=[])

    def click(self, css: str) -> None:
        """As with a mouse: a hidden or covered element raises."""
        self._call("POST", f"element/{self._find(css)}/click")

    def type(self, css: str, text: str) -> None:
        """Replace what is in a field, key by key."""
        element = self._find(css)
        self._call("POST", f"element/{element}/clear")
        self._call("POST", f"element/{element}/value", text=text)

    def text(self, css: str) -> str:
        """What can be read there."""
        return str(self._call("GET", f"element/{self._find(css)}/text"))

    def value(self, css: str) -> str:
        """A field's value."""
        return str(self._call("GET", f"element/{self._find(css)}/property/value"))

    def log(self) -> list[str]:
        """Errors and warnings of the page since the last call."""
        entries = self._call("POST", "se/log", type="browser")
        return [entry["message"] for entry in entries]

    def _find(self, css: str) -> str:
        found = self._call("POST", "element", using="css selector", value=css)
        return str(found[_ELEMENT])

    def _call(self, method: str, path: str, **body: object) -> Any:
        answer = self._client.request(method, path, json=body if method == "POST" else None)
        value = answer.json()["value"]
        assert answer.is_success, f"{path}: {value}"
        return value


def _program(*names: str) -> str:
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, f"{names[0]} is missing; on Debian: apt-get install chromium chromium-driver"
    return found


@contextmanager
def chromium(folder: Path) -> Iterator[Browser]:
    """A browser with an empty profile, ended with the block."""
    binary = _program("chromium", "chromium-browser", "google-chrome")
    command = [_program("chromedriver"), "--port=0"]
    with subprocess.Popen(
        command,
        env={**os.environ, "HOME": str(folder), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as driver:
        try:
            with httpx.Client(base_url=_address(driver), timeout=ANSWER_TIMEOUT_S) as client:
                options = {"binary": binary, "args": [*_FLAGS, f"--user-data-dir={folder}/profile"]}
                session = _start_session(client, options)
                client.base_url = client.base_url.join(f"/session/{session}/")
                yield Browser(client)
                client.delete("")
        finally:
            # Whatever of it is left; the group is its own.
            with suppress(ProcessLookupError):
                os.killpg(driver.pid, signal.SIGKILL)


def _address(driver: subprocess.Popen[str]) -> str:
    assert driver.stdout is not None
    for line in driver.stdout:
        if found := re.search(r"started successfully on port (\d+)", line):
            return f"http://127.0.0.1:{found[1]}"
    raise AssertionError(f"chromedriver ended with {driver.wait()}")


def _start_session(client: httpx.Client, options: dict[str, object]) -> str:
    wanted = {
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "WARNING"},
    }
    body = {"capabilities": {"alwaysMatch": wanted}}
    value = client.post("/session", json=body).json()["value"]
    assert "sessionId" in value, f"the browser did not start: {value}"
    return str(value["sessionId"])
