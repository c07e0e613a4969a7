"""From a request to a derivative: the walk, all passes, the text, the function."""

from __future__ import annotations

import gc
import itertools
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

import gast

from tangentlite import errors
from tangentlite.builder.arguments import ArgumentKinds, argument_kind
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes.enforced import of_dropped, size_tests
from tangentlite.emit.module import docstring
from tangentlite.emit.module.load import loader, offset
from tangentlite.emit.module.module_text import module_with_positions
from tangentlite.emit.text.statement_text import End
from tangentlite.ir import build
from tangentlite.ir.function import Function
from tangentlite.ir.kept import KEPT
from tangentlite.ir.rewrite import bound_in, read_in
from tangentlite.kinds.sizes.equal_axes import Equal
from tangentlite.kinds.sizes.exact import exact
from tangentlite.kinds.sizes.requirements import Requirement
from tangentlite.modes import assemble as modes
from tangentlite.modes.assemble import Request
from tangentlite.modes.tape.placeholders import bind_first
from tangentlite.optimize.copies.coalesce import coalesce
from tangentlite.optimize.drop_dead import drop_dead
from tangentlite.options import Options
from tangentlite.passes import OPTIMIZATIONS, PRETTY, Pass
from tangentlite.pretty.comment_lines import number_lines
from tangentlite.process.together import DEEP, Together
from tangentlite.specialize.outside import asked_classes
from tangentlite.specialize.outside.known_arguments import known_values
from tangentlite.tracebacks import origins

STAGES = ("core", "derivative", "final")


