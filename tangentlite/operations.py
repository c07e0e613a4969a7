"""What the files of the walk ask of each other, bound when they are loaded.

Some operations have one implementation, others one for each kind of value (`ByKind`).

Expressions hold calls, calls run statements, statements hold expressions: each file of
the walk needs all others. Here stand the signatures of what they ask for. The file that
answers puts its function in the place of the signature, so that who asks imports none:

    @implements(operations.evaluate)
    def evaluate(b, node, base="t"): ...

    value = operations.evaluate(b, node)

Operations are read from this module where they are called, never imported by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn, TypeVar

import gast

from tangentlite.by_kind import ByKind

F = TypeVar("F", bound=Callable)


def implements(operation: Callable) -> Callable[[F], F]:
    """Put a function in the place of an operation; a second one is an error."""
    name = operation.__name__
    if operation is not _SIGNATURES.get(name):
        raise TypeError(f"{name} is no operation, or has an implementation")

    def put(function: F) -> F:
        del _SIGNATURES[name]
        globals()[name] = function
        return function

    return put


def missing() -> list[str]:
    """Return the operations that no file has implemented yet."""
    return list(_SIGNATURES)


_SIGNATURES: dict[str, Callable] = {}


def _operation(signature: F) -> F:
    def unbound(*args: object, **keywords: object) -> NoReturn:
        raise NotImplementedError(f"no file implements {signature.__name__}")

    unbound.__name__ = signature.__name__
    _SIGNATURES[signature.__name__] = unbound
    return unbound  # type: ignore[return-value]


# Statements and expressions


@_operation
def evaluate(b: Any, node: gast.expr, base: str = "t") -> Any:
    """Walk an expression; `base` names the result of its outermost operation."""


@_operation
def run_block(b: Any, block: list[gast.stmt]) -> Any:
    """Walk statements in order; return whether they ended the function."""


@_operation
def run_function(b: Any, frame: Any, tree: gast.FunctionDef) -> Any:
    """Walk a function's body in a new frame and return its result."""


@_operation
def bind_target(b: Any, target: gast.expr, value: object) -> None:
    """Bind a value to a name, a tuple of targets, or an element or slice."""


@_operation
def bind_name(b: Any, name: str, value: object) -> None:
    """Bind a variable, of the function around if it is not the function's own."""


@_operation
def read_name(b: Any, node: gast.Name) -> Any:
    """Return what a name stands for: a variable, a captured value, a global."""


@_operation
def choose(b: Any, condition: Any, body: Callable, orelse: Callable, base: str) -> Any:
    """Emit an `if` whose branches give one value."""


@_operation
def certain_error(
    b: Any, error: Exception, instead: str, node: Any, what: str | None = None
) -> Any:
    """Go to the handler of an exception that is raised here, or return our error."""


@_operation
def raise_at_once(b: Any, error: Exception) -> None:
    """Go to the handler of what an operation is sure to raise, or emit the raise."""


@_operation
def raise_known(b: Any, type_: type, value: object, node: Any) -> None:
    """Go to the handler of an exception, if there is one."""


@_operation
def may_catch(b: Any, target: Any, type_: type) -> Any:
    """Whether a try statement may catch an exception of a class."""


# What each kind of value answers by itself


