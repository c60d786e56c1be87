"""Run as a script: do one kind of work over and over and print the memory held after each round.

    memory_use.py CACHE_DIR sentences|loads ROUNDS REPEATS

The answer is a JSON list of kilobytes, one for each round of so many repeats.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from brisa.artifacts.embedded import embedded_voice
from brisa.artifacts.voices import VoiceCatalogue
from brisa.engines.base import Engine, SegmentRequest
from brisa.service.hub import EngineHub

WORDS = (
    "a",
    "the",
    "tall",
    "quiet",
    "engine",
    "river",
    "window",
    "seven",
    "Monday",
    "42",
    "coffee",
    "$5",
    "blue",
    "carried",
    "under",
    "yesterday",
    "Anna's",
    "stone",
    "whispered",
)
WORDS_MAX = 3


def held_kb() -> int:
    """What is resident; where the system does not tell, the most that ever was."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def sentence(draw: random.Random) -> str:
    """One to three known words in any order, and one that nobody has ever read."""
    invented = "z" + "".join(draw.choices("aeioulmnrst", k=6))
    return " ".join([*draw.choices(WORDS, k=draw.randint(1, WORDS_MAX)), invented]) + "."


@contextmanager
def loaded(cache_dir: Path) -> Iterator[Engine]:
    hub = EngineHub(VoiceCatalogue(cache_dir / "none", [embedded_voice()]), cache_dir)
    yield hub.engine_for("heart")
    hub.close()


def speak(engine: Engine, text: str, seed: int) -> None:
    stream = engine.open(SegmentRequest(text, "heart", seed=seed))
    while not engine.step([stream])[0].last:
        pass


def rounds_of(work: Callable[[], None], rounds: int, repeats: int) -> list[int]:
    held = []
    for _ in range(rounds):
        for _ in range(repeats):
            work()
        gc.collect()
        held.append(held_kb())
    return held


def main(cache_dir: Path, kind: str, rounds: int, repeats: int) -> list[int]:
    draw = random.Random(5)

    def load() -> None:
        with loaded(cache_dir) as engine:
            speak(engine, sentence(draw), 0)
        # A lexicon and its cache refer to each other: only the collector frees them.
        gc.collect()

    if kind == "loads":
        return rounds_of(load, rounds, repeats)
    with loaded(cache_dir) as engine:
        speak(engine, " ".join(WORDS), 0)
        return rounds_of(
            lambda: speak(engine, sentence(draw), draw.getrandbits(32)), rounds, repeats
        )


if __name__ == "__main__":
    _, cache, what, *counts = sys.argv
    sys.stdout.write(json.dumps(main(Path(cache), what, *map(int, counts))))
