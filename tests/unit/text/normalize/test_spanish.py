"""What Spanish texts are read as."""

from __future__ import annotations

import pytest

from brisa.text.edits import Taken, apply_edits
from brisa.text.normalize.base import ReadingOptions
from brisa.text.normalize.spanish import RULES

pytestmark = pytest.mark.unit

READINGS = [
    ("es", "1,234.50", "mil doscientos treinta y cuatro punto cincuenta"),
    ("es", "Son las 17:30 h", "Son las diecisiete treinta"),
    ("es", "52 %", "cincuenta y dos por ciento"),
    ("es", "1.234,50 €.", "mil doscientos treinta y cuatro euros con cincuenta céntimos."),
    ("es", "Siglo XX", "Siglo veinte"),
    ("es", "Luis XIV", "Luis catorce"),
    ("es", "1º", "primero"),
    ("es", "2ª", "segunda"),
    ("es", "Sr. Gómez y Sra. Ruiz", "señor Gómez y señora Ruiz"),
    ("es", "EE. UU.", "Estados Unidos."),
    ("es", "19,4 °C", "diecinueve coma cuatro grados Celsius"),
    ("es", "5–9", "cinco a nueve"),
    ("es", "3/4", "tres cuartos"),
    ("es", "1.234.567", "un millón doscientos treinta y cuatro mil quinientos sesenta y siete"),
    (
        "es",
        "el 3/4/2026 o 3 de abril de 1987",
        "el tres de abril de dos mil veintiséis o tres de abril de mil novecientos ochenta y siete",
    ),
    ("es", "1 de mayo", "uno de mayo"),
    ("es-CO", "1 de mayo", "primero de mayo"),
    ("es-MX", "1 de mayo", "primero de mayo"),
    ("es", "21 casas", "veintiuna casas"),
    ("es", "31 libros", "treinta y un libros"),
    ("es", "200 personas", "doscientas personas"),
    ("es", "21", "veintiuno"),
    ("es", "1 día", "un día"),
    ("es", "500 páginas", "quinientas páginas"),
    ("es", "21.000 euros", "veintiún mil euros"),
    ("es", "21 000 personas", "veintiuna mil personas"),
    ("es", "2.000.000 €", "dos millones de euros"),
    ("es", "7,2 millones de euros", "siete coma dos millones de euros"),
    ("es", "p. ej. el 1er piso", "por ejemplo el primer piso"),
    ("es", "3.er", "tercer"),
    ("es", "2.º", "segundo"),
    ("es", "3.ª", "tercera"),
    ("es", "Escriba a ana@ejemplo.es", "Escriba a ana arroba ejemplo punto E S"),
    ("es", "www.ejemplo.es/a-b", "ejemplo punto E S barra a guion b"),
    ("es", "tel. 612 345 678", "teléfono seis uno dos, tres cuatro cinco, seis siete ocho"),
    (
        "es",
        "+34 91 123 45 67",
        "más tres cuatro, nueve uno, uno dos tres, cuatro cinco, seis siete",
    ),
    ("es", "a las 8:00", "a las ocho"),
    ("es", "20:05", "veinte cero cinco"),
    ("es", "la 1:15", "la una quince"),
    ("es", "17 h", "diecisiete horas"),
    ("es", "R$ 5", "cinco reales"),
    ("es", "$3", "tres dólares"),
    ("es", "£21", "veintiuna libras"),
    ("es", "0,50 €", "cincuenta céntimos"),
    ("es", "-5 °C", "menos cinco grados Celsius"),
    ("es", "10 km/h", "diez kilómetros por hora"),
    ("es", "1,5 kg", "uno coma cinco kilogramos"),
    ("es", "3/4 kg", "tres cuartos de kilogramo"),
    ("es", "siglos XIX y XX", "siglos diecinueve y veinte"),
    ("es", "Felipe II", "Felipe segundo"),
    ("es", "Isabel II", "Isabel segunda"),
    ("es", "Alfonso XIII", "Alfonso trece"),
    ("es", "Juan Carlos I", "Juan Carlos primero"),
    ("es", "capítulo IV", "capítulo cuatro"),
    ("es", "v2.0", "versión dos punto cero"),
    ("es", "1.2.3", "uno punto dos punto tres"),
    ("es", "3 + 4 = 7", "tres más cuatro igual a siete"),
    ("es", "2 x 3 m", "dos por tres metros"),
    ("es", "n.º 5", "número cinco"),
    ("es", "pág. 12", "página doce"),
    ("es", "etc.", "etcétera."),
    ("es", "500 a. C.", "quinientos antes de Cristo."),
    ("es", "10 a. m.", "diez a eme."),
    ("es", "3,14", "tres coma catorce"),
    ("es", "3.14", "tres punto catorce"),
    ("es", "0,05", "cero coma cero cinco"),
    ("es", "3,1416", "tres coma uno cuatro uno seis"),
    ("es", "1/2", "medio"),
    ("es", "2/3", "dos tercios"),
    ("es", "1/10", "un décimo"),
    ("es", "3/16", "tres dieciséisavos"),
    ("es", "100 %", "cien por ciento"),
    ("es", "101", "ciento uno"),
    ("es", "1000", "mil"),
    ("es", "1100", "mil cien"),
    ("es", "1.000.000 de habitantes", "un millón de habitantes"),
    ("es", "ganó 3-1", "ganó tres a uno"),
    ("es", "de 10 a 15", "de diez a quince"),
    ("es", "10-15 %", "diez a quince por ciento"),
    ("es", "1990-1995", "mil novecientos noventa a mil novecientos noventa y cinco"),
    ("es", "COVID-19", "COVID-diecinueve"),
    ("es", "A4", "A cuatro"),
    ("es", "MP3", "M P tres"),
    ("es", "un 9/10 justo", "un nueve sobre diez justo"),
    ("es", "9/10 de todos", "nueve décimos de todos"),
    ("es", "Son el 52 %.", "Son el cincuenta y dos por ciento."),
    ("es", "La calle mide 1.234 m.", "La calle mide mil doscientos treinta y cuatro metros."),
    ("es", "el 03/04/2026 a las 8:00", "el tres de abril de dos mil veintiséis a las ocho"),
    ("es", "5–9 km", "cinco a nueve kilómetros"),
    ("es", "Hay 21 mesas.", "Hay veintiuna mesas."),
    ("es", "Tiene 30 años.", "Tiene treinta años."),
    ("es", "El Dr. Ruiz vive en la 2.ª planta.", "El doctor Ruiz vive en la segunda planta."),
    ("es", "Cuesta 2,50 €.", "Cuesta dos euros con cincuenta céntimos."),
    ("es", "21 días", "veintiún días"),
    ("es", "101 noches", "ciento una noches"),
    ("es", "p. ej. así", "por ejemplo así"),
    ("es", "EE. UU. y la UE", "Estados Unidos y la U E"),
    (
        "es-MX",
        "Cuesta $1,234.50 y pesa 3.5 kg, 1,234,567.",
        (
            "Cuesta mil doscientos treinta y cuatro pesos con cincuenta centavos y pesa tres "
            "punto cinco kilogramos, un millón doscientos treinta y cuatro mil quinientos "
            "sesenta y siete."
        ),
    ),
]


@pytest.mark.parametrize(("language", "written", "spoken"), READINGS)
def test_reading(language: str, written: str, spoken: str) -> None:
    edits = RULES.find_edits(written, Taken(), ReadingOptions(language))
    assert apply_edits(written, edits).text == spoken


def test_a_sentence_without_figures_or_signs_is_left_alone() -> None:
    sentence = "El gato duerme en la cama."
    assert RULES.find_edits(sentence, Taken(), ReadingOptions("es")) == []
