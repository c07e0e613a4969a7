"""The parameters that `wrt` selects, and named parameters in place of `*args`."""

from __future__ import annotations

import functools
import inspect
import numbers
import operator
from collections.abc import Callable, Mapping, Sequence

from tangentlite import errors
from tangentlite.calls.callables import as_function, with_signature
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.calls.pickling import made_further

Wrt = int | str | Sequence[int | str]
# One parameter gives a bare gradient, several a tuple.
One = int | str
Several = tuple[int | str, ...] | list[int] | list[str] | list[int | str]


def is_single(wrt: Wrt) -> bool:
    """Whether `wrt` is one position or name, not a tuple."""
    return isinstance(wrt, (str, numbers.Integral))


def as_tuple(wrt: Wrt) -> tuple[int | str, ...]:
    """Return `wrt` as a tuple, of one item if it is a position or a name.

    >>> as_tuple('x'), as_tuple([0, 1])
    (('x',), (0, 1))
    """
    if is_single(wrt):
        return (wrt,)  # type: ignore[return-value]
    if not isinstance(wrt, Sequence):
        raise errors.ArgumentError(
            f"wrt is {wrt!r}, which is no position and no name of a parameter.\n"
            "Give a position, a name, or a tuple of them."
        )
    return tuple(wrt)


def selected(f: Callable, wrt: Wrt) -> tuple[Callable, tuple[str, ...]]:
    """Return a function and the names of the parameters that `wrt` selects.

    Where these are among `*args`, the function is a wrapper that names them.

    >>> from tangentlite.examples import product
    >>> selected(product, (1, 'x'))[1]
    ('y', 'x')
    """
    asked = tuple(map(_item, as_tuple(wrt)))
    star = _star(f)
    if star is not None:
        positions = [item for item in asked if isinstance(item, int)]
        f = spread(f, max(positions, default=-1) + 1)
    names = list(inspect.signature(f).parameters)
    if star is not None and any(isinstance(n, int) and n < 0 for n in asked):
        raise errors.ArgumentError(
            f"wrt is {wrt!r}, but how many arguments {f.__name__} takes is not known: "
            f"it has *{star}.\nCount positions from the front."
        )
    chosen = tuple(_named(f, item, names) for item in asked)
    if not chosen or len(set(chosen)) != len(chosen):
        raise errors.ArgumentError(
            f"wrt is {wrt!r}; it must name each parameter once, at least one."
        )
    return f, chosen


def _item(item: object) -> int | str:
    if isinstance(item, str):
        return item
    if isinstance(item, bool) or not isinstance(item, numbers.Integral):
        raise errors.ArgumentError(
            f"wrt holds {item!r}; it takes positions and names of parameters."
        )
    return operator.index(item)


def _named(f: Callable, item: int | str, names: list[str]) -> str:
    """Return the name of the parameter at a position or with a name."""
    listed = ", ".join(names) or "none"
    if isinstance(item, str):
        if item not in names:
            stars = inspect.signature(f).parameters.values()
            named = [p.name for p in stars if p.kind is p.VAR_KEYWORD]
            more = f"\nAll that **{named[0]} takes: wrt={named[0]!r}." if named else ""
            raise errors.ArgumentError(
                f"{f.__name__} has no parameter {item!r} to differentiate; it has "
                f"{listed}.{more}"
            )
        return item
    if not -len(names) <= item < len(names):
        known = f"positions are 0 to {len(names) - 1} ({listed})" if names else "none"
        raise errors.ArgumentError(
            f"{f.__name__} has no parameter {item} to differentiate; {known}."
        )
    return names[item]


def for_primals(
    f: Callable, primals: Sequence[object]
) -> tuple[Callable, tuple[str, ...]]:
    """Return a function and the names of the parameters that take the primals.

    >>> from tangentlite.examples import product
    >>> for_primals(product, (2.0,))[1]
    ('x',)
    """
    f = spread(differentiable(f), len(primals))
    names = list(inspect.signature(f).parameters)
    if len(primals) > len(names):
        raise errors.ArgumentError(
            f"{f.__name__} has {len(names)} parameters, but {len(primals)} primals are "
            "given.\nA tuple or list of primals holds all arguments; an only argument "
            "that is a tuple or list itself is given as (primal,)."
        )
    return f, tuple(names[: len(primals)])


def differentiable(f: Callable) -> Callable:
    """Return a callable as a function; derivatives are returned unchanged."""
    return f if isinstance(f, Derivative) else as_function(f)


def spread(f: Callable, count: int) -> Callable:
    """Return a function whose first `count` parameters have names, not a star.

    It is the same function each time, so that its derivatives are cached.

    >>> str(inspect.signature(spread(lambda x, *rest: x, 3)))
    '(x, rest_1, rest_2, *rest)'
    """
    parameters = list(inspect.signature(f).parameters.values())
    star = _star(f)
    plain = [p for p in parameters if p.kind <= p.POSITIONAL_OR_KEYWORD]
    if star is None or count <= len(plain):
        return f
    names = [p.name for p in plain]
    taken = {p.name for p in parameters}
    for place in range(len(plain), count):
        name = f"{star}_{place}"
        while name in taken:
            name += "_"
        names.append(name)
    kinds = inspect.Parameter
    # Later parameters are given, so these defaults are never used.
    first = [p.replace(default=p.empty) for p in plain]
    first += [kinds(name, kinds.POSITIONAL_OR_KEYWORD) for name in names[len(plain) :]]
    rest = [p for p in parameters if p not in plain]
    signature = inspect.Signature([*first, *rest])
    make = functools.partial(spread, count=count)

    def made() -> Callable:
        return made_further(make, f, with_signature(f, signature))

    return alive.cached(f, ("spread", count), made)


def _star(f: Callable) -> str | None:
    """Return the name of the `*args` parameter, None without one."""
    parameters = inspect.signature(f).parameters.values()
    return next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None)


def with_tangents(
    derivative: Derivative, args: Sequence, kwargs: Mapping, tangents: Mapping
):
    """Call a derivative in forward mode with tangents given by parameters' names."""
    args, kwargs = tangents_placed(derivative, args, kwargs, tangents)
    return derivative(*args, **kwargs)


def tangents_placed(
    derivative: Derivative, args: Sequence, kwargs: Mapping, tangents: Mapping
) -> tuple[tuple, dict]:
    """Return the arguments of a call in forward mode, with tangents inserted.

    They precede the arguments that `*args` takes.
    """
    given = [tangents[name] for name in derivative.request.wrt]
    names = derivative.tangent_names
    plain = list(derivative.__signature__.parameters).index(names[0])
    if len(args) <= plain:
        named = dict(zip(names, given))
        return tuple(args), {**kwargs, **named}
    return (*args[:plain], *given, *args[plain:]), dict(kwargs)
