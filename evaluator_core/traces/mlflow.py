"""MLflow traces: spans whose attributes are JSON text."""

from __future__ import annotations

from .scan import Scan
from .spans import OTHER, Span, kind_of, observed
from .telemetry import Raw

ID = "mlflow"


def span(raw: Raw, scan: Scan) -> Span | None:
    """The span of a tool or of a chat model; others only enclose them."""
    found = raw.attributes
    written = found.value("mlflow.spanType")
    given, answered = found.find("mlflow.spanInputs"), found.find("mlflow.spanOutputs")
    if not isinstance(written, str) and given is None and answered is None:
        return None
    base = Span(ID, OTHER, raw.where, raw.start, raw.trace, raw.id, raw.parent)
    return observed(base, kind_of(written), raw.name, given, answered, raw.failed)
