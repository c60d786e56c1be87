"""Ordinals and agreement that Portuguese and Spanish share."""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.european.lexis import words
from brisa.text.patterns import lazy_pattern

_FEMININE: Final = lazy_pattern(
    r"(?:as?|[cs](?:ión|iones)|ç(?:ão|ões)|[sxg](?:ão|ões)|[td]ades?|dades?"
    r"|agens?|agem|tudes?|ices)$"
)

_FEMININE_NOUNS: Final = words(
    "noche noches noite noites mano manos mão mãos clase clases classe classes calle calles parte "
    "partes vez veces vezes tarde tardes llave llaves mujer mujeres mulher mulheres flor flores "
    "torre torres nave naves base bases frase frases gente imagen imágenes fuente fuentes fonte "
    "fontes chave chaves ponte pontes cor cores dor dores voz voces vozes luz luces luzes"
)


def feminine_ending(word: str) -> bool:
    """Does a noun end as most feminine nouns do."""
    return word in _FEMININE_NOUNS or _FEMININE.search(word) is not None


def feminine_ordinal(ordinal: str) -> str:
    """Every word of an ordinal with ``-a`` for ``-o``."""
    return " ".join(f"{word[:-1]}a" if word.endswith("o") else word for word in ordinal.split())
