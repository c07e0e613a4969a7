"""Derivatives of Python and NumPy functions, as readable Python source."""

from tangentlite.api import in_programs  # noqa: F401 - it registers what they are there
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
from tangentlite.sparse.sparse_matrices import sparse_hessian, sparse_jacobian

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
    "sparse_hessian",
    "sparse_jacobian",
    "stop_gradient",
    "tangent",
    "value_and_grad",
    "vjp",
]

vars(check_grad)[REFUSED] = (
    "tl.check_grad is not supported in a differentiated function.\n"
    "Check its derivatives outside of it."
)
