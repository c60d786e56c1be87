"""The public door: text in, speech out, for any number of streams at once."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterable, AsyncIterator, Callable, Collection, Iterable, Mapping
from concurrent.futures import Future
from types import TracebackType
from typing import Self

from brisa.artifacts.embedded import EMBEDDED_VOICE, embedded_voice
from brisa.artifacts.voices import VoiceCatalogue
from brisa.clock import Clock, SystemClock
from brisa.engines.base import Engine, Voice
from brisa.errors import ShuttingDown
from brisa.scheduler.admission import Refused
from brisa.scheduler.job import Terms
from brisa.service.abandoned import Abandoned
from brisa.service.checks import (
    check_language,
    check_settings,
    check_sounds,
    check_source,
    check_whole_text,
    same_language,
)
from brisa.service.concealment import open_watch
from brisa.service.degradation import Degradation, Lessened
from brisa.service.dispatch import Dispatcher
from brisa.service.fallback import Fallback
from brisa.service.feed import feed_from_thread, speak_from
from brisa.service.frontend import Frontend
from brisa.service.hub import EngineHub
from brisa.service.listener import LIVE, Listener
from brisa.service.options import SynthesizerOptions
from brisa.service.ping import Ping
from brisa.service.pipeline import EngineOf, Pipeline
from brisa.service.pool import dispatch_threads, open_pool
from brisa.service.probe import probe
from brisa.service.serving import engine_key, no_capacity, open_scheduler, terms_of
from brisa.service.speech import Speech
from brisa.service.stream_state import StreamState
from brisa.service.streams import Streams
from brisa.service.text_view import SegmentView, view_of
from brisa.service.utterance import Utterance
from brisa.telemetry.timeline import Timeline
from brisa.types import Outcome, PcmChunk, SpeechSettings
from brisa.workers.base import WorkerState

OnEnd = Callable[[Outcome], None]


class Synthesizer:
    """Speaks with any voice of the catalogue; every method may be called from any thread.

    ::

        with Synthesizer() as synthesizer:
            for chunk in synthesizer.speak("Hello there."):
                play(chunk.pcm_t)

    ``engines`` adds loaded engines by voice name (tests, adapters). Close it, or use ``with``: it
    owns pool threads and models.
    """

    def __init__(
        self,
        options: SynthesizerOptions | None = None,
        *,
        engines: Mapping[str, Engine] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.options = options or SynthesizerOptions()
        self._clock = clock or SystemClock()
        catalogue = VoiceCatalogue(self.options.voices_dir, [embedded_voice()])
        self._frontend = Frontend(self.options, self._clock)
        self._pool = open_pool(self.options, self._clock)
        self._hub = EngineHub(
            catalogue,
            self.options.cache_dir,
            engines,
            pool=self._pool,
            warm_up=self.options.warm_up,
            max_loaded_voices=self.options.max_loaded_voices,
            on_loaded=self._measure,
        )
        threads = dispatch_threads(self.options)
        self._dispatcher = Dispatcher(
            self._clock,
            threads,
            scheduler=open_scheduler(self.options, threads),
            serve=self._pool.prefer,
        )
        self.degradation = Degradation(
            self.options.degradation, self._dispatcher.load, self.options.first_audio_target_ms
        )
        self._streams = Streams(self.options, self._clock, self.degradation)
        self._watch = open_watch(self._clock, self.options.step_limit_ms)
        self._abandoned = Abandoned(self._end_abandoned)
        self._numbers = itertools.count(1)
        self._dispatcher.start()

    @property
    def catalogue(self) -> VoiceCatalogue:
        """The voices on this machine."""
        return self._hub.catalogue

    @property
    def active_streams(self) -> int:
        """Streams that have not ended."""
        return self._dispatcher.active

    def voices(self) -> list[Voice]:
        """Every voice that can be spoken with."""
        return self._hub.voices()

    def load(self, voice: str = EMBEDDED_VOICE) -> Engine:
        """Have a voice loaded and, unless the options say no, warm (P9). Blocks meanwhile."""
        return self._hub.engine_for(voice)

    def is_loaded(self, voice: str) -> bool:
        """True if a stream with this voice would start at once."""
        return self._hub.is_loaded(voice)

    def open(
        self,
        settings: SpeechSettings | None = None,
        *,
        listener: Listener = LIVE,
        on_end: OnEnd | None = None,
    ) -> Speech:
        """A stream whose text is pushed by the caller, served as ``listener`` says.

        ``on_end`` is called once, from whichever thread ends the stream, and must not block. Loads
        the voice if need be. Raises ``UnknownVoice``, ``UnsupportedOption``, ``OutOfRange`` and,
        where streams are admitted by capacity, ``Overloaded``.
        """
        settings = settings or SpeechSettings()
        check_settings(settings)
        engine = self._hub.engine_for(settings.voice)
        check_language(settings, engine)
        check_sounds(settings, engine)
        terms = terms_of(listener, engine)
        self._admit(terms)
        reader = self._frontend.reader(settings, engine)
        fallback = Fallback(self.options.fallback_voice, self._hub.engine_for)
        pipeline = Pipeline(engine, settings, reader, self._engine_of(engine), fallback)
        timeline = Timeline(self._clock.now_ns(), pipeline.sample_rate_hz)

        def wake() -> None:
            self._dispatcher.wake(utterance)

        ear, channel = self._streams.open(timeline, listener, wake)
        utterance = Utterance(
            pipeline,
            channel,
            ear,
            timeline,
            terms=terms,
            on_end=on_end or _ignore,
            watch=self._watch,
            number=next(self._numbers),
        )
        speech = Speech(
            settings,
            utterance,
            channel,
            timeline,
            self._clock,
            wake=wake,
            let_go=self._abandoned.let_go,
            max_text_chars=self.options.max_text_chars,
        )
        self._dispatcher.submit(utterance)
        return speech

    def speak(
        self,
        text: str | Iterable[str],
        settings: SpeechSettings | None = None,
        *,
        listener: Listener = LIVE,
        on_end: OnEnd | None = None,
    ) -> Speech:
        """Speak ``text``: a string, or pieces that are spoken while later ones still come.

        The pieces are pulled by a thread of their own. Iterate the result, or ``async for`` it.
        Raises ``EmptyText``, ``TextTooLong``, ``InvalidText``, ``UnknownVoice``, ``OutOfRange``.
        """
        if not isinstance(text, str):
            check_source(text)
            speech = self.open(settings, listener=listener, on_end=on_end)
            feed_from_thread(speech, text)
            return speech
        strict = (settings or SpeechSettings()).text.strict
        check_whole_text(text, self.options.max_text_chars, strict=strict)
        speech = self.open(settings, listener=listener, on_end=on_end)
        speech.push(text)
        speech.end()
        return speech

    def speak_stream(
        self,
        pieces: AsyncIterable[str],
        settings: SpeechSettings | None = None,
        *,
        listener: Listener = LIVE,
        on_end: OnEnd | None = None,
    ) -> AsyncIterator[PcmChunk]:
        """Speak asynchronous pieces of text while they arrive; close the iterator to stop.

        Nothing is opened before the first chunk is asked for, and a voice that is not loaded yet
        is loaded off the event loop. Raises what :meth:`open` raises.
        """

        async def open_speech() -> Speech:
            voice = (settings or SpeechSettings()).voice
            if not self.is_loaded(voice):
                await asyncio.to_thread(self.load, voice)
            return self.open(settings, listener=listener, on_end=on_end)

        return speak_from(open_speech, pieces)

    def lessened(self, settings: SpeechSettings, *, rates_hz: Collection[int] = ()) -> Lessened:
        """What a live stream that begins gets instead of ``settings`` while the service cannot keep
        up, for its transport to open the stream with and to show.

        ``rates_hz`` are those it may have instead of its own.
        """
        return self.degradation.lessened(settings, self._clock.now_ns(), rates_hz=rates_hz)

    def degradation_level(self) -> int:
        """The rung of :class:`brisa.scheduler.ladder.Rung` that the service stands on, 0 to 4."""
        return int(self.degradation.rung(self._clock.now_ns()))

    def view_text(self, text: str, settings: SpeechSettings | None = None) -> list[SegmentView]:
        """What ``text`` would be spoken as; nothing is synthesised. Loads the voice if need be.

        Raises what :meth:`speak` raises for the text, and ``UnknownVoice``. A language that the
        voice does not speak is read all the same.
        """
        settings = settings or SpeechSettings()
        check_whole_text(text, self.options.max_text_chars, strict=settings.text.strict)
        reader = self._frontend.reader(settings, self._hub.engine_for(settings.voice))
        return [view_of(utterable) for utterable in (*reader.push(text), *reader.end())]

    def healthy(self) -> bool:
        """The pool works: open, every thread of it alive, and workers that take steps."""
        return self._dispatcher.healthy() and self._pool.healthy()

    def workers(self) -> list[WorkerState]:
        """Who synthesises: the worker processes, or this process."""
        return self._pool.workers()

    def streams(self) -> list[StreamState]:
        """The streams that have not ended, as they are."""
        now_ns = self._clock.now_ns()
        held = self._dispatcher.jobs()
        return [job.view(state, now_ns) for job, state in held if isinstance(job, Utterance)]

    def asked(self) -> float:
        """What the live streams ask of the workers, as a share of what those can do."""
        return self._dispatcher.load()

    def ping(self) -> Future[None]:
        """Done once a pool thread takes jobs: at the latest after the steps that are running.

        Cancel it when it has taken too long. Raises ``ShuttingDown`` after :meth:`close`.
        """
        ping = Ping()
        self._dispatcher.submit(ping)
        ping.answer.add_done_callback(lambda _: self._dispatcher.wake(ping))
        self._dispatcher.wake(ping)
        return ping.answer

    def close(self) -> None:
        """Stop the pool and free the models; streams that have not ended fail."""
        self._abandoned.close()
        for job in self._dispatcher.close():
            job.fail(ShuttingDown("The synthesizer was closed."), self._clock.now_ns())
        if self._watch is not None:
            self._watch.close()
        self._hub.close()
        self._pool.close()

    def _end_abandoned(self, utterance: Utterance) -> None:
        """Nobody can read the stream any more; harmless if it has ended."""
        utterance.cancel(self._clock.now_ns())
        self._dispatcher.wake(utterance)

    def _measure(self, engine: Engine, voice: str) -> None:
        """A server decides from the first stream on whom it can serve."""
        if self.options.admission and self.options.warm_up:
            self._dispatcher.expect(engine_key(engine), probe(engine, voice, self._clock))

    def _admit(self, terms: Terms) -> None:
        """Raises ``Overloaded`` for a stream whose deadlines could not be met."""
        self.degradation.check(self._clock.now_ns())
        if self.options.admission:
            answer = self._dispatcher.admit(terms)
            if isinstance(answer, Refused):
                self.degradation.refused()
                raise no_capacity(answer)

    def _engine_of(self, own: Engine) -> EngineOf:
        """Segments in a language that ``own`` does not speak go to the voice named for it."""

        def engine_of(language: str | None) -> Engine:
            known = own.capabilities.languages
            if language is None or any(same_language(language, item) for item in known):
                return own
            voice = self._frontend.guest_voice(language)
            return own if voice is None else self._hub.engine_for(voice)

        return engine_of

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _ignore(outcome: Outcome) -> None:
    """Nobody asked to be told."""
