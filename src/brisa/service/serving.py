"""On what terms streams are served, and what is said to those who cannot be."""

from __future__ import annotations

from hashlib import blake2s

from brisa.engines.base import Engine
from brisa.errors import Overloaded
from brisa.scheduler.admission import AdmissionLimits, Refused
from brisa.scheduler.job import JobClass, Terms
from brisa.scheduler.policy import POLICIES
from brisa.scheduler.scheduler import Scheduler
from brisa.service.dispatch import Job
from brisa.service.listener import Listener
from brisa.service.options import SynthesizerOptions


def engine_key(engine: Engine) -> str:
    """Whose speed a stream costs: equal models are equally fast, whatever the voice is called."""
    digest = blake2s(engine.fingerprint.encode(), digest_size=8).hexdigest()
    return f"{engine.name}/{digest}"


def terms_of(listener: Listener, engine: Engine) -> Terms:
    """A listener's terms. Raises ``ValueError`` for a priority out of range."""
    return Terms(
        JobClass.BULK if listener.bulk else JobClass.LIVE,
        listener.priority,
        listener.client_key,
        engine_key(engine),
    )


def open_scheduler(options: SynthesizerOptions, threads: int) -> Scheduler[Job]:
    """The scheduler of a service: as many workers as there are, or a thread each."""
    limits = AdmissionLimits(
        cushion_ms=max(1, options.buffer.size_ms // 2),
        first_audio_target_ms=round(options.first_audio_target_ms),
    )
    workers = options.workers or threads
    return Scheduler(workers, policy=POLICIES[options.policy], limits=limits)


def no_capacity(refused: Refused) -> Overloaded:
    """What somebody is told for whom there is no room."""
    message = (
        "The server is busy: one more stream could not be spoken without gaps. "
        f"Try again in {refused.retry_after_s} s."
    )
    return Overloaded(
        message, retry_after_s=float(refused.retry_after_s), reason=refused.reason.value
    )
