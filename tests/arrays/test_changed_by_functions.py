"""Arrays that methods and functions change, and what is refused of that."""

import re

import numpy as np
import pytest

import tangentlite as tl


def sorted_in_place(x):
    y = x * 1.0
    y.sort()
    return y[0]


def resized_in_place(x):
    y = x * 1.0
    y.resize(3)
    return y[0]


def changed_by_functions(x, v):
    y = 2.0 * x
    np.sin.at(y, [0, 1, 0])
    np.hypot.at(y, [0, 1], v)
    return np.sum(y * y)


def added_to_the_flat_form(y, v):
    y.flat += v


def transpose(y, v):
    y.T = v


def shape(y, v):
    y.shape = (2, 1)


def named_imaginary_part(y, v):
    part = y.imag
    part[0] = v[1]
    return y[0] * part[0]


def imaginary_part_of_what_was_swapped(y, v):
    z = y * 2.0
    for i in range(3):
        part = z.imag
        z = np.conj(z) * i
        part[1:] = v[0]
    return z


REAL, COMPLEX = np.array([3.0, 2.0]), np.array([1.0 + 2.0j, 3.0])


def unpacked(x):
    a, b = x
    return (1 - a) ** 2 + 100 * (b - a * a) ** 2


def unpacked_rows(x):
    s = 0.0
    for a, b in x:
        s += a * b * b
    return s


def test_a_sort_in_place():
    assert list(tl.grad(sorted_in_place)(np.array([3.0, 2.0]))) == [0.0, 1.0]


def test_resize_is_refused():
    with pytest.raises(tl.UnsupportedError, match="'resize' is not supported"):
        tl.grad(resized_in_place)(np.array([3.0, 2.0]))


def test_changes_by_functions():
    args = (np.array([0.3, 0.7, 1.1]), np.array([0.4, 0.9]))
    tl.check_grad(changed_by_functions, args, order=2)


@pytest.mark.parametrize(('change', 'y', 'what', 'instead'), [
    (added_to_the_flat_form, REAL, "to 'flat' of arrays", 'y[...] += v'),
    (transpose, REAL, "'T' of arrays", 'y.T[...] = v'),
    (shape, REAL, "'shape' of arrays", 'y = y.reshape(shape)'),
    (imaginary_part_of_what_was_swapped, COMPLEX, 'that a loop', 'z.imag[...] = v'),
])
def test_changes_without_a_rule_say_what_to_write_instead(change, y, what, instead):
    with pytest.raises(tl.UnsupportedError, match=re.escape(what)) as caught:
        tl.autodiff(change, wrt='v', mode='forward')(y, REAL, REAL)
    assert f'\nWrite {instead}' in str(caught.value)


def test_imaginary_parts_that_are_named_and_written_are_refused():
    with pytest.raises(tl.UnsupportedError, match='result of np.imag(.|\n)*z.imag'):
        tl.autodiff(named_imaginary_part, wrt='v', mode='forward')(COMPLEX, REAL, REAL)


@pytest.mark.parametrize(('function', 'shape'), [
    (unpacked, (2,)), (unpacked_rows, (4, 2))])
def test_arrays_are_unpacked_into_as_many_targets_as_they_have_items(function, shape):
    x = np.linspace(0.3, 0.9, np.prod(shape)).reshape(shape)
    tl.check_grad(function, (x,), order=2)
    assert 'a, b = ' in tl.grad(function).source_for(x)
    for count in (1, 3):
        for mode in ('reverse', 'forward'):
            other = np.ones((*shape[:-1], count))
            with pytest.raises(ValueError, match='values to unpack'):
                derivative = tl.autodiff(function, mode=mode)
                derivative(other, *([other] if mode == 'forward' else []))


def flat_of_a_number(x, v):
    w = v * 1.0
    if x > 0.0:
        w = v[0] * x
    w.flat[0] = 3.0 * x
    return np.sum(w)


def flat_of_a_number_increased(x, v):
    w = v * 1.0
    if x > 0.0:
        w = v[0] * x
    w.flat[0] += 3.0 * x
    return np.sum(w)


def flat_of_several_ranks(x, v):
    w = v * 1.0
    if x > 0.0:
        w = np.outer(v, v)
    w.flat[0] = 3.0 * x
    w.flat[1] += 2.0 * x
    return np.sum(w)


@pytest.mark.parametrize("x", [0.7, -0.7])
def test_the_flat_form_of_arrays_of_several_ranks(x):
    v = np.array([0.3, 0.4])
    assert tl.grad(flat_of_several_ranks)(x, v) == 5.0
    assert tl.autodiff(flat_of_several_ranks, mode="forward")(x, v, 1.0) == 5.0


@pytest.mark.parametrize("f", [flat_of_a_number, flat_of_a_number_increased])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_what_is_written_into_a_number_is_lost(f, mode):
    """NumPy writes into a copy of it, without a word."""
    derivative = tl.autodiff(f, mode=mode)
    seed = () if mode == "reverse" else (1.0,)
    with pytest.raises(tl.UnsupportedError, match=r"w.flat of a number is lost"):
        derivative(0.7, np.array([0.3, 0.4]), *seed)
