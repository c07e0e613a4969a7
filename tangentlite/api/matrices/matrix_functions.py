"""The callables that `jacobian` and `hessian` return."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal, ParamSpec, TypeVar

from tangentlite.calls.arguments.parameters import Wrt
from tangentlite.calls.bindable import Bindable
from tangentlite.calls.pickling import reduced
from tangentlite.options import BackendSettings, Settings, in_force
from tangentlite.tracebacks.frames import surface

P = ParamSpec("P")
R = TypeVar("R")


class MatrixSettings(BackendSettings, total=False):
    """The keywords of functions that give matrices."""

    chunk: int | None


class JacobianSettings(MatrixSettings, total=False):
    """The keywords of functions that give Jacobians."""

    mode: Literal["forward", "reverse"] | None


class MatrixFunction(Bindable[P, R]):
    """A Jacobian or Hessian, with the name, docstring and signature of its function."""

    def __init__(
        self,
        make: Callable,
        f: Callable,
        wrt: Wrt,
        compute: Callable,
        settings: Settings = (),
        chosen: Mapping[str, Any] | None = None,
    ) -> None:
        """Make the callable; `chosen` are the other arguments of `make` but `wrt`."""
        functools.update_wrapper(self, f, updated=())
        # It does not wrap `f`: `inspect` would take the source of `f` for its own.
        vars(self).pop("__wrapped__")
        self.primal = f
        self.__signature__ = inspect.signature(f)
        self.make, self.wrt, self._compute = make, wrt, compute
        self._settings = settings
        self.chosen = chosen or {}

    @surface
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the matrix at these arguments."""
        if not self._settings:
            return self._compute(args, kwargs)
        with in_force(self._settings):
            return self._compute(args, kwargs)

    def __reduce__(self):
        """Reduce to the function, `wrt` and what else was chosen."""
        chosen = {**self.chosen, **dict(self._settings)}
        make = functools.partial(self.make, **chosen) if chosen else self.make
        return reduced(self, self.primal, make, self.wrt)
