"""What kind of processor this is."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from brisa.engines import cpu_features

pytestmark = pytest.mark.unit


def signature(monkeypatch: pytest.MonkeyPatch, path: Path) -> str:
    monkeypatch.setattr(cpu_features, "_CPUINFO", path)
    return cpu_features.cpu_signature.__wrapped__()


def test_extensions_count_and_speeds_do_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    info = "vendor_id : Maker\ncpu MHz : {}\nflags : fpu {}\n\nvendor_id : Maker\nflags : other\n"
    found = []
    for number, (speed, flags) in enumerate([(2000, "avx2"), (2100, "avx2"), (2000, "avx512f")]):
        path = tmp_path / str(number)
        path.write_text(info.format(speed, flags))
        found.append(signature(monkeypatch, path))
    assert found[0] == found[1] == f"{platform.machine()} Maker fpu avx2"
    assert found[2] != found[0]


def test_without_proc_the_name_must_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert signature(monkeypatch, tmp_path / "no").startswith(platform.machine())