@dataclass(frozen=True)
class Generated:
    """A derivative for one choice of kinds: its text, and the function it defines.

    `guards` holds what the text took for granted of the user's globals, `cells` the
    captured variables that it reads; `bind` makes the function for other cells. `equal`
    are sizes of arguments that it took to be equal, `writes` says that the primal
    writes into its arguments, which must not share memory then, but for those that are
    one array by `same` (see `Request`). It is for arguments of the `exact` kinds alone
    if there are such. A call may leave more behind than its result (`has_effects`). It
    is for arguments and data of which the sizes are as it `requires`: the primal raises
    for others, or comes to operations that do. `expected` are sizes, in terms of the
    arguments', that parts of the cotangent have, `values` what arguments must be, as
    `runtime.known` asks for it, `asked` of which classes they are and are not; the
    relations of `sizes` tell calls that are for other texts.
    """

    text: str
    function: types.FunctionType
    guards: tuple
    cells: Mapping[str, types.CellType]
    bind: Callable[[Mapping[str, types.CellType]], types.FunctionType]
    equal: Equal = ()
    writes: tuple[str, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    exact: Mapping[str, object] | None = None
    has_effects: bool = False
    requires: tuple[Requirement, ...] = ()
    expected: tuple[tuple[str, tuple[str, ...] | int], ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    asked: Mapping[str, tuple] = field(default_factory=dict)
    sizes: tuple[Requirement, ...] = ()

    def fits(self, *values: object) -> bool:
        """Whether arguments have just the sizes that it was generated for, if any."""
        return self.exact is None or all(
            exact(argument_kind(value, name), value) == kind
            for value, (name, kind) in zip(values, self.exact.items())
        )


@dataclass(frozen=True)
class Draft:
    """A derivative as rules give it, for some kinds, before the passes.

    `equal` are sizes of arguments that it takes to be equal.
    """

    request: Request
    kinds: ArgumentKinds
    extra: ArgumentKinds
    b: Builder
    function: Function
    equal: Equal = ()

    @property
    def open_sizes(self) -> int:
        """How often sizes that may not be equal leave something to run time."""
        return self.b.report.open_sizes


_NUMBER = itertools.count(1)


def draft(
    request: Request,
    kinds: ArgumentKinds,
    extra: ArgumentKinds,
    equal: Equal = (),
) -> Draft:
    """Walk a primal and its derivative for the kinds of its arguments."""
    b, function = modes.derivative_program(request, kinds, extra)
    return Draft(request, kinds, extra, b, function, equal)


def finished(found: Draft, options: Options) -> Generated:
    """Run all passes, compile and load."""
    b, request = found.b, found.request
    function = improved(found, options)
    text, ends = printed_with_ends(
        b, function, docstring.of(request, function, found.equal)
    )
    bind, cells = loader_of(b, function, text, ends), b.references.cells
    asked = asked_classes.of_arguments(b)
    return Generated(
        text,
        bind(cells),
        tuple(b.references.guards),
        cells,
        bind,
        found.equal,
        b.report.writes,
        request.same,
        {**found.kinds, **found.extra} if request.exact else None,
        b.report.has_effects,
        of_dropped(b, b.required.dropped),
        tuple(b.report.expected),
        known_values(found.kinds, request.exact, asked),
        asked,
        size_tests(found.kinds, found.equal, b.required.plural),
    )


@contextmanager
def one_run() -> Iterator[None]:
    """Keep facts, and the garbage collector from walking trees that are in use.

    Raises UnsupportedError for a program that nests deeper than there is room for.
    """
    try:
        with _UNCOLLECTED, KEPT, DEEP:
            yield
    except RecursionError:
        raise errors.UnsupportedError(errors.TOO_DEEP) from None


def _stop_collecting() -> bool:
    """Stop the garbage collector; return whether it ran."""
    enabled = gc.isenabled()
    gc.disable()
    return enabled


def _collect_again(enabled: bool) -> None:
    if enabled:
        gc.enable()


_UNCOLLECTED = Together(_stop_collecting, _collect_again)


def improved(found: Draft, options: Options, until: str = "final") -> Function:
    """Run the passes up to a stage, "derivative" or "final"."""
    b, function = found.b, found.function
    function = everywhere(partial(_drop_dead, b), function)
    if (
        b.phis.unbound
    ):  # a copy of a variable that has no value yet must not be executed
        bind = partial(bind_first, references=b.references)
        function = everywhere(bind, everywhere(coalesce, function))
    if until == "final" and options.optimize:
        for step in (*OPTIMIZATIONS, *PRETTY):
            step = partial(_drop_dead, b) if step is drop_dead else step
            function = everywhere(step, function)
    return function


def _drop_dead(b: Builder, function: Function) -> Function:
    """Drop dead code, and note what that would have raised of sizes."""
    found = drop_dead(function)
    if found is not function and b.required.of:
        before, after = bound_in(function.body), bound_in(found.body)
        b.required.dropped.update(dict.fromkeys(sorted(before - after)))
    return found


def everywhere(step: Pass, function: Function) -> Function:
    """Apply a pass to a function and to those that it calls."""
    callees = tuple(step(callee) for callee in function.callees)
    changed = step(function)
    return replace(changed, callees=callees) if callees else changed


def printed(
    b: Builder, function: Function, text: str = "", line_numbers: bool = False
) -> str:
    """Return the text of a function with the imports that it uses.

    With `line_numbers` quoted lines have their numbers in the user's file.
    """
    if line_numbers:
        function = number_lines(function)
    return printed_with_ends(b, function, text)[0]


def printed_with_ends(
    b: Builder, function: Function, text: str
) -> tuple[str, list[End]]:
    """Return that text, and where in it statements end, for tracebacks."""
    if b.report.errstate:
        function = replace(function, body=(_silenced(b, function),))
    return module_with_positions(function, _imports(b, function), text)


def _silenced(b: Builder, function: Function) -> gast.stmt:
    """Return a body in which NumPy does not warn of what the user did not want."""
    callee = build.name(f"{b.references.alias('numpy', None, 'np')}.errstate")
    named = [
        (key, build.constant(word)) for key, word in sorted(b.report.errstate.items())
    ]
    item = gast.withitem(build.call(callee, [], named), None)
    return gast.With([item], list(function.body), None)


def _imports(b: Builder, function: Function) -> dict[str, tuple[str, str | None]]:
    used = {n for f in (function, *function.callees) for n in read_in(f.body)}
    roots = {name.split(".")[0] for name in used}
    return {a: origin for a, origin in b.references.imports.items() if a in roots}


def loader_of(b: Builder, function: Function, text: str, ends: list[End]) -> Callable:
    """Compile a text; return what makes its function, for captured variables."""
    filename = f"<tangentlite {function.name} {next(_NUMBER)}>"
    imports = _imports(b, function)
    namespace, cells = b.control.frames[0].globals, tuple(b.references.cells)
    bind = loader(text, function.name, namespace, imports, filename, cells)
    origins.remember(bind.code, offset(text), ends, tuple(b.control.sources))
    return bind
