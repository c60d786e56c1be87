"""German coins, and the case of a single one."""

from __future__ import annotations

import re
from typing import Final

from brisa.text.normalize.european.finding import Finder
from brisa.text.normalize.european.lexis import Currency, Noun
from brisa.text.normalize.european.reader import Reader
from brisa.text.patterns import lazy_pattern

_ONE: Final = lazy_pattern(
    r"(?<![\w.,\-\u2212\u2013])1(?:,00)?[ \u00a0\u202f]?"
    r"(?P<sign>\u20ac|EUR|Euro|\$|Dollar)(?![\w/])"
)
_SUBJECT: Final = lazy_pattern(
    r"(?:\A|[.!?:;(\u2013] |\b(?:ist|sind|war|waren|bleibt|wird|als|ein|der|oder|nur|je) )\Z",
    re.IGNORECASE,
)
_DATIVE: Final = lazy_pattern(
    r"\b(?:mit|von|zu|aus|bei|nach|seit|ab|außer|statt|in) \Z", re.IGNORECASE
)


def _one_coin(match: re.Match[str], _reader: Reader) -> str:
    """``kostet 1 \u20ac`` is *einen Euro*: mostly an object, unless what stands before says no."""
    before = match.string[max(0, match.start() - 40) : match.start()]
    noun = "Dollar" if match["sign"] in ("$", "Dollar") else "Euro"
    if _SUBJECT.search(before):
        return f"ein {noun}"
    return f"einem {noun}" if _DATIVE.search(before) else f"einen {noun}"


ONE_COIN: Final = Finder(_ONE, _one_coin)
"""The rule for a single coin."""

CURRENCIES: Final = {
    "EUR": Currency(Noun("Euro", "Euro"), Noun("Cent", "Cent")),
    "USD": Currency(Noun("Dollar", "Dollar"), Noun("Cent", "Cent")),
    "GBP": Currency(Noun("Pfund", "Pfund", "n"), Noun("Penny", "Pence")),
    "CHF": Currency(Noun("Franken", "Franken"), Noun("Rappen", "Rappen")),
    "JPY": Currency(Noun("Yen", "Yen")),
    "CNY": Currency(Noun("Yuan", "Yuan")),
    "BRL": Currency(Noun("Real", "Reais"), Noun("Centavo", "Centavos")),
    "INR": Currency(Noun("Rupie", "Rupien", "f")),
    "PLN": Currency(Noun("Złoty", "Złoty")),
    "RUB": Currency(Noun("Rubel", "Rubel")),
    "TRY": Currency(Noun("Lira", "Lira", "f")),
}
