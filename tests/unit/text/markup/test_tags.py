from __future__ import annotations

import pytest

from brisa.text.markup.elements import Elements
from brisa.text.markup.scan import scan_tag
from brisa.text.markup.tags import TagKind, TagMatch
from brisa.text.span_map import Run, SpanMap

pytestmark = pytest.mark.unit


def test_an_attribute_counts_once() -> None:
    tag = TagMatch(TagKind.OPEN, 0, 1, "a", (("x", "1"), ("y", ""), ("x", "2")))
    assert (tag.attribute("x"), tag.attribute("y"), tag.attribute("z")) == ("1", "", None)


def test_a_tag_of_folded_text_is_placed_in_the_source() -> None:
    source = "\u200ba<sub alias='b'>c\u200b</sub>d"
    folded = SpanMap([Run(17, 1, 18, verbatim=True), Run(7, 19, 26, verbatim=True)])
    tag = scan_tag(source.replace("\u200b", ""), 1, final=True)
    assert isinstance(tag, TagMatch)
    placed = tag.placed(folded.source_span)
    assert source[placed.start : placed.end] == "<sub alias='b'>c\u200b</sub>"
    assert source[placed.content_start : placed.content_end] == "c"
    assert Elements().apply(placed, 0).spans.source_span(0, 1) == (2, 25)
