"""Addresses: e-mail, URLs and hosts, as one would spell them out to somebody."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.numbers import cardinal, spell_digits
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.normalize.english.vocabulary import words
from brisa.text.patterns import lazy_pattern

_SAID_DOMAINS: Final = frozenset(words("com org net gov edu info biz dev app mil cloud shop"))
_DOMAINS: Final = (
    "com|org|net|edu|gov|mil|info|biz|dev|app|cloud|shop|int|io|co|uk|us|ca|au|nz|de|fr|es|it|nl"
    "|be|ch|at|se|no|dk|fi|pl|pt|br|mx|in|jp|cn|ru|eu|ai|tv|me|ly|fm|gg|xyz|tech|online|site"
)
_SIGNS: Final = MappingProxyType(
    {
        ".": "dot",
        "-": "dash",
        "_": "underscore",
        "@": "at",
        "/": "slash",
        ":": "colon",
        "+": "plus",
        "~": "tilde",
        "?": "question mark",
        "=": "equals",
        "&": "and",
        "#": "hash",
        "%": "percent",
    }
)
_PIECE: Final = lazy_pattern(r"[A-Za-z]+|\d+|[^\W\d_]+|.", re.DOTALL)
_HUMPS: Final = lazy_pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_VOWELS: Final = lazy_pattern(r"[aeiouy]", re.IGNORECASE)
_SPELLED_MAX: Final = 4
_LONG_CHARS: Final = 40
"""Of a path or query; a longer one is not said."""

_SPELLED_ENDINGS: Final = frozenset(
    words(
        "html htm php asp aspx js css pdf xml txt csv jpg png md py rs ts sh exe mp api faq url rss"
        " http https ftp id tld www"
    )
)


def say_pieces(written: str) -> str:
    """Letters and digits and the names of the signs between them."""
    return " ".join(filter(None, map(_say_piece, _PIECE.findall(written))))


def _say_piece(piece: str) -> str:
    if piece.isdecimal():
        return cardinal(piece) if len(piece) < 3 and piece[0] != "0" else spell_digits(piece)
    if piece[0].isalpha():
        return say_label(piece)
    return _SIGNS.get(piece, piece if piece.isalnum() else "")


def say_label(label: str) -> str:
    """A word, or what cannot be said as one letter by letter."""
    if len(label) == 1 or label.lower() in _SPELLED_ENDINGS:
        return spelled(label)
    if len(label) <= _SPELLED_MAX and label.isascii() and not _VOWELS.search(label):
        return spelled(label)
    humps = _HUMPS.findall(label) if label.isascii() and not label.isupper() else []
    return " ".join(humps) if len(humps) > 1 else label


def _say_host(host: str) -> str:
    *labels, last = host.split(".")
    if last.isdecimal():
        return " dot ".join(map(spell_digits, (*labels, last)))
    said = [say_pieces(label) for label in labels]
    said.append(_say_domain(last))
    return " dot ".join(said)


def _say_domain(name: str) -> str:
    lower = name.lower()
    if lower in _SAID_DOMAINS:
        return lower
    return spelled(name) if len(name) == 2 else say_pieces(name)


def _email(match: re.Match[str], context: Context) -> str:
    return f"{say_pieces(match.group('user'))} at {_say_host(match.group('host'))}"


def _url(match: re.Match[str], context: Context) -> str:
    words = _say_host(match.group("host"))
    port, path = match.group("port"), (match.group("path") or "").rstrip("/")
    if port:
        words += f" colon {spell_digits(port)}"
    if not path or len(path) > _LONG_CHARS:
        return words
    return f"{words} {say_pieces(path)}"


_HOST: Final = r"(?P<host>[^\W_](?:[\w-]{0,62})(?:\.[\w-]{1,63}){1,8})"
_PORT: Final = r"(?::(?P<port>\d{2,5}))?"
_PATH: Final = r"(?P<path>[/?#][^\s<>\"”“»)\]}]*[^\s<>\"”“»)\]}.,;:!?'’…*_\ue000-\ue004])?/?"

RULES: Final = (
    Rule(
        (
            r"(?:mailto:)?(?<![\w.+-])(?P<user>[^\W_][\w.+-]{0,63})@(?P<host>[^\W_][\w-]{0,62}(?:\.[\w-]{1,63}){1,6})(?<![-_])"
        ),
        _email,
        Marks.SYMBOL,
        among="@",
    ),
    Rule(
        (
            rf"(?i:(?<!\w)(?:https?|ftps?|wss?)://)(?:[wW]{{3}}\.)?"
            r"(?P<host>[^\W_][\w-]{0,62}(?:\.[\w-]{1,63}){0,8})"
            rf"{_PORT}{_PATH}"
        ),
        _url,
        Marks.SYMBOL,
        among=":",
    ),
    Rule(
        (rf"(?<![\w.@/])[wW]{{3}}\.{_HOST}{_PORT}{_PATH}"),
        _url,
        Marks.DOT,
    ),
    Rule(
        (rf"(?<![\w.@/])(?P<host>localhost){_PORT}{_PATH}(?!\w)"),
        _url,
        Marks.SYMBOL | Marks.DIGIT,
    ),
    Rule(
        (
            rf"(?<![\w.@/-])(?P<host>[a-zA-Z0-9](?:[a-zA-Z0-9-]{{0,62}})(?:\.[a-zA-Z0-9-]{{1,63}}){{0,6}}"
            rf"\.(?:{_DOMAINS}))(?![\w-]|\.\w|\()"
            rf"{_PORT}{_PATH}"
        ),
        _url,
        Marks.DOT,
    ),
)
"""Hosts without a scheme need an ending that is one."""
