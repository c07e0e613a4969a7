"""Whether a result without axes is a number or an array, as it is predicted.

An array is changed by `+=`, a number is not. For every sample of every rule the
arguments become numbers of NumPy and of Python, arrays without axes, and arrays with
one entry.
"""
import copy
import warnings

import numpy as np
import pytest
from scipy import ndimage

import tangentlite as tl
from tangentlite import runtime
from tangentlite.errors import UnsupportedError
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.objects.user_objects import made_of
from tests.rules.sizes.compared_kinds import predicted
from tests.rules.sizes.test_sizes_of_results import SAMPLES_OF
from tests.support.cases import named

X = np.array([1.3, 0.7])
FIRST = {
    'a number of NumPy': lambda x: x.flat[0],
    'an array without axes': lambda x: np.array(x.flat[0]),
    'a number of Python': lambda x: x.flat[0].item(),
    'one entry': lambda x: np.reshape(x, -1)[:1],
}
# Their calls are walked; helpers are called with what the compiler gives them.
WALKED = (max, min, *(getattr(runtime, name) for name in runtime.__all__))


def made_smaller(value: object, how: str) -> object:
    """An argument with the first entries of its arrays in place of them."""
    if isinstance(value, tuple | list):
        return made_of(type(value), [made_smaller(item, how) for item in value])
    if isinstance(value, np.ndarray) and value.size and value.dtype.kind in 'fciub':
        return FIRST[how](value)
    if type(value) is float:
        return made_smaller(np.array(value), how)
    return value


def kind_of(value: object) -> object:
    """The kind of an argument; what the compiler knows is itself."""
    if isinstance(value, tuple | list):
        return made_of(type(value), map(kind_of, value))
    if isinstance(value, np.ndarray):
        return Array(value.dtype.name, value.shape)
    if isinstance(value, np.number):
        return Scalar(value.dtype.name, False)
    if type(value) in (bool, int):
        return Scalar(type(value).__name__.replace('int', 'int64'), True, value)
    return Scalar('float64', True) if isinstance(value, float) else value


def is_other(kind: object, value: object) -> bool:
    """Whether a result is a number where its kind is that of an array, or so."""
    if isinstance(kind, tuple):
        return any(map(is_other, kind, value))
    if isinstance(kind, Array) and kind.shape is not None:
        return not isinstance(value, np.ndarray)
    is_array = isinstance(value, np.ndarray) and value.ndim == 0
    return isinstance(kind, Scalar) and is_array


def calls(sample):
    """The arguments of a sample, made smaller one by one and all at once.

    Some functions write them, and samples are shared by all tests.
    """
    every = copy.deepcopy([*sample.args, *sample.kwargs.values()])
    yield every
    for how in FIRST:
        smaller = [made_smaller(value, how) for value in every]
        yield smaller
        for k in range(min(3, len(every))):
            yield copy.deepcopy([*every[:k], smaller[k], *every[k + 1 :]])


def is_long(name: str) -> bool:
    """Whether a function is that of many distributions, some of which integrate."""
    return name.split('_')[0] in ('std', 'stats', 'mean', 'var', 'entropy')


@pytest.mark.one_in(10)
@pytest.mark.parametrize('name', named(zip(SAMPLES_OF, SAMPLES_OF), slow=is_long))
def test_results_without_axes(name):
    for sample in SAMPLES_OF[name]:
        function, count = sample.function, len(sample.args)
        # without entries np.take does not return for mode='wrap'; affine_transform
        # reads beyond an offset without axes, and may not return either
        if function in WALKED or function in (np.take, ndimage.affine_transform):
            continue
        for given in calls(sample):
            named = dict(zip(sample.kwargs, given[count:]))
            with warnings.catch_warnings(), np.errstate(all='ignore'):
                warnings.simplefilter('ignore')
                try:
                    result = function(*given[:count], **named)
                except Exception:
                    continue
            kinds = [kind_of(value) for value in given]
            keywords = dict(zip(named, kinds[count:]))
            try:
                kind, _ = predicted(function, kinds[:count], keywords)
            except UnsupportedError:
                continue
            assert not is_other(kind, result), f'{kind} of {result!r} for {given}'


NUMBERS_AND_ARRAYS = {
    'choose from numbers': lambda x: np.choose(1, [x[0], x[1]]),
    'choose by an array': lambda x: np.choose(np.array(1), (x[0], x[1])),
    'choose an entry': lambda x: np.choose(0, x),
    'choose round and round': lambda x: np.choose(3, x, mode='wrap'),
    'einsum': lambda x: np.einsum('i,i->', x, x),
    'einsum of lists': lambda x: np.einsum(x, [0], x, [0], []),
    'einsum with an ellipsis': lambda x: np.einsum('i...,i...->...', x, x),
    'einsum by tensordot': lambda x: np.einsum('i,i->', x, x, optimize=True),
    'einsum of one': lambda x: np.einsum('i->', x, optimize=True),
    'einsum of lists by tensordot': lambda x: np.einsum(
        x, [0], x, [0], [], optimize='greedy'
    ),
}


@pytest.mark.parametrize('name', NUMBERS_AND_ARRAYS)
def test_what_a_sum_changes(name):
    made = NUMBERS_AND_ARRAYS[name]

    def added_to(x):
        y = made(x)
        z = y
        z += x[1]
        return y * z * (2.0 if isinstance(y, np.ndarray) else 3.0)

    assert tl.value_and_grad(added_to)(X)[0] == added_to(X)
    tl.check_grad(added_to, (X,))
