"""E-mail and web addresses, handles and hashtags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.initialisms import letters
from brisa.text.normalize.european.lexis import Lexis
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_PREFIX: Final = lazy_pattern(r"^(?:https?://)?(?:www\.)?")
_MARKS_AT_END: Final = lazy_pattern(r"[.,;:!?)\]'\u2019*]*$")
_EMAIL: Final = lazy_pattern(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_URL: Final = lazy_pattern(
    r"(?<![\w@.])(?:https?://[^\s<>\"\u00ab\u00bb]{1,2000}|www\.[^\s<>\"\u00ab\u00bb]{1,2000}"
    r"|(?:[\w-]{2,63}\.){1,4}(?:com|org|net|de|fr|es|pt|br|eu|io|info|gov|edu|ch|at|app|dev)"
    r"(?![\w.-]*@)(?!\w)(?:/[^\s<>\"\u00ab\u00bb]{0,2000})?)"
)
_HANDLE: Final = lazy_pattern(r"(?<![\w@])@(?P<name>\w{2,30})")
_HASHTAG: Final = lazy_pattern(r"(?<![\w&#])#(?P<name>[^\W\d]\w{0,99})")
_PIECE: Final = lazy_pattern(r"\d+|[^\W\d_]+|.", re.DOTALL)
_COUNTRY: Final = lazy_pattern(r"(?<=\w\.)(?!co)[a-z]{2}(?=[/:?#]|\Z)")
_CONSONANTS: Final = lazy_pattern(r"[b-df-hj-np-tv-xz]{2,5}")
_CAMEL: Final = lazy_pattern(r"(?<=[^\W\d_A-Z])(?=[A-Z])|_")

LONGEST_URL_CHARS: Final = 80
"""Of a longer address only the site is said."""


def address_finders(_lexis: Lexis) -> Iterator[Finder]:
    """Rules for addresses; they come before every rule for figures."""
    yield Finder(_EMAIL, lambda match, reader: spelled(match[0].rstrip("."), reader))
    yield Finder(_URL, _url)
    yield Finder(_HANDLE, lambda match, reader: spelled(match[0], reader))
    yield Finder(_HASHTAG, _hashtag)


def _url(match: re.Match[str], reader: Reader) -> str:
    written = match[0]
    body = _PREFIX.sub("", written)
    ending = _MARKS_AT_END.search(body)
    tail = ending[0] if ending else ""
    body = body[: len(body) - len(tail)].rstrip("/")
    if len(body) > LONGEST_URL_CHARS:
        body = body.partition("/")[0].partition("?")[0][:LONGEST_URL_CHARS]
    return spelled(body, reader) + tail


def _hashtag(match: re.Match[str], reader: Reader) -> str:
    words = _CAMEL.sub(" ", match["name"])
    return f"{reader.lexis.address.hashtag} {spelled(words, reader)}"


def spelled(written: str, reader: Reader) -> str:
    """An address in words: its signs by name, its figures as numbers."""
    names = reader.lexis.address
    signs = {
        "@": names.at,
        ".": names.dot,
        "-": names.hyphen,
        "_": names.underscore,
        "/": names.slash,
        ":": names.colon,
        "#": names.hashtag,
        "+": reader.lexis.signs.plus,
        "%": reader.lexis.signs.percent,
        **reader.lexis.symbols,
    }
    country = _COUNTRY.search(written)
    said = []
    for match in _PIECE.finditer(written):
        piece = match[0]
        if piece.isdecimal():
            said.append(reader.integer(piece) if len(piece) <= 2 else _long(piece, reader))
        elif _CONSONANTS.fullmatch(piece) or (country and match.start() == country.start()):
            said.append(letters(piece))
        else:
            said.append(signs.get(piece, piece))
    return " ".join(" ".join(said).split())


def _long(digits: str, reader: Reader) -> str:
    if len(digits) == 4 and 1900 <= int(digits) < 2100:
        return reader.lexis.year(int(digits), reader.locale)
    return reader.digits(digits)
