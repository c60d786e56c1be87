"""The whole way from text as it arrives to what an engine is asked to say, for one utterance.

::

    pieces -> Cleaner -> Segmenter -> Utterable: segment, language -> spoken() -> Normalizer

A segment is read when somebody asks for its spoken form, which is when it is about to be said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from brisa.text.clean.cleaner import Cleaner
from brisa.text.clean.options import CleanOptions
from brisa.text.edits import Spoken
from brisa.text.held import HeldText
from brisa.text.language.scripts import primary
from brisa.text.lexicon.matching import Layered, Lexicon
from brisa.text.normalize.normalizer import Normalizer
from brisa.text.parts import lightened, parted
from brisa.text.segment import Segment, Segmenter, SegmenterOptions
from brisa.text.span_map import SpanMap
from brisa.types import TextOptions

_NOTHING: Final = Spoken("", SpanMap(()))

Detect: TypeAlias = Callable[[str, tuple[str, ...], str], str]
"""``(text, candidates, default)`` to the language of a segment."""

FindRuns: TypeAlias = Callable[[str, str, tuple[str, ...]], list[tuple[int, int, str]]]
"""``(text, default, candidates)`` to stretches ``(start, end, language)`` that are all of it."""


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """How an utterance is read.

    ``language`` (BCP 47) is that of the voice, or the one that was asked for. With ``detect`` each
    segment's own is found among ``languages``, which are those that some voice speaks; with
    ``text.foreign`` ``"voice"`` stretches in scripts of one of them become segments of their own.
    ``own_languages`` are those of them that the speaking voice speaks itself.
    ``speakable`` are the scripts the voice reads (``None``: not known, all are left to it) and
    ``tags`` the engine's own.
    """

    text: TextOptions = TextOptions()
    language: str = "en"
    detect: bool = False
    languages: tuple[str, ...] = ()
    own_languages: tuple[str, ...] = ()
    speakable: frozenset[str] | None = None
    tags: frozenset[str] = frozenset()
    segmenter: SegmenterOptions = SegmenterOptions()


@dataclass(frozen=True, slots=True)
class ReadingTools:
    """What the readers of a service share."""

    normalizer: Normalizer
    detect: Detect
    find_runs: FindRuns


class Utterable:
    """One segment, in one language. ``spoken`` may be called from any thread."""

    __slots__ = ("_read", "_spoken", "language", "segment")

    def __init__(self, segment: Segment, language: str, read: Callable[[bool], Spoken]) -> None:
        """``read(as_own)`` makes the spoken form."""
        self.segment = segment
        self.language = language
        self._read = read
        self._spoken: Spoken | None = None

    def spoken(self) -> Spoken:
        """What is to be said; made when first asked for. Its text may hold nothing to speak: of a
        silence, and where all letters were left out as foreign."""
        if self._spoken is None:
            self._spoken = self._read(False)
        return self._spoken

    def spoken_by_own(self) -> Spoken:
        """What is to be said where the voice for the language cannot: letters that the speaking
        voice does not know are written in Latin letters."""
        self._spoken = self._read(True)
        return self._spoken

    def source_span(self, spoken_start: int, spoken_end: int) -> tuple[int, int]:
        """The characters of the utterance that a stretch of the spoken text stands for."""
        if self.segment.silent:
            return self.segment.start_char, self.segment.end_char
        start, end = self.spoken().spans.source_span(spoken_start, spoken_end)
        return self.segment.spans.source_span(start, end)


class Reader:
    """Reads one utterance. Not thread-safe. Times are monotonic nanoseconds.

    The utterables of a text do not depend on the pieces it came in, except where :meth:`flush` or
    :meth:`poll` spoke what was waiting.
    """

    def __init__(
        self,
        options: ReaderOptions,
        tools: ReadingTools,
        lexicon: Lexicon | Layered | None = None,
    ) -> None:
        self._options = options
        self._tools = tools
        self._lexicon = lexicon
        self._segmenter_options = segmenter = replace(options.segmenter, language=options.language)
        self._cleaner = Cleaner(CleanOptions.of(options.text, options.tags, options.language))
        self._segmenter = Segmenter(segmenter)
        self._held = HeldText(segmenter)

    @property
    def malformed_count(self) -> int:
        """What was wrong in markup so far and read as well as it could be."""
        return self._cleaner.problem_count

    def push(self, text: str, now_ns: int = 0) -> list[Utterable]:
        """The next piece; returns what is certain.

        Raises ``InvalidRequest`` for malformed markup if the options refuse it, and ``ValueError``
        after ``end``.
        """
        segments = self._segmenter.push(self._cleaner.push(text), now_ns)
        if text:
            self._held.arrived(text, now_ns, self._cleaner.held_chars)
        return self._utterables(segments)

    @property
    def release_due_ns(self) -> int | None:
        """When :meth:`poll` may speak something if no text comes; ``None`` if nothing waits."""
        return self._held.due_ns(self._segmenter.release_due_ns)

    def poll(self, now_ns: int) -> list[Utterable]:
        """Speak what has waited long enough by ``now_ns``; the utterance goes on."""
        if self._held.keeps_all(now_ns):
            return []
        segments: list[Segment] = []
        if self._held.is_over(now_ns):
            segments += self._segmenter.push(self._cleaner.flush(), self._held.newest_ns)
            self._held.settled()
        return self._utterables([*segments, *self._segmenter.poll(now_ns)])

    def flush(self) -> list[Utterable]:
        """Speak what is there without waiting for more; the utterance goes on."""
        segments = self._segmenter.push(self._cleaner.flush(), self._held.newest_ns)
        self._held.settled()
        return self._utterables([*segments, *self._segmenter.flush()])

    def end(self) -> list[Utterable]:
        """The text is complete: return the rest."""
        segments = self._segmenter.push(self._cleaner.end(), self._held.newest_ns)
        self._held.settled()
        return self._utterables([*segments, *self._segmenter.end()])

    def _utterables(self, segments: Iterable[Segment]) -> list[Utterable]:
        most_chars = self._segmenter_options.max_chars
        return [
            utterable
            for whole in segments
            for segment in lightened(whole, most_chars)
            for utterable in self._parts(segment)
        ]

    def _parts(self, segment: Segment) -> list[Utterable]:
        options = self._options
        if segment.silent:
            return [Utterable(segment, options.language, lambda _: _NOTHING)]
        language = options.language
        if options.detect:
            language = self._tools.detect(segment.text, options.languages, language)
        if options.text.foreign != "voice" or segment.text.isascii():
            return [self._utterable(segment, language)]
        runs = self._tools.find_runs(segment.text, language, options.languages)
        return [self._utterable(part, of_part) for part, of_part in parted(segment, runs, language)]

    def _utterable(self, segment: Segment, language: str) -> Utterable:
        options = self._options
        # A stretch for another voice is in that voice's own script.
        own = options.text.foreign != "voice" or self._speaks_itself(language)

        def read(as_own: bool) -> Spoken:
            return self._tools.normalizer.spoken(
                segment.text,
                segment.inserts,
                language=language,
                options=options.text,
                lexicon=self._lexicon,
                speakable=options.speakable if own or as_own else None,
                tags=options.tags,
            )

        return Utterable(segment, language, read)

    def _speaks_itself(self, language: str) -> bool:
        """The voice speaks it, if perhaps as another region does."""
        options = self._options
        return primary(language) in map(primary, (options.language, *options.own_languages))
