"""``brisa quality``: the table of its commands."""

from __future__ import annotations

import click

from brisa.cli.lazy import Entry, LazyGroup

ENTRIES = {
    "text": Entry(
        "brisa.cli.quality_text:text", "Read texts and show which are said otherwise than expected."
    ),
    "asr": Entry(
        "brisa.cli.quality_asr:asr", "Speak texts and count what a recogniser hears wrong."
    ),
    "signal": Entry(
        "brisa.cli.quality_signal:signal", "Check the sound: clicks, levels, silences, pauses."
    ),
    "compare": Entry("brisa.cli.quality_compare:compare", "Set two results against each other."),
}


@click.group(cls=LazyGroup, entries=ENTRIES)
def quality() -> None:
    """Check that speech reads right and sounds right."""
