"""Checks the tool calls an agent made against the calls a test expects. Deterministic; no model is asked.

from evaluator_core import evaluate

report = evaluate(expected='[{"name": "search", "args": {"q": "x"}}]', trace=pasted_text)
report.verdict      # "pass" or "fail"
report.to_dict()    # the JSON report
"""

from .calls import ExpectedCall, Finding, LeftOut, Message, ToolCall
from .errors import ExpectedError, InputError, OptionError, Place, TextError, TraceError
from .evaluation import evaluate, evaluate_case
from .options import Options
from .report import ErrorReport, Report, report_schema
from .traces import Trace, read_trace

__all__ = [
    "ErrorReport",
    "ExpectedCall",
    "ExpectedError",
    "Finding",
    "InputError",
    "LeftOut",
    "Message",
    "OptionError",
    "Options",
    "Place",
    "Report",
    "TextError",
    "ToolCall",
    "Trace",
    "TraceError",
    "evaluate",
    "evaluate_case",
    "read_trace",
    "report_schema",
]
