"""What Portuguese texts are read as."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.portuguese import RULES

pytestmark = pytest.mark.unit

READINGS = [
    ("pt", "São 17h30", "São dezessete e trinta"),
    ("pt", "52 %", "cinquenta e dois por cento"),
    ("pt", "R$ 1.234,50.", "mil duzentos e trinta e quatro reais e cinquenta centavos."),
    ("pt", "Século XX", "Século vinte"),
    ("pt", "D. Pedro II", "dom Pedro segundo"),
    ("pt", "1º", "primeiro"),
    ("pt", "2ª", "segunda"),
    ("pt", "Sr. Silva", "senhor Silva"),
    ("pt", "V. Ex.ª", "vossa excelência"),
    ("pt", "19,4 °C", "dezenove vírgula quatro graus Celsius"),
    ("pt", "5–9", "cinco a nove"),
    ("pt", "3/4", "três quartos"),
    ("pt", "1.234.567", "um milhão duzentos e trinta e quatro mil quinhentos e sessenta e sete"),
    (
        "pt",
        "em 3/4/2026 ou 3 de abril de 1987",
        (
            "em três de abril de dois mil e vinte e seis ou três de abril de mil novecentos "
            "e oitenta e sete"
        ),
    ),
    ("pt", "1º de maio", "primeiro de maio"),
    ("pt", "2 casas", "duas casas"),
    ("pt", "21 páginas", "vinte e uma páginas"),
    ("pt", "200 pessoas", "duzentas pessoas"),
    ("pt", "2", "dois"),
    ("pt", "1 dia", "um dia"),
    ("pt", "200 dias", "duzentos dias"),
    ("pt", "R$ 2 milhões", "dois milhões de reais"),
    ("pt", "2.000.000 de euros", "dois milhões de euros"),
    ("pt", "7,2 bilhões", "sete vírgula dois bilhões"),
    ("pt", "R$ 1,2 bilhão", "um vírgula dois bilhão de reais"),
    ("pt", "p. ex. o 1.º andar e a 3ª porta", "por exemplo o primeiro andar e a terceira porta"),
    ("pt", "as 2as", "as segundas"),
    ("pt", "Escreva a ana@exemplo.com.br", "Escreva a ana arroba exemplo ponto com ponto B R"),
    ("pt", "www.exemplo.pt/a_b", "exemplo ponto P T barra a sublinhado b"),
    ("pt", "tel. 11 98765-4321", "telefone um um, nove oito sete seis cinco, quatro três dois um"),
    ("pt", "(11) 98765-4321", "um um, nove oito sete seis cinco, quatro três dois um"),
    (
        "pt",
        "+351 912 345 678",
        "mais três cinco um, nove um dois, três quatro cinco, seis sete oito",
    ),
    ("pt", "912 345 678", "nove um dois, três quatro cinco, seis sete oito"),
    ("pt", "às 8:00", "às oito horas"),
    ("pt", "20h05", "vinte horas e cinco"),
    ("pt", "1h15", "uma e quinze"),
    ("pt", "17 h", "dezessete horas"),
    ("pt", "14h", "catorze horas"),
    ("pt", "R$ 0,50", "cinquenta centavos"),
    ("pt", "US$ 3", "três dólares"),
    ("pt", "£2", "duas libras"),
    ("pt", "1 €", "um euro"),
    ("pt", "12,99 €", "doze euros e noventa e nove centavos"),
    ("pt", "-5 °C", "menos cinco graus Celsius"),
    ("pt", "10 km/h", "dez quilômetros por hora"),
    ("pt", "1,5 kg", "um vírgula cinco quilograma"),
    ("pt", "3/4 kg", "três quartos de quilograma"),
    ("pt", "100 m²", "cem metros quadrados"),
    ("pt", "séculos XIX e XX", "séculos dezenove e vinte"),
    ("pt", "João XXIII", "João vinte e três"),
    ("pt", "Maria II", "Maria segunda"),
    ("pt", "capítulo IV", "capítulo quatro"),
    ("pt", "séc. XVIII", "século dezoito"),
    ("pt", "v2.0", "versão dois ponto zero"),
    ("pt", "1.2.3", "um ponto dois ponto três"),
    ("pt", "3 + 4 = 7", "três mais quatro igual a sete"),
    ("pt", "2 x 3 m", "dois por três metros"),
    ("pt", "n.º 5", "número cinco"),
    ("pt", "pág. 12", "página doze"),
    ("pt", "etc.", "et cetera."),
    ("pt", "500 a.C.", "quinhentos antes de Cristo."),
    ("pt", "3,14", "três vírgula catorze"),
    ("pt", "3.14", "três ponto catorze"),
    ("pt", "0,05", "zero vírgula zero cinco"),
    ("pt", "3,1416", "três vírgula um quatro um seis"),
    ("pt", "1/2", "meio"),
    ("pt", "2/3", "dois terços"),
    ("pt", "1/10", "um décimo"),
    ("pt", "3/16", "três dezesseis avos"),
    ("pt", "100 %", "cem por cento"),
    ("pt", "101", "cento e um"),
    ("pt", "1000", "mil"),
    ("pt", "1100", "mil e cem"),
    ("pt", "1200", "mil e duzentos"),
    ("pt", "1.100.000", "um milhão cem mil"),
    ("pt", "2.000.001", "dois milhões e um"),
    ("pt", "ganhou 3-1", "ganhou três a um"),
    ("pt", "10-15 %", "dez a quinze por cento"),
    ("pt", "1990-1995", "mil novecentos e noventa a mil novecentos e noventa e cinco"),
    ("pt", "COVID-19", "COVID-dezenove"),
    ("pt", "A4", "A quatro"),
    ("pt", "MP3", "M P três"),
    ("pt", "16 GB", "dezesseis gigabytes"),
    ("pt", "São 52 %.", "São cinquenta e dois por cento."),
    ("pt", "A rua tem 1.234 m.", "A rua tem mil duzentos e trinta e quatro metros."),
    ("pt", "em 03/04/2026 às 8h", "em três de abril de dois mil e vinte e seis às oito horas"),
    ("pt", "5–9 km", "cinco a nove quilômetros"),
    ("pt", "Há 21 mesas.", "Há vinte e uma mesas."),
    ("pt", "O 1º lugar.", "O primeiro lugar."),
    ("pt", "Ela tem 30 anos.", "Ela tem trinta anos."),
    ("pt", "Dr. Costa e Sra. Lima", "doutor Costa e senhora Lima"),
    ("pt", "Moro no apto. 12.", "Moro no apartamento doze."),
    ("pt", "Custa R$ 2,50.", "Custa dois reais e cinquenta centavos."),
    ("pt", "2 horas", "duas horas"),
    (
        "pt-PT",
        "São 17h16, custa 12,99 €, 16 km, 19 %, 2.500.000.000",
        (
            "São dezassete e dezasseis, custa doze euros e noventa e nove cêntimos, "
            "dezasseis quilómetros, dezanove por cento, dois mil e quinhentos milhões"
        ),
    ),
]


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_reading(language: str, written: str, spoken: str) -> None:
    edits = RULES.find_edits(written, Taken(), ReadingOptions(language))
    assert apply_edits(written, edits).text == spoken


def test_a_sentence_without_figures_or_signs_is_left_alone() -> None:
    sentence = "O gato dorme na cama."
    assert RULES.find_edits(sentence, Taken(), ReadingOptions("pt")) == []
