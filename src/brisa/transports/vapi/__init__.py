"""Vapi's custom voice: a webhook that is asked for speech."""
