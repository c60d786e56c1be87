"""Spanish units, names and abbreviations."""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.european.lexis import Currency, Noun, words

MONTHS: Final = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
)  # fmt: skip
MONTHS_SHORT: Final = {
    "ene.": 1, "feb.": 2, "mar.": 3, "abr.": 4, "jun.": 6, "jul.": 7, "ago.": 8, "sept.": 9,
    "sep.": 9, "oct.": 10, "nov.": 11, "dic.": 12, "setiembre": 9,
}  # fmt: skip
SCALES: Final = {
    "millones": "millón|millones", "millón": "millón|millones", "mill.": "millón|millones",
    "billones": "billón|billones", "billón": "billón|billones", "mil millones":
    "mil millones|mil millones", "mil": "mil|mil",
}  # fmt: skip

UNITS: Final = {
    **{written: Noun(said, f"{said}s") for written, said in (pair.split("=") for pair in (
        "km=kilómetro", "m=metro", "cm=centímetro", "mm=milímetro", "kg=kilogramo", "g=gramo",
        "mg=miligramo", "l=litro", "L=litro", "ml=mililitro", "mL=mililitro", "cl=centilitro",
        "dl=decilitro", "ha=hectárea", "°=grado", "º=grado", "V=voltio", "W=vatio",
        "kW=kilovatio", "MW=megavatio", "A=amperio", "J=julio", "kJ=kilojulio",
        "px=píxele", "kB=kilobyte", "KB=kilobyte", "MB=megabyte", "GB=gigabyte",
        "TB=terabyte", "hPa=hectopascale", "nm=nanómetro", "\u00b5m=micrómetro",
    )) if written not in ("ha", "px", "hPa")},
    "ha": Noun("hectárea", "hectáreas", "f"),
    "px": Noun("píxel", "píxeles"),
    "hPa": Noun("hectopascal", "hectopascales"),
    "dB": Noun("decibelio", "decibelios"),
    "Hz": Noun("hercio", "hercios"),
    "kHz": Noun("kilohercio", "kilohercios"),
    "MHz": Noun("megahercio", "megahercios"),
    "GHz": Noun("gigahercio", "gigahercios"),
    "kWh": Noun("kilovatio hora", "kilovatios hora"),
    "m²": Noun("metro cuadrado", "metros cuadrados"),
    "km²": Noun("kilómetro cuadrado", "kilómetros cuadrados"),
    "cm²": Noun("centímetro cuadrado", "centímetros cuadrados"),
    "m³": Noun("metro cúbico", "metros cúbicos"),
    "°C": Noun("grado Celsius", "grados Celsius"),
    "ºC": Noun("grado Celsius", "grados Celsius"),
    "° C": Noun("grado Celsius", "grados Celsius"),
    "°F": Noun("grado Fahrenheit", "grados Fahrenheit"),
    "t": Noun("tonelada", "toneladas", "f"),
    "h": Noun("hora", "horas", "f"),
    "hs": Noun("hora", "horas", "f"),
    "min": Noun("minuto", "minutos"),
    "s": Noun("segundo", "segundos"),
    "seg": Noun("segundo", "segundos"),
    "ms": Noun("milisegundo", "milisegundos"),
    "kcal": Noun("kilocaloría", "kilocalorías", "f"),
    "CV": Noun("caballo", "caballos"),
    "M€": Noun("millón de euros", "millones de euros"),
}  # fmt: skip

_CENT: Final = Noun("centavo", "centavos")
CURRENCIES: Final = {
    "EUR": Currency(Noun("euro", "euros"), Noun("céntimo", "céntimos")),
    "USD": Currency(Noun("dólar", "dólares"), _CENT),
    "MXN": Currency(Noun("peso", "pesos"), _CENT),
    "ARS": Currency(Noun("peso argentino", "pesos argentinos"), _CENT),
    "COP": Currency(Noun("peso colombiano", "pesos colombianos"), _CENT),
    "GBP": Currency(Noun("libra", "libras", "f"), Noun("penique", "peniques")),
    "CHF": Currency(Noun("franco suizo", "francos suizos"), Noun("céntimo", "céntimos")),
    "JPY": Currency(Noun("yen", "yenes")),
    "CNY": Currency(Noun("yuan", "yuanes")),
    "BRL": Currency(Noun("real", "reales"), _CENT),
    "PEN": Currency(Noun("sol", "soles"), Noun("céntimo", "céntimos")),
    "INR": Currency(Noun("rupia", "rupias", "f")),
    "RUB": Currency(Noun("rublo", "rublos")),
    "PLN": Currency(Noun("esloti", "eslotis")),
    "TRY": Currency(Noun("lira", "liras", "f")),
}
CURRENCY_SIGNS: Final = {
    "€": "EUR", "EUR": "EUR", "euros": "EUR", "euro": "EUR", "$": "USD", "US$": "USD",
    "USD": "USD", "dólares": "USD", "dólar": "USD", "MX$": "MXN", "MXN": "MXN", "pesos": "MXN",
    "peso": "MXN", "ARS": "ARS", "COP": "COP", "£": "GBP", "GBP": "GBP", "libras": "GBP",
    "CHF": "CHF", "¥": "JPY", "JPY": "JPY", "CNY": "CNY", "R$": "BRL", "BRL": "BRL",
    "S/": "PEN", "PEN": "PEN", "₹": "INR", "₽": "RUB", "zł": "PLN", "PLN": "PLN", "₺": "TRY",
}  # fmt: skip

