"""French units, names and abbreviations."""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.european.lexis import Currency, Noun, words

MONTHS: Final = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
    "octobre", "novembre", "décembre",
)  # fmt: skip
MONTHS_SHORT: Final = {
    "janv.": 1, "févr.": 2, "fév.": 2, "avr.": 4, "juil.": 7, "sept.": 9, "oct.": 10, "nov.": 11,
    "déc.": 12, "aout": 8,
}  # fmt: skip
SCALES: Final = {
    "millions": "million|millions", "million": "million|millions", "Mio": "million|millions",
    "milliards": "milliard|milliards", "milliard": "milliard|milliards",
    "Md": "milliard|milliards", "Mds": "milliard|milliards", "Mrd": "milliard|milliards",
}  # fmt: skip

UNITS: Final = {
    **{written: Noun(said, f"{said}s") for written, said in (pair.split("=") for pair in (
        "km=kilomètre", "m=mètre", "cm=centimètre", "mm=millimètre", "kg=kilogramme",
        "g=gramme", "mg=milligramme", "l=litre", "L=litre", "ml=millilitre", "mL=millilitre",
        "cl=centilitre", "cL=centilitre", "dl=décilitre", "ha=hectare", "°=degré", "V=volt",
        "W=watt", "kW=kilowatt", "MW=mégawatt", "kWh=kilowattheure", "Wh=wattheure",
        "A=ampère", "kHz=kilohertz", "Ko=kilooctet", "ko=kilooctet", "Mo=mégaoctet",
        "Go=gigaoctet", "To=téraoctet", "kB=kilooctet", "MB=mégaoctet", "GB=gigaoctet",
        "TB=téraoctet", "dB=décibel", "hPa=hectopascal", "J=joule", "kJ=kilojoule",
        "px=pixel", "nm=nanomètre", "\u00b5m=micromètre",
    ))},
    "Hz": Noun("hertz", "hertz"),
    "MHz": Noun("mégahertz", "mégahertz"),
    "GHz": Noun("gigahertz", "gigahertz"),
    "m²": Noun("mètre carré", "mètres carrés"),
    "km²": Noun("kilomètre carré", "kilomètres carrés"),
    "cm²": Noun("centimètre carré", "centimètres carrés"),
    "m³": Noun("mètre cube", "mètres cubes"),
    "°C": Noun("degré Celsius", "degrés Celsius"),
    "° C": Noun("degré Celsius", "degrés Celsius"),
    "°F": Noun("degré Fahrenheit", "degrés Fahrenheit"),
    "t": Noun("tonne", "tonnes", "f"),
    "h": Noun("heure", "heures", "f"),
    "min": Noun("minute", "minutes", "f"),
    "mn": Noun("minute", "minutes", "f"),
    "s": Noun("seconde", "secondes", "f"),
    "sec": Noun("seconde", "secondes", "f"),
    "ms": Noun("milliseconde", "millisecondes", "f"),
    "kcal": Noun("kilocalorie", "kilocalories", "f"),
    "ch": Noun("cheval", "chevaux"),
    "M€": Noun("million d'euros", "millions d'euros"),
    "Md€": Noun("milliard d'euros", "milliards d'euros"),
    "k€": Noun("mille euros", "mille euros"),
}  # fmt: skip

_CENT: Final = Noun("centime", "centimes")
CURRENCIES: Final = {
    "EUR": Currency(Noun("euro", "euros"), _CENT),
    "USD": Currency(Noun("dollar", "dollars"), Noun("cent", "cents")),
    "GBP": Currency(Noun("livre sterling", "livres sterling", "f"), Noun("penny", "pence")),
    "CHF": Currency(Noun("franc suisse", "francs suisses"), _CENT),
    "FRF": Currency(Noun("franc", "francs"), _CENT),
    "CAD": Currency(Noun("dollar canadien", "dollars canadiens"), Noun("cent", "cents")),
    "JPY": Currency(Noun("yen", "yens")),
    "CNY": Currency(Noun("yuan", "yuans")),
    "BRL": Currency(Noun("réal", "réaux"), Noun("centavo", "centavos")),
    "INR": Currency(Noun("roupie", "roupies", "f")),
    "RUB": Currency(Noun("rouble", "roubles")),
    "PLN": Currency(Noun("zloty", "zlotys")),
    "TRY": Currency(Noun("livre turque", "livres turques", "f")),
    "XOF": Currency(Noun("franc CFA", "francs CFA")),
}
CURRENCY_SIGNS: Final = {
    "€": "EUR", "EUR": "EUR", "euros": "EUR", "euro": "EUR", "$": "USD", "US$": "USD",
    "$US": "USD", "USD": "USD", "dollars": "USD", "dollar": "USD", "$CA": "CAD", "CAD": "CAD",
    "£": "GBP", "GBP": "GBP", "CHF": "CHF", "francs": "FRF", "franc": "FRF", "FF": "FRF",
    "¥": "JPY", "JPY": "JPY", "CNY": "CNY", "R$": "BRL", "BRL": "BRL", "₹": "INR", "₽": "RUB",
    "zł": "PLN", "PLN": "PLN", "₺": "TRY", "FCFA": "XOF",
}  # fmt: skip

