"""The callables that `jacobian` and `hessian` return."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, ParamSpec, Protocol, TypeVar

from tangentlite.api import grad
from tangentlite.api.matrices.matrix_texts import documentation
from tangentlite.calls.arguments.of_library import require_numpy
from tangentlite.calls.arguments.parameters import Wrt, is_single
from tangentlite.calls.pickling import reduced
from tangentlite.calls.shown.shown_callable import ShownCallable
from tangentlite.calls.shown.source_text import SourceText
from tangentlite.errors import ArgumentError, UnsupportedError
from tangentlite.options import BackendSettings, Settings, in_force
from tangentlite.tracebacks.frames import surface

if TYPE_CHECKING:
    from tangentlite.calls.derivative import Derivative
    from tangentlite.calls.shown.linked_view import LinkedView

P = ParamSpec("P")
R = TypeVar("R")


class MatrixSettings(BackendSettings, total=False):
    """The keywords of functions that give matrices."""

    chunk: int | None


class JacobianSettings(MatrixSettings, total=False):
    """The keywords of functions that give Jacobians."""

    mode: Literal["forward", "reverse"] | None


class MadeOf(Protocol):
    """The derivatives that a matrix is made of."""

    @property
    def wrt(self) -> tuple[str, ...]:
        """The parameters by which it is."""

    @property
    def viewed(self) -> Derivative:
        """The derivative that a linked view is of."""

    def texts(self) -> Iterable[str]:
        """Return the texts that the last call has called."""


class MatrixFunction(ShownCallable[P, R]):
    """A Jacobian or Hessian, with the name and signature of its function.

    Its docstring says what it takes and returns.

    >>> import tangentlite as tl
    >>> from tangentlite.examples import square
    >>> tl.jacobian(square)
    <jacobian of square with respect to x>
    """

    documented: ClassVar[tuple[str, ...]] = ("primal", "source", "view", "wrt")
    hint = "Call it to see the text that it calls."

    def __init__(
        self,
        make: Callable,
        f: Callable,
        wrt: Wrt,
        compute: Callable,
        made_of: MadeOf,
        settings: Settings = (),
        chosen: Mapping[str, Any] | None = None,
    ) -> None:
        """Make the callable; `chosen` are the other arguments of `make` but `wrt`."""
        functools.update_wrapper(self, f, updated=())
        # It does not wrap `f`: `inspect` would take the source of `f` for its own.
        vars(self).pop("__wrapped__")
        asked = make.__name__, made_of.wrt, is_single(wrt)
        self.__doc__ = grad.kept(
            f,
            ("documentation", *asked),
            lambda _: documentation(make.__name__, f, *asked[1:]),
        )
        self._primal, self._wrt = f, wrt
        self.__signature__ = inspect.signature(f)
        self.make, self._compute, self._made_of = make, compute, made_of
        self._settings = settings
        self.chosen = chosen or {}

    @property
    def primal(self) -> Callable:
        """The function that is differentiated."""
        return self._primal

    @property
    def wrt(self) -> Wrt:
        """The parameters with respect to which it is differentiated, as given."""
        return self._wrt

    @property
    @surface
    def source(self) -> str:
        """The text of the products, or of the pullback, that the last call has called.

        A matrix is made of those, a call for many of its columns or rows or for each.
        Raises UnsupportedError before a call.
        """
        with in_force(self._settings):
            texts = list(dict.fromkeys(self._made_of.texts()))
        if not texts:
            raise UnsupportedError(
                f"the {self.make.__name__} of {self._name} has called no "
                "generated code yet, and which products it needs depends on the "
                "arguments.\nCall it first."
            )
        return SourceText("\n\n".join(texts))

    @surface
    def view(self, *args: object, **kwargs: object) -> LinkedView:
        """Return the linked view of the products that the matrix is made of.

        It is for the kinds of these arguments, or of the last call's, and as that of a
        derivative. Raises ArgumentError without arguments before a call, else what
        `source_for` of a derivative raises.
        """
        if not args and not kwargs and not any(self._made_of.texts()):
            raise ArgumentError(
                f"the {self.make.__name__} of {self._name} does not know "
                "what its arguments are.\nGive view() the arguments of a call."
            )
        with in_force(self._settings):
            viewed: Any = self._made_of.viewed
            return viewed.view(*args, **kwargs)

    def __repr__(self) -> str:
        by = ", ".join(self._made_of.wrt)
        return f"<{self.make.__name__} of {self._name} with respect to {by}>"

    @property
    def _name(self) -> str:
        """The name of the function, or of the class of another callable."""
        return getattr(self.primal, "__qualname__", type(self.primal).__name__)

    @surface
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the matrix at these arguments."""
        require_numpy(self.make.__name__, args)
        if not self._settings:
            return self._compute(args, kwargs)
        with in_force(self._settings):
            return self._compute(args, kwargs)

    def __reduce__(self):
        """Reduce to the function, `wrt` and what else was chosen."""
        chosen = {**self.chosen, **dict(self._settings)}
        make = functools.partial(self.make, **chosen) if chosen else self.make
        return reduced(self, self.primal, make, self.wrt)
