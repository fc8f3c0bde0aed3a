"""MCP: JSON-RPC messages; a request with the method `tools/call` is a call."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..values import key_of
from .records import CallRecord, Entry, ResultRecord, call_id, some_text
from .scan import Format, Scan

_METHODS = ("tools/", "notifications/", "resources/", "prompts/", "logging/", "sampling/", "elicitation/", "roots/",
            "completion/", "initialize", "ping")  # fmt: skip


def _is_call(node: dict[str, Any]) -> bool:
    params = node.get("params")
    return node.get("method") == "tools/call" and isinstance(params, dict) and isinstance(params.get("name"), str)


def claims(node: dict[str, Any]) -> bool:
    """A call, or another message of the protocol that holds nothing of another one."""
    if _is_call(node):
        return True
    if node.get("jsonrpc") != "2.0":
        return False
    method = node.get("method")
    if isinstance(method, str):
        return method.startswith(_METHODS)
    result = node.get("result")
    if isinstance(result, dict):
        return any(key in result for key in ("content", "isError", "structuredContent", "tools", "protocolVersion"))
    return isinstance(node.get("error"), dict) and "id" in node


class _Seen:
    """Requests that wait for their result: proxies log a message twice."""

    def __init__(self) -> None:
        self.waiting: dict[str, Hashable] = {}

    def finish(self) -> None:
        """Nothing is open at the end."""


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit a call or what came back for one."""
    seen: _Seen = scan.collector("mcp", _Seen)
    identity = call_id(node.get("id"))
    if _is_call(node):
        params = node["params"]
        key = params["name"], key_of(params.get("arguments"))
        if identity is None or seen.waiting.get(identity) != key:
            if identity is not None:
                seen.waiting[identity] = key
            call = CallRecord(params["name"], params.get("arguments"), f"{where}/params", identity)
            scan.entry(Entry("assistant", where, None, [call]))
    elif "method" not in node:
        seen.waiting.pop(identity or "", None)
        result = node.get("result")
        result = result if isinstance(result, dict) else {}
        if isinstance(result.get("tools"), list):
            scan.note_left_out("definitions", len(result["tools"]), f"{where}/result/tools")
            return
        failed = True if node.get("error") else result.get("isError")
        content = node.get("error") or result.get("structuredContent") or result.get("content")
        record = ResultRecord(
            identity, some_text(node.get("name")), failed if isinstance(failed, bool) else None, content
        )
        scan.entry(Entry("tool", where, content, None, [record]))


FORMAT = Format("mcp", "MCP (JSON-RPC)", ("method", "jsonrpc"), claims, read)
