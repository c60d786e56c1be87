"""How a service reads text: the readers of its streams, and what they share."""

from __future__ import annotations

from brisa.clock import Clock
from brisa.engines.base import Capabilities, Engine
from brisa.service.checks import same_language
from brisa.service.lexicons import LexiconStore
from brisa.service.options import SynthesizerOptions
from brisa.text.language.scripts import speakable_scripts
from brisa.text.reading import Reader, ReaderOptions
from brisa.text.segment import SegmenterOptions
from brisa.text.tools import reading_tools
from brisa.types import SpeechSettings

AUTO = "auto"
"""The language that is found for each segment."""

_ENGLISH_VOICE = Capabilities(sample_rate_hz=24_000, languages=("en",))


class Frontend:
    """Makes readers. Thread-safe. Raises ``ConfigError`` for an unsound lexicon of the server."""

    def __init__(self, options: SynthesizerOptions, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._lexicons = LexiconStore(options.lexicon, options.voices_dir, clock.now_ns())

    def reader(self, settings: SpeechSettings, engine: Engine | None = None) -> Reader:
        """The reader of one stream, spoken by ``engine`` (``None``: some English voice)."""
        capabilities = _ENGLISH_VOICE if engine is None else engine.capabilities
        language = self._language(settings, engine)
        lexicon = self._lexicons.layered(
            settings.voice, settings.text.lexicon, self._clock.now_ns()
        )
        options = ReaderOptions(
            text=settings.text,
            language=language,
            detect=settings.language == AUTO,
            languages=(*capabilities.languages, *self._options.voices_by_language),
            own_languages=tuple(capabilities.languages),
            # A language that was asked for is looked at as a voice of it would read it.
            speakable=speakable_scripts((*capabilities.languages, language)),
            tags=frozenset(capabilities.tags),
            segmenter=self._segmenter(capabilities),
        )
        return Reader(options, reading_tools(), lexicon)

    def guest_voice(self, language: str) -> str | None:
        """The voice for text in a language that the speaking voice does not speak."""
        voices = self._options.voices_by_language
        return next((voices[tag] for tag in voices if same_language(tag, language)), None)

    def _language(self, settings: SpeechSettings, engine: Engine | None) -> str:
        """The one asked for; else the voice's, which knows its region."""
        if settings.language not in (None, AUTO):
            return str(settings.language)
        if engine is None:
            return _ENGLISH_VOICE.languages[0]
        of_voice = {voice.name: voice.language for voice in engine.voices()}
        return of_voice.get(settings.voice, engine.capabilities.languages[0])

    def _segmenter(self, capabilities: Capabilities) -> SegmenterOptions:
        options = self._options
        return SegmenterOptions(
            max_chars=capabilities.segment_max_chars,
            clause_pause_ms=options.clause_pause_ms,
            sentence_pause_ms=options.sentence_pause_ms,
            paragraph_pause_ms=options.paragraph_pause_ms,
            release_ms=options.text_release_ms,
            release_word_ms=3 * options.text_release_ms,
        )
