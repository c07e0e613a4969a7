"""Functions that write their arguments, called in conditions."""
import numpy as np

from tests.programs.record import program, sample


def relax(u, f, w):
    """One sweep, in place; the sum of the squared changes."""
    change = 0.0
    for i in range(1, len(u) - 1):
        step = w * (0.5 * (u[i - 1] + u[i + 1] + f[i]) - u[i])
        u[i] += step
        change += step * step
    return change


def until_it_rests(f, w):
    u = np.zeros(len(f))
    while relax(u, f, w) > 1e-6:
        pass
    return u


def until_a_break(f, w):
    u = np.zeros(len(f))
    for _ in range(50):
        if relax(u, f, w) < 1e-6:
            break
    return np.sum(u * u)


def between_two_bounds(f, w):
    u = np.zeros(len(f))
    n = 0
    while 1e-6 < relax(u, f, w) < 1e6 and n < 100:
        n += 1
        if n % 2 == 0 or relax(u, f, w) < 1e-4:
            continue
        u[2] *= 1.01
    return np.sum(u * u)


def read_before_it_is_written(f, w):
    u = f * 1.0
    if u[1] > relax(u, f, w) + u[1]:
        return np.sum(u)
    return np.sum(u**2)


def in_branches_and_by_a_local_function(f, w):
    def step(v):
        v[1] *= w
        return v[0]

    u = f * 1.0
    if u[0] < 10 and step(u) < 10:
        u[2] = u[1] * u[2]
    elif step(u) > 0:
        u[1] = 0
    for _ in range(3):
        if not step(u) > 100.0:
            u[3] += u[1]
    return np.sum(u * u)


def of_a_list_of_results(f, w):
    u = f * 1.0
    n = 0
    while n < 3 and np.max(np.abs(np.array([relax(u, f, w), 0.0]))) > 1e-9:
        n += 1
    return np.sum(u**2)


def in_an_expression(f, w):
    u = f * 1.0
    t = np.sum(u) * (u[1] if relax(u, f, w) > 0.01 and u[0] > 0 else 2.0)
    return t + (u[2] if relax(u, f, w) > 100.0 else u[3] * w)


FORCE = sample(361, 5, low=0.2, high=0.9)

PROGRAMS = [
    program(function, FORCE, 0.9)
    for function in (until_it_rests, until_a_break, between_two_bounds,
                     read_before_it_is_written, in_branches_and_by_a_local_function,
                     of_a_list_of_results, in_an_expression)
]
