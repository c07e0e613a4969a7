"""Polyfills of batched: what it is inside a program, one example after the other."""

import functools
import inspect

import numpy as np

from tangentlite import errors, operations
from tangentlite.api.batches.example_axes import axes_of
from tangentlite.api.batches.over_examples import Batched, batched
from tangentlite.handlers import builtin, polyfill
from tangentlite.kinds.kind import is_numeric, rank, shape_of
from tangentlite.values.base import Known, Sequence
from tangentlite.values.callable_values import NONE
from tangentlite.values.literals import literal
from tangentlite.values.structure import keys_of


@polyfill(batched)
def one_by_one(f=None, in_axes=0, chunk=None):
    """`batched`."""
    if f is None:
        return functools.partial(batched, in_axes=in_axes, chunk=chunk)

    @functools.wraps(f)
    def for_examples(*args, **named):
        count = count_in_program(f, in_axes, args, named)
        rows = []
        for number in range(count):
            own, by_name = example(f, in_axes, args, named, number)
            rows.append(f(*own, **by_name))
        return together(rows)

    return for_examples


def together(rows):
    """Return the results for all examples, stacked."""
    first = rows[0]
    if first is None:
        return None
    if isinstance(first, dict):
        return {key: together([row[key] for row in rows]) for key in first}
    if isinstance(first, tuple):
        return tuple([together([row[k] for row in rows]) for k in range(len(first))])
    if isinstance(first, list):
        return [together([row[k] for row in rows]) for k in range(len(first))]
    return np.stack(rows)


def count_in_program(f, in_axes, args, named):
    """Return how many examples there are: replaced by `_count`."""
    return len(args)


def require_as_many(count, other):
    """Raise unless two arguments have as many examples: it is walked."""
    if count != other:
        raise ValueError("the examples of two arguments are not as many.")


@builtin(count_in_program)
def _count(b, arguments, keywords, node, base):
    counts = []

    def count(axis, leaf):
        sizes = shape_of(leaf.kind)
        shape = operations.call(b, Known(np.shape), [leaf], {}, node, "shape")
        found = operations.read_item(b, shape, literal(axis), "count")
        counts.append((sizes and sizes[axis], found))
        return leaf

    _of_examples(b, arguments, node, count)
    if not counts:
        raise b.error("there are no examples.", "Pass arrays of them.", node)
    (size, first), *others = counts
    for other_size, other in others:
        if size is None or size != other_size:
            operations.inline(b, require_as_many, [first, other], {}, node, "t")
    return first


def example(f, in_axes, args, named, number):
    """Return the arguments of one example: replaced by `_example`."""
    return args, named


@builtin(example)
def _example(b, arguments, keywords, node, base):
    *arguments, number = arguments

    def part(axis, leaf):
        count = rank(leaf.kind)
        if axis % count if count else axis:
            first = [leaf, literal(axis), literal(0)]
            leaf = operations.call(b, Known(np.moveaxis), first, {}, node, "moved")
        return operations.read_item(b, leaf, number, "example")

    args, named = _of_examples(b, arguments, node, part)
    return Sequence((args, named))


def _of_examples(b, arguments, node, change):
    """Return a tuple and a dict of arguments, changed where examples lie."""
    f, in_axes, args, named = arguments
    places = range(len(args.items))
    axes = _axes(b, f, in_axes, places, keys_of(named), node)
    shown = [f"argument {k}" for k in places]
    given = [
        _changed(b, change, value, axes[key], name, node)
        for key, name, value in zip(
            [*places, *keys_of(named)],
            [*shown, *keys_of(named)],
            [*args.items, *named.items],
        )
    ]
    own = Sequence(tuple(given[: len(places)]))
    by_name = dict(zip(keys_of(named), given[len(places) :]))
    return own, operations.call(b, Known(dict), [], by_name, node, "named")


def _axes(b, f, in_axes, places, names, node):
    """Return the axes of the examples for each place and name of a call."""
    signature = inspect.Signature(operations.parameters_of(b, f, node))
    try:
        if not in_axes.is_static:
            raise errors.ArgumentError("in_axes of tl.batched is not known here.")
        bound = signature.bind_partial(*places, **{n: n for n in names}).arguments
        axes = axes_of(in_axes.static_value(), signature, bound)
    except (TypeError, errors.ArgumentError) as error:
        what, *instead = f"tl.batched: {error}".split("\n")
        raise b.error(what, " ".join(instead) or "Check the call.", node) from None
    found: dict = {}
    for name, key in bound.items():
        style = signature.parameters[name].kind
        if style is inspect.Parameter.VAR_POSITIONAL:
            found |= {one: _part(b, axes[name], k, node) for k, one in enumerate(key)}
        elif style is inspect.Parameter.VAR_KEYWORD:
            found |= {one: _part(b, axes[name], one, node) for one in key}
        else:
            found[key] = axes[name]
    return found


def _part(b, axes, key, node):
    """Return the axes of a part of an argument."""
    if not isinstance(axes, (tuple, list, dict)):
        return axes
    try:
        return axes[key]
    except (KeyError, IndexError, TypeError):
        what = f"in_axes does not say where the examples of the part {key!r} lie."
        raise b.error(what, "Give an axis, or None, for each part.", node) from None


def _changed(b, change, value, axes, name, node):
    """Return an argument with other arrays where examples lie."""
    if axes is None:
        return value
    apart = operations.taken_apart(b, value, "", node)
    if apart is not None and apart.keys is not None:
        items = [
            _changed(b, change, item, _part(b, axes, key, node), name, node)
            for key, item in zip(apart.keys, apart.items)
        ]
        return apart.made(items)
    if value.is_static and (value == NONE or isinstance(value.static_value(), str)):
        return value
    count = rank(value.kind)
    fits = type(axes) is int and (count is None or -count <= axes < count)
    if apart is not None or not is_numeric(value.kind) or not fits:
        what = f"{name} of tl.batched has no axis {axes} of examples."
        instead = (
            "Say with in_axes which arguments have one: None stands for what all "
            "examples share."
        )
        raise b.error(what, instead, node)
    return change(axes, value)


@builtin(Batched.__call__)
def call_known_batched(b, arguments, keywords, node, base):
    """Call a function for many examples that was made outside of the program."""
    known, given = arguments[0].value, arguments[1:]
    asked = [Known(known.primal), literal(known.in_axes)]
    made = operations.call(b, Known(batched), asked, {}, node, base)
    return operations.call(b, made, given, keywords, node, base)
