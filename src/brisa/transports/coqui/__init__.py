"""Coqui's ``tts-server``: ``/api/tts``."""
