"""Derivatives of Python and NumPy functions, as readable Python source."""

from tangentlite.api import autodiff, grad, jvp, value_and_grad, vjp
from tangentlite.cache import cache_clear, cache_info
from tangentlite.check import check_grad
from tangentlite.derivative import Derivative
from tangentlite.elementwise import elementwise_grad
from tangentlite.errors import (
    ArgumentError,
    CheckError,
    MissingRuleError,
    NumericalWarning,
    TangentliteError,
    UnsupportedError,
)
from tangentlite.matrices import hessian, hvp, jacobian
from tangentlite.numerical import numerical
from tangentlite.options import options
from tangentlite.register import adjoint, constant, elementwise, linear, tangent
from tangentlite.rules.registry import d
from tangentlite.runtime import stop_gradient

__all__ = [
    "ArgumentError",
    "CheckError",
    "Derivative",
    "MissingRuleError",
    "NumericalWarning",
    "TangentliteError",
    "UnsupportedError",
    "adjoint",
    "autodiff",
    "cache_clear",
    "cache_info",
    "check_grad",
    "constant",
    "d",
    "elementwise",
    "elementwise_grad",
    "grad",
    "hessian",
    "hvp",
    "jacobian",
    "jvp",
    "linear",
    "numerical",
    "options",
    "stop_gradient",
    "tangent",
    "value_and_grad",
    "vjp",
]
