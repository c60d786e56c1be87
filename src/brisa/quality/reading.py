"""What the text frontend says for the corpus, and the report of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from brisa.clock import Clock
from brisa.quality.corpus import CorpusItem
from brisa.quality.mismatches import CorpusReport, compare
from brisa.service.frontend import Frontend
from brisa.service.options import SynthesizerOptions
from brisa.text.reading import Utterable
from brisa.types import SpeechSettings


class CorpusReader:
    """Reads items as a service without lexicons reads the same request for an English voice."""

    def __init__(self, clock: Clock) -> None:
        self._frontend = Frontend(SynthesizerOptions(), clock)

    def spoken(self, item: CorpusItem) -> str:
        """The spoken forms of the segments, joined by spaces."""
        return " ".join(one.spoken().text for one in self._read(item) if not one.segment.silent)

    def pauses_ms(self, item: CorpusItem) -> tuple[float, ...]:
        """The pauses that the text asks for, in order."""
        return tuple(one.segment.pause_after_ms for one in self._read(item) if one.segment.silent)

    def report(self, items: Iterable[CorpusItem]) -> CorpusReport:
        """What is said otherwise than expected."""
        return compare(items, self.spoken)

    def _read(self, item: CorpusItem) -> list[Utterable]:
        settings = SpeechSettings(language=item.language, text=item.options)
        reader = self._frontend.reader(settings)
        return [*reader.push(item.text), *reader.end()]


def share_by_language(report: CorpusReport) -> dict[str, tuple[int, int]]:
    """``language`` (its first subtag) to ``(exact, total)`` texts."""
    total: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for kind, count in report.total_by_kind.items():
        total[kind.partition("-")[0]] += count
        missed[kind.partition("-")[0]] += report.missed_by_kind[kind]
    return {language: (count - missed[language], count) for language, count in total.items()}


def text_report(report: CorpusReport) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "scenario": "text",
        "texts": report.total,
        "share_exact": round(report.share_exact, 4),
        "languages": {
            language: {"exact": exact, "texts": total}
            for language, (exact, total) in sorted(share_by_language(report).items())
        },
        "mismatches": [
            {
                "language": mismatch.item.language,
                "kind": mismatch.item.kind,
                "text": mismatch.item.text,
                "expected": mismatch.item.spoken,
                "said": mismatch.said,
            }
            for mismatch in report.mismatches
        ],
    }
