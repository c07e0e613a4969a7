"""Derivatives of Python and NumPy functions, as readable Python source.

Gradients: grad, value_and_grad, elementwise_grad, autodiff.
Matrices: jacobian, value_and_jacobian, hessian, value_grad_hessian; sparse_jacobian,
sparse_hessian.
Products with vectors, and series: vjp, jvp, hvp, jet.
Many examples: batched. Structures of parameters: flatten, map.
Inside of programs: stop_gradient, no_grad, callback, checkpoint, checkpointed,
implicit, insert_grad_of, record_grad, recorded, with_grad.
Rules of one's own: adjoint, tangent, elementwise, linear, constant, custom_vjp,
custom_jvp, numerical; d in their templates.
To test and to look into: check_grad, find_nan; source and view of what grad returns.
Settings and caches: options, cache_info, cache_clear.
Sums over rows that lie in collections of dask: tangentlite.dask.
"""

import sys
from collections.abc import Callable as _Callable
from typing import TYPE_CHECKING

from tangentlite.api.batches import (  # noqa: F401 - they register themselves
    examples_in_programs,
)
from tangentlite.api.batches.over_examples import batched
from tangentlite.api.checks.check import check_grad
from tangentlite.api.checks.find_nan import find_nan
from tangentlite.api.elementwise import elementwise_grad
from tangentlite.api.grad import autodiff, grad, value_and_grad
from tangentlite.api.inside import (  # noqa: F401 - they register themselves
    in_programs,
)
from tangentlite.api.inside.checkpoints import checkpoint, checkpointed
from tangentlite.api.inside.gradient_hooks import (
    insert_grad_of,
    record_grad,
    recorded,
    with_grad,
)
from tangentlite.api.inside.implicit import implicit
from tangentlite.api.inside.integration import (  # noqa: F401 - as above
    integrals,
    multiple_integrals,
    trajectories,
)
from tangentlite.api.inside.solving import known_solvers  # noqa: F401 - as above
from tangentlite.api.matrices import (  # noqa: F401 - they register themselves
    matrices_in_programs,
)
from tangentlite.api.matrices.hessians import hessian, value_grad_hessian
from tangentlite.api.matrices.matrices import (
    jacobian,
    value_and_jacobian,
)
from tangentlite.api.no_grad import no_grad
from tangentlite.api.products.pullbacks import vjp
from tangentlite.api.products.pushes import hvp, jvp
from tangentlite.api.products.taylor import jet
from tangentlite.api.rules.custom import custom_jvp, custom_vjp
from tangentlite.api.rules.register import (
    adjoint,
    constant,
    elementwise,
    linear,
    tangent,
)
from tangentlite.api.structures import (  # noqa: F401 - it registers itself
    structures_in_programs,
)
from tangentlite.api.structures.flatten import flatten
from tangentlite.api.structures.flatten import map as map
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated.alive import cache_clear, cache_info
from tangentlite.errors import (
    ArgumentError,
    CheckError,
    MissingRuleError,
    NotCompiledError,
    NumericalWarning,
    TangentliteError,
    UnsupportedError,
)
from tangentlite.errors import refuse as _refuse
from tangentlite.options import options
from tangentlite.rules.numerical_functions import numerical
from tangentlite.rules.registry import d
from tangentlite.runtime import callback, stop_gradient
from tangentlite.sparse.sparse_matrices import sparse_hessian, sparse_jacobian

__version__: str

# Without `map`: a star import would hide that of Python.
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
    "batched",
    "cache_clear",
    "cache_info",
    "callback",
    "check_grad",
    "checkpoint",
    "checkpointed",
    "constant",
    "custom_jvp",
    "custom_vjp",
    "d",
    "elementwise",
    "elementwise_grad",
    "find_nan",
    "flatten",
    "grad",
    "hessian",
    "hvp",
    "implicit",
    "insert_grad_of",
    "jacobian",
    "jet",
    "jvp",
    "linear",
    "no_grad",
    "numerical",
    "options",
    "record_grad",
    "recorded",
    "sparse_hessian",
    "sparse_jacobian",
    "stop_gradient",
    "tangent",
    "value_and_grad",
    "value_and_jacobian",
    "value_grad_hessian",
    "vjp",
    "with_grad",
]

_REFUSED: dict[str, tuple[_Callable, ...]] = {
    "Call it outside of the function.": (cache_clear, cache_info, find_nan, options),
    "Check its derivatives outside of it.": (check_grad,),
    "Decorate a function outside, and pass it all that it depends on.": (
        custom_jvp,
        custom_vjp,
    ),
    "Make it outside, g = tl.numerical(f), and call g in the function.": (numerical,),
    "Register rules outside of the function.": (
        adjoint,
        constant,
        elementwise,
        linear,
        tangent,
    ),
    "Call the derivative inside of it.": (recorded,),
}
for _instead, _functions in _REFUSED.items():
    for _function in _functions:
        _refuse(
            _function,
            f"tl.{_function.__name__} is not supported in a differentiated function.\n"
            + _instead,
        )


# Not seen by type checkers: there are no other names than those above.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return the installed version, or what needs dask, when it is asked for."""
        if name == "dask":
            from importlib import import_module

            return import_module("tangentlite.dask")
        if name != "__version__":
            text = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(text, name=name, obj=sys.modules[__name__])
        from importlib.metadata import version

        return version(__name__)


def __dir__() -> list[str]:
    """Return the public names, with the modules that programs may import."""
    from importlib.util import find_spec

    modules = ["runtime", *(["dask"] if find_spec("dask") else [])]
    special = [name for name in globals() if name.startswith("__")]
    return sorted({*__all__, "map", "__version__", *modules, *special})


def load_ipython_extension(shell: object) -> None:
    """Give IPython the magic `%%derivative`: `%load_ext tangentlite`."""
    from tangentlite.notebook.derivative_magic import register

    register(shell)
