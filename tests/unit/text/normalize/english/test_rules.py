"""What is read how, kind by kind (American English)."""

from __future__ import annotations

import pytest

from unit.text.normalize.english.speaking import said

pytestmark = pytest.mark.unit


NUMBERS = [
    ("105", "one hundred five"),
    (
        "2,345,678 people",
        "two million three hundred forty five thousand six hundred seventy eight people",
    ),
    ("0.75", "zero point seven five"),
    (".5", "point five"),
    ("3.14159", "three point one four one five nine"),
    ("It is -5 today", "it is minus five today"),
    ("−5 and (-3)", "minus five and minus three"),
    ("the 21st time", "the twenty first time"),
    ("1,000th", "one thousandth"),
    (
        "1 234 567 stars",
        "one million two hundred thirty four thousand five hundred sixty seven stars",
    ),
    ("1'234 francs", "one thousand two hundred thirty four francs"),
    ("007", "zero zero seven"),
    ("12345678", "one two three four five six seven eight"),
    ("2 4 5", "two four five"),
    ("1. First item", "one. first item"),
    ("He came 1st.", "he came first."),
    ("a 30-year-old man", "a thirty year old man"),
    ("a 24-hour shop", "a twenty four hour shop"),
    ("1e6", "one times ten to the six"),
    ("3.5e-4", "three point five times ten to the minus four"),
    ("2x", "two times"),
    ("10× zoom", "ten times zoom"),
    ("5+ years", "five plus years"),
]

MONEY = [
    ("Rs 500", "five hundred rupees"),
    ("the $40 fee", "the forty dollar fee"),
    ("the $40 was his", "the forty dollars was his"),
    ("$1.00 or $1.50", "one dollar or one dollar and fifty cents"),
    ("a $5 bill", "a five dollar bill"),
    ("$24.95", "twenty four dollars and ninety five cents"),
    ("$1", "one dollar"),
    ("$0.99", "ninety nine cents"),
    ("$7.2 billion", "seven point two billion dollars"),
    ("£5.3bn", "five point three billion pounds"),
    ("$1.2M", "one point two million dollars"),
    ("€20", "twenty euros"),
    ("20€", "twenty euros"),
    ("£3.50", "three pounds and fifty pence"),
    ("¥500", "five hundred yen"),
    ("₹300", "three hundred rupees"),
    ("$5–10", "five to ten dollars"),
    ("$5-$10", "five to ten dollars"),
    ("US$5", "five u s dollars"),
    ("20 USD", "twenty u s dollars"),
    ("EUR 20", "twenty euros"),
    ("50¢", "fifty cents"),
    ("$40k", "forty thousand dollars"),
    ("$1,234.50", "one thousand two hundred thirty four dollars and fifty cents"),
    ("-$5", "minus five dollars"),
    ("$3m-$5m", "three to five million dollars"),
    ("$100/month", "one hundred dollars per month"),
    ("$250 past 6:45PM.", "two hundred fifty dollars past six forty five p m."),
    (
        "It costs $24.95, not $18.20.",
        "it costs twenty four dollars and ninety five cents not eighteen dollars and twenty cents.",
    ),
    ("$18.20 due at 7:00", "eighteen dollars and twenty cents due at seven o'clock"),
    ("$5 million-$10 million", "five to ten million dollars"),
]

YEARS = [
    ("the 1848 uprisings", "the eighteen forty eight uprisings"),
    ("the 2020/21 season", "the twenty twenty twenty one season"),
    ("by 2150", "by twenty one fifty"),
    ("2100 people", "two thousand one hundred people"),
    ("in 1987", "in nineteen eighty seven"),
    ("1908", "nineteen oh eight"),
    ("in 1900.", "in nineteen hundred."),
    ("in 2000", "in two thousand"),
    ("2005", "two thousand five"),
    ("2010", "twenty ten"),
    ("2026", "twenty twenty six"),
    ("1,987 units", "one thousand nine hundred eighty seven units"),
    ("1987 units", "one thousand nine hundred eighty seven units"),
    ("the 1990s", "the nineteen nineties"),
    ("the '90s", "the nineties"),
    ("2000s", "two thousands"),
    ("44 BC", "forty four b c"),
    ("1914–1918", "nineteen fourteen to nineteen eighteen"),
    ("1914-18", "nineteen fourteen to eighteen"),
    (
        "In 1987 the town had 2,345 houses",
        "in nineteen eighty seven the town had two thousand three hundred forty five houses",
    ),
    ("1500 words", "one thousand five hundred words"),
]

