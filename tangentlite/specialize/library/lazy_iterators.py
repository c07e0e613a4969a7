"""Polyfills that consume iterators lazily, where others may notice that.

They are walked like the user's code, never run. `standard_functions.py` has those of
itertools for lists, tuples and arrays, which may be read all at once.
"""

import functools
import itertools
import operator

from tangentlite.handlers import polyfill


@polyfill(itertools.accumulate, one_at_a_time=True, lists=True)
def accumulate(values, function=operator.add, *, initial=None):
    """`itertools.accumulate`."""
    first = True
    if initial is not None:
        total = initial
        first = False
        yield total
    for value in values:
        if first:
            total = value
            first = False
        else:
            total = function(total, value)
        yield total


@polyfill(itertools.pairwise, one_at_a_time=True, lists=True)
def pairwise(values):
    """`itertools.pairwise`."""
    first = True
    before: object
    for value in values:
        if first:
            first = False
        else:
            yield before, value  # noqa: F821 - the item before
        before = value


@polyfill(itertools.cycle, takes_all=False)
@polyfill(itertools.cycle, one_at_a_time=True, lists=True)
def cycle(values):
    """`itertools.cycle`."""
    kept = []
    for value in values:
        kept.append(value)
        yield value
    while kept:
        yield from kept


@polyfill(getattr(itertools, "batched", "batched"), one_at_a_time=True, lists=True)
def batched(values, n):
    """`itertools.batched`."""
    kept = []
    for value in values:
        kept.append(value)
        if len(kept) == n:
            yield tuple(kept)
            kept = []
    if kept:
        yield tuple(kept)


def shared(values, kept):
    """One of the iterators of `itertools.tee`: `kept` holds what others have taken."""
    place = 0
    while True:
        if place == len(kept):
            found = next(values, None)
            if found is None:
                return
            kept.append(found)
        yield kept[place][0]
        place = place + 1


def alone(values):
    """Yield each value in a tuple, as None means that there is none."""
    for value in values:
        yield (value,)


@polyfill(shown=itertools.groupby)
def grouped(values, key=None):
    """`itertools.groupby`."""
    pairs = named(values, key)
    ahead = [next(pairs, None)]
    number = [0]
    while ahead[0] is not None:
        name = ahead[0][0]
        rest = group(pairs, ahead, name, number, number[0])
        yield name, rest
        for _ in rest:
            pass
        number[0] = number[0] + 1


def named(values, key):
    """Yield each value with its key in front."""
    for value in values:
        yield value if key is None else key(value), value


def group(pairs, ahead, name, number, own):
    """Yield one group of `itertools.groupby`, until the next group is asked for."""
    while number[0] == own and ahead[0] is not None and ahead[0][0] == name:
        yield ahead[0][1]
        if number[0] == own:
            ahead[0] = next(pairs, None)


@polyfill(any, one_at_a_time=True)
def any_of(values):
    """`any`."""
    for value in values:
        if value:
            return True
    return False


@polyfill(all, one_at_a_time=True)
def all_of(values):
    """`all`."""
    for value in values:
        if not value:
            return False
    return True


@polyfill(functools.reduce, one_at_a_time=True, lists=True)
def reduced(function, values, *start):
    """`functools.reduce`."""
    first = True
    result: object
    if start:
        result = start[0]
        first = False
    for value in values:
        if first:
            result = value
            first = False
        else:
            result = function(result, value)
    return result


def best(function, values, key, **others):
    """`max` or `min` with a key."""
    ranked = [(value, key(value)) for value in values]
    if not ranked and others:
        return others["default"]
    return function(ranked, key=rank)[0]


def rank(pair):
    """Return the key that `best` compares."""
    return pair[1]
