"""From a request to a derivative: the walk, all passes, the text, the function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tangentlite.builder.arguments import ArgumentKinds
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes.enforced import (
    of_dropped,
    shapes_per_example,
    size_tests,
)
from tangentlite.builder.sizes.trip_counts import long_loops
from tangentlite.emit import written_text
from tangentlite.emit.variant import Generated, Given
from tangentlite.errors import NotBatchedError, OtherLibraryError
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import bound_in
from tangentlite.kinds.kind import Scalar
from tangentlite.loops.in_loops import in_loops
from tangentlite.modes import assemble as modes
from tangentlite.modes.assemble import Request, is_series, tangent_names
from tangentlite.modes.tape.placeholders import bind_first
from tangentlite.optimize.copies.coalesce import coalesce
from tangentlite.optimize.drop_dead import drop_dead
from tangentlite.optimize.tape.pack_floats import pack_floats, packable
from tangentlite.options import DEFAULT, Options
from tangentlite.passes import (
    FOR_LIBRARY,
    LOOPS,
    OPTIMIZATIONS,
    PLAIN,
    PRETTY,
    WITHOUT_REUSE,
    Pass,
    everywhere,
    for_arrays_of,
    for_blocks,
    for_interpreter,
    for_names,
    for_series,
    for_threads,
    with_functions,
)
from tangentlite.specialize.outside import asked_classes
from tangentlite.specialize.outside.known_arguments import known_values

if TYPE_CHECKING:
    from tangentlite.kinds.sizes.equal_axes import Equal
    from tangentlite.kinds.sizes.long_loops import LongLoops

STAGES = ("core", "derivative", "final")


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


def draft(
    request: Request,
    kinds: ArgumentKinds,
    extra: ArgumentKinds,
    equal: Equal = (),
) -> Draft:
    """Walk a primal and its derivative for the kinds of its arguments."""
    b, function = modes.derivative_program(request, kinds, extra)
    return Draft(request, kinds, extra, b, function, equal)


def finished(
    found: Draft,
    options: Options,
    values: Mapping[str, object] | None = None,
    is_tested: bool = True,
) -> Generated:
    """Run all passes, compile and load; for a call with some values, if there are.

    Calls are tested for the sizes that it requires unless it is not `is_tested`.
    """
    b, request = found.b, found.request
    function = _optimized(found, options, is_tested)
    function, loops = _packed_if_long(found, options, function, values)
    function = _readable(found, function, options)
    again = partial(by_numpy, request, found.kinds, found.extra, found.equal)
    written = written_text.written(b, function, request, found.equal, options.fallback)
    bind = written.bind(b.control.frames[0].globals, again)
    cells = b.references.cells
    asked = asked_classes.of_arguments(b)
    return Generated(
        written.text,
        bind(cells),
        tuple(b.references.guards),
        cells,
        bind,
        found.equal,
        b.report.writes,
        b.report.captured,
        request.same,
        {**found.kinds, **found.extra} if request.exact else None,
        b.report.has_effects,
        (*of_dropped(b, b.required.dropped), *function.requires),
        Given.of({**found.kinds, **found.extra}, b.report.expected),
        known_values(found.kinds, request.exact, asked),
        asked,
        size_tests(found.kinds, found.equal, b.required.plural),
        written.saved,
        bind.jitted,
        shapes_per_example(
            {**found.kinds, **found.extra}, b.required.given, function.kinds
        ),
        loops,
    )


def by_numpy(
    request: Request, kinds: ArgumentKinds, extra: ArgumentKinds, equal: Equal
) -> Generated:
    """Return the derivative of NumPy, for where a compiled one found an error."""
    return finished(draft(request, kinds, extra, equal), DEFAULT, is_tested=False)


def improved(
    found: Draft, options: Options, until: str = "final", is_packed: bool = False
) -> Function:
    """Run the passes up to a stage, "derivative" or "final".

    What loops save is packed if that `is_packed`, as for a call with long loops.
    """
    if until != "final":
        return _executable(found)
    function = _optimized(found, options)
    function = _packed(found, function) if is_packed else function
    return _readable(found, function, options)


def _executable(found: Draft) -> Function:
    """Return a draft as a program that runs, with the names that are read alone."""
    b, function = found.b, found.function
    function = everywhere(partial(_drop_dead, b), function)
    if not b.phis.unbound:
        return function
    # A copy of a variable that has no value yet must not be executed.
    bind = partial(bind_first, references=b.references)
    return everywhere(bind, everywhere(coalesce, function))


def _optimized(found: Draft, options: Options, is_tested: bool = True) -> Function:
    b, function, request = found.b, _executable(found), found.request
    last = with_functions(b.references.function, options.backend)
    if request.library is not None:
        function = _for_library(found, function, 0)
    in_blocks = bool(request.batched) and not request.unrolled
    # Of a program for a block, arrays are those that have their leading axis; a series
    # is one, and may not be written over a value.
    of_library = request.library is not None
    is_alone = in_blocks or is_series(request) or of_library
    early = WITHOUT_REUSE if is_alone else OPTIMIZATIONS
    early = FOR_LIBRARY if of_library else early
    for step in (*early, *last) if options.optimize else ():
        step = partial(_drop_dead, b) if step is drop_dead else step
        function = everywhere(step, function)
    is_changed = request.read_again or is_alone
    is_run = options.backend == "numpy" and not is_changed
    own = for_interpreter(b.references.function, is_tested)
    for step in own if is_run else ():
        function = step(function) if options.optimize else function
    for step in _for_many(request, b.references.function):
        function = step(function)
    if is_series(request):
        function = _for_series(found, function)
    if request.library is not None:
        function = _for_library(found, function, 1)
    if options.backend == "numba":
        loops = for_threads() if options.parallel else LOOPS
        function = in_loops(function, loops, b.control.sources, options.fallback)
    return function


def _for_many(request: Request, spelled: Callable[[object], Any]) -> tuple[Pass, ...]:
    """Return the passes to a program for many examples, if it is for many."""
    if request.unrolled:
        return for_names(request.batched[0], request.unrolled, spelled)
    return for_blocks(request.batched, spelled, request.gathered)


def _packed_if_long(
    found: Draft,
    options: Options,
    function: Function,
    values: Mapping[str, object] | None,
) -> tuple[Function, LongLoops | None]:
    """Pack what long loops save, if they are long for some values.

    Also returns for which calls the program is then, None if it is for all.
    """
    b, request = found.b, found.request
    plain = not options.optimize or options.backend == "numba" or request.batched
    if plain or request.exact:
        return function, None
    nests = [tape.ranges for tape in packable(function, _floats(found))]
    loops = long_loops(b, found.kinds, nests)
    if loops is None or values is None or not loops.are_long(values):
        return function, loops
    return _packed(found, function), replace(loops, packed=True)


def _packed(found: Draft, function: Function) -> Function:
    return pack_floats(function, _floats(found), found.b.references.function)


def _floats(found: Draft) -> list[str]:
    return [n for n, kind in found.kinds.items() if kind == Scalar("float64")]


def _readable(found: Draft, function: Function, options: Options) -> Function:
    library = found.request.library
    steps = PRETTY if library is None else PLAIN
    for step in steps if options.optimize else ():
        function = everywhere(step, function)
    if library is not None:
        function = _for_library(found, function, 2)
    return function


def _for_series(found: Draft, function: Function) -> Function:
    """Give the coefficients of series their leading axis."""
    b, given = found.b, tangent_names(found.request)
    try:
        for step in for_series(given, b.references.function):
            function = step(function)
    except NotBatchedError as error:
        b.line = error.line
        what = f"there is no Taylor series of this: {error.what}."
        raise b.error(what, "Use nested derivatives (tl.grad, tl.jvp).") from None
    return function


def _for_library(found: Draft, function: Function, place: int) -> Function:
    """Make and compute arrays as another library does: first, then, or at the end."""
    b, request = found.b, found.request
    assert request.library is not None
    given, spelled = request.of_library, b.references.function
    shared = b.report.shared_writes
    steps = for_arrays_of(request.library, given, shared, spelled)
    try:
        for step in steps[place]:
            function = step(function)
    except OtherLibraryError as error:
        b.line = error.line or b.line
        raise b.error(f"{error.what}.", "Convert it: np.asarray(...).") from None
    return function


def _drop_dead(b: Builder, function: Function) -> Function:
    """Drop dead code, and note what that would have raised of sizes."""
    found = drop_dead(function)
    if found is not function and b.required.of:
        before, after = bound_in(function.body), bound_in(found.body)
        b.required.dropped.update(dict.fromkeys(sorted(before - after)))
    return found
