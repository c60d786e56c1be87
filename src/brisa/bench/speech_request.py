"""The bytes of ``POST /v1/audio/speech``, on a connection of its own."""

from __future__ import annotations

import json

from brisa.bench.listening import LoadPlan


def speech_request(plan: LoadPlan, text: str) -> bytes:
    """A listener's: ``text`` as pcm."""
    fields = {"input": text, "response_format": "pcm"}
    if plan.voice is not None:
        fields["voice"] = plan.voice
    return post_speech(plan, json.dumps(fields).encode())


def post_speech(plan: LoadPlan, body: bytes) -> bytes:
    """Head and body of a request to the plan's server."""
    host = f"[{plan.host}]" if ":" in plan.host else plan.host
    head = (
        f"POST /v1/audio/speech HTTP/1.1\r\nHost: {host}:{plan.port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
