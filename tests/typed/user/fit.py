"""What a user writes, and the types that it has: checkers report nothing here."""

from collections.abc import Callable
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import tangentlite as tl

Array = NDArray[np.float64]
X, Y = np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0])


def loss(w: Array, x: Array, y: Array, decay: float = 0.0) -> float:
    return float(np.mean((w[0] * x + w[1] - y) ** 2) + decay * np.sum(w * w))


def with_residual(w: Array, x: Array, y: Array) -> tuple[float, Array]:
    residual = w[0] * x + w[1] - y
    return float(np.mean(residual * residual)), residual


@tl.grad
def slope(x: float, *, power: int = 2) -> float:
    return x**power


@tl.value_and_grad(wrt=("x", "y"))
def both(x: float, y: float) -> float:
    return x * y


@tl.grad(wrt="y", has_aux=True)
def noted(x: float, y: float) -> tuple[float, str]:
    return x * y, "noted"


@tl.custom_vjp
def clipped(x: float, limit: float) -> float:
    return x * 1.0


def clipped_forward(x: float, limit: float) -> tuple[float, float]:
    return clipped(x, limit), limit


def clipped_backward(limit: float, cotangent: float) -> tuple[float, None]:
    return min(max(cotangent, -limit), limit), None


clipped.defvjp(clipped_forward, clipped_backward)


class Spring:
    stiffness = 2.0

    @tl.checkpoint
    def energy(self, x: float) -> float:
        return 0.5 * self.stiffness * x * x

    @tl.grad(wrt="x")
    def force(self, x: float, scale: float = 1.0) -> float:
        return 0.5 * scale * self.stiffness * x * x


@tl.no_grad()
def label(x: float) -> str:
    return f"{x:.1f}"


def chosen(has_aux: bool, wrt: int | tuple[int, ...]) -> Callable[..., Any]:
    return tl.grad(with_residual, wrt=wrt, has_aux=has_aux)


def gradients(w: Array) -> None:
    assert_type(tl.grad(loss)(w, X, y=Y, decay=0.1), Any)
    assert_type(tl.grad(loss, wrt=(0, "decay"))(w, X, Y), tuple[Any, ...])
    assert_type(tl.grad(with_residual, has_aux=True)(w, X, Y), tuple[Any, Array])
    assert_type(tl.grad(tl.grad(slope))(1.0, power=3), Any)
    assert_type(tl.value_and_grad(loss)(w, X, Y), tuple[float, Any])
    pair = tl.value_and_grad(with_residual, has_aux=True)(w, X, Y)
    assert_type(pair, tuple[tuple[float, Array], Any])
    assert_type(both(2.0, y=3.0), tuple[float, tuple[Any, ...]])
    assert_type(noted(2.0, 3.0), tuple[Any, str])
    assert_type(tl.elementwise_grad(np_square, wrt=[0])(X), tuple[Any, ...])
    assert_type(chosen(True, (0, 1))(w, X, Y), Any)
    assert isinstance(pair[0][0], float) and isinstance(noted(2.0, 3.0)[1], str)


def np_square(x: Array) -> Array:
    return x * x


def products(w: Array) -> None:
    value, pullback = tl.vjp(loss, w, X, Y)
    assert_type(value, float)
    assert_type(pullback(1.0), tuple[Any, ...])
    assert_type(tl.vjp(loss, w, X, Y, 0.5)[0], float)
    assert_type(tl.jvp(np_square, (X,), (Y,)), tuple[Array, Any])
    assert len(tl.hvp(loss, (w, X, Y), (w, None, None))) == 3
    assert_type(tl.autodiff(loss, mode="forward")(w, X, Y, w_dot=2.0 * w), Any)


def matrices(w: Array) -> None:
    assert_type(tl.jacobian(np_square, mode="forward")(x=X), Any)
    assert_type(tl.value_and_jacobian(np_square)(X), tuple[Array, Any])
    assert_type(tl.hessian(loss, (0, 1))(w, X, Y), tuple[tuple[Any, ...], ...])
    assert_type(tl.value_grad_hessian(loss)(w, X, Y), tuple[float, Any, Any])
    assert_type(tl.sparse_jacobian(np_square)(x=X), Any)


def others(w: Array) -> None:
    vector, unflatten = tl.flatten({"w": w, "b": 2.0 * w})
    assert_type(unflatten(vector), dict[str, Array])
    assert_type(tl.map(np_square, {"w": w}), Any)
    assert_type(clipped(2.0, limit=1.0), float)
    assert_type(Spring().energy(2.0), float)
    assert_type(Spring().force(2.0, scale=3.0), Any)
    assert_type(label(2.0), str)
    for step in tl.checkpointed(range(3)):
        assert_type(step, int)
    # Examples are arrays where the function takes numbers.
    assert_type(tl.batched(both)(X, Y), Any)
    tl.check_grad(loss, (w, X, Y), wrt="w")


if __name__ == "__main__":
    for part in (gradients, products, matrices, others):
        part(np.array([1.5, 0.5]))
