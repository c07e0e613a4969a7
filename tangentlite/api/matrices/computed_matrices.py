"""What computes the Jacobians and Hessians of a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.matrices.kinds_of_calls import (
    MOST_KNOWN,
    are_told,
    kinds_of,
    require_chunk,
)
from tangentlite.api.matrices.matrix_blocks import (
    assembled,
    by_columns,
    by_rows,
    entries,
    outputs_of,
    refusal_of,
    refusal_of_columns,
    refuse_complex,
)
from tangentlite.api.matrices.matrix_texts import (
    texts_of_products,
    texts_of_pullbacks,
)
from tangentlite.api.matrices.same_point import same_point
from tangentlite.api.matrices.unit_loops import UnitLoops
from tangentlite.api.summed import first_of
from tangentlite.calls.arguments.parameters import (
    Wrt,
    as_tuple,
    differentiable,
    is_single,
)
from tangentlite.calls.arguments.pytree import copies, derivative, floating, numbers
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.generated import alive
from tangentlite.calls.pickling import made_by
from tangentlite.modes.request import seed_name
from tangentlite.options import CURRENT
from tangentlite.rules.binding import bound

# A row by a pullback that shares its work costs so much less than a column.
CHEAP = 30


class Jacobians:
    """What computes the Jacobians of a function by some parameters."""

    def __init__(
        self,
        f: Callable,
        wrt: Wrt,
        has_aux: bool,
        mode: str | None,
        chunk: int | None,
    ) -> None:
        require_chunk(chunk, "vectors")
        _require_mode(mode)
        self.reverse = grad.derivative_of(f, "pullback", as_tuple(wrt))
        self.whole = self.reverse.primal
        if has_aux:
            self.reverse = grad.derivative_of(_first(f), "pullback", as_tuple(wrt))
        self.is_single, self.has_aux, self.mode = is_single(wrt), has_aux, mode
        self.chunk = chunk
        self.wrt = self.reverse.request.wrt
        self._is_by_columns: bool | None = None  # those of the last call
        self.loops: UnitLoops | None = None
        if self.is_single and not has_aux:
            self.loops = _loops(self.whole, self.reverse.request.wrt[0], mode, chunk)

    def matrix(self, args: tuple, kwargs: dict) -> Any:
        """Return the Jacobian, with what the function returns beside its result."""
        known = self.loops.matrix(args, kwargs) if self.loops else None
        if known is not None:
            return known
        value, matrix = self._general(args, kwargs)
        return (matrix, value[1]) if self.has_aux else matrix

    def with_value(self, args: tuple, kwargs: dict) -> tuple[Any, Any]:
        """Return what the function returns, and the Jacobian."""
        known = self.loops.with_value(args, kwargs) if self.loops else None
        return known or self._general(args, kwargs)

    @property
    def viewed(self) -> Derivative:
        """The derivative whose linked view has both modes."""
        return grad.derivative_of(self.reverse.primal, "reverse", self.wrt)

    def texts(self) -> Iterable[str]:
        """Return the texts that the last call has called."""
        if self._is_by_columns is None:
            return ()
        if not self._is_by_columns:
            backward: Any = self.viewed
            return texts_of_pullbacks(self.reverse, backward)
        f = self.reverse.primal
        each = [grad.derivative_of(f, "forward", (name,)) for name in self.wrt]
        return texts_of_products(each)

    def _general(self, args: tuple, kwargs: dict) -> tuple[Any, Any]:
        f, reverse = self.reverse.primal, self.reverse
        given = bound(f, args, kwargs)
        values = {name: given[name] for name in reverse.wrt}
        refuse_complex(f, values)
        by_columns_alone = self._has_columns_alone(values, args, kwargs)
        # The function may write into its arguments.
        own = dict(zip(kwargs, copies(list(kwargs.values()))))
        whole = self.whole(*copies(args), **own)
        result = self._part(whole)
        outputs = outputs_of(f, result)
        inputs = [leaf for v in values.values() for leaf in floating(v).values()]
        leaves = list(outputs.values())
        forward = bool(inputs) and (
            by_columns_alone or self._is_forward(inputs, leaves)
        )
        is_real = not any(map(np.iscomplexobj, leaves))
        compiled = CURRENT.get().backend == "numba"
        if forward and is_real and self.mode is None and not compiled:
            is_long = entries(leaves) > CHEAP * entries(inputs)
            forward = is_long or not self._shares_work(args, kwargs)
            forward &= refusal_of_columns(f, values, args, kwargs) is None
        self._is_by_columns = forward
        if forward:
            blocks = by_columns(f, values, outputs, args, kwargs, self.chunk)
        else:
            with same_point():
                pullback = _pullback(reverse, args, kwargs)
                blocks = by_rows(pullback, result, outputs, values)
        if self.loops:
            self.loops.learn(args, kwargs, forward, whole)
        return whole, assembled(result, outputs, values, blocks, self.is_single)

    def _has_columns_alone(self, values: dict, args: tuple, kwargs: dict) -> bool:
        """Whether forward mode has a text, and reverse mode none.

        Raises if a mode has none that was asked for, where the other has one: of what
        has neither the function's own exception comes first. Raises also where the
        function, which runs several times, has side effects.
        """
        if CURRENT.get().backend == "numba":  # it would try each pullback anew
            refusal_of_columns(self.reverse.primal, values, args, kwargs)
            return False
        rows = refusal_of(self.reverse, args, kwargs)
        if rows is None and self.mode != "forward":
            return False
        columns = refusal_of_columns(self.reverse.primal, values, args, kwargs)
        if rows is None and columns is not None:
            raise columns
        if rows is not None and columns is None and self.mode == "reverse":
            raise rows
        return rows is not None and columns is None

    def _part(self, whole: Any) -> Any:
        """Return the part of a result that is differentiated."""
        if not self.has_aux:
            return whole
        if not isinstance(whole, (tuple, list)) or len(whole) != 2:
            raise errors.ArgumentError(
                f"with has_aux=True, {self.whole.__name__} must return a pair: what is "
                "differentiated, and what else it gives."
            )
        return whole[0]

    def _is_forward(self, inputs: list, outputs: list) -> bool:
        is_complex = any(np.iscomplexobj(leaf) for leaf in outputs)
        if self.mode == "reverse" and is_complex:
            raise errors.ArgumentError(
                f"the result of {self.whole.__name__} is complex: pullbacks do not "
                "give its Jacobian.\nLeave out mode='reverse'."
            )
        few = entries(inputs) < entries(outputs)
        if CURRENT.get().backend == "numba":  # a column then costs less than a row
            few = entries(inputs) <= entries(outputs)
        return few or is_complex if self.mode is None else self.mode == "forward"

    def _shares_work(self, args: tuple, kwargs: dict) -> bool:
        """Whether the pullbacks of a point have in common what takes long."""
        try:
            generated = self.reverse.generated(args, kwargs)
        except errors.TangentliteError:
            return False
        held = inspect.getclosurevars(generated.function).nonlocals.values()
        return any(getattr(one, "shares_work", False) for one in held)


def _require_mode(mode: str | None) -> None:
    known = mode is None or isinstance(mode, str) and mode in ("forward", "reverse")
    if not known:
        raise errors.ArgumentError(
            f"mode is {mode!r}; it must be 'forward', 'reverse' or None, which "
            "takes the cheaper one."
        )


def _first(f: Callable) -> Callable:
    """Return the function of the first of a function's results."""
    f = differentiable(f)
    return alive.cached(f, "first", lambda: made_by(_first, f, first_of(f)))


