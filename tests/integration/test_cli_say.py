"""``brisa say`` as it is typed: every way out, every bad input, and nothing half-written."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import stat
import struct
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest

from brisa.engines.scripted import Script, ScriptedEngine, pattern
from support.command_line import VOICE, CommandLine, command_line, read_some
from support.decoding import decode
from support.live_server import LiveServer, eventually
from support.scripted_socket import ScriptedSocket

pytestmark = pytest.mark.integration

TEXT = "Hello there, my friend. How are you today?"


@pytest.fixture
def brisa(tmp_path: Path, cache_dir: Path) -> CommandLine:
    return command_line(tmp_path, cache_dir)


def frames_of(content: bytes) -> bytes:
    with wave.open(io.BytesIO(content)) as reader:
        return reader.readframes(reader.getnframes())


def test_a_wav_file(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--out", "x.wav")
    assert (done.code, done.out) == (0, b"")
    assert "s of speech, first audio" in done.err
    assert done.err.count("\n") == 1
    assert brisa.files() == ["x.wav"]
    content = (brisa.folder / "x.wav").read_bytes()
    assert struct.unpack("<I", content[40:44])[0] == len(content) - 44
    pcm_t = np.frombuffer(frames_of(content), np.int16)
    assert pcm_t.shape[0] > 24_000
    # Past the fade at the start, the samples are the engine's own.
    expected_t = pattern(1000, 1000, 0)
    assert np.abs(pcm_t[1000:2000] / 32768 - expected_t).max() < 2e-4


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x.mp3", b"\xff"),
        ("x.ogg", b"OggS"),
        ("x.opus", b"OggS"),
        ("x.flac", b"fLaC"),
        ("x.aac", b"\xff\xf1"),
        ("x.pcm", b""),
        ("x.ulaw", b""),
    ],
)
def test_the_ending_chooses_the_format(brisa: CommandLine, name: str, start: bytes) -> None:
    done = brisa.run("say", TEXT, "--out", name, "--json")
    assert done.code == 0, done.err
    content = (brisa.folder / name).read_bytes()
    assert content.startswith(start)
    report = done.json()
    assert report["bytes"] == len(content)
    assert brisa.files() == [name]
    # The last word is in it: nothing stays behind in the encoder.
    decoded = decode(content, report["format"], report["sample_rate_hz"])
    assert decoded.duration_ms >= 1000 * report["samples"] / report["sample_rate_hz"] - 1


def test_the_summary_as_json(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--out", "x.wav", "--json", "--speed", "1.5", "--seed", "3")
    assert done.err == ""
    report = done.json()
    assert report["outcome"] == "finished"
    assert (report["voice"], report["format"], report["out"]) == ("robot", "wav", "x.wav")
    assert report["audio_s"] == round(report["samples"] / report["sample_rate_hz"], 3)
    assert report["first_audio_ms"] > 0
    assert report["underruns"] is None


def test_quiet_says_nothing(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--out", "x.wav", "--quiet")
    assert (done.code, done.out, done.err) == (0, b"", "")


def test_same_request_same_samples_from_any_source(brisa: CommandLine) -> None:
    brisa.run("say", TEXT, "--out", "x.wav")
    piped = brisa.run("say", TEXT, "--out", "-")
    typed = brisa.run("say", "-", "--out", "-", stdin=TEXT.encode())
    assert piped.code == typed.code == 0
    assert piped.out[44:] == frames_of((brisa.folder / "x.wav").read_bytes())
    assert typed.out == piped.out
    other = brisa.run("say", TEXT, "--out", "-", "--seed", "1")
    assert len(other.out) == len(piped.out)
    assert other.out != piped.out


def test_sound_on_stdout_puts_the_summary_on_stderr(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--out", "-", "--json", "--format", "flac")
    assert done.out.startswith(b"fLaC")
    assert json.loads(done.err)["bytes"] == len(done.out)


def test_text_is_spoken_while_it_still_arrives(brisa: CommandLine) -> None:
    process = brisa.start("say", "-", "--out", "-")
    with process:
        assert process.stdin is not None
        process.stdin.write(b"This is the first sentence. And this ")
        process.stdin.flush()
        first = read_some(process, 20_000)
        assert first.startswith(b"RIFF")
        out, err = process.communicate(b"is the second.")
    assert process.returncode == 0, err
    whole = brisa.run("say", "This is the first sentence. And this is the second.", "--out", "-")
    assert first + out == whole.out


def test_a_rate_and_a_bitrate_act(brisa: CommandLine) -> None:
    rate = brisa.run("say", TEXT, "--out", "x.wav", "--sample-rate", "16000", "--json").json()
    assert rate["sample_rate_hz"] == 16_000
    with wave.open(str(brisa.folder / "x.wav")) as reader:
        assert reader.getframerate() == 16_000
    small, large = (
        brisa.run("say", TEXT, "--out", "x.mp3", "--bitrate", bps, "--json").json()["bytes"]
        for bps in ("32000", "128000")
    )
    assert large > 3 * small


def test_faster_is_shorter(brisa: CommandLine) -> None:
    slow, fast = (
        brisa.run("say", TEXT, "--out", "x.wav", "--speed", speed, "--json").json()["audio_s"]
        for speed in ("1", "2")
    )
    assert fast == pytest.approx(slow / 2, rel=0.15)


BAD = {
    "empty text": (["say", ""], b"", 2, "the text is empty"),
    "unspeakable text": (["say", "... !", "--strict"], b"", 2, "no letter and no digit"),
    "nothing on stdin": (["say", "-", "--strict"], b"", 2, "nothing in the text that can be"),
    "unspeakable stdin": (["say", "-", "--strict"], b" \n...\n", 2, "nothing in the text that"),
    "broken markup": (["say", "<break time='soon'/> x", "--strict"], b"", 2, "line 1, column 1"),
    "no such lexicon": (["say", "x", "--lexicon", "none.yaml"], b"", 2, "none.yaml"),
    "invalid utf-8": (["say", "-"], b"caf\xe9 au lait", 2, "not valid UTF-8 at byte 3"),
    "late invalid utf-8": (
        ["say", "-"],
        b"One sentence that is spoken. Another one here. \xff",
        2,
        "not valid UTF-8 at byte 47",
    ),
    "nul on stdin": (["say", "-"], b"One. Tw\0o.", 2, "NUL character"),
    "no text": (["say"], b"", 2, "Missing argument 'TEXT'"),
    "unknown voice": (["say", TEXT, "--voice", "nobody"], b"", 2, "Voices: heart, robot"),
    "voice as a path": (["say", TEXT, "--voice", "../../etc"], b"", 2, "There is no voice"),
    "unknown model": (["say", TEXT, "--model", "big"], b"", 2, "one model: scripted"),
    "unknown language": (["say", TEXT, "--lang", "pt"], b"", 2, "speaks: en"),
    "too slow": (["say", TEXT, "--speed", "0.1"], b"", 2, "between 0.25 and 4"),
    "no number": (["say", TEXT, "--speed", "nan"], b"", 2, "between 0.25 and 4"),
    "speed in words": (["say", TEXT, "--speed", "fast"], b"", 2, "not a valid float"),
    "negative seed": (["say", TEXT, "--seed", "-1"], b"", 2, "seed must be"),
    "rate out of range": (["say", TEXT, "--sample-rate", "100"], b"", 2, "between 8000 and 48000"),
    "unknown option": (["say", TEXT, "--sped", "1"], b"", 2, "No such option"),
    "unknown command": (["sya", TEXT], b"", 2, "No such command 'sya'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_clear_line_and_leaves_nothing(brisa: CommandLine, case: str) -> None:
    args, stdin, code, message = BAD[case]
    args = [*args, "--out", "x.wav"] if args[0] == "say" and len(args) > 1 else args
    done = brisa.run(*args, stdin=stdin)
    assert message in done.err
    assert done.code == code
    assert done.err.startswith("brisa: error: ")
    assert done.err.count("\n") == 1
    assert brisa.files() == []


@pytest.mark.parametrize(
    ("out", "code", "message"),
    [
        ("none/x.wav", 1, "There is no folder"),
        (".", 2, "--format"),
        ("x.txt", 2, "No format goes with the ending .txt"),
        ("x", 2, "No format goes with a name without an ending"),
    ],
)
def test_outputs_that_cannot_be(brisa: CommandLine, out: str, code: int, message: str) -> None:
    done = brisa.run("say", TEXT, "--out", out)
    assert (done.code, message in done.err) == (code, True), done.err
    assert brisa.files() == []


def test_a_format_that_does_not_exist(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--out", "x.wav", "--format", "midi")
    assert done.code == 2
    assert "Known formats: pcm, wav" in done.err


def test_a_rate_that_the_format_does_not_have(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--out", "x.mp3", "--sample-rate", "8000")
    assert done.code == 2
    assert "mp3 takes these sample rates" in done.err
    assert brisa.files() == []


def test_text_over_the_limit_from_both_sources(brisa: CommandLine) -> None:
    limit = {"BRISA_LIMITS__MAX_TEXT_CHARS": "10"}
    typed = brisa.run("say", TEXT, "--out", "x.wav", **limit)
    piped = brisa.run("say", "-", "--out", "x.wav", stdin=TEXT.encode(), **limit)
    for done in (typed, piped):
        assert done.code == 2
        assert "longer than 10 characters" in done.err
    assert brisa.files() == []


def test_a_failure_keeps_the_file_that_was_there(brisa: CommandLine) -> None:
    (brisa.folder / "x.wav").write_bytes(b"old")
    done = brisa.run("say", "-", "--out", "x.wav", stdin=b"One sentence here. And more. \xff")
    assert done.code == 2
    assert (brisa.folder / "x.wav").read_bytes() == b"old"
    assert brisa.files() == ["x.wav"]


def test_a_failure_as_json(brisa: CommandLine) -> None:
    done = brisa.run("say", TEXT, "--voice", "nobody", "--out", "x.wav", "--json")
    assert done.code == 2
    report = done.json()
    assert report["outcome"] == "failed"
    assert report["error"]["code"] == "unknown_voice"
    assert report["error"]["param"] == "voice"


def test_invalid_utf8_as_an_argument(brisa: CommandLine) -> None:
    done = brisa.run("say", os.fsdecode(b"caf\xe9"), "--out", "x.wav")
    assert done.code == 2
    assert "not valid Unicode" in done.err


def module_that(folder: Path, name: str, code: str) -> dict[str, str]:
    """A module that stands before the installed one in a child's path."""
    shadow = folder / "shadow"
    shadow.mkdir()
    (shadow / f"{name}.py").write_text(code)
    before = os.environ.get("PYTHONPATH", "")
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(shadow), before]))}


