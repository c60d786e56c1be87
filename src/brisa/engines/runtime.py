"""The one door to ONNX Runtime.

Importing this module does not load the library; making a :class:`Session` does. Its exceptions do
not leave here: a file that cannot be loaded is a ``VoiceFileError``, a run that breaks an
``EngineFailed``.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from brisa.engines.cpu_features import cpu_signature
from brisa.errors import EngineFailed, VoiceFileError

logger = logging.getLogger(__name__)

Array = npt.NDArray[np.generic]

_LOG_ERRORS_ONLY = 3


@dataclass(frozen=True, slots=True)
class RuntimeOptions:
    """How sessions run.

    ``threads`` is how many cores one run uses. Threads never spin: on shared cores waiting must
    cost nothing. ``memory_pattern`` plans a run's memory by the shapes of earlier runs; with
    lengths that vary it only keeps plans. ``optimized_dir`` is where optimised graphs are kept,
    ``None`` keeps none.
    """

    threads: int = 1
    inter_op: int = 1
    memory_pattern: bool = False
    optimized_dir: Path | None = None


class Session:
    """A loaded graph, shared by any number of threads."""

    def __init__(self, model: Path | bytes, options: RuntimeOptions | None = None) -> None:
        """Load a graph from a file or from bytes.

        Raises ``VoiceFileError`` if it cannot be loaded.
        """
        options = options or RuntimeOptions()
        runtime = _runtime()
        with _loading(runtime):
            if isinstance(model, bytes) or options.optimized_dir is None:
                settings = _settings(runtime, options)
                source = model if isinstance(model, bytes) else str(model)
                self._session = _open(runtime, source, settings)
            else:
                self._session = _open_cached(runtime, model, options, options.optimized_dir)
        self._errors = _errors(runtime)
        self.input_names = tuple(value.name for value in self._session.get_inputs())
        self.output_names = tuple(value.name for value in self._session.get_outputs())

    def run(self, inputs: Mapping[str, Array]) -> list[Any]:
        """The outputs in the order of ``output_names``, each the caller's own.

        Inputs are read where they are if contiguous. Raises ``EngineFailed`` if the graph cannot
        take them.
        """
        if self._session is None:
            raise EngineFailed("The model has been closed.")
        try:
            result: list[Any] = self._session.run(None, inputs)
        except self._errors as exc:
            raise EngineFailed("The model failed on its input.") from exc
        return result

    def close(self) -> None:
        """Free the model once the runs under way have ended; later runs raise ``EngineFailed``."""
        self._session = None


def run_graph(data: bytes, feeds: Iterable[Mapping[str, Array]]) -> Iterator[dict[str, Array]]:
    """Run a graph given as bytes on several inputs, as the model compiler asks for it.

    Raises ``VoiceFileError`` for a graph that does not load or does not run.
    """
    session = Session(data)
    for feed in feeds:
        try:
            outputs = session.run(feed)
        except EngineFailed as exc:
            raise VoiceFileError("The voice file holds a model that does not run.") from exc
        yield dict(zip(session.output_names, outputs, strict=True))


def runtime_version() -> str:
    """The version of ONNX Runtime."""
    return str(_runtime().__version__)


def kernels_fingerprint() -> str:
    """What decides how a graph's numbers are rounded besides the graph: libraries and processor."""
    made_of = f"onnxruntime {runtime_version()} numpy {np.__version__} {cpu_signature()}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:16]


def _runtime() -> Any:
    """The library, loaded on first use: it takes longer than everything else at start-up.

    Its builds report usage to their maker and queue events in the user's cache folder unless told
    not to before they are loaded; nothing leaves the machine through brisa.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime  # noqa: PLC0415 - after the line above

    onnxruntime.disable_telemetry_events()
    return onnxruntime


def _errors(runtime: Any) -> tuple[type[BaseException], ...]:
    """Every kind of exception the library raises; its own have no common root."""
    state = runtime.capi.onnxruntime_pybind11_state
    own = [
        value
        for value in vars(state).values()
        if isinstance(value, type) and issubclass(value, Exception)
    ]
    return (*own, RuntimeError, ValueError, TypeError)


@contextlib.contextmanager
def _loading(runtime: Any) -> Iterator[None]:
    try:
        yield
    except _errors(runtime) as exc:
        raise VoiceFileError("The file is not a model this version can load.") from exc


def _settings(runtime: Any, options: RuntimeOptions) -> Any:
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = options.inter_op
    settings.execution_mode = runtime.ExecutionMode.ORT_SEQUENTIAL
    settings.log_severity_level = _LOG_ERRORS_ONLY
    settings.enable_mem_pattern = options.memory_pattern
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
    settings.add_session_config_entry("session.inter_op.allow_spinning", "0")
    # Not session.set_denormal_as_zero: it changes the floating-point mode of the thread that loads,
    # for good, and of every thread started from that one, so that rounding would depend on who
    # loaded what.
    return settings


def _open(runtime: Any, source: str | bytes, settings: Any) -> Any:
    return runtime.InferenceSession(source, settings, providers=["CPUExecutionProvider"])


def _open_cached(runtime: Any, model: Path, options: RuntimeOptions, folder: Path) -> Any:
    """Load the optimised graph if one is kept, else optimise and keep it.

    An optimised graph is laid out for one kind of processor, so its name says which, and whose
    library, made it. What cannot be kept or loaded costs time, not the session.
    """
    kept = folder / f"{model.stem}-{_fingerprint(runtime, model)}.onnx"
    if kept.is_file():
        settings = _settings(runtime, options)
        settings.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        try:
            return _open(runtime, str(kept), settings)
        except _errors(runtime):
            logger.warning("an optimised graph could not be loaded and is made again")
    failures: tuple[type[BaseException], ...] = (OSError, *_errors(runtime))
    try:
        return _open_and_keep(runtime, model, options, kept)
    except failures:
        session = _open(runtime, str(model), _settings(runtime, options))
        logger.warning("optimised graphs cannot be kept; loading takes longer")
        return session


def _open_and_keep(runtime: Any, model: Path, options: RuntimeOptions, kept: Path) -> Any:
    """Raises ``OSError``, or the library's own errors: which, if the disk is full, is up to it."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".optimizing-", dir=kept.parent) as staging:
        written = Path(staging) / kept.name
        settings = _settings(runtime, options)
        settings.optimized_model_filepath = str(written)
        session = _open(runtime, str(model), settings)
        written.replace(kept)
        return session


def _fingerprint(runtime: Any, model: Path) -> str:
    try:
        digest = hashlib.sha256(model.read_bytes())
    except OSError as exc:
        raise VoiceFileError(f"The model {model.name} cannot be read: {exc.strerror}.") from exc
    digest.update(f"{runtime.__version__} {cpu_signature()}".encode())
    return digest.hexdigest()[:24]
