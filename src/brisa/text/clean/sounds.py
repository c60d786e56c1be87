"""Tags for sounds that are not words: the engine's own are kept, other known ones left out."""

from __future__ import annotations

from typing import Final

from brisa.text.clean.state import State
from brisa.text.cleaned import OBJECT, Cleaned, Insert, InsertKind
from brisa.text.patterns import lazy_pattern
from brisa.text.span_map import Run, SpanMap

_SOUNDS: Final = (
    "laugh laughs laughing laughter chuckle chuckles chuckling giggle giggles giggling sigh sighs"
    " sighing cough coughs coughing gasp gasps gasping sniff sniffs sniffle sniffles sneeze sneezes"
    " yawn yawns groan groans moan moans sob sobs sobbing cry cries crying breath breathe breathes"
    " breathing inhale inhales exhale exhales hum hums humming whistle whistles snort snorts"
    " whisper whispers whispering shout shouts shouting singing music applause cheering clapping"
    " silence noise inaudible hiccup burp gulp gulps swallows lipsmack tsk"
)
KNOWN: Final = frozenset(_SOUNDS.split()) | {"clears throat", "throat clearing", "soft music"}
"""Stage directions as engines and transcripts write them."""

_NAME: Final = lazy_pattern(r"[\[<]([A-Za-z][A-Za-z _-]{0,30})[\]>]")
_ANGLE_SO_FAR: Final = lazy_pattern(r"<[A-Za-z][A-Za-z _-]{0,30}\Z")


def read_sound(state: State, at: int) -> int | None:
    """Behind the tag that stands at ``at``, a bracket; ``None``: none does."""
    window = state.window
    found = _NAME.match(window.text, at)
    if found is None:
        return None
    name = " ".join(found.group(1).lower().split())
    angle = window.text[at] == "<"
    if name in state.options.tags:
        start_char, end_char = window.span(at, found.end())
        insert = Insert(InsertKind.TAG, start_char, end_char, detail=name)
        state.writer.insert(Cleaned(OBJECT, SpanMap((Run(1, start_char, end_char),)), (insert,)))
        return found.end()
    if name in KNOWN and not angle:
        return state.leave_out(found.end())
    return None