def test_a_missing_codec_names_the_extra(brisa: CommandLine, tmp_path: Path) -> None:
    env = module_that(tmp_path, "av", "raise ImportError('no av here')\n")
    done = brisa.run("say", TEXT, "--out", "x.mp3", **env)
    assert done.code == 1
    assert "pip install 'brisa[codecs]'" in done.err
    assert brisa.files() == []


def test_without_any_way_out_for_the_sound(brisa: CommandLine, tmp_path: Path) -> None:
    env = module_that(tmp_path, "sounddevice", "raise ImportError('no sounddevice here')\n")
    neither = brisa.run("say", TEXT, **env)
    assert neither.code == 2
    assert "give --out FILE" in neither.err
    assert "pip install 'brisa[play]'" in neither.err
    play = brisa.run("say", TEXT, "--play", **env)
    assert play.code == 1
    assert "pip install 'brisa[play]'" in play.err


SPEAKER = '''
import threading
import numpy as np

class PortAudioError(Exception):
    pass

def query_devices(kind):
    return {"name": "file", "default_samplerate": 48000.0}

def check_output_settings(**settings):
    pass

class OutputStream:
    """Asks for blocks as fast as it can and keeps what is not silent."""

    def __init__(self, samplerate, channels, dtype, callback):
        self._callback = callback
        self._ended = threading.Event()
        self._heard = []
        self._thread = threading.Thread(target=self._run)

    active = True

    def start(self):
        self._thread.start()

    def _run(self):
        while not self._ended.is_set():
            block = np.zeros((480, 1), np.int16)
            self._callback(block, 480, None, None)
            self._heard.append(block[:, 0][block[:, 0] != 0])

    def stop(self):
        self._ended.set()
        self._thread.join()

    abort = stop

    def close(self):
        with open("heard.raw", "wb") as file:
            file.write(np.concatenate(self._heard).tobytes())
'''


