"""From a voice file to the folder its engine loads, compiling it on first use.

The compiler is imported only when something has to be compiled: a process that finds its models in
the cache never loads it.
"""

from __future__ import annotations

from pathlib import Path


def compiled_model(engine: str, source: Path, cache_dir: Path) -> Path:
    """The compiled model of ``source``; engines without a compiler load the source itself.

    Raises ``VoiceFileError`` if the file is not a voice of that engine.
    """
    raise NotImplementedError