DATES = [
    ("the 4th of July", "the fourth of july"),
    ("Sat 9/12", "saturday september twelfth"),
    ("on Fri", "on friday"),
    ("04/05/2026", "april fifth twenty twenty six"),
    ("2026-05-04", "may fourth twenty twenty six"),
    ("25/12/2026", "december twenty fifth twenty twenty six"),
    ("May 4", "may fourth"),
    ("May 4, 2026", "may fourth twenty twenty six"),
    ("4 May 2026", "the fourth of may twenty twenty six"),
    ("Jan. 3rd", "january third"),
    ("Mon, Jan 5", "monday january fifth"),
    ("on March 3rd, 2031, to vote", "on march third twenty thirty one to vote"),
    ("May 2026", "may twenty twenty six"),
    ("Sept. 9", "september ninth"),
    ("May I sit in the sun?", "may i sit in the sun?"),
    ("Sun, Mar 8", "sunday march eighth"),
    ("July 4–6", "july fourth to sixth"),
]

TIMES = [
    ("7:00", "seven o'clock"),
    ("7:00 PM", "seven p m"),
    ("7pm", "seven p m"),
    ("6:45PM", "six forty five p m"),
    ("7:05", "seven oh five"),
    ("14:30", "fourteen thirty"),
    ("13:00", "thirteen hundred"),
    ("00:00", "midnight"),
    (
        "It began at 8:10 a.m., then paused until 4:40 p.m. today.",
        "it began at eight ten a m then paused until four forty p m today.",
    ),
    ("We left at 9 a.m.", "we left at nine a m."),
    ("at 9 a.m. She left.", "at nine a m. she left."),
    ("it's 5 am", "it's five a m"),
    ("I am 5", "i am five"),
    ("1:02:03", "one hour two minutes and three seconds"),
    ("9am–5pm", "nine a m to five p m"),
    ("9-5pm", "nine to five p m"),
    ("@ 5pm", "at five p m"),
    ("16:9", "sixteen to nine"),
    ("John 3:16", "john three sixteen"),
]

RANGES = [
    ("5–9", "five to nine"),
    ("pages 5-9", "pages five to nine"),
    ("Q1–Q3", "q one to q three"),
    ("15–20°C", "fifteen to twenty degrees celsius"),
    ("won 3-2", "won three to two"),
    ("Mon–Fri", "monday to friday"),
    ("Jan-Mar", "january to march"),
    ("9-11", "nine eleven"),
    ("1-2", "one to two"),
]

FRACTIONS = [
    ("1/2", "one half"),
    ("3/4", "three quarters"),
    ("2 1/2", "two and a half"),
    ("½", "one half"),
    ("2½ hours", "two and a half hours"),
    ("5/8", "five eighths"),
    ("24/7", "twenty four seven"),
    ("and/or", "and or"),
    ("he/she", "he she"),
    ("1/3 of it", "one third of it"),
]

UNITS = [
    ("a 2 TB disk", "a two terabyte disk"),
    ("7 kWh.", "seven kilowatt hours."),
    ("1/2 tsp. of salt", "one half teaspoon of salt"),
    ("2 1/2 lb", "two and a half pounds"),
    ("60 km/h", "sixty kilometers per hour"),
    ("5 kg", "five kilograms"),
    ("1 kg", "one kilogram"),
    ("10 km", "ten kilometers"),
    ("101.3°F", "one hundred one point three degrees fahrenheit"),
    ("5'10\"", "five feet ten inches"),
    ("10 MB", "ten megabytes"),
    ("3 GHz", "three gigahertz"),
    ("60 mph", "sixty miles per hour"),
    ("5 ft", "five feet"),
    ("5ft", "five feet"),
    ("20 ms", "twenty milliseconds"),
    ("100 m²", "one hundred square meters"),
    ("a 5-kg bag", "a five kilogram bag"),
    ("5 in the room", "five in the room"),
    ("5 in.", "five inches."),
    ("12.5%", "twelve point five percent"),
    ("10 %", "ten percent"),
    ("5-10%", "five to ten percent"),
    ("-5 °C", "minus five degrees celsius"),
    ("9.8 m/s²", "nine point eight meters per second squared"),
    ("It weighs 5 kg.", "it weighs five kilograms."),
    ("6 ft 2 in", "six feet two inches"),
    ("1/2 cup", "one half cup"),
    ("3 min.", "three minutes."),
]

