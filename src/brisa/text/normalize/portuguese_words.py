"""Portuguese units, names and abbreviations, of Brazil and of Portugal."""

from __future__ import annotations

from typing import Final

from brisa.text.normalize.european.lexis import Currency, Noun, words

MONTHS: Final = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
    "outubro", "novembro", "dezembro",
)  # fmt: skip
MONTHS_SHORT: Final = {
    "jan.": 1, "fev.": 2, "mar.": 3, "abr.": 4, "mai.": 5, "jun.": 6, "jul.": 7, "ago.": 8,
    "set.": 9, "out.": 10, "nov.": 11, "dez.": 12,
}  # fmt: skip
SCALES: Final = {
    "milhões": "milhão|milhões", "milhão": "milhão|milhões", "mi": "milhão|milhões",
    "bilhões": "bilhão|bilhões", "bilhão": "bilhão|bilhões", "bi": "bilhão|bilhões",
    "mil milhões": "mil milhões|mil milhões", "biliões": "bilião|biliões",
    "trilhões": "trilhão|trilhões", "trilhão": "trilhão|trilhões", "mil": "mil|mil",
}  # fmt: skip

UNITS: Final = {
    **{written: Noun(said, f"{said}s") for written, said in (pair.split("=") for pair in (
        "m=metro", "cm=centímetro", "mm=milímetro", "g=grama", "mg=miligrama", "l=litro",
        "L=litro", "ml=mililitro", "mL=mililitro", "cl=centilitro", "dl=decilitro", "ha=hectare",
        "°=grau", "W=watt", "kW=quilowatt", "MW=megawatt", "kB=kilobyte", "KB=kilobyte",
        "MB=megabyte", "GB=gigabyte", "TB=terabyte", "J=joule", "kJ=quilojoule", "V=volt",
        "dB=decibelho",
    )) if written != "dB"},
    "dB": Noun("decibel", "decibéis"),
    "km": Noun("quilômetro", "quilômetros"),
    "kg": Noun("quilograma", "quilogramas"),
    "A": Noun("ampere", "amperes"),
    "px": Noun("píxel", "píxeis"),
    "Hz": Noun("hertz", "hertz"),
    "kHz": Noun("quilohertz", "quilohertz"),
    "MHz": Noun("megahertz", "megahertz"),
    "GHz": Noun("gigahertz", "gigahertz"),
    "kWh": Noun("quilowatt-hora", "quilowatts-hora"),
    "m²": Noun("metro quadrado", "metros quadrados"),
    "km²": Noun("quilômetro quadrado", "quilômetros quadrados"),
    "cm²": Noun("centímetro quadrado", "centímetros quadrados"),
    "m³": Noun("metro cúbico", "metros cúbicos"),
    "°C": Noun("grau Celsius", "graus Celsius"),
    "ºC": Noun("grau Celsius", "graus Celsius"),
    "° C": Noun("grau Celsius", "graus Celsius"),
    "°F": Noun("grau Fahrenheit", "graus Fahrenheit"),
    "t": Noun("tonelada", "toneladas", "f"),
    "h": Noun("hora", "horas", "f"),
    "hs": Noun("hora", "horas", "f"),
    "min": Noun("minuto", "minutos"),
    "s": Noun("segundo", "segundos"),
    "seg": Noun("segundo", "segundos"),
    "ms": Noun("milissegundo", "milissegundos"),
    "kcal": Noun("quilocaloria", "quilocalorias", "f"),
    "cv": Noun("cavalo", "cavalos"),
}  # fmt: skip

_CENT: Final = Noun("centavo", "centavos")
_CENTIME: Final = Noun("cêntimo", "cêntimos")
CURRENCIES: Final = {
    "BRL": Currency(Noun("real", "reais"), _CENT),
    "EUR": Currency(Noun("euro", "euros"), _CENT),
    "USD": Currency(Noun("dólar", "dólares"), _CENT),
    "GBP": Currency(Noun("libra", "libras", "f"), Noun("penny", "pence")),
    "CHF": Currency(Noun("franco suíço", "francos suíços"), _CENTIME),
    "JPY": Currency(Noun("iene", "ienes")),
    "CNY": Currency(Noun("yuan", "yuans")),
    "ARS": Currency(Noun("peso", "pesos"), _CENT),
    "AOA": Currency(Noun("kwanza", "kwanzas")),
    "INR": Currency(Noun("rupia", "rupias", "f")),
    "RUB": Currency(Noun("rublo", "rublos")),
    "PLN": Currency(Noun("złoty", "złotys")),
    "TRY": Currency(Noun("lira", "liras", "f")),
}
CURRENCY_SIGNS: Final = {
    "R$": "BRL", "BRL": "BRL", "reais": "BRL", "real": "BRL", "€": "EUR", "EUR": "EUR",
    "euros": "EUR", "euro": "EUR", "$": "USD", "US$": "USD", "U$": "USD", "USD": "USD",
    "dólares": "USD", "dólar": "USD", "£": "GBP", "GBP": "GBP", "libras": "GBP", "CHF": "CHF",
    "¥": "JPY", "JPY": "JPY", "CNY": "CNY", "ARS": "ARS", "pesos": "ARS", "Kz": "AOA",
    "₹": "INR", "₽": "RUB", "zł": "PLN", "PLN": "PLN", "₺": "TRY",
}  # fmt: skip

