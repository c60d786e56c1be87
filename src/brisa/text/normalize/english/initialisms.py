"""Words in capitals: spelled letter by letter, or said as the words they are."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from brisa.text.normalize.english.letters import spelled
from brisa.text.normalize.english.rule import Context, Marks, Rule
from brisa.text.normalize.english.vocabulary import STARTERS, words
from brisa.text.patterns import lazy_pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(words(text))


SPELLED: Final = _words(
    "USA UK EU UN UAE USSR FBI CIA NSA IRS FDA EPA DHS DOJ FCC FTC SEC NYPD LAPD NHS BBC CNN"
    " NBC ABC"
    " CBS HBO MTV ESPN PBS NPR TV PC CD DVD VCR VHS USB HTML HTTP HTTPS CSS XML URL URI API SDK IDE"
    " CPU GPU TPU SSD HDD DNS FTP SSH TCP UDP SQL PHP PDF CSV TXT MP IBM HP AMD ATM CEO CFO CTO COO"
    " VIP RSVP FAQ DIY GPS DNA RNA HIV UFO MBA PHD MRI ICU ER HR PR QA RV SUV BMW DJ MC OK TTS LLM"
    " NBA NFL NHL MLB UFC MVP GDP IPO LLC PM XL EMS KGB GDPR VPN WWW LCD OLED AOL MIT UCLA NYU"
    " USAF NAACP ACLU AFK BRB FYI IMO LOL OMG TBD TBA EST PST GMT UTC CET BST EDT PDT CST MST"
    " AKA DOB SSN IQ PMS PTSD ADHD OCD AI AR VR UI UX IP OS ID JS TS VAT"
)
"""Always letter by letter, in shouted sentences too."""

SAID: Final = _words(
    "NASA NATO UNESCO UNICEF OPEC FIFA UEFA COVID SARS MERS AIDS LASER RADAR SONAR SCUBA TASER ASAP"
    " NASDAQ FEMA OSHA SWAT NAFTA ASEAN INTERPOL MENSA IKEA LEGO NERF JPEG GIF JSON YAML TOML ASCII"
    " BIOS RAM ROM LAN WAN WIFI SIM PIN GUI RAID CAPTCHA AJAX CRUD REST SOAP BASIC COBOL FORTRAN"
    " LIDAR MIDI CAD SPAM YOLO FOMO POTUS SCOTUS FLOTUS HIPAA ERISA MEDICAID DARPA NIMBY TED GAAP"
    " SAT LSAT GMAT HAZMAT VIN ZIP DOS LINUX UNIX NAND PAC SAG DIM MIX LED PEMDAS SAD BART"
    " OPEN CERN"
    " ESA HUD MOMA NIST OPAC PETA WASP ANSI NORAD SEAL CUDA SCADA WHO"
) - _words("ESA LED WHO SEAL OPEN BASIC SAD")
"""Acronyms said as words."""

_COMMON: Final = _words(
    "a about all am an and any are as at away back bad be been best big boy but buy by call"
    " came can"
    " car cat cry cut dad day did die do dog done down dry each eat end even ever far few"
    " fix fly for"
    " free from fun get girl give go god gone good got had has have he hear help her here"
    " hey hi high"
    " him his home hot how i if in is it its job just key kid know last late lay left less let lie"
    " life like live long look lot love low mad make man many may me men met mom more most"
    " move much"
    " must my name near need never new next nice no nor not now of off oh old on once one"
    " only open or"
    " our out over own pay people please put ran read real red right run sad said same save saw say"
    " see set she shut sit six so some soon stop such sun sure take talk tell ten than that"
    " the them"
    " then they thing think this time to today told too top try turn two up upon us use very wait"
    " want war was way we well went were what when where which who whole why will win with won word"
    " work world would wow yes yet you your and bit box bye egg eye hat ice ill joy led leg lip map"
    " mix net odd oil pan pen pet pig pop raw rat sea sky son tea tie toe toy van wet zoo"
    " add age ago"
    " aid air arm art ask bar bed bet law sir tax via act bag ban bus cup fat fit gas gun"
    " hit ear era"
    " dim fee kit lab lap log mud nut pot rip rub sum tap tip tub bug cow fan fox"
)
_NOT_SHOUTED: Final = _words("it us am pm who led aid may")
"""In a sentence that is not shouted, these in capitals are rather names than words."""

_MIXED: Final = MappingProxyType(
    {
        "WWI": "World War One",
        "WWII": "World War Two",
        "PhD": "P H D",
        "PhDs": "P H Ds",
        "Ph.D.": "P H D",
        "Ph.D": "P H D",
        "Ph.D.s": "P H Ds",
        "iOS": "I O S",
        "macOS": "mac O S",
        "WiFi": "wifi",
        "Wi-Fi": "wifi",
        "LaTeX": "lay tech",
        "IEEE": "I triple E",
        "AAA": "triple A",
        "NCAA": "N C double A",
        "MSc": "M S C",
        "BSc": "B S C",
    }
)
_VOWELS: Final = frozenset("AEIOUY")
_CLUSTER: Final = lazy_pattern(
    r"[^AEIOUY]{4}|\A(?![SCPTBDFGKWM][HLRW]|S[CKMNPTQ]|S[CPT][LR])[^AEIOUY]{2}"
)
_LAST: Final = lazy_pattern(
    r"(?:[AEIOUY][^AEIOUY]?[^AEIOUY]?|[AEIOUY]|[AEIOU]?[CGLNRS][CDHKLMNPSTY]{1,2})\Z"
)
_CONTRACTED: Final = lazy_pattern(r"['’](?:T|LL|RE|VE|D|M)")
_WORD_CHARS: Final = 4


def is_word(capitals: str, *, shouted: bool) -> bool:
    """Said as a word rather than letter by letter."""
    if capitals in SPELLED:
        return False
    if capitals in SAID or shouted:
        return True
    lower = capitals.lower()
    if lower in _COMMON:
        return lower not in _NOT_SHOUTED
    return len(capitals) >= _WORD_CHARS and pronounceable(capitals)


def pronounceable(capitals: str) -> bool:
    """It has a vowel, begins and ends as words do, and no heap of consonants."""
    return (
        not _VOWELS.isdisjoint(capitals)
        and _CLUSTER.search(capitals) is None
        and _LAST.search(capitals) is not None
    )


def _capitals(match: re.Match[str], context: Context) -> str | None:
    word, ending = match.group("word"), match.group("ending") or ""
    if is_word(word, shouted=context.shouted) or _CONTRACTED.fullmatch(ending):
        return _as_word(word, ending)
    ending = "s" if ending == "S" else ending.replace("S", "s").replace("’", "'")
    return f"{spelled(word)}{ending}"


def _as_word(word: str, ending: str) -> str:
    """In small letters, so that no reader spells it."""
    said = word.lower() if word not in SAID else word.capitalize()
    return said + ending.lower()


def _dotted(match: re.Match[str], context: Context) -> str:
    ending = match.group("ending") or ""
    return spelled(match.group("letters")) + ending.replace("’", "'")


def _initial(match: re.Match[str], context: Context) -> str | None:
    """``George W. Bush``; but ``vitamin C.`` ends a sentence."""
    before = context.text[: match.start()].split()[-1:]
    if before and not before[0][0].isupper():
        return None
    return None if match.group("next").lower() in STARTERS else match.group("letter")


def _contracted(match: re.Match[str], context: Context) -> str:
    return f"I{match.group()[1:].lower()}"


def _mixed(match: re.Match[str], context: Context) -> str:
    return _MIXED[match.group()]


def _tail(match: re.Match[str], context: Context) -> str:
    return f"{match.group('head')} {spelled(match.group('tail'))}{match.group('ending') or ''}"


def _letter(match: re.Match[str], context: Context) -> str:
    return match.group("letter").upper() + (match.group("ending") or "")


_MIXED_NAMES: Final = "|".join(map(re.escape, sorted(_MIXED, key=len, reverse=True)))

MIXED: Final = Rule(
    (rf"(?<![\w.])(?:{_MIXED_NAMES})(?!\w|-\d)"),
    _mixed,
    Marks.CAPITALS,
)
"""Names in letters of both sizes."""

RULES: Final = (
    Rule(
        (r"(?<![\w.])(?P<letters>[A-Z](?:\.[A-Z])+)\.?(?P<ending>['’]?s(?!\w))?(?!\w)"),
        _dotted,
        Marks.CAPITALS,
    ),
    Rule(
        (r"(?<![\w.])(?P<letters>(?:[A-Z]\.\s){1,5}[A-Z])\.(?P<ending>)(?=\s[A-Z])"),
        _dotted,
        Marks.CAPITALS,
    ),
    Rule(
        (r"(?<![\w.])(?P<letters>[a-z](?:\.[a-z])+)\.(?P<ending>)(?!\w)"),
        _dotted,
        Marks.DOT,
    ),
    Rule(
        (r"(?:\A|(?<=\s))(?P<letter>[A-HJ-Z])\.(?=\s?(?P<next>[A-Z][a-z]*))"),
        _initial,
        Marks.CAPITALS | Marks.DOT,
    ),
    Rule(
        (r"(?<![\w.@#])(?P<head>[A-Z][a-z]+)(?P<tail>[A-Z]{2,4})(?P<ending>s)?(?!\w)"),
        _tail,
        Marks.CAPITALS,
    ),
    Rule(
        (r"(?<![^\W_])(?P<word>[A-Z]{2,})(?P<ending>['’]?s|['’](?:S|T|LL|RE|VE|D|M))?(?![^\W_])"),
        _capitals,
        Marks.CAPITALS,
    ),
    Rule((r"(?<!\w)I['’](?:LL|VE|M|D)(?!\w)"), _contracted, Marks.CAPITALS),
    Rule(
        (r"(?<=[a-z] )(?P<letter>[A-HJ-Z])(?P<ending>['’]s)?(?![\w'’-]|\.\w)"),
        _letter,
        Marks.CAPITALS,
    ),
)
"""Letters with full stops, initials of names, runs of capitals, a letter alone."""
