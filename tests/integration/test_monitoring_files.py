"""The dashboard and the alert rules ask for what a server really has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from support.command_line import command_line
from support.live_server import eventually
from support.promql import TARGET_LABELS, asked_by

pytestmark = pytest.mark.integration

FOLDER = Path(__file__).parents[2] / "deploy" / "monitoring"
OF_PROMETHEUS = {"up": TARGET_LABELS}
VARIABLES = {"$job": "brisa", "$instance": ".*", "$__rate_interval": "5m", "$__interval": "1m"}

Series = dict[str, set[str]]
"""Names of samples to the labels on them."""


def series_of(exposition: str) -> Series:
    found: Series = {}
    for family in text_string_to_metric_families(exposition):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def problems(expressions: list[str], series: Series) -> list[str]:
    """What is asked for and is not there."""
    found = []
    for expression in expressions:
        asked = asked_by(expression)
        there: set[str] = set()
        for name, chosen in asked.selectors:
            labels = series.get(name, set()) | TARGET_LABELS
            there |= labels
            if name not in series:
                found.append(f"no metric {name}")
            found += [f"{name} has no label {label}" for label in chosen - labels]
        found += [f"no label {label} in {expression}" for label in asked.labels - there]
    return found


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((FOLDER / "alert-rules.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "grafana-dashboard.json").read_text())
    return found


def plain(query: str) -> str:
    """With the dashboard's variables filled in."""
    for name, value in VARIABLES.items():
        query = query.replace(name, value)
    assert "$" not in query
    return query


def rule_expressions() -> list[str]:
    return [rule["expr"] for rule in rules()]


def panel_expressions() -> list[str]:
    return [
        plain(target["expr"])
        for panel in dashboard()["panels"]
        for target in panel.get("targets", [])
    ]


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Iterator[Series]:
    """Of a server with a worker that has spoken and has looked at itself."""
    brisa = command_line(tmp_path_factory.mktemp("brisa"), cache_dir)
    every = {"BRISA_MONITORING__METRICS_INTERVAL_SEC": "0.1"}
    process = brisa.start("serve", "--port", "0", "--json", "--workers", "1", **every)
    with process:
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"]
            body = {"input": "Hello.", "response_format": "pcm"}
            assert httpx.post(f"{url}/v1/audio/speech", json=body).status_code == 200

            def found() -> Series:
                return series_of(httpx.get(f"{url}/metrics").text)

            eventually(lambda: "brisa_worker_resident_bytes" in found(), "a look at the workers")
            yield found() | OF_PROMETHEUS
        finally:
            process.kill()


@pytest.mark.parametrize("expressions", [rule_expressions, panel_expressions])
def test_everything_asked_for_is_there(
    expressions: Callable[[], list[str]], series: Series
) -> None:
    asked = expressions()
    assert len(asked) >= 10
    assert problems(asked, series) == []


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("rate(brisa_first_audio_second_bucket[5m])", "no metric brisa_first_audio_second_bucket"),
        ("brisa_underruns > 0", "no metric brisa_underruns"),
        ('brisa_underruns_total{why="x"}', "brisa_underruns_total has no label why"),
        ("sum by (reason) (brisa_max_streams)", "no label reason in "),
    ],
)
def test_a_wrong_name_is_found(expression: str, problem: str, series: Series) -> None:
    (found,) = problems([expression], series)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    "expression", ["rate(brisa_x[5m]", "brisa_x > ", "sum by brisa_x", "rat(x[5m])"]
)
def test_what_is_no_promql_is_found(expression: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        asked_by(expression)


def test_rules_say_what_they_must() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
        assert "$labels.instance" in rule["annotations"]["summary"]


def test_a_summary_shows_labels_that_its_rule_leaves() -> None:
    for rule in rules():
        kept = asked_by(rule["expr"]).labels | TARGET_LABELS
        shown = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert shown <= kept, rule["alert"]


def test_the_page_lists_every_rule_with_its_severity() -> None:
    listed = re.findall(
        r"^\| `(Brisa\w+)` \|.*\| (\w+) \|$", (FOLDER / "README.md").read_text(), re.M
    )
    assert listed == [(rule["alert"], rule["labels"]["severity"]) for rule in rules()]


def test_every_reason_and_cause_that_is_named_exists() -> None:
    from brisa.telemetry.stream_metrics import CAUSES, REASONS

    asked = " ".join([*rule_expressions(), *panel_expressions()])
    assert set(re.findall(r'cause="(\w+)"', asked)) <= set(CAUSES)
    assert set(re.findall(r'reason!?="(\w+)"', asked)) <= set(REASONS)


def test_panels_do_not_lie_on_one_another() -> None:
    taken: set[tuple[int, int]] = set()
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        cells = {
            (at["x"] + column, at["y"] + line)
            for column in range(at["w"])
            for line in range(at["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells


def test_a_panel_has_a_letter_for_each_query_and_an_explanation() -> None:
    for panel in dashboard()["panels"]:
        if panel["type"] == "row":
            continue
        letters = [target["refId"] for target in panel["targets"]]
        assert letters == sorted(set(letters)), panel["title"]
        assert panel["description"].endswith("."), panel["title"]


def test_prometheus_asks_the_job_that_rules_and_dashboard_name() -> None:
    config = yaml.safe_load((FOLDER / "prometheus.yaml").read_text())
    (job,) = config["scrape_configs"]
    assert f'job="{job["job_name"]}"' in rule_expressions()[0]
    for name in config["rule_files"]:
        assert (FOLDER / name).is_file()
    (named,) = [one for one in dashboard()["templating"]["list"] if one["name"] == "job"]
    assert named["current"]["value"] == job["job_name"]
