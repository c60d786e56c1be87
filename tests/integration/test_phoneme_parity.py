"""Every sentence of the readings in both accents: the same phonemes as hibari's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from brisa.engines.tiny.phonemes import Phonemizer
from support.readings import SENTENCES, HibariNetwork, check_parity

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("british", [False, True])
def test_every_sentence_is_read_as_hibari_reads_it(tmp_path: Path, british: bool) -> None:
    assert len(SENTENCES) > 400
    ours = Phonemizer(british=british, cache_dir=tmp_path, network=HibariNetwork(british))
    check_parity(british, SENTENCES, ours)
