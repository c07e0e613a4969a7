"""Functions defined inside a program as functions of Python, for solvers to call."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import linecache
import types
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast

from tangentlite.builder.builder import Builder
from tangentlite.handlers import wrapper_of
from tangentlite.ir import build
from tangentlite.ir.fact_cache import once
from tangentlite.specialize.functions.lifted import (
    Captured,
    Closure,
    Composed,
    Lifted,
    lifted,
)
from tangentlite.specialize.functions.of_python.variable_names import (
    Names,
    distinct_names,
    in_order,
    seen,
)
from tangentlite.values.base import Value
from tangentlite.values.objects import instances

Cell = types.CellType


def as_python(
    b: Builder, value: Value, count: int, node: gast.AST
) -> tuple[Callable, dict[str, Value]]:
    """Return a function of Python, and what it takes behind its own arguments.

    A function of the program becomes one at module level: what it captures is passed
    behind as many arguments of its own as there are in a call. So do a method, what
    `functools.partial` returns and an object that can be called.
    """
    value = instances.special(b, value, "__call__") or value
    if value.is_static:
        found: Any = value.static_value()
        if not isinstance(found, types.FunctionType) or found.__closure__:
            b.references.depends_on_closure()
        is_other = isinstance(found, (functools.partial, types.MethodType))
        code = getattr(found, "__code__", None)  # its own, not that of what it wraps
        takes_all = code is not None and code.co_flags & inspect.CO_VARARGS
        return (_of_positions(found, count) if is_other or takes_all else found), {}
    known, captured = lifted(b, value, node)
    if not _takes(known, count):
        raise _refusal(b, known, f"does not take {count} plain arguments", node)
    if len({id(known.scopes[k].globals) for k in _scopes(known)}) > 1:
        raise _refusal(b, known, "calls functions that other modules define", node)
    made = _function(known, count)
    if isinstance(made, str):
        raise _refusal(b, known, made, node)
    inner: Any = made
    while hasattr(inner, "primal"):  # of a derivative
        inner = inner.primal
    if getattr(inner, "keeps_cells", False) is not True:
        b.references.depends_on_closure()
    return made, captured


def _refusal(b: Builder, known: Lifted, why: str, node: gast.AST) -> Exception:
    what = f"{known.title} {why}, and cannot be handed on here."
    return b.error(what, "Define it at module level, and pass args=(...).", node)


@functools.lru_cache(maxsize=256)
def _of_positions(function: Any, count: int) -> Callable:
    """Return a function with plain parameters that calls another one, as it is."""
    inner = function
    while not isinstance(inner, types.FunctionType) and inner is not None:
        inner = getattr(inner, "__func__", getattr(inner, "func", None))
    title = getattr(inner, "__name__", "function")
    own = [f"_x{k}" for k in range(count)]
    body = ast.parse(f"return _called({', '.join(own)})").body
    named = title if title.isidentifier() else "function"
    code = _code(named, own, body, ["_called"])
    cells = (Cell(function),)
    made = types.FunctionType(code, _globals_of(inner), named, None, cells)
    vars(made)["keeps_cells"] = True
    return made


def _globals_of(function: Any) -> dict:
    return getattr(function, "__globals__", {"__builtins__": builtins})


def _takes(known: Lifted, count: int) -> bool:
    """Whether a function takes so many arguments by position."""
    own = _own(known)
    plain = [p for p in own if p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY)]
    return len(plain) >= count or any(p.kind is p.VAR_POSITIONAL for p in own)


def _own(known: Lifted) -> list:
    return [p for p in known.parameters if p.name not in known.captured]


@once
def _function(known: Lifted, count: int) -> Callable | str:
    """Return the function, the same one for all walks; or why there is none."""
    if (derivative := _derivative(known, count)) is not None:
        return derivative
    scopes = [known.scopes[k] for k in _scopes(known)]
    names_of = distinct_names(known, _scopes(known))
    made = _Text(known, names_of)
    variables = in_order(known, names_of)
    for name, part in variables:
        if not made.bind(name, part):
            return f"captures {name}, which is put together from functions"
    own = _own(known)
    plain = isinstance(known.function, Closure) and not (
        made.body or known.function.defaults or any(known.function.keyword_defaults)
    )
    plain = plain and not seen(known, names_of, known.function)
    plain = (
        plain
        and not known.is_wrapper
        and all(p.kind is p.POSITIONAL_OR_KEYWORD for p in own)
    )
    title = known.title
    while dict(variables).get(title, known.function) != known.function:
        title = f"{title}_0"
    if not made.bind(title, known.function):
        return "is put together from functions"
    body, held = made.body, made.held
    first = [p.name for p in own[:count]] if plain else [f"_x{k}" for k in range(count)]
    if plain:
        (definition,) = body
        body = list(definition.body)  # type: ignore[attr-defined]
    else:
        body += ast.parse(f"return {title}({', '.join(first)})").body
    cells = {
        name: cell
        for scope in scopes
        for name, cell in getattr(scope.cells, "by_name", {}).items()
    }
    cells |= {name: Cell(value) for name, value in held.items()}
    names = [*first, *known.captured]
    code = _code(known.title, names, body, [n for n in cells if n not in names])
    outer = scopes[0].globals if scopes else made.globals
    function = types.FunctionType(
        code,
        outer,  # type: ignore[arg-type]
        known.title,
        None,
        tuple(cells[name] for name in code.co_freevars),
    )
    function.__qualname__ = f"local.<locals>.{known.title}"
    vars(function)["keeps_cells"] = held.keys() >= {*code.co_freevars}
    return function


def _scopes(known: Lifted) -> list[int]:
    """Return which frames a function sees; a derivative sees those of its function."""
    found: list[int] = []

    def visit(part: Any) -> None:
        if _wrapper(known, part) is not None:
            visit(part.wrapped)
        elif isinstance(part, Composed):
            for one in part.parts:
                visit(one)
        elif isinstance(part, Closure):
            for one in (*part.defaults, *part.keyword_defaults):
                visit(one)
            number: int | None = part.scope
            while number is not None and number not in found:
                found.append(number)
                for _, one in known.scopes[number].variables:
                    visit(one)
                number = known.scopes[number].outer

    visit(known.function)
    return sorted(found)


def _wrapper(known: Lifted, part: Any) -> functools.partial | None:
    """Return what makes a part of a function, such as `tl.jacobian` and its choices.

    None if it is no such thing.
    """
    if not isinstance(part, Closure):
        return None
    scope = known.scopes[part.scope]
    operator = wrapper_of(scope.place)
    if operator is None or part.wrapped is None:
        return None
    given = dict(scope.variables)
    chosen = {
        name: given[name].static_value()
        for name in inspect.signature(operator).parameters
        if getattr(given.get(name), "is_static", False) and name != "f"
    }
    return functools.partial(operator, **chosen)


# What gives a function of the same arguments.
_OF_SAME = ("grad", "value_and_grad", "sparse_jacobian", "sparse_hessian")


def _derivative(known: Lifted, count: int) -> Callable | None:
    """Return a derivative of a function of the program, which is made only once.

    Its parameters are those of the function, with what that captures behind.
    """
    part = known.function
    if (operator := _wrapper(known, part)) is not None:
        inner, steps = part.wrapped, [operator]
    elif isinstance(part, Composed) and part.key[0] == "derivative":
        if any(operator.__name__ not in _OF_SAME for operator, _ in part.key[1]):
            return None
        inner = part.parts[0]
        steps = [functools.partial(f, **dict(options)) for f, options in part.key[1]]
    else:
        return None
    made: Any
    if getattr(inner, "is_static", False):
        made = inner.static_value()
    else:
        made = _function(replace(known, function=inner), count)
        if isinstance(made, str):
            return None
        names = [p.name for p in _own(known)]
        steps = [functools.partial(step, wrt=_place(step, names)) for step in steps]
    for step in steps:
        made = step(made)
    return made


def _place(step: functools.partial, names: list[str]) -> Any:
    """Return by which argument a derivative is, as a number: names are lost."""

    def numbered(one: Any) -> Any:
        return names.index(one) if one in names else one

    wrt = step.keywords.get("wrt", 0)
    several = isinstance(wrt, (tuple, list))
    return tuple(map(numbered, wrt)) if several else numbered(wrt)


class _Text:
    """Statements that bind what a function sees, and the objects that they name."""

    def __init__(self, known: Lifted, names: Names) -> None:
        self.known = known
        self.names = names
        self.body: list[ast.stmt] = []
        self.held: dict[str, object] = {}
        # where a function of Python is defined that this one calls
        self.globals: dict = {"__builtins__": builtins}

    def bind(self, name: str, part: Any) -> bool:
        """Bind a name; return whether there is a text for that."""
        if (operator := _wrapper(self.known, part)) is not None:
            return self._wrap(name, operator, part.wrapped)
        if isinstance(part, Closure):
            self._define(part, name)
        elif isinstance(part, Captured):
            if part.name != name:
                self._assign(name, part.name)
        elif getattr(part, "is_static", False):
            value = part.static_value()
            self.globals = getattr(value, "__globals__", self.globals)
            self._assign(name, self._named(name, value))
        elif isinstance(part, Composed):
            return self._compose(name, part)
        else:
            return False
        return True

    def _wrap(self, name: str, operator: functools.partial, part: Any) -> bool:
        """Bind a name to a Jacobian or the like; of a known function it is made now."""
        inner = f"_{name}_0"
        if getattr(part, "is_static", False):
            self._assign(name, self._named(name, operator(part.static_value())))
            return True
        if not self.bind(inner, part):
            return False
        made = self._named(f"{name}_by", operator.func)
        chosen = "".join(f", {key}={one!r}" for key, one in operator.keywords.items())
        self._assign(name, f"{made}({inner}{chosen})")
        return True

    def _compose(self, name: str, part: Composed) -> bool:
        """Bind a name to a derivative, a choice, or a function with arguments."""
        inner = [f"_{name}_{k}" for k in range(len(part.parts))]
        if not all(map(self.bind, inner, part.parts)):
            return False
        what, *more = part.key
        if what == "derivative":
            for k, (operator, options) in enumerate(more[0]):
                made = functools.partial(operator, **dict(options))
                inner[0] = f"{self._named(f'{name}_by_{k}', made)}({inner[0]})"
            self._assign(name, inner[0])
        elif what == "choice":
            flag, first, second = inner
            self._assign(name, f"{first} if {flag} else {second}")
        else:
            keys = more[0]
            count = len(inner) - len(keys)
            named = [f"{key}={one}" for key, one in zip(keys, inner[count:])]
            given = ", ".join([*inner[:count], *named])
            partial = self._named(f"{name}_made", functools.partial)
            self._assign(name, f"{partial}({given})")
        return True

    def _assign(self, name: str, value: str) -> None:
        self.body += ast.parse(f"{name} = {value}").body

    def _named(self, name: str, value: object) -> str:
        self.held[f"_{name}"] = value
        return f"_{name}"

    def _define(self, part: Closure, name: str) -> None:
        """Define a function where its variables have the names that it knows."""
        known = seen(self.known, self.names, part)
        if not known:
            self.body.append(self._definition(part, name))
            return
        itself = [own for own, fresh in known.items() if fresh == name]
        inner = itself[0] if itself else name
        while inner in known and not itself:
            inner = f"{inner}_0"
        given = {own: fresh for own, fresh in known.items() if own != inner}
        made = f"_make_{name}"
        (around,) = ast.parse(
            f"def {made}({', '.join(given)}):\n    return {inner}"
        ).body
        assert isinstance(around, ast.FunctionDef)
        around.body.insert(0, self._definition(part, inner))
        self.body.append(around)
        self._assign(name, f"{made}({', '.join(given.values())})")

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
