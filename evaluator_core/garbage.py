"""Python's search for cyclic garbage, paused while a paste becomes very many values, none of which is garbage.

Without this the search takes up to half of the time of reading a long trace: it looks at all values again and again.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage() -> Iterator[None]:
    """Pause the search. Nested or in several threads, whoever paused it turns it on again."""
    paused = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if paused:
            gc.enable()
