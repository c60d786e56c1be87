"""What is written under ``degradation`` and ``resources.fallback`` reaches the service."""

from __future__ import annotations

import msgspec
import pytest

from brisa.app.degradation_settings import DegradationSettings, degradation_options
from brisa.app.settings import Settings, one_shot_options, served_options, server_options
from brisa.errors import ConfigError
from brisa.service.degradation import DegradationOptions

pytestmark = pytest.mark.unit


def read(section: dict[str, object]) -> Settings:
    return msgspec.convert(section, Settings)


def test_defaults_are_those_of_the_part_but_that_a_server_has_a_ladder() -> None:
    assert degradation_options(DegradationSettings()) == DegradationOptions(enabled=True)
    assert served_options(Settings()).degradation.enabled
    assert not one_shot_options(Settings()).degradation.enabled


def test_every_key_acts() -> None:
    written = {
        "enabled": False,
        "lighter_voices": {"grand": "small"},
        "up_load": 0.8,
        "down_load": 0.5,
        "up_after_s": 5,
        "down_after_s": 20,
        "look_ahead_factor": 2.0,
        "sample_rate_hz": 12_000,
        "retry_after_s": 9.0,
    }
    options = served_options(read({"degradation": written})).degradation
    assert options == DegradationOptions(
        enabled=False,
        lighter_voices={"grand": "small"},
        up_load=0.8,
        down_load=0.5,
        up_looks=5,
        down_looks=20,
        look_ahead_factor=2.0,
        sample_rate_hz=12_000,
        retry_after_s=9.0,
    )
    assert set(written) == set(DegradationSettings.__struct_fields__)


def test_keys_that_contradict_one_another_are_refused() -> None:
    for written in ({"up_load": 0.5}, {"lighter_voices": {"a": "b", "b": "a"}}):
        with pytest.raises(ConfigError):
            served_options(read({"degradation": written}))


def test_voices_that_may_have_to_jump_in_are_loaded_before_they_are_needed() -> None:
    settings = read({"degradation": {"lighter_voices": {"a": "b"}}, "resources": {"fallback": "c"}})
    assert server_options(settings).preload_voices == ("b", "c")
    assert served_options(settings).fallback_voice == "c"
    assert served_options(Settings()).fallback_voice is None


def test_the_time_limit_of_a_step_is_a_servers() -> None:
    settings = read({"latency_control": {"max_infer_timeout_ms": 150}})
    assert served_options(settings).step_limit_ms == 150
    assert one_shot_options(settings).step_limit_ms is None
