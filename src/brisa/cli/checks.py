"""What ``brisa doctor`` looks at. A check never raises: what is wrong is its answer."""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from brisa.artifacts.compiled import is_compiled
from brisa.artifacts.voices import VoiceCatalogue, VoiceRecord
from brisa.bench.machine import FLAGS_THAT_MATTER, machine_description
from brisa.errors import BrisaError
from brisa.placement.cores import quota_cores

Status = Literal["ok", "note", "problem"]
"""``note``: something optional is missing or could be better. ``problem``: brisa cannot work so."""

_EXTRAS = {
    "codecs": ("av", "mp3, opus, flac and aac"),
    "quality": ("faster_whisper", "brisa quality"),
    "play": ("sounddevice", "brisa say --play"),
}


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report; ``fix`` is what to do about it, where something is to be done."""

    name: str
    status: Status
    detail: str
    fix: str | None = None


def machine_checks() -> Iterator[Check]:
    """Python, system, processor, cores."""
    machine = machine_description()
    yield Check("python", "ok", f"{machine['python']} ({platform.python_implementation()})")
    yield Check("system", "ok", str(machine["platform"]))
    yield _processor(machine)
    yield cores_check(machine["cores"], machine["usable_cores"], quota_cores())


def _processor(machine: dict[str, Any]) -> Check:
    flags: list[str] = machine["flags"]
    detail = f"{machine['cpu']} ({' '.join(flags) or 'no vector features that matter'})"
    if platform.machine().lower() in ("x86_64", "amd64") and not flags and _has_proc():
        fix = f"Speech will be slow; on a virtual machine pass {FLAGS_THAT_MATTER[0]} through."
        return Check("processor", "note", detail, fix)
    return Check("processor", "ok", detail)


def _has_proc() -> bool:
    return Path("/proc/cpuinfo").exists()


def cores_check(cores: int | None, usable: int, quota_cores: float | None) -> Check:
    """More threads than the control group grants time for make every stream stutter."""
    detail = f"{usable} of {cores} usable"
    if quota_cores is None:
        return Check("cores", "ok", f"{detail}, no time limit")
    detail += f", time for {quota_cores:g}"
    if quota_cores < usable:
        workers = max(1, int(quota_cores))
        fix = f"brisa serve --workers {workers} (or BRISA_RESOURCES__WORKERS={workers})"
        return Check("cores", "note", detail, fix)
    return Check("cores", "ok", detail)


def package_checks() -> Iterator[Check]:
    """What must be installed, then what may be."""
    for name in ("onnxruntime", "numpy"):
        found = _version(name)
        if found is None:
            yield Check(name, "problem", "not installed", f"pip install {name}")
        else:
            yield Check(name, "ok", found)
    for extra, (module, purpose) in _EXTRAS.items():
        if find_spec(module) is None:
            fix = f"pip install 'brisa[{extra}]'"
            yield Check(f"extra {extra}", "note", f"not installed: no {purpose}", fix)
        else:
            yield Check(f"extra {extra}", "ok", f"{module} {_version(module) or ''}".rstrip())


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def sound_check() -> Check:
    """The default output device, if the extra for it is installed."""
    try:
        device = import_module("brisa.cli.playback").PortAudioDevice()
    except BrisaError as error:
        return Check("sound device", "note", "none that can be used", error.message)
    except ImportError:
        return Check("sound device", "note", "not looked for: numpy is missing")
    return Check("sound device", "ok", device.name)


def folder_check(name: str, folder: Path, *, needed: bool) -> Check:
    """A folder that brisa writes to, or the one that it would be made in."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "cannot be used"
        variable = {"cache folder": "BRISA_CACHE__DIR", "voices folder": "BRISA_VOICES__DIR"}
        fix = f"Make {place} writable, or set {variable.get(name, 'another folder')}."
        return Check(name, "problem" if needed else "note", f"{folder}: {reason}", fix)
    return Check(name, "ok", str(folder))


def voice_checks(catalogue: VoiceCatalogue, cache_dir: Path) -> Iterator[Check]:
    """Every voice: whether its file is there, and whether its next use has to compile it."""
    for record in catalogue.records():
        yield _voice_check(record, catalogue.path_of(record), cache_dir)


def _voice_check(record: VoiceRecord, path: Path, cache_dir: Path) -> Check:
    name, detail = f"voice {record.name}", f"{record.language}, engine {record.engine}"
    fix = f"brisa voices remove {record.name}, then add it again"
    if not path.is_file():
        return Check(name, "problem", f"its file {path} is missing", fix)
    try:
        compiled = is_compiled(record.engine, path, cache_dir)
    except BrisaError as error:
        return Check(name, "problem", error.message, fix)
    state = "compiled" if compiled else "not compiled yet: its next use does that"
    return Check(name, "ok", f"{detail}, {state}")
