"""Pages of voices."""

from __future__ import annotations

import pytest

from brisa.engines.base import Voice
from brisa.errors import OutOfRange
from brisa.transports.cartesia.voices import DEFAULT_LIMIT, item_of, page_of

pytestmark = pytest.mark.unit

VOICES = [
    Voice(f"v{number:02}", "en-US", "tiny", gender="female" if number % 2 else "male")
    for number in range(25)
]
NAMES = [voice.name for voice in VOICES]


def names_of(**query: str) -> list[str]:
    return [item["id"] for item in page_of(VOICES, query)["data"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("limit", [None, "1", "7", "25", "100"])
def test_a_client_that_asks_until_a_page_is_empty_gets_each_voice_once(limit: str | None) -> None:
    """That is how the vendor's package lists them, whatever is said of there being more."""
    got: list[str] = []
    query = {} if limit is None else {"limit": limit}
    for _ in range(len(VOICES) + 2):
        page = names_of(**query, **({"starting_after": got[-1]} if got else {}))
        if not page:
            break
        got += page
    else:
        raise AssertionError("the pages never end")
    assert got == NAMES


def test_backwards() -> None:
    assert names_of(ending_before="v10", limit="3") == ["v07", "v08", "v09"]
    assert names_of(ending_before="v00") == []


def test_after_a_voice_that_there_is_not_comes_nothing() -> None:
    assert names_of(starting_after="gone") == names_of(ending_before="gone") == []


def test_what_is_said_of_more() -> None:
    page = page_of(VOICES, {})
    assert len(page["data"]) == DEFAULT_LIMIT  # type: ignore[arg-type]
    assert (page["has_more"], page["next_page"]) == (True, "v09")
    page = page_of(VOICES, {"limit": "100"})
    assert (page["has_more"], page["next_page"]) == (False, None)


def test_searching() -> None:
    assert names_of(q="V1", limit="3") == ["v10", "v11", "v12"]
    assert names_of(gender="feminine", limit="2") == ["v01", "v03"]


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "1.5", "²", "9" * 30])
def test_a_limit_that_is_none(limit: str) -> None:
    with pytest.raises(OutOfRange):
        page_of(VOICES, {"limit": limit})


def test_a_voice_as_clients_read_it() -> None:
    item = item_of(Voice("ada", "en-GB", "tiny", "A voice.", "female", "Apache-2.0"))
    assert item["id"] == item["name"] == "ada"
    assert (item["language"], item["gender"], item["description"]) == ("en", "feminine", "A voice.")
    assert item["locales"] == [{"locale": "en-GB", "is_native": True}]
