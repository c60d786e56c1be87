"""``brisa voices``: the table of its commands."""

from __future__ import annotations

import click

from brisa.cli.lazy import Entry, LazyGroup

ENTRIES = {
    "list": Entry("brisa.cli.voices_stored:list_voices", "List the voices."),
    "add": Entry("brisa.cli.voices_add:add", "Add a voice from a file."),
    "remove": Entry("brisa.cli.voices_stored:remove", "Remove an added voice."),
    "preview": Entry("brisa.cli.voices_preview:preview", "Hear a voice."),
}


@click.group(cls=LazyGroup, entries=ENTRIES)
def voices() -> None:
    """List, add, remove and preview voices."""
