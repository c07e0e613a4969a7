"""Programs with sparse Jacobians and Hessians, each with an argument."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

DENSE = np.array([[0.0, 2.0, 0.0, 1.0], [3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 4.0]])


class Case(NamedTuple):
    """A function and the argument that is differentiated, then the others."""

    function: Callable
    args: tuple


def tridiagonal_in_place(u):
    r = 2.0 * u - 0.1 * np.exp(u)
    r[1:] -= u[:-1]
    r[:-1] -= u[1:]
    return r


def stencil(u):
    r = 4.0 * u + u**3
    r[1:] -= u[:-1]
    r[:-1] -= u[1:]
    r[:, 1:] -= u[:, :-1]
    r[:, :-1] -= u[:, 1:]
    return r


def gathered(x, first, second):
    return x[first] * np.sin(x[second])


def by_branches(x):
    r = np.zeros(x.size)
    for i in range(1, x.size):
        if x[i] > x[i - 1]:
            r[i] = x[i] * x[i - 1]
        else:
            r[i] = x[0] ** 2
    return r


def sorted_differences(x):
    return np.diff(np.sort(x) ** 2)


def either(x):
    return np.where(x > 0.2, x**2, x[::-1])


def clipped(x):
    return np.clip(x, -0.5, 0.5) * x[0]


def running(x):
    return np.cumsum(x**2)


def convolved(x, kernel):
    return np.convolve(x**2, kernel)


def solved(x):
    return np.linalg.solve(np.diag(x[:3]) + np.ones((3, 3)), x[3:] * 2.0)


def by_a_constant_matrix(x):
    return DENSE @ (x * x)


def arrow(x):
    r = x * x + x[0]
    r[-1] = np.sum(x**3)
    return r


def with_empty_rows(x):
    r = np.zeros(2 * x.size)
    r[::3][: x.size // 2] = np.cos(x[: x.size // 2])
    return r


def fewer_rows(x):
    return x[::3] * x[1::3] + x[2::3]


def scalars_in_a_loop(x):
    r = np.empty(x.size)
    s = 0.0
    for i in range(x.size):
        s = 0.5 * s + x[i] ** 2 if i % 4 else x[i]
        r[i] = s
    return r


def a_number(x):
    return np.sum(x[::2] ** 2) * x[1]


def zero_factors(x):
    return np.concatenate([x[1:] * x[:-1], 0.0 * x[:1]])


def without_nan(x):
    return np.nan_to_num(x) * np.nansum(x[:2]) + np.fmax(x, x[::-1])


def by_cholesky(x):
    factor = np.linalg.cholesky(np.diag(x[:4] ** 2 + 2.0) + 0.1)
    return factor @ x[4:8]


def eigenvalues(x):
    return np.linalg.eigvalsh(np.diag(x[:4]) + 0.1 * np.ones((4, 4)))


def power_spectrum(x):
    return np.abs(np.fft.fft(x)) ** 2


def fitted(x):
    return np.linalg.lstsq(np.vander(np.arange(4.0), 2), x[:4], rcond=None)[0]


def inverse(x):
    return np.linalg.inv(np.diag(x[:4] + 5.0) + 0.5 * np.eye(4, k=1))


def products(x):
    return np.cumprod(x) + np.prod(x[:2])


def square_of_a_matrix(x):
    return np.einsum("ij,jk->ik", x.reshape(2, 4), x.reshape(4, 2))


def masked(x):
    y = np.zeros_like(x)
    y[x > 0.0] = x[x > 0.0] ** 2
    return y


def by_the_largest(x):
    return x * x[np.argmax(x)] + np.median(x)


def growing(x):
    found = [x[0]]
    for value in x[1:]:
        found.append(value * found[-1])
    return np.array(found)


def until_small(x):
    y = x.copy()
    while np.sum(np.abs(y)) > 1e-2:
        y = 0.5 * y
        y[0] = 0.1 * y[0] * x[1] ** 2
    return y


def interpolated(x):
    return np.interp(x, np.arange(4.0), x[:4])


def on_the_circle(x):
    return np.real(np.exp(1j * x[::-1])) * x


def with_cancellation(x):
    return (1e8 * x + x**2) - 1e8 * x


def of_many_sizes(x):
    return x**2 * 10.0 ** np.arange(-20, 20, 5)


def time_first(t, y):
    r = -y * t
    r[1:] += y[:-1] ** 2
    return r


# Each takes eight numbers, some of them zeros.
SHORT = (by_cholesky, eigenvalues, power_spectrum, fitted, inverse, products,
         square_of_a_matrix, masked, by_the_largest, growing, until_small, interpolated,
         on_the_circle, with_cancellation, of_many_sizes)  # fmt: skip


def jacobian_cases() -> list[Case]:
    """Programs whose Jacobians `tl.jacobian` gives as well."""
    random = np.random.default_rng(7)
    x = random.standard_normal(18)
    first, second = random.integers(0, 18, (2, 30))
    return [
        Case(tridiagonal_in_place, (x,)),
        Case(tridiagonal_in_place, (x.astype(np.float32),)),
        Case(stencil, (x.reshape(3, 6),)),
        Case(stencil, (np.asfortranarray(random.standard_normal((9, 9))),)),
        Case(gathered, (x, first, second)),
        Case(by_branches, (x,)),
        Case(sorted_differences, (x,)),
        Case(either, (x,)),
        Case(clipped, (x,)),
        Case(running, (x,)),
        Case(convolved, (x, np.array([1.0, 0.0, -2.0]))),
        Case(solved, (np.array([1.0, 2.0, 3.0, 0.5, 0.0, -1.0]),)),
        Case(by_a_constant_matrix, (np.array([1.0, 0.0, -2.0, 3.0]),)),
        Case(arrow, (random.standard_normal(90),)),
        Case(with_empty_rows, (x,)),
        Case(fewer_rows, (x,)),
        Case(scalars_in_a_loop, (x,)),
        Case(a_number, (random.standard_normal(70),)),
        Case(zero_factors, (np.zeros(6),)),
        Case(without_nan, (x,)),
        *(Case(function, (x[4:12],)) for function in SHORT),
        *(Case(function, (x[4:12] * (x[:8] > 0.0),)) for function in SHORT),
        Case(stencil, (random.standard_normal((1, 1)),)),
        Case(tridiagonal_in_place, (np.zeros(0),)),
    ]


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def arrow_energy(x):
    return np.sum(x[0] * x[1:] ** 2) + np.sum(x**4)


def arrow_to_the_last(x):
    return x[-1] ** 2 * np.sum(np.sin(x[:-1]))


def separate(x):
    return np.sum(np.exp(x) * x)


def linear(x):
    return np.sum(3.0 * x) + x[0] * x[2]


def membrane(u):
    across, down = u[:, 1:] - u[:, :-1], u[1:] - u[:-1]
    return np.sum(across**4) + np.sum(np.cos(down))


def pairs(x, first, second):
    return np.sum((x[first] - x[second]) ** 3)


def in_a_loop(x):
    total = 0.0
    for i in range(x.size - 2):
        if x[i] > 0.0:
            total += x[i] * x[i + 2] ** 2
    return total


def coupled(x):
    return np.sum(x**2) ** 2


def hessian_cases() -> list[Case]:
    """Programs whose Hessians `tl.hessian` gives as well."""
    random = np.random.default_rng(8)
    x = random.standard_normal(20)
    first, second = random.integers(0, 20, (2, 25))
    return [
        Case(rosenbrock, (x,)),
        Case(arrow_energy, (random.standard_normal(80),)),
        Case(arrow_to_the_last, (x,)),
        Case(separate, (x,)),
        Case(linear, (x,)),
        Case(membrane, (x.reshape(4, 5),)),
        Case(membrane, (random.standard_normal((8, 8)),)),
        Case(pairs, (x, first, second)),
        Case(in_a_loop, (x,)),
        Case(coupled, (x[:7],)),
    ]
