"""Sparse Jacobians and Hessians, as functions of the arguments."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ParamSpec, Unpack, overload

import numpy as np

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.matrices.matrix_functions import MatrixFunction
from tangentlite.api.matrices.matrix_texts import texts_of_products
from tangentlite.calls.arguments.parameters import One, is_single
from tangentlite.calls.derivative import Derivative
from tangentlite.calls.pickling import reduced
from tangentlite.options import BackendSettings, Settings
from tangentlite.sparse.compression import Entries, Plan, plan_of
from tangentlite.sparse.detection import detected, every_entry, has_room
from tangentlite.sparse.entry_patterns import Pattern, given_pattern
from tangentlite.sparse.sweeps import Products
from tangentlite.tracebacks.frames import surface

P = ParamSpec("P")

# Of the largest row, what a program may lose where it cancels, in roundings.
ROUNDINGS = 64


@overload
def sparse_jacobian(
    f: Callable[P, Any],
    wrt: One = 0,
    pattern: Any = None,
    **settings: Unpack[BackendSettings],
) -> SparseMatrixFunction[P]: ...
@overload
def sparse_jacobian(
    f: None = None,
    wrt: One = 0,
    pattern: Any = None,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, Any]], SparseMatrixFunction[P]]: ...
@surface
def sparse_jacobian(
    f: Callable | None = None,
    wrt: One = 0,
    pattern: Any = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
    """Return a function that gives a Jacobian as a `scipy.sparse.csr_array`.

    It is that of `np.ravel(result)` by the entries of one array of floats, which `wrt`
    selects. The first call finds out which entries may be other than zero, unless a
    `pattern` is given that holds all of them: a sparse or dense matrix. Columns without
    a common row share Jacobian-vector products. All calls give the same structure,
    zeros included, until one further product does not agree with the matrix: then the
    pattern is found anew. The function's `pattern` and `colors` are those of its last
    call. Needs `pip install scipy`. Usable as a decorator, with or without arguments.
    Raises ArgumentError like `grad`, which also says what `backend`, `fallback` and
    `parallel` are, and for arguments that are no array of floats.

    >>> import numpy as np
    >>> def steps(x):
    ...     return x[1:] ** 2 - x[:-1]
    >>> matrix = sparse_jacobian(steps)
    >>> matrix(np.array([1.0, 2.0, 3.0])).toarray()
    array([[-1.,  4.,  0.],
           [ 0., -1.,  6.]])
    >>> matrix.colors
    2
    """
    if f is None:
        return functools.partial(
            sparse_jacobian,
            wrt=wrt,
            pattern=pattern,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    _require_one(wrt)
    settings = grad.settings_of(f, backend, fallback, parallel)
    forward = grad.derivative_of(f, "forward", wrt)
    backward = grad.derivative_of(f, "reverse", wrt)
    return SparseMatrixFunction(
        sparse_jacobian, f, wrt, pattern, forward, backward, settings
    )


@overload
def sparse_hessian(
    f: Callable[P, Any],
    wrt: One = 0,
    pattern: Any = None,
    **settings: Unpack[BackendSettings],
) -> SparseMatrixFunction[P]: ...
@overload
def sparse_hessian(
    f: None = None,
    wrt: One = 0,
    pattern: Any = None,
    **settings: Unpack[BackendSettings],
) -> Callable[[Callable[P, Any]], SparseMatrixFunction[P]]: ...
@surface
def sparse_hessian(
    f: Callable | None = None,
    wrt: One = 0,
    pattern: Any = None,
    backend: str | None = None,
    fallback: bool | None = None,
    parallel: bool | None = None,
) -> Any:
    """Return a function that gives a Hessian as a `scipy.sparse.csr_array`.

    It is like `sparse_jacobian`, for the second derivatives of a real scalar function:
    products of the gradient's Jacobian, which is symmetric, with vectors. One triangle
    of a `pattern` is enough.

    >>> import numpy as np
    >>> def energy(x):
    ...     return np.sum((x[1:] - x[:-1] ** 2) ** 2)
    >>> sparse_hessian(energy)(np.array([1.0, 2.0, 3.0])).toarray()
    array([[ 4., -4.,  0.],
           [-4., 38., -8.],
           [ 0., -8.,  2.]])
    """
    if f is None:
        return functools.partial(
            sparse_hessian,
            wrt=wrt,
            pattern=pattern,
            backend=backend,
            fallback=fallback,
            parallel=parallel,
        )
    _require_one(wrt)
    settings = grad.settings_of(f, backend, fallback, parallel)
    forward = grad.derivative_of(grad.derivative_of(f, "grad", wrt), "forward", wrt)
    return SparseMatrixFunction(
        sparse_hessian, f, wrt, pattern, forward, None, settings
    )


# Programs make them for solvers, and cannot call them.
for _function in (sparse_jacobian, sparse_hessian):
    vars(_function)["__tangentlite_static__"] = True


def _require_one(wrt: Any) -> None:
    _require_scipy()
    if not is_single(wrt):
        raise errors.ArgumentError(
            f"wrt is {wrt!r}; a sparse matrix is by one argument.\n"
            "Give its position or name, and join several arrays into one."
        )


def _require_scipy() -> Any:
    """Return `scipy.sparse`, which is imported with the first sparse matrix."""
    try:
        import scipy.sparse
    except ImportError:
        raise errors.ArgumentError(
            "sparse matrices are SciPy's, which is not installed.\n"
            "Install it: pip install scipy"
        ) from None
    return scipy.sparse


@dataclass(frozen=True)
class _MadeOf:
    """The derivatives that a sparse matrix is made of."""

    product: Derivative
    pullback: Derivative | None

    @property
    def wrt(self) -> tuple[str, ...]:
        return self.product.request.wrt

    @property
    def viewed(self) -> Derivative:
        found = self.pullback
        of = self.product.primal
        return found or grad.derivative_of(of, "reverse", self.wrt)

    def texts(self) -> list[str]:
        return list(texts_of_products([self.product]))


class SparseMatrixFunction(MatrixFunction[P, Any]):
    """A Jacobian or Hessian as sparse matrices, with the pattern that it last had."""

    documented = (*MatrixFunction.documented, "colors", "pattern")

    def __init__(
        self,
        make: Callable,
        f: Callable,
        wrt: int | str,
        pattern: Any,
        forward: Derivative,
        backward: Derivative | None,
        settings: Settings = (),
    ) -> None:
        made = _MadeOf(forward, backward)
        super().__init__(make, f, wrt, self._matrix, made, settings)
        errors.refuse(
            self,
            f"tl.{make.__name__} is not supported in a differentiated function.\n"
            "Use tl.jacobian, tl.hessian, or products with tl.jvp and tl.hvp there.",
        )
        self._given = pattern
        self._first = None if pattern is None else given_pattern(pattern)
        self._forward, self._backward = forward, backward
        self._bound_as = inspect.signature(forward.primal)
        self._plan: Plan | None = None

    @property
    def pattern(self) -> Any:
        """The pattern of the last call, a `csr_array` of bools; None before a call."""
        if self._plan is None:
            return None
        return _assembled(self._plan, np.ones(self._plan.places.size, bool))

    @property
    def colors(self) -> int | None:
        """How many products the last call needed but for the check; None before one."""
        return None if self._plan is None else self._plan.colors

    def _matrix(self, args: tuple, kwargs: dict) -> Any:
        derivatives = self._forward, self._backward
        products = Products(*derivatives, args, kwargs, self._bound_as)
        for plan in self._plans(products):
            entries = plan.entries(products)
            if entries is None:
                continue
            matrix = _assembled(plan, entries.values)
            if _agrees(matrix, plan.probe(products.dtype), entries):
                self._plan = plan
                return matrix
        raise errors.UnsupportedError(
            f"products with the sparse matrix of {products.primal.__name__} do not "
            "agree with its derivative in a direction, though its pattern was found "
            "anew.\nIts derivative changes at the same arguments, or is lost in "
            "rounding: compare with tl.check_grad. Or give a pattern that holds more."
        )

    def _plans(self, products: Products) -> Iterator[Plan]:
        """Yield plans of more and more entries, the kept or given one first."""
        plan = self._plan
        if plan is not None and plan.pattern.shape[1] == products.columns:
            yield plan
        if plan is None or plan.pattern.shape != products.shape:
            plan = self._given_plan(products)
            if plan is not None:
                yield plan
        found = detected(products)
        plan = _plan(found if plan is None else found.joined(plan.pattern), products)
        yield plan
        if has_room(products) and plan.places.size < products.rows * products.columns:
            yield _plan(every_entry(products), products)

    def _given_plan(self, products: Products) -> Plan | None:
        """Return a plan for the given pattern, None without one."""
        if self._first is None:
            return None
        if self._first.shape != products.shape:
            raise errors.ArgumentError(
                f"the pattern has the shape {self._first.shape}, the matrix of "
                f"{products.primal.__name__} {products.shape}.\n"
                "It has a row for each entry of the result and a column for each of "
                "the argument, both in the order of np.ravel."
            )
        return _plan(self._first, products)

    def __reduce__(self):
        """Reduce to the function, `wrt`, the given pattern and the settings."""
        chosen = dict(self._settings)
        make = functools.partial(self.make, **chosen) if chosen else self.make
        return reduced(self, self.primal, make, self.wrt, self._given)


def _plan(pattern: Pattern, products: Products) -> Plan:
    if products.is_symmetric:
        pattern = pattern.joined(pattern.transposed())
    return plan_of(pattern, products.is_symmetric)


def _assembled(plan: Plan, values: np.ndarray) -> Any:
    """Return a matrix of its own: changes of its structure change no other."""
    structure = plan.indices.copy(), plan.starts.copy()
    shape = plan.pattern.shape
    matrix = _require_scipy().csr_array((values, *structure), shape=shape)
    matrix.has_canonical_format = True
    return matrix


def _agrees(matrix: Any, probe: np.ndarray, entries: Entries) -> bool:
    """Whether the product with a vector is what the derivative says, up to rounding.

    Rows that hold NaN or infinity are left out. What cancels within the program, not
    in the row, is of the size of the largest row.
    """
    epsilon, expected = np.finfo(matrix.dtype).eps, entries.expected
    with np.errstate(all="ignore"):
        product = matrix @ probe if entries.product is None else entries.product
        allowed = ROUNDINGS * epsilon * _largest(expected)
        if _largest(product - expected) <= allowed < np.inf:
            return True
        difference = matrix @ probe - expected
        scale = abs(matrix) @ np.abs(probe)
        finite = np.isfinite(scale)
        most = scale[finite].max(initial=0.0)
        bound = epsilon**0.4 * scale + ROUNDINGS * epsilon * most
        return bool((np.abs(difference) <= bound)[finite].all())


def _largest(vector: np.ndarray) -> float:
    return max(vector.max(initial=0.0), -vector.min(initial=0.0))
