"""Parse a function object: its syntax tree, and the source text it came from."""

from __future__ import annotations

import inspect
import linecache
import sys
import textwrap
import types
import weakref
from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader

import gast

from tangentlite.errors import Place, UnsupportedError, describe
from tangentlite.frontend.changed import at_other_lines, has_changed
from tangentlite.frontend.desugar.mangling import with_private_names
from tangentlite.frontend.desugar.single_exits import with_plain_exits
from tangentlite.frontend.desugar.statements_by_others import desugared
from tangentlite.frontend.forwarders import forwarder
from tangentlite.frontend.source_lines import code_of, lines_of, parsed_at_margin
from tangentlite.frontend.source_liveness import (
    Facts,
    is_generated_shape,
    live_variables,
    local_names,
)
from tangentlite.ir.function import Source, is_generated_file


@dataclass(frozen=True)
class Parsed:
    """A function's tree, its source, and live variables."""

    tree: gast.FunctionDef
    source: Source
    column: int  # by how much the text was dedented
    live: Facts
    local_names: frozenset[str]


Rewrite = Callable[[gast.FunctionDef], gast.FunctionDef]


def as_it_stands(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function's tree."""
    return tree


def parse(function: types.FunctionType, rewrite: Rewrite = as_it_stands) -> Parsed:
    """Return the parsed source of a Python function, rewritten.

    >>> from textwrap import shorten
    >>> parse(shorten).tree.name
    'shorten'
    """
    module, name = function.__module__, function.__qualname__
    loader = function.__globals__.get("__loader__")
    is_plain = loader is None or type(loader) is SourceFileLoader
    code, asked = code_of(function), (module, name, rewrite, is_plain)
    known = _known_of(code)
    if asked not in known:
        # Of two threads that parse at once both have the tree of the first.
        known.setdefault(asked, _parse(code, *asked))
    return known[asked]


def _known_of(code: types.CodeType) -> dict[tuple, Parsed]:
    """Return what is known of code, which goes with it: functions come without end.

    It is found by identity, as code that is equal may stand in another file.
    """
    number = id(code)
    found = _PARSED.get(number)
    if found is None:
        # Bound here, as what lives until the interpreter ends finds no globals.
        forget = _PARSED.pop
        own = weakref.ref(code, lambda _: forget(number, None))
        found = _PARSED.setdefault(number, (own, {}))
    return found[1]


_PARSED: dict[int, tuple[weakref.ref[types.CodeType], dict[tuple, Parsed]]] = {}


def _parse(
    code: types.CodeType, module: str, name: str, rewrite: Rewrite, is_plain: bool
) -> Parsed:
    title = f"{module}.{name}" if module not in (None, "__main__") else name
    lines, first = _lines(code, title, is_plain)
    if code.co_name == "<lambda>":
        return _parsed_lambda(code, title, module)
    text = "".join(lines)
    column = len(lines[0]) - len(lines[0].lstrip())
    source = Source(
        title,
        code.co_filename,
        tuple(line.rstrip("\n") for line in lines),
        max(first, 1),
        generated=_is_template(module),
    )
    written = with_private_names(_definition(text, title, source), code.co_qualname)
    tree = with_plain_exits(rewrite(desugared(written)))
    return Parsed(
        tree,
        source,
        column,
        live_variables(tree, shapes=_shape_reader(code.co_filename)),
        local_names(tree),
    )


def _lines(code: types.CodeType, title: str, is_plain: bool) -> tuple[list[str], int]:
    """Return the lines of a function and the number of the first one."""
    try:
        changed = has_changed(code, is_plain)
        if changed and code.co_name != "<lambda>":
            moved = at_other_lines(code)
            changed, code = moved is None, moved or code
        found = lines_of(code)
    except (OSError, TypeError) as error:
        if (text := forwarder(code)) is not None:
            return text.splitlines(keepends=True), code.co_firstlineno
        raise UnsupportedError(
            f"{title}: the source of this function cannot be found "
            f"({code.co_filename}), so it cannot be differentiated.\n"
            "Define it in a file or a notebook cell (without %%time or %%timeit, which "
            "keep no source), or register a template for it "
            "(tl.adjoint, tl.tangent)."
        ) from error
    if changed and (text := forwarder(code)) is not None:
        return text.splitlines(keepends=True), code.co_firstlineno
    if changed:
        raise UnsupportedError(
            f"{title}: {code.co_filename} has changed since this function was made "
            "from it, so its source is lost.\nImport its module again."
        )
    return found


def _parsed_lambda(code: types.CodeType, title: str, module: str) -> Parsed:
    """Find a lambda in its file by the positions of its instructions."""
    lines = tuple(line.rstrip("\n") for line in linecache.getlines(code.co_filename))
    source = Source(title, code.co_filename, lines, 1, generated=_is_template(module))
    places = [
        ((line, column), (end, end_column))
        for line, end, column, end_column in list(code.co_positions())[1:]
        if column is not None and end_column
    ]
    lambdas = [
        node
        for node in gast.walk(gast.parse("\n".join(lines)))
        if isinstance(node, gast.Lambda)
    ]
    if places:
        first, last = min(p for p, _ in places), max(p for _, p in places)
        found = [
            node
            for node in lambdas
            if (node.body.lineno, node.body.col_offset) <= first
            and last <= (node.body.end_lineno, node.body.end_col_offset)
        ]
    else:  # it returns a constant: Python 3.12 and later keep no position for it
        plain = (gast.Constant, gast.Tuple, gast.UnaryOp)
        found = [
            node
            for node in lambdas
            if node.lineno == code.co_firstlineno
            and isinstance(node.body, plain)
            and _has_names(node, code)
        ]
    if not found or (not places and len(found) > 1):
        what = "this lambda cannot be told from others in its file."
        line = code.co_firstlineno
        raise _error(source, line, what, "Define the function with def.")
    node = max(found, key=lambda node: (node.body.lineno, node.body.col_offset))
    node = with_private_names(node, code.co_qualname)
    body = gast.copy_location(gast.Return(node.body), node)
    tree = gast.FunctionDef("<lambda>", node.args, [body], [], None, None, [])
    return Parsed(
        gast.copy_location(tree, node),
        source,
        0,
        live_variables(tree, shapes=_shape_reader(code.co_filename)),
        local_names(tree),
    )


def _has_names(node: gast.Lambda, code: types.CodeType) -> bool:
    """Whether a lambda has the parameters of a code object."""
    arguments = [n for n in gast.walk(node.args) if isinstance(n, gast.Name)]
    names = {n.id for n in arguments if isinstance(n.ctx, gast.Param)}
    count = code.co_argcount + code.co_kwonlyargcount
    return set(code.co_varnames[:count]) <= names


def _shape_reader(filename: str) -> Callable[[gast.AST], bool] | None:
    """Return the test for shape reads; only generated names surely mean NumPy's."""
    return is_generated_shape if is_generated_file(filename) else None


def _is_template(module: str | None) -> bool:
    return module is not None and module.startswith("tangentlite.templates")


def _definition(text: str, title: str, source: Source) -> gast.FunctionDef:
    try:
        module = gast.ast_to_gast(parsed_at_margin(text))
    except SyntaxError as error:
        what = (
            f"the text of {title} cannot be read on its own (it starts or ends in the "
            "middle of a statement)."
        )
        instead = "Define the function with def."
        raise _error(source, source.first, what, instead) from error
    for node in module.body:
        if isinstance(node, gast.FunctionDef):
            return node
        if isinstance(node, gast.AsyncFunctionDef):
            what = "async functions cannot be differentiated."
            raise _error(source, source.first, what, "Use a plain def.")
    what = f"{title} is not defined by def or lambda."
    raise _error(source, source.first, what, "Define it with def.")


def _error(source: Source, number: int, what: str, instead: str) -> UnsupportedError:
    """Return an error that points at a line of a function's file."""
    line = source.line(number).rstrip()
    column = len(line) - len(line.lstrip())
    place = f"{source.filename}:{number}:{column + 1}"
    end = len(line)
    error = UnsupportedError(describe(place, line, column, what, instead, end))
    name = source.name.rpartition(".")[2]
    error.trail = (Place(source.filename, name, number, column, end),)
    return error


class _Derivatives(gast.NodeTransformer):
    """Write a template's `d[x]` as one variable, and `d[x] += v` as `d[x] = d[x] + v`.

    Arrays of derivatives are shared, so no template writes into them. By one of the
    `modules` it may be `tl.d[x]`.
    """

    def __init__(
        self, source: Source, parameters: frozenset[str], modules: Collection[str]
    ) -> None:
        self._source = source
        self._parameters = parameters
        self._modules = modules

    def visit_AugAssign(self, node):  # noqa: N802 - the name that gast asks for
        target, value = self.visit(node.target), self.visit(node.value)
        if not isinstance(target, gast.Name) or not target.id.startswith("d["):
            return gast.copy_location(gast.AugAssign(target, node.op, value), node)
        read = gast.Name(target.id, gast.Load(), None, None)
        total = gast.BinOp(gast.copy_location(read, node), node.op, value)
        assigned = gast.Assign([target], gast.copy_location(total, node), None)
        return gast.copy_location(assigned, node)

    def visit_Subscript(self, node):  # noqa: N802
        owner, index = node.value, node.slice
        if isinstance(owner, gast.Attribute) and owner.attr == "d":
            is_ours = getattr(owner.value, "id", "") in self._modules
        else:
            is_ours = isinstance(owner, gast.Name) and owner.id == "d"
        if not is_ours:
            return self.generic_visit(node)
        if not isinstance(index, gast.Name) or index.id not in self._parameters:
            known = ", ".join(f"d[{name}]" for name in sorted(self._parameters))
            where = f"{self._source.filename}:{self._source.first + node.lineno - 1}"
            raise UnsupportedError(
                f"{where}: what stands in d[...] is no parameter of the template.\n"
                f"It has {known}."
            )
        name = gast.Name(derivative_name(index.id), node.ctx, None, None)
        return gast.copy_location(name, node)


def derivative_name(variable: str) -> str:
    """Return the variable that stands for `d[x]`; no user can write this name.

    >>> derivative_name('x')
    'd[x]'
    """
    return f"d[{variable}]"


def parse_template(function: types.FunctionType) -> Parsed:
    """Parse a template: `d[x]` becomes one variable, live at the end."""
    found = _TEMPLATES.get(function)
    return found or _TEMPLATES.setdefault(function, _parsed_template(function))


_TEMPLATES: weakref.WeakKeyDictionary[types.FunctionType, Parsed] = (
    weakref.WeakKeyDictionary()
)


def _parsed_template(function: types.FunctionType) -> Parsed:
    parsed = parse(function)
    # A tree of its own: the one in the cache above is shared.
    text = textwrap.dedent("\n".join(parsed.source.lines))
    tree = next(n for n in gast.parse(text).body if isinstance(n, gast.FunctionDef))
    parameters = frozenset(inspect.signature(function).parameters)
    package, seen = sys.modules.get("tangentlite"), function.__globals__.items()
    modules = {name for name, value in seen if value is package}
    tree = _Derivatives(parsed.source, parameters, modules).visit(tree)
    names = {n.id for n in gast.walk(tree) if isinstance(n, gast.Name)}
    outputs = frozenset(name for name in names if name.startswith("d["))
    return Parsed(
        tree,
        Source(parsed.source.name, "", parsed.source.lines, 1, generated=True),
        0,
        live_variables(tree, outputs),
        parsed.local_names | outputs,
    )
