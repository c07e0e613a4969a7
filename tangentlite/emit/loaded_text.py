"""The text of a derivative, of which parts may be compiled, and its function."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast

from tangentlite.builder.builder import Builder
from tangentlite.emit.compiled.again import REPEAT, Repeat, guarded_text
from tangentlite.emit.compiled.files import module_of
from tangentlite.emit.compiled.loops_text import helpers_text, loops_text
from tangentlite.emit.module import docstring, generated_text
from tangentlite.ir.function import Function
from tangentlite.kinds.sizes.equal_axes import Equal
from tangentlite.modes.request import Request
from tangentlite.pretty.comment_lines import number_lines

Cells = Mapping[str, Any]


@dataclass(frozen=True)
class Loaded:
    """A text, what makes its function for captured variables, and what is saved.

    It is `jitted` if it is one compiled function.
    """

    text: str
    bind: Callable[[Cells], types.FunctionType]
    saved: str
    jitted: Any = None


def loaded(
    b: Builder,
    function: Function,
    request: Request,
    equal: Equal,
    again: Callable[[], Any],
    fallback: bool,
) -> Loaded:
    """Return the text, and what makes its function for captured variables.

    `again` returns the derivative that NumPy computes, for calls that compiled code
    cannot answer; with `fallback` also if numba cannot compile it.
    """
    heading = docstring.of(request, function, equal)
    if function.compiled:
        return _with_compiled(b, function, heading, again, fallback)
    text, ends = generated_text.printed_with_ends(b, function, heading)
    return Loaded(text, generated_text.loader_of(b, function, text, ends), text)


def shown(
    b: Builder, function: Function, heading: str, line_numbers: bool = False
) -> str:
    """Return the text of a function, and of what it calls that is compiled."""
    if not function.compiled:
        return generated_text.printed(b, function, heading, line_numbers)
    if line_numbers:
        compiled = tuple(map(number_lines, function.compiled))
        function = replace(function, compiled=compiled)
    if _is_one_call(function):
        whole = replace(function.compiled[0], name=function.name)
        return loops_text([whole], heading)[0]
    plain = generated_text.printed(b, replace(function, compiled=()), heading)
    return _joined(loops_text(function.compiled)[0], plain)


def _with_compiled(
    b: Builder,
    function: Function,
    heading: str,
    again: Callable[[], Any],
    fallback: bool,
) -> Loaded:
    plain = replace(function, compiled=())
    text, ends = generated_text.printed_with_ends(b, plain, heading)
    whole = _is_one_call(function)
    callees = function.compiled
    if whole:
        callees = (replace(callees[0], name=function.name),)
    helpers = module_of(helpers_text(), "helpers").__name__
    own_text, _ = loops_text(callees, heading if whole else "", helpers)
    module = module_of(own_text, function.name)
    dispatchers = [getattr(module, one.name) for one in callees]
    own: dict[str, tuple[str, str | None]] = {
        callee.name: (module.__name__, one.name)
        for callee, one in zip(function.compiled, callees)
    }
    own["np"] = ("numpy", None)
    own[REPEAT] = (Repeat.__module__, Repeat.__name__)
    guarded, moved = guarded_text(text, ends, plain.parameters)
    bind = generated_text.loader_of(b, plain, guarded, moved, own)
    numpy = functools.cache(again)

    def made(cells: Cells) -> types.FunctionType:
        repeat = Repeat(dispatchers, numpy, cells, fallback)
        values = [repeat if value is Repeat else value for value in bind.values]
        return replace(bind, values=values)(cells)

    # A saved module tests arguments in a function of Python.
    saved = _joined(loops_text(function.compiled)[0], text)
    jitted = dispatchers[0] if whole else None
    return Loaded(shown(b, function, heading), made, saved, jitted)


def _is_one_call(function: Function) -> bool:
    """Whether a function only returns what a compiled one does for its parameters."""
    if len(function.compiled) != 1 or function.callees:
        return False
    last = function.body[-1]
    call = last.value if isinstance(last, gast.Return) else None
    if not isinstance(call, gast.Call) or len(function.body) != 1:
        return False
    given = [getattr(argument, "id", "") for argument in call.args]
    plain = all(
        p.style == "positional" and p.default is None for p in function.parameters
    )
    return plain and given == [p.name for p in function.parameters]


def _joined(compiled: str, text: str) -> str:
    """Return compiled functions and the one that calls them as one module."""
    head, _, rest = text.partition("\ndef ")
    own = [line for line in head.splitlines() if line.startswith(("import", "from"))]
    first, _, body = compiled.partition("\n\n\n")
    imports = list(dict.fromkeys([*first.splitlines(), *own]))
    rest = f"def {rest}" if rest else text
    return "\n".join(imports) + f"\n\n\n{body}\n\n{rest}"
