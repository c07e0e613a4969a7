"""All cases: what was found to be slow, with its budget."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

import numpy as np

import tangentlite as tl
from benchmarks.generated import branching_text, straight_line_text
from benchmarks.generation import kalman, markov, products, starts, texts
from benchmarks.generation.case import Case, Job, function_in

VARIANT = count(1)
VECTOR = np.linspace(0.1, 0.9, 16)
OTHER = np.linspace(0.5, 0.2, 16)
GROWING = (50, 100, 200, 500, 1000, 2000)
BRANCHES = (1, 3, 6, 9)


def first_order(make_text: Callable[[int], str], size: int) -> Job:
    """Gradient of a scalar function of a number."""
    return Job(partial(tl.grad, function_in(make_text(size))), (0.3,))


def second_order(make_text: Callable[[int], str], size: int) -> Job:
    """Second derivative of a scalar function of a number."""
    function = function_in(make_text(size))
    return Job(lambda: tl.grad(tl.grad(function)), (0.3,))


def benchmark_program(make_text: Callable, mode: str, size: int) -> Job:
    """A program of the benchmark in x and y, in one of three modes."""
    function = function_in(make_text(size, next(VARIANT)))
    if mode == "value and gradient":
        return Job(lambda: tl.value_and_grad(function, wrt=(0, 1)), (VECTOR, OTHER))
    tangents = (np.ones(16), np.ones(16)) if mode == "forward" else ()
    derive = partial(tl.autodiff, function, wrt=(0, 1), mode=mode)
    return Job(derive, (VECTOR, OTHER, *tangents))


def dense(mode: str, size: int) -> Job:
    """A dense program in x."""
    function = function_in(texts.dense_text(size))
    if mode == "value and gradient":
        return Job(lambda: tl.value_and_grad(function), (VECTOR,))
    tangents = (np.ones(16),) if mode == "forward" else ()
    return Job(partial(tl.autodiff, function, mode=mode), (VECTOR, *tangents))


def straight_second_order(size: int) -> Job:
    """Hessian times a vector of straight lines."""
    function = function_in(texts.dense_text(size))
    return Job(lambda: tl.grad(squared_gradient(function)), (VECTOR,))


def halves_second_order(size: int) -> Job:
    """Tangent of a program that takes the gradient of a recursion."""
    gradient = tl.grad(function_in(texts.HALVES))

    def program(x):
        return gradient(x) * x

    return Job(lambda: tl.autodiff(program, mode="forward"), (0.7, 1.0))


def squared_gradient(function: Callable) -> Callable:
    """Give the squared norm of a gradient."""
    gradient = tl.grad(function)

    def program(x):
        return np.sum(gradient(x) ** 2)

    return program


def hidden_markov(function: Callable, sequences: Callable, size: int) -> Job:
    """Gradient of a likelihood in all parameters."""
    return Job(partial(tl.grad, function), (markov.parameters(), sequences(size)))


def hidden_markov_of_data(size: int) -> Job:
    """The same of a function that has captured its data."""
    data = markov.sequences(size)

    def loss(params):
        return -markov.in_logs(params, data)

    return Job(partial(tl.grad, loss), (markov.parameters(),))


def filtered(options: Callable[[], tuple], size: int) -> Job:
    """Gradient of a Kalman filter in all its matrices."""
    params, ys, us = kalman.matrices(steps=size)
    return Job(partial(tl.grad, kalman.log_likelihood), (params, ys, *options(us)))


def filtered_scalars(second: bool, options: Callable[[], tuple], size: int) -> Job:
    """Gradient or Hessian of a filter in scalars."""
    _, ys, us = kalman.matrices(steps=size)
    derive = tl.hessian if second else tl.grad
    theta = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    return Job(
        partial(derive, kalman.scalar_filter), (theta, ys[:, 0], *options(us[:, 0]))
    )


def without(us: np.ndarray) -> tuple:
    """No optional argument."""
    return ()


def all_of_matrices(us: np.ndarray) -> tuple:
    """Each optional argument of the filter of matrices."""
    return us, np.zeros(3), np.eye(3), False, 9.0, 2, 10


def all_of_scalars(us: np.ndarray) -> tuple:
    """Each optional argument of the filter of scalars."""
    return us, (0.1, 0.2), 0.1, 2.0, 0.99, 10


def smoothed(second: bool, size: int) -> Job:
    """Gradient of a Kalman smoother in all its matrices, or of the square of that."""
    params, ys, _ = kalman.matrices(steps=size)
    gradient = tl.grad(kalman.smoother)

    def squares(params, ys, lag, tol):
        return sum(np.sum(g**2) for g in gradient(params, ys, lag, tol).values())

    return Job(lambda: tl.grad(squares) if second else gradient, (params, ys, 5, 1e-9))


def convolution(size: int) -> Job:
    """Gradient of a convolution by einsum."""
    return Job(partial(tl.grad, products.convolution), products.convolution_arguments())


def torque(size: int) -> Job:
    """Gradient of cross products in a loop."""
    derive = partial(tl.grad, products.torque, wrt=(0, 1))
    return Job(derive, products.torque_arguments())


MODES = ("value and gradient", "reverse", "forward")
PLAIN = {"straight line": straight_line_text, "loops and branches": branching_text}
exits = {kind: partial(texts.exits_text, kind=kind) for kind in texts.EXITS}

CASES = (
    Case("einsum, shape from an argument", convolution, (1,), 1.0),
    Case("np.cross and a division in a loop", torque, (1,), 1.0),
    *(
        Case(f"{kind}, {order} order", partial(derive, text), BRANCHES, seconds)
        for order, derive, seconds in (
            ("first", first_order, 0.3),
            ("second", second_order, 3.0),
        )
        for kind, text in {**exits, "while": texts.while_exits_text}.items()
    ),
    Case("tree of calls", partial(first_order, texts.tree_text), (2, 4, 8, 12), 0.5),
    Case("chain of calls", partial(first_order, texts.chain_text), (10, 30, 60), 0.5),
    Case("integral over halves, second order", halves_second_order, (1,), 1.0),
    Case("straight, second order", straight_second_order, (125, 250, 500), 8.0),
    Case(
        "Markov, in logs, list",
        partial(hidden_markov, markov.in_logs, markov.sequences),
        (15, 30, 59),
        4.0,
    ),
    Case("Markov, in logs, captured", hidden_markov_of_data, (15, 30, 59), 4.0),
    Case(
        "Markov, scaled, dict",
        partial(hidden_markov, markov.scaled, markov.named_sequences),
        (15, 30, 59),
        4.0,
    ),
    Case(
        "Markov, early return, dict",
        partial(hidden_markov, markov.scaled_or_impossible, markov.named_sequences),
        (10, 20, 39),
        4.0,
    ),
    Case("Kalman, matrices", partial(filtered, without), (12,), 1.0),
    Case("Kalman, matrices, all options", partial(filtered, all_of_matrices), (12,), 1),
    *(
        Case(
            f"Kalman, scalars{', all options' * every}{', Hessian' * second}",
            partial(filtered_scalars, second, all_of_scalars if every else without),
            (12,),
            2.0 if second else 0.5,
        )
        for second in (False, True)
        for every in (False, True)
    ),
    Case("Kalman, smoother", partial(smoothed, False), (12,), 0.5),
    Case("Kalman, smoother, second order", partial(smoothed, True), (12,), 6.0),
    *(
        Case(f"{name}, {mode}", partial(benchmark_program, text, mode), (100,), 0.15)
        for name, text in PLAIN.items()
        for mode in MODES
    ),
    *(Case(f"dense, {mode}", partial(dense, mode), (100,), 0.3) for mode in MODES),
    *(
        Case(
            f"{name} by length",
            partial(benchmark_program, text, MODES[0]),
            GROWING,
            4.0,
            0.1,
        )
        for name, text in PLAIN.items()
    ),
    Case("dense by length", partial(dense, MODES[0]), GROWING, 6.0, 0.1),
    Case("first derivative of a process", starts.first, (1,), 0.2, warm=False),
    Case(
        "first derivative, all constructs", starts.first_of_all, (1,), 0.5, warm=False
    ),
    Case("new closure in a loop", starts.closures, (1,), 0.0002),
)
