"""Words in capitals in the languages that are read by tables: spelled or said."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.table import rules_for

pytestmark = pytest.mark.unit


def said(language: str, written: str) -> str:
    rules = rules_for(language)
    assert rules is not None
    return apply_edits(written, rules.find_edits(written, Taken(), ReadingOptions(language))).text


SPELLED = {
    "de": "FDP CSU BMW LKW EDV AOK USA WHO DFB IHK DGB EU ZDF",
    "fr": "SNCF RATP EDF TVA PME FMI ADN OMC CNRS UE PIB OMS",
    "es": "DNI FMI ADN RTVE ONG UE OMS PDF USB",
    "pt": "IBGE CPF STF PSDB DNA ICMS INSS UE",
}
SAID = {
    "de": "NATO UNO FIFA UNESCO TÜV DAX BITTE NICHT SCHON SEHR STÜCK KOPF JETZT DRECK",
    "fr": "OTAN ONU SMIC FIFA INSEE BONJOUR PLUS XIV",
    "es": "OTAN ONU IVA AVE PSOE HOLA FRASE",
    "pt": "ONU SUS MEC CEP ENEM BRASIL",
}


@pytest.mark.parametrize("language", SPELLED)
def test_spelled(language: str) -> None:
    for word in SPELLED[language].split():
        assert said(language, f"xyz {word}, xyz") == f"xyz {' '.join(word)}, xyz"


@pytest.mark.parametrize("language", SAID)
def test_left_to_the_voice(language: str) -> None:
    for word in SAID[language].split():
        assert said(language, f"xyz {word}, xyz") == f"xyz {word}, xyz"


def test_plurals_compounds_and_figures_keep_their_rest() -> None:
    assert said("de", "zwei PCs und die CDU-Frau") == "zwei P Cs und die C D U-Frau"
    assert said("fr", "l'ADN en MP3") == "l'A D N en M P trois"


def test_who_shouts_is_not_spelling() -> None:
    assert said("de", "SCHNELL INS HAUS MIT DEM HUND, DFB") == "SCHNELL INS HAUS MIT DEM HUND, DFB"
    assert said("de", "WIR SIND IN DEN USA") == "WIR SIND IN DEN U S A"
    assert said("de", "DFB") == "D F B"
