"""The few words the clean-up says itself: that a block of code stands here."""

from __future__ import annotations

from typing import Final

from brisa.text.patterns import lazy_pattern

_PHRASES: Final = {
    "en": ("code block.", "code block in {}."),
    "fr": ("bloc de code.", "bloc de code en {}."),
    "de": ("Codeblock.", "Codeblock in {}."),
    "pt": ("bloco de código.", "bloco de código em {}."),
    "es": ("bloque de código.", "bloque de código en {}."),
    "zh": ("代码块。", "{} 代码块。"),
}

_NAMES: Final = {
    "bash": "Bash",
    "c": "C",
    "c#": "C sharp",
    "c++": "C plus plus",
    "cpp": "C plus plus",
    "cs": "C sharp",
    "csharp": "C sharp",
    "css": "CSS",
    "csv": "CSV",
    "go": "Go",
    "golang": "Go",
    "html": "HTML",
    "ini": "INI",
    "java": "Java",
    "javascript": "JavaScript",
    "js": "JavaScript",
    "json": "JSON",
    "jsx": "JavaScript",
    "kotlin": "Kotlin",
    "kt": "Kotlin",
    "lua": "Lua",
    "markdown": "Markdown",
    "md": "Markdown",
    "php": "PHP",
    "powershell": "PowerShell",
    "ps1": "PowerShell",
    "py": "Python",
    "python": "Python",
    "python3": "Python",
    "r": "R",
    "rb": "Ruby",
    "rs": "Rust",
    "ruby": "Ruby",
    "rust": "Rust",
    "scala": "Scala",
    "sh": "Shell",
    "shell": "Shell",
    "sql": "SQL",
    "swift": "Swift",
    "toml": "TOML",
    "ts": "TypeScript",
    "tsx": "TypeScript",
    "typescript": "TypeScript",
    "xml": "XML",
    "yaml": "YAML",
    "yml": "YAML",
    "zsh": "Shell",
}
_NONE: Final = frozenset(("text", "txt", "plain", "plaintext", "console", "output", "none"))
_FIRST_WORD: Final = lazy_pattern(r"[A-Za-z][A-Za-z0-9+#-]{0,19}")


def announcement(info: str, language: str) -> str:
    """The sentence for a block whose fence has ``info`` behind it (``py title="x"``)."""
    phrases = _PHRASES.get(language.split("-")[0].lower(), _PHRASES["en"])
    found = _FIRST_WORD.search(info[:40])
    name = found.group() if found else ""
    if not name or name.lower() in _NONE:
        return phrases[0]
    return phrases[1].format(_NAMES.get(name.lower(), name))
