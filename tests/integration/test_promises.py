"""The promises, kept by the real voice: one test or more for each; see docs/architecture.md."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import numpy as np
import pytest

from brisa.app.options import ServerOptions
from brisa.engines.base import SegmentRequest
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.types import Cancelled, Finished, PcmInt16, SpeechSettings
from support.live_server import LiveServer
from support.sentences import SENTENCES

pytestmark = pytest.mark.integration

TEXT = " ".join(SENTENCES[10:18])
LONG = SENTENCES[-1]


@pytest.fixture(scope="module")
def options(cache_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> SynthesizerOptions:
    voices_dir = tmp_path_factory.mktemp("voices")
    return SynthesizerOptions(threads=2, cache_dir=cache_dir, voices_dir=voices_dir)


@pytest.fixture
def synthesizer(options: SynthesizerOptions) -> Iterator[Synthesizer]:
    with Synthesizer(options) as made:
        made.load()
        yield made


def pieces_of(text: str, seed: int) -> list[str]:
    """The text as a language model's tokens would bring it."""
    chance, cuts, position = random.Random(seed), [], 0
    while position < len(text):
        step = chance.choice((1, 2, 3, 5, 8, 13))
        cuts.append(text[position : position + step])
        position += step
    return cuts


ORDER_WORD = "breeze"

SPEAKER = f"""
import hashlib, json, sys
from pathlib import Path
from brisa import Synthesizer, SynthesizerOptions

threads, cache_dir, voices_dir, text = json.load(sys.stdin)
options = SynthesizerOptions(
    threads=threads, cache_dir=Path(cache_dir), voices_dir=Path(voices_dir), warm_up=False
)
with Synthesizer(options) as synthesizer:
    pcm_t = synthesizer.speak(text).read_all()
print(hash({ORDER_WORD!r}), hashlib.sha256(pcm_t.tobytes()).hexdigest())
"""


def digest_of(pcm_t: PcmInt16) -> str:
    return hashlib.sha256(pcm_t.tobytes()).hexdigest()


def digest_of_another_process(
    options: SynthesizerOptions, threads: int, hash_seed: str
) -> tuple[str, str]:
    """How the child hashes a word, and what the samples of :data:`TEXT` are there."""
    wanted = [threads, str(options.cache_dir), str(options.voices_dir), TEXT]
    done = subprocess.run(
        [sys.executable, "-c", SPEAKER],
        input=json.dumps(wanted),
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    order, digest = done.stdout.split()
    return order, digest


class TestStreamingEqualsWhole:
    """P1."""

    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_text_in_pieces(self, synthesizer: Synthesizer, seed: int) -> None:
        whole_t = synthesizer.speak(TEXT).read_all()
        pieces_t = synthesizer.speak(pieces_of(TEXT, seed)).read_all()
        np.testing.assert_array_equal(pieces_t, whole_t)

    @pytest.mark.parametrize("frames", [1, 7, 40, 10_000])
    def test_audio_in_steps_of_any_size(self, synthesizer: Synthesizer, frames: int) -> None:
        engine = synthesizer.load()
        request = SegmentRequest(LONG, "heart", seed=3)
        usual_t = _run(engine, engine.open(request))
        stream = engine.open(request)
        stream.schedule_frames = (frames,)  # type: ignore[attr-defined]
        np.testing.assert_array_equal(_run(engine, stream), usual_t)


class TestSameRequestSameSamples:
    """P2."""

    def test_alone_or_among_others(self, synthesizer: Synthesizer) -> None:
        alone = [synthesizer.speak(text).read_all() for text in SENTENCES[5:13]]
        with ThreadPoolExecutor(8) as threads:
            crowd = list(
                threads.map(lambda text: synthesizer.speak(text).read_all(), SENTENCES[5:13])
            )
        for crowd_t, alone_t in zip(crowd, alone, strict=True):
            np.testing.assert_array_equal(crowd_t, alone_t)

    @pytest.mark.parametrize(("threads", "hash_seed"), [(1, "1"), (2, "4242")])
    def test_in_another_process_with_other_threads_and_hashes(
        self,
        options: SynthesizerOptions,
        synthesizer: Synthesizer,
        threads: int,
        hash_seed: str,
    ) -> None:
        order, digest = digest_of_another_process(options, threads, hash_seed)
        assert order != str(hash(ORDER_WORD)), "the child hashes as this process does"
        assert digest == digest_of(synthesizer.speak(TEXT).read_all())

    def test_through_the_command_line(
        self, options: SynthesizerOptions, synthesizer: Synthesizer, tmp_path: Path
    ) -> None:
        environment = {name: v for name, v in os.environ.items() if not name.startswith("BRISA_")}
        environment["BRISA_CACHE__DIR"] = str(options.cache_dir)
        environment["BRISA_VOICES__DIR"] = str(options.voices_dir)
        command = [sys.executable, "-m", "brisa", "say", TEXT, "--out", "x.pcm", "--quiet"]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, timeout=120)
        samples_t = np.frombuffer((tmp_path / "x.pcm").read_bytes(), "<i2")
        np.testing.assert_array_equal(samples_t, synthesizer.speak(TEXT).read_all())

    def test_through_the_server(
        self, options: SynthesizerOptions, synthesizer: Synthesizer
    ) -> None:
        with LiveServer(None, ServerOptions(warm_formats=("pcm",)), options) as server:
            body = {"input": TEXT, "response_format": "pcm"}
            answer = httpx.post(f"{server.url}/v1/audio/speech", json=body, timeout=60)
        assert answer.status_code == 200
        samples_t = np.frombuffer(answer.content, "<i2")
        np.testing.assert_array_equal(samples_t, synthesizer.speak(TEXT).read_all())

    def test_the_seed_changes_the_noise_and_not_the_timing(self, synthesizer: Synthesizer) -> None:
        first_t = synthesizer.speak(LONG, SpeechSettings(seed=1)).read_all()
        second_t = synthesizer.speak(LONG, SpeechSettings(seed=2)).read_all()
        assert len(first_t) == len(second_t)
        assert not np.array_equal(first_t, second_t)
        assert np.corrcoef(first_t, second_t)[0, 1] > 0.8


