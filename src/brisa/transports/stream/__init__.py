"""brisa's own WebSocket, ``/v1/stream``: pieces of text in, audio out, for many turns of a talk.

:mod:`~brisa.transports.stream.messages` is what goes over the wire,
:mod:`~brisa.transports.stream.protocol` what may follow what (no I/O);
:mod:`~brisa.transports.stream.turn` speaks an utterance,
:mod:`~brisa.transports.stream.connection` holds a client's together.
"""
