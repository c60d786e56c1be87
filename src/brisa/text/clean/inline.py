"""Which rule is asked where, within a line."""

from __future__ import annotations

from typing import Final

from brisa.text.clean.code import read_back_tick, read_fenced
from brisa.text.clean.emoji import is_emoji, read_emoji, read_face
from brisa.text.clean.emphasis import read_emphasis
from brisa.text.clean.entities import read_ampersand
from brisa.text.clean.fold import ZWJ, ZWNJ
from brisa.text.clean.lines import read_hashes, read_line_start, read_newline, read_pipe
from brisa.text.clean.links import Link, find_link, read_autolink, read_bang, take_link
from brisa.text.clean.sounds import read_sound
from brisa.text.clean.state import WAIT, Rule, State, Step, needs_more
from brisa.text.markup.scan import scan_tag, skip_end
from brisa.text.markup.tags import Wait
from brisa.text.patterns import lazy_pattern

_PLAIN: Final = lazy_pattern(r"[^\W_]+(?:[ '-][^\W_]+)*")
_SPACES: Final = lazy_pattern(r" +")
_URL: Final = lazy_pattern(r"[!#$%()+,\-./0-9:;=?@A-Z\\^_a-z{}~]+")
_COMMENT_MAX_CHARS: Final = 4_000
_PAUSES: Final = ("pause", "break")

_JOINED_SCRIPTS: Final = lazy_pattern(
    "[\u0600-\u07ff\u0840-\u0dff\u1000-\u109f\u1780-\u18af\ua840-\ua87f\ufb50-\ufdff\ufe70-\ufefc]"
)
"""Scripts in which U+200C and U+200D change how a word is read."""


def step(state: State, final: bool) -> Step:
    """Read the next thing of the text."""
    window = state.window
    at = _past_labels(state)
    if at != window.at:
        return at
    if state.elements.skipping is not None:
        return skip_element(state, at, final)
    if state.fence is not None:
        return read_fenced(state, at, final)
    if state.in_url and (done := _read_url(state, at)) is not None:
        return done
    character = window.text[at]
    if state.writer.line_empty and character not in " \n":
        if (start := read_line_start(state, at, final)) is not None:
            return start
        if character != "<":
            state.quoted = state.quoted and state.before(at) in "> "
    if (plain := _PLAIN.match(window.text, at)) is not None:
        return state.take(at, plain.end())
    return _rule_at(character)(state, at, final)


def _rule_at(character: str) -> Rule:
    rule = _RULES.get(character)
    if rule is not None:
        return rule
    return read_emoji if character > "\u2000" and is_emoji(character) else _read_mark


def _read_mark(state: State, at: int, final: bool) -> Step:
    return state.mark(at)


def _past_labels(state: State) -> int:
    """Behind the addresses of links whose labels have been read."""
    window, at = state.window, state.window.at
    while state.labels and window.base + at >= state.labels[-1][0]:
        at = max(at, state.labels.pop()[1] - window.base)
    return at


def skip_element(state: State, at: int, final: bool) -> Step:
    """Leave out what an element holds that is not to be said, up to its closing tag."""
    name = state.elements.skipping
    assert name is not None
    text = state.window.text
    end = skip_end(text, at, name, final=state.ending)
    if end > at:
        return end
    if text.startswith("</", at) and isinstance(done := read_tag(state, at, final), int):
        return done
    return at + 1 if state.ending else WAIT


def _read_url(state: State, at: int) -> Step | None:
    found = _URL.match(state.window.text, at)
    if found is not None:
        return state.take(at, found.end())
    state.in_url = state.window.text[at] == "&"
    return None


def _read_colon(state: State, at: int, final: bool) -> Step:
    """The colon of an address, of a face, or of a sentence."""
    text = state.window.text
    if state.before(at).isalpha():
        if len(text) - at < 3 and not final and "://".startswith(text[at:]):
            return WAIT
        if text.startswith("://", at):
            state.in_url = True
            return state.take(at, at + 3)
        return state.mark(at)
    return _read_maybe_face(state, at, final)


def _read_maybe_face(state: State, at: int, final: bool) -> Step:
    done = read_face(state, at, final)
    return state.mark(at) if done is None else done


def _read_space(state: State, at: int, final: bool) -> Step:
    found = _SPACES.match(state.window.text, at)
    state.writer.space(*state.window.span(at, at + 1))
    return found.end() if found else at + 1


