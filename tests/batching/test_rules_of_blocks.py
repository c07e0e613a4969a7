"""Each rule of blocks: all tangents in one sweep give what one after the other give."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.grad import derivative_of
from tangentlite.api.matrices.unit_blocks import ENTRIES, ManyProducts
from tangentlite.errors import NotBatchedError
from tests.programs.record import sample

A, C = sample(1, 4, 4) + 3.0 * np.eye(4), sample(2, 3, 4)
M, S, V = sample(3, 4, 4), sample(4, 2, 4, 4), sample(5, 4)
P = np.array([2, 0, 1, 1])


def by_vectors(x):
    return C @ x + np.dot(M, x)[:3] + np.inner(x, V) + np.vdot(V, x)


def of_squares(x):
    return (x @ x) * x + np.dot(x, 2.0) * np.dot(x, x) + np.outer(x, x)[0]


def by_matrices(m):
    return m @ M + M @ m + np.matmul(m, m) + np.dot(V, m) + V @ m


def of_stacks(m):
    return np.sum(S @ m, axis=0) + np.sum(m @ S, axis=(0, 1))


def summed_products(m):
    return np.einsum("ij,jk->ik", m, M) + np.tensordot(m, M, 1)


def solved(m):
    return (
        np.linalg.solve(A, m) + np.linalg.solve(A + m @ m.T, V) + np.linalg.inv(A + m)
    )


def solved_vector(x):
    return np.linalg.solve(A, x * x)


def reduced(m):
    return (
        np.sum(m * m)
        + np.mean(m, axis=0) * np.max(m)
        + np.prod(m, axis=-1)
        + np.std(m, axis=1, keepdims=True)
        + np.var(m)
        + np.min(m, axis=(0, 1))
    )


def along(m):
    return (
        np.cumsum(m, axis=1)
        + np.cumprod(m, axis=0)
        + np.sort(m, axis=0)
        + np.cumsum(m)[:4]
        + np.diff(m, axis=0)[0]
        + np.take_along_axis(m * m, np.argsort(m, axis=1), axis=1)
    )


def arranged(m):
    turned = np.swapaxes(np.moveaxis(m * m, 0, 1), 0, 1)
    rows = np.ravel(m * 2.0)[4:8]
    return (
        np.reshape(turned.T, (2, 8))[:, 4:][0] * rows
        + np.flip(m, axis=0)
        + np.roll(m, 1, axis=1)
        + np.repeat(m, 2, axis=0)[::2]
        + m[P]
        + np.squeeze(np.expand_dims(m, 1), axis=1)
        + np.take(m, P, axis=1)
    )


def spread(x):
    return np.broadcast_to(x * x, (3, 4)) * C + np.tile(x, 2)[4:]


def of_parts(m):
    return np.tril(m) + np.triu(m * m, 1) + np.diagonal(m) * np.trace(m * m)


def joined(x):
    both = np.concatenate((x, x * V, V))
    return np.stack((both[:4], both[4:8]), axis=1) @ np.array([x[0], x[1] * 2.0])


def chosen(x):
    return np.where(x > 0.0, x * x, np.clip(3.0 * x, -1.0, 1.0)) + np.maximum(x, V)


def with_complex_parts(x):
    z = x * (1.0 + 2.0j)
    return np.real(z * z) + np.imag(np.fft.fft(z)) + np.real(np.fft.ifft(z))


def in_place(x):
    y = np.zeros((3, 4))
    y[0] = x
    y[1:, 1:3] = 2.0 * x[1:3]
    y[P[:3] % 3, 0] += x[:3]
    first = y[0, 1]
    y[0, 1] = 5.0
    return y * first


def kept_in_lists(x):
    parts, total = [], 0.0
    for k in range(4):
        total = total + x[k] * x[k]
        parts.append(total)
    return np.array(parts) * sum(parts)


def in_loops(x, n=3):
    y = x.copy()
    for k in range(n):
        if k % 2 == 0:
            y = y * x
        else:
            y[1:] += y[:-1] * len(x)
    return y


def without_a_rule(x):
    return np.interp(V, np.arange(4.0), x) + np.convolve(x, V, "same")


def accumulated(x):
    y = np.zeros(3)
    np.add.at(y, P, x * x)
    return y


PROGRAMS = [
    (f, sample(7, 4))
    for f in (
        by_vectors,
        of_squares,
        solved_vector,
        spread,
        joined,
        chosen,
        with_complex_parts,
        in_place,
        kept_in_lists,
        in_loops,
        without_a_rule,
        accumulated,
    )
]
PROGRAMS += [
    (f, sample(8, 4, 4))
    for f in (
        by_matrices,
        of_stacks,
        summed_products,
        solved,
        reduced,
        along,
        arranged,
        of_parts,
    )
]
NAMES = [f.__name__ for f, _ in PROGRAMS]


@pytest.mark.parametrize(("function", "x"), PROGRAMS, ids=NAMES)
@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_blocks_give_what_single_vectors_give(function, x, mode):
    expected = tl.jacobian(function, mode=mode, chunk=1)(x)
    for chunk in (None, 9):
        made = tl.jacobian(function, mode=mode, chunk=chunk)
        for _ in range(2):  # the second call takes the bare loops
            np.testing.assert_allclose(made(x), expected, rtol=1e-10, atol=1e-12)


def _in_blocks(product, tangent, x):
    return ManyProducts(product, tangent).answer(9, 9, 3, (x,), {tangent: x})


@pytest.mark.parametrize(("function", "x"), PROGRAMS, ids=NAMES)
def test_forward_programs_have_a_form_of_blocks(function, x):
    product = derivative_of(function, "forward", ("x" if x.ndim == 1 else "m",))
    (tangent,) = product.tangent_names
    assert _in_blocks(product, tangent, x) is not None


@pytest.mark.parametrize(("function", "x"), PROGRAMS[:6], ids=NAMES[:6])
def test_hessians_by_blocks(function, x):
    def energy(x):
        return np.sum(function(x) ** 2)

    expected = tl.hessian(energy, chunk=1)(x)
    made = tl.hessian(energy)
    for _ in range(2):
        np.testing.assert_allclose(made(x), expected, rtol=1e-9, atol=1e-10)


def test_blocks_of_containers():
    def loss(p):
        return np.sum((p["w"] @ V + p["b"][0]) ** 3) * p["b"][1]

    p = {"w": sample(9, 3, 4), "b": (sample(10, 3), 0.7)}
    one, other = tl.hessian(loss, chunk=1)(p), tl.hessian(loss)(p)
    for i in ("w", "b"):
        np.testing.assert_allclose(
            other["w"][i][0] if i == "b" else other["w"][i],
            one["w"][i][0] if i == "b" else one["w"][i],
            rtol=1e-10,
        )


def test_dtypes_are_kept():
    x = sample(11, 5).astype(np.float32)
    found = tl.jacobian(lambda x: np.exp(x) * x)(x)
    assert found.dtype == np.float32


def test_what_python_divides_by_zero_raises_in_blocks():
    def shifted(x, p):
        return float(x[0]) / p + x

    x = sample(13, 9)
    product = derivative_of(shifted, "forward", ("x",))
    blocks = ManyProducts(product, "x_dot")
    multiply = blocks.answer(9, 9, 9, (x, 2.0), {"x_dot": x}).code
    np.testing.assert_allclose(multiply(x, 2.0, x_dot=np.eye(9))[0, 1], 0.5)
    with pytest.raises(ZeroDivisionError):
        product(x, 0.0, x)
    with pytest.raises(ZeroDivisionError):
        multiply(x, 0.0, x_dot=np.eye(9))


def test_flags_and_integers_choose_their_own_code():
    def chosen_by(x, flag, n):
        return x**n if flag else np.sin(n * x)

    x, made = sample(14, 9), tl.jacobian(chosen_by)
    for flag, n in [(True, 2), (False, 2), (True, 3), (True, 2), (False, 3)]:
        expected = n * x ** (n - 1) if flag else n * np.cos(n * x)
        np.testing.assert_allclose(made(x, flag, n), np.diag(expected), rtol=1e-12)


def test_blocks_are_smaller_where_intermediate_values_are_large():
    def products(x):
        return np.sum(np.outer(x, x) ** 2, axis=0)

    x = sample(15, 90)
    product = derivative_of(products, "forward", ("x",))
    blocks = ManyProducts(product, "x_dot")
    most = blocks.answer(90, 90, None, (x,), {"x_dot": x}).chunk
    assert most * 90 * 90 <= ENTRIES * 2
    assert blocks.answer(90, 90, 50, (x,), {"x_dot": x}).chunk == 50


def test_recursion_goes_vector_by_vector():
    def halves(x):
        return x[0] if len(x) == 1 else np.tanh(halves(x[: len(x) // 2])) * x[-1]

    def both(x):
        return halves(x) * x

    x = sample(12, 5)
    product = derivative_of(both, "forward", ("x",))
    assert _in_blocks(product, "x_dot", x) is None
    np.testing.assert_allclose(
        tl.jacobian(both)(x), tl.jacobian(both, mode="reverse")(x), rtol=1e-10
    )


@pytest.mark.parametrize("chunk", [0, -1, 2.5, True])
def test_a_bad_chunk_is_refused(chunk):
    with pytest.raises(tl.ArgumentError, match="chunk"):
        tl.jacobian(in_place, chunk=chunk)


def test_the_error_is_one_of_what_is_not_supported():
    assert issubclass(NotBatchedError, tl.UnsupportedError)
