"""Cartesia's speech API: ``/tts/websocket``, ``/tts/bytes``, ``/tts/sse`` and ``/voices``."""
