"""Array statements as loops over elements."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tangentlite.errors import NotCompiledError
from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import bound_in, names_in
from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.loops.functions import (  # noqa: F401  they register
    acting_calls,
    arrangement,
    creation,
    entry_functions,
    joins,
    operators,
    products,
    scipy_functions,
)
from tangentlite.loops.lowering.facts import NoPlaces, own_array
from tangentlite.loops.lowering.lowering import Lowering
from tangentlite.loops.statements import (  # noqa: F401  they register
    bindings_of_names,
    branches_and_loops,
    effect_calls,
    tapes,
)


def lower_arrays(function: Function) -> Function:
    """Compute arrays entry by entry, and read views in the arrays they look into.

    Sizes that are not known to be equal are compared in front of a loop, and places
    that are not known to be inside of an array tested. Raises NotCompiledError for
    what has no form of loops.

    >>> from tangentlite.ir.example import function_of, shown
    >>> vector = Array("float64", (Symbol("n"),))
    >>> text = "t = x[1:]; y = 2.0 * t; return y"
    >>> lowered = lower_arrays(function_of(text, x=vector, t=vector, y=vector))
    >>> shown(lowered)
    n = x.shape[0]
    t = x[1:]
    n1 = max(n - 1, 0)
    y = np.empty(n1)
    for i in range(n - 1):
        y[i] = 2.0 * x[i + 1]
    return y
    """
    low = _lowered(function)
    return replace(
        function,
        body=tuple(low.out),
        kinds=low.kinds,
        bases=low.bases,
        references=low.references,
        primal=frozenset(low.primal),
        views=low.views,
    )


def _lowered(function: Function) -> Lowering:
    """Lower a body, again without places for a list that turns out to have none."""
    unplaced: set[str] = set()
    while True:
        low = Lowering(function, unplaced)
        _measure_parameters(low)
        try:
            low.block_of(tapes.prepared(low, function.body))
            tapes.close(low)
        except NoPlaces as error:
            unplaced.add(error.name)
        else:
            return low


def refused_in(function: Function) -> dict[int, NotCompiledError]:
    """Return the statements of a body that have no form of loops, by their places."""
    low = Lowering(function, function.kinds.keys())
    _measure_parameters(low)
    found: dict[int, NotCompiledError] = {}
    for place, statement in enumerate(function.body):
        out, facts = list(low.out), low.facts.copy()
        try:
            low.block_of([statement])
        except NotCompiledError as error:
            found[place] = error
            low.out, low.facts = out, facts
            low.facts.forget(bound_in([statement]))
    found.update(_parted_views(low, found))
    return found


def _parted_views(
    low: Lowering, refused: Collection[int]
) -> dict[int, NotCompiledError]:
    """Return errors for views that would be copied in front of what writes to them.

    Views that numba lacks are read in the arrays that they look into, but only within
    one compiled function, which ends at each statement that is `refused`.
    """
    found = {}
    body = low.function.body
    for name in low.virtual if refused else ():
        if low.is_written(name):
            used = [k for k, s in enumerate(body) if name in names_in(s)]
            if any(used[0] <= place <= used[-1] for place in refused):
                low.line = body[used[0]].lineno
                reason = "a view is kept that numba does not have, and is written"
                found[used[0]] = low.refuse(reason, whole=True)
    return found


def _measure_parameters(low: Lowering) -> None:
    """Read the extents of parameters; those that are known to be equal are one."""
    sizes: dict = {}
    for parameter in low.function.parameters:
        name = parameter.name
        kind = low.kinds.get(name)
        if not isinstance(kind, Array) or kind.shape is None:
            continue
        extents = []
        for dim, extent in zip(kind.shape, low.measured(name).extents):
            known = sizes.setdefault(dim, extent) if isinstance(dim, Symbol) else extent
            low.require_same(known, extent)
            extents.append(known)
        low.facts.arrays[name] = own_array(name, tuple(extents))
