"""Which pool does the work; that of processes is imported only where it is wanted."""

from __future__ import annotations

import os
from importlib import import_module
from typing import cast

from brisa.clock import Clock
from brisa.errors import ConfigError
from brisa.workers.base import Pool
from brisa.workers.inline import InlinePool
from brisa.workers.options import PoolOptions


def make_pool(options: PoolOptions | None, clock: Clock) -> Pool:
    """A pool that is not started; without ``options`` this process does the work.

    Raises ``ConfigError`` for worker processes where the system has none of what they need.
    """
    if options is None:
        return InlinePool()
    if os.name != "posix":
        raise ConfigError("Worker processes need Linux or macOS; set workers to 0.")
    return cast(Pool, import_module("brisa.workers.pool").WorkerPool(options, clock))