MASCULINE: Final = words(
    "día días problema problemas sistema sistemas tema temas programa programas mapa mapas "
    "planeta planetas clima climas idioma idiomas poema poemas drama dramas kilómetros gramas "
    "diagrama diagramas esquema esquemas fantasma fantasmas cura sofá sofás pijama pijamas "
    "para hasta contra nada cada una esta esa mientras atletas artistas turistas taxistas "
    "gramos telegrama telegramas aniversario programa guías"
)
NOT_NOUNS: Final = words(
    "de del y o u a al en por para con sin es son fue era que se no ni si el la los las un una más "
    "menos entre hasta desde sobre según como cuando pero porque ya le lo me te su sus mi tu está "
    "están hay va van ha han será tiene e"
)
PARTS: Final = words(
    "capítulo tomo volumen acto escena parte libro artículo título sección anexo fase tipo clase "
    "nivel figura siglo siglos Capítulo Tomo Volumen Acto Escena Parte Libro Artículo Título "
    "Sección Anexo Fase Tipo Siglo Mundial mundial edición congreso Congreso Apolo Rocky"
)

BEFORE_FIGURES: Final = {
    "n.º": "número", "N.º": "Número", "nº": "número", "Nº": "Número", "núm.": "número",
    "Núm.": "Número", "n°": "número", "N°": "Número", "№": "número", "p.": "página", "pág.":
    "página", "Pág.": "Página", "págs.": "páginas", "pp.": "páginas", "art.": "artículo",
    "Art.": "Artículo", "cap.": "capítulo", "Cap.": "Capítulo", "vol.": "volumen", "t.": "tomo",
    "fig.": "figura", "aprox.": "aproximadamente", "máx.": "máximo", "mín.": "mínimo",
    "s.": "siglo", "ca.": "circa", "c.": "calle", "s. ": "siglo",
}  # fmt: skip
BEFORE_NAMES: Final = {
    "D.": "don", "S.": "San", "C/": "calle", "Sto.": "Santo", "Sta.": "Santa", "Fr.": "fray",
    "M.ª": "María", "Mª": "María",
}  # fmt: skip
ABBREVIATIONS: Final = {
    "Sr.": "señor", "Sra.": "señora", "Srta.": "señorita", "Sres.": "señores", "Sras.": "señoras",
    "Dr.": "doctor", "Dra.": "doctora", "Dres.": "doctores", "Prof.": "profesor", "Profa.":
    "profesora", "Lic.": "licenciado", "Ing.": "ingeniero", "Arq.": "arquitecto", "D.ª": "doña",
    "Dña.": "doña", "Ud.": "usted", "Uds.": "ustedes", "Vd.": "usted", "Vds.": "ustedes",
    "EE. UU.": "Estados Unidos", "EE.UU.": "Estados Unidos", "EE.\u00a0UU.": "Estados Unidos",
    "EEUU": "Estados Unidos", "EE UU": "Estados Unidos", "p. ej.": "por ejemplo",
    "p.ej.": "por ejemplo", "P. ej.": "Por ejemplo", "por ej.": "por ejemplo", "ej.": "ejemplo",
    "etc.": "etcétera", "a. C.": "antes de Cristo", "a.C.": "antes de Cristo",
    "d. C.": "después de Cristo", "d.C.": "después de Cristo", "a. m.": "a eme", "a.m.": "a eme",
    "p. m.": "pe eme", "p.m.": "pe eme", "tel.": "teléfono", "Tel.": "Teléfono",
    "tfno.": "teléfono", "Avda.": "avenida", "Av.": "avenida", "avda.": "avenida", "Pza.": "plaza",
    "Cía.": "compañía", "S. A.": "sociedad anónima", "S.A.": "sociedad anónima", "S.L.":
    "sociedad limitada", "S. L.": "sociedad limitada", "Dpto.": "departamento", "dpto.":
    "departamento", "Gral.": "general", "Ej.": "Ejemplo", "izq.": "izquierda", "dcha.": "derecha",
    "aprox.": "aproximadamente", "hab.": "habitantes", "Excmo.": "excelentísimo", "q.e.p.d.":
    "que en paz descanse", "P. D.": "posdata", "P.D.": "posdata", "RR. HH.": "recursos humanos",
    "RR.HH.": "recursos humanos", "FF. AA.": "fuerzas armadas", "JJ. OO.": "juegos olímpicos",
    "JJ.OO.": "juegos olímpicos", "núm.": "número", "pág.": "página", "ene.": "enero",
    "dic.": "diciembre", "cf.": "confróntese", "máx.": "máximo", "mín.": "mínimo",
}  # fmt: skip

SPELLED: Final = words("CEO CV IA ONG SUV UE URL USB UV VIH")
"""Words in capitals, letter by letter."""

SAID: Final = words("PSOE")
"""Words in capitals, as words."""
