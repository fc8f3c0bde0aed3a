"""Which calls are compared at all. Those an option leaves out are still shown, and never hide a forbidden one."""

from __future__ import annotations

from collections.abc import Sequence

from .calls import ToolCall
from .names import matcher
from .options import Options


def kept_calls(calls: Sequence[ToolCall], options: Options) -> list[int] | None:
    """Indices of the calls that are compared; None when that is all of them."""
    if not (options.ignore_tools or options.ignore_failed or options.ignore_provider_calls):
        return None
    ignored = matcher(options.ignore_tools)
    return [
        index
        for index, call in enumerate(calls)
        if not (
            (ignored is not None and ignored.match(call.name))
            or (options.ignore_failed and call.failed)
            or (options.ignore_provider_calls and call.provider)
        )
    ]
