"""The utterances of a session that have not ended, and what is said of them both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from brisa.client import wire
from brisa.client.errors import SamplesLost, SessionLost, error_of
from brisa.client.events import Ended, Event, Sounded, Started
from brisa.client.ledger import Ledger
from brisa.client.outbox import Outbox
from brisa.client.results import Cancellation
from brisa.errors import BrisaError, InvalidRequest, InvalidText
from brisa.types import Cancelled, Failed, Finished, Outcome, WordMark

_REPORT_NS: Final = 500_000_000
"""How often the server is told what has come: it keeps that much longer than needed."""

_LOST: Final = "lost"
"""The state of an utterance that the server cannot continue."""


class Utterances:
    """They are known by a key, from 0 in the order of :meth:`start`; the server numbers those of a
    session from 1. What happens is added to ``events``."""

    def __init__(self, outbox: Outbox, events: list[Event]) -> None:
        self._outbox = outbox
        self._events = events
        self._by_key: dict[int, Ledger] = {}
        self._by_number: dict[int, Ledger] = {}
        self._started = 0
        self._newest_number = 0

    def __iter__(self) -> Iterator[Ledger]:
        return iter(list(self._by_key.values()))

    # What the client says.

    def start(self, fields: Mapping[str, object]) -> int:
        """Begin one; its key. Raises ``InvalidRequest`` for what JSON has no form for."""
        given = dict(fields)
        _require_encodable("start", given)
        ledger = Ledger(self._started, words=given.get("words") is not False)
        self._started += 1
        self._by_key[ledger.key] = ledger
        self._number(ledger)
        self._put(ledger, "start", **given)
        return ledger.key

    def push(self, key: int, text: str) -> None:
        """More text. Raises ``InvalidText`` and, after :meth:`end`, ``InvalidRequest``."""
        _require_encodable("text", {"text": text})
        ledger = self._by_key.get(key)
        if ledger is None or ledger.leaving:
            return
        if ledger.text_ended:
            raise InvalidRequest("The text of this utterance has ended; start another.")
        ledger.pushed(text)
        self._outbox.put_text(key, ledger.number, text)

    def flush(self, key: int) -> None:
        """Speak what there is, without waiting for the end of a sentence."""
        self._say(key, "flush")

    def end(self, key: int) -> None:
        """No more text."""
        ledger = self._by_key.get(key)
        if ledger is not None and not ledger.text_ended:
            ledger.text_ended = True
            self._say(key, "end")

    def playhead(self, key: int, sample: int, *, paused: bool) -> None:
        """The listener has heard up to ``sample``, and is held there or not."""
        ledger = self._by_key.get(key)
        if ledger is not None:
            ledger.played_samples = sample
            self._say(key, "playhead", sample=sample, paused=paused)

    def cancel(self, key: int, played_samples: int | None) -> None:
        """Stop: no more is handed on, and the end comes when the server has told it."""
        ledger = self._by_key.get(key)
        if ledger is not None and not ledger.leaving:
            ledger.leaving = True
            if played_samples is not None:
                ledger.played_samples = played_samples
            self._put(ledger, "cancel", sample=played_samples)

    # What the server says.

    def sounded(self, audio: wire.Audio, now_ns: int) -> None:
        """Audio of one, if it has not ended."""
        ledger = self._by_number.get(audio.utterance)
        if ledger is None:
            return
        try:
            chunk = ledger.take(audio.start_sample, audio.pcm_t)
        except SamplesLost as error:
            self._give_up(ledger, error)
            return
        if chunk is not None:
            self._events.append(Sounded(ledger.key, chunk))
        fresh = ledger.held_samples > ledger.reported_samples
        if fresh and now_ns - ledger.reported_ns >= _REPORT_NS:
            self._report(ledger, now_ns)

    def told(self, message: wire.UtteranceMessage, now_ns: int) -> None:
        """Anything else of one, if it has not ended."""
        ledger = self._by_number.get(message.utterance)
        if ledger is None:
            return
        match message:
            case wire.Started(voice=voice, sample_rate=rate_hz, degraded=degraded):
                if ledger.started(rate_hz):
                    self._events.append(Started(ledger.key, voice, rate_hz, degraded))
            case wire.Words():
                ledger.mark([_mark(word) for word in message.words])
            case wire.Finished():
                self._finished(ledger, message, now_ns)
            case wire.Cancelled(samples=samples, heard_sample=heard_samples):
                outcome = Cancelled(samples, ledger.sample_rate_hz)
                self._end(ledger, outcome, cancellation=ledger.cancellation(samples, heard_samples))
            case wire.Failed(code=code, retry_after_s=retry_after_s):
                error = error_of(code, message.message, message.param, retry_after_s)
                self._fail(ledger, error)

    def known_to_server(self) -> list[Ledger]:
        """Those that the server may have heard of."""
        return [ledger for ledger in self if self._outbox.was_sent(ledger.key)]

    def resumed(self, asked: list[Ledger], message: wire.Resumed) -> None:
        """The session goes on; ``asked`` are those that the server was asked for."""
        self._outbox.rewind(message.received)
        states = {state.utterance: state for state in message.utterances}
        for ledger in asked:
            state = states.get(ledger.number)
            if state is None or state.state == _LOST:
                # One that the server never heard of is begun by the messages that go again.
                if not self._outbox.waits(ledger.key, "start"):
                    text = "The server could not continue the utterance."
                    self._fail(ledger, SessionLost(text, reason="utterance_lost"))
            elif state.next_sample > ledger.held_samples:
                text = "The server could not repeat the samples that were lost."
                self._give_up(ledger, SamplesLost(text))

    # Ends.

    def renew(self, error: BrisaError) -> None:
        """The session is no more. What was said of it has failed with ``error``; what was not yet
        said is kept for the next one."""
        for ledger in self.known_to_server():
            self._fail(ledger, error)
        self._newest_number = 0
        self._by_number.clear()
        for ledger in self:
            self._number(ledger)
        self._outbox.renew({ledger.key: ledger.number for ledger in self})

    def fail(self, error: BrisaError) -> None:
        """All of them, at once."""
        for ledger in self:
            self._fail(ledger, error)

    def leave(self) -> None:
        """The client goes: all are cancelled."""
        for ledger in self:
            if not ledger.leaving:
                self._put(ledger, "cancel")
            self._end(ledger, Cancelled(ledger.held_samples, ledger.sample_rate_hz))

    def _finished(self, ledger: Ledger, message: wire.Finished, now_ns: int) -> None:
        if message.samples != ledger.held_samples:
            self._fail(ledger, SamplesLost("The utterance has more or fewer samples than came."))
            return
        # Until it is told so, the server keeps the last of it for a client that may come back.
        self._report(ledger, now_ns)
        outcome = Finished(message.samples, ledger.sample_rate_hz, message.dropped_chars)
        cancellation = ledger.cancellation(message.samples, whole=True) if ledger.leaving else None
        self._end(ledger, outcome, cancellation=cancellation)

    def _give_up(self, ledger: Ledger, error: BrisaError) -> None:
        """Nothing of it is of use any more, and the server may stop."""
        if not ledger.leaving:
            self._put(ledger, "cancel")
        self._fail(ledger, error)

    def _fail(self, ledger: Ledger, error: BrisaError) -> None:
        samples = ledger.held_samples
        cancellation = ledger.cancellation(samples) if ledger.leaving else None
        outcome = Failed(samples, ledger.sample_rate_hz, error.code, error.message)
        self._end(ledger, outcome, error=error, cancellation=cancellation)

    def _end(
        self,
        ledger: Ledger,
        outcome: Outcome,
        *,
        error: BrisaError | None = None,
        cancellation: Cancellation | None = None,
    ) -> None:
        del self._by_key[ledger.key]
        del self._by_number[ledger.number]
        self._outbox.ended(ledger.key)
        self._events.append(Ended(ledger.key, outcome, ledger, error, cancellation))

    def _report(self, ledger: Ledger, now_ns: int) -> None:
        ledger.reported_samples, ledger.reported_ns = ledger.held_samples, now_ns
        self._put(ledger, "received", samples=ledger.held_samples)

    def _number(self, ledger: Ledger) -> None:
        self._newest_number += 1
        ledger.number = self._newest_number
        self._by_number[ledger.number] = ledger

    def _say(self, key: int, kind: str, **fields: object) -> None:
        ledger = self._by_key.get(key)
        if ledger is not None and not ledger.leaving:
            self._put(ledger, kind, **fields)

    def _put(self, ledger: Ledger, kind: str, **fields: object) -> None:
        self._outbox.put(ledger.key, ledger.number, kind, **fields)


def _mark(word: wire.Word) -> WordMark:
    return WordMark(word.text, word.start_char, word.end_char, word.start_sample, word.end_sample)


def _require_encodable(kind: str, fields: dict[str, object]) -> None:
    try:
        wire.encode(kind, fields)
    except UnicodeError:
        raise InvalidText("The text has half a character in it (a lone surrogate).") from None
    except (TypeError, ValueError):
        raise InvalidRequest("An option has a value that cannot be sent.") from None
