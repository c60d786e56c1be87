"""Wires. Each transport is a package or module of its own and knows none of the others.

What they share: :mod:`~brisa.transports.errors` (the error tree on a wire),
:mod:`~brisa.transports.asgi` (requests, request ids, disconnects),
:mod:`~brisa.transports.gate` (admission and draining), :mod:`~brisa.transports.encoding` and
:mod:`~brisa.transports.delivery` (a stream of speech as the body of a response).
"""