@pytest.mark.parametrize("flags", [[], ["--play"], ["--play", "--out", "x.wav"]])
def test_played_aloud_is_what_a_file_would_hold(
    brisa: CommandLine, tmp_path: Path, flags: list[str]
) -> None:
    env = module_that(tmp_path, "sounddevice", SPEAKER)
    done = brisa.run("say", TEXT, "--json", *flags, **env)
    assert done.code == 0, done.err
    assert isinstance(done.json()["underruns"], int)
    samples_t = np.frombuffer(brisa.run("say", TEXT, "--out", "-").out[44:], np.int16)
    heard_t = np.frombuffer((brisa.folder / "heard.raw").read_bytes(), np.int16)
    assert np.array_equal(heard_t, samples_t[samples_t != 0])
    if "--out" in flags:
        assert frames_of((brisa.folder / "x.wav").read_bytes()) == samples_t.tobytes()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_in_the_middle_leaves_nothing(
    brisa: CommandLine, number: signal.Signals, code: int
) -> None:
    process = brisa.start("say", "-", "--out", "x.wav")
    with process:
        assert process.stdin is not None
        process.stdin.write(b"This is a first sentence. And this is ")
        process.stdin.flush()
        eventually(lambda: any(name.endswith(".part") for name in brisa.files()), "a part file")
        process.send_signal(number)
        # Its input stays open: it must not wait for the end of the text.
        process.wait(timeout=60)
        assert process.stderr is not None
        err = process.stderr.read().decode()
    assert process.returncode == code
    assert err.strip() == ""
    assert brisa.files() == []


