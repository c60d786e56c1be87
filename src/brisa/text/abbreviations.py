"""Words that decide whether a full stop ends an English sentence. In lower case, data only."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES: Final = _words(
    "mr mrs ms mx dr prof gen gov sen rep capt lt col sgt cmdr rev hon pres supt cpl maj adm fr"
    " msgr messrs mme mlle sra dra mt ft"
)
"""Before a name; a full stop after one ends nothing."""

NEVER_LAST: Final = _words("e.g eg i.e ie vs cf viz approx incl esp resp ca")
"""A sentence does not end with one of these."""

BEFORE_NUMBER: Final = _words(
    "no nos nr fig figs vol vols ch chap p pp sec art eq ed tel ext ver par op"
)
"""Before a digit these are abbreviations, elsewhere they may be words (``no. 5``, ``no.``)."""

MAYBE_LAST: Final = _words(
    "st ave blvd rd jr sr inc ltd co corp llc bros dept univ assn govt est etc al"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
    " mon tue tues wed thu thurs fri sat sun"
)
"""These may end a sentence: the next word decides."""

STARTERS: Final = _words(
    "the a an this that these those it its he she his her they their we our you your i my in on at"
    " if when while but and so then there here what who why how where as for to from after before"
    " however meanwhile no yes not please let do did is are was were all some many most one"
)
"""Capitalised after an abbreviation, these begin a sentence rather than a name."""

AFTER_CLOCK: Final = _words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may"
    " june july august september october november december est edt et cst cdt ct mst mdt mt pst pdt"
    " pt gmt utc bst cet cest"
)
"""After ``a.m.`` or ``p.m.`` these go on with the time."""

DOMAIN_ENDS: Final = _words("com org net edu gov io co uk de fr info biz us ai app dev")
"""After a full stop without a space these are the end of an address."""