PHONES = [
    ("212-555-0147", "two one two five five five zero one four seven"),
    ("(212) 555-0147", "two one two five five five zero one four seven"),
    ("+44 20 7946 0000", "plus four four two zero seven nine four six zero zero zero zero"),
    ("1-800-555-0199", "one eight zero zero five five five zero one nine nine"),
    ("call 555-0147.", "call five five five zero one four seven."),
    ("020 7946 0958", "zero two zero seven nine four six zero nine five eight"),
]

CODES = [
    ("on port 8080", "on port eight zero eight zero"),
    ("٤٥ left", "forty five left"),
    ("H₂SO₄ and CO₂", "h two s o four and c o two"),
    ("Call 911 now", "call nine one one now"),
    ("call 100 people", "call one hundred people"),
    ("invoice #A-1024", "invoice number a one zero two four"),
    ("two B-52s", "two b fifty twos"),
    ("a 747-400", "a seven hundred forty seven four hundred"),
    ("1080p", "ten eighty p"),
    ("FY2023", "f y twenty twenty three"),
    ("in Denver, CO 80202.", "in denver colorado eight oh two oh two."),
    ("10k followers", "ten thousand followers"),
    ("ZIP 90210", "zip nine oh two one oh"),
    ("Austin, TX 78701", "austin texas seven eight seven oh one"),
    ("code 245", "code two four five"),
    ("PIN 1234", "pin one two three four"),
    ("#1", "number one"),
    ("#4512", "number four five one two"),
    ("B52", "b fifty two"),
    ("4h 30m left", "four hours thirty minutes left"),
    ("2m 10s or 1h5min", "two minutes ten seconds or one hour five minutes"),
    ("30m wide", "thirty meters wide"),
    ("MP3", "m p three"),
    ("A1B2", "a one b two"),
    ("COVID-19", "covid nineteen"),
    ("H2O", "h two o"),
    ("4K", "four k"),
    ("3D", "three d"),
    ("flight 1549", "flight one five four nine"),
    ("your code is 482913", "your code is four eight two nine one three"),
]

VERSIONS = [
    ("v2.0.1", "version two point zero point one"),
    ("2.0.1", "two point zero point one"),
    ("v3.11", "version three point eleven"),
    ("version 3.11", "version three point eleven"),
    ("Python 3.11", "python three point eleven"),
    ("192.168.0.1", "one nine two dot one six eight dot zero dot one"),
]

ROMAN = [
    ("World War II", "world war two"),
    ("Henry VIII", "henry the eighth"),
    ("Louis XIV", "louis the fourteenth"),
    ("Chapter IV", "chapter four"),
    ("Super Bowl LVIII", "super bowl fifty eight"),
    ("Pope John Paul II", "pope john paul the second"),
    ("I think so", "i think so"),
    ("MIX it", "mix it"),
]

INITIALISMS = [
    ("COME TO THE GYM NOW", "come to the gym now"),
    ("Come to JFK now", "come to j f k now"),
    ("the USA", "the u s a"),
    ("FBI", "f b i"),
    ("my TV", "my t v"),
    ("URLs", "u r ls"),
    ("CDs", "c ds"),
    ("the FBI's", "the f b i's"),
    ("PhD", "p h d"),
    ("NASA and NATO", "nasa and nato"),
    ("PLEASE READ THIS LINE ALOUD", "please read this line aloud"),
    ("TELL THE FBI NOW", "tell the f b i now"),
    ("This is NOT good", "this is not good"),
    ("the U.S. economy", "the u s economy"),
    ("in the U.S.", "in the u s."),
    ("a.k.a. Bob", "a k a bob"),
    ("vitamin C", "vitamin c"),
]

