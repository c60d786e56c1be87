"""Who does the work of a service: worker processes, or the process itself."""

from __future__ import annotations

from brisa.clock import Clock
from brisa.placement.cores import worker_threads
from brisa.service.options import SynthesizerOptions
from brisa.workers.base import Pool
from brisa.workers.inline import InlinePool
from brisa.workers.options import PoolOptions


def open_pool(options: SynthesizerOptions, clock: Clock) -> Pool:
    """The pool, started. Raises ``EngineFailed`` if a worker cannot start."""
    pool = _pool(options, clock)
    try:
        pool.start()
    except BaseException:
        pool.close()
        raise
    return pool


def dispatch_threads(options: SynthesizerOptions) -> int:
    """How many streams are stepped at the same moment."""
    if options.threads is not None:
        return options.threads
    return PoolOptions().steps_outstanding * options.workers or worker_threads()


def _pool(options: SynthesizerOptions, clock: Clock) -> Pool:
    if not options.workers:
        return InlinePool(options.placements)
    # Only where processes are wanted: it brings ZeroMQ.
    from brisa.workers.pool import WorkerPool  # noqa: PLC0415

    pool_options = PoolOptions(
        workers=options.workers,
        threads_per_worker=options.worker_threads,
        placements=options.placements,
        lock_memory=options.lock_memory,
        memory_limit_mb=options.worker_memory_limit_mb,
    )
    return WorkerPool(pool_options, clock)
