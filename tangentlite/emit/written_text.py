"""The text of a derivative, of which parts may be compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast

from tangentlite.builder.builder import Builder
from tangentlite.emit.compiled.again import guarded_text
from tangentlite.emit.compiled.files import module_of
from tangentlite.emit.compiled.loops_text import helpers_text, loops_text
from tangentlite.emit.loadable import Binder, Compiled, Loadable, load
from tangentlite.emit.module import docstring, generated_text
from tangentlite.emit.text.statement_text import End
from tangentlite.ir.function import Function
from tangentlite.kinds.sizes.equal_axes import Equal
from tangentlite.modes.request import Request
from tangentlite.pretty.comment_lines import number_lines
from tangentlite.process import progress


@dataclass(frozen=True)
class Written:
    """The text of a derivative, what is loaded, and what is saved."""

    text: str
    loadable: Loadable
    saved: str

    def bind(self, namespace: Mapping[str, object], again: Callable[[], Any]) -> Binder:
        """Compile it in a namespace; `again` is as in `Binder`."""
        return load(self.loadable, namespace, again)


def written(
    b: Builder, function: Function, request: Request, equal: Equal, fallback: bool
) -> Written:
    """Return the text of a function, of which parts may be compiled.

    With `fallback` NumPy computes what numba cannot compile.
    """
    progress.at("writing the text")
    heading = docstring.of(request, function, equal)
    if function.compiled:
        return _with_compiled(b, function, heading, fallback)
    text, ends = generated_text.printed_with_ends(b, function, heading)
    return Written(text, generated_text.loadable(b, function, text, ends), text)


def shown(
    b: Builder, function: Function, heading: str, line_numbers: bool = False
) -> str:
    """Return the text of a function, and of what it calls that is compiled.

    With `line_numbers` quoted lines have their numbers in the user's file.
    """
    if line_numbers:
        compiled = tuple(map(number_lines, function.compiled))
        function = replace(number_lines(function), compiled=compiled)
    return shown_with_ends(b, function, heading)[0]


def shown_with_ends(
    b: Builder, function: Function, heading: str
) -> tuple[str, list[End]]:
    """Return that text, and where in it statements end."""
    if not function.compiled:
        return generated_text.printed_with_ends(b, function, heading)
    if _is_one_call(function):
        whole = replace(function.compiled[0], name=function.name)
        return loops_text([whole], heading)
    plain = replace(function, compiled=())
    text, ends = generated_text.printed_with_ends(b, plain, heading)
    compiled, own = loops_text(function.compiled)
    return _joined(compiled, text), _joined_ends(compiled, own, text, ends)


def _with_compiled(
    b: Builder, function: Function, heading: str, fallback: bool
) -> Written:
    plain = replace(function, compiled=())
    text, ends = generated_text.printed_with_ends(b, plain, heading)
    whole = _is_one_call(function)
    callees = function.compiled
    if whole:
        callees = (replace(callees[0], name=function.name),)
    helpers = helpers_text()
    known = module_of(helpers, "helpers").__name__
    own_text, _ = loops_text(callees, heading if whole else "", known)
    guarded, moved = guarded_text(text, ends, plain.parameters)
    names = {one.name: own.name for one, own in zip(function.compiled, callees)}
    compiled = Compiled(helpers, own_text, function.name, names, fallback, whole)
    # A saved module tests arguments in a function of Python.
    saved = _joined(loops_text(function.compiled)[0], text)
    loadable = generated_text.loadable(b, plain, guarded, moved)
    shown_ = shown(b, function, heading)
    return Written(shown_, replace(loadable, compiled=compiled), saved)


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
    imports, body, rest = _parts(compiled, text)
    return "\n".join(imports) + f"\n\n\n{body}\n\n{rest}"


def _parts(compiled: str, text: str) -> tuple[list[str], str, str]:
    """Return the imports of both, the compiled functions, and the one of Python."""
    head, _, rest = text.partition("\ndef ")
    own = [line for line in head.splitlines() if line.startswith(("import", "from"))]
    first, _, body = compiled.partition("\n\n\n")
    imports = list(dict.fromkeys([*first.splitlines(), *own]))
    return imports, body, f"def {rest}" if rest else text


def _joined_ends(
    compiled: str, own: Sequence[End], text: str, ends: Sequence[End]
) -> list[End]:
    """Return where statements of both end in the module that `_joined` returns."""
    imports, body, rest = _parts(compiled, text)
    above = len(imports) + 2
    lines = above - (compiled.count("\n") - body.count("\n"))
    behind = above + body.count("\n") + 2 - (text.count("\n") - rest.count("\n"))
    moved = [(line + lines, *others) for line, *others in own]
    moved += [(line + behind, *others) for line, *others in ends]
    return moved  # type: ignore[return-value]
