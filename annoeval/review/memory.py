"""How much memory a study takes, and giving back what reading a large one took on the way."""

from __future__ import annotations

import contextlib
import ctypes
import sys

import pyarrow as pa

from annoeval.study import Study


def size(study: Study) -> int:
    """About how many bytes a study holds."""
    frames = [f for f in (study.items, study.ratings, study.shapes) if f is not None]
    return sum(int(f.memory_usage(index=True).sum()) for f in frames)


def give_back() -> None:
    """Returns freed memory to the system: allocators keep it, and a large file leaves as much again as it holds."""
    pa.default_memory_pool().release_unused()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library has no such call
            ctypes.CDLL("libc.so.6").malloc_trim(0)
