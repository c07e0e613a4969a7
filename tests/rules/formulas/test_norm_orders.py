"""Norms of all orders and axes, and where they are 0 or entries of them are."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

A345 = np.random.default_rng(1).normal(size=(3, 4, 5))
MATRIX_ORDERS = [1, -1, 2, -2, np.inf, -np.inf, "nuc", "fro"]
VECTOR_ORDERS = [1, -1, 0.5, 2, 2.0, 3, -2.5, np.inf, -np.inf]


def compare_norms(order, axis, keepdims):
    if keepdims:
        compare(lambda x: np.linalg.norm(x, order, axis, keepdims=True), (A345,))
    else:
        compare(lambda x: np.linalg.norm(x, order, axis), (A345,))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [(0, 1), (1, 2), (0, 2), (2, 0), (-1, -3)])
@pytest.mark.parametrize("order", MATRIX_ORDERS)
def test_norms_of_matrices(order, axis, keepdims):
    compare_norms(order, axis, keepdims)


@pytest.mark.parametrize("order", MATRIX_ORDERS)
def test_norms_of_a_matrix_alone(order):
    compare(lambda x: np.linalg.norm(x, order), (A345[0],))


@pytest.mark.one_in(6)
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("order", VECTOR_ORDERS)
def test_norms_of_vectors(order, axis, keepdims):
    compare_norms(order, axis, keepdims)


@pytest.mark.parametrize("order", VECTOR_ORDERS)
def test_norms_of_several_axes(order):
    compare(lambda x: np.linalg.vector_norm(x, ord=order, axis=(0, 2)), (A345,))
    compare(lambda x: np.linalg.vector_norm(x, ord=order, keepdims=True), (A345,))


@pytest.mark.parametrize("order", [3, 2.5, np.inf])
def test_norms_with_entries_of_zero(order):
    compare(lambda x: np.linalg.norm(x, order), (np.array([1.5, 0.0, -0.5]),))


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("order", [None, 1, 2, 2.0, 3, 2.5, np.inf])
def test_the_norm_of_nothing_but_zeros(order, mode):
    derivative = tl.autodiff(lambda x: np.linalg.norm(x, order), mode=mode)
    change = (np.array([1.0, 2.0]),) if mode == "forward" else ()
    with np.errstate(all="raise"):
        got = derivative(np.zeros(2), *change)
    np.testing.assert_array_equal(got, np.zeros(np.shape(got)))


def test_equal_entries_share_a_norm():
    x = np.array([-2.0, 2.0])
    largest = tl.grad(lambda x: np.linalg.norm(x, np.inf))(x)
    np.testing.assert_array_equal(largest, [-0.5, 0.5])
    smallest = tl.grad(lambda x: np.linalg.norm(x, -np.inf))(x)
    np.testing.assert_array_equal(smallest, [-0.5, 0.5])


def test_the_nuclear_norm_of_a_rank_of_one():
    u, v = np.array([0.6, 0.8, 0.0]), np.array([0.0, -1.0, 0.0])
    got = tl.grad(lambda x: np.linalg.norm(x, "nuc"))(np.outer(u, v))
    np.testing.assert_allclose(got, np.outer(u, v), atol=1e-15)


def test_norms_of_no_entries_divide_nothing_by_zero():
    with np.errstate(all="raise"):
        got = tl.grad(lambda x: np.sum(np.linalg.norm(x, np.inf, -1)))(np.ones((2, 0)))
    assert got.shape == (2, 0)


def test_the_text_of_a_sum_of_absolute_values():
    gradient = tl.grad(lambda x: np.linalg.norm(x, 1))
    assert gradient.source_for(np.ones(2)).endswith("return np.sign(x)\n")


def test_norms_of_length_one():
    x = np.array([0.0, 1.0])
    compare(lambda y: np.linalg.norm(x * y, 1.0), (np.ones(2),))
    compare(lambda y: np.linalg.norm(x * y, 2.0), (np.ones(2),))
    compare(lambda y: np.linalg.norm(x * y, 3.0), (np.ones(2),))
    compare(lambda y: np.linalg.norm(x * y, np.inf), (np.ones(2),))


@pytest.mark.parametrize("order", [None, 1, -1, 2, np.inf, -np.inf, "fro"])
def test_condition_numbers(order):
    stacked = spread(2, 2, 3, 3) + np.diag([1.0, 4.0, 9.0])
    compare(lambda x: np.linalg.cond(x, order), (stacked,), rtol=1e-5)


def test_reciprocal_condition_numbers():
    stacked = spread(2, 2, 3, 3) + np.diag([1.0, 4.0, 9.0])
    compare(lambda x: np.linalg.cond(x, -2), (stacked,), rtol=1e-5)
