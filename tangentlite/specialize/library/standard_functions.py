"""Polyfills of `itertools` and of builtins for objects.

They are walked like the user's code, never run.
"""

import itertools
import operator

import numpy as np

from tangentlite.handlers import polyfill


def items(owner):
    """Yield the items of an object with `__getitem__` alone."""
    for k in range(len(owner)):
        yield owner[k]


def steps(iterator):
    """Yield the items of an object with `__next__`."""
    running = True
    while running:
        try:
            item = iterator.__next__()
        except StopIteration:
            running = False
        if running:
            yield item


def has(owner, name):
    """`hasattr`."""
    found = True
    try:
        getattr(owner, name)
    except AttributeError:
        found = False
    return found


def attribute(owner, name, default):
    """`getattr` with a default."""
    found = default
    try:
        found = getattr(owner, name)
    except AttributeError:
        pass
    return found


def own(owner, name, default):
    """`getattr` with a default, of an attribute that some paths have set."""
    return getattr(owner, name) if hasattr(owner, name) else default


def contains(items, value):
    """`value in items`, of objects that may define `==`."""
    for item in items:
        if item is value or item == value:
            return True
    return False


def index(items, value):
    """`items.index(value)`."""
    for place, item in enumerate(items):
        if item is value or item == value:
            return place
    raise ValueError(f"{value!r} is not in list")


def pairs(owner):
    """The keys and values of an object that has `keys`."""
    return [(key, owner[key]) for key in owner.keys()]


@polyfill(operator.countOf)
def counted(items, value):
    """`items.count(value)`, or `operator.countOf`."""
    number = 0
    for item in items:
        if item is value or item == value:
            number = number + 1
    return number


def total(values, start=0):
    """`sum`, of objects that define `+`."""
    result = start
    for value in values:
        result = result + value
    return result


def backwards(owner):
    """`reversed`, of an object with `__len__` and `__getitem__`."""
    for k in range(len(owner) - 1, -1, -1):
        yield owner[k]


def first(values, default):
    """`next(values, default)` of a generator that is read once."""
    result = default
    for value in values:
        result = value
        break
    return result


@polyfill(shown=map)
def mapped(function, values, *others):
    """`map`."""
    if others:
        for arguments in zip(values, *others):
            yield function(*arguments)
    else:
        for value in values:
            yield function(value)


@polyfill(shown=filter)
def filtered(function, values):
    """`filter`."""
    for value in values:
        if value if function is None else function(value):
            yield value


@polyfill(itertools.chain, takes_all=False)
def chain(*iterables):
    """`itertools.chain`."""
    for values in iterables:
        yield from values


@polyfill(itertools.chain.from_iterable, shown=itertools.chain, takes_all=False)
def chained(iterables):
    """`itertools.chain.from_iterable`."""
    for values in iterables:
        yield from values


@polyfill(itertools.count, takes_all=False)
def count(start=0, step=1):
    """`itertools.count`."""
    number = start
    while True:
        yield number
        number = number + step


@polyfill(itertools.repeat, takes_all=False)
def repeat(value, times=None):
    """`itertools.repeat`."""
    if times is None:
        while True:
            yield value
    else:
        for _ in range(times):
            yield value


def indexed(values):
    """Return a sequence itself, which may be written meanwhile; of others a list."""
    return values if isinstance(values, (list, tuple, np.ndarray)) else list(values)


@polyfill(itertools.accumulate, takes_all=False)
def accumulate(values, function=operator.add, *, initial=None):
    """`itertools.accumulate`."""
    kept = indexed(values)
    start = 0
    if initial is not None:
        total = initial
        yield total
    elif len(kept) > 0:
        start = 1
        total = kept[0]
        yield total
    for k in range(start, len(kept)):
        total = function(total, kept[k])
        yield total


@polyfill(shown=enumerate)
def enumerated(values, start=0):
    """`enumerate` of a generator."""
    number = start
    for value in values:
        yield number, value
        number = number + 1


@polyfill(itertools.pairwise, takes_all=False)
def pairwise(values):
    """`itertools.pairwise`."""
    kept = indexed(values)
    if len(kept) > 1:
        before = kept[0]
        for k in range(1, len(kept)):
            value = kept[k]
            yield before, value
            before = value


@polyfill(itertools.product, takes_all=False)
def product(*iterables, repeat=1):
    """`itertools.product`."""
    pools = [list(values) for values in iterables]
    rows: list = [()]
    for _ in range(repeat):
        for pool in pools:
            rows = [(*row, value) for row in rows for value in pool]
    yield from rows


@polyfill(itertools.islice, takes_all=False)
def islice(values, *bounds):
    """`itertools.islice`."""
    first, last, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    first, step = first or 0, step or 1
    taken = 0
    if last is None:
        for value in values:
            if taken >= first and (taken - first) % step == 0:
                yield value
            taken = taken + 1
    elif last > 0:
        for value in values:
            if taken >= first and (taken - first) % step == 0:
                yield value
            taken = taken + 1
            if taken >= last:
                break


@polyfill(itertools.zip_longest, takes_all=False)
def zip_longest(*iterables, fillvalue=None):
    """`itertools.zip_longest`."""
    columns = [indexed(values) for values in iterables]
    for k in range(max([len(column) for column in columns], default=0)):
        yield tuple([c[k] if k < len(c) else fillvalue for c in columns])


def until(function, sentinel):
    """`iter(function, sentinel)`."""
    while True:
        value = function()
        if value == sentinel:
            break
        yield value


@polyfill(itertools.starmap, takes_all=False)
def starmap(function, rows):
    """`itertools.starmap`."""
    for row in rows:
        yield function(*row)


@polyfill(itertools.takewhile, takes_all=False)
def takewhile(function, values):
    """`itertools.takewhile`."""
    for value in values:
        if not function(value):
            break
        yield value


@polyfill(itertools.dropwhile, takes_all=False)
def dropwhile(function, values):
    """`itertools.dropwhile`."""
    dropping = True
    for value in values:
        if dropping and function(value):
            continue
        dropping = False
        yield value


@polyfill(itertools.compress, takes_all=False)
def compress(values, selectors):
    """`itertools.compress`."""
    for value, chosen in zip(values, selectors):
        if chosen:
            yield value


@polyfill(itertools.filterfalse, takes_all=False)
def filterfalse(function, values):
    """`itertools.filterfalse`."""
    for value in values:
        if not (value if function is None else function(value)):
            yield value


@polyfill(getattr(itertools, "batched", "batched"), takes_all=False)
def batched(values, n):
    """`itertools.batched`."""
    kept = list(values)
    for first in range(0, len(kept), n):
        yield tuple(kept[first : first + n])
