"""Error messages about values and functions of other array libraries.

None of these is imported here: they are recognised by the modules of their types.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentlite.kinds.objects.ported import instead_of_ported

# The name of a library, and the expression that converts one of its values to NumPy.
_LIBRARIES = {
    "autograd": ("autograd", ""),
    "cupy": ("CuPy", "cupy.asnumpy({name})"),
    "jax": ("JAX", "np.asarray({name})"),
    "jaxlib": ("JAX", "np.asarray({name})"),
    "mpmath": ("mpmath", "float({name})"),
    "numba": ("Numba", ""),
    "pandas": ("pandas", "{name}.to_numpy()"),
    "polars": ("polars", "{name}.to_numpy()"),
    "sympy": ("SymPy", "float({name})"),
    "tensorflow": ("TensorFlow", "{name}.numpy()"),
    "torch": ("torch", "{name}.detach().cpu().numpy()"),
    "xarray": ("xarray", "{name}.to_numpy()"),
}
_NUMBERS = {"fractions": "float({name})", "decimal": "float({name})"}

# What draws, reports and shows progress: their objects hold hundreds of others, which
# change with each call.
_SHOWING = frozenset(
    "IPython bokeh ipywidgets matplotlib mlflow mpl_toolkits plotly rich seaborn "
    "tensorboard tensorboardX tqdm wandb".split()
)

Advice = tuple[str, str]


def root(module: object) -> str:
    """Return the name of a module's top-level package."""
    return str(module).partition(".")[0]


def is_foreign(cls: type) -> bool:
    """Whether a class belongs to one of the listed libraries.

    >>> is_foreign(dict)
    False
    """
    return root(cls.__module__) in _LIBRARIES


def is_showing(cls: type) -> bool:
    """Whether a class belongs to a library that draws, reports, or shows progress.

    >>> is_showing(dict)
    False
    """
    return root(cls.__module__) in _SHOWING


def is_of_library(value: object) -> bool:
    """Whether a value is an array of another library, which takes NumPy's functions.

    Its class has the protocols of NEP 13 and NEP 18, and it has a dtype of NumPy's; or
    it has a namespace of the array API.

    >>> is_of_library(np.ones(2)), is_of_library([1.0])
    (False, False)
    """
    cls = type(value)
    if issubclass(cls, (np.ndarray, np.generic)):
        return False
    if not has_protocols(cls) and not has_namespace(cls):
        return False
    is_shaped = isinstance(getattr(value, "shape", None), tuple)
    return is_shaped and library_dtype(value) is not None


def has_protocols(cls: type) -> bool:
    """Whether NumPy's functions take arrays of a class.

    >>> has_protocols(np.ndarray), has_protocols(list)
    (True, False)
    """
    return all(callable(getattr(cls, name, None)) for name in _PROTOCOLS)


def has_namespace(cls: type) -> bool:
    """Whether a class of arrays is one of the array API alone.

    >>> has_namespace(np.ndarray)
    False
    """
    if has_protocols(cls) or is_foreign(cls):
        return False
    return callable(getattr(cls, "__array_namespace__", None))


def library_dtype(value: Any) -> np.dtype | None:
    """Return the dtype of NumPy's for that of an array, None if there is none.

    >>> library_dtype(np.ones(2)), library_dtype([1.0])
    (dtype('float64'), None)
    """
    dtype = getattr(value, "dtype", None)
    if dtype is None or isinstance(dtype, np.dtype):
        return dtype
    try:
        return np.dtype(str(dtype).rpartition(".")[2])
    except TypeError:
        return None


def required_dtype(value: Any) -> np.dtype:
    """Return the dtype of NumPy's for that of an array, or raise TypeError.

    >>> required_dtype(np.ones(2))
    dtype('float64')
    """
    if (found := library_dtype(value)) is None:
        raise TypeError(f"{type(value).__name__} has no dtype that NumPy has")
    return found


