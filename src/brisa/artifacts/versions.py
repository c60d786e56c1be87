"""Versions of the model compilers, known without loading one.

A version is part of a compiled model's place in the cache: raise it with any change to what the
compiler writes, and models are compiled again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMPILER_VERSIONS: Mapping[str, int] = MappingProxyType({"tiny": 2})
"""Engine name to version; engines that are not here load their source files as they are."""