def test_a_reader_that_leaves_ends_it_quietly(brisa: CommandLine) -> None:
    process = brisa.start("say", " ".join([TEXT] * 200), "--out", "-", "--quiet")
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        read_some(process, 1000)
        process.stdout.close()
        process.wait(timeout=60)
        err = process.stderr.read()
    assert (process.returncode, err) == (1, b"")


def test_a_list_whose_reader_left_is_quiet_too(brisa: CommandLine) -> None:
    process = brisa.start("voices", "list", "--json")
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.wait(timeout=60)
        err = process.stderr.read()
    assert (process.returncode, err) == (1, b"")


def test_a_pipe_as_the_output_stays_a_pipe(brisa: CommandLine) -> None:
    pipe = brisa.folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        process = brisa.start("say", "Hi.", "--out", "pipe", "--format", "wav")
        with process:
            received = read_to_end_of(reader, process)
            assert process.stderr is not None
            err = process.stderr.read().decode()
    finally:
        os.close(reader)
    assert process.returncode == 0, err
    assert received[:4] == b"RIFF"
    assert len(received) > 1000
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert err.count("\n") == 1
    assert brisa.files() == ["pipe"]


def read_to_end_of(reader: int, process: subprocess.Popen[bytes]) -> bytes:
    """What a process writes into a pipe that it opens itself, until it has ended."""
    received = bytearray()
    while True:
        ended = process.poll() is not None
        select.select([reader], [], [], 0.05)
        while block := os.read(reader, 1 << 16) if _readable(reader) else b"":
            received += block
        if ended:
            return bytes(received)