def _read_angle(state: State, at: int, final: bool) -> Step:
    if (done := read_autolink(state, at, final)) is not None:
        return done
    if (done := read_sound(state, at)) is not None:
        return done
    done = read_face(state, at, final)
    if done is not None:
        return done
    done = read_tag(state, at, final) if state.options.markup else _read_comment(state, at, final)
    return state.mark(at) if done is None else done


def _read_comment(state: State, at: int, final: bool) -> Step | None:
    text = state.window.text
    if not text.startswith("<!--", at):
        return WAIT if not final and "<!--".startswith(text[at:]) else None
    end = text.find("-->", at + 4, at + _COMMENT_MAX_CHARS)
    if end >= 0:
        return end + 3
    return WAIT if needs_more(text, at + _COMMENT_MAX_CHARS, final) else None


def read_tag(state: State, at: int, final: bool) -> Step | None:
    """Markup, or ``None``. Half a tag is no speech: a flush leaves it, the end does not."""
    window = state.window
    found = scan_tag(window.text, at, final=state.ending or (final and not _begins_tag(state, at)))
    if found is None or isinstance(found, Wait):
        return found
    state.writer.settle()
    state.writer.insert(state.elements.apply(found.placed(window.span), 0, state.writer.said))
    return found.end


def _begins_tag(state: State, at: int) -> bool:
    text = state.window.text
    if text[at] == "<":
        return True
    head = text[at + 1 : at + 6].lower()
    return any(name.startswith(head) for name in _PAUSES)


def _read_bracket(state: State, at: int, final: bool) -> Step:
    text = state.window.text
    if state.options.markup and (tag := read_tag(state, at, final)) is not None:
        return tag
    link = find_link(text, at, final, line_begins=state.writer.line_empty)
    if link is WAIT:
        return WAIT
    if isinstance(link, Link):
        return take_link(state, link)
    sound = read_sound(state, at)
    return state.mark(at) if sound is None else sound


def _read_backslash(state: State, at: int, final: bool) -> Step:
    """An escaped mark is text; the brackets of formulas are left out."""
    text = state.window.text
    if needs_more(text, at + 1, final):
        return WAIT
    escaped = text[at + 1 : at + 2]
    if escaped and escaped in "()[]":
        return state.leave_out(at + 2)
    if escaped.isascii() and escaped.isprintable() and escaped and not escaped.isalnum():
        return state.mark(at + 1) if escaped != " " else state.mark(at)
    return at + 1 if escaped == "\n" else state.mark(at)


def _read_dollar(state: State, at: int, final: bool) -> Step:
    """``$$`` around formulas is left out."""
    text = state.window.text
    end = at
    while end < len(text) and text[end] == "$" and end - at < 3:
        end += 1
    if end - at < 3 and needs_more(text, end, final):
        return WAIT
    if end - at == 2 and state.before(at) != "$":
        return state.leave_out(end)
    return state.mark(at)


def _read_joiner(state: State, at: int, final: bool) -> Step:
    """A joiner is kept between letters of scripts that need it."""
    text = state.window.text
    if not _JOINED_SCRIPTS.match(state.before(at)):
        return at + 1
    if needs_more(text, at + 1, final):
        return WAIT
    following = text[at + 1 : at + 2]
    return state.mark(at) if following and _JOINED_SCRIPTS.match(following) else at + 1


def _read_ellipsis(state: State, at: int, final: bool) -> Step:
    for _ in range(3):
        state.writer.character(".", *state.window.span(at, at + 1))
    return at + 1


_RULES: Final[dict[str, Rule]] = {
    "\n": read_newline,
    " ": _read_space,
    "*": read_emphasis,
    "_": read_emphasis,
    "~": read_emphasis,
    "`": read_back_tick,
    "[": _read_bracket,
    "!": read_bang,
    "<": _read_angle,
    "&": read_ampersand,
    "\\": _read_backslash,
    "$": _read_dollar,
    "|": read_pipe,
    "#": read_hashes,
    ":": _read_colon,
    ";": _read_maybe_face,
    "^": _read_maybe_face,
    "-": _read_maybe_face,
    "…": _read_ellipsis,
    ZWJ: _read_joiner,
    ZWNJ: _read_joiner,
}
