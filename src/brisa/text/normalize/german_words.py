"""German units, names and abbreviations."""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.european.lexis import Noun, words

MONTHS: Final = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
)  # fmt: skip
MONTHS_SHORT: Final = {
    "Jan.": 1, "Feb.": 2, "Mrz.": 3, "Apr.": 4, "Jun.": 6, "Jul.": 7, "Aug.": 8, "Sept.": 9,
    "Sep.": 9, "Okt.": 10, "Nov.": 11, "Dez.": 12, "Jänner": 1, "Feber": 2,
}  # fmt: skip
SCALES: Final = {
    "Mio.": "Million|Millionen", "Mio": "Million|Millionen", "Mrd.": "Milliarde|Milliarden",
    "Mrd": "Milliarde|Milliarden", "Million": "Million|Millionen", "Bio.": "Billion|Billionen",
    "Millionen": "Million|Millionen", "Milliarde": "Milliarde|Milliarden",
    "Tsd.": "tausend|tausend",
    "Milliarden": "Milliarde|Milliarden", "Billionen": "Billion|Billionen",
}  # fmt: skip


def _same(written: str, said: str) -> tuple[str, Noun]:
    return written, Noun(said, said)


UNITS: Final = dict((
    *(_same(*pair.split("=")) for pair in (
        "km=Kilometer", "m=Meter", "cm=Zentimeter", "mm=Millimeter", "kg=Kilogramm", "g=Gramm",
        "mg=Milligramm", "l=Liter", "L=Liter", "ml=Milliliter", "km²=Quadratkilometer",
        "m²=Quadratmeter", "qm=Quadratmeter", "m³=Kubikmeter", "ha=Hektar", "°C=Grad Celsius",
        "°F=Grad Fahrenheit", "° C=Grad Celsius", "°=Grad", "V=Volt", "W=Watt", "kW=Kilowatt",
        "MW=Megawatt", "kWh=Kilowattstunden", "Wh=Wattstunden", "A=Ampere", "mA=Milliampere",
        "Hz=Hertz", "kHz=Kilohertz", "MHz=Megahertz", "GHz=Gigahertz", "kB=Kilobyte",
        "KB=Kilobyte", "MB=Megabyte", "GB=Gigabyte", "TB=Terabyte", "Mbit=Megabit",
        "Gbit=Gigabit", "dB=Dezibel", "hPa=Hektopascal", "bar=Bar", "kcal=Kilokalorien",
        "kJ=Kilojoule", "J=Joule", "N=Newton", "PS=P S", "px=Pixel", "dl=Deziliter",
        "cl=Zentiliter", "\u00b5m=Mikrometer", "nm=Nanometer", "cm²=Quadratzentimeter",
        "dpi=D P I", "ppm=P P M",
    )),
    ("h", Noun("Stunde", "Stunden", "f")),
    ("Std.", Noun("Stunde", "Stunden", "f")),
    ("min", Noun("Minute", "Minuten", "f")),
    ("Min.", Noun("Minute", "Minuten", "f")),
    ("s", Noun("Sekunde", "Sekunden", "f")),
    ("Sek.", Noun("Sekunde", "Sekunden", "f")),
    ("ms", Noun("Millisekunde", "Millisekunden", "f")),
    ("t", Noun("Tonne", "Tonnen", "f")),
))  # fmt: skip

CURRENCY_SIGNS: Final = {
    "€": "EUR", "EUR": "EUR", "Euro": "EUR", "$": "USD", "US$": "USD", "USD": "USD",
    "Dollar": "USD", "£": "GBP", "GBP": "GBP", "CHF": "CHF", "Fr.": "CHF", "SFr.": "CHF",
    "Franken": "CHF", "¥": "JPY", "JPY": "JPY", "CNY": "CNY", "R$": "BRL", "BRL": "BRL",
    "₹": "INR", "INR": "INR", "zł": "PLN", "PLN": "PLN", "₽": "RUB", "₺": "TRY",
}  # fmt: skip

KINGS: Final = words(
    "Ludwig Heinrich Friedrich Wilhelm Karl Otto Johannes Paul Benedikt Georg Pius Leo Franz "
    "Philipp Peter Alexander Nikolaus Gustav Christian Maximilian Joseph Josef Leopold Sixtus "
    "Innozenz Urban Clemens Gregor Napoleon Charles Ramses Konrad Rudolf Richard Eduard Edward "
    "Jakob Alfons Ferdinand Erik Harald Olaf Haakon Albert Albrecht Iwan Mehmed Adolf August "
    "Julius Kyros Dareios Johann William Louis Willem Frederik Felipe Juan Carlos"
)
QUEENS: Final = words("Elisabeth Elizabeth Katharina Margarethe Maria Isabella Anna")
PARTS: Final = words(
    "Teil Kapitel Band Buch Akt Szene Artikel Abschnitt Klasse Stufe Phase Weltkrieg Typ Liga "
    "Anhang Anlage Tafel Apollo Rocky Hartz Agenda Bundesliga Schiller Goethe Version"
)

