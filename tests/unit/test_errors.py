"""The error tree: stable codes, and no two alike."""

import inspect

import pytest

from brisa import errors

pytestmark = pytest.mark.unit

CLASSES = [
    item
    for _, item in inspect.getmembers(errors, inspect.isclass)
    if issubclass(item, errors.BrisaError)
]


def test_codes_are_unique() -> None:
    codes = [item.code for item in CLASSES]
    assert len(set(codes)) == len(codes)


def test_the_docstring_draws_the_whole_tree() -> None:
    assert errors.__doc__ is not None
    missing = [item.__name__ for item in CLASSES if item.__name__ not in errors.__doc__]
    assert missing == []


@pytest.mark.parametrize("item", CLASSES)
def test_only_what_may_pass_by_itself_is_retryable(item: type[errors.BrisaError]) -> None:
    passing = issubclass(item, errors.Unavailable | errors.EngineFailed)
    assert item.retryable is passing


def test_messages_say_the_next_action() -> None:
    assert "pip install 'brisa[codecs]'" in errors.MissingExtra("mp3", "codecs").message
    assert "max_text_chars" in errors.TextTooLong(10).message
