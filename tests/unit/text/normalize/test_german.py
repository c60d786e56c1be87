"""What German texts are read as."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.german import RULES

pytestmark = pytest.mark.unit

READINGS = [
    (
        "de",
        "Im Keller sind es 19,4 °C bei 52 % Feuchte.",
        "Im Keller sind es neunzehn Komma vier Grad Celsius bei zweiundfünfzig Prozent Feuchte.",
    ),
    (
        "de",
        "Das kostet 1.234,50 € oder 1'234 Fr. mehr",
        (
            "Das kostet eintausendzweihundertvierunddreißig Euro fünfzig oder "
            "eintausendzweihundertvierunddreißig Franken mehr"
        ),
    ),
    ("de", "bzw. 0,99 €.", "beziehungsweise neunundneunzig Cent."),
    (
        "de",
        "Am 3. April um 17:30 Uhr kommen z. B. 5–9 Leute.",
        "Am dritten April um siebzehn Uhr dreißig kommen zum Beispiel fünf bis neun Leute.",
    ),
    (
        "de",
        "Papst Johannes Paul II. starb am 2.4.2005.",
        "Papst Johannes Paul der Zweite starb am zweiten April zweitausendfünf.",
    ),
    (
        "de",
        "Der 3. Mann kam im Jahr 1987 mit 1.234.567 Euro.",
        (
            "Der dritte Mann kam im Jahr neunzehnhundertsiebenundachtzig mit eine Million "
            "zweihundertvierunddreißigtausendfünfhundertsiebenundsechzig Euro."
        ),
    ),
    ("de", "Tel. 030 123456", "Telefon null drei null, eins zwei drei vier fünf sechs"),
    ("de", "a.b@example.com", "a Punkt b at example Punkt com"),
    (
        "de",
        "Version 2.0.1 wiegt 3/4 kg",
        "Version zwei Punkt null Punkt eins wiegt drei Viertel Kilogramm",
    ),
    ("de", "-5 Grad", "minus fünf Grad"),
    ("de", "Dr. Müller & Co.", "Doktor Müller und Co."),
    ("de", "usw.", "und so weiter."),
    (
        "de",
        "Er zahlte 7,2 Mrd. Euro für 5 Mio. Aktien.",
        "Er zahlte sieben Komma zwei Milliarden Euro für fünf Millionen Aktien.",
    ),
    (
        "de",
        "Ruf +49 30 1234567 an.",
        "Ruf plus vier neun, drei null, eins zwei drei vier fünf sechs sieben an.",
    ),
    (
        "de",
        "Die 90er-Jahre und die 1920er.",
        "Die neunziger-Jahre und die neunzehnhundertzwanziger.",
    ),
    ("de", "Vom 3. bis 5. Mai", "Vom dritten bis fünften Mai"),
    ("de", "10–15 %", "zehn bis fünfzehn Prozent"),
    ("de", "100 km/h", "einhundert Kilometer pro Stunde"),
    ("de", "2 x 3 m.", "zwei mal drei Meter."),
    ("de", "Im II. Weltkrieg", "Im zweiten Weltkrieg"),
    ("de", "Kapitel IV", "Kapitel vier"),
    ("de", "Ludwig XIV. regierte.", "Ludwig der Vierzehnte regierte."),
    ("de", "1 Minute", "eine Minute"),
    ("de", "1 Hund", "ein Hund"),
    ("de", "21 Leute", "einundzwanzig Leute"),
    ("de", "1 h", "eine Stunde"),
    (
        "de",
        "Siehe www.beispiel.de/pfad_1 oder https://a-b.com.",
        (
            "Siehe beispiel Punkt D E Schrägstrich pfad Unterstrich eins oder a Bindestrich b "
            "Punkt com."
        ),
    ),
    ("de", "3 + 4 = 7", "drei plus vier gleich sieben"),
    ("de", "5 - 3 = 2", "fünf minus drei gleich zwei"),
    ("de", "2 * 3", "zwei mal drei"),
    ("de", "Spielstand 3:2", "Spielstand drei zu zwei"),
    ("de", "Covid-19", "Covid-neunzehn"),
    ("de", "B12", "B zwölf"),
    ("de", "H₂O", "H zwei O"),
    ("de", "10²", "zehn hoch zwei"),
    ("de", "1½ Stunden", "eineinhalb Stunden"),
    ("de", "1/3", "ein Drittel"),
    ("de", "um 8 Uhr", "um acht Uhr"),
    ("de", "17.30 Uhr", "siebzehn Uhr dreißig"),
    ("de", "17:30:05", "siebzehn Uhr dreißig und fünf Sekunden"),
    (
        "de",
        "Er wurde 1987 geboren und ist 2026 hier.",
        "Er wurde neunzehnhundertsiebenundachtzig geboren und ist zweitausendsechsundzwanzig hier.",
    ),
    ("de", "PLZ 10115 Berlin", "PLZ eins null eins eins fünf Berlin"),
    ("de", "Nr. 5", "Nummer fünf"),
    ("de", "§ 12 Abs. 3", "Paragraf zwölf Absatz drei"),
    ("de", "ca. 20 cm", "circa zwanzig Zentimeter"),
    ("de", "am 3.4.", "am dritten April."),
    ("de", "1 €", "ein Euro"),
    ("de", "Es kostet 1 €, für 1,00 € mehr", "Es kostet einen Euro, für einen Euro mehr"),
    ("de", "mit 1 Euro ab 1 $", "mit einem Euro ab einem Dollar"),
    ("de", "Das ist 1 €. 1 € bleibt.", "Das ist ein Euro. ein Euro bleibt."),
    ("de", "1,00 €", "ein Euro"),
    ("de", "1,5 Mio. €", "eins Komma fünf Millionen Euro"),
    ("de", "-5 €", "minus fünf Euro"),
    (
        "de",
        "IP 192.168.0.1",
        "IP einhundertzweiundneunzig Punkt einhundertachtundsechzig Punkt null Punkt eins",
    ),
    ("de", "eine GmbH", "eine G m b H"),
    ("de", "9/10", "neun Zehntel"),
    ("de", "1.2.3", "eins Punkt zwei Punkt drei"),
    ("de", "@peter #GuteLaune", "at peter Hashtag Gute Laune"),
    ("de", "Er kam als 2. ins Ziel.", "Er kam als zweiter ins Ziel."),
    ("de", "Das war im 19. Jh.", "Das war im neunzehnten Jahrhundert."),
    ("de", "Die 1. Frau", "Die erste Frau"),
    ("de", "ein 2. Versuch", "ein zweiter Versuch"),
    ("de", "zum 3. Mal", "zum dritten Mal"),
    ("de", "5. Etage", "fünfte Etage"),
    ("de", "Das sind 52 %.", "Das sind zweiundfünfzig Prozent."),
    ("de", "Sie wohnt in Nr. 12.", "Sie wohnt in Nummer zwölf."),
    (
        "de",
        "Die Strecke misst 1.234 km.",
        "Die Strecke misst eintausendzweihundertvierunddreißig Kilometer.",
    ),
    (
        "de",
        "am 03.04.2026 um 8:05 Uhr",
        "am dritten April zweitausendsechsundzwanzig um acht Uhr fünf",
    ),
    ("de", "5–9 km", "fünf bis neun Kilometer"),
    ("de", "Es waren 250 Gäste.", "Es waren zweihundertfünfzig Gäste."),
    ("de", "Er gewann 2:1.", "Er gewann zwei zu eins."),
]


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_reading(language: str, written: str, spoken: str) -> None:
    edits = RULES.find_edits(written, Taken(), ReadingOptions(language))
    assert apply_edits(written, edits).text == spoken


def test_a_sentence_without_figures_or_signs_is_left_alone() -> None:
    sentence = "Die Katze schläft auf dem Bett."
    assert RULES.find_edits(sentence, Taken(), ReadingOptions("de")) == []
