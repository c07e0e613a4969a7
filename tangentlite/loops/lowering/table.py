"""Tables of what functions are by element, by the function object."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import gast

if TYPE_CHECKING:
    from tangentlite.loops.lowering.element_values import Elements
    from tangentlite.loops.lowering.lowering import Lowering

AsElements = Callable[["Lowering", gast.Call], "Elements"]
AsStatements = Callable[["Lowering", str, gast.Call], None]
H = TypeVar("H", bound=Callable)

# Statements, by the type of the node.
FORMS: dict[type, Callable[[Lowering, gast.stmt], None]] = {}
# Expressions, by the type of the node.
NODES: dict[type, Callable[[Lowering, gast.expr], Elements]] = {}
# Functions whose results are given by element.
ELEMENTS: dict[object, AsElements] = {}
# Functions whose results are computed by statements that bind a name.
STATEMENTS: dict[object, AsStatements] = {}
# Functions that write into an array that they are given.
WRITES: dict[object, Callable[[Lowering, gast.Call], None]] = {}


def found_in(table: dict[object, H], function: object) -> H | None:
    """Return the entry of a function, None for one that cannot be a key.

    Functions of SciPy are keys by their public names.
    """
    try:
        found = table.get(function)
    except TypeError:  # a callee of a recursion is no key
        return None
    return found or table.get(_name_in_scipy(function))


def _name_in_scipy(function: object) -> str:
    name = str(getattr(function, "__name__", ""))
    special = sys.modules.get("scipy.special")
    known = special is not None and getattr(special, name, None) is function
    return f"scipy.special.{name}" if known and name else ""


def form_of(*kinds: type) -> Callable[[H], H]:
    """Register what lowers statements of some types."""
    return _into(FORMS, kinds)


def elements_of(*functions: object) -> Callable[[H], H]:
    """Register what gives the elements of the results of some functions."""
    return _into(ELEMENTS, functions)


def statements_of(*functions: object) -> Callable[[H], H]:
    """Register what computes the results of some functions by statements."""
    return _into(STATEMENTS, functions)


def writes_of(*functions: object) -> Callable[[H], H]:
    """Register what functions write, by statements."""
    return _into(WRITES, functions)


def _into(table: dict, functions: tuple) -> Callable[[H], H]:
    def register(handler: H) -> H:
        for function in functions:
            table[function] = handler
        return handler

    return register
