"""Taylor mode: the coefficients of what a call returns, from those of its arguments.

The tangent of a name is its series: coefficients along a leading axis, which the pass
`batching/series_program.py` adds. So what is linear is as in forward mode. Products
have cross terms, and what else is not linear is integrated: `y' = g(x, y) x'` holds
for power series too, and the rule of the function is the text of `g(x, y) x'`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from functools import partial
from typing import TYPE_CHECKING

import gast

from tangentlite import runtime
from tangentlite.analysis.activity import active_names
from tangentlite.ir import build
from tangentlite.ir.rewrite import bound_in
from tangentlite.kinds.kind import Scalar, is_numeric, like, rank
from tangentlite.kinds.objects import libraries
from tangentlite.modes.forward import series_rules
from tangentlite.modes.rules import fill, unbroadcast
from tangentlite.modes.rules.operation import Operation, active_parameters
from tangentlite.values.base import Atom, Sequence
from tangentlite.values.structure import atoms

if TYPE_CHECKING:
    from tangentlite.modes.forward.tangent_statements import Tangents

# Beyond so many rules in one another the series would need ever new functions.
DEEPEST = 5
# emits the derivatives of results along some tangents
Rates = Callable[[Mapping[str, Atom]], list[Atom]]


def series_of(
    t: Tangents, operation: Operation, result: Atom, base: str
) -> Atom | None:
    """Emit the coefficients of a call's result, None for a constant."""
    wanted = active_parameters(t.b, operation, frozenset(t.known))
    if not wanted:
        return None
    if (call := series_rules.recurrence_for(t, operation, result)) is not None:
        return _called(t, call, result, base)

    def rates(tangents: Mapping[str, Atom]) -> list[Atom]:
        found = fill.tangent(t.b, operation, result, tangents, base, t.facts)
        assert found is not None, "an active call"
        return [found]

    if operation.rule.kind == "linear" and operation.rule.tangent is None:
        (linear,) = rates(t.known)
        cross = series_rules.cross_terms_for(t, operation)
        if cross is None:
            return linear
        others = _called(t, cross, result, base)
        rhs = build.binary(linear.node, "+", others.node)
        return t.b.emit(t.b, rhs, like(result.kind), base)
    moving = [atom for value in wanted.values() for atom in atoms(value)]
    (found,) = _integrated(t, operation, moving, [result], rates)
    is_zero = found.is_static and found.static_value() == 0  # as of np.copysign(1.0, x)
    return None if is_zero else found


def series_of_several(
    t: Tangents, operation: Operation, results: Sequence, base: str
) -> list[Atom]:
    """Emit the coefficients of the results of a call that has several."""
    wanted = active_parameters(t.b, operation, frozenset(t.known))
    moving = [atom for value in wanted.values() for atom in atoms(value)]

    def rates(tangents: Mapping[str, Atom]) -> list[Atom]:
        return fill.tangents_of_several(t.b, operation, results, tangents, base)

    return _integrated(t, operation, moving, list(atoms(results)), rates)


def _called(
    t: Tangents, call: tuple[Callable, Items[gast.expr]], result: Atom, base: str
) -> Atom:
    """Emit the call of a helper for the coefficients of a result."""
    helper, arguments = call
    rhs = build.call(t.b.references.function(helper), arguments)
    return t.b.emit(t.b, rhs, like(result.kind), base)


def _integrated(
    t: Tangents,
    operation: Operation,
    moving: Items[Atom],
    results: Items[Atom],
    rates: Rates,
) -> list[Atom]:
    """Emit coefficients by the derivatives that a rule gives, if it is not linear."""
    b = t.b
    moving = [atom for atom in moving if atom.name in t.known]
    owners = [str(result.name) for result in results]
    linear: list[gast.stmt] = []
    with b.into(linear):
        found = rates(t.known)
    if not _depends(t, linear, found, [*(str(a.name) for a in moving), *owners]):
        for statement in linear:
            b.add(statement)
        return found
    _require_rule(t, operation, moving)
    known = {str(atom.name): t.full(atom) for atom in moving}
    seeds = {
        name: _called(t, (runtime.first_of_series, [series.node]), series, "t_dot")
        for name, series in known.items()
    }
    block: list[gast.stmt] = []
    with b.into(block):
        found = rates(seeds)
    tangents = {**known, **_rates_of_rates(t, known, seeds)}
    follow = partial(_followed, t, block, found, results)
    if not _depends(t, block, found, owners):
        return follow(tangents)
    return _in_passes(t, results, next(iter(known.values())), tangents, follow)


