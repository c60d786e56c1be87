"""The compiled graphs against the model they are made from."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import hibari
import numpy as np
import numpy.typing as npt
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brisa.artifacts.manifest import Manifest, is_complete, read_manifest
from brisa.engines.runtime import RuntimeOptions, Session, run_graph
from brisa.errors import VoiceFileError
from brisa.graphs.blocks import float_linear
from brisa.graphs.calibration import calibration_ids
from brisa.graphs.decoder import build_decoder
from brisa.graphs.tiny import compile_voice
from brisa.graphs.voice_source import parse_voice, read_weights
from brisa.graphs.voice_weights import VoiceWeights

pytestmark = pytest.mark.integration

Floats = npt.NDArray[np.float32]

SENTENCES = (
    "The morning train was already full when we reached town.",
    "Hello there.",
    "What time does the museum open on Sundays?",
    "She sells sea shells by the sea shore.",
    "I think we should leave before it gets dark.",
    "It was a bright cold day in April, and the clocks were striking thirteen.",
    "Your appointment is confirmed for nine thirty on Tuesday.",
    "Oh no, not again!",
    "The committee rejected the proposal, although several members had spoken in its favour.",
    "Mix the flour, the butter and the sugar, add two eggs, and bake for forty minutes.",
    "Nothing happened.",
    "Who left the door open?",
    "Running water carved these canyons over millions of years.",
    "If you hear the alarm, walk to the nearest exit and do not use the lifts.",
    "My grandmother kept bees, geese, and one very bad tempered donkey.",
    "Stop!",
    "There are three things to consider: cost, quality, and time.",
    "The jury could not agree, so the judge ordered a new trial.",
    "Every file on that disk has been copied, checked, and stored far away.",
    "They danced until the musicians packed up and went home.",
    "After the long winter, the villagers gathered in the square to celebrate the return of the "
    "sun, singing songs that their grandparents had taught them, while the children ran between "
    "the stalls and the old men argued about the weather, the harvest, and the price of bread.",
)
ENTERED = "entered"
"""What the first convolution of the original's decoder yields."""

MAGNITUDES = ("lh", "ln", "lr")
FRAMES = 300


@dataclass(frozen=True, eq=False)
class Graphs:
    manifest: Manifest
    front: Session
    entry: Session
    decoder: Session

    def prepare(self, ids: Sequence[int], speed: float = 1.0) -> dict[str, npt.NDArray[np.generic]]:
        feed = {
            "ids": np.array([ids], dtype=np.int64),
            "speed": np.array([speed], dtype=np.float32),
        }
        return dict(zip(self.front.output_names, self.front.run(feed), strict=True))

    def enter(self, prepared: dict[str, npt.NDArray[np.generic]], start: int, end: int) -> Floats:
        feed = {
            "table": prepared["table"],
            "taps": prepared["taps"][start:end],
            "pitch_taps": prepared["pitch_taps"][start:end],
        }
        return self.entry.run(feed)[0]

    def whole(self, entered_nc: Floats) -> Floats:
        return decode(self.decoder, entered_nc, [len(entered_nc)])


def decode(decoder: Session, entered_nc: Floats, cuts: Sequence[int]) -> Floats:
    """Spectra of an utterance given in calls of ``cuts`` frames."""
    state = first_state(1)
    spectra, start = [], 0
    for index, frames in enumerate(cuts):
        last = index == len(cuts) - 1
        feed = {"entered": entered_nc[None, start : start + frames], "state": state}
        spectrum, state = decoder.run({**feed, "tail": tail(1, last=last)})
        spectra.append(spectrum[0])
        start += frames
    return np.concatenate(spectra)


def first_state(batch: int) -> Floats:
    return np.zeros((batch, 8, 3, 256), dtype=np.float32)


def tail(batch: int, *, last: bool) -> Floats:
    return np.zeros((batch, 1, 3 if last else 0, 256), dtype=np.float32)