BEFORE_FIGURES: Final = {
    "Nr.": "Nummer", "Nrn.": "Nummern", "S.": "Seite", "Bd.": "Band", "Kap.": "Kapitel",
    "Art.": "Artikel", "Abs.": "Absatz", "Abb.": "Abbildung", "Tab.": "Tabelle", "Str.": "Straße",
    "ca.": "circa", "max.": "maximal", "min.": "mindestens", "Jh.": "Jahrhundert", "\u00a7\u00a7":
    "Paragrafen", "Fig.": "Figur", "Zi.": "Zimmer", "№": "Nummer", "No.": "Nummer", "bzgl.":
    "bezüglich", "ab ca.": "ab circa",
}  # fmt: skip

ABBREVIATIONS: Final = {
    "z. B.": "zum Beispiel", "z.B.": "zum Beispiel", "z.\u00a0B.": "zum Beispiel",
    "d. h.": "das heißt", "d.h.": "das heißt", "d.\u00a0h.": "das heißt",
    "u. a.": "unter anderem", "u.a.": "unter anderem", "u.\u00a0a.": "unter anderem",
    "u. s. w.": "und so weiter", "usw.": "und so weiter", "etc.": "et cetera",
    "o. Ä.": "oder Ähnliches", "o.Ä.": "oder Ähnliches", "i. d. R.": "in der Regel",
    "i.d.R.": "in der Regel", "v. a.": "vor allem", "v.a.": "vor allem", "z. T.": "zum Teil",
    "z.T.": "zum Teil", "s. o.": "siehe oben", "s. u.": "siehe unten", "u. U.": "unter Umständen",
    "u.U.": "unter Umständen", "z. Z.": "zurzeit", "z. Zt.": "zurzeit", "m. E.": "meines Erachtens",
    "u. g.": "unten genannten", "u.g.": "unten genannten", "o. g.": "oben genannten",
    "o.g.": "oben genannten",
    "n. Chr.": "nach Christus", "v. Chr.": "vor Christus", "n.Chr.": "nach Christus",
    "v.Chr.": "vor Christus", "i. A.": "im Auftrag", "e. V.": "E V", "e.V.": "E V",
    "bzw.": "beziehungsweise", "ggf.": "gegebenenfalls", "evtl.": "eventuell", "inkl.":
    "inklusive", "exkl.": "exklusive", "vgl.": "vergleiche", "sog.": "sogenannte", "ca.": "circa",
    "Dr.": "Doktor", "Prof.": "Professor", "Dipl.-Ing.": "Diplomingenieur", "Ing.": "Ingenieur",
    "geb.": "geborene", "gest.": "gestorben", "Nr.": "Nummer", "Tel.": "Telefon", "Str.": "Straße",
    "Jh.": "Jahrhundert", "Jhd.": "Jahrhundert", "Mo.": "Montag", "Mio.": "Millionen",
    "Mrd.": "Milliarden", "Std.": "Stunden", "Min.": "Minuten", "Sek.": "Sekunden",
    "bspw.": "beispielsweise", "zzgl.": "zuzüglich", "abzgl.": "abzüglich", "einschl.":
    "einschließlich", "lt.": "laut", "allg.": "allgemein", "dt.": "deutsch", "engl.": "englisch",
    "franz.": "französisch", "Co.": "Co", "GmbH": "G m b H", "mbH": "m b H",
    "Hbf": "Hauptbahnhof", "Hbf.": "Hauptbahnhof",
    "Jan.": "Januar", "Feb.": "Februar", "Aug.": "August", "Sept.": "September",
    "Okt.": "Oktober", "Nov.": "November", "Dez.": "Dezember", "MwSt.": "Mehrwertsteuer",
    "Abt.": "Abteilung", "Hrsg.": "Herausgeber", "jun.": "junior", "sen.": "senior",
    "röm.-kath.": "römisch-katholisch", "kath.": "katholisch", "ev.": "evangelisch",
}  # fmt: skip

SPELLED: Final = words(
    "ADAC AEG AG AOK ARD CEO CIA CV ECTS EM EU GEZ HIV ICE IQ IT KI OLED OSZE ORF SAP SUV TU "
    "UN UNHCR URL USA USB VIP XXL ÖPNV ÖBB ÖVP UV"
)
"""Words in capitals, letter by letter."""

SAID: Final = words("KMK")
"""Words in capitals, as words."""
