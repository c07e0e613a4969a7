"""Derivative, the callable that generates code for argument kinds and caches it."""

from __future__ import annotations

import functools
import inspect
import os
import threading
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from tangentlite.builder.arguments import argument_kind
from tangentlite.calls.arguments.of_library import require_unwritten, with_library
from tangentlite.calls.arguments.overlap import same_arrays
from tangentlite.calls.generated import dispatch
from tangentlite.calls.generated.primal_heads import head_of
from tangentlite.calls.kept import kept_texts
from tangentlite.calls.pickling import reduced
from tangentlite.calls.shown.shown_derivative import Shown
from tangentlite.errors import NotCompiledError, UnsupportedError
from tangentlite.modes.request import (
    Request,
    public_mode,
    signature_of,
    tangent_names,
    tangent_pairs,
)
from tangentlite.options import CURRENT, DEFAULT, Options, Settings, by_numpy, changed
from tangentlite.rules.binding import bind
from tangentlite.tracebacks.frames import shorten, surface

if TYPE_CHECKING:
    from tangentlite import pipeline

P = ParamSpec("P")
R = TypeVar("R")

# Most derivatives of newly made closures are called once or twice.
DIRECT_AFTER = 4


class Derivative(Shown[P, R]):
    """A derivative of a Python function, generated for the arguments of its calls.

    It has the primal's name and signature, and its docstring says what it takes and
    returns. The first call with arguments of new kinds (dtype, rank, which axes have
    size 1) generates and compiles its source; later calls go straight to it.

    >>> import tangentlite as tl
    >>> from tangentlite.examples import square
    >>> tl.grad(square)(3.0)
    6.0
    """

    def __init__(
        self, request: Request, remake: Callable, settings: Settings = ()
    ) -> None:
        """Make the derivative of a request; `remake` is `grad.derivative_of`.

        The `settings` are its own, whatever the options in force are.
        """
        super().__init__(request)
        self._request = request
        self._remake = remake
        self._settings = settings
        self._variants: dict[Options, dispatch.Variants] = {}
        self._lock = threading.RLock()
        # What was called last, which dispatchers write, and what was generated last.
        self._called: list[pipeline.Generated | None] = [None, None]
        self._calls = 0
        self._read_head()

    @property
    def request(self) -> Request:
        """The request: the function, the mode and `wrt`."""
        return self._request

    @property
    def primal(self) -> Callable:
        """The function that is differentiated."""
        return self._request.primal

    @property
    def wrt(self) -> str | tuple[str, ...]:
        """The parameters with respect to which it is differentiated."""
        return self._request.wrt[0] if self._request.single else self._request.wrt

    @property
    def mode(self) -> str:
        """'reverse', 'forward' or 'taylor'."""
        return public_mode(self._request)

    @property
    def tangent_names(self) -> tuple[str, ...]:
        """The parameters that take the tangents, in the order of `wrt`."""
        return self._tangent_names

    @property
    def last_called(self) -> pipeline.Generated | None:
        """The variant that was called last."""
        return self._called[0]

    @property
    @surface
    def source(self) -> str:
        """The text that was called last, or before a call the one for annotations."""
        latest = self._called[0] or self._called[1]
        if latest is not None:
            return self._shown(latest.text)
        with _before_a_call():
            return self.text({}, "final")

    @property
    @surface
    def jitted(self) -> Any:
        """The function of numba that was called last, for calls from compiled code.

        Before a call it is the one for annotations. Raises NotCompiledError if the
        derivative is more than one compiled function.
        """
        from tangentlite.calls.generated import example_calls  # see _made

        latest = self._called[0] or self._called[1]
        if latest is None:
            with _before_a_call():
                latest = example_calls.generated(
                    self._request, {}, self.options_in_force
                )
        if latest.jitted is None:
            raise NotCompiledError(
                f"the derivative of {self.primal.__name__} is no compiled function.\n"
                "Use backend='numba', and pass numbers and arrays: what takes lists, "
                "dicts or objects apart is Python."
            )
        return latest.jitted

    @surface
    def source_for(self, *args: object, **kwargs: object) -> str:
        """Return the generated text for the kinds of these arguments."""
        return self._shown(self.generated(args, kwargs).text)

    @surface
    def compiled(self, *args: object, **kwargs: object) -> types.FunctionType:
        """Return the bare generated function for the kinds of these arguments."""
        return self.generated(args, kwargs).function

    @surface
    def text(self, arguments: Mapping, stage: str = "final", line_numbers=False) -> str:
        """Return the text of a stage of the compiler for some example arguments.

        With `line_numbers` quoted lines have their numbers. A parameter left out has
        its default; without one the kind of its annotation, or is a number of any rank.
        """
        from tangentlite.calls.generated import example_calls  # see _made

        asked = self._request, arguments, self.options_in_force, stage, line_numbers
        return self._shown(example_calls.text(*asked))

    @surface
    def standalone(self, arguments: Mapping[str, object] | None = None) -> str:
        """Return the source of a module that needs NumPy alone.

        It contains the derivative for the kinds of example arguments, or else the one
        that was called last, and its references: functions as source, numbers and
        small arrays as literals. Raises UnsupportedError for other data.
        """
        from tangentlite.calls.generated import example_calls  # see _made
        from tangentlite.emit.saved.saved_module import of_function

        made = self._called[0] or self._called[1]
        if made is None or arguments is not None:
            made = example_calls.generated(
                self._request, arguments or {}, self.options_in_force
            )
        return of_function(made, self._defaults())

    @surface
    def save(
        self, path: str | os.PathLike, arguments: Mapping[str, object] | None = None
    ) -> None:
        """Write the module of `standalone` to a file.

        >>> import pathlib, runpy, tempfile
        >>> import tangentlite as tl
        >>> from tangentlite.examples import square
        >>> path = pathlib.Path(tempfile.mkdtemp(), 'square_gradient.py')
        >>> tl.grad(square).save(path)
        >>> runpy.run_path(path)['square_grad'](3.0)
        6.0
        """
        Path(path).write_text(self.standalone(arguments), encoding="utf-8")

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the derivative at these arguments."""
        self._calls += 1
        if self._calls == DIRECT_AFTER and CURRENT.get() is DEFAULT:
            self._call_directly()
        try:
            return self._call(*args, **kwargs)
        except Exception as error:
            shorten(error)
            raise

    def _call(self, *args: object, **kwargs: object) -> Any:
        try:
            return self._in_force().call(*args, **kwargs)
        except TypeError:
            # The dispatcher's TypeError is worded otherwise than the function's.
            bind(self.__signature__, args, kwargs, self._request.primal.__name__)
            raise

    def _call_directly(self) -> None:
        """Let calls go straight to the dispatcher, through a class of its own."""
        with self._lock:
            methods = {"__call__": staticmethod(self._new_variants(DEFAULT).call)}
            self.__class__ = type("Derivative", (Derivative,), methods)

    def _install(self, options: Options, call: Callable) -> None:
        is_kept = getattr(self._variants.get(options), "call", None) is call
        if type(self) is not Derivative and is_kept and options == DEFAULT:
            type(self).__call__ = staticmethod(call)  # type: ignore[method-assign]

    @property
    def options_in_force(self) -> Options:
        """The options in force, with its own settings."""
        return changed(CURRENT.get(), self._settings)

    def __reduce__(self):
        """Reduce to the function, the mode and `wrt`."""
        mode, primal = self._request.mode, self._request.primal
        settings = (self._settings,) if self._settings else ()
        return reduced(self, primal, self._remake, mode, self.wrt, *settings)

    def renew_lock(self) -> None:
        """Take a new lock: a child process could never acquire the parent's."""
        self._lock = threading.RLock()

    def _read_head(self) -> None:
        """Take the signature from the primal's, which a program may replace."""
        primal: Any = self._request.primal
        if isinstance(primal, Derivative):
            primal._in_force()
        self._head = head_of(primal)
        self._own: list[str] = []  # the primal's parameters
        self._tangent_names = tangent_names(self._request)
        self.__signature__ = signature_of(self._request)

    def _in_force(self) -> dispatch.Variants:
        """Return the variants for the options in force."""
        if not self._head.holds():
            with self._lock:
                self.drop_variants()
                self._read_head()
        return self._variants.get(CURRENT.get()) or self._new_variants(CURRENT.get())

    def _new_variants(self, options: Options) -> dispatch.Variants:
        with self._lock:
            if options not in self._variants:
                self._variants[options] = dispatch.Variants(
                    self._request.primal.__name__,
                    self.__signature__,
                    tangent_pairs(self._request),
                    self._arguments(),
                    functools.partial(self._generate, options),
                    self._head,
                    _forget,
                    (CURRENT.get, options),
                    self._call,
                    functools.partial(self._install, options),
                    self._called,
                    lambda: self._lock,
                )
            return self._variants[options]

    def generated(self, args: tuple, kwargs: dict) -> pipeline.Generated:
        """Return the variant for the kinds of these arguments."""
        return self._in_force().find(args, kwargs)

    def kinds_of(self, made: pipeline.Generated) -> dict[str, object] | None:
        """Return the kinds that a variant is for by parameters, None if unknown."""
        found = (one.kinds_of(made) for one in list(self._variants.values()))
        return next((kinds for kinds in found if kinds is not None), None)

    def _generate(
        self, options: Options, values: Mapping[str, object], exactly: bool = False
    ):
        options = changed(options, self._settings)
        with self._lock:
            found = self._made(self._request, options, values, exactly)
            same = same_arrays(values, self._arguments()) if found.writes else ()
            if same:
                request = replace(self._request, same=same)
                found = self._made(request, options, values, exactly)
            self._called[1] = found
        return found

    def _made(
        self,
        request: Request,
        options: Options,
        values: Mapping[str, object],
        exactly: bool,
    ):
        """Return the derivative for some values, new or from a cache."""
        _, kinds, extra = self._split(values)
        compiled = options.backend == "numba"
        request, kinds, extra = with_library(request, kinds, extra, compiled)
        found = kept_texts.made(request, kinds, extra, options, values, exactly)
        require_unwritten(request, found.writes)
        found.set_defaults(self._defaults())
        return found

    def generated_for_kinds(
        self, kinds: Mapping[str, object], same: tuple = (), exact: bool = False
    ) -> pipeline.Generated:
        """Return the derivative for kinds of arguments, for calls in generated code.

        `same` and `exact` are as in `Request`.
        """
        from tangentlite.calls.generated import generation  # see _made

        extra = {n: k for n, k in kinds.items() if n not in self._primal_parameters()}
        own = {n: k for n, k in kinds.items() if n not in extra}
        same = tuple(pair for pair in same if own.keys() >= set(pair))
        request = replace(self._request, read_again=True, same=same, exact=exact)
        found = generation.inner(request, own, extra, by_numpy(CURRENT.get()))
        found.set_defaults(self._defaults())
        return found

    def count_variants(self) -> int:
        """Return the number of variants."""
        return sum(len(variants) for variants in list(self._variants.values()))

    def drop_variants(self) -> None:
        """Drop all generated code; the next call generates it again."""
        with self._lock:
            self._variants.clear()
            self._called[:] = [None, None]
            self._calls = 0
            self.__class__ = Derivative

    def bound_kinds(self, args: tuple, kwargs: dict):
        """Return the request and the kinds of a call's arguments."""
        bound = bind(self.__signature__, args, kwargs, self._request.primal.__name__)
        return self._split(bound)

    def _arguments(self) -> list[str]:
        """Return the primal's parameters, the differentiated ones first."""
        wrt = self._request.wrt
        return [*wrt, *(n for n in self._primal_parameters() if n not in wrt)]

    def _defaults(self) -> dict[str, object]:
        """Return the defaults of parameters by their names."""
        parameters = self.__signature__.parameters.values()
        return {p.name: p.default for p in parameters if p.default is not p.empty}

    def _primal_parameters(self) -> list[str]:
        if not self._own:
            self._own = list(inspect.signature(self._request.primal).parameters)
        return self._own

    def _split(self, values: Mapping[str, object]):
        own = self._primal_parameters()
        kinds = {name: argument_kind(values[name], name) for name in own}
        extra = {
            name: argument_kind(value, name)
            for name, value in values.items()
            if name not in own
        }
        return self._request, kinds, extra


@contextmanager
def _before_a_call() -> Iterator[None]:
    """Say in errors that nothing has told the kinds of the arguments."""
    try:
        yield
    except UnsupportedError as error:
        error.add_note(
            "No call has told yet what the arguments are, so annotations and defaults "
            "decide. Call the derivative first, or use source_for(...)."
        )
        raise


def _forget(generated: pipeline.Generated) -> None:
    from tangentlite.calls.generated import generation  # see _made

    generation.forget(generated)
