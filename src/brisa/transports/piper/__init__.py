"""Piper's HTTP server: ``/synthesize``, ``/``, ``/voices`` and ``/info``."""
