"""Rules by language."""

from __future__ import annotations

import pytest

from brisa.text.normalize.table import rules_for

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("tag", "code"), [("de", "de"), ("pt-BR", "pt"), ("pt_PT", "pt"), ("ZH-tw", "zh"), ("it", "it")]
)
def test_the_primary_subtag_decides(tag: str, code: str) -> None:
    rules = rules_for(tag)
    assert rules is not None
    assert rules.code == code


def test_unknown_languages_have_no_rules() -> None:
    assert rules_for("qqq") is None