@pytest.fixture(scope="module")
def voice_file() -> Path:
    return Path(str(files("hibari") / "assets" / "hibari.onnx"))


@pytest.fixture(scope="module")
def weights(voice_file: Path) -> VoiceWeights:
    return read_weights(parse_voice(voice_file.read_bytes()))


@pytest.fixture(scope="module")
def graphs(voice_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Graphs:
    folder = tmp_path_factory.mktemp("voice") / "heart"
    manifest = compile_voice(voice_file, folder, run_graph)
    options = RuntimeOptions(optimized_dir=folder / "optimized")
    sessions = (Session(folder / manifest.graphs[n].file, options) for n in manifest.graphs)
    return Graphs(manifest, *sessions)


@pytest.fixture(scope="module")
def sentence_ids() -> list[list[int]]:
    reader = hibari.Hibari()
    return [reader.ids(reader.phonemize(text)[0]) for text in SENTENCES]


@pytest.fixture(scope="module")
def originals(
    voice_file: Path, sentence_ids: list[list[int]]
) -> list[dict[str, npt.NDArray[np.generic]]]:
    feeds = [
        {"ids": np.array([ids], dtype=np.int64), "speed": np.ones(1, dtype=np.float32)}
        for ids in sentence_ids
    ]
    model = parse_voice(voice_file.read_bytes())
    first = next(node for node in model.graph.node if "m.dec_in.weight" in node.input)
    node = onnx.helper.make_node("Transpose", [first.output[0]], [ENTERED], perm=[0, 2, 1])
    model.graph.node.append(node)
    model.graph.output.append(onnx.helper.make_empty_tensor_value_info(ENTERED))
    return list(run_graph(model.SerializeToString(), feeds))


@pytest.fixture(scope="module")
def prepared(graphs: Graphs, sentence_ids: list[list[int]]) -> dict[str, npt.NDArray[np.generic]]:
    return graphs.prepare(sentence_ids[8])


@pytest.fixture(scope="module")
def entered(graphs: Graphs, prepared: dict[str, npt.NDArray[np.generic]]) -> Floats:
    return graphs.enter(prepared, 0, FRAMES)


def test_the_manifest_tells_the_interfaces(graphs: Graphs) -> None:
    manifest = graphs.manifest
    assert (manifest.sample_rate_hz, manifest.hop_samples, manifest.bins) == (24_000, 300, 601)
    assert manifest.lookahead_frames == 24
    names = {n: [t.name for t in g.inputs] for n, g in manifest.graphs.items()}
    assert names == {
        "front": ["ids", "speed"],
        "entry": ["table", "taps", "pitch_taps"],
        "decoder": ["entered", "state", "tail"],
    }
    outputs = [t.name for t in manifest.graphs["front"].outputs]
    assert tuple(outputs) == graphs.front.output_names
    assert manifest.graphs["decoder"].outputs[0].shape == ("B", "m", 3008)


def test_no_test_sentence_was_calibrated_on(sentence_ids: list[list[int]]) -> None:
    assert not [ids for ids in sentence_ids if ids in calibration_ids()]


def test_durations_and_pitch_are_the_originals(
    graphs: Graphs,
    originals: list[dict[str, npt.NDArray[np.generic]]],
    sentence_ids: list[list[int]],
) -> None:
    for ids, original in zip(sentence_ids, originals, strict=True):
        prepared = graphs.prepare(ids)
        f0 = original["f0"][0]
        assert prepared["durations"].shape == (len(ids),)
        assert 2 * prepared["durations"].sum() == len(f0)
        assert np.abs(prepared["f0"] - f0).max() < 4.0
        assert np.sqrt(np.mean(np.square(prepared["f0"] - f0))) < 0.6


def test_durations_follow_the_originals_phonemes_and_speed(
    voice_file: Path, graphs: Graphs, sentence_ids: list[list[int]]
) -> None:
    model = parse_voice(voice_file.read_bytes())
    steps = next(node.output[0] for node in model.graph.node if node.op_type == "Clip")
    model.graph.output.append(onnx.helper.make_empty_tensor_value_info(steps))
    feeds = [
        {"ids": np.array([ids], dtype=np.int64), "speed": np.array([speed], dtype=np.float32)}
        for ids in sentence_ids
        for speed in (0.5, 1.0, 1.7)
    ]
    for feed, outputs in zip(feeds, run_graph(model.SerializeToString(), feeds), strict=True):
        ours = graphs.prepare(feed["ids"][0].tolist(), float(feed["speed"][0]))["durations"]
        assert np.array_equal(ours, outputs[steps])


def test_one_phoneme_is_enough(graphs: Graphs) -> None:
    prepared = graphs.prepare([16])
    frames = len(prepared["f0"])
    assert frames == 2 * prepared["durations"][0] > 0
    assert graphs.whole(graphs.enter(prepared, 0, frames)).shape == (frames, 3008)


def test_entering_frames_is_the_first_convolution(
    graphs: Graphs,
    originals: list[dict[str, npt.NDArray[np.generic]]],
    sentence_ids: list[list[int]],
) -> None:
    for ids, original in zip(sentence_ids, originals, strict=True):
        prepared = graphs.prepare(ids)
        entered = graphs.enter(prepared, 0, len(prepared["f0"]))
        assert np.abs(entered - original[ENTERED][0]).max() < 0.05
        assert np.sqrt(np.mean(np.square(entered - original[ENTERED][0]))) < 0.003
        assert np.array_equal(graphs.enter(prepared, 41, 70), entered[41:70])


@settings(max_examples=40, deadline=None)
@given(start=st.integers(0, 430), frames=st.integers(1, 100))
def test_a_frame_is_entered_alike_in_any_company(
    graphs: Graphs, prepared: dict[str, npt.NDArray[np.generic]], start: int, frames: int
) -> None:
    whole = graphs.enter(prepared, 0, len(prepared["f0"]))
    some = graphs.enter(prepared, start, start + frames)
    assert np.array_equal(some, whole[start : start + frames])


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_cuts_do_not_change_a_bit(graphs: Graphs, entered: Floats, data: st.DataObject) -> None:
    frames = data.draw(st.integers(1, FRAMES), label="frames")
    cuts = data.draw(cuts_of(frames), label="cuts")
    utterance = entered[:frames]
    assert np.array_equal(decode(graphs.decoder, utterance, cuts), graphs.whole(utterance))


@st.composite
def cuts_of(draw: st.DrawFn, frames: int) -> list[int]:
    """Calls that make up an utterance: a first of more than the look-ahead unless it is the last,
    a last that may be empty."""
    if frames <= 25 or draw(st.booleans()):
        return [frames]
    cuts = [draw(st.integers(25, frames))]
    while sum(cuts) < frames:
        cuts.append(draw(st.integers(1, frames - sum(cuts))))
    if draw(st.booleans()):
        cuts.append(0)
    return cuts


@settings(max_examples=20, deadline=None)
@given(
    starts=st.lists(st.integers(30, FRAMES - 40), min_size=2, max_size=6),
    frames=st.integers(1, 40),
)
def test_a_batch_of_streams_at_different_places_is_each_alone(
    graphs: Graphs, entered: Floats, starts: list[int], frames: int
) -> None:
    states = []
    for start in starts:
        feed = {"entered": entered[None, :start], "state": first_state(1)}
        states.append(graphs.decoder.run({**feed, "tail": tail(1, last=False)})[1])
    pieces = [entered[None, start : start + frames] for start in starts]
    together, after = graphs.decoder.run(
        {
            "entered": np.concatenate(pieces),
            "state": np.concatenate(states),
            "tail": tail(len(starts), last=False),
        }
    )
    for row, (piece, state) in enumerate(zip(pieces, states, strict=True)):
        feed = {"entered": piece, "state": state, "tail": tail(1, last=False)}
        alone, alone_after = graphs.decoder.run(feed)
        assert np.array_equal(together[row], alone[0])
        assert np.array_equal(after[row], alone_after[0])


def test_threads_share_a_session(graphs: Graphs, entered: Floats) -> None:
    expected = graphs.whole(entered)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: graphs.whole(entered), range(8)))
    assert all(np.array_equal(result, expected) for result in results)


