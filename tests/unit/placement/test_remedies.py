"""The lines that permit what was refused."""

from __future__ import annotations

import pytest

from brisa.placement import remedies
from brisa.placement.remedies import Caller, Remedy, merged

pytestmark = pytest.mark.unit

CALLER = Caller("ann", "/opt/my venv/bin/python")


def lines(found: tuple[Remedy, ...]) -> dict[str, list[str]]:
    by_place: dict[str, list[str]] = {}
    for remedy in found:
        by_place.setdefault(remedy.where, []).append(remedy.line)
    return by_place


def test_a_real_time_priority() -> None:
    found = lines(remedies.realtime(85, CALLER))
    assert found["systemd"] == ["LimitRTPRIO=85", "AmbientCapabilities=CAP_SYS_NICE"]
    assert found["limits"] == ["ann - rtprio 85"]
    assert found["docker"] == ["--cap-add=SYS_NICE --ulimit rtprio=85"]
    copy = "'/opt/my venv/bin/python-realtime'"
    assert found["capability"] == [
        f"sudo cp '/opt/my venv/bin/python' {copy} && sudo setcap cap_sys_nice+ep {copy}"
    ]


def test_niceness_counts_from_twenty_downwards() -> None:
    found = lines(remedies.niceness(-17, CALLER))
    assert found["shell"] == ["sudo prlimit --pid $$ --nice=37:37"]
    assert found["systemd"] == ["LimitNICE=-17"]


def test_kernel_parameters() -> None:
    (remedy,) = remedies.isolation({1, 2})
    assert remedy.line == "isolcpus=1,2 nohz_full=1,2 rcu_nocbs=1,2"


def test_docker_gets_one_line_and_nothing_is_said_twice() -> None:
    found = lines(
        merged(
            (
                *remedies.realtime(85, CALLER),
                *remedies.memory_node(),
                *remedies.locked_memory(CALLER),
                *remedies.locked_memory(CALLER),
            )
        )
    )
    assert found["docker"] == [
        "docker run --cap-add=SYS_NICE --ulimit=rtprio=85 --ulimit=memlock=-1"
    ]
    assert found["systemd"].count("LimitMEMLOCK=infinity") == 1
