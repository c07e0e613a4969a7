"""Products with a Jacobian at the arguments of one call, by flat vectors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.api.matrices.kinds_of_calls import kinds_of
from tangentlite.api.matrices.unit_blocks import Answer, many_products
from tangentlite.calls.arguments.parameters import tangents_placed
from tangentlite.calls.callables import described
from tangentlite.calls.derivative import Derivative
from tangentlite.modes.request import seed_name
from tangentlite.rules.binding import bind


class Products:
    """The products of a Jacobian and of its transpose with vectors.

    The argument and the result are flattened in the order of C. How many `rows` there
    are is known after the first product, -1 before.
    """

    def __init__(
        self,
        forward: Derivative,
        backward: Derivative | None,
        args: tuple,
        kwargs: dict,
        signature: inspect.Signature,
    ) -> None:
        """Prepare products by the derivatives of one function in both modes.

        Without `backward` the Jacobian is a Hessian, its own transpose. The signature
        is that of the function.
        """
        (name,) = forward.request.wrt
        self.primal = forward.primal
        given = bind(signature, args, kwargs, self.primal.__name__)
        self._x = _checked(self.primal.__name__, name, given[name])
        self.dtype, self.columns = self._x.dtype, self._x.size
        self.rows = -1
        self._result_shape: tuple[int, ...] | None = None
        self._is_number = False
        self._forward, self._backward = forward, backward
        self._args, self._kwargs = args, kwargs
        self._with_tangent = _placing(forward, name, args, kwargs)
        self._is_pure = False

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the Jacobian, which the first product tells."""
        if self.rows < 0:
            self.forward(self._zeros())
        return self.rows, self.columns

    @property
    def is_symmetric(self) -> bool:
        """Whether the matrix is a Hessian."""
        return self._backward is None

    def forward(self, vector: np.ndarray) -> np.ndarray:
        """Return the product with a vector, which the function may write over."""
        tangent = vector.reshape(self._x.shape)
        placed, named = self._with_tangent(tangent)
        if not self._is_pure:
            self._require_purity(placed, named)
        result = self._forward(*placed, **named)
        if not isinstance(result, (np.ndarray, float, np.floating)):
            raise errors.ArgumentError(
                f"the derivative of {self.primal.__name__} is {described(result)}.\n"
                "A sparse matrix is that of one number or array: join the parts of the "
                "result by np.concatenate."
            )
        if np.iscomplexobj(result):
            raise errors.ArgumentError(
                f"{self.primal.__name__} has a complex result.\n"
                "Return its real and imaginary part as one array of floats."
            )
        self.rows, self._result_shape = np.size(result), np.shape(result)
        self._is_number = not isinstance(result, np.ndarray)
        return np.ravel(result).astype(self.dtype, copy=False)

    def forward_each(self, vectors: np.ndarray) -> np.ndarray:
        """Return the products with several vectors, both the rows of a block."""
        count = len(vectors)
        shaped = vectors.reshape(count, *self._x.shape)
        placed, named = self._with_tangent(shaped[0])
        together = self._together(count, placed, named) if count > 1 else None
        if together is None:
            return self._one_by_one(vectors)
        # What writes into its arguments may write into their tangents.
        writes = together.generated.writes
        placed, named = self._with_tangent(shaped.copy() if writes else shaped)
        found = together.code(*placed, **named)
        if not isinstance(found, np.ndarray) or found.dtype.kind != "f":
            return self._one_by_one(vectors)
        block = found.reshape(count, -1).astype(self.dtype, copy=False)
        self.rows = block.shape[1]
        return block

    def _one_by_one(self, vectors: np.ndarray) -> np.ndarray:
        return np.stack([self.forward(vector.copy()) for vector in vectors])

    def _together(self, count: int, args: tuple, kwargs: dict) -> Answer | None:
        """Return code for so many vectors: numbers go in names, arrays in a block."""
        (tangent,) = self._forward.tangent_names
        many = many_products(self._forward, tangent)
        entries, key = max(self.rows, self.columns), kinds_of(args, kwargs)
        for chunk in (None, count):
            answer = many.answer(count, entries, chunk, args, kwargs, key)
            if answer is not None and answer.chunk >= count:
                return answer
        return None

    def backward(self, vector: np.ndarray) -> np.ndarray:
        """Return the product of the transpose with a vector."""
        if self._backward is None:
            return self.forward(vector)
        if self._result_shape is None:
            self.forward(self._zeros())
        seed = vector.reshape(self._result_shape)
        named = {
            seed_name(self._backward.request): seed[()] if self._is_number else seed
        }
        return np.ravel(self._backward(*self._args, **self._kwargs, **named))

    def _zeros(self) -> np.ndarray:
        return np.zeros(self.columns, self.dtype)

    def _require_purity(self, args: tuple, kwargs: dict) -> None:
        """Raise if the function, which runs several times, has side effects."""
        if self._forward.generated(args, kwargs).has_effects:
            name = self.primal.__name__
            raise errors.UnsupportedError(
                f"{name} changes objects, captured data or a generator of random "
                "numbers, and would be evaluated several times for this matrix.\n"
                "Use tl.jvp, tl.vjp or tl.grad, and restore what it changes in between."
            )
        self._is_pure = True


def _checked(function: str, name: str, x: object) -> np.ndarray:
    """Return the argument that is differentiated; raises unless it has floats."""
    if not isinstance(x, np.ndarray):
        raise errors.ArgumentError(
            f"the argument {name} of {function} is {described(x)}.\n"
            "Sparse matrices are by one array of floats: join numbers and parts into "
            "one, or use tl.jacobian and tl.hessian."
        )
    if x.dtype == np.float16:
        raise errors.ArgumentError(
            f"the argument {name} of {function} is an array of float16, of which SciPy "
            "makes no sparse matrices.\nConvert it: x.astype(np.float32)."
        )
    if x.dtype.kind != "f":
        raise errors.ArgumentError(
            f"the argument {name} of {function} is an array of {x.dtype}.\n"
            "Sparse matrices are by floats: convert it, or differentiate by the real "
            "and the imaginary part."
        )
    return x


def _placing(
    forward: Derivative, name: str, args: tuple, kwargs: Mapping[str, Any]
) -> Callable[[np.ndarray], tuple[tuple, dict]]:
    """Return what inserts a tangent into the arguments, wherever its place is."""
    mark = object()
    placed, named = tangents_placed(forward, args, kwargs, {name: mark})
    places = [place for place, value in enumerate(placed) if value is mark]
    (tangent_name,) = forward.tangent_names
    if not places:
        return lambda tangent: (placed, {**named, tangent_name: tangent})
    before, behind = placed[: places[0]], placed[places[0] + 1 :]
    return lambda tangent: ((*before, tangent, *behind), named)