@ByKind
def called(
    b: Any, callee: object, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Call a value."""


@ByKind
def call_method(
    b: Any, owner: Any, name: str, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Call `owner.name(*arguments)`."""


@ByKind
def attribute(b: Any, owner: Any, name: str, base: str) -> Any:
    """Return `owner.name`."""


@ByKind
def item(b: Any, owner: Any, index: object, base: str) -> Any:
    """Return `owner[index]`."""


@ByKind
def length(b: Any, value: Any) -> Any:
    """Return `len(value)`, or how many items a loop over a value gives."""


@ByKind
def static_items(b: Any, value: Any) -> Any:
    """Return the items of a value if they are told apart by position; else None."""


@ByKind
def item_at(b: Any, value: Any, position: Any, base: str) -> Any:
    """Return what a loop gives at a position that is known when the program runs."""


# Calls


@_operation
def call(
    b: Any, callee: object, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Emit or expand `callee(*arguments, **keywords)` and return its result."""


@_operation
def inline(
    b: Any,
    function: Callable,
    arguments: list,
    keywords: Mapping[str, object],
    node: Any,
    base: str,
) -> Any:
    """Walk the body of a user's function with its parameters bound; its result."""


@_operation
def call_rule(
    b: Any,
    function: object,
    arguments: Any,
    keywords: Mapping[str, object],
    base: str,
    text: str | None = None,
) -> Any:
    """Emit a call of a registered function; its result has the kind it shows."""


# What is iterated over


@ByKind
def as_items(b: Any, value: Any, node: Any = None) -> Any:
    """Return a list in place of a generator or iterator, whose items are taken."""


@_operation
def resume(b: Any, generator: Any, node: Any) -> tuple | None:
    """Run a generator up to its next yield; return what it yields, None at its end."""


# Operators, attributes, items


@_operation
def binary(b: Any, op: gast.operator, left: object, right: object, base: str) -> Any:
    """Emit `left OP right`, or fold it where both sides are known."""


@_operation
def unary(b: Any, op: gast.unaryop, value: object, base: str) -> Any:
    """Emit `OP value`, or fold it."""


@_operation
def compare(b: Any, node_ops: Any, values: Any, base: str) -> Any:
    """Emit a comparison, chained or not; decide it where it is decided now."""


@_operation
def test(b: Any, node: gast.expr) -> Any:
    """Walk a condition; it stays one expression, as it is never differentiated."""


@_operation
def repeated_test(b: Any, node: gast.expr) -> Any:
    """Walk the condition of a `while`, in front of which nothing can stand."""


@_operation
def test_value(b: Any, value: object) -> Any:
    """Return a value that was walked already as a condition."""


@_operation
def truth(value: Any) -> bool | None:
    """Return whether a condition is decided now, and how."""


@_operation
def read_attribute(b: Any, owner: object, name: str, base: str) -> Any:
    """Return `owner.name`."""


@_operation
def read_own_attribute(b: Any, owner: object, name: str, base: str) -> Any:
    """Return `owner.name` of an object, or of a named tuple."""


@_operation
def read_item(b: Any, owner: object, index: object, base: str) -> Any:
    """Emit `owner[index]`, or pick the item where both are known."""


# Values that may be absent, and those of several paths


@_operation
def present(b: Any, value: Any, error: type = TypeError) -> Any:
    """Return what a value is where it is not None; it raises where it is None."""


@_operation
def all_present(b: Any, value: Any) -> Any:
    """Return an argument in which nothing may be None, nor in its tuples and lists."""


@_operation
def join_values(b: Any, base: str, first: object, second: object) -> Any:
    """Return fresh names for a variable that has one of two values."""


@_operation
def widen(b: Any, base: str, target: object, value: object) -> Any:
    """Return the target of a loop's variable with its kind widened to hold a value."""


@_operation
def copy_into(b: Any, holder: Any, target: object, value: object) -> None:
    """Emit the copies of a value into the names that paths, or iterations, share."""


# Values as expressions of the core program


@_operation
def as_atom(b: Any, value: object) -> Any:
    """Return a value as one atom; a tuple becomes a display in place."""


@_operation
def as_expression(b: Any, value: object) -> gast.expr:
    """Return the expression of a value as an argument: displays stay displays."""


@_operation
def as_object(b: Any, value: object) -> gast.expr | None:
    """Return a new object of collections, a view or a slice; None of others."""


@_operation
def as_operand(b: Any, value: object) -> gast.expr:
    """Return the expression of what derivatives pass through: lists by their items."""


@_operation
def as_call(
    b: Any, callee: gast.expr, arguments: Iterable, keywords: Mapping
) -> gast.expr:
    """Return a call with some values as its arguments."""


@_operation
def as_list(b: Any, value: Any, base: str) -> Any:
    """Make a list at run time out of one whose items are told apart."""


@_operation
def index_argument(b: Any, index: gast.expr) -> gast.expr:
    """Return an index as the argument of a call, where `a:b` is `slice(a, b)`."""