def _loops(f: Callable, name: str, mode: str | None, chunk: int | None) -> UnitLoops:
    key = ("unit loops", name, mode, chunk)
    return alive.cached(f, key, lambda: UnitLoops(f, name, mode, chunk))


def _pullback(reverse: Derivative, args: tuple, kwargs: dict) -> Callable:
    """Return what maps a cotangent to a tuple of gradients."""
    if CURRENT.get().backend != "numba":
        return reverse(*args, **kwargs)[1]
    backward = grad.derivative_of(reverse.primal, "reverse", tuple(reverse.wrt))
    seed = seed_name(backward.request)
    return lambda cotangent: backward(*args, **kwargs, **{seed: cotangent})


class Hessians:
    """What computes the Hessians of a function by some parameters."""

    def __init__(
        self,
        f: Callable,
        wrt: Wrt,
        has_aux: bool,
        mode: str | None,
        chunk: int | None,
    ) -> None:
        require_chunk(chunk, "vectors")
        _require_mode(mode)
        self.chunk, self.mode = chunk, mode
        chosen = as_tuple(wrt)
        self.f, self.is_single, self.has_aux = f, is_single(wrt), has_aux
        of = _first(f) if has_aux else f
        self.gradient = grad.derivative_of(of, "grad", chosen)
        self.wrt = self.gradient.request.wrt
        self.with_aux = grad.derivative_of(f, "grad_with_aux", chosen)
        valued = "value_and_grad_with_aux" if has_aux else "value_and_grad"
        self.valued = grad.derivative_of(f, valued, chosen)
        self.loops: UnitLoops | None = None
        if self.is_single and not has_aux and mode != "reverse":
            (name,) = self.gradient.request.wrt
            one = grad.derivative_of(self.gradient.primal, "grad", name)
            self.loops = _loops(one, name, "forward", chunk)
        # Kinds of calls that were made; gradients have the parts that arguments have.
        self._known: set[tuple] = set()

    def matrix(self, args: tuple, kwargs: dict) -> Any:
        """Return the Hessian, with what the function returns beside its value."""
        if (matrix := self._by_loops(args, kwargs)) is not None:
            return matrix
        if not self.has_aux and self._known and kinds_of(args, kwargs) in self._known:
            values = self._values(args, kwargs)
            like = tuple(derivative(v, floating(v)) for v in values.values())
            return self._general(like, args, kwargs)
        self._refuse(args, kwargs)
        if self.has_aux:
            found, aux = self.with_aux(*args, **kwargs)
            return self._general(found, args, kwargs), aux
        return self._general(self.gradient(*args, **kwargs), args, kwargs)

    def with_value(self, args: tuple, kwargs: dict) -> tuple[Any, Any, Any]:
        """Return the value, with what stands beside it, the gradient, the Hessian."""
        matrix = self._by_loops(args, kwargs)
        if matrix is None:
            self._refuse(args, kwargs)
        value, found = self.valued(*args, **kwargs)
        if matrix is None:
            matrix = self._general(found, args, kwargs)
        return value, found[0] if self.is_single else found, matrix

    @property
    def viewed(self) -> Derivative:
        """The derivative of the gradient, in both modes."""
        return grad.derivative_of(self.gradient, "reverse", self.wrt)

    def texts(self) -> list[str]:
        """Return the texts that the last call has called."""
        if self.loops and self.loops.product is not None:
            if texts := list(texts_of_products([self.loops.product])):
                return texts
        each = [grad.derivative_of(self.gradient, "forward", (n,)) for n in self.wrt]
        return list(texts_of_products(each))

    def _by_loops(self, args: tuple, kwargs: dict) -> Any:
        return None if self.loops is None else self.loops.square(args, kwargs)

    def _refuse(self, args: tuple, kwargs: dict) -> None:
        refuse_complex(self.gradient, self._values(args, kwargs))
        refusal_of(self.gradient, args, kwargs)

    def _values(self, args: tuple, kwargs: dict) -> dict[str, Any]:
        given = bound(self.gradient, args, kwargs)
        return {name: given[name] for name in self.gradient.wrt}

    def _general(self, found: Any, args: tuple, kwargs: dict) -> Any:
        """Return the Hessian where the gradients are known."""
        values, outputs = self._values(args, kwargs), numbers(found)
        if self.mode == "reverse":
            over = grad.derivative_of(self.gradient, "pullback", self.gradient.wrt)
            blocks = by_rows(_pullback(over, args, kwargs), found, outputs, values)
        else:
            given = values, outputs, args, kwargs, self.chunk
            blocks = by_columns(self.gradient, *given)
        matrices = assembled(found, outputs, values, blocks, self.is_single)
        if self.loops:
            self.loops.learn(args, kwargs, True, found[0])
        if are_told((args, kwargs)):
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known.add(kinds_of(args, kwargs))
        return matrices[0] if self.is_single else matrices
