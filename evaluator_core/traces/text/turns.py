"""Who speaks in a pasted text: the role tokens of chat templates, printed message headers, `User:` labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ROLE_TOKEN = re.compile(
    r"""
      <\|(?:im_start|start_header_id|header_start|start_of_role|turn)(?:\|>|>)\s*(?P<named>\w+)
        (?:<\|(?:end_header_id|header_end|end_of_role)\|>|[^\n<]{0,80}(?:<\|im_middle\|>|<\|end_of_role\|>|\n|(?=<)|\Z))
    | <start_of_turn>\s*(?P<gemma>\w+)
    | <\|im_(?P<kimi>user|assistant|system|tool)\|>[^<\n]{0,80}<\|im_middle\|>
    | <\|(?P<bare>user|assistant|system|observation|USER_TOKEN|CHATBOT_TOKEN|SYSTEM_TOKEN)\|>
    | <｜(?P<deepseek>User|Assistant|System)｜>
    | \]~!?b\](?P<minimax>\w+)
    | <extra_id_[01]>(?P<extra>System|User|Assistant|Tool)
    | \[(?P<mistral>/?INST|/?SYSTEM_PROMPT)\]
    | ^={8,}[ ](?P<printed>\w+)[ ]Message(?:[ ]Chunk)?[ ]={8,}$
    """,
    re.VERBOSE | re.MULTILINE,
)
_LABEL = re.compile(r"^[ \t]*(?P<label>Human|User|Assistant|AI|System|Tool):", re.MULTILINE)
_ASSISTANT = frozenset("assistant model ai chatbot_token chatbot gpt bot /inst".split())
_SYSTEM = frozenset("system developer system_prompt system_token".split())
_TOOL = frozenset("tool observation ipython function tool_response tool_output".split())
_TOKENS = re.compile(
    r"<[|｜][^|｜<>\n]{1,60}[|｜]>|</?s>|<bos>|<eos>|<end_of_turn>|<turn\|>|\[/?INST\]|\[/?SYSTEM_PROMPT\]|\[e~\["
)


class Turn(NamedTuple):
    """A part of the text with one speaker."""

    role: str
    start: int
    end: int
    printed: bool = False
    """It stands below a header of LangChain's printed messages."""


def turns(text: str) -> Iterator[Turn]:
    """The turns of a text. What stands before the first role token is the assistant's."""
    token = _ROLE_TOKEN
    first = token.search(text)
    if first is None and _LABEL.match(text.lstrip()[:100]):
        token = _LABEL
    role, start, printed = "assistant", 0, False
    for found in token.finditer(text):
        yield Turn(role, start, found.start(), printed)
        role, start = _role(found[found.lastgroup or 0]), found.end()
        printed = found.lastgroup == "printed"
    yield Turn(role, start, len(text), printed)


def _role(written: str) -> str:
    lowered = written.lower()
    if lowered in _ASSISTANT:
        return "assistant"
    if lowered in _TOOL:
        return "tool"
    return "system" if lowered in _SYSTEM else "user"


def without_tokens(text: str) -> str:
    """The words of a turn, without the tokens around them."""
    return _TOKENS.sub("", text).strip() if "<" in text or "[" in text or "]" in text else text.strip()
