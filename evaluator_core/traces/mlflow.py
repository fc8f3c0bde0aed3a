"""MLflow traces: spans whose attributes are JSON text."""

from __future__ import annotations

from .records import CallRecord
from .scan import Scan
from .span_attributes import unfolded
from .spans import TOOL, Span, kind_of, passed
from .telemetry import Raw

ID = "mlflow"


def span(raw: Raw, scan: Scan) -> Span | None:
    """The span of a tool or of a chat model; others only enclose them."""
    found = raw.attributes
    written = found.value("mlflow.spanType")
    given, answered = found.find("mlflow.spanInputs"), found.find("mlflow.spanOutputs")
    if not isinstance(written, str) and given is None and answered is None:
        return None
    kind = kind_of(written)
    base = Span(ID, kind, raw.where, raw.start, raw.trace, raw.id, raw.parent)
    if kind == TOOL:
        output = None if answered is None else unfolded(answered).value
        name = found.value("mlflow.spanFunctionName")
        name = raw.name if raw.name or not isinstance(name, str) else name
        return base._replace(call=CallRecord(name, passed(given), raw.where, None, raw.failed, result=output))
    return base._replace(
        before=() if given is None else (given,), after=() if answered is None else (answered,)
    )
