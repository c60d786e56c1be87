"""What counts as the core: everything required, nothing optional, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.bench.installed import closure, folder_bytes, installed_sizes, required_name

pytestmark = pytest.mark.unit

REQUIRED: dict[str, list[str]] = {
    "root": ["Left_Hand>=1,<2", "right; sys_platform != 'win32'", 'tests; extra == "dev"'],
    "left-hand": ["shared>=0.1", "absent; python_version < '3'"],
    "right": ["shared", "root", "other[fast]>=1 ; extra=='all'"],
    "shared": [],
    "tests": [],
    "other": [],
}


def test_the_closure_leaves_extras_and_what_is_absent_out() -> None:
    assert sorted(closure("root", REQUIRED.get)) == ["left-hand", "right", "root", "shared"]


@pytest.mark.parametrize(
    ("requirement", "name"),
    [
        ("numpy>=2.0,<3", "numpy"),
        ("PyYAML", "pyyaml"),
        ("typing.Extensions ; python_version < '3.12'", "typing-extensions"),
        ("uvicorn[standard]>=0.30", "uvicorn"),
        ("package @ file:///somewhere", "package"),
    ],
)
def test_names(requirement: str, name: str) -> None:
    assert required_name(requirement) == name


def test_a_folder_is_all_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a").write_bytes(b"x" * 10)
    (tmp_path / "inner" / "b").write_bytes(b"x" * 5)
    assert folder_bytes(tmp_path) == 15


def test_this_installation_has_a_core() -> None:
    sizes = installed_sizes()
    assert {"brisa", "numpy", "onnxruntime", "click", "protobuf"} <= set(sizes)
    assert not {"pytest", "mypy", "av", "hypothesis"} & set(sizes)
    assert sizes["numpy"] > 1_000_000
    assert sizes["brisa"] > 100_000
