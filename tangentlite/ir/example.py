"""Small functions in the core language, parsed from text, for examples of passes."""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.ir.function import Function, Parameter, Source
from tangentlite.ir.leaves import Comment
from tangentlite.ir.names import stem
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_statement,
    reads,
    statements,
)


def function_of(text: str, **kinds: object) -> Function:
    """Return a function whose body is some lines of core code.

    A keyword gives the kind of a name, or the function that a reference means; those
    of NumPy and Python need none. The result of an operation on names has the kind of
    the operand with most axes unless a keyword says otherwise. Names that are read
    before they are bound are parameters, a string as a statement is a comment, and no
    name is in `primal`. Raises KeyError for a name without a kind.

    >>> example = function_of('t = x * y; return t', x='a vector', y='a vector')
    >>> [parameter.name for parameter in example.parameters], example.kinds['t']
    (['x', 'y'], 'a vector')
    """
    text = textwrap.dedent(text).strip()
    given = {name: kind for name, kind in kinds.items() if not callable(kind)}
    references = {name: kind for name, kind in kinds.items() if callable(kind)}
    parsed = gast.parse(text).body
    local = {*given, *(n for s in statements(parsed) for n in (*binds(s), *_inner(s)))}
    speller = _Speller(local, references)
    body = tuple(speller.statement(statement) for statement in parsed)
    parameters = tuple(Parameter(name) for name in _unbound(body, given))
    known = dict(given)
    for statement in statements(body):
        for name in binds(statement):
            if name not in known and not isinstance(statement, gast.FunctionDef):
                known[name] = _kind(statement, known)
    bases = {name: stem(name) for name in bound_in(body)}
    source = Source("example", "<example>", tuple(text.splitlines()))
    return Function(
        "example", parameters, body, known, speller.references, (source,), bases=bases
    )


def by_name(function: Any) -> gast.expr:
    """Return how texts of examples name a function.

    >>> by_name(np.sin).id, by_name(len).id
    ('np.sin', 'len')
    """
    module = "np." if isinstance(function, np.ufunc) else ""
    if getattr(function, "__module__", "") == "numpy":
        module = "np."
    return build.name(f"{module}{function.__name__}")


def shown(function: Function) -> None:
    """Print the body of a function.

    >>> shown(function_of("'backward'; x_bar = -np.sin(x); return x_bar", x=0, x_bar=0))
    # backward
    x_bar = -np.sin(x)
    return x_bar
    """
    print(body_text(function))


def body_text(function: Function) -> str:
    """Return the body of a function as text."""
    body = [map_statement(statement, _printable) for statement in function.body]
    return ast.unparse(gast.gast_to_ast(gast.Module(body, [])))


def _printable(node: gast.expr) -> gast.expr:
    comment = isinstance(node, gast.Constant) and isinstance(node.value, Comment)
    return build.name(f"# {node.value}") if comment else node


def _inner(statement: gast.stmt) -> Iterator[str]:
    """Yield the parameters of a function defined inside."""
    if isinstance(statement, gast.FunctionDef):
        yield from (argument.id for argument in statement.args.args)


def _is_text(statement: gast.stmt) -> bool:
    """Whether a statement is a string."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    return isinstance(value, gast.Constant) and isinstance(value.value, str)


class _Speller:
    """Turns each reference into one name, and records its object."""

    def __init__(self, local: set[str], given: Mapping[str, object]) -> None:
        self._local = local
        self._given = given
        self.references: dict[str, object] = {}

    def statement(self, statement: gast.stmt) -> gast.stmt:
        if _is_text(statement):
            comment = gast.Constant(Comment(statement.value.value), None)
            return build.effect(comment, statement.lineno)
        return map_statement(
            statement,
            self._spelled,
            block=lambda body: [self.statement(inner) for inner in body],
        )

    def _spelled(self, node):
        if isinstance(node, list):
            return [self._spelled(item) for item in node]
        if not isinstance(node, gast.AST) or not node._fields:
            return node
        if isinstance(node, gast.Attribute) and self._is_numpy(node.value):
            self.references[f"np.{node.attr}"] = getattr(np, node.attr)
            return build.name(f"np.{node.attr}")
        if isinstance(node, gast.Name) and node.id not in self._local:
            self.references[node.id] = self._object(node.id)
            return node
        fields = (getattr(node, field, None) for field in node._fields)
        return type(node)(*map(self._spelled, fields))

    def _is_numpy(self, node: gast.expr) -> bool:
        return isinstance(node, gast.Name) and node.id == "np"

    def _object(self, name: str) -> object:
        if name in self._given:
            return self._given[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise KeyError(f"{name} has no kind")


def _unbound(body: tuple[gast.stmt, ...], given: Mapping[str, object]) -> list[str]:
    """Return the names with a given kind that are read before they are bound."""
    bound: set[str] = set()
    found: set[str] = set()
    for statement in statements(body):
        found.update(name for name in reads(statement) if name not in bound)
        bound.update((*binds(statement), *_inner(statement)))
    return [name for name in given if name in found or name not in bound]


def _kind(statement: gast.stmt, known: Mapping[str, object]) -> object:
    """Return the kind of an operation's result, that of the operand with most axes."""
    value = getattr(statement, "value", None)
    if isinstance(value, (gast.BinOp, gast.UnaryOp, gast.Name)):
        found = [known[name] for name in reads(statement) if name in known]
        if found:
            return max(found, key=lambda kind: len(getattr(kind, "shape", None) or ()))
    raise KeyError(f"{', '.join(binds(statement))} has no kind")
