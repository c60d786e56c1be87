"""What can only stand where a line begins, and how lines end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from brisa.text.clean.code import read_fence
from brisa.text.clean.state import WAIT, LineKind, State, Step, needs_more
from brisa.text.patterns import lazy_pattern

WRAPPED_LINE_MIN_CHARS: Final = 50
"""A line at least this long may have been broken by an editor in mid-sentence; a shorter one ends
where its writer meant it to."""

RULE_MAX_CHARS: Final = 64
ROW_MAX_CHARS: Final = 2_000

_RULE: Final = lazy_pattern(r"[-=_*+|: ─━═—]{1,64}")
_RULE_MARKS: Final = frozenset("-=_*─━═—")
_BULLETS: Final = frozenset("-*+–")
_ROUND_BULLETS: Final = frozenset("•‣▪●○◦■□▸►⁃∙")
_NUMBER: Final = lazy_pattern(r"\d{1,3}[.)]?")
_TASK: Final = lazy_pattern(r"\[[ xX]\](?=[ \n]|\Z)")
_TASK_SO_FAR: Final = lazy_pattern(r"\[(?:[ xX]\]?)?\Z")
_ENDS_SENTENCE: Final = frozenset(".!?…。！？")


def read_newline(state: State, at: int, final: bool) -> Step:
    """The end of a line."""
    place = state.window.base + at
    kind, writer = state.line_kind, state.writer
    stop = kind in (LineKind.HEADING, LineKind.ROW)
    if not stop:
        short = place - state.line_from < WRAPPED_LINE_MIN_CHARS
        stop = short or (kind is LineKind.ITEM and writer.latest in _ENDS_SENTENCE)
    if writer.line_empty:
        state.openers.clear()
        state.table = False
    else:
        state.table = kind is LineKind.ROW
    writer.newline(*state.window.span(at, at + 1), stop=stop)
    begin_line(state, place + 1)
    return at + 1


def begin_line(state: State, place: int) -> None:
    """A line begins at a place, counted from the start of the utterance."""
    state.line_from = place
    state.line_kind = LineKind.PROSE


def read_line_start(state: State, at: int, final: bool) -> Step | None:
    """What marks the line; ``None``: text begins."""
    character = state.window.text[at]
    if character.isdigit():
        return _read_number(state, at, final)
    for readers in (_READERS.get(character, ()), _BULLET_READERS):
        for read in readers:
            done = read(state, at, final)
            if done is not None:
                return done
    return None


def _read_number(state: State, at: int, final: bool) -> Step | None:
    """The number of an item is read with it."""
    text = state.window.text
    found = _NUMBER.match(text, at)
    if found is None:
        return None
    if needs_more(text, found.end(), final):
        return WAIT
    if found.group()[-1] in ".)" and text[found.end() : found.end() + 1] in (" ", "\n"):
        state.line_kind = LineKind.ITEM
        state.writer.mark_line()
    return None


def _read_rule(state: State, at: int, final: bool) -> Step | None:
    """A line drawn, the underline of a heading, or the row under the head of a table."""
    text = state.window.text
    found = _RULE.match(text, at)
    if found is None:
        return None
    end = found.end()
    whole = end - at < RULE_MAX_CHARS
    if whole and needs_more(text, end, final):
        return WAIT
    if whole and end < len(text) and text[end] != "\n":
        return None
    if sum(character in _RULE_MARKS for character in found.group()) < 2:
        return None
    if not state.writer.mark_line() and "|" not in found.group():
        state.writer.paragraph(*state.window.span(at, end))
    state.table = state.table or "|" in found.group()
    if not whole or end == len(text):
        return end
    begin_line(state, state.window.base + end + 1)
    return end + 1


def _read_heading(state: State, at: int, final: bool) -> Step | None:
    text = state.window.text
    end = at
    while end < len(text) and text[end] == "#" and end - at < 7:
        end += 1
    if end - at < 7 and needs_more(text, end, final):
        return WAIT
    if end - at == 7 or text[end : end + 1] not in ("", " ", "\n"):
        return None
    state.line_kind = LineKind.HEADING
    state.writer.mark_line()
    return end


def read_hashes(state: State, at: int, final: bool) -> Step:
    """Hashes that close a heading are left out."""
    text = state.window.text
    if state.line_kind is not LineKind.HEADING or state.before(at) != " ":
        return state.mark(at)
    end = at
    while end < len(text) and text[end] in "# " and end - at < RULE_MAX_CHARS:
        end += 1
    if end - at < RULE_MAX_CHARS and needs_more(text, end, final):
        return WAIT
    return end if text[end : end + 1] in ("", "\n") else state.mark(at)


def _read_bullet(state: State, at: int, final: bool) -> Step | None:
    text = state.window.text
    character = text[at]
    if character not in _ROUND_BULLETS:
        if character not in _BULLETS:
            return None
        if needs_more(text, at + 1, final):
            return WAIT
        if text[at + 1 : at + 2] not in (" ", "\n"):
            return None
    state.line_kind = LineKind.ITEM
    state.writer.mark_line()
    return at + 1


def _read_task_box(state: State, at: int, final: bool) -> Step | None:
    text = state.window.text
    if state.line_kind is not LineKind.ITEM:
        return None
    if not final and (_TASK_SO_FAR.match(text, at)):
        return WAIT
    found = _TASK.match(text, at)
    if found is None:
        return None
    return WAIT if needs_more(text, found.end(), final) else found.end()


def _read_quote(state: State, at: int, final: bool) -> Step | None:
    text = state.window.text
    if needs_more(text, at + 1, final):
        return WAIT
    following = text[at + 1 : at + 2]
    if following.isdigit() or following == "=":
        return None
    if not state.quoted:
        state.writer.mark_line()
    state.quoted = True
    return at + 1


def _read_row(state: State, at: int, final: bool) -> Step | None:
    """A pipe at the start of a row: before a space, in a table, or where one ends the line too."""
    text = state.window.text
    if needs_more(text, at + 1, final):
        return WAIT
    if text[at + 1 : at + 2] != " " and not state.table:
        line_end = text.find("\n", at, at + ROW_MAX_CHARS)
        if line_end < 0 and needs_more(text, at + ROW_MAX_CHARS, final):
            return WAIT
        line = text[at + 1 : line_end if line_end >= 0 else at + ROW_MAX_CHARS].rstrip()
        if not line.endswith("|"):
            return None
    state.line_kind = LineKind.ROW
    state.writer.mark_line()
    return at + 1


def read_pipe(state: State, at: int, final: bool) -> Step:
    """The end of a cell; elsewhere a pipe between spaces is one too, but not in parentheses."""
    text = state.window.text
    if state.line_kind is not LineKind.ROW and not state.table:
        if state.before(at) != " ":
            return state.mark(at)
        if needs_more(text, at + 1, final):
            return WAIT
        behind = text[max(0, at - 64) : at]
        if text[at + 1 : at + 2] not in ("", " ", "\n") or behind.rfind("(") > behind.rfind(")"):
            return state.mark(at)
    if state.line_kind is LineKind.PROSE:
        state.line_kind = LineKind.ROW
    state.writer.cell(*state.window.span(at, at + 1))
    return at + 1


_Reader = Callable[[State, int, bool], "Step | None"]
_RULES: Final[tuple[_Reader, ...]] = (_read_rule,)
_READERS: Final[dict[str, tuple[_Reader, ...]]] = {
    **dict.fromkeys("-=_*+:─━═—", _RULES),
    "~": (read_fence,),
    "`": (read_fence,),
    "#": (_read_heading,),
    ">": (_read_quote,),
    "[": (_read_task_box,),
    "|": (_read_rule, _read_row),
}
_BULLET_READERS: Final[tuple[_Reader, ...]] = (_read_bullet,)
