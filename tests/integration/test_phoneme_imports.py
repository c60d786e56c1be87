"""What reading text brings into a process that has loaded nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.integration


def test_reading_loads_no_network_library_and_nothing_else_of_hibari() -> None:
    code = (
        "import sys\n"
        "from brisa.engines.tiny.phonemes import Phonemizer\n"
        "assert Phonemizer(british=False, cache_dir=None).phonemize('Hello there.').sequences\n"
        "unwanted = {'hibari', 'scipy', 'onnxruntime', 'urllib.request'}\n"
        "sys.exit(str(unwanted & set(sys.modules)) if unwanted & set(sys.modules) else 0)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
