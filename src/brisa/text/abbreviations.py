"""Words that decide whether a full stop ends a sentence, by language. Data only.

An entry in lower case stands for every way to write the word; one with a capital only for itself
(``Sun.`` is a day, ``sun.`` the end of a sentence).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in text.split())


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """The words of one language.

    ``titles``: before a name; a full stop after one ends nothing. ``never_last``: a sentence does
    not end with one. ``before_number``: abbreviations before a digit, perhaps words elsewhere
    (``no. 5``, ``no.``). ``maybe_last``: the next word decides. ``starters``: capitalised after an
    abbreviation, these begin a sentence rather than a name. ``last_before_capital``: a capital
    begins a sentence after one, unless it is that of ``after_clock``, which goes on with the time.
    ``conjunctions``: a long sentence may be cut before one. ``ordinal_stops``: ``3. Mai`` is the
    third.
    """

    titles: frozenset[str]
    never_last: frozenset[str]
    before_number: frozenset[str]
    maybe_last: frozenset[str]
    starters: frozenset[str]
    conjunctions: frozenset[str]
    last_before_capital: frozenset[str] = frozenset()
    after_clock: frozenset[str] = frozenset()
    ordinal_stops: bool = False

    def is_abbreviation(self, word: str) -> bool:
        """In any of the lists."""
        lists = (
            self.titles,
            self.never_last,
            self.before_number,
            self.maybe_last,
            self.last_before_capital,
        )
        return any(written_in(word, words) for words in lists)


def written_in(word: str, words: frozenset[str]) -> bool:
    """Whether ``words`` has it, in the case rules of this module."""
    return word in words or word.lower() in words


_ENGLISH: Final = SentenceWords(
    titles=_words(
        "mr mrs ms mx dr prof gov sen capt lt col sgt cmdr hon supt cpl adm sra dra mme mlle",
        "msgr messrs Gen Rep Rev Pres Maj Fr Mt St",
    ),
    never_last=_words("e.g eg i.e ie vs cf viz approx incl esp resp ca"),
    before_number=_words(
        "no nos nr fig figs vol vols ch chap p pp sec art eq ed tel ext ver par op",
        "max min apt ste rm bldg",
    ),
    maybe_last=_words(
        "st ave blvd rd jr sr inc ltd co corp llc bros dept univ assn govt est al ft"
    ),
    last_before_capital=_words(
        "etc oz lb lbs a.m p.m",
        "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thurs Fri Sat Sun",
    ),
    starters=_words(
        "the a an this that these those it its he his she her they their we our you your i my in",
        "on at if when while but and so then there here what who why how where as for to from",
        "after before however meanwhile no yes not please let do did is are was were all some many",
        "most one",
    ),
    conjunctions=_words(
        "and but or nor yet so because which who whose that while when where if unless until",
        "although though since than whereas",
    ),
    after_clock=_words(
        "monday tuesday wednesday thursday friday saturday sunday january february march april may",
        "june july august september october november december est edt et cst cdt ct mst mdt mt pst",
        "pdt pt gmt utc bst cet cest",
    ),
)

_FRENCH: Final = SentenceWords(
    titles=_words("M MM Mr Me St Ste Pr Col Cap mme mmes mlle mlles dr prof mgr gén lt"),
    never_last=_words("ex p.ex c.-à-d càd cf env approx resp incl vs"),
    before_number=_words("no nos p pp art chap vol fig t tél éd al num max min"),
    maybe_last=_words("av bd fg boul hab cie sté dép apr J.-C"),
    last_before_capital=_words("etc janv févr fév avr juil sept oct nov déc"),
    starters=_words(
        "le la les un une des ce cet cette ces il elle ils elles on nous vous je tu mon ma mes son",
        "sa ses leur leurs notre votre et mais ou or donc car si quand comme dans en à au aux pour",
        "par sur avec sans puis alors ensuite enfin c'est qui que quoi où pourquoi comment oui non",
    ),
    conjunctions=_words("et mais ou donc car ni or parce puisque lorsque quand qui dont où tandis"),
)

_GERMAN: Final = SentenceWords(
    titles=_words("hr hrn fr dr prof dipl ing med phil jur St Hl Mag bgm"),
    never_last=_words(
        "z d u o i a s z.b d.h u.a o.ä bzw vgl ca inkl exkl zzgl abzgl evtl ggf sog insb bes"
        " gem lt mind"
    ),
    before_number=_words("nr nrn s bd bde abb kap art abs tel aufl ziff hs kl jg"),
    maybe_last=_words(
        "usw etc max min str jh mio mrd tsd jan feb apr jun jul aug sep sept okt nov dez mo di do"
        " geb gest verh co hrsg allg usf uvm"
    ),
    starters=_words(
        "der die das ein eine einer eines dem den des dieser diese dieses er sie es wir ihr ich du",
        "mein sein unser und aber oder denn doch wenn als da dann danach dort hier was wer wie wo",
        "warum wann in im am an auf aus bei mit nach von vor zu zum zur für über unter jetzt heute",
        "nun so also ja nein nicht bitte man alle",
    ),
    conjunctions=_words(
        "und aber oder denn sondern weil dass obwohl während wenn als damit sodass bevor nachdem"
    ),
    ordinal_stops=True,
)

_PORTUGUESE: Final = SentenceWords(
    titles=_words(
        "sr sra srs sras srta dr dra drs prof profa exmo exma ilmo D Dom Eng Gen Cel Cap"
    ),
    never_last=_words("ex p.ex i.e cf vs aprox incl resp ref"),
    before_number=_words("no nos n nº pág págs p pp art cap vol fig tel ed km máx mín max min"),
    maybe_last=_words("av r al ltda cia séc S.A"),
    last_before_capital=_words("etc jan fev abr jun jul ago nov"),
    starters=_words(
        "o a os as um uma uns umas este esta esse essa isto isso aquilo ele ela eles elas nós você",
        "vocês eu meu minha seu sua nosso e mas ou porém porque se quando como em no na nos nas de",
        "do da para por com sem depois então agora hoje sim não que quem onde lá aqui",
    ),
    conjunctions=_words("e mas ou porém porque pois que quando se embora enquanto onde cujo nem"),
)

_SPANISH: Final = SentenceWords(
    titles=_words(
        "sr sra sres srs srta dr dra dres prof profa ing lic arq gral cnel D Dña mons St"
    ),
    never_last=_words("ej p.ej i.e cf vs aprox incl EE ref ss"),
    before_number=_words("no núm nro n pág págs p pp art cap vol fig tel ed km máx mín max min"),
    maybe_last=_words("av avda c cía ud uds vd vds UU S.A dpto pza"),
    last_before_capital=_words("etc ene feb abr jun jul ago sept oct nov dic"),
    starters=_words(
        "el la los las un una unos unas este esta esto ese esa eso él ella ellos ellas nosotros",
        "usted ustedes yo tú mi su nuestro y pero o porque si cuando como en de del al a para por",
        "con sin después luego entonces ahora hoy sí no que qué quien quién dónde allí aquí",
    ),
    conjunctions=_words(
        "y e pero o u sino porque pues que cuando si aunque mientras donde cuyo ni"
    ),
)

_LANGUAGES: Final = {
    "en": _ENGLISH,
    "fr": _FRENCH,
    "de": _GERMAN,
    "pt": _PORTUGUESE,
    "es": _SPANISH,
}

NAMES_WITH_MARKS: Final = _words("yahoo jeopardy joomla kahoot yum")
"""Written with an exclamation mark that is part of the name."""

ADDRESS_ENDS: Final = _words(
    "com org net edu gov io co uk de fr info biz us ai app dev br pt es eu md txt py js ts",
    "html css pdf doc docx csv json xml yaml exe png jpg zip",
)
"""After a full stop without a space these are the end of an address or of a file name."""


def words_for(language: str) -> SentenceWords:
    """By the first part of a BCP 47 tag; English for languages without lists of their own."""
    return _LANGUAGES.get(language.lower().replace("_", "-").split("-")[0], _ENGLISH)
