"""One line for every stream that ended: numbers and words of closed sets, nothing that was said."""

from __future__ import annotations

import logging

from brisa.clock import NS_PER_MS
from brisa.telemetry.attribution import attribute
from brisa.telemetry.metrics import StreamRecord

logger = logging.getLogger("brisa.stream")


def log_stream(record: StreamRecord) -> None:
    """Log what became of a stream, and where its time to the first sound went."""
    if not logger.isEnabledFor(logging.INFO):
        return
    fields: dict[str, str | int | float] = {
        "transport": record.transport,
        "outcome": record.outcome,
        "code": record.code,
    }
    timeline = record.timeline
    if timeline is not None:
        fields["audio_s"] = round(timeline.audio_s, 3)
        fields["steps"] = timeline.steps
        fields["underruns"] = sum(map(len, timeline.gaps_ns.values()))
        for stage in attribute(timeline, record.accepted_ns):
            fields[f"{stage.name}_ms"] = round(stage.span_ns / NS_PER_MS, 2)
    logger.info("a stream ended", extra=fields)