ADDRESSES = [
    ("a.b-c@example.com", "a dot b dash c at example dot com"),
    ("https://www.example.com/docs/page", "example dot com slash docs slash page"),
    ("localhost:8080", "localhost colon eight zero eight zero"),
    ("bbc.co.uk", "b b c dot co dot u k"),
    ("example.io.", "example dot i o."),
    ("index.html", "index dot h t m l"),
    ("first_last@mail.org", "first underscore last at mail dot org"),
    ("https://example.com/a/very/long/path/which/goes/on/and/on/for/ever?x=1", "example dot com"),
    ("user123@example.com", "user one two three at example dot com"),
]

TAGS = [
    ("Node.js", "node dot j s"),
    ("#best_day_ever", "hashtag best day ever"),
    ("MAX_RETRIES", "max retries"),
    ("#ThrowbackThursday", "hashtag throwback thursday"),
    ("@john_doe", "at john doe"),
    ("report_v2.pdf", "report v two dot p d f"),
    ("/usr/bin", "slash usr slash bin"),
    ("snake_case_name", "snake case name"),
    ("camelCase", "camel case"),
]

MATHS = [
    ("a 4×4 truck", "a four by four truck"),
    ("3...2...1...", "three...two...one..."),
    ("f(x) = 2x + 3", "f x equals two x plus three"),
    ("2 < 3", "two is less than three"),
    ("2 * 3 * 4 = 24", "two times three times four equals twenty four"),
    ("2 + 2", "two plus two"),
    ("10 / 2", "ten divided by two"),
    ("x^2", "x squared"),
    ("x²", "x squared"),
    ("5 > 3", "five is greater than three"),
    ("√2", "square root of two"),
    ("~50", "about fifty"),
    ("5 ± 2", "five plus or minus two"),
    ("x ≥ 3", "x is greater than or equal to three"),
    ("π ≈ 3.14", "pi is about three point one four"),
    ("5 - 3 = 2", "five minus three equals two"),
    ("salt & pepper", "salt and pepper"),
    ("A -> B", "a b"),
    ("Brand™", "brand"),
    ("§ 5", "section five"),
    ("w/ milk", "with milk"),
    ("w/o milk", "without milk"),
    ("f*** this", "f this"),
    ("C++ and C#", "c plus plus and c sharp"),
    (".NET", "dot net"),
    ("$AAPL", "a a p l"),
    ("5k", "five k"),
]

ABBREVIATIONS = [
    ("est. in 1920", "established in nineteen twenty"),
    ("Dr. Who?", "doctor who?"),
    ("thx, see you tmrw", "thanks see you tomorrow"),
    ("At 9 p.m. Nobody came.", "at nine p m. nobody came."),
    ("At 9 p.m. Monday we left.", "at nine p m monday we left."),
    ("Mrs. Smith", "missus smith"),
    ("Ms. Smith", "miz smith"),
    ("Dr. Lane", "doctor lane"),
    ("12 Mill Dr.", "twelve mill drive."),
    ("St. Mary", "saint mary"),
    ("Main St. is", "main street is"),
    ("5th Ave.", "fifth avenue."),
    ("No. 5", "number five"),
    ("no. That is all", "no. that is all"),
    ("e.g. this", "for example this"),
    ("i.e. that", "that is that"),
    ("apples, etc.", "apples et cetera."),
    ("cats vs. dogs", "cats versus dogs"),
    ("approx. 5", "approximately five"),
    ("Acme Inc. said", "acme incorporated said"),
    ("p. 5", "page five"),
    ("pp. 5-9", "pages five to nine"),
    ("Fig. 2", "figure two"),
    ("J. K. Rowling", "j k rowling"),
    ("George W. Bush", "george w bush"),
]


@pytest.mark.parametrize(("written", "expected"), NUMBERS)
def test_numbers(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), MONEY)
def test_money(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), YEARS)
def test_years(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), DATES)
def test_dates(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), TIMES)
def test_times(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), RANGES)
def test_ranges(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), FRACTIONS)
def test_fractions(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), UNITS)
def test_units(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), PHONES)
def test_phones(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), CODES)
def test_codes(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), VERSIONS)
def test_versions(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), ROMAN)
def test_roman(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), INITIALISMS)
def test_initialisms(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), ADDRESSES)
def test_addresses(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), TAGS)
def test_tags(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), MATHS)
def test_maths(written: str, expected: str) -> None:
    assert said(written) == expected


@pytest.mark.parametrize(("written", "expected"), ABBREVIATIONS)
def test_abbreviations(written: str, expected: str) -> None:
    assert said(written) == expected
