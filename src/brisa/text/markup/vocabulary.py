"""Names of elements and attributes, by what they mean to a listener.

SSML: W3C Speech Synthesis Markup Language 1.1; HTML: WHATWG HTML, elements in use and obsolete.
"""

from __future__ import annotations

from typing import Final

from brisa.text.cleaned import PARAGRAPH, STOP


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SSML: Final = _words(
    """audio break desc emphasis lang lexicon lookup mark meta metadata p phoneme prosody s say-as
    speak sub token voice w"""
)

HTML: Final = _words(
    """a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote
    body br button canvas caption center cite code col colgroup data datalist dd del details dfn
    dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2
    h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map
    mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup option output p
    param picture pre progress q rp rt ruby s samp script search section select slot small source
    span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead
    time title tr track tt u ul var video wbr"""
)

KNOWN: Final = SSML | HTML

VOID: Final = _words(
    """area base basefont br break col embed frame hr img input lexicon link lookup meta param
    source track wbr"""
)
"""Without content, whether closed or not."""

END_OPTIONAL: Final = _words(
    """body caption colgroup dd dt head html li mark optgroup option p rp rt tbody td tfoot th thead
    tr"""
)
"""HTML lets their closing tag be left out; SSML's ``mark`` has no content."""

SIBLINGS_CLOSE: Final = _words("dd dt li option p td th tr")
"""A second one ends the first."""

MACHINE_TALK: Final = _words(
    """think thinking thought reasoning scratchpad tool_call tool_calls tool_response function_call
    function_calls function_results"""
)
"""What language models write to themselves or to a program."""

LEFT_OUT: Final = MACHINE_TALK | frozenset(("script", "style", "template", "head", "svg"))
"""Elements whose content nobody wants to hear."""

ENDS: Final = {
    **dict.fromkeys(
        _words("""address article aside blockquote dialog dl fieldset figure footer form h1 h2 h3 h4
        h5 h6 header hgroup hr main menu nav ol p pre section table ul"""),
        PARAGRAPH,
    ),
    **dict.fromkeys(
        _words("""br button caption center dd details div dt figcaption legend li option s summary
        textarea title tr"""),
        STOP,
    ),
}
"""What stands where the element begins (if something was said before) and ends."""

CELLS: Final = frozenset(("td", "th"))

BARE_ATTRIBUTES: Final = _words(
    """allowfullscreen async autofocus autoplay checked compact controls default defer disabled
    download formnovalidate hidden inert ismap itemscope loop multiple muted nomodule novalidate
    nowrap open playsinline readonly required reversed selected"""
)
"""HTML's attributes that need no value."""
