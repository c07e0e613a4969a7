"""The programs of `benchmarks.matrices`, and what is computed of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1.0 - x[:-1]) ** 2.0)


def logistic(w, points, labels):
    """Negative log likelihood of a logistic regression."""
    margins = points @ w
    return np.sum(np.log1p(np.exp(-labels * margins))) + 0.5 * np.dot(w, w)


def gaussian_process(p, x, y):
    """Negative log likelihood: mean, logs of amplitude, noise and four lengths."""
    scaled = x / np.exp(p[3:])
    gaps = scaled[:, None, :] - scaled[None, :, :]
    alike = np.exp(2.0 * p[1] - 0.5 * np.sum(gaps**2, axis=2))
    factor = np.linalg.cholesky(alike + np.exp(2.0 * p[2]) * np.eye(len(y)))
    half = np.linalg.solve(factor, y - p[0])
    return 0.5 * np.sum(half * half) + np.sum(np.log(np.diag(factor)))


def rates(x, y, p):
    return p[2] * x - p[3] * x * y, p[4] * x * y - p[5] * y


def moved(x, y, p):
    """Predators and prey after a step of the Runge-Kutta method."""
    h = 0.01
    x1, y1 = rates(x, y, p)
    x2, y2 = rates(x + 0.5 * h * x1, y + 0.5 * h * y1, p)
    x3, y3 = rates(x + 0.5 * h * x2, y + 0.5 * h * y2, p)
    x4, y4 = rates(x + h * x3, y + h * y3, p)
    x = x + h / 6.0 * (x1 + 2.0 * x2 + 2.0 * x3 + x4)
    y = y + h / 6.0 * (y1 + 2.0 * y2 + 2.0 * y3 + y4)
    return x, y


def last_state(p, n):
    x, y = p[0], p[1]
    for _ in range(n):
        x, y = moved(x, y, p)
    return np.array([x, y])


def all_states(p, n):
    x, y = p[0], p[1]
    states = np.empty((n, 2))
    for k in range(n):
        x, y = moved(x, y, p)
        states[k, 0] = x
        states[k, 1] = y
    return states


def all_states_stacked(p, n):
    """The same for arrays that take no writes."""
    x, y = p[0], p[1]
    states = []
    for _ in range(n):
        x, y = moved(x, y, p)
        states.append(np.array([x, y]))
    return np.stack(states)


def perceptron(w, b, v, points):
    """Loss of a network with a hidden layer."""
    hidden = np.tanh(points @ w + b)
    return np.mean((hidden @ v) ** 2.0)


def bratu(u):
    r = np.zeros_like(u)
    r[1:-1] = u[2:] - 2.0 * u[1:-1] + u[:-2] + 0.1 * np.exp(u[1:-1])
    r[0] = u[0]
    r[-1] = u[-1]
    return r


def bratu_joined(u):
    """The same for arrays that take no writes."""
    inner = u[2:] - 2.0 * u[1:-1] + u[:-2] + 0.1 * np.exp(u[1:-1])
    return np.concatenate([u[:1], inner, u[-1:]])


def layers(p, points):
    """Loss of a network with parameters in a dict."""
    hidden = np.tanh(points @ p["w"] + p["b"])
    return np.mean((hidden @ p["v"]) ** 2.0)


def of_one(p, x, y):
    """Loss of a network with parameters in a dict for one example."""
    return (np.tanh(x @ p["w"] + p["b"]) @ p["v"] - y) ** 2


def of_one_point(w, x, y):
    """Negative log likelihood of a logistic regression for one point."""
    return np.log1p(np.exp(-y * np.dot(x, w)))


@dataclass(frozen=True)
class Case:
    """A derivative of a program: 'hessian', 'jacobian', 'hvp', or 'examples'.

    Hessians and Jacobians are those by the first argument. Of 'hvp', `vectors` has one
    for each argument, None for those that are held fixed; 'examples' are gradients by
    the first argument for each entry of the others.
    """

    program: str
    size: int
    kind: str
    function: Callable
    args: tuple
    vectors: tuple = ()

    @property
    def title(self) -> str:
        return f"{self.program} {self.kind}"


def cases(quick: bool = False) -> Iterator[Case]:
    """Yield what is timed, row by row of the table."""
    rng = np.random.default_rng(0)
    small, few, rows = ((5,), (3,), 20) if quick else ((10, 100), (10, 100), 1000)
    for n in small if quick else (*small, 1000):
        x, v = rng.normal(size=(2, n))
        yield Case("Rosenbrock", n, "hessian", rosenbrock, (x,))
        yield Case("Rosenbrock", n, "hvp", rosenbrock, (x,), (v,))
    for n in small:
        w, v = rng.normal(size=(2, n)) / np.sqrt(n)
        data = rng.normal(size=(rows, n)), np.sign(rng.normal(size=rows))
        title = "logistic regression"
        yield Case(title, n, "hessian", logistic, (w, *data))
        yield Case(title, n, "hvp", logistic, (w, *data), (v, None, None))
    for n in small:
        p = 0.2 * rng.normal(size=7)
        data = rng.normal(size=(n, 4)), rng.normal(size=n)
        yield Case("Gaussian process", n, "hessian", gaussian_process, (p, *data))
    p = np.array([1.0, 1.2, 1.1, 0.4, 0.3, 0.9])
    for n in few if quick else (*few, 1000):
        yield Case("RK4 last state", n, "jacobian", last_state, (p, n))
        yield Case("RK4 all states", n, "jacobian", all_states, (p, n))
    yield from networks(rng, small, quick)
    for n in small if quick else (100, 1000):
        yield Case("Bratu", n, "jacobian", bratu, (rng.normal(size=n),))


def networks(rng: np.random.Generator, inputs: tuple, quick: bool) -> Iterator[Case]:
    """Yield the cases of networks, and of gradients by example."""
    batch, hidden, examples = (6, 3, 5) if quick else (128, 64, 50)
    for n in inputs:
        w = rng.normal(size=(n, hidden)) / np.sqrt(n)
        weights = w, rng.normal(size=hidden), rng.normal(size=hidden)
        vectors = tuple(rng.normal(size=each.shape) for each in weights)
        args = (*weights, rng.normal(size=(batch, n)))
        yield Case("MLP", n, "hvp", perceptron, args, (*vectors, None))
    p = {
        "w": rng.normal(size=(5, 8)), "b": rng.normal(size=8), "v": rng.normal(size=8)
    }  # fmt: skip
    points, labels = rng.normal(size=(examples, 5)), rng.normal(size=examples)
    yield Case("network in a dict", 5, "hessian", layers, (p, points))
    yield Case("network in a dict", examples, "examples", of_one, (p, points, labels))
    n = 5 if quick else 1000
    w, points, labels = rng.normal(size=10), rng.normal(size=(n, 10)), np.ones(n)
    title = "logistic regression"
    yield Case(title, n, "examples", of_one_point, (w, points, labels))
