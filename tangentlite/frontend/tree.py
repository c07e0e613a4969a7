"""Nodes of the syntax tree that rewrites of it make."""

from __future__ import annotations

import gast


def read(name: str) -> gast.Name:
    """Return the node that reads a variable."""
    return gast.Name(name, gast.Load(), None, None)


def assigned(name: str, value: gast.expr, at: gast.AST) -> gast.Assign:
    """Return an assignment to a variable that stands where another node does."""
    target = gast.Name(name, gast.Store(), None, None)
    return placed(gast.Assign([target], value, None), at)


def placed(node, at: gast.AST):
    """Return a new node, and what is new inside, with the place of another one."""
    return gast.fix_missing_locations(gast.copy_location(node, at))
