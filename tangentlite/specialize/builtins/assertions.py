"""The assertions of `numpy.testing`: effects that happen exactly once."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.values.base import Value
from tangentlite.values.callable_values import NONE

MODULE = "numpy.testing._private.utils"
ASSERTIONS = (
    "assert_",
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_equal",
    "assert_array_less",
    "assert_equal",
)


@handlers.when_met(MODULE)
def _register() -> None:
    found = vars(sys.modules[MODULE])
    handlers.calls({found[name]: _assertion(found[name]) for name in ASSERTIONS})


def _assertion(function: Callable) -> Callable:
    def handler(b: Builder, arguments: list, keywords: dict, node, base: str) -> Value:
        module = build.name(f"{b.references.alias('numpy', None, 'np')}.testing")
        callee = b.references.member(module, function.__name__, function)
        call = operations.as_call(b, callee, arguments, keywords)
        b.add(build.effect(call, b.line))
        return NONE

    return handler
