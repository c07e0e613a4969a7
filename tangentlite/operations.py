"""Late-bound operations: signatures, whose implementations register when loaded.

Some operations have one implementation, others one for each class of value (`ByKind`).

Expressions hold calls, calls run statements, statements hold expressions: each file of
the walk needs all others. Here stand the signatures of the operations they share. The
file that implements one puts its function in place of the signature, so that callers
do not import it:

    @implements(operations.evaluate)
    def evaluate(b, node, base="t"): ...

    value = operations.evaluate(b, node)

Operations are read from this module where they are called, never imported by name.
"""

# Signatures have no bodies.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import gast

from tangentlite.by_kind import ByKind

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder
    from tangentlite.values.base import Atom, Value

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
def evaluate(b: Builder, node: gast.expr, base: str = "t") -> Any:
    """Walk an expression; `base` names the result of its outermost operation."""


@_operation
def run_block(b: Builder, block: list[gast.stmt]) -> bool:
    """Walk statements in order; return whether they ended the function."""


@_operation
def run_function(b: Builder, frame: Any, tree: gast.FunctionDef) -> Any:
    """Walk a function's body in a new frame and return its result."""


@_operation
def bind_target(b: Builder, target: gast.expr, value: object) -> None:
    """Bind a value to a name, a tuple of targets, or an element or slice."""


@_operation
def bind_name(b: Builder, name: str, value: object) -> None:
    """Bind a variable, of the function around if it is not the function's own."""


@_operation
def read_name(b: Builder, node: gast.Name) -> Any:
    """Return the value of a variable, a captured variable or a global."""


@_operation
def choose(
    b: Builder, condition: Any, body: Callable, orelse: Callable, base: str
) -> Any:
    """Emit an `if` whose branches compute one value; return it."""


@_operation
def certain_error(
    b: Builder, error: Exception, instead: str, node: Any, what: str | None = None
) -> Exception:
    """Go to the handler of an exception that is raised here, or return our error."""


@_operation
def raise_at_once(b: Builder, error: Exception) -> None:
    """Go to the handler of what an operation is sure to raise, or emit the raise."""


@_operation
def raise_known(b: Builder, type_: type, value: object, node: Any) -> None:
    """Go to the handler of an exception, if there is one."""


@_operation
def may_catch(b: Builder, target: Any, type_: type) -> bool:
    """Whether a try statement may catch an exception of a class."""


# Operations with an implementation for each class of value


