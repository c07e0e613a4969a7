"""Derivatives of Python and NumPy functions, as readable Python source."""

from tangentlite.api.check import check_grad
from tangentlite.api.elementwise import elementwise_grad
from tangentlite.api.grad import autodiff, grad, jvp, value_and_grad, vjp
from tangentlite.api.matrices import hessian, hvp, jacobian
from tangentlite.api.register import adjoint, constant, elementwise, linear, tangent
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated.alive import cache_clear, cache_info
from tangentlite.errors import (
    REFUSED,
    ArgumentError,
    CheckError,
    MissingRuleError,
    NotCompiledError,
    NumericalWarning,
    TangentliteError,
    UnsupportedError,
)
from tangentlite.options import options
from tangentlite.rules.numerical_functions import numerical
from tangentlite.rules.registry import d
from tangentlite.runtime import stop_gradient

__all__ = [
    "ArgumentError",
    "CheckError",
    "Derivative",
    "MissingRuleError",
    "NotCompiledError",
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

for _operator in (jvp, vjp, hvp, jacobian, hessian, check_grad):
    vars(_operator)[REFUSED] = (
        f"tl.{_operator.__name__} is not supported in a differentiated function.\n"
        "Take derivatives there by tl.grad, tl.value_and_grad or tl.autodiff, of "
        "functions of the module."
    )
