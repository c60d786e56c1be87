"""File names, paths and identifiers of programs."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.plain import mixed
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.normalize.english.tags import split_words
from brisa.text.normalize.english.vocabulary import words
from brisa.text.patterns import lazy_pattern

_ENDINGS: Final = MappingProxyType(
    {
        **{
            name: spelled(name)
            for name in words(
                "pdf txt csv tsv png jpg svg bmp xls ppt rtf html htm css xml js ts md py rs"
                " sh cpp hpp"
                " cfg exe dll iso apk dmg deb rpm gz db sql php rb vb cs yml tgz mkv avi"
                " flac ogg epub pt"
            )
        },
        **{
            name: name
            for name in words(
                "jpeg gif webp doc json yaml toml ini log zip tar rar wav go java lock env"
                " bin dat conf"
                " swift onnx parquet ipynb safetensors"
            )
        },
        "docx": "D O C X",
        "xlsx": "X L S X",
        "pptx": "P P T X",
        "tsx": "T S X",
        "jsx": "J S X",
        "mp3": "M P three",
        "mp4": "M P four",
        "m4a": "M four A",
        "epub": "epub",
        "flac": "flac",
        "7z": "seven Z",
        "bz2": "B Z two",
        "gz": "G Z",
    }
)
_ENDING: Final = "|".join(sorted(_ENDINGS, key=len, reverse=True))
_DRIVE: Final = lazy_pattern(r"[A-Za-z]:")
_PART: Final = lazy_pattern(r"[/\\]|[^/\\]+")
_CAMEL_NAMES: Final = frozenset(
    words("iPhone iPad iPod iMac iCloud eBay iTunes iOS macOS tvOS watchOS iPadOS")
)
_WORDS: Final = lazy_pattern(r"[^\W_]+")
_BOUNDARY: Final = lazy_pattern(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")


def say_name(name: str) -> str:
    """``report_v2.pdf`` is "report V two dot P D F"."""
    stem, *endings = name.split(".") if not name.startswith(".") else ("", *name[1:].split("."))
    said = [_say_stem(stem)] if stem else []
    for ending in endings:
        said += ["dot", _ENDINGS.get(ending.lower()) or _say_stem(ending)]
    return " ".join(filter(None, said))


def _say_stem(stem: str) -> str:
    pieces = [piece for word in _WORDS.findall(stem) for piece in _BOUNDARY.split(word)]
    return " ".join(
        split_words(piece)
        if piece.isascii() and piece.isalpha() and len(piece) > 1
        else mixed(piece)
        for piece in pieces
    )


def _name(match: re.Match[str], context: Context) -> str:
    return say_name(match.group())


def _path(match: re.Match[str], context: Context) -> str:
    said = []
    for part in _PART.findall(match.group()):
        sign = {"/": "slash", "\\": "backslash"}.get(part)
        if sign:
            said.append(sign)
        elif part == "~":
            said.append("tilde")
        elif part in (".", ".."):
            said.append(" ".join(["dot"] * len(part)))
        elif _DRIVE.fullmatch(part):
            said.append(f"{part[0].upper()} colon")
        else:
            said.append(say_name(part))
    return " ".join(said)


def _identifier(match: re.Match[str], context: Context) -> str | None:
    return split_words(match.group(), shouted=True) or None


def _camel(match: re.Match[str], context: Context) -> str | None:
    return None if match.group() in _CAMEL_NAMES else split_words(match.group())


_PATH_PART: Final = r"[\w.@+-]*\w"

RULES: Final = (
    Rule(
        (rf"(?<![\w./\\])(?:~|\.{{1,2}}|[A-Za-z]:)?(?:[/\\]{_PATH_PART})+[/\\]?(?![\w])"),
        _path,
        Marks.SYMBOL,
        among="/\\",
    ),
    Rule(
        (rf"(?<![\w./\\@-])(?:[\w-]+/)+[\w-]*(?:\.[\w-]+)*\.(?:{_ENDING})(?!\w)"),
        _path,
        Marks.SYMBOL,
        among="/",
    ),
    Rule(
        (rf"(?<![\w./@-])\w[\w-]*(?:\.\w[\w-]*)*\.(?i:{_ENDING})(?!\w|\.\w)"),
        _name,
        Marks.DOT,
    ),
    Rule((r"(?<![\w.])\w*[^\W_]_+[^\W_]\w*(?!\w)"), _identifier, Marks.SYMBOL, among="_"),
    Rule((r"(?<![\w.@])[a-z]{2,}(?:[A-Z][a-z]+)+(?!\w)"), _camel, Marks.CAPITALS),
)
"""Paths, names with a known ending, ``snake_case`` and ``camelCase``."""
