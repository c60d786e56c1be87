"""Groups that load a command when it is called."""

from __future__ import annotations

import pytest
from click import Command

from brisa.cli import bench, main, voices
from brisa.cli.lazy import Entry

pytestmark = pytest.mark.unit

ENTRIES = {
    f"{group} {name}".strip(): entry
    for group, table in {
        "": main.COMMANDS,
        "voices": voices.ENTRIES,
        "bench": bench.ENTRIES,
    }.items()
    for name, entry in table.items()
}


@pytest.mark.parametrize("name", ENTRIES)
def test_every_entry_is_a_command_of_that_name_with_help(name: str) -> None:
    command = ENTRIES[name].load()
    assert isinstance(command, Command)
    assert command.name == name.split()[-1]
    assert command.help
    assert ENTRIES[name].help.endswith(".")


def test_a_home_that_is_not_there_is_a_bug_that_shows() -> None:
    with pytest.raises(AttributeError):
        Entry("brisa.cli.say:nothing", "").load()
