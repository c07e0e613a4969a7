"""Whether lines of numbers give the same for Python's floats as for NumPy's."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def numbers_outside(
    lines: list[str], inner: list[str], outside: Mapping[str, Any]
) -> set[str] | None:
    """Return which names lines take for floats or integers from outside.

    If these are, the lines give the same for floats as for numbers of NumPy, but where
    those give an inf. None if the lines do more than arithmetic with them: numbers of
    another precision would count in place of a float's, and a power that is no whole
    number would be complex.
    """
    known, found = set(inner), set[str]()
    for line in lines:
        (statement,) = ast.parse(line).body
        if not isinstance(statement, ast.Assign):
            return None
        names = _names(statement.value, outside)
        if names is None:
            return None
        found |= names - known
        known.add(ast.unparse(statement.targets[0]))
    return found


def are_floats(names: set[str], outside: Mapping[str, Any]) -> bool:
    """Whether all names stand for floats or integers outside."""
    return all(type(outside.get(name)) in (float, np.float64, int) for name in names)


def _names(node: ast.expr, outside: Mapping[str, Any]) -> set[str] | None:
    """Return the names that arithmetic reads, None if it is more than that."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Constant):
        parts: list[ast.expr] = []
    elif isinstance(node, ast.UnaryOp):
        parts = [node.operand]
    elif isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        parts = [node.left, node.right]
        if isinstance(node.op, ast.Pow) and not _is_whole(node.right):
            return None
    elif isinstance(node, ast.Call) and _is_of_numbers(node, outside):
        parts = node.args
    else:
        return None
    every = [_names(part, outside) for part in parts]
    return None if None in every else set().union(*filter(None, every))


def _is_whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_of_numbers(node: ast.Call, outside: Mapping[str, Any]) -> bool:
    """Whether a call is one of a function of numbers, entry by entry."""
    owner, _, name = ast.unparse(node.func).rpartition(".")
    function = getattr(outside.get(owner), name, None) if owner else outside.get(name)
    is_plain = isinstance(function, np.ufunc) or function in _OF_NUMBERS
    return is_plain and not node.keywords


_OF_NUMBERS = [one for one in vars(math).values() if callable(one)]
