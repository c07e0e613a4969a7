"""The callables that `jacobian` and `hessian` return."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable

from tangentlite.calls.arguments.parameters import Wrt
from tangentlite.calls.pickling import reduced
from tangentlite.options import DEFAULT, Settings, changed, in_force
from tangentlite.tracebacks.frames import surface


class MatrixFunction:
    """A Jacobian or Hessian, with the name, docstring and signature of its function."""

    def __init__(
        self,
        make: Callable,
        f: Callable,
        wrt: Wrt,
        compute: Callable,
        settings: Settings = (),
    ) -> None:
        functools.update_wrapper(self, f, updated=())
        # It does not wrap `f`: `inspect` would take the source of `f` for its own.
        vars(self).pop("__wrapped__")
        self.primal = f
        self.__signature__ = inspect.signature(f)
        self.make, self.wrt, self._compute = make, wrt, compute
        self._settings = settings

    @surface
    def __call__(self, *args: object, **kwargs: object):
        """Return the matrix at these arguments."""
        if not self._settings:
            return self._compute(args, kwargs)
        with in_force(self._settings):
            return self._compute(args, kwargs)

    def __get__(self, instance: object, owner: type | None = None):
        """Bind like a function in a class."""
        return self if instance is None else types.MethodType(self, instance)

    def __reduce__(self):
        """Reduce to the function, `wrt` and the settings."""
        chosen = changed(DEFAULT, self._settings)
        own = (
            (chosen.backend, chosen.fallback, chosen.parallel) if self._settings else ()
        )
        return reduced(self, self.primal, self.make, self.wrt, *own)