def test_the_decoder_is_as_close_to_the_unquantised_one_as_the_original(
    graphs: Graphs,
    weights: VoiceWeights,
    originals: list[dict[str, npt.NDArray[np.generic]]],
) -> None:
    yardstick = Session(build_decoder(weights, float_linear))
    ours, theirs = [], []
    for original in originals:
        entered = original[ENTERED][0]
        exact = decode(yardstick, entered, [len(entered)])
        quantized = graphs.whole(entered)
        for index, part in enumerate(graphs.manifest.parts):
            columns = slice(index * 601, (index + 1) * 601)
            if part in MAGNITUDES:
                ours.append((quantized - exact)[:, columns])
                theirs.append(original[part][0].T - exact[:, columns])
    assert rms(ours) <= 1.0 * rms(theirs)
    assert 0.01 < rms(theirs) < 0.08, "the unquantised decoder is another one"


def rms(differences: list[Floats]) -> float:
    return float(np.sqrt(np.mean(np.square(np.concatenate(differences)))))


def test_two_compilers_at_once_both_end_well(voice_file: Path, tmp_path: Path) -> None:
    destination = tmp_path / "tiny" / "voice"
    barrier = threading.Barrier(2)

    def compile_together() -> Manifest:
        barrier.wait()
        return compile_voice(voice_file, destination, run_graph)

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.submit(compile_together), pool.submit(compile_together)
        assert first.result() == second.result() == read_manifest(destination)
    assert is_complete(destination, thorough=True)
    assert [path.name for path in destination.parent.iterdir()] == ["voice"]


