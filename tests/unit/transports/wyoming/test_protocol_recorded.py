"""What real clients wrote, byte for byte (``bytes`` has one character for each of them)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brisa.engines.base import Voice
from brisa.transports.talk.protocol import End, Open, Push, Send
from brisa.transports.voices import VoiceNames
from brisa.transports.wyoming.menu import Program, make_menu
from brisa.transports.wyoming.protocol import WyomingProtocol
from brisa.types import TextOptions
from support.split_invariance import cut, even_cuts

pytestmark = pytest.mark.unit

RECORDED = json.loads((Path(__file__).parent / "recorded" / "clients.json").read_text("utf-8"))
MENU = make_menu(Program("brisa", "0"), [Voice("heart", "en-US", "tiny")], VoiceNames("heart"))
TEXTS = {
    "wyoming": "It is late \N{EM DASH} and the lights are out.",
    "wyoming-bench": "Hello there. How are you?",
}


@pytest.mark.parametrize("piece", [1, 7, 100_000])
@pytest.mark.parametrize(
    "recorded", RECORDED, ids=lambda item: f"{item['client']} {item['scenario']}"
)
def test_a_client_is_understood(recorded: dict[str, str], piece: int) -> None:
    stream = recorded["bytes"].encode("latin-1")
    one = WyomingProtocol(lambda: MENU, TextOptions())
    one.opened(0)
    actions = [
        action
        for part in cut(stream, even_cuts(len(stream), piece))
        for action in one.received(part, 0)
    ]
    if b'"describe"' in stream:
        assert actions == [Send(MENU.info)]
        return
    assert isinstance(actions[0], Open)
    assert actions[0].order.settings.voice == "heart"
    assert actions[-1] == End(0)
    spoken = "".join(action.text for action in actions if isinstance(action, Push))
    assert spoken.strip() == TEXTS[recorded["client"].split()[0]]
    assert len(actions) == len([one for one in actions if isinstance(one, Open | Push | End)])


def test_every_way_was_recorded() -> None:
    kinds = {b"describe", b"synthesize", b"synthesize-start"}
    for kind in kinds:
        assert any(f'"{kind.decode()}"' in item["bytes"] for item in RECORDED)
