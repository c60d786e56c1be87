"""Lexicon files that change while a service runs."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from brisa.clock import NS_PER_S
from brisa.errors import ConfigError
from brisa.service.lexicons import LexiconFile, LexiconStore, check_lexicon
from brisa.text.edits import apply_edits
from brisa.text.lexicon.matching import Layered, Lexicon
from brisa.text.lexicon.parse import FILE_MAX_BYTES
from brisa.types import LexiconEntry

pytestmark = pytest.mark.unit


def said(lexicon: Lexicon | Layered, text: str = "Nguyen York Bath") -> str:
    return apply_edits(text, lexicon.edits(text, "en")).text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "words.yaml"
    path.write_text("Nguyen: win\n", encoding="utf-8")
    return path


def test_a_changed_file_is_read_again_a_second_later(path: Path) -> None:
    file = LexiconFile(path, now_ns=0)
    assert said(file.current(0)) == "win York Bath"
    path.write_text("Nguyen: when\nYork: yawk\n", encoding="utf-8")
    assert said(file.current(NS_PER_S - 1)) == "win York Bath"
    assert said(file.current(NS_PER_S)) == "when yawk Bath"
    path.write_text("York: yock\n", encoding="utf-8")
    assert said(file.current(2 * NS_PER_S - 1)) == "when yawk Bath"
    assert said(file.current(2 * NS_PER_S)) == "Nguyen yock Bath"


def test_a_file_that_stays_the_same_is_not_read_again(path: Path) -> None:
    file = LexiconFile(path)
    assert file.current(5 * NS_PER_S) is file.current(9 * NS_PER_S)


def test_an_error_keeps_the_old_words_and_is_logged_once_by_line(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = LexiconFile(path)
    path.write_text("York: yawk\nSecret: [\n", encoding="utf-8")
    with caplog.at_level(logging.INFO):
        assert said(file.current(NS_PER_S)) == "win York Bath"
        assert said(file.current(2 * NS_PER_S)) == "win York Bath"
    (record,) = caplog.records
    assert (vars(record)["path"], vars(record)["line"]) == (str(path), 3)
    assert "Secret" not in str(vars(record))
    path.write_text("York: yawk\n", encoding="utf-8")
    assert said(file.current(3 * NS_PER_S)) == "Nguyen yawk Bath"


def test_a_file_that_vanishes_keeps_the_old_words(path: Path) -> None:
    file = LexiconFile(path)
    path.unlink()
    assert said(file.current(NS_PER_S)) == "win York Bath"
    assert not file.is_there
    path.write_text("York: yawk\n", encoding="utf-8")
    assert said(file.current(2 * NS_PER_S)) == "Nguyen yawk Bath"


def test_at_the_start_a_file_must_be_there_and_sound(path: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="none.yaml: The file cannot be read") as caught:
        LexiconFile(tmp_path / "none.yaml")
    assert caught.value.param == "text.lexicon"
    path.write_text("Nguyen: win\nYork:\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="words.yaml line 2: Give 'spoken'"):
        LexiconFile(path)


def test_warnings_do_not_stop_a_file(path: Path) -> None:
    path.write_text("Nguyen: when\nNguyen: win\n", encoding="utf-8")
    assert said(LexiconFile(path).current(0)) == "win York Bath"
    (problem,) = check_lexicon(path)
    assert (problem.line, problem.warning) == (2, True)


def test_checking_finds_all_that_is_wrong(path: Path, tmp_path: Path) -> None:
    assert check_lexicon(path) == []
    path.write_text("- a\n- Nguyen: win\n- {written: b, spokn: c}\n", encoding="utf-8")
    assert [problem.line for problem in check_lexicon(path)] == [1, 3]
    path.write_bytes(b"Nguyen: win\nYork: \xff\n")
    assert [str(problem) for problem in check_lexicon(path)] == [
        "line 2: Not valid UTF-8; save it as such."
    ]
    path.write_bytes(b"\xef\xbb\xbfNguyen: win\r\n")
    assert check_lexicon(path) == []
    path.write_bytes(b"#" * (FILE_MAX_BYTES + 1))
    assert [problem.line for problem in check_lexicon(path)] == [0]
    (problem,) = check_lexicon(tmp_path)
    assert "cannot be read" in str(problem)


def test_request_before_voice_before_server(path: Path, tmp_path: Path) -> None:
    path.write_text("{Nguyen: S, York: S, Bath: S}", encoding="utf-8")
    voices = tmp_path / "voices"
    voices.mkdir()
    (voices / "heart.lexicon.yaml").write_text("{Nguyen: V, York: V}", encoding="utf-8")
    store = LexiconStore(path, voices)
    own = (LexiconEntry("Nguyen", spoken="R"),)
    assert said(store.layered("heart", own, 0)) == "R V S"
    assert said(store.layered("heart", (), 0)) == "V V S"
    assert said(store.layered("emma", (), 0)) == "S S S"
    assert said(LexiconStore(None, voices).layered("emma", (), 0)) == "Nguyen York Bath"


def test_a_voices_file_may_come_change_and_go(tmp_path: Path) -> None:
    store, file = LexiconStore(None, tmp_path), tmp_path / "heart.lexicon.yaml"
    assert said(store.layered("heart", (), 0)) == "Nguyen York Bath"
    file.write_text("York: V", encoding="utf-8")
    assert said(store.layered("heart", (), 0)) == "Nguyen V Bath"
    file.write_text("Bath: Vee", encoding="utf-8")
    assert said(store.layered("heart", (), NS_PER_S)) == "Nguyen York Vee"
    file.unlink()
    store.layered("heart", (), 2 * NS_PER_S)
    assert said(store.layered("heart", (), 2 * NS_PER_S)) == "Nguyen York Bath"


def test_a_voices_file_that_is_not_sound_is_left_out_until_it_changes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, file = LexiconStore(None, tmp_path), tmp_path / "heart.lexicon.yaml"
    file.write_text("- York: V\n- Secret\n", encoding="utf-8")
    for _ in range(3):
        assert said(store.layered("heart", (), 0)) == "Nguyen York Bath"
    (record,) = caplog.records
    assert vars(record)["line"] == 2
    file.write_text("York: V\n", encoding="utf-8")
    assert said(store.layered("heart", (), 0)) == "Nguyen V Bath"


@pytest.mark.parametrize("voice", ["../words", "a/b", "", ".", "x" * 65])
def test_a_name_that_is_no_voices_leads_to_no_file(tmp_path: Path, voice: str) -> None:
    (tmp_path / "words.lexicon.yaml").write_text("York: V", encoding="utf-8")
    (tmp_path / "voices").mkdir()
    store = LexiconStore(None, tmp_path / "voices")
    assert said(store.layered(voice, (), 0)) == "Nguyen York Bath"