FEMININE: Final = words(
    "personne personnes fois heure heures minute minutes seconde secondes année années semaine "
    "semaines journée journées page pages place places voiture voitures maison maisons chambre "
    "chambres femme femmes fille filles chose choses question questions réponse réponses tasse "
    "tasses bouteille bouteilles carte cartes lettre lettres table tables ville villes rue rues "
    "pièce pièces étoile étoiles ligne lignes liste listes image images photo photos vidéo vidéos "
    "tonne tonnes livre-sterling plage plages pomme pommes demande demandes équipe équipes porte "
    "portes fenêtre fenêtres main mains nuit nuits partie parties phrase phrases règle règles "
    "étape étapes route routes école écoles église églises île îles langue langues messe "
    "machine machines douzaine dizaine centaine victoire victoires erreur erreurs"
)
PARTS: Final = words(
    "chapitre tome volume acte scène partie livre article titre section annexe phase type classe "
    "niveau planche figure mondiale Chapitre Tome Volume Acte Scène Partie Livre Article Titre "
    "Section Annexe Phase Type Mondiale Apollo Rocky"
)

BEFORE_FIGURES: Final = {
    "n°": "numéro", "N°": "Numéro", "nº": "numéro", "Nº": "Numéro", "№": "numéro", "no": "numéro",
    "n°s": "numéros", "p.": "page", "pp.": "pages", "art.": "article", "Art.": "Article",
    "chap.": "chapitre", "ch.": "chapitre", "vol.": "volume", "t.": "tome", "fig.": "figure",
    "env.": "environ", "max.": "maximum", "min.": "minimum", "bd.": "boulevard", "al.": "alinéa",
}  # fmt: skip
BEFORE_NAMES: Final = {
    "M.": "monsieur", "MM.": "messieurs", "St": "Saint", "Ste": "Sainte", "Pr": "professeur",
    "Dr": "docteur", "Me": "maître", "Mr": "monsieur", "Mr.": "monsieur", "Bd": "boulevard",
    "av.": "avenue", "Av.": "Avenue", "Gal": "général", "Cie": "compagnie",
}  # fmt: skip
ABBREVIATIONS: Final = {
    "Mme": "madame", "Mmes": "mesdames", "Mlle": "mademoiselle", "Mlles": "mesdemoiselles",
    "Mgr": "monseigneur", "Dr.": "docteur", "Pr.": "professeur", "p. ex.": "par exemple",
    "p.ex.": "par exemple", "p.\u00a0ex.": "par exemple", "par ex.": "par exemple",
    "ex.": "exemple", "etc.": "et cetera", "etc": "et cetera", "c.-à-d.": "c'est-à-dire",
    "c-à-d": "c'est-à-dire", "càd": "c'est-à-dire", "cf.": "confer", "av. J.-C.":
    "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ", "ap. J.-C.": "après Jésus-Christ",
    "J.-C.": "Jésus-Christ", "tél.": "téléphone", "Tél.": "Téléphone", "s.v.p.": "s'il vous plaît",
    "svp": "s'il vous plaît", "SVP": "s'il vous plaît", "stp": "s'il te plaît", "env.": "environ",
    "boul.": "boulevard", "bd": "boulevard", "hab.": "habitants", "janv.": "janvier",
    "févr.": "février", "juil.": "juillet", "sept.": "septembre", "oct.": "octobre",
    "nov.": "novembre", "déc.": "décembre", "qqch.": "quelque chose", "qqn.": "quelqu'un",
    "R.-V.": "rendez-vous", "RDV": "rendez-vous", "rdv": "rendez-vous", "P.-S.": "post-scriptum",
    "cie": "compagnie", "éd.": "édition", "max.": "maximum", "min.": "minimum", "adj.": "adjectif",
}  # fmt: skip

SPELLED: Final = words(
    "AG API CEO CHU CIA CIO CV EPS IA IUT IVG OGM OM ONG PIB RER SA SUV TER UE UMP UN URL "
    "URSS USA USB UV VIP"
)
"""Words in capitals, letter by letter."""
