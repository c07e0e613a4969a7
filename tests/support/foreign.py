"""Classes, functions and modules that look like those of libraries not needed here."""
import functools
import types

import numpy as np


def of(module: str, name: str, **members: object) -> type:
    """Return a class that says that it belongs to a module."""
    return type(name, (), {'__module__': module, **members})


def as_array(self, *args, **kwargs):
    """Give NumPy what it asks for, as such values do."""
    return np.ones(3)


def called(self, *args):
    """Be a function."""
    raise AssertionError('it is not for us to call')


_VALUES = {'__array__': as_array, 'shape': (3,), '__mul__': called, '__rmul__': called}
TENSOR = of('torch', 'Tensor', **_VALUES)()
JAX_ARRAY = of('jaxlib._jax', 'ArrayImpl', **_VALUES)()
TRACER = of('jax._src.interpreters.partial_eval', 'DynamicJaxprTracer', **_VALUES)()
SERIES = of('pandas.core.series', 'Series', **_VALUES)()
SYMBOL = of('sympy.core.symbol', 'Symbol', **_VALUES, __call__=called)()


def function(module: str, name: str, class_: type | None = None) -> object:
    """Return a function of a module, an object of a class if one is given."""
    made = class_() if class_ else types.FunctionType(called.__code__, {}, name)
    made.__module__, made.__name__ = module, name
    return made


torch = types.ModuleType('torch')
torch.sin = function('torch', 'sin')
torch.special_only = function('torch', 'special_only')
jnp = types.ModuleType('jax.numpy')
_JITTED = of('jaxlib._jax', 'PjitFunction', __call__=called)
jnp.sin = function('jax.numpy', 'sin', _JITTED)
pandas = types.ModuleType('pandas')
pandas.melt = function('pandas.core.reshape.melt', 'melt')


def primitive(fun):
    """Return what `autograd.extend.primitive` makes of a function."""
    made = function('autograd.tracer', fun.__name__)
    made.fun = fun
    return made


def autograd_modules() -> dict[str, types.ModuleType]:
    """Return modules such as autograd's, by their names."""
    names = ('', '.numpy', '.numpy.linalg', '.scipy.special', '.misc')
    modules = {f'autograd{name}': types.ModuleType(f'autograd{name}') for name in names}
    modules['autograd.numpy'].dot = primitive(np.dot)
    modules['autograd.numpy'].linalg = modules['autograd.numpy.linalg']
    modules['autograd.numpy.linalg'].solve = primitive(np.linalg.solve)
    of_scipy = function('autograd.tracer', 'logsumexp')
    modules['autograd.scipy.special'].logsumexp = of_scipy
    modules['autograd.misc'].flatten = function('autograd.misc.flatten', 'flatten')
    modules['autograd'].grad = function('autograd.wrap_util', 'grad')
    product = function('autograd.wrap_util', 'hessian_vector_product')
    modules['autograd'].hessian_vector_product = product
    return modules


class Dispatcher:
    """What numba.njit gives: a function that holds the one it was compiled from."""

    def __init__(self, py_func):
        self.py_func = py_func
        functools.update_wrapper(self, py_func)

    def __call__(self, *args):
        return self.py_func(*args)


Dispatcher.__module__ = 'numba.core.registry'
prange = of('numba.misc.special', 'prange')


def njit(py_func):
    """Return a function as Numba compiles it."""
    return Dispatcher(py_func)
