"""Speech Dispatcher's generic module, as far as a configuration file of it is concerned.

Files are read as dotconf does, and commands made as ``sd_generic`` does: 0.11 gives them to ``sh``,
0.12 to ``bash`` with ``pipefail``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

SHELLS = {"sh": ("sh", "-c", ""), "bash": ("bash", "-c", "set -o pipefail ; ")}

Options = list[tuple[str, list[str]]]


def read_options(file: Path) -> Options:
    """Names and their arguments, in the order of the file."""
    options: Options = []
    for line in file.read_text("utf-8").replace("\\\n", "").splitlines():
        name, _, rest = line.strip().partition(" ")
        if name and not name.startswith("#"):
            options.append((name, _arguments(rest)))
    return options


def _arguments(text: str) -> list[str]:
    """Words, or what stands between double quotes, where a backslash keeps the next character."""
    found: list[str] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
        elif text[position] == '"':
            word, position = "", position + 1
            while text[position] != '"':
                position += text[position] == "\\"
                word += text[position]
                position += 1
            position += 1
            found.append(word)
        else:
            word = text[position:].split(maxsplit=1)[0]
            position += len(word)
            found.append(word)
    return found


def command_line(template: str, text: str, variables: Mapping[str, str]) -> str:
    """The shell's program: ``$DATA`` is the text with its single quotes escaped, once."""
    for name, value in variables.items():
        template = template.replace(f"${name}", value)
    before, data, after = template.partition("$DATA")
    assert data, "the text is not spoken"
    return before + text.replace("'", "'\\''") + after
