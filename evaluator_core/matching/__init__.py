"""Pairs expected calls with actual calls: the best one-to-one pairing of design section 5, or the seed's greedy one."""

from .engine import pair
from .problem import Method, Order, Pairing, Problem

__all__ = ["Method", "Order", "Pairing", "Problem", "pair"]