def _readable(reader: int) -> bool:
    return bool(select.select([reader], [], [], 0)[0])


def test_a_full_disk_under_stdout_is_one_clear_line(brisa: CommandLine) -> None:
    """A limit on the size of a file stands for the full disk."""
    command = f'ulimit -f 1; exec "{sys.executable}" -m brisa say "$0" --out - --quiet > full.wav'
    done = subprocess.run(
        ["bash", "-c", command, " ".join([TEXT] * 20)],
        cwd=brisa.folder,
        env=brisa.environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "standard output cannot be written: File too large" in done.stderr


def test_pauses_from_the_settings_are_in_the_sound(brisa: CommandLine) -> None:
    """Silence of exactly that length is added between two sentences, and only there."""
    plain = brisa.run("say", TEXT, "--out", "plain.pcm", "--json")
    paused = brisa.run("say", TEXT, "--out", "x.pcm", "--json", BRISA_PAUSES__SENTENCE_MS="500")
    assert paused.json()["samples"] - plain.json()["samples"] == 12_000


def test_through_a_server(brisa: CommandLine) -> None:
    """The server's voice and settings; its samples are those of the command line's own."""
    with LiveServer(ScriptedEngine(Script()), voice=VOICE) as server:
        there = brisa.run("say", TEXT, "--url", server.url, "--out", "there.wav", "--json")
        assert there.code == 0, there.err
        here = brisa.run("say", TEXT, "--out", "here.wav", "--sample-rate", "24000")
        assert here.code == 0, here.err
        contents = [(brisa.folder / f"{name}.wav").read_bytes() for name in ("there", "here")]
        assert contents[0] == contents[1]
        report = there.json()
        assert (report["voice"], report["real_time_factor"]) == (VOICE, None)
        assert report["samples"] * 2 == len(frames_of(contents[0]))
        piped = brisa.run("say", "-", "--url", server.url, "--out", "-", stdin=TEXT.encode())
        assert frames_of(piped.out) == frames_of(contents[0])
        mp3 = brisa.run("say", TEXT, "--url", server.url, "--out", "x.mp3", "--seed", "3")
        assert mp3.code == 0, mp3.err
        assert "real-time factor" not in mp3.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "shown"),
    [
        (["--voice", "nobody"], b"", 2, "voice"),
        (["--speed", "9"], b"", 2, "speed"),
        (["--model", "other"], b"", 2, "--url"),
        (["--strict", "--lexicon", "gone.yaml"], b"", 2, "gone.yaml"),
        (["--out", "x.wma"], b"", 2, "format"),
        ([], b"half \xc3", 2, "UTF-8"),
    ],
)
def test_what_a_server_cannot_speak(
    brisa: CommandLine, arguments: list[str], stdin: bytes, code: int, shown: str
) -> None:
    with LiveServer(ScriptedEngine(Script()), voice=VOICE) as server:
        text = "-" if stdin else TEXT
        options = ["--url", server.url, "--out", "x.wav", *arguments]
        done = brisa.run("say", text, *options, stdin=stdin)
    assert done.code == code
    assert shown in done.err
    assert done.err.count("\n") == 1
    assert brisa.files() == []


def test_where_no_server_is(brisa: CommandLine) -> None:
    for url, code in (("ws://127.0.0.1:1", 1), ("127.0.0.1:8100", 2)):
        done = brisa.run("say", TEXT, "--url", url, "--out", "x.wav", "--json")
        assert done.code == code
        assert done.json()["outcome"] == "failed"
        assert brisa.files() == []


def test_a_server_that_wants_a_key(brisa: CommandLine) -> None:
    with ScriptedSocket(api_key="secret") as server:
        arguments = ("say", TEXT, "--url", server.url, "--out", "x.wav")
        refused = brisa.run(*arguments)
        assert refused.code == 1
        assert "key" in refused.err
        done = brisa.run(*arguments, BRISA_API_KEY="secret")
        assert done.code == 0, done.err
        assert "secret" not in done.err
