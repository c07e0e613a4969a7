"""The docstring of a derivative: where it comes from and what its names mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tangentlite.ir.function import Function
from tangentlite.ir.rewrite import binds, reads, statements
from tangentlite.kinds.equal_axes import Equal
from tangentlite.kinds.requirements import Requirement, text_of_size, text_of_sum
from tangentlite.modes.request import Request


def of(request: Request, function: Function, equal: Equal = ()) -> str:
    """Return the docstring of a generated derivative, for sizes that are equal.

    It also says which arguments it takes to be one array, and what a name with a
    suffix means if there is one.
    """
    same = [f"{name} is {owner}" for name, owner in request.same]
    facts = [*([_chained(equal)] if equal else ()), *same]
    key = _key(request, function)
    more = [
        *([key] if key else ()),
        *([f"It is for {_listed(facts)}."] if facts else ()),
    ]
    return "\n".join(
        [_title(request), *([""] if more else ()), *more, *([""] if more else ())]
    )


def _chained(equal: Iterable[Requirement]) -> str:
    """Join equations of sizes.

    >>> x, y, z = (((size, 1),) for size in (("x", 0), ("y", 0), ("z", 1)))
    >>> _chained([Requirement("==", x, y, True), Requirement("==", x, z, True)])
    'x.shape[0] == y.shape[0] == z.shape[1]'
    """
    chains: dict[str, list[str]] = {}
    for one in equal:
        left = text_of_sum(one.left, text_of_size)
        chains.setdefault(left, [left]).append(text_of_sum(one.right, text_of_size))
    return _listed([" == ".join(chain) for chain in chains.values()])


def _title(request: Request) -> str:
    primal = request.primal
    module = primal.__module__
    name = primal.__qualname__
    origin = name if module in (None, "__main__") else f"{module}.{name}"
    return f"{_KINDS[request.mode]} of {origin} with respect to {_listed(request.wrt)}."


_KINDS = {
    "grad": "Gradient",
    "value_and_grad": "Value and gradient",
    "grad_with_aux": "Gradient",
    "value_and_grad_with_aux": "Value and gradient",
    "reverse": "Vector-Jacobian product",
    "forward": "Jacobian-vector product",
    "value_and_forward": "Value and Jacobian-vector product",
    "pullback": "Value and pullback",
}


def _key(request: Request, function: Function) -> str:
    """Say what the derivative of the first argument is called, if the text has it."""
    forward = "forward" in request.mode
    suffix = "_dot" if forward else "_bar"
    parameters = [parameter.name for parameter in function.parameters]
    code = getattr(request.primal, "__code__", None)
    own = {*code.co_varnames, *code.co_cellvars} if code else set()  # the user's
    names = [n for n in (*parameters, *_in_order(function)) if n not in own]
    found = list(_names(names, suffix))
    wanted = [name for name in request.wrt if name in found]
    for name in wanted[:1]:
        if forward:
            return f"{name}_dot: the derivative of {name} along the tangents."
        result = "sum(init_grad * result)" if request.mode in _SEEDED else "the result"
        return f"{name}_bar: the derivative of {result} by {name}."
    return ""


def _in_order(function: Function) -> Iterator[str]:
    for statement in statements(function.body):
        yield from (*binds(statement), *reads(statement))


def _names(names: Iterable[str], suffix: str) -> Iterator[str]:
    """Yield of what derivatives are named after.

    >>> list(_names(["x_bar", "t", "y_bar1"], "_bar"))
    ['x']
    """
    return (n.removesuffix(suffix) for n in names if n.endswith(suffix) and n != suffix)


_SEEDED = ("reverse", "pullback")


def _listed(names: Sequence[str]) -> str:
    """Join names with commas and a final `and`.

    >>> _listed(['a', 'b', 'c'])
    'a, b and c'
    """
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
