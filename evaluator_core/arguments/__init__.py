"""Compares the arguments of an expected call with those of an actual one, and says where they differ."""

from .comparison import Comparison
from .selection import stands
from .shared_values import SharedValues

__all__ = ["Comparison", "SharedValues", "stands"]
