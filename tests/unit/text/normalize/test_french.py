"""What French texts are read as."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.french import RULES

pytestmark = pytest.mark.unit

READINGS = [
    (
        "fr",
        "La température est de 19,4 °C",
        "La température est de dix-neuf virgule quatre degrés Celsius",
    ),
    ("fr", "52 %.", "cinquante-deux pour cent."),
    (
        "fr",
        "Il coûte 1 234,50 € le 1er mai à 17h30.",
        (
            "Il coûte mille deux cent trente-quatre euros cinquante le premier mai à "
            "dix-sept heures trente."
        ),
    ),
    ("fr", "Au XXe siècle", "Au vingtième siècle"),
    ("fr", "Louis XIV", "Louis quatorze"),
    ("fr", "M. Dupont et Mme Durand", "monsieur Dupont et madame Durand"),
    ("fr", "François Ier.", "François premier."),
    (
        "fr",
        "Appelez le 01 23 45 67 89.",
        "Appelez le zéro un, vingt-trois, quarante-cinq, soixante-sept, quatre-vingt-neuf.",
    ),
    ("fr", "le 2e", "le deuxième"),
    ("fr", "la 1re fois", "la première fois"),
    ("fr", "3/4", "trois quarts"),
    ("fr", "-5", "moins cinq"),
    ("fr", "5–9", "cinq à neuf"),
    (
        "fr",
        "1.234.567 p. ex.",
        "un million deux cent trente-quatre mille cinq cent soixante-sept par exemple.",
    ),
    ("fr", "Le 3 avril 2026", "Le trois avril deux mille vingt-six"),
    ("fr", "3/4/2026", "trois avril deux mille vingt-six"),
    ("fr", "14 juillet 1789", "quatorze juillet mille sept cent quatre-vingt-neuf"),
    ("fr", "1 personne", "une personne"),
    ("fr", "21 pages", "vingt et une pages"),
    ("fr", "1 chat", "un chat"),
    ("fr", "81 minutes", "quatre-vingt-une minutes"),
    ("fr", "2 millions d'euros", "deux millions d'euros"),
    ("fr", "7,2 milliards d'euros", "sept virgule deux milliards d'euros"),
    ("fr", "2 000 000 €", "deux millions d'euros"),
    ("fr", "5 M€", "cinq millions d'euros"),
    (
        "fr",
        "Écrivez à jean.dupont@exemple.fr ou www.exemple.fr/page",
        (
            "Écrivez à jean point dupont arobase exemple point F R ou exemple point F R "
            "barre oblique page"
        ),
    ),
    ("fr", "n° 5", "numéro cinq"),
    ("fr", "p. 12", "page douze"),
    ("fr", "art. 3", "article trois"),
    ("fr", "chap. IV", "chapitre quatre"),
    ("fr", "17 h", "dix-sept heures"),
    ("fr", "8 h 15", "huit heures quinze"),
    ("fr", "1h", "une heure"),
    ("fr", "17:45", "dix-sept heures quarante-cinq"),
    ("fr", "20h05", "vingt heures cinq"),
    ("fr", "R&D", "R et D"),
    ("fr", "3 + 4 = 7", "trois plus quatre égale sept"),
    ("fr", "10 km/h", "dix kilomètres par heure"),
    ("fr", "0,50 €", "cinquante centimes"),
    ("fr", "1,00 €", "un euro"),
    ("fr", "12,99 $", "douze dollars quatre-vingt-dix-neuf"),
    ("fr", "£3", "trois livres sterling"),
    ("fr", "-5 °C", "moins cinq degrés Celsius"),
    ("fr", "1,5 kg", "un virgule cinq kilogramme"),
    ("fr", "0,5 l", "zéro virgule cinq litre"),
    ("fr", "version 2.0.1", "version deux point zéro point un"),
    ("fr", "v3.1", "version trois point un"),
    (
        "fr",
        "+33 6 12 34 56 78",
        "plus trente-trois, six, douze, trente-quatre, cinquante-six, soixante-dix-huit",
    ),
    ("fr", "1/2", "un demi"),
    ("fr", "2/3", "deux tiers"),
    ("fr", "3/4 kg", "trois quarts de kilogramme"),
    ("fr", "les 90 ans", "les quatre-vingt-dix ans"),
    ("fr", "en 1987", "en mille neuf cent quatre-vingt-sept"),
    ("fr", "100 m²", "cent mètres carrés"),
    ("fr", "Élisabeth II", "Élisabeth deux"),
    ("fr", "chapitre III", "chapitre trois"),
    ("fr", "Henri IV.", "Henri quatre."),
    ("fr", "XIXe et XXᵉ siècles", "dix-neuvième et vingtième siècles"),
    ("fr", "20e", "vingtième"),
    ("fr", "2ème", "deuxième"),
    ("fr", "1ère", "première"),
    ("fr", "2nd", "second"),
    ("fr", "2nde", "seconde"),
    ("fr", "5-9", "cinq à neuf"),
    ("fr", "de 10 à 15 %", "de dix à quinze pour cent"),
    ("fr", "10-15 km", "dix à quinze kilomètres"),
    ("fr", "3,14 et 3,1416", "trois virgule quatorze et trois virgule un quatre un six"),
    ("fr", "0,05", "zéro virgule zéro cinq"),
    ("fr", "de 2010-2015", "de deux mille dix à deux mille quinze"),
    ("fr", "24h/24", "vingt-quatre heures sur vingt-quatre"),
    (
        "fr",
        "Tél. : 04 78 12 34 56",
        "Téléphone : zéro quatre, soixante-dix-huit, douze, trente-quatre, cinquante-six",
    ),
    ("fr", "80 ans", "quatre-vingts ans"),
    ("fr", "200 euros", "deux cents euros"),
    ("fr", "COVID-19", "COVID-dix-neuf"),
    ("fr", "A4", "A quatre"),
    ("fr", "MP3", "M P trois"),
    ("fr", "18/20 en maths", "dix-huit sur vingt en maths"),
    ("fr", "9/10 des gens", "neuf dixièmes des gens"),
    ("fr", "H2O", "H deux O"),
    ("fr", "#BonjourParis @marie", "hashtag Bonjour Paris arobase marie"),
    ("fr", "Il est 1 heure. Le CD coûte 5 €.", "Il est une heure. Le C D coûte cinq euros."),
    (
        "fr",
        "1 234 567 habitants",
        "un million deux cent trente-quatre mille cinq cent soixante-sept habitants",
    ),
    ("fr", "1,2 million", "un virgule deux million"),
    ("fr", "1er janvier", "premier janvier"),
    ("fr", "31 déc. 2025", "trente et un décembre deux mille vingt-cinq"),
    ("fr", "Il a 52 % des voix.", "Il a cinquante-deux pour cent des voix."),
    ("fr", "Mme Durand habite au n° 12.", "madame Durand habite au numéro douze."),
    ("fr", "La route fait 1 234 km.", "La route fait mille deux cent trente-quatre kilomètres."),
    ("fr", "Le 3/4/2026 à 8h.", "Le trois avril deux mille vingt-six à huit heures."),
    ("fr", "Tome II", "Tome deux"),
    ("fr", "acte III.", "acte trois."),
    ("fr", "Il fait -12 °C.", "Il fait moins douze degrés Celsius."),
    ("fr", "Le prix passe de 5 à 9 €.", "Le prix passe de cinq à neuf euros."),
    ("fr", "5–9 km", "cinq à neuf kilomètres"),
]


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_reading(language: str, written: str, spoken: str) -> None:
    edits = RULES.find_edits(written, Taken(), ReadingOptions(language))
    assert apply_edits(written, edits).text == spoken


def test_a_sentence_without_figures_or_signs_is_left_alone() -> None:
    sentence = "Le chat dort sur le lit."
    assert RULES.find_edits(sentence, Taken(), ReadingOptions("fr")) == []
