"""Reads damaged pastes: text that is no strict JSON becomes documents, with words on what was done.

Each way is a module of its own and takes linear time, whatever the paste. Nothing is evaluated, nothing is repaired
by guessing: a way either reads the paste or leaves it to the next.

| module | pastes |
|---|---|
| `whole` | Python text, printed SDK objects, JSON5, documents one after the other, a paste that is cut off |
| `lines` | JSON Lines with bad lines; server-sent events |
| `fences` | fenced blocks in Markdown or chats |
| `pieces` | JSON inside log lines or prose |
| `escapes` | HTML entities; backslashes without quotes around |
| `tables` | CSV and TSV |
| `tidying` | colours of terminals, carriage returns, invisible characters |
"""

from .escapes import without_backslashes, without_entities
from .fences import fences, read_fenced
from .lines import read_events, read_json_lines
from .pieces import read_pieces
from .reading import CUT_OFF, Document, Reading, value_at
from .scanning import Scanner
from .tables import read_table
from .tidying import Tidied
from .whole import read_whole

__all__ = [
    "CUT_OFF",
    "Document",
    "Reading",
    "Scanner",
    "Tidied",
    "fences",
    "read_events",
    "read_fenced",
    "read_json_lines",
    "read_pieces",
    "read_table",
    "read_whole",
    "value_at",
    "without_backslashes",
    "without_entities",
]