MASCULINE: Final = words(
    "dia dias problema problemas sistema sistemas tema temas programa programas mapa mapas "
    "planeta planetas clima climas idioma idiomas poema poemas drama dramas grama gramas "
    "diagrama diagramas esquema esquemas fantasma pijama pijamas sofá sofás para até contra nada "
    "cada uma esta essa atletas artistas turistas quilogramas telegrama telegramas mas apenas "
    "cometa cometas"
)
NOT_NOUNS: Final = words(
    "de do da dos das e ou a ao aos à às em no na nos nas por para com sem é são foi era que se "
    "não nem o os as um uma mais menos entre até desde sobre segundo como quando mas porque já "
    "lhe me te seu sua seus suas meu tu está estão há vai vão tem têm será"
)
PARTS: Final = words(
    "capítulo tomo volume ato acto cena parte livro artigo título seção secção anexo fase tipo "
    "classe nível figura mundial Capítulo Tomo Volume Ato Acto Cena Parte Livro Artigo Título "
    "Seção Secção Anexo Fase Tipo Mundial século séculos Século Séculos Apolo Rocky"
)

BEFORE_FIGURES: Final = {
    "n.º": "número", "N.º": "Número", "nº": "número", "Nº": "Número", "n°": "número",
    "N°": "Número", "№": "número", "núm.": "número", "p.": "página", "pág.": "página",
    "Pág.": "Página", "págs.": "páginas", "pp.": "páginas", "art.": "artigo", "Art.": "Artigo",
    "cap.": "capítulo", "Cap.": "Capítulo", "vol.": "volume", "t.": "tomo", "fig.": "figura",
    "aprox.": "aproximadamente", "máx.": "máximo", "mín.": "mínimo", "séc.": "século",
    "sécs.": "séculos", "ca.": "cerca de", "apto.": "apartamento", "apt.": "apartamento",
}  # fmt: skip
BEFORE_NAMES: Final = {
    "D.": "dom", "S.": "São", "Sto.": "Santo", "Sta.": "Santa", "R.": "rua", "Pe.": "padre",
    "Fr.": "frei", "Av.": "avenida", "Al.": "alameda",
}  # fmt: skip
ABBREVIATIONS: Final = {
    "Sr.": "senhor", "Sra.": "senhora", "Sr.ª": "senhora", "Srs.": "senhores", "Sras.": "senhoras",
    "Srta.": "senhorita", "Dr.": "doutor", "Dra.": "doutora", "Dr.ª": "doutora", "Drs.": "doutores",
    "Prof.": "professor", "Profa.": "professora", "Prof.ª": "professora", "Eng.": "engenheiro",
    "Eng.º": "engenheiro", "Exmo.": "excelentíssimo", "Exma.": "excelentíssima", "Ex.ª":
    "excelência", "Exa.": "excelência", "Ex.mo": "excelentíssimo", "Ex.ma": "excelentíssima",
    "V. Ex.ª": "vossa excelência", "V. Exa.": "vossa excelência", "D.ª": "dona", "Ilmo.":
    "ilustríssimo", "p. ex.": "por exemplo", "p.ex.": "por exemplo", "P. ex.": "Por exemplo",
    "por ex.": "por exemplo", "ex.": "exemplo", "Ex.:": "exemplo:", "etc.": "et cetera",
    "a. C.": "antes de Cristo", "a.C.": "antes de Cristo", "d. C.": "depois de Cristo",
    "d.C.": "depois de Cristo", "EUA": "Estados Unidos", "E.U.A.": "Estados Unidos",
    "tel.": "telefone", "Tel.": "Telefone", "telef.": "telefone", "av.": "avenida", "Ltda.":
    "limitada", "Lda.": "limitada", "S.A.": "sociedade anônima", "Cia.": "companhia",
    "Depto.": "departamento", "Gen.": "general", "Cel.": "coronel", "obs.": "observação",
    "Obs.": "Observação", "aprox.": "aproximadamente", "hab.": "habitantes", "jan.": "janeiro",
    "fev.": "fevereiro", "dez.": "dezembro", "cf.": "confira", "máx.": "máximo", "mín.": "mínimo",
    "séc.": "século", "pág.": "página", "Jr.": "júnior", "vc": "você", "vcs": "vocês",
    "tb": "também", "Vossa Exa.": "Vossa excelência", "Trav.": "travessa", "Pça.": "praça",
    "km²": "quilômetros quadrados",
}  # fmt: skip

SPELLED: Final = words("CEO CV HIV IA IBGE ICMS INSS IPTU IPVA IR ONG SUV UE UF URL USB UTI UV")
"""Words in capitals, letter by letter."""

SAID: Final = words("BNDES")
"""Words in capitals, as words."""
