"""Calls of functions of SciPy without a rule, with arguments that are known now.

No derivative passes through them: `special.roots_hermite(9)`, `signal.butter(2, 0.4)`.
"""

from __future__ import annotations

import types

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.calls import rule_calls
from tangentlite.builder.inference import result_kinds
from tangentlite.builder.inference.result_kinds import sample
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, is_numeric
from tangentlite.rules.loading import part_of
from tangentlite.values.base import Known, Value


def called(
    b: Builder, callee: Known, arguments: list, keywords: dict, base: str
) -> Value | None:
    """Emit such a call; None for others."""
    function = callee.value
    if not isinstance(function, (types.FunctionType, types.BuiltinFunctionType)):
        return None
    if part_of(function) in (None, *_OUTSIDE):
        return None
    if not all(value.is_static for value in (*arguments, *keywords.values())):
        return None
    samples = [sample(value) for value in arguments]
    named = {key: sample(value) for key, value in keywords.items()}
    kind = result_kinds.call_kind(b, function, samples, named)
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if kind == Array(None, None) or not all(map(is_numeric, kinds)):
        return None
    try:
        callee_node = b.references.function(function, callee.text)
    except LookupError:  # it is private
        return None
    given = [operations.as_expression(b, value) for value in arguments]
    words = [(key, operations.as_expression(b, v)) for key, v in keywords.items()]
    call = build.call(callee_node, given, words)
    if isinstance(kind, tuple):
        return rule_calls.results(b, call, kind, True, base)
    atom = b.emit(b, call, kind, base)
    b.memory.owned.add(str(atom.name))
    return atom


# They read files, or draw.
_OUTSIDE = ("scipy.io", "scipy.datasets", "scipy.stats", "scipy.sparse")
