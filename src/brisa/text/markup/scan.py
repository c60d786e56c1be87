"""Whether a tag stands at a place of a text that may still go on.

Every answer but ``WAIT`` is final: the same for any longer text.
"""

from __future__ import annotations

from brisa.text.markup.brackets import scan_bracket
from brisa.text.markup.declarations import scan_declaration
from brisa.text.markup.element_tags import scan_element_tag
from brisa.text.markup.tags import TagKind, TagMatch, Wait
from brisa.text.markup.vocabulary import LEFT_OUT
from brisa.text.markup.whole import HELD, exponent, left_out, skip_end, with_content

__all__ = ["scan_tag", "skip_end"]


def scan_tag(text: str, at: int, *, final: bool, before: str = "") -> TagMatch | Wait | None:
    """What stands at ``text[at]``, which is ``"<"`` or ``"["``; ``None``: it is plain text.

    ``final`` says that no more text follows ``text``. Half a tag is no speech, so a flush in the
    middle of an utterance does better to hold a tag that is not complete than to say it is final.
    ``before`` is the character of the source before ``text[0]``, ``""`` at the start; it is looked
    at where ``at`` is 0. ``WAIT`` is answered for at most ``BLOCK_MAX_CHARS`` of text after the
    opening tag, which itself is no longer than ``TAG_MAX_CHARS``.
    """
    if text[at] == "[":
        return scan_bracket(text, at, final=final)
    before = text[at - 1] if at else before
    found = _scan_one(text, at, final, before)
    if not isinstance(found, TagMatch) or found.kind not in (TagKind.OPEN, TagKind.EMPTY):
        return found
    if found.name in HELD:
        return with_content(text, found, _scan_inner, final=final)
    if found.name in LEFT_OUT:
        return left_out(text, found, final=final, line_start=before in ("", "\n", ">"))
    if found.name == "sup" and found.kind is TagKind.OPEN:
        return exponent(text, found, final=final)
    return found


def _scan_one(text: str, at: int, final: bool, before: str) -> TagMatch | Wait | None:
    if text[at + 1 : at + 2].isalpha() or text.startswith("/", at + 1):
        return scan_element_tag(text, at, final=final, before=before)
    return scan_declaration(text, at, final=final)


def _scan_inner(text: str, at: int, final: bool) -> TagMatch | Wait | None:
    return _scan_one(text, at, final, text[at - 1] if at else ">")
