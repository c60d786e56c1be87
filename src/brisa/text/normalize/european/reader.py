"""Saying figures in one language and region."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.european.figures import Figure, parse_figure
from brisa.text.normalize.european.lexis import Gender, Lexis, Noun
from brisa.text.patterns import lazy_pattern

LARGEST: Final = 10**12
"""Numbers from here on are said digit by digit; they are identifiers more often than amounts."""

_NEXT_WORD: Final = lazy_pattern(r"[ \u00a0\u202f]?([^\W\d_]+)")


@dataclass(frozen=True, slots=True)
class Reader:
    """A language's words for the options of one reading."""

    lexis: Lexis
    options: ReadingOptions

    @property
    def locale(self) -> str:
        return self.lexis.locale(self.options.language)

    def parse(self, written: str) -> Figure:
        return parse_figure(written, point_is_decimal=self.lexis.point_is_decimal(self.locale))

    def cardinal(self, value: int, gender: Gender = "") -> str:
        if value >= LARGEST:
            return self.digits(str(value))
        return self.lexis.cardinal(value, self.locale, gender)

    def ordinal(self, value: int, gender: Gender = "m") -> str:
        return self.lexis.ordinal(value, self.locale, gender)

    def digits(self, digits: str) -> str:
        """One digit after the other."""
        return " ".join(self.cardinal(int(digit)) for digit in digits)

    def integer(self, digits: str, gender: Gender = "") -> str:
        """A quantity, or an identifier's digits when it has a leading zero or too many."""
        if len(digits) > 1 and digits[0] == "0" or len(digits) > 12:
            return self.digits(digits)
        return self.cardinal(int(digits), gender)

    def number(self, figure: Figure, gender: Gender = "") -> str:
        """With sign and decimals."""
        signs = self.lexis.signs
        said = self.integer(figure.whole, "" if figure.decimals else gender)
        if figure.decimals:
            mark = signs.comma if figure.mark == "," else signs.point
            said = f"{said} {mark} {self.decimals(figure.decimals)}"
        return f"{self.sign(figure.sign)}{said}"

    def sign(self, sign: str) -> str:
        """The word for a written sign, with the space behind it."""
        signs = self.lexis.signs
        if not sign:
            return ""
        if sign == "\u00b1":
            return f"{signs.plus} {signs.minus} "
        return f"{signs.plus} " if sign == "+" else f"{signs.minus} "

    def decimals(self, decimals: str) -> str:
        value = decimals.lstrip("0")
        if not value or len(decimals) > self.lexis.fraction_max_digits:
            return self.digits(decimals)
        zeros = self.digits("0" * (len(decimals) - len(value)))
        return f"{zeros} {self.cardinal(int(value))}".strip()

    def counted(self, figure: Figure, noun: Noun) -> str:
        """A figure with its unit or coin."""
        of = f" {self.lexis.scale_of}" if figure.scale and self.lexis.scale_of else ""
        return f"{self.number(figure, noun.gender)}{self.joined(of, self.form(figure, noun))}"

    def form(self, figure: Figure, noun: Noun) -> str:
        """The noun as it stands after the figure."""
        plural = self.lexis.is_plural(int(figure.whole), figure.decimals)
        return noun.plural if plural else noun.singular

    def joined(self, of: str, noun: str) -> str:
        """``of`` before a noun; French ``de`` loses its vowel before another."""
        if of == " de" and self.lexis.code == "fr" and noun[:1].lower() in "aeiouhéêyœ":
            return f" d'{noun}" if not noun.startswith("yen") else f" de {noun}"
        return f"{of} {noun}"

    def agreement(self, text: str, end: int) -> Gender:
        """Of a number that ends at ``end`` with the word that follows it."""
        found = _NEXT_WORD.match(text, end)
        return self.lexis.agreement(found[1]) if found else ""
