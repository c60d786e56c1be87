"""The page on metrics lists what there is, and the label sets are those of who fills them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from brisa.scheduler.admission import Reason
from brisa.service.ear import Gap
from brisa.telemetry.attribution import STAGES
from brisa.telemetry.metrics import Metrics
from brisa.telemetry.stream_metrics import CAUSES, OTHER, REASONS
from brisa.telemetry.timeline import Timeline

pytestmark = pytest.mark.integration

PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text()
ROW = re.compile(r"^\| `(brisa_\w+)` \| (\w+) \| ([^|]*)\| (.*) \|$", re.M)
OF_LINUX = "brisa_process_"


def served() -> Metrics:
    """The metrics of a server that has done a bit of everything."""
    metrics, timeline = Metrics("0"), Timeline(0, 24_000)
    timeline.stepped(0, 1)
    timeline.audio_ready(480, 1)
    with metrics.active("openai"), metrics.stream("openai", 0) as record:
        record.timeline = timeline
        record.first_audio(1)
        record.sent("pcm", 960)
        record.finished()
    metrics.vitals.cores((0.5,))
    metrics.vitals.worker(0, 1.0, 0)
    metrics.vitals.alert("cpu_usage", False)
    return metrics


def test_every_metric_is_listed_with_its_type_and_labels() -> None:
    listed = {
        name: (kind, set(re.findall(r"`(\w+)`", labels)))
        for name, kind, labels, _ in ROW.findall(PAGE)
    }
    made = {
        family.name: (family.type, {key for one in family.samples for key in one.labels} - {"le"})
        for family in served().registry.collect()
    }
    linux = {name for name in listed if name.startswith(OF_LINUX)}
    assert {name for name in made if name.startswith(OF_LINUX)} <= linux
    assert listed == {name: listed[name] for name in linux} | made


@pytest.mark.parametrize(
    ("metric", "values"),
    [
        ("brisa_stage_seconds", STAGES),
        ("brisa_underruns", CAUSES),
        ("brisa_refused", (*REASONS, OTHER)),
    ],
)
def test_values_of_labels_are_listed(metric: str, values: tuple[str, ...]) -> None:
    (words,) = [words for name, _, _, words in ROW.findall(PAGE) if name == metric]
    assert tuple(re.findall(r"`(\w+)`", words)) == values


def test_what_counts_silences_and_refusals_has_a_label_for_each() -> None:
    assert {gap.value for gap in Gap} <= set(CAUSES)
    assert {reason.value for reason in Reason} <= set(REASONS)
