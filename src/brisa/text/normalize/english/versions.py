"""Versions of programs and network addresses."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.numbers import cardinal, spell_digits
from brisa.text.normalize.english.rule import Context, Marks, Rule

_TAGS: Final = {
    "alpha": "alpha",
    "beta": "beta",
    "rc": "R C",
    "dev": "dev",
    "pre": "pre",
    "post": "post",
    "a": "alpha",
    "b": "beta",
}
_PRODUCTS: Final = (
    "Python|Node|Java|Ruby|Perl|PHP|Go|Rust|Swift|Kotlin|Ubuntu|Debian|Fedora|Linux|Android|iOS"
    "|macOS|Windows|Firefox|Chrome|Safari|Django|Rails|React|Angular|Vue|PostgreSQL|MySQL"
    "|Redis|Docker|Kubernetes|TypeScript|OpenSSL|CUDA|Bluetooth|USB|HTTP|TLS|SSL|HDMI|CSS|HTML"
    "|release|Release|build|Build|kernel"
)
_PARTS: Final = r"(?P<parts>\d+(?:\.\d+)*)"
_TAG: Final = r"(?:[-.]?(?P<tag>alpha|beta|rc|dev|pre|post|(?<=\d)[ab])[-.]?(?P<tag_number>\d*))?"


def say_parts(parts: str) -> str:
    """``3.11`` is "three point eleven"; a part with a leading zero is said digit by digit."""
    return " point ".join(
        spell_digits(part) if len(part) > 1 and part[0] == "0" else cardinal(part)
        for part in parts.split(".")
    )


def _tag(match: re.Match[str]) -> str:
    tag = match.group("tag")
    if not tag:
        return ""
    digits = match.group("tag_number")
    return f" {_TAGS[tag]}{f' {cardinal(digits)}' if digits else ''}"


def _version(match: re.Match[str], context: Context) -> str:
    return f"version {say_parts(match.group('parts'))}{_tag(match)}"


def _product(match: re.Match[str], context: Context) -> str | None:
    name = match.group("name")
    name = spelled(name) if name.isupper() and len(name) <= 4 else name
    return f"{name} {say_parts(match.group('parts'))}{_tag(match)}"


def _dotted(match: re.Match[str], context: Context) -> str:
    return f"{say_parts(match.group('parts'))}{_tag(match)}"


def _address(match: re.Match[str], context: Context) -> str:
    words = " dot ".join(spell_digits(part) for part in match.group("host").split("."))
    port, bits = match.group("port"), match.group("bits")
    if port:
        return f"{words} colon {spell_digits(port)}"
    return f"{words} slash {cardinal(bits)}" if bits else words


ADDRESS: Final = Rule(
    (
        r"(?<![\w.])(?P<host>(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3})"
        r"(?::(?P<port>\d{1,5})|/(?P<bits>\d{1,2}))?(?![\w:]|\.\d)"
    ),
    _address,
    Marks.DIGIT,
)
"""Of the Internet, version 4."""

RULES: Final = (
    Rule(
        (rf"(?<![\w.])(?:v\.?\s?|V(?=\d+\.)){_PARTS}{_TAG}(?![\w]|\.\d)"),
        _version,
        Marks.DIGIT,
    ),
    Rule(
        (rf"(?<![\w.])(?P<word>[Vv]ersions?|[Vv]er\.)\s{_PARTS}{_TAG}(?!\w|\.\d)"),
        _version,
        Marks.DIGIT,
    ),
    Rule(
        (rf"(?<![\w.])(?P<name>{_PRODUCTS})\s(?P<parts>\d+(?:\.\d+)+){_TAG}(?!\w|\.\d|%)"),
        _product,
        Marks.DIGIT,
    ),
    Rule(
        (rf"(?<![\w.,$£€])(?P<parts>\d+(?:\.\d+){{2,}}){_TAG}(?!\w|\.\d)"),
        _dotted,
        Marks.DIGIT,
    ),
)
"""Versions with and without the word."""
