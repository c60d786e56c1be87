"""MaryTTS: ``/process``, ``/locales`` and, under ``/mary``, ``/voices``."""
