"""``docs/text.md`` is run, not believed: its tables are read aloud, its commands executed."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from brisa.app.settings import Settings
from brisa.cli.text import text as text_command
from brisa.quality.corpus import corpus, read_items
from brisa.service.options import SynthesizerOptions
from brisa.service.synthesizer import Synthesizer
from brisa.service.text_view import SegmentView
from brisa.text.language.letters import models
from brisa.text.lexicon.entries import (
    ENTRIES_MAX,
    REQUEST_ENTRIES_MAX,
    SPOKEN_MAX_CHARS,
    WRITTEN_MAX_CHARS,
)
from brisa.text.lexicon.parse import FILE_MAX_BYTES
from brisa.text.markup.quantities import RATE_NAMES, STRENGTH_MS
from brisa.text.segment_options import SegmenterOptions
from brisa.transports.text_fields import TextFields
from brisa.types import SpeechSettings, TextOptions

pytestmark = pytest.mark.integration

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "text.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+) ?(.+?) ?\1(?!`)")
LANGUAGES = {
    "Catalan": "ca", "Czech": "cs", "Danish": "da", "Dutch": "nl", "English": "en",
    "Finnish": "fi", "French": "fr", "German": "de", "Hungarian": "hu", "Indonesian": "id",
    "Italian": "it", "Polish": "pl", "Portuguese": "pt", "Romanian": "ro", "Spanish": "es",
    "Swedish": "sv", "Turkish": "tr",
}  # fmt: skip


def tables() -> Iterator[tuple[list[str], list[list[str]]]]:
    """Every table of the page: its head, and the cells of its rows."""
    for block in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        rows = [
            [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in block.splitlines()
        ]
        yield rows[0], rows[2:]


def with_head(*head: str) -> list[list[str]]:
    found = [rows for heads, rows in tables() if tuple(heads) == head]
    assert found, head
    return [row for rows in found for row in rows]


def readings() -> list[tuple[str, str, str]]:
    """What is written, with which option, and what the page says is said."""
    rows = [(row[0], "", row[1]) for row in with_head("written", "said")]
    rows += [(row[0], row[1], row[2]) for row in with_head("written", "with", "said")]
    found = []
    for written, option, said in rows:
        texts, forms = written.split(" · "), said.split(" · ")
        assert len(texts) == len(forms), written
        found += [
            (code(text), option and code(option), form)
            for text, form in zip(texts, forms, strict=True)
        ]
    return found


def code(cell: str) -> str:
    match = CODE.fullmatch(cell.replace("\\|", "|"))
    assert match is not None, cell
    return match[2]


def settings_with(option: str) -> SpeechSettings:
    """``lang: de`` or ``emoji: name``, as a request has them."""
    given: dict[str, Any] = yaml.safe_load(option) if option else {}
    language = given.pop("lang", None)
    fields = msgspec.convert(given, TextOptions)
    return SpeechSettings(language=language, text=fields)


def said(views: list[SegmentView]) -> str:
    """Segments after one another, silences that were asked for in brackets."""
    return " ".join(view.spoken or f"[{view.pause_after_ms:g} ms]" for view in views)


@pytest.fixture(scope="module")
def reader(cache_dir: Path) -> Iterator[Synthesizer]:
    options = SynthesizerOptions(threads=1, cache_dir=cache_dir, warm_up=False)
    with Synthesizer(options) as synthesizer:
        yield synthesizer


@pytest.mark.parametrize(("written", "option", "form"), readings())
def test_every_row_is_read_so(reader: Synthesizer, written: str, option: str, form: str) -> None:
    views = reader.view_text(written.replace("↵", "\n"), settings_with(option))
    assert said(views) == form


def test_the_tables_are_found() -> None:
    assert len(readings()) > 90
    assert len(list(tables())) == 8


def blocks(kind: str) -> list[str]:
    return [body for language, body in BLOCK.findall(PAGE) if language == kind]


def commands(block: str) -> list[tuple[str, str]]:
    """Each line after ``$`` and what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture
