"""Derivatives raise where a call does not take the shapes that it is given."""
import itertools
import linecache

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import assert_close, central_gradient

SHAPES = [
    ((3,), (3,)), ((3,), (4,)), ((1,), (3,)), ((3,), (1,)), ((0,), (1,)), ((0,), (3,)),
    ((2, 3), (3,)), ((2, 3), (3, 2)), ((2, 0), (2, 0)), ((0, 3), (3,)), ((1, 3), (3,)),
    ((3,), (2, 2)),
]  # fmt: skip
# Of one array, with a second one for an option, and of several.
CALLS = """
    np.sum(x, axis=0); np.sum(x, where=w > 0); np.mean(x, where=w > 0); np.std(x)
    np.prod(x, where=w > 0); np.std(x, where=w > 0); np.var(x, where=w > 0)
    np.var(x, axis=-1); np.cumsum(x); np.cumprod(x, axis=0); np.transpose(x)
    np.ravel(x); np.copy(x); np.asarray([x, w]); np.zeros_like(x); np.full_like(x, w)
    np.full(3, w); np.full(x.shape, w); np.shape(x); np.array([x, w]); np.sum([x, w])
    np.array([[x, x], [w, w]]); np.array([[x, w], [x, w]]); np.array([x, [1., 2., 3.]])
    np.stack([x, w]); np.stack([[x, x], [w, w]]); np.stack([x, w], axis=-1)
    np.expand_dims(x, 0); np.diag(x); np.diag(x, 1); np.tril(x); np.flip(x, axis=0)
    np.roll(x, 1, axis=0); np.sort(x); np.argsort(x, axis=0); np.nonzero(x)
    np.count_nonzero(x); np.any(x); np.all(x, where=w > 0); np.any(x, where=w > 0)
    np.linspace(x, w, 5); np.linspace(x, 1.0, 5); np.linspace(x[:1], w, 5)
    np.outer(x, w); np.diff(x); np.diff(x, axis=0); np.diff(x, prepend=w)
    np.linalg.norm(x); np.linalg.norm(x, 1); np.linalg.norm(x, -np.inf)
    np.linalg.norm(x, -1); np.linalg.norm(x, ord=-np.inf, axis=-1)
    np.linalg.norm(x, np.inf); np.nan_to_num(x); np.nan_to_num(x, nan=w); np.nansum(x)
    np.nansum(x, where=w > 0); len(x); sum([x, w]); sum([x, w, x]); sum(x); sum(x, w)
    abs(x); np.max(x); np.max(x, axis=0); np.max(x, axis=-1); np.max(x, axis=(0,))
    np.max(x, initial=0.0); np.max(x, initial=0.0, where=w > 0); x.min(axis=0)
    np.min(x, axis=None); np.argmax(x); np.argmin(x, axis=0); np.ptp(x, axis=0)
    np.argmax(x, axis=-1, keepdims=True); max(x); max(list(x), default=0.0)
    max(x[0], w[0]); max(x, w); np.max([x, w]); np.mean([x, w], axis=0)
    np.einsum('i,i->i', x, w); np.einsum('i,j->ij', x, w); np.einsum('...,...', x, w)
    np.einsum('...i,...i->...i', x, w); np.einsum('i...,i...->i...', x, w)
    np.einsum('...i,...i->...i', x[:, None], w[:, None]); np.einsum('ij->j', x)
    np.einsum('ii->i', x); np.einsum('ij,jk->ik', x, w)
"""
TEXTS = [text.strip() for text in CALLS.replace('\n', ';').split(';') if text.strip()]


@pytest.mark.one_in(5, always=('np.ptp(x, axis=0)',))
@pytest.mark.filterwarnings('ignore::RuntimeWarning')
@pytest.mark.parametrize('text', TEXTS)
def test_gradients_of_calls_of_which_nobody_reads_the_result(text):
    require_errors(text, tl.grad)


@pytest.mark.one_in(5, always=('sum(x)', 'max(x)', 'np.linalg.norm(x, -1)'))
@pytest.mark.filterwarnings('ignore::RuntimeWarning')
@pytest.mark.parametrize('text', TEXTS)
def test_tangents_of_calls_of_which_nobody_reads_the_result(text):
    require_errors(text, forward)


def require_errors(text, derive):
    """Ask whether a derivative raises for the shapes for which its function does."""
    function = program(f'    t = {text}')
    derivative = derive(function)
    for one, other in SHAPES:
        if text == 'np.diff(x, prepend=w)' and len(one) != len(other):
            continue
        x, w = filled(one), filled(other)
        raised = error_of(function, x, w)
        found = error_of(derivative, x, w)
        assert type(found) is type(raised), (one, other, found)


_NUMBERS = itertools.count()


def program(lines):
    """Define a function of x and w with a body; what it returns needs no more."""
    text = f'def program(x, w):\n{lines}\n    return np.sum(x) + 0.0 * np.sum(w)\n'
    path = f'<required {next(_NUMBERS)}>'
    linecache.cache[path] = len(text), None, text.splitlines(True), path
    defined = {'np': np}
    exec(compile(text, path, 'exec'), defined)
    return defined['program']


def forward(function):
    def along(x, w):
        return tl.jvp(function, (x, w), (np.ones_like(x), np.ones_like(w)))

    return along


def filled(shape):
    return np.linspace(0.2, 0.9, int(np.prod(shape))).reshape(shape)


def error_of(function, *args):
    try:
        function(*args)
    except Exception as error:
        return error
    return None


def largest_or_two(x, y):
    top = np.max(x, initial=2.0)
    return top * np.sum(x[:1] * y)


def largest_of_columns(x, y):
    top = np.max(x, axis=0)
    return np.sum(top) + np.sum(x[:, :1] * y)


def largest_or_none(x, y):
    top = max(list(x), default=2.0)
    return top * np.sum(x[:1] * y)


@pytest.mark.parametrize(
    'function, x, y',
    [
        (largest_or_two, (0,), (1,)), (largest_or_two, (3,), (1,)),
        (largest_of_columns, (2, 0), (1, 1)), (largest_of_columns, (2, 3), (1, 1)),
        (largest_or_none, (0,), (1,)), (largest_or_none, (3,), (1,)),
    ],
)  # fmt: skip
def test_axes_without_entries_of_which_an_extremum_is_taken(function, x, y):
    args = filled(x), filled(y)
    found = tl.grad(function, wrt=(0, 1))(*args)
    for value, gradient in zip(args, found, strict=True):
        assert gradient.shape == value.shape
    assert_close(found, central_gradient(function, args, (0, 1)))


def test_lists_of_arrays_of_different_sizes_at_run_time():
    def stacked(x, n):
        rows = []
        for i in range(n):
            rows.append(x[i:])
        np.stack(rows)
        return np.sum(x)

    gradient = tl.grad(stacked)
    assert_close(gradient(filled((3,)), 1), np.ones(3))
    with pytest.raises(ValueError, match='same shape'):
        gradient(filled((3,)), 2)
