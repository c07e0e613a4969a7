"""Functions defined inside a program as functions of Python, for solvers to call."""

from __future__ import annotations

import ast
import functools
import linecache
import types
import zlib
from collections.abc import Callable
from typing import Any

import gast

from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.ir.fact_cache import once
from tangentlite.specialize.functions.lifted import (
    Captured,
    Closure,
    Composed,
    Lifted,
    lifted,
)
from tangentlite.values.base import Value

Cell = types.CellType


def as_python(
    b: Builder, value: Value, count: int, node: gast.AST
) -> tuple[Callable, dict[str, Value]]:
    """Return a function of Python, and what it takes behind its own arguments.

    A function of the program becomes one at module level: what it captures is passed
    behind as many arguments of its own as there are in a call.
    """
    if value.is_static:
        return value.static_value(), {}
    known, captured = lifted(b, value, node)
    own = _own(known)
    if len(own) < count or any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in own):
        raise _refusal(b, known, f"does not take {count} plain arguments", node)
    if len({id(scope.globals) for scope in known.scopes}) > 1:
        raise _refusal(b, known, "calls functions that other modules define", node)
    made = _function(known, count)
    if isinstance(made, str):
        raise _refusal(b, known, made, node)
    return made, captured


def _refusal(b: Builder, known: Lifted, why: str, node: gast.AST) -> Exception:
    what = f"{known.title} {why}, and cannot be handed on here."
    return b.error(what, "Define it at module level, and pass args=(...).", node)


def _own(known: Lifted) -> list:
    return [p for p in known.parameters if p.name not in known.captured]


@once
def _function(known: Lifted, count: int) -> Callable | str:
    """Return the function, the same one for all walks; or why there is none."""
    named: dict[str, Any] = {}
    for scope in known.scopes:
        for name, part in scope.variables:
            if named.setdefault(name, part) != part:
                return f"sees two variables called {name}"
    made = _Text()
    for name, part in sorted(named.items(), key=lambda item: _is_made(item[1])):
        if not made.bind(name, part):
            return f"captures {name}, which is put together from functions"
    own = [p.name for p in _own(known)][:count]
    plain = isinstance(known.function, Closure) and not (
        made.body or known.function.defaults or any(known.function.keyword_defaults)
    )
    if not made.bind(known.title, known.function):
        return "is put together from functions"
    body, held = made.body, made.held
    if plain:
        (definition,) = body
        body = list(definition.body)  # type: ignore[attr-defined]
    else:
        body += ast.parse(f"return {known.title}({', '.join(own)})").body
    cells = {
        name: cell
        for scope in known.scopes
        for name, cell in getattr(scope.cells, "by_name", {}).items()
    }
    cells |= {name: Cell(value) for name, value in held.items()}
    names = [*own, *known.captured]
    code = _code(known.title, names, body, [n for n in cells if n not in names])
    function = types.FunctionType(
        code,
        known.scopes[0].globals,  # type: ignore[arg-type]
        known.title,
        None,
        tuple(cells[name] for name in code.co_freevars),
    )
    function.__qualname__ = f"local.<locals>.{known.title}"
    return function


def _is_made(part: object) -> bool:
    """Whether a part is a function, which is defined behind what it reads."""
    return isinstance(part, (Closure, Composed))


class _Text:
    """Statements that bind what a function sees, and the objects that they name."""

    def __init__(self) -> None:
        self.body: list[ast.stmt] = []
        self.held: dict[str, object] = {}

    def bind(self, name: str, part: Any) -> bool:
        """Bind a name; return whether there is a text for that."""
        if isinstance(part, Closure):
            self.body.append(self._definition(part, name))
        elif isinstance(part, Captured):
            if part.name != name:
                self._assign(name, part.name)
        elif getattr(part, "is_static", False):
            self._assign(name, self._named(name, part.static_value()))
        elif isinstance(part, Composed) and part.key[0] == "derivative":
            inner = f"{name}_primal"
            if not self.bind(inner, part.parts[0]):
                return False
            for k, (operator, options) in enumerate(part.key[1]):
                made = functools.partial(operator, **dict(options))
                inner = f"{self._named(f'{name}_{k}', made)}({inner})"
            self._assign(name, inner)
        else:
            return False
        return True

    def _assign(self, name: str, value: str) -> None:
        self.body += ast.parse(f"{name} = {value}").body

    def _named(self, name: str, value: object) -> str:
        self.held[f"_{name}"] = value
        return f"_{name}"

    def _definition(self, part: Closure, name: str) -> ast.FunctionDef:
        """Return a definition, with names for the values of its defaults."""
        given = part.tree.args
        plain = gast.arguments(
            given.args,
            given.posonlyargs,
            given.vararg,
            given.kwonlyargs,
            [
                one and self._default(one, f"{name}_k{k}")
                for k, one in enumerate(part.keyword_defaults)
            ],
            given.kwarg,
            [self._default(one, f"{name}_{k}") for k, one in enumerate(part.defaults)],
        )
        new = gast.FunctionDef(name, plain, part.tree.body, [], None, None, [])
        tree = gast.gast_to_ast(gast.copy_location(new, part.tree))
        assert isinstance(tree, ast.FunctionDef)
        return tree

    def _default(self, part: Any, name: str) -> gast.expr:
        if isinstance(part, Captured):
            return build.name(part.name)
        return build.name(self._named(name, getattr(part, "value", None)))


def _code(
    title: str, names: list[str], body: list[ast.stmt], free: list[str]
) -> types.CodeType:
    """Compile a function; its text is kept for those who read it."""
    tree = ast.fix_missing_locations(ast.Module(body, []))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lines = ast.unparse(tree).splitlines()
    text = "\n".join(
        [
            f"def make({', '.join(name for name in free if name in used)}):",
            f"    def {title}({', '.join(names)}):",
            *(f"        {line}" for line in lines),
            f"    return {title}",
            "",
        ]
    )
    filename = f"<local {title} {zlib.crc32(text.encode()):x}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    outer = _inner_code(compile(text, filename, "exec"))
    return _inner_code(outer)


def _inner_code(code: types.CodeType) -> types.CodeType:
    return next(one for one in code.co_consts if isinstance(one, types.CodeType))
