"""Every form in which clients bring a key, and the check of it."""

from __future__ import annotations

import base64
import time
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brisa.transports import keys
from brisa.transports.keys import (
    MAX_OFFERED,
    KeyHash,
    KeyRecord,
    hash_of,
    make_key,
    offered_keys,
    owner_of,
    read_hash,
)
from support.key_forms import FORMS, KeyForm

pytestmark = pytest.mark.unit

KEY = make_key()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_of_a_key_is_found(form: KeyForm) -> None:
    assert offered_keys(form.raw_headers(KEY), form.query(KEY)) == (KEY,)


def test_several_forms_at_once() -> None:
    headers = [(b"authorization", b"Bearer dummy"), (b"xi-api-key", KEY.encode())]
    assert offered_keys(headers, b"token=third") == ("dummy", KEY, "third")
    assert offered_keys([(b"authorization", b"Bearer k"), (b"x-api-key", b"k")], b"") == ("k",)


def test_a_request_tries_no_more_than_a_few() -> None:
    query = "&".join(f"token=k{index}" for index in range(100)).encode()
    assert len(offered_keys([], query)) == MAX_OFFERED


@pytest.mark.parametrize(
    ("headers", "query"),
    [
        ([], b""),
        ([(b"authorization", b"")], b""),
        ([(b"authorization", b"Bearer ")], b""),
        ([(b"authorization", b"Basic %%%")], b""),
        ([(b"authorization", b"Digest username=a")], b""),
        ([(b"xi-api-key", b"")], b"token="),
        ([(b"xi-api-key", b"x" * 300)], b""),
        ([(b"sec-websocket-protocol", b"token")], b""),
        ([(b"sec-websocket-protocol", b"realtime, chat")], b""),
        ([], b"text=token&key=other"),
        ([(b"x-other", b"k"), (b"cookie", b"token=k")], b""),
    ],
)
def test_what_is_no_key(headers: list[tuple[bytes, bytes]], query: bytes) -> None:
    assert offered_keys(headers, query) == ()


HEADER = st.sampled_from(
    [b"authorization", b"xi-api-key", b"x-api-key", b"x-vapi-secret", b"sec-websocket-protocol"]
)


@given(st.lists(st.tuples(HEADER, st.binary(max_size=80)), max_size=6), st.binary(max_size=200))
def test_anything_may_stand_there(headers: list[tuple[bytes, bytes]], query: bytes) -> None:
    for key in offered_keys(headers, query):
        assert owner_of([key], [KeyRecord("a", hash_of(KEY))]) is None or key == KEY


@given(st.binary(max_size=60))
def test_basic_credentials_may_be_anything(raw: bytes) -> None:
    offered_keys([(b"authorization", b"Basic " + base64.b64encode(raw))], b"")


def test_a_hash_in_its_text_form_is_the_same_hash() -> None:
    kept = hash_of(KEY)
    assert read_hash(str(kept)) == kept
    assert kept.fits(KEY)
    assert not kept.fits(KEY + "x")
    assert KEY not in str(kept)


def test_the_same_key_has_another_hash_each_time() -> None:
    assert hash_of(KEY) != hash_of(KEY)


@pytest.mark.parametrize(
    "text",
    ["", KEY, "blake2b", "blake2b:00:11", "md5:" + "00" * 16 + ":" + "00" * 32, "blake2b:zz:zz"],
    ids=["empty", "key", "name", "short", "other", "no-hex"],
)
def test_what_is_no_hash(text: str) -> None:
    with pytest.raises(ValueError, match="^not a hash$"):
        read_hash(text)


def test_nothing_of_a_hash_is_shown_by_accident() -> None:
    record = KeyRecord("desk", hash_of(KEY))
    assert record.hash.digest.hex() not in repr(record)
    assert repr(record.hash.digest) not in repr(record)


def test_whose_key_it_is() -> None:
    made = {name: make_key() for name in ("a", "b", "c")}
    records = [KeyRecord(name, hash_of(key)) for name, key in made.items()]
    for name, key in made.items():
        found = owner_of(["wrong", key], records)
        assert found is not None
        assert found.name == name
    assert owner_of([make_key()], records) is None
    assert owner_of([], records) is None


def test_every_record_is_compared_whichever_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a check does is the same for the first key, the last and a wrong one."""
    made = [make_key() for _ in range(20)]
    records = [KeyRecord(f"k{index}", hash_of(key)) for index, key in enumerate(made)]
    compared: list[int] = []

    def counted(left: bytes, right: bytes) -> bool:
        compared.append(len(left))
        return left == right

    monkeypatch.setattr(keys.hmac, "compare_digest", counted)
    for key in (made[0], made[-1], "wrong"):
        compared.clear()
        owner_of([key], records)
        assert compared == [32] * len(records)


def test_a_check_of_many_keys_takes_no_time_to_speak_of() -> None:
    records = [KeyRecord(f"k{index}", hash_of(make_key())) for index in range(keys.MAX_KEYS)]
    took_s = []
    for _ in range(5):
        began_s = time.perf_counter()
        owner_of(["wrong"], records)
        took_s.append(time.perf_counter() - began_s)
    assert median(took_s) < 0.02


def test_keys_are_long_and_all_different() -> None:
    made = {make_key() for _ in range(100)}
    assert len(made) == 100
    assert all(len(key) >= 40 + len(keys.PREFIX) for key in made)


def test_hashes_have_sizes() -> None:
    kept = hash_of(KEY)
    assert isinstance(kept, KeyHash)
    assert (len(kept.salt), len(kept.digest)) == (16, 32)
