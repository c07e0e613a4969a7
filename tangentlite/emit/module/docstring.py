"""The docstring of a generated derivative: its origin and its naming convention."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import bound_in, read_in
from tangentlite.kinds.sizes.equal_axes import Equal
from tangentlite.kinds.sizes.requirements import Requirement, text_of_size, text_of_sum
from tangentlite.modes.request import Request, is_series


def of(request: Request, function: Function, equal: Equal = ()) -> str:
    """Return the docstring of a generated derivative, with the assumed equal sizes.

    It also names the arguments that are taken to be one array, and explains the
    suffixes of names.
    """
    same = [f"{name} is {owner}" for name, owner in request.same]
    facts = [*([_chained(equal)] if equal else ()), *same]
    taken = f"It is for {listed(facts)}." if facts else ""
    more = [line for line in (_key(request, function), taken) if line]
    return "\n".join([title(request), "", *more, ""] if more else [title(request)])


def _chained(equal: Iterable[Requirement]) -> str:
    """Return equations of sizes as chained comparisons.

    >>> x, y, z = (((size, 1),) for size in (("x", 0), ("y", 0), ("z", 1)))
    >>> _chained([Requirement("==", x, y, True), Requirement("==", x, z, True)])
    'x.shape[0] == y.shape[0] == z.shape[1]'
    """
    chains: dict[str, list[str]] = {}
    for one in equal:
        left = text_of_sum(one.left, text_of_size)
        chains.setdefault(left, [left]).append(text_of_sum(one.right, text_of_size))
    return listed([" == ".join(chain) for chain in chains.values()])


def title(request: Request) -> str:
    """Return what a derivative is of, in a sentence."""
    primal = request.primal
    module = primal.__module__
    name = primal.__qualname__
    origin = name if module in (None, "__main__") else f"{module}.{name}"
    by = f" with respect to {listed(request.wrt)}" if request.wrt else ""
    given = request.batched
    each = f", for each example in {listed(given)}" if given else ""
    return f"{_KINDS[request.mode]} of {origin}{by}{each}."


_KINDS = {
    "grad": "Gradient",
    "value_and_grad": "Value and gradient",
    "grad_with_aux": "Gradient",
    "value_and_grad_with_aux": "Value and gradient",
    "reverse": "Vector-Jacobian product",
    "forward": "Jacobian-vector product",
    "value_and_forward": "Value and Jacobian-vector product",
    "forward_series": "Value and Taylor coefficients",
    "pullback": "Value and pullback",
    "primal": "Value",
}


def _key(request: Request, function: Function) -> str:
    """Return the sentence that explains the names of derivatives, if there are any."""
    forward = "forward" in request.mode
    suffix = "_dot" if forward else "_bar"
    if is_series(request):
        suffix = "_series"
    code = getattr(request.primal, "__code__", None)
    own = {*code.co_varnames, *code.co_cellvars} if code else set()  # the user's
    names = {parameter.name for parameter in function.parameters}
    names |= bound_in(function.body) | read_in(function.body)
    name = next((n for n in request.wrt if n + suffix in names - own), "")
    if not name:
        return ""
    if is_series(request):
        return f"{name}_series: the coefficients of t, t**2, ... of {name}."
    if forward:
        return f"{name}_dot: the derivative of {name} along the tangents."
    result = "sum(init_grad * result)" if request.mode in _SEEDED else "the result"
    return f"{name}_bar: the derivative of {result} by {name}."


_SEEDED = ("reverse", "pullback")


def listed(names: Sequence[str]) -> str:
    """Join names with commas and a final `and`.

    >>> listed(['a', 'b', 'c'])
    'a, b and c'
    """
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