def library_title(cls: type) -> str:
    """Return what the library of a class of arrays is called.

    >>> library_title(np.ndarray)
    'numpy.ndarray'
    """
    if has_namespace(cls):
        return root(cls.__module__)
    home = library_module(cls)
    own = f"{root(cls.__module__)}.{cls.__qualname__}"
    return own if home is None else home.__name__


def library_module(cls: type) -> types.ModuleType | None:
    """Return the module that has NumPy's functions for a class of arrays, if known."""
    return sys.modules.get(_MODULES.get(root(cls.__module__), ""))


# The modules in which libraries have the functions of NumPy under their names.
_MODULES = {"dask": "dask.array", "cupy": "cupy"}
_PROTOCOLS = ("__array_ufunc__", "__array_function__")


def foreign_value(value: object, name: str) -> Advice | None:
    """Return the message about a foreign value and the advice, None for others."""
    return foreign_type(type(value), name)


def foreign_type(cls: type, name: str) -> Advice | None:
    """Return the message about values of a class and the advice, None for known ones.

    >>> import fractions
    >>> foreign_type(fractions.Fraction, 'x')
    ('x is a Fraction.', 'Give the number: float(x).')
    """
    name = name or "an argument"
    package = root(cls.__module__)
    if package in _NUMBERS and not issubclass(cls, float):
        instead = _NUMBERS[package].format(name=name)
        return f"{name} is a {cls.__name__}.", f"Give the number: {instead}."
    if package not in _LIBRARIES:
        return None
    library, how = _LIBRARIES[package]
    what = f"{name} is a {library} {cls.__name__}."
    if cls.__name__.endswith("Tracer") or not how:
        return what, f"Take derivatives outside of what {library} traces."
    if package == "sympy":
        return what, (
            f"Give a number: {how.format(name=name)}; sympy.lambdify makes a function "
            "of NumPy of an expression."
        )
    if package == "jax" or package == "jaxlib":
        return f"{name} is a JAX array.", f"Give its values: {how.format(name=name)}."
    return what, f"Give its values: {how.format(name=name)}."


def foreign_callee(function: object, spelled: str) -> Advice | None:
    """Return the message about a foreign function and the advice, None for others.

    >>> foreign_callee(np.sin, 'np.sin') is None
    True
    """
    package = _package_of(function)
    if not package or python_function(function) is not None:
        return None
    name = getattr(function, "__name__", type(function).__name__)
    alike = getattr(np, name, None)
    is_alike = isinstance(alike, np.ufunc) or hasattr(alike, "__wrapped__")
    if package in _MODULES:
        title = _MODULES[package]
        what = f"{spelled or name} is a function of {title}, which has no rule."
        if is_alike:
            return what, f"Call np.{name}, which takes arrays of {title} as well."
        if name == "__call__":
            return what, f"Call NumPy's, which takes arrays of {title} as well."
        return what, "Call it outside of the function."
    library, _ = _LIBRARIES[package]
    what = f"{spelled or name} is a function of {library}, which cannot be read."
    if package == "numba":
        return what, "Use np.vectorize of the Python function that it was made of."
    if (instead := instead_of_ported(function, package, spelled)) is not None:
        return what, instead
    if is_alike:
        return what, f"Use np.{name}."
    return what, "Use the functions of NumPy."


def _package_of(function: object) -> str:
    """Return the listed package that a function or its class is of, '' for none."""
    owner = getattr(function, "__self__", None)
    own = owner if isinstance(owner, type) else type(owner)
    found = (getattr(function, "__module__", None), own.__module__)
    of_type = type(function).__module__
    packages = [root(module) for module in (*found, of_type) if module]
    known = _LIBRARIES.keys() | _MODULES.keys()
    return next((package for package in packages if package in known), "")


def python_function(function: object) -> Callable | None:
    """Return the Python function that Numba compiled one from, None for others."""
    if root(type(function).__module__) != "numba":
        is_range = getattr(function, "__name__", "") == "prange"
        if is_range and root(getattr(function, "__module__", "")) == "numba":
            return range
        return None
    python = getattr(function, "py_func", None)
    return python if isinstance(python, types.FunctionType) else None
