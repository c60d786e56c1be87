"""Whether a tag stands at a place of a text that may still go on.

Every answer but ``WAIT`` is final: the same for any longer text.
"""

from __future__ import annotations

from brisa.text.markup.tags import TagMatch, Wait


def scan_tag(text: str, at: int, *, final: bool, before: str = "") -> TagMatch | Wait | None:
    """What stands at ``text[at]``, which is ``"<"`` or ``"["``; ``None``: it is plain text.

    ``final`` says that no more text follows ``text``. Half a tag is no speech, so a flush in the
    middle of an utterance does better to hold a tag that is not complete than to say it is final.
    ``before`` is the character of the source before ``text[0]``, ``""`` at the start; it is looked
    at where ``at`` is 0. ``WAIT`` is answered for at most ``BLOCK_MAX_CHARS`` of text after ``at``.
    """
    return None


def skip_end(text: str, at: int, name: str, *, final: bool) -> int:
    """Up to where ``text[at:]`` belongs to the content of the open element ``name``.

    If its closing tag has come, it stands at the place returned; otherwise what is before the place
    can be dropped and what follows it must be kept until more has come. Never less than ``at``.
    """
    return len(text)
