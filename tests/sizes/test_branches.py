"""What a branch proves of sizes holds in that branch alone, and in its derivatives."""

import numpy as np
import pytest

import tangentlite as tl

A = np.array([0.5, 1.2, -0.7])
SAME, SHORTER = np.array([0.3, 0.9, 1.4]), np.array([0.3, 0.8])


def conditional_expression(a, b):
    c = a * b if len(a) == len(b) else np.concatenate([a, b])
    return np.sum(c**2)


def statement(a, b):
    if a.shape == b.shape and len(a) > 1:
        c = a * b
    else:
        c = np.concatenate([a, b])
    return np.sum(c**2)


def written_parts(a, b):
    c = np.zeros(len(a) + len(b))
    if len(a) == len(b):
        c[: len(a)] = a * b
    else:
        c[: len(a)] = a
        c[len(a) :] = b
    return np.sum(c**3)


def several_branches(a, b):
    c = np.concatenate([a, b]) if len(a) != len(b) else a - b
    d = np.outer(a, b) if len(a) != len(b) else a[:, None] * b
    return np.sum(c**2) * np.sum(np.sin(d))


def caught(a, b):
    try:
        c = a * b
    except ValueError:
        c = np.concatenate([a, b])
    return np.sum(c**3)


PROGRAMS = [
    conditional_expression,
    statement,
    written_parts,
    several_branches,
    caught,
]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_second_derivatives_are_those_of_differences(f):
    tl.check_grad(f, (A, SHORTER), order=2)
    tl.check_grad(f, (A, SAME), order=2)