class TestOneEnd:
    """P3."""

    def test_a_whole_stream_finishes_with_its_length(self, synthesizer: Synthesizer) -> None:
        speech = synthesizer.speak(TEXT)
        assert speech.outcome is None
        pcm_t = speech.read_all()
        assert speech.outcome == Finished(len(pcm_t), 24000)
        speech.cancel()
        assert speech.outcome == Finished(len(pcm_t), 24000)

    def test_a_part_never_looks_whole(self, synthesizer: Synthesizer) -> None:
        speech = synthesizer.speak(TEXT)
        next(iter(speech))
        speech.cancel()
        assert isinstance(speech.outcome, Cancelled)


def test_leaving_frees_the_engine_within_one_step(synthesizer: Synthesizer) -> None:
    """P5: between the cancel and the end of the job lies one step at most."""
    speech = synthesizer.speak(" ".join(SENTENCES))
    next(iter(speech))
    speech.cancel()
    steps = speech.timeline.steps
    synthesizer.speak("Next.").read_all()
    assert speech.timeline.steps <= steps + 1
    assert synthesizer.active_streams == 0


def test_no_text_in_the_log(synthesizer: Synthesizer, caplog: pytest.LogCaptureFixture) -> None:
    """P8: not even at the most talkative level, for good text, odd text and refused text."""
    caplog.set_level(logging.DEBUG)
    secret = "xylophone quagmire zeppelin"
    synthesizer.speak(f"{secret}. 你好 {secret}").read_all()
    with pytest.raises(Exception, match=r".") as caught:
        synthesizer.speak(f"{secret} \0")
    records = [f"{record.getMessage()} {vars(record)}" for record in caplog.records]
    for word in secret.split():
        assert word not in str(caught.value)
        assert not any(word in record for record in records)


def test_a_loaded_voice_loads_nothing_more(synthesizer: Synthesizer) -> None:
    """P9: after load, speaking opens no file and imports no module."""
    opened: list[str] = []

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if watching and event in ("open", "import"):
            opened.append(f"{event} {arguments[0]}")

    watching = False
    sys.addaudithook(audit)
    synthesizer.load()
    watching = True
    try:
        synthesizer.speak("The first words, zorbling quickly, at 7:30 for $5.").read_all()
    finally:
        watching = False
    assert opened == []


def _run(engine: object, stream: object) -> PcmInt16:
    pieces, last = [], False
    while not last:
        result = engine.step([stream])[0]  # type: ignore[attr-defined]
        pieces.append(result.pcm_t)
        last = result.last
    return np.concatenate(pieces)
