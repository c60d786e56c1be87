"""What the scripts do in a fresh place, without a network: no package is fetched here."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[2]

PYTHON = """#!/bin/sh
# Stands for an interpreter whose environments have this pip, or none.
if [ "$1" = -m ] && [ "$2" = venv ]; then
    mkdir -p "$3/bin" && echo home > "$3/pyvenv.cfg"
    [ "$VENV_FAILS" ] && exit 1
    cp "$FAKE_PIP" "$3/bin/python"
fi
"""
PIP = """#!/bin/sh
echo "$@" >> "$CALLS"
case "$*" in *install*) [ -z "$INSTALL_FAILS" ];; esac
"""


class Place:
    """A checkout in a folder with a space, whose Python only records what it is told."""

    def __init__(self, root: Path) -> None:
        self.checkout = root / "a checkout"
        self.venv = self.checkout / ".venv"
        self.calls = root / "calls"
        shutil.copytree(ROOT / "scripts", self.checkout / "scripts")
        shutil.copy(ROOT / "pyproject.toml", self.checkout)
        self.python = self._program(root / "python", PYTHON)
        self.pip = self._program(root / "pip", PIP)

    def _program(self, path: Path, text: str) -> Path:
        path.write_text(text)
        path.chmod(0o755)
        return path

    def make(self, **env: str) -> subprocess.CompletedProcess[str]:
        command = "set -eu; . scripts/environment; make_environment dev; echo made"
        known = {"PYTHON": self.python, "FAKE_PIP": self.pip, "CALLS": self.calls}
        quiet = {"VENV_FAILS": "", "INSTALL_FAILS": ""}
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.checkout,
            env=os.environ | {name: str(path) for name, path in known.items()} | quiet | env,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def installations(self) -> int:
        return self.calls.read_text().count("-m pip install") if self.calls.exists() else 0


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_installed_once_until_something_changes(place: Place) -> None:
    assert place.make().stdout == "made\n"
    assert place.make().stdout == "made\n"
    assert place.installations() == 1
    with (place.checkout / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    assert place.make().returncode == 0
    assert place.installations() == 2


def test_a_creation_that_fails_leaves_nothing(place: Place) -> None:
    done = place.make(VENV_FAILS="1")
    assert done.returncode != 0
    assert "No virtual environment could be made" in done.stderr
    assert not place.venv.exists()
    assert place.make().returncode == 0


def test_a_half_made_environment_is_made_again(place: Place) -> None:
    """No pip in it: broken off between the two."""
    (place.venv / "bin").mkdir(parents=True)
    (place.venv / "pyvenv.cfg").touch()
    (place.venv / "bin" / "python").symlink_to("/bin/false")
    assert place.make().returncode == 0
    assert place.installations() == 1


def test_the_stamp_is_not_believed_without_a_python(place: Place) -> None:
    place.make()
    (place.venv / "bin" / "python").unlink()
    assert place.make().returncode == 0
    assert place.installations() == 2


def test_a_checkout_that_moved_is_installed_again(place: Place) -> None:
    place.make()
    place.checkout.rename(place.checkout.with_name("another"))
    place.checkout = place.checkout.with_name("another")
    assert place.make().returncode == 0
    assert place.installations() == 2


def test_an_installation_that_fails_is_tried_again(place: Place) -> None:
    assert place.make(INSTALL_FAILS="1").returncode != 0
    assert place.make().returncode == 0
    assert place.installations() == 2


def test_a_folder_of_somebody_elses_is_left_alone(place: Place) -> None:
    place.venv.mkdir()
    (place.venv / "precious").touch()
    done = place.make()
    assert done.returncode != 0
    assert "is no virtual environment" in done.stderr
    assert (place.venv / "precious").exists()


def test_no_package_manager_stops_the_run(place: Place, tmp_path: Path) -> None:
    """Offline, apt fails; the tests are run all the same, after it was tried."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("bash", "sh", "cat", "cksum", "tr", "cp", "ls", "mkdir", "rm", "dirname", "env"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    order = 'echo "apt $*" >> "$CALLS"; exit 100'
    place._program(programs / "apt-get", f"#!/bin/sh\n{order}\n")
    place._program(programs / "id", "#!/bin/sh\necho 0\n")
    done = subprocess.run(
        ["bash", "scripts/test", "-x"],
        cwd=place.checkout,
        env={
            "PATH": str(programs),
            "PYTHON": str(place.python),
            "FAKE_PIP": str(place.pip),
            "CALLS": str(place.calls),
            "VENV_FAILS": "",
            "INSTALL_FAILS": "",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "curl could not be installed" in done.stderr
    calls = place.calls.read_text().splitlines()
    assert calls[-1] == "-m pytest -q -n auto --dist loadfile -x"
    installed = [call.split()[-1] for call in calls if " install " in call]
    wanted = ["curl", "openssl", "chromium", "chromium-driver", "nodejs"]
    assert installed[: len(wanted)] == wanted
