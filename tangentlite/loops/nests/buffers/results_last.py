"""New arrays that are returned behind those that are freed."""

from __future__ import annotations

import gast

from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import bound_in, names_in
from tangentlite.loops.nests.facts.new_arrays import maker_of, names_of


def results_last(function: Function) -> Function:
    """Make arrays that are returned just before they are used, and others before them.

    A C library gives the end of its heap back to the system when much of it is free.
    With a result there, the arrays of one call lie where those of the last one did, and
    the system need not clear their memory again, which takes longer than to use it.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... y = np.empty(n)
    ... s = 2.0 * x[0]
    ... for i in range(n):
    ...     y[i] = s * x[i]
    ... t = np.empty(n)
    ... for i in range(n):
    ...     t[i] = y[i]
    ... s = np.sum(t)
    ... return (s, y)'''
    >>> names = dict.fromkeys("s t n i x y".split(), "kind")
    >>> shown(results_last(function_of(text, **names)))
    s = 2.0 * x[0]
    t = np.empty(n)
    y = np.empty(n)
    for i in range(n):
        y[i] = s * x[i]
    for i in range(n):
        t[i] = y[i]
    s = np.sum(t)
    return (s, y)
    """
    if not function.body or not isinstance(function.body[-1], gast.Return):
        return function
    end = function.body[-1].value
    results = set() if end is None else set(names_in(end))
    body = list(function.body)
    made = [one for one in body if maker_of(one)]
    late = [one for one in made if _name(one) in results]
    if len(late) in (0, len(made)):
        return function
    for one in reversed(late):
        place = start = body.index(one)
        while not _touches(body[place + 1], one):
            place += 1
        body.insert(place, body.pop(start))
    for one in made:
        if one in late:
            continue
        start = body.index(one)
        place = next((k for k in range(start) if body[k] in late), start)
        while any(_touches(before, one) for before in body[place:start]):
            place += 1
        body.insert(place, body.pop(start))
    return with_body(function, body)


def _name(made: gast.Assign) -> str:
    return made.targets[0].id


def _touches(statement: gast.stmt, made: gast.Assign) -> bool:
    """Whether a statement uses a new array, or binds what it depends on."""
    bound = bound_in([statement])
    used = bound | set(names_of(statement))
    return _name(made) in used or not bound.isdisjoint(names_in(made.value))
