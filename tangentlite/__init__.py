"""Derivatives of Python and NumPy functions, as readable Python source."""

from tangentlite.api import autodiff, grad, jvp, value_and_grad, vjp
from tangentlite.check import check_grad
from tangentlite.derivative import Derivative
from tangentlite.errors import (
    ArgumentError,
    CheckError,
    MissingRuleError,
    TangentliteError,
    UnsupportedError,
)
from tangentlite.options import options
from tangentlite.rules.registry import (
    adjoint,
    constant,
    d,
    elementwise,
    linear,
    tangent,
)
from tangentlite.runtime import stop_gradient

__all__ = [
    "ArgumentError",
    "CheckError",
    "Derivative",
    "MissingRuleError",
    "TangentliteError",
    "UnsupportedError",
    "adjoint",
    "autodiff",
    "check_grad",
    "constant",
    "d",
    "elementwise",
    "grad",
    "jvp",
    "linear",
    "options",
    "stop_gradient",
    "tangent",
    "value_and_grad",
    "vjp",
]
