"""A benchmark's result: as an object, and as lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brisa.bench.engine import Trials, ratios, summarise, time_ratios
from brisa.bench.sentences import Sentence

SERVICE, ENGINE, BASELINE = "service", "engine", "hibari"


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the run was made."""

    engine: str
    voice: str
    threads: int
    cores: tuple[int, ...] | None
    rounds: int


def engine_report(
    conditions: Conditions,
    trials: Trials,
    sentences: Sequence[Sentence],
    fresh: dict[str, float] | None,
    machine: dict[str, Any],
) -> dict[str, Any]:
    """Everything that was found, with the machine it was found on (described before pinning)."""
    words = [sentence.words for sentence in sentences]
    report: dict[str, Any] = {
        "scenario": "engine",
        "engine": conditions.engine,
        "voice": conditions.voice,
        "threads": conditions.threads,
        "pinned_cores": conditions.cores,
        "rounds": conditions.rounds,
        "sentences": len(sentences),
        "words": [min(words), max(words)],
        "plain_sentences": sum(sentence.plain for sentence in sentences),
        "service": summarise(trials[SERVICE], sentences).as_object(),
        "engine_alone": summarise(trials[ENGINE], sentences).as_object(),
        "fresh_process": fresh,
    }
    # What a listener waits for is the service's; what a second of audio costs is the engine's, as
    # the service leaves silence out and so divides by less.
    report["first_audio_ms"] = report["service"]["first_audio_ms"]
    report["rtf"] = report["engine_alone"]["rtf"]
    if BASELINE in trials:
        report["baseline"] = {
            "name": BASELINE,
            **summarise(trials[BASELINE], sentences).as_object(),
            "rtf_ratio": ratios(trials[ENGINE], trials[BASELINE]),
            "rtf_cpu_ratio": ratios(trials[ENGINE], trials[BASELINE], cpu=True),
            "service_time_ratio": time_ratios(trials[SERVICE], trials[BASELINE]),
        }
    report["machine"] = machine
    report["per_sentence"] = per_sentence(trials, sentences)
    return report


def per_sentence(trials: Trials, sentences: Sequence[Sentence]) -> list[dict[str, Any]]:
    """The last round, sentence by sentence."""
    rows = []
    for index, sentence in enumerate(sentences):
        trial = trials[SERVICE][-1][index]
        rows.append(
            {
                "words": sentence.words,
                "plain": sentence.plain,
                "audio_s": round(trial.audio_s, 3),
                "first_audio_ms": round(trial.first_audio_ms, 2),
                "total_ms": round(trial.total_ms, 2),
            }
        )
    return rows


def report_lines(report: dict[str, Any]) -> list[str]:
    """The report for people."""
    machine = report["machine"]
    cores = report["pinned_cores"]
    pinned = f"on core {', '.join(map(str, cores))}" if cores else "not pinned"
    lines = [
        f"{machine['cpu']}, {machine['usable_cores']} cores, {' '.join(machine['flags'])}",
        f"Python {machine['python']}, " + versions_line(machine["versions"]),
        f"engine {report['engine']}, voice {report['voice']}, {report['threads']} thread(s) "
        f"{pinned}, {report['sentences']} sentences of {report['words'][0]} to "
        f"{report['words'][1]} words, {report['rounds']} rounds",
        "",
        contestant_line("service", report["service"]),
        contestant_line("engine alone", report["engine_alone"]),
    ]
    if "baseline" in report:
        lines += baseline_lines(report["baseline"])
    if report["fresh_process"]:
        lines += ["", fresh_line(report["fresh_process"])]
    return lines


def contestant_line(name: str, figures: dict[str, Any]) -> str:
    first, rtf, cpu = figures["first_audio_ms"], figures["rtf"], figures["rtf_cpu"]
    plain = first["plain_10_words_p50"]
    ten = f", ten words {plain:.1f}" if plain is not None else ""
    return (
        f"{name:<13} first audio ms: p50 {first['p50']:.1f}, p95 {first['p95']:.1f}, "
        f"max {first['max']:.1f}{ten}; "
        f"RTF {rtf['median']:.4f} ({rtf['min']:.4f} to {rtf['max']:.4f}), cpu {cpu['median']:.4f}"
    )


def baseline_lines(baseline: dict[str, Any]) -> list[str]:
    ratio, cpu = baseline["rtf_ratio"], baseline["rtf_cpu_ratio"]
    time = baseline["service_time_ratio"]
    return [
        contestant_line(baseline["name"], baseline),
        f"engine alone / {baseline['name']}: RTF {ratio['median']:.3f} "
        f"({ratio['min']:.3f} to {ratio['max']:.3f}), cpu {cpu['median']:.3f}; "
        f"service / {baseline['name']}: time for the same sentences {time['median']:.3f} "
        f"({time['min']:.3f} to {time['max']:.3f})",
    ]


def fresh_line(fresh: dict[str, float]) -> str:
    memory = f", memory {fresh['rss_mb']:.0f} MB" if "rss_mb" in fresh else ""
    return (
        f"a new process: first audio {fresh['start_to_first_audio_s']:.2f} s after its start, "
        f"voice loaded in {fresh['load_s']:.2f} s{memory}"
    )


def versions_line(versions: dict[str, str]) -> str:
    names = ("brisa", "onnxruntime", "numpy", "hibari-tts")
    return ", ".join(f"{name} {versions[name]}" for name in names if name in versions)
