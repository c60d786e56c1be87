"""The result of listening to a corpus: as an object, and as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brisa.quality.asr import AsrRow, Hearing
from brisa.quality.dnsmos import Mos
from brisa.quality.error_rate import total_errors

_WORST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class AsrConditions:
    """How the run was made. ``engines`` are the speakers in their order, a baseline last."""

    engines: tuple[str, ...]
    voice: str
    recognizer: str
    threads: int
    baseline: str | None = None


def asr_report(
    conditions: AsrConditions, rows: Sequence[AsrRow], machine: dict[str, Any]
) -> dict[str, Any]:
    """Figures by engine and kind, and every text with what was heard.

    ``difference_points`` is the engine's word error rate less the baseline's, in points.
    """
    engines = {name: _engine(name, rows) for name in conditions.engines}
    report: dict[str, Any] = {
        "scenario": "asr",
        "voice": conditions.voice,
        "recognizer": conditions.recognizer,
        "threads": conditions.threads,
        "engines": engines,
    }
    if conditions.baseline is not None:
        first = conditions.engines[0]
        difference = engines[first]["wer"] - engines[conditions.baseline]["wer"]
        report["difference_points"] = round(100 * difference, 3)
        report["baseline"] = conditions.baseline
    report["machine"] = machine
    report["texts"] = [_text(row) for row in rows]
    return report


def asr_lines(report: dict[str, Any]) -> list[str]:
    """The report for people: a table by engine and kind, then the texts that went worst."""
    lines = [
        f"voice {report['voice']}, heard by {report['recognizer']} on {report['threads']} "
        f"thread(s), {len(report['texts'])} texts",
        "",
        f"{'engine':<10} {'kind':<14} {'texts':>5} {'words':>6} {'WER':>7} {'sub':>5} {'ins':>5} "
        f"{'del':>5} {'first':>5} {'last':>5} {'MOS':>5}",
    ]
    for name, figures in report["engines"].items():
        kinds = figures["kinds"]
        if len(kinds) > 1:
            lines += [_table_line(name, kind, row) for kind, row in kinds.items()]
        lines.append(_table_line(name, "all" if len(kinds) > 1 else next(iter(kinds), ""), figures))
    if "difference_points" in report:
        lines += ["", _difference_line(report)]
    return lines + _worst_lines(report)


def summary_of(hearings: Sequence[Hearing]) -> dict[str, Any]:
    """Counts over texts; the word error rate is all errors over all words expected."""
    total = total_errors(hearing.errors for hearing in hearings)
    scores = [hearing.mos for hearing in hearings if hearing.mos is not None]
    return {
        "texts": len(hearings),
        "words": total.expected_words,
        "wer": round(total.rate, 5),
        "substitutions": total.substitutions,
        "insertions": total.insertions,
        "deletions": total.deletions,
        "first_missing": total.first_missing,
        "last_missing": total.last_missing,
        "mos": _mean_mos(scores),
    }


def _engine(name: str, rows: Sequence[AsrRow]) -> dict[str, Any]:
    by_kind: dict[str, list[Hearing]] = {}
    for row in rows:
        by_kind.setdefault(row.item.kind, []).append(row.hearings[name])
    return {
        **summary_of([row.hearings[name] for row in rows]),
        "kinds": {kind: summary_of(hearings) for kind, hearings in by_kind.items()},
    }


def _text(row: AsrRow) -> dict[str, Any]:
    return {
        "text": row.item.text,
        "kind": row.item.kind,
        "expected": row.item.spoken,
        "engines": {name: _hearing(hearing) for name, hearing in row.hearings.items()},
    }


def _hearing(hearing: Hearing) -> dict[str, Any]:
    errors = hearing.errors
    return {
        "heard": hearing.heard,
        "words": errors.expected_words,
        "errors": errors.errors,
        "wer": round(errors.rate, 5),
        "first_missing": bool(errors.first_missing),
        "last_missing": bool(errors.last_missing),
        "audio_s": round(hearing.audio_s, 3),
        "mos": _mos(hearing.mos),
    }


def _mean_mos(scores: Sequence[Mos]) -> dict[str, float] | None:
    if not scores:
        return None
    return {
        name: round(sum(getattr(score, name) for score in scores) / len(scores), 3)
        for name in ("signal", "background", "overall")
    }


def _mos(score: Mos | None) -> dict[str, float] | None:
    return None if score is None else _mean_mos([score])


def _table_line(name: str, kind: str, row: dict[str, Any]) -> str:
    mos = "" if row["mos"] is None else f"{row['mos']['overall']:.2f}"
    return (
        f"{name:<10} {kind:<14} {row['texts']:>5} {row['words']:>6} {row['wer']:>7.2%} "
        f"{row['substitutions']:>5} {row['insertions']:>5} {row['deletions']:>5} "
        f"{row['first_missing']:>5} {row['last_missing']:>5} {mos:>5}"
    )


def _difference_line(report: dict[str, Any]) -> str:
    first, baseline = next(iter(report["engines"])), report["baseline"]
    return (
        f"{first} against {baseline}: {report['difference_points']:+.2f} points of word error rate"
    )


def _worst_lines(report: dict[str, Any]) -> list[str]:
    """The texts with most errors of the first engine, whose run this is."""
    engine = next(iter(report["engines"]))
    rows = [row for row in report["texts"] if row["engines"][engine]["errors"]]
    rows.sort(key=lambda row: row["engines"][engine]["errors"], reverse=True)
    lines = ["", f"worst texts of {engine}:"] if rows else []
    for row in rows[:_WORST_SHOWN]:
        lines.append(f"{row['engines'][engine]['errors']:>3} errors  {_one_line(row['text'])}")
        lines.append(f"     expected  {_one_line(row['expected'])}")
        for name, hearing in row["engines"].items():
            lines.append(f"     {name:<9} {_one_line(hearing['heard'])}")
    return lines


def _one_line(text: str) -> str:
    return " ".join(text.split())
