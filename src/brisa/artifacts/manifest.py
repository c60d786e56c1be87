"""What a folder of compiled graphs says about itself."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from brisa.errors import VoiceFileError

MANIFEST_FILE = "manifest.json"
FORMAT_VERSION = 1


class Tensor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A graph's input or output. A string in ``shape`` is a length that may vary."""

    name: str
    dtype: str
    shape: tuple[int | str, ...]


class GraphFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One graph of the folder: its file's name, digest and interface."""

    file: str
    sha256: str
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]


class DecoderState(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The decoder remembers ``[layers, 2 * reach_frames, width]`` floats of each stream."""

    layers: int
    width: int
    reach_frames: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything an engine needs to know before it loads a graph.

    ``lookahead_frames`` is how many frames beyond a frame must be given before it is complete.
    ``parts`` are the names, in order, of the blocks of ``bins`` columns a spectrum row has.
    ``phonemes`` is the size of the alphabet.
    """

    format_version: int = FORMAT_VERSION
    kind: str
    compiler_version: int
    source_sha256: str
    sample_rate_hz: int
    hop_samples: int
    bins: int
    parts: tuple[str, ...]
    decoder_state: DecoderState
    lookahead_frames: int
    phonemes: int
    graphs: dict[str, GraphFile]

    @property
    def fingerprint(self) -> str:
        """A digest of all graphs: equal ones yield equal samples on one machine and runtime."""
        digests = [f"{name} {graph.sha256}" for name, graph in sorted(self.graphs.items())]
        return digest_of("\n".join(digests).encode())


def write_manifest(folder: Path, manifest: Manifest) -> None:
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / MANIFEST_FILE).write_bytes(text)


def read_manifest(folder: Path) -> Manifest:
    """Raises ``VoiceFileError`` if the folder has none that can be understood."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST_FILE).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as exc:
        raise VoiceFileError(f"The compiled voice in {folder} is damaged; delete it.") from exc
    if manifest.format_version != FORMAT_VERSION:
        raise VoiceFileError(f"The compiled voice in {folder} is of another version; delete it.")
    return manifest


def is_complete(folder: Path, *, thorough: bool = False) -> bool:
    """Whether the folder has a manifest and every file it names.

    ``thorough`` also compares digests, which reads every byte.
    """
    try:
        manifest = read_manifest(folder)
    except VoiceFileError:
        return False
    return all(_is_intact(folder, graph, thorough) for graph in manifest.graphs.values())


def digest_of(data: bytes) -> str:
    """SHA-256 as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _is_intact(folder: Path, graph: GraphFile, thorough: bool) -> bool:
    path = folder / graph.file
    if not path.is_file():
        return False
    return not thorough or digest_of(path.read_bytes()) == graph.sha256
