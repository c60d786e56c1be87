"""Wyoming: events over TCP, by which Home Assistant reaches a voice."""
