"""The docstring of a derivative: where it comes from and what its names mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tangentlite.kinds.equal_axes import Equal
from tangentlite.kinds.requirements import Requirement, text_of_size, text_of_sum
from tangentlite.modes.request import Request


def of(request: Request, equal: Equal = ()) -> str:
    """Return the docstring of a generated derivative, for sizes that are equal.

    It also says which arguments it takes to be one array.
    """
    same = [f"{name} is {owner}" for name, owner in request.same]
    facts = [*([_chained(equal)] if equal else ()), *same]
    taken = f"It is for {_listed(facts)}.\n" if facts else ""
    return f"{_title(request)}\n\n{_KEYS[request.mode]}\n{taken}"


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

_BAR = "For a variable v, v_bar is the derivative of the result with respect to v."
_VJP = "For a variable v, v_bar is the derivative of sum(init_grad * result) by v."
_DOT = "For a variable v, v_dot is its derivative in the direction of the tangents."

_KEYS = {
    "grad": _BAR,
    "value_and_grad": _BAR,
    "grad_with_aux": _BAR,
    "value_and_grad_with_aux": _BAR,
    "reverse": _VJP,
    "forward": _DOT,
    "value_and_forward": _DOT,
    "pullback": _VJP,
}


def _listed(names: Sequence[str]) -> str:
    """Join names with commas and a final `and`.

    >>> _listed(['a', 'b', 'c'])
    'a, b and c'
    """
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
