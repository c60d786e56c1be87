"""Two runs of the same scenario, text by text: what got better, what got worse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brisa.errors import InvalidRequest

_SHOWN = 20

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of one text (or of the whole, where ``text`` is empty) that differs.

    ``worse_by`` is in the figure's own unit, negative where the second run is the better one.
    """

    what: str
    text: str
    before: str
    after: str
    worse_by: float


def load_report(path: Path) -> Report:
    """A file written by ``brisa quality asr`` or ``signal``. Raises ``InvalidRequest``."""
    try:
        report = json.loads(path.read_bytes())
        known = report["scenario"] in _COMPARED and isinstance(report["texts"], list)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _no_report(path) from error
    if not known:
        raise _no_report(path)
    loaded: Report = report
    return loaded


def compare_reports(before: Report, after: Report) -> Report:
    """What differs, the worst first. Raises ``InvalidRequest`` for runs of different scenarios."""
    scenario = before["scenario"]
    if after["scenario"] != scenario:
        message = f"One run is of {scenario}, the other of {after['scenario']}; compare like runs."
        raise InvalidRequest(message)
    old, new = _by_text(before), _by_text(after)
    changes = sorted(
        _COMPARED[scenario](before, after), key=lambda change: change.worse_by, reverse=True
    )
    return {
        "scenario": scenario,
        "texts": len(old.keys() & new.keys()),
        "only_before": [text for _, text in sorted(old.keys() - new.keys())],
        "only_after": [text for _, text in sorted(new.keys() - old.keys())],
        "worse": sum(change.worse_by > 0 for change in changes),
        "better": sum(change.worse_by < 0 for change in changes),
        "changes": [
            {
                "what": change.what,
                "text": change.text,
                "before": change.before,
                "after": change.after,
                "worse_by": round(change.worse_by, 4),
            }
            for change in changes
        ],
    }


def compare_lines(comparison: Report) -> list[str]:
    """The comparison for people."""
    lines = [
        f"{comparison['texts']} texts in both, {comparison['worse']} figures worse, "
        f"{comparison['better']} better"
    ]
    for key, name in (("only_before", "first"), ("only_after", "second")):
        if comparison[key]:
            lines.append(f"texts only in the {name} run: {len(comparison[key])}")
    changes = comparison["changes"]
    for change in changes[:_SHOWN]:
        sign = "worse " if change["worse_by"] > 0 else "better"
        lines.append(f"{sign} {change['what']}  {change['text']}".rstrip())
        lines += [f"         before: {change['before']}", f"         after:  {change['after']}"]
    if len(changes) > _SHOWN:
        lines.append(f"... and {len(changes) - _SHOWN} more; --json has them all")
    return lines


def _asr_changes(before: Report, after: Report) -> Iterator[Change]:
    for name, old in before["engines"].items():
        new = after["engines"].get(name)
        if new is not None and new["wer"] != old["wer"]:
            old_text, new_text = f"{old['wer']:.2%}", f"{new['wer']:.2%}"
            yield Change(f"{name} wer", "", old_text, new_text, new["wer"] - old["wer"])
    for text, old_row, new_row in _pairs(before, after):
        for name, old in old_row["engines"].items():
            new = new_row["engines"].get(name)
            if new is not None and new["errors"] != old["errors"]:
                by = new["errors"] - old["errors"]
                yield Change(f"{name} errors", text, old["heard"], new["heard"], by)


def _signal_changes(before: Report, after: Report) -> Iterator[Change]:
    checks = {check["name"]: check for check in after["checks"]}
    for old in before["checks"]:
        new = checks.get(old["name"])
        if new is not None and len(new["failures"]) != len(old["failures"]):
            worse_by = len(new["failures"]) - len(old["failures"])
            yield Change(old["name"], "", _failures(old), _failures(new), worse_by)


_COMPARED = {"asr": _asr_changes, "signal": _signal_changes}


def _failures(check: Report) -> str:
    return f"{len(check['failures'])} failing, worst {check['worst']} ({check['range']})"


def _pairs(before: Report, after: Report) -> Iterator[tuple[str, Report, Report]]:
    new = _by_text(after)
    for key, row in _by_text(before).items():
        if key in new:
            yield key[1], row, new[key]


def _by_text(report: Report) -> dict[tuple[str, str], Report]:
    """Rows by what was expected and what was written: one text may be read in two ways."""
    return {(row.get("expected", ""), row["text"]): row for row in report["texts"]}


def _no_report(path: Path) -> InvalidRequest:
    return InvalidRequest(
        f"{path} is not a result of brisa quality asr or signal; make one with --json FILE."
    )