@ByKind
def called(
    b: Builder, callee: object, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Call a value."""


@ByKind
def lifted(b: Builder, value: Any, base: str, lifting: Any) -> Any:
    """Return how another walk restores a value that a function captures."""


@ByKind
def parameters_of(b: Builder, function: Any, node: Any) -> list:
    """Return the parameters of a function; defaults in the program are values."""


@ByKind
def title_of(b: Builder, function: Any) -> str:
    """Return a name for a function."""


@ByKind
def call_method(
    b: Builder,
    owner: Any,
    name: str,
    arguments: list,
    keywords: dict,
    node: Any,
    base: str,
) -> Any:
    """Call `owner.name(*arguments)`."""


@ByKind
def attribute(b: Builder, owner: Any, name: str, base: str) -> Any:
    """Return `owner.name`."""


@ByKind
def item(b: Builder, owner: Any, index: object, base: str) -> Any:
    """Return `owner[index]`."""


@ByKind
def length(b: Builder, value: Any) -> Any:
    """Return `len(value)`, or the number of items that a loop over it yields."""


@ByKind
def python_type(b: Builder, value: Value) -> type | None:
    """Return the class of a value at run time, None if it is not known."""


@ByKind
def static_items(b: Builder, value: Any) -> Any:
    """Return the items of a value if each is known by its position, else None."""


@ByKind
def taken_apart(b: Builder, value: Any, place: str, node: Any) -> Any:
    """Return the items of a container by their keys; None of a leaf."""


@ByKind
def item_at(b: Builder, value: Any, position: Any, base: str) -> Any:
    """Return the item that a loop yields at a position known at run time."""


# Calls


@_operation
def call(
    b: Builder, callee: object, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Emit or expand `callee(*arguments, **keywords)` and return its result."""


@ByKind
def call_key(b: Builder, value: Value, loose: bool, around: tuple) -> object:
    """Return what a function is specialised to for an argument that is `value`."""


@_operation
def inline(
    b: Builder,
    function: Callable,
    arguments: list,
    keywords: Mapping[str, object],
    node: Any,
    base: str,
) -> Any:
    """Walk a function's body with its parameters bound; return its result."""


@_operation
def call_rule(
    b: Builder,
    function: object,
    arguments: Any,
    keywords: Mapping[str, object],
    base: str,
    text: str | None = None,
) -> Any:
    """Emit a call of a registered function; its result has the kind it shows."""


# What is iterated over


@ByKind
def placed(b: Builder, items: Any) -> Any:
    """Return how the items of a loop are read at their places, None if they are not."""


@ByKind
def looped(b: Builder, iterable: Any, node: Any) -> None:
    """Walk a `for` statement over a value."""


@ByKind
def as_items(b: Builder, value: Any, node: Any = None) -> Any:
    """Return the list of the items left in a generator or iterator; others as is."""


@_operation
def as_numbers(b: Builder, value: Any) -> Any:
    """Return the array of a range's numbers; others as is."""


@_operation
def resume(b: Builder, generator: Any, node: Any) -> tuple | None:
    """Run a generator up to its next yield; return what it yields, None at its end."""


# Operators, attributes, items


@_operation
def binary(
    b: Builder, op: gast.operator, left: object, right: object, base: str
) -> Any:
    """Emit `left OP right`, or fold it where both sides are known."""


@_operation
def unary(b: Builder, op: gast.unaryop, value: object, base: str) -> Any:
    """Emit `OP value`, or fold it."""


@_operation
def compare(b: Builder, node_ops: Any, values: Any, base: str) -> Any:
    """Emit a comparison, chained or not, or fold it where its sides are known."""


@_operation
def test(b: Builder, node: gast.expr) -> Atom:
    """Walk a condition; it stays one expression, as it is never differentiated."""


@_operation
def repeated_test(b: Builder, node: gast.expr) -> Atom:
    """Walk the condition of a `while`, in front of which nothing can be emitted."""


@ByKind
def test_value(b: Builder, value: Value) -> Atom:
    """Return a value as a condition."""


@_operation
def truth(value: Atom) -> bool | None:
    """Return the value of a condition that is known now, else None."""


@_operation
def read_attribute(b: Builder, owner: object, name: str, base: str) -> Any:
    """Return `owner.name`."""


@_operation
def read_own_attribute(b: Builder, owner: object, name: str, base: str) -> Any:
    """Return `owner.name` of an object, or of a named tuple."""


@_operation
def read_item(b: Builder, owner: object, index: object, base: str) -> Any:
    """Emit `owner[index]`, or pick the item where both are known."""


# Optional values, and merge points


@_operation
def present(b: Builder, value: Any, error: type = TypeError) -> Any:
    """Return a value without its None; emit a check that raises where it is None."""


@_operation
def all_present(b: Builder, value: Any) -> Any:
    """Do `present` for an argument and all items of its tuples and lists."""


@_operation
def join_values(b: Builder, base: str, first: object, second: object) -> Any:
    """Return fresh names (phis) for a variable that has one of two values."""


@_operation
def widen(b: Builder, base: str, target: object, value: object) -> Any:
    """Return a loop variable's phi with its kind widened to hold a value, too."""


@_operation
def copy_into(b: Builder, holder: Any, target: object, value: object) -> None:
    """Emit the copies of a value into the names of a phi."""


# Values as expressions of the core program


@_operation
def as_atom(b: Builder, value: object) -> Atom:
    """Return a value as one atom; a tuple becomes a display in place."""


@ByKind
def as_expression(b: Builder, value: Value) -> gast.expr:
    """Return the expression of a value as an argument: displays stay displays."""


@_operation
def as_object(b: Builder, value: object) -> gast.expr | None:
    """Return the expression of an object of collections, a view or a slice; or None."""


@_operation
def as_operand(b: Builder, value: object) -> gast.expr:
    """Return the expression of what derivatives pass through: lists by their items."""


@_operation
def as_call(
    b: Builder, callee: gast.expr, arguments: Iterable, keywords: Mapping
) -> gast.expr:
    """Return a call with some values as its arguments."""


@_operation
def constant_block(b: Builder) -> Value:
    """Return the context manager of a block under `no_grad`."""


@_operation
def with_constants(b: Builder, statement: gast.stmt) -> gast.stmt:
    """Return a statement of a block under `no_grad`: what it writes is constant."""


@_operation
def as_list(b: Builder, value: Any, base: str) -> Atom:
    """Make a run-time list of one whose items are known by position."""


@_operation
def index_argument(b: Builder, index: gast.expr) -> gast.expr:
    """Return an index as the argument of a call, where `a:b` is `slice(a, b)`."""
