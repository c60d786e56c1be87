"""ElevenLabs: speech over HTTP with and without timings, and its two WebSockets."""
