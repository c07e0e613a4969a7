"""Polyfills of batched: what it is inside a program.

They are walked like the user's code, never run: one example after the other.
"""

import numpy as np

from tangentlite import operations
from tangentlite.api.batches.over_examples import Batched, batched
from tangentlite.handlers import builtin, polyfill
from tangentlite.values.base import Known
from tangentlite.values.literals import literal


@polyfill(batched)
def one_by_one(f, in_axes=0, chunk=None):
    """`batched`."""

    def for_examples(*args, **named):
        axes = axes_in_program(in_axes, len(args), len(named))
        count = 0
        for k in range(len(args)):
            if axes[k] is not None:
                count = examples_in(args[k], axes[k])
        for key in named:
            count = examples_in(named[key], in_axes)
        rows = []
        for number in range(count):
            own = [example(args[k], axes[k], number) for k in range(len(args))]
            by_name = {key: example(named[key], in_axes, number) for key in named}
            rows.append(f(*own, **by_name))
        return together(rows)

    return for_examples


def examples_in(value, axis):
    """Return how many examples an argument has."""
    if isinstance(value, dict):
        return [examples_in(value[key], axis) for key in value][0]
    if isinstance(value, (tuple, list)):
        return examples_in(value[0], axis)
    return value.shape[axis]


def example(value, axis, number):
    """Return the part of an argument that belongs to one example."""
    if axis is None or value is None:
        return value
    if isinstance(value, dict):
        return {key: example(value[key], axis, number) for key in value}
    if isinstance(value, tuple):
        return tuple([example(item, axis, number) for item in value])
    if isinstance(value, list):
        return [example(item, axis, number) for item in value]
    return value[number] if axis == 0 else np.moveaxis(value, axis, 0)[number]


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


def axes_in_program(in_axes, count, named):
    """Return the axis of each argument by position: replaced by `_axes`."""
    return (in_axes,) * count


@builtin(axes_in_program)
def _axes(b, arguments, keywords, node, base):
    asked = arguments[0].static_value() if arguments[0].is_static else ()
    count, named = (argument.static_value() for argument in arguments[1:])
    if type(asked) is int:
        return literal((asked,) * count)
    fits = isinstance(asked, (tuple, list)) and len(asked) == count and not named
    if fits and all(axis is None or type(axis) is int for axis in asked):
        return literal(tuple(asked))
    raise b.error(
        "in a program, in_axes of tl.batched is a number, or a tuple with an axis or "
        "None for each argument, all given by position.",
        f"There are {count} by position and {named} by name.",
        node,
    )


@builtin(Batched.__call__)
def call_known_batched(b, arguments, keywords, node, base):
    """Call a function for many examples that was made outside of the program."""
    known, given = arguments[0].value, arguments[1:]
    asked = [Known(known.primal), literal(known.in_axes)]
    made = operations.call(b, Known(batched), asked, {}, node, base)
    return operations.call(b, made, given, keywords, node, base)
