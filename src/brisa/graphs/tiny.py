"""Compile an embedded-voice file into the graphs the ``tiny`` engine runs."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import onnx

from brisa.artifacts.manifest import (
    DecoderState,
    GraphFile,
    Manifest,
    Tensor,
    digest_of,
    is_complete,
    read_manifest,
    write_manifest,
)
from brisa.artifacts.staging import staged_folder
from brisa.artifacts.versions import COMPILER_VERSIONS
from brisa.graphs.blocks import StaticLinear
from brisa.graphs.calibration import RunGraph, calibrate
from brisa.graphs.decoder import BINS, PARTS, REACH, build_decoder, lookahead_frames
from brisa.graphs.entry import build_entry
from brisa.graphs.front import build_front
from brisa.graphs.voice_source import parse_voice, read_voice_file, read_weights
from brisa.graphs.voice_weights import VoiceWeights

KIND = "tiny"
COMPILER_VERSION = COMPILER_VERSIONS[KIND]

_SAMPLE_RATE_HZ = 24_000
_HOP_SAMPLES = 300
"""Of the source's format; 80 frames a second."""


def compile_voice(source: Path, destination: Path, run: RunGraph) -> Manifest:
    """Compile ``source`` into the folder ``destination`` and return its manifest.

    The folder appears complete or not at all; if another process makes it first, that one stays,
    and one that is damaged is replaced.
    ``run`` executes a graph. Raises ``VoiceFileError`` if the file is damaged or of another kind
    and ``OutputError`` if the folder cannot be written.
    """
    data = read_voice_file(source)
    model = parse_voice(data)
    weights = read_weights(model)
    graphs = {
        "front": build_front(weights),
        "entry": build_entry(weights.decoder_in),
        "decoder": build_decoder(weights, StaticLinear(calibrate(model, weights, run))),
    }
    manifest = _manifest(digest_of(data), weights, graphs)
    with staged_folder(destination, partial(is_complete, thorough=True)) as folder:
        for name, graph in graphs.items():
            (folder / manifest.graphs[name].file).write_bytes(graph)
        write_manifest(folder, manifest)
    return read_manifest(destination)


def _manifest(source_sha256: str, weights: VoiceWeights, graphs: dict[str, bytes]) -> Manifest:
    return Manifest(
        kind=KIND,
        compiler_version=COMPILER_VERSION,
        source_sha256=source_sha256,
        sample_rate_hz=_SAMPLE_RATE_HZ,
        hop_samples=_HOP_SAMPLES,
        bins=BINS,
        parts=PARTS,
        decoder_state=DecoderState(
            layers=len(weights.decoder),
            width=weights.decoder_in.bias_o.shape[0],
            reach_frames=REACH,
        ),
        lookahead_frames=lookahead_frames(weights.decoder),
        phonemes=weights.text.embedding_vc.shape[0],
        graphs={name: _graph_file(name, graph) for name, graph in graphs.items()},
    )


def _graph_file(name: str, data: bytes) -> GraphFile:
    graph = onnx.load_model_from_string(data).graph
    return GraphFile(
        file=f"{name}.onnx",
        sha256=digest_of(data),
        inputs=tuple(map(_tensor, graph.input)),
        outputs=tuple(map(_tensor, graph.output)),
    )


def _tensor(info: onnx.ValueInfoProto) -> Tensor:
    kind = info.type.tensor_type
    return Tensor(
        name=info.name,
        dtype=onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type).name,
        shape=tuple(dim.dim_param or dim.dim_value for dim in kind.shape.dim),
    )
