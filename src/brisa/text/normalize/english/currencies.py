"""Currencies by symbol and code (ISO 4217), and the scales that are written after amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Currency:
    """Names of one and of several, of the currency and of its hundredth."""

    one: str
    many: str
    minor_one: str = ""
    minor_many: str = ""


def _cents(one: str, many: str | None = None) -> Currency:
    return Currency(one, many or f"{one}s", "cent", "cents")


_DOLLAR: Final = _cents("dollar")
_POUND: Final = Currency("pound", "pounds", "penny", "pence")

SYMBOLS: Final[Mapping[str, Currency]] = MappingProxyType(
    {
        "$": _DOLLAR,
        "£": _POUND,
        "€": _cents("euro"),
        "¥": Currency("yen", "yen"),
        "₹": Currency("rupee", "rupees", "paisa", "paise"),
        "₩": Currency("won", "won"),
        "₽": Currency("ruble", "rubles", "kopeck", "kopecks"),
        "₺": Currency("lira", "lira", "kurus", "kurus"),
        "₪": Currency("shekel", "shekels", "agora", "agorot"),
        "₫": Currency("dong", "dong"),
        "₱": Currency("peso", "pesos", "centavo", "centavos"),
        "₦": Currency("naira", "naira", "kobo", "kobo"),
        "₴": Currency("hryvnia", "hryvnias", "kopiyka", "kopiyky"),
        "฿": Currency("baht", "baht", "satang", "satang"),
        "₿": Currency("bitcoin", "bitcoins"),
        "US$": _cents("U S dollar"),
        "A$": _cents("Australian dollar"),
        "AU$": _cents("Australian dollar"),
        "C$": _cents("Canadian dollar"),
        "CA$": _cents("Canadian dollar"),
        "NZ$": _cents("New Zealand dollar"),
        "HK$": _cents("Hong Kong dollar"),
        "S$": _cents("Singapore dollar"),
        "R$": Currency("real", "reais", "centavo", "centavos"),
        "USD": _cents("U S dollar"),
        "EUR": _cents("euro"),
        "GBP": _POUND,
        "JPY": Currency("yen", "yen"),
        "CNY": Currency("yuan", "yuan"),
        "RMB": Currency("yuan", "yuan"),
        "INR": Currency("rupee", "rupees", "paisa", "paise"),
        "Rs": Currency("rupee", "rupees", "paisa", "paise"),
        "CHF": Currency("Swiss franc", "Swiss francs", "centime", "centimes"),
        "AUD": _cents("Australian dollar"),
        "CAD": _cents("Canadian dollar"),
        "NZD": _cents("New Zealand dollar"),
        "SEK": Currency("Swedish krona", "Swedish kronor", "ore", "ore"),
        "NOK": Currency("Norwegian krone", "Norwegian kroner", "ore", "ore"),
        "DKK": Currency("Danish krone", "Danish kroner", "ore", "ore"),
        "BRL": Currency("real", "reais", "centavo", "centavos"),
        "MXN": Currency("Mexican peso", "Mexican pesos", "centavo", "centavos"),
        "KRW": Currency("won", "won"),
    }
)

SCALES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hundred": "hundred",
        "thousand": "thousand",
        "million": "million",
        "billion": "billion",
        "trillion": "trillion",
        "k": "thousand",
        "m": "million",
        "mn": "million",
        "mm": "million",
        "mil": "million",
        "mio": "million",
        "b": "billion",
        "bn": "billion",
        "t": "trillion",
        "tn": "trillion",
    }
)
