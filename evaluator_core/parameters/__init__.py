"""Tool parameter correctness (design section 6, seed 003): does each call have exactly the parameters it should?

Two questions, both answered by rule: do the arguments fit the tool's definition (`schema_check`), and does every value
have a source in what stood before the call (`grounding`)? What no rule can decide is said to be so. Presence is
decided, not role.

    conversation ─ grounding     the texts, and what stands in them
    shape, formats, patterns ─ schema_check ─ problems     the definition
"""

from __future__ import annotations

from .conversation import Said, read_context
from .judge import check_parameters
from .results import CallResult, Leaf, Parameters

__all__ = ["CallResult", "Leaf", "Parameters", "Said", "check_parameters", "read_context"]
