"""What stands behind a callable: it is called in its place."""

from __future__ import annotations

import numpy as np

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects.foreign import python_function
from tangentlite.specialize.functions import local_classes
from tangentlite.specialize.outside import outside
from tangentlite.specialize.state.missing_rule import is_foreign, missing_rule
from tangentlite.values.base import Known, Sequence, Value
from tangentlite.values.literals import literal


def behind(b: Builder, callee: Known, node) -> Value | None:
    """Return what stands behind a callable: a closure, a method, a Python function."""
    function = callee.value
    if is_foreign(function):
        raise missing_rule(b, function, node)
    if (local := local_classes.local_function(function)) is not None:
        return local
    if (bound := outside.method_of_object(b, callee)) is not None:
        return bound
    if (python := python_function(function)) is not None:
        return Known(python)
    if isinstance(function, np.vectorize):
        return _vectorized(b, function, node)
    return None


def _vectorized(b: Builder, function: np.vectorize, node) -> Value:
    """Return the result of calling np.vectorize inside the program."""
    types = function.otypes and "".join(np.dtype(t).char for t in function.otypes)
    options = {
        "otypes": Known(types),
        "excluded": Sequence(tuple(map(literal, function.excluded))),
        "signature": Known(function.signature),
    }
    return operations.call(
        b, Known(np.vectorize), [Known(function.pyfunc)], options, node, "t"
    )
