"""Slices that a function is given, or reads, as indices of lists and tuples."""
import runpy
from types import SimpleNamespace

import numpy as np
import pytest

import tangentlite as tl

HEAD = slice(0, 2)


class Layout:
    head = slice(0, 2)


def weight(part):
    return 2.0 if isinstance(part, (list, tuple)) else 3.0


def given(xs, part):
    return xs[0] * weight(xs[part])


def by_default(xs, part=slice(0, 2)):
    return xs[0] * weight(xs[part])


def by_global(xs):
    return xs[0] * weight(xs[HEAD])


def by_class(xs):
    return xs[0] * weight(xs[Layout.head])


def in_a_tuple(xs, parts):
    return xs[0] * weight(xs[parts[0]])


def in_a_dict(xs, parts):
    return xs[0] * weight(xs[parts['head']])


def in_an_object(xs, o):
    return xs[0] * weight(xs[o.head])


def summed(xs, part):
    return sum(x * x for x in xs[part])


def of_function_of_arrays(xs, part):
    return np.sum(np.square(xs[part]))


def times_two(xs, part):
    return np.sum(xs[part] * 2)


def deleted(xs, part):
    ys = list(xs)
    del ys[part]
    return sum(y * y for y in ys)


def assigned(xs, part):
    ys = list(xs)
    ys[part] = [xs[0] ** 2]
    return sum(ys)


def each(xs, parts):
    return sum(sum(xs[part]) ** 2 for part in parts)


def of_array_and_list(xs, part):
    return np.sum(np.array(xs)[part] ** 2) * sum(xs[part])


NUMBERS = [0.5, 1.2, 0.3]
CASES = [
    (given, HEAD), (given, slice(None, -1)), (given, slice(None, None, -2)),
    (by_default,), (by_default, slice(1, None)), (by_global,), (by_class,),
    (in_a_tuple, (HEAD,)), (in_a_dict, {'head': HEAD}),
    (in_an_object, SimpleNamespace(head=HEAD)), (summed, HEAD), (summed, slice(2, 9)),
    (of_function_of_arrays, slice(1, 3)), (times_two, HEAD), (deleted, slice(1, 3)),
    (assigned, HEAD), (each, [HEAD, slice(1, 3)]), (of_array_and_list, slice(1, None)),
]


def named(value):
    return getattr(value, '__name__', str(value))


@pytest.mark.parametrize('make', [list, tuple], ids=['list', 'tuple'])
@pytest.mark.parametrize('f, rest', [(f, rest) for f, *rest in CASES], ids=named)
def test_a_slice_gives_several_items(f, rest, make):
    xs = make(NUMBERS)
    assert tl.value_and_grad(f)(xs, *rest)[0] == f(make(NUMBERS), *rest)
    tl.check_grad(f, (xs, *rest), wrt=0, order=2)


def test_another_slice_is_another_text():
    derivative = tl.grad(summed)
    for part, want in [(HEAD, [1.0, 2.4, 0.0]), (slice(1, 3), [0.0, 2.4, 0.6])] * 2:
        np.testing.assert_allclose(derivative(NUMBERS, part), want)


def test_a_global_slice_that_is_bound_anew(monkeypatch):
    def f(xs):
        return sum(xs[HEAD])

    derivative = tl.grad(f)
    assert derivative(NUMBERS) == [1.0, 1.0, 0.0]
    monkeypatch.setitem(globals(), 'HEAD', slice(1, 3))
    assert derivative(NUMBERS) == [0.0, 1.0, 1.0]


def test_saved_modules_ask_for_the_slice(tmp_path):
    derivative = tl.grad(summed)
    derivative(NUMBERS, HEAD)
    derivative.save(tmp_path / 'saved.py')
    saved = runpy.run_path(str(tmp_path / 'saved.py'))['summed_grad']
    assert saved(NUMBERS, HEAD) == derivative(NUMBERS, HEAD)
    for other in slice(1, 3), slice(0, 2, -1), slice(None, 2):
        with pytest.raises(ValueError, match='part must be slice'):
            saved(NUMBERS, other)


def test_slices_of_arrays_are_read_at_run_time():
    def f(x, part):
        return np.sum(x[part] ** 2)

    derivative, x = tl.grad(f), np.array(NUMBERS)
    for part, want in [(HEAD, [1.0, 2.4, 0.0]), (slice(1, 3), [0.0, 2.4, 0.6])]:
        np.testing.assert_allclose(derivative(x, part), want)
    assert derivative.source_for(x, HEAD) == derivative.source_for(x, slice(1, 3))


def test_a_slice_that_is_chosen_at_run_time_is_refused():
    def f(xs, first, second):
        part = first if xs[0] > 0.0 else second
        return sum(xs[part])

    with pytest.raises(tl.UnsupportedError):
        tl.grad(f)(NUMBERS, slice(np.int64(0), 2), slice(np.int64(1), 2))
