from __future__ import annotations

import pytest

from unit.text.clean.cleaning import cleaned, read

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it&#x27;s Tom &amp; Ann", "it's Tom & Ann"),
        ("we&rsquo;ll, &ldquo;ok&rdquo;", 'we\'ll, "ok"'),
        ("caf&eacute; 5&nbsp;km &hellip;", "café 5 km ..."),
        ("1 &lt 2 &gt 0 &amp so", "1 < 2 > 0 & so"),
        ("&amp;lt;b&amp;gt; once", "&lt;b&gt; once"),
        ("&lt;b&gt;kept&lt;/b&gt; &#42;kept&#42;", "<b>kept</b> *kept*"),
        ("AT&T, R&D, Q&A; salt & pepper", "AT&T, R&D, Q&A; salt & pepper"),
        ("?a=1&copy=2 &copyright &bogus; &#; &#x;", "?a=1&copy=2 &copyright &bogus; &#; &#x;"),
        ("&#99999999;", "&#99999999;"),
        ("&lol9;&lol9;&lol9;", "&lol9;&lol9;&lol9;"),
        ("a&#8203;b&zwj;c&#0;", "abc\ufffd"),
    ],
)
def test_references_are_decoded_once(text: str, expected: str) -> None:
    assert read(text) == expected


def test_a_reference_has_the_place_of_the_whole_of_it() -> None:
    found = cleaned("it&#39;s &hellip;")
    assert found.text == "it's ..."
    assert found.spans.source_span(2, 3) == (2, 7)
    assert found.spans.source_span(3, 4) == (7, 8)
    assert found.spans.source_span(5, 8) == (9, 17)