def test_compiling_again_gives_the_same_bytes(
    voice_file: Path, graphs: Graphs, tmp_path: Path
) -> None:
    again = compile_voice(voice_file, tmp_path / "again", run_graph)
    assert again == graphs.manifest
    assert again.fingerprint == graphs.manifest.fingerprint


def damaged(data: bytes) -> Iterator[bytes]:
    yield b""
    yield b"not a model"
    yield data[: len(data) // 2]
    yield onnx.helper.make_model(
        onnx.helper.make_graph([onnx.helper.make_node("Neg", ["x"], ["y"])], "g", [], [])
    ).SerializeToString()


def test_foreign_and_damaged_files_are_refused(voice_file: Path, tmp_path: Path) -> None:
    for number, data in enumerate(damaged(voice_file.read_bytes())):
        source = tmp_path / f"{number}.onnx"
        source.write_bytes(data)
        with pytest.raises(VoiceFileError):
            compile_voice(source, tmp_path / "out", run_graph)
        assert not (tmp_path / "out").exists()
    with pytest.raises(VoiceFileError, match="cannot be read"):
        compile_voice(tmp_path / "missing.onnx", tmp_path / "out", run_graph)


def test_a_voice_whose_weights_are_not_numbers_is_refused(voice_file: Path, tmp_path: Path) -> None:
    model = parse_voice(voice_file.read_bytes())
    bias = next(t for t in model.graph.initializer if t.name == "m.dec_in.bias")
    values = np.full(256, np.nan, dtype=np.float32)
    bias.CopyFrom(onnx.numpy_helper.from_array(values, bias.name))
    source = tmp_path / "nan.onnx"
    source.write_bytes(model.SerializeToString())
    with pytest.raises(VoiceFileError, match="not numbers"):
        compile_voice(source, tmp_path / "out", run_graph)