def _require_rule(t: Tangents, operation: Operation, moving: Items[Atom]) -> None:
    """Raise for lists, and for rules that lead to ever new functions."""
    name = libraries.called(operation.function)
    if not all(is_numeric(atom.kind) for atom in moving):
        raise t.b.error(
            f"{name} has no Taylor series for a list here.",
            "Make an array of the list first: a = np.array(items).",
        )
    if any(rank(atom.kind) is None for atom in moving):
        raise t.b.error(
            f"how many axes the arguments of {name} have is not known here.",
            "Annotate the parameters, or give examples of arguments (--arg).",
        )
    if t.depth >= DEEPEST:
        raise t.b.error(
            f"{name} has no Taylor series: by its rule each derivative needs a new "
            "function.",
            "Use nested derivatives (tl.grad, tl.jvp), or a function whose derivative "
            "elementary functions give.",
        )


def _depends(
    t: Tangents, block: Items[gast.stmt], found: Items[Atom], names: Items[str]
) -> bool:
    """Whether derivatives depend on some values, not only on their tangents."""
    outputs = [str(atom.name) for atom in found if atom.name is not None]
    objects = t.b.references.objects
    reached = active_names(block, names, outputs, t.b.kinds, objects)
    return bool(reached & bound_in(block)) or not set(names).isdisjoint(outputs)


def _rates_of_rates(
    t: Tangents, known: Mapping[str, Atom], seeds: Mapping[str, Atom]
) -> dict[str, Atom]:
    """Emit the coefficients of the derivatives by t, behind the first ones."""
    return {
        str(seeds[name].name): _called(
            t, (runtime.series_of_rates, [series.node]), series, "t_series"
        )
        for name, series in known.items()
    }


def _followed(
    t: Tangents,
    block: Items[gast.stmt],
    rates: Items[Atom],
    results: Items[Atom],
    tangents: Mapping[str, Atom],
) -> list[Atom]:
    """Emit a rule's block for series, and what has those derivatives by t."""
    found = []
    for rate, series, result in zip(rates, t.followed(block, tangents, rates), results):
        if series is None:
            series = unbroadcast.zeros(t.b, result, t.base(str(result.name)))
        call = runtime.series_of_integral, [rate.node, series.node]
        found.append(_called(t, call, result, t.base(str(result.name))))
    return found


def _in_passes(
    t: Tangents,
    results: Items[Atom],
    series: Atom,
    tangents: Mapping[str, Atom],
    follow: Callable[[Mapping[str, Atom]], list[Atom]],
) -> list[Atom]:
    """Emit a loop that finds one more coefficient of each result in each iteration."""
    b = t.b
    own: dict[str, Atom] = {}
    for result in results:
        name = str(result.name)
        kind = like(result.kind)
        fresh = b.fresh(t.base(name), kind)
        b.phis.joined.add(fresh)
        b.add(
            build.assign(fresh, unbroadcast.zeros(b, result, t.base(name)).node, b.line)
        )
        own[name] = Atom(build.name(fresh), kind)
    callee = b.references.function(runtime.count_of_series)
    count = b.emit(b, build.call(callee, [series.node]), Scalar("int64", True), "n")
    with b.alongside([]) as body:
        for name, made in zip(own, follow({**tangents, **own})):
            b.add(build.assign(str(own[name].name), made.node, b.line))
    counter = b.fresh("k", Scalar("int64", True))
    counts = build.call(b.references.function(range), [count.node])
    b.add(build.loop(counter, counts, body, b.line))
    return list(own.values())
