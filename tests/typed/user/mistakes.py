"""Mistakes of a user: checkers report each line with a mark, and no other."""

import numpy as np
from fit import Spring, Y, both, clipped, clipped_forward, loss, slope

import tangentlite as tl


def arguments() -> None:
    tl.grad(loss)(np.ones(2), [1.0], Y)  # wrong
    tl.grad(loss)(np.ones(2), Y)  # wrong
    slope("text")  # wrong
    slope(1.0, 2)  # wrong
    slope(1.0, exponent=2)  # wrong
    both(2.0, y="text")  # wrong
    clipped(1.0, bound=2.0)  # wrong
    Spring().force()  # wrong
    Spring().energy("text")  # wrong
    tl.jacobian(loss)(np.ones(2))  # wrong
    tl.vjp(loss, np.ones(2), Y)  # wrong


def results() -> None:
    _, _, _ = tl.value_and_grad(loss)(np.ones(2), Y, Y)  # wrong
    1.0 + both(2.0, 3.0)  # wrong
    tl.flatten({"a": 1.0})[1](np.ones(1)).append(2.0)  # wrong


def settings() -> None:
    tl.grad(loss, wrt=0.5)  # wrong
    tl.grad(loss, backend="nunba")  # wrong
    tl.autodiff(loss, mode="backward")  # wrong
    tl.jacobian(loss, mode="taylor")  # wrong
    tl.grad("loss")  # wrong
    clipped.defvjp(clipped_forward)  # wrong
