"""The pages on logs, traces and profiling say what is so."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import msgspec
import pytest

from brisa.app.json_log import json_formatter
from brisa.app.observing_settings import LoggingSettings, TracingSettings
from brisa.telemetry.attribution import STAGES
from brisa.telemetry.spans import SpeechSpan, facts_of
from brisa.telemetry.timeline import Timeline

pytestmark = pytest.mark.integration

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("logging.md", "profiling.md", "tracing.md")


def page(name: str) -> str:
    return (DOCS / name).read_text()


@pytest.mark.parametrize(
    ("name", "section", "settings"),
    [("logging.md", "logging", LoggingSettings()), ("tracing.md", "tracing", TracingSettings())],
)
def test_settings_are_listed_with_their_defaults(
    name: str, section: str, settings: msgspec.Struct
) -> None:
    rows = re.findall(rf"^\| `{section}\.(\w+)` \|(.*)\|$", page(name), re.M)
    assert [key for key, _ in rows] == [field.name for field in msgspec.structs.fields(settings)]
    for key, rest in rows:
        default = getattr(settings, key)
        shown = "none" if default is None else json.dumps(default).strip('"')
        assert shown in [cell.strip(" `") for cell in rest.split("|")], key


def test_the_example_is_such_a_line() -> None:
    (written,) = re.findall(r"^```json\n(.*)\n```$", page("logging.md"), re.M)
    line = json.loads(written)
    assert list(line)[:4] == ["timestamp", "level", "logger", "event"]
    stages = [key.removesuffix("_ms") for key in line if key.endswith("_ms")]
    assert stages == [stage for stage in STAGES if stage != "playback"]
    fields = {key: value for key, value in line.items() if key not in ("timestamp", "event")}
    record = {"msg": line["event"], "levelname": "INFO", "name": fields.pop("logger"), **fields}
    made = json.loads(json_formatter().format(logging.makeLogRecord(record)))
    assert made | {"timestamp": line["timestamp"]} == line


def test_stages_are_listed_in_order() -> None:
    in_traces = ", ".join(f"`{stage}`" for stage in STAGES)
    assert f"| {in_traces} |" in page("tracing.md")
    rows = re.findall(r"^\| `(\w+)` \| .* \| .* \|$", page("profiling.md"), re.M)
    assert rows == [stage for stage in STAGES if stage != "playback"]


def test_attributes_of_spans_are_listed() -> None:
    listed = set(re.findall(r"`(brisa\.\w+)`", page("tracing.md")))
    told = Timeline(0, 24_000, first_audio_ns=1)
    always = {"brisa.transport", "brisa.outcome", "brisa.code"}
    assert listed == set(facts_of(told)) | always
    assert {"transport", "outcome", "code"} <= set(SpeechSpan.__annotations__)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]*)(?:#[\w-]+)?\)", page(name)):
        if target and not target.startswith("https://"):
            assert (DOCS / target).is_file(), target
    headings = {
        re.sub(r"[^\w\- ]", "", text).strip().lower().replace(" ", "-")
        for text in re.findall(r"^#+ (.*)$", page(name), re.M)
    }
    assert set(re.findall(r"\]\(#([\w-]+)\)", page(name))) <= headings