def environment(tmp_path: Path, cache_dir: Path) -> dict[str, str]:
    """Caches of the test run, commands of this checkout, and no settings from around it."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("BRISA_")}
    mine["HOME"] = str(tmp_path)
    mine["XDG_CACHE_HOME"] = str(cache_dir)
    mine["XDG_DATA_HOME"] = str(tmp_path / "data")
    mine["BRISA_CACHE__DIR"] = str(cache_dir)
    mine["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{mine['PATH']}"
    return mine


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_is_shown(
    block: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    for command, shown in commands(block):
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text(shown, encoding="utf-8")
            continue
        done = subprocess.run(
            ["bash", "-c", f"({command}) 2>&1"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.stdout == shown, command


def test_word_timings_lead_back(tmp_path: Path, environment: dict[str, str]) -> None:
    (program,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found = re.search(r"prints, among others, `(.+)`", PAGE)
    assert found is not None
    assert found[1] in done.stdout.splitlines()


def test_every_setting_is_listed_as_it_is() -> None:
    rows = with_head("setting", "default", "request", "flag", "choices")
    listed = {code(row[0]).removeprefix("text."): row for row in rows if row[0]}
    defaults = msgspec.to_builtins(Settings().text)
    assert set(listed) == set(defaults)
    words = {None: ("none", "the region's"), True: ("true",), False: ("false",)}
    for name, value in defaults.items():
        assert listed[name][1] in words.get(value, (str(value),)), name


def test_every_field_and_flag_is_listed() -> None:
    rows = with_head("setting", "default", "request", "flag", "choices")
    fields = {code(row[2]) for row in rows if row[2]}
    flags = {code(row[3]) for row in rows if row[3]}
    assert fields == set(TextFields.__struct_fields__)
    assert fields == {field.name for field in dataclasses.fields(TextOptions)}
    known = {name for option in text_command.params for name in option.opts}
    others = {"text", "--voice", "--lang", "--json", "--config", "--help"}
    assert flags == {name for name in known if name not in others}


def test_strengths_and_rates_are_those_of_the_markup() -> None:
    rows = with_head("strength", "ms", "", "rate", "factor")
    assert {code(row[0]): float(row[1]) for row in rows} == STRENGTH_MS
    assert {code(row[3]): float(row[4]) for row in rows} == RATE_NAMES


def test_the_languages_that_are_told_apart() -> None:
    found = re.search(r"told apart by\s+their words: ([^.]+)\.", PAGE)
    assert found is not None
    assert [LANGUAGES[name] for name in re.findall(r"\w+", found[1])] == sorted(
        models(), key=lambda tag: next(name for name, code in LANGUAGES.items() if code == tag)
    )


@pytest.mark.parametrize(
    "sentence",
    [
        f"at most {ENTRIES_MAX:,} entries and {FILE_MAX_BYTES // 10**6} MB",
        f"a request at most {REQUEST_ENTRIES_MAX:,} entries",
        f"`written` is at most {WRITTEN_MAX_CHARS} characters, "
        f"`spoken` and `phonemes` {SPOKEN_MAX_CHARS}",
        f"a clause of at least {SegmenterOptions().first_min_chars} characters, of a sentence of "
        f"more than {SegmenterOptions().first_long_chars}",
        f"Once {SegmenterOptions().grow_after_chars} characters have been given out, a sentence "
        f"under {SegmenterOptions().join_min_chars}",
        f"at most {SegmenterOptions().release_max_ms / 1000:g} s",
    ],
)
def test_limits_are_those_of_the_code(sentence: str) -> None:
    assert sentence in " ".join(PAGE.split())


def test_the_corpus_is_as_large_and_its_entries_are_such() -> None:
    size = re.search(r"holds more than (\d+) texts", PAGE)
    assert size is not None
    assert len(corpus()) > int(size[1])
    (entry,) = blocks("yaml")
    (item,) = read_items(entry, "en-money")
    assert item.options.date_order == "dmy"


def test_the_entry_for_the_corpus_is_true(reader: Synthesizer) -> None:
    (item,) = read_items(blocks("yaml")[0], "en-money")
    views = reader.view_text(item.text, SpeechSettings(text=item.options))
    assert said(views) == item.spoken
