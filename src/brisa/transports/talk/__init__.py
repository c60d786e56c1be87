"""Connections on which text comes in and audio goes out, whatever their protocol.

A protocol (:mod:`~brisa.transports.talk.protocol`) decides without I/O: what comes in is told to
it, what it answers with are actions. :mod:`~brisa.transports.talk.connection` carries them out over
a channel (a WebSocket, a TCP connection), :mod:`~brisa.transports.talk.context` speaks.
"""
