"""The text of functions for numba, with the helpers that they call."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace

import gast

from tangentlite.emit.module.module_text import function_definition, import_lines
from tangentlite.emit.text.printer import print_with_positions
from tangentlite.emit.text.statement_text import End
from tangentlite.ir.function import Function
from tangentlite.ir.nodes import nodes_in
from tangentlite.runtime import loop_helpers as loops

DECORATOR = '@njit(error_model="numpy", cache=True, nogil=True)'
# Of helpers that Python does not call: no functions for it, which take time to compile.
_ONLY_CALLED = ", no_cpython_wrapper=True, no_cfunc_wrapper=True"
# Of helpers that loops would call for each number, or for rows of a few numbers.
_INLINED = ("vector_", "dot_of_rows")
# Of helpers that add up in any order, as BLAS does, on several numbers at once.
_ANY_ORDER = ("dot_of_rows",)


def loops_text(
    functions: Sequence[Function], docstring: str = "", helpers: str = ""
) -> tuple[str, list[End]]:
    """Return a module of compiled functions, and where statements end in it.

    The docstring is that of the last function. It needs numpy and numba alone: helpers
    of ours stand in it, unless they are imported from a module of `helpers`.
    """
    called = list(_helpers(functions))
    imports = {"np": ("numpy", None), "njit": ("numba", "njit")}
    if any(_names(function, "math.") for function in functions):
        imports["math"] = ("math", None)
    if any("prange" in _called(function) for function in functions):
        imports["prange"] = ("numba", "prange")
    if helpers:
        imports.update((name, (helpers, name)) for name in called)
    parts = ["\n".join(import_lines(imports))]
    if not helpers:
        parts += [_compiled(name) for name in called]
    ends: list[End] = []
    for function in functions:
        above = sum(part.count("\n") + 3 for part in parts)
        heading = docstring if function is functions[-1] else ""
        tree = function_definition(replace(function, callees=()), heading)
        text, own = print_with_positions(tree)
        ends += [(line + above + 1, *rest) for line, *rest in own]  # type: ignore[misc]
        line = DECORATOR
        if "prange" in _called(function):
            line = line.removesuffix(")") + ", parallel=True)"
        parts.append(f"{line}\n{text.rstrip()}")
    return "\n\n\n".join(parts) + "\n", ends


def helpers_text() -> str:
    """Return a module of all helpers, for compiled functions that call them."""
    functions = [n for n, value in vars(loops).items() if inspect.isfunction(value)]
    own = [name for name in functions if name != "prange"]
    head = "import numpy as np\nfrom numba import njit"
    parts = [_compiled(name, _ONLY_CALLED) for name in own]
    return "\n\n\n".join([head, *parts]) + "\n"


def _compiled(helper: str, options: str = "") -> str:
    line = DECORATOR.removesuffix(")") + options + ")"
    if helper.startswith(_INLINED):
        line = line.removesuffix(")") + ", forceinline=True)"
    if helper.startswith(_ANY_ORDER):
        line = line.removesuffix(")") + ', fastmath={"reassoc"})'
    return f"{line}\n{_source_of(helper)}"


def _helpers(functions: Sequence[Function]) -> Iterator[str]:
    """Yield the names of helpers that functions call, those that they call first."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        for other in vars(loops):
            called = f"{other}(" in _source_of(name) and other != name
            if called and other not in found and inspect.isfunction(vars(loops)[other]):
                visit(other)
        found[name] = None

    for function in functions:
        for name in _called(function):
            known = vars(loops).get(name)
            if name == "prange":  # numba's own
                continue
            if known is not None and function.references.get(name) is known:
                visit(name)
    yield from found


@functools.cache
def _source_of(name: str) -> str:
    """Return the source of a helper, with the first line of its docstring."""
    tree = ast.parse(inspect.getsource(vars(loops)[name])).body[0]
    assert isinstance(tree, ast.FunctionDef)
    title = (ast.get_docstring(tree) or "").splitlines()[0]
    tree.body[0] = ast.Expr(ast.Constant(title))
    return ast.unparse(ast.fix_missing_locations(tree))


def _called(function: Function) -> Iterator[str]:
    module = gast.Module(list(function.body), [])
    for node in nodes_in(module):
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
            yield str(node.func.id)


def _names(function: Function, prefix: str) -> bool:
    module = gast.Module(list(function.body), [])
    return any(
        isinstance(node, gast.Name) and str(node.id).startswith(prefix)
        for node in nodes_in(module)
    )
