"""Rules every test obeys: one category each, and nothing left running behind it."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from support.leftovers import leftovers, tasks_cut_off

# Real clients live in an environment of their own: scripts/test --clients.
collect_ignore = ["clients"]

CATEGORIES = {"unit", "contract", "integration"}

# The same examples every time, and as long for each as a busy machine takes: a run tells of the
# code, not of luck. BRISA_EXPLORE=1 draws new examples, which is how faults are looked for.
settings.register_profile(
    "brisa", deadline=None, derandomize=not os.environ.get("BRISA_EXPLORE"), print_blob=True
)
settings.load_profile("brisa")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-quality",
        action="store_true",
        help="Speak, recognise and judge every text of the corpus, not a few (minutes).",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        found = CATEGORIES & {mark.name for mark in item.iter_markers()}
        if len(found) != 1:
            raise pytest.UsageError(
                f"{item.nodeid}: a test module declares exactly one of {sorted(CATEGORIES)} "
                "in its pytestmark"
            )


@pytest.fixture(autouse=True)
def no_thread_left_behind() -> Iterator[None]:
    """Threads a test starts end with it. Pools of libraries that live for the process may stay."""
    before = set(threading.enumerate())
    yield
    left = [
        thread
        for thread in threading.enumerate()
        if thread not in before and not thread.name.startswith(("asyncio_", "uvloop_"))
    ]
    for thread in left:
        thread.join(timeout=5)
    still = [thread.name for thread in left if thread.is_alive()]
    assert not still, f"threads left running: {still}"


@pytest.fixture(autouse=True)
def no_process_or_memory_left_behind() -> Iterator[None]:
    """Processes and shared memory that a test makes end with it."""
    before = leftovers()
    yield
    left = (leftovers()) - before
    if left:
        gc.collect()  # what is owned may be ended by the death of its last owner
        left = (leftovers()) - before
    assert not left, f"child processes or shared memory left: {left}"


@pytest.fixture(autouse=True)
def no_task_left_behind() -> Iterator[list[str]]:
    """Tasks end before their event loop does. A test that leaves one on purpose clears the list."""
    with tasks_cut_off() as left:
        yield left
    assert not left, f"tasks left running: {left}"


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of compiled voices shared by the whole run, never the user's own."""
    return tmp_path_factory.mktemp("cache")
