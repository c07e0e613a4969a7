"""Sizes that are said to be sums of others are those that arrays have."""
import linecache
from itertools import count

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tangentlite as tl
from tangentlite.ir.rewrite import bound_in
from tangentlite.kinds.kind import Array, kind_of
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.modes.assemble import Request, core_program
from tests.support.numeric import central_gradient

NUMBERS = count()
LENGTHS = ((2, 3, 6), (3, 6, 2), (0, 5, 4), (4, 0, 9), (1, 2, 3))

integers = st.sampled_from(
    ['1', '2', '3', 'n', 'm', 'k', 'i', 'j', 'i', 'j', 'n - i', 'n + m', '2 * n',
     'i + n', 'j + 2', 'n - 1', 'k - n', 'k - n - j', 'i + 1', '2 * i',
     'i + j', 'j + m - i', 'i - 1', 'j - i', 'i - n',
     'len(a)', 'len(a) - 1', 'len(b) + i', 'len(c) - j']
)  # fmt: skip
arrays = st.sampled_from(['x', 'y', 'z', 'a', 'b', 'c'])
small, counters = st.integers(0, 2), st.sampled_from('ij')
values = st.one_of(
    st.builds('{0}[{1} - {2} : {1} + {3}]'.format, arrays, counters, small, small),
    st.builds('x[{0} : n + {0} - {1}]'.format, counters, st.integers(0, 4)),
    st.builds('a[{0} : n + {0} - {1}]'.format, counters, st.integers(0, 4)),
    st.builds('{}[{} : {}]'.format, arrays, integers, integers),
    st.builds('{}[: {}]'.format, arrays, integers),
    st.builds('{}[{} :]'.format, arrays, integers),
    st.builds('{}[{} : {}]'.format, arrays, integers, st.integers(-3, -1)),
    st.builds('np.concatenate(({}, {}))'.format, arrays, arrays),
    st.builds('np.zeros(abs({}))'.format, integers),
    st.builds('np.zeros({})'.format, integers),
    st.builds('{0}[{1} : {1} + {2}]'.format, arrays, integers, integers),
)
ranges = st.one_of(
    st.builds('range({})'.format, st.sampled_from('nmk234')),
    st.builds('range({})'.format, integers),
    st.builds('range({}, {})'.format, integers, integers),
    st.builds('range({} - 1, -1, -1)'.format, integers),
    st.builds('range(0, {}, 2)'.format, integers),
    st.builds('reversed(range({}))'.format, integers),
)


@st.composite
def programs(draw):
    """Assignments of arrays inside two loops, each to a variable of its own."""
    lines = ['n, m, k = len(x), len(y), len(z)', 'a = x[1:]', 'i = j = 1',
             'b = np.concatenate((y, z))', 'c = z[: n]']  # fmt: skip
    indent = ''
    for place, counter in enumerate('ij'):
        lines.append(f'{indent}for {counter} in {draw(ranges)}:')
        indent += '    '
        for number in range(draw(st.integers(1, 3))):
            lines.append(f'{indent}v{place}{number} = {draw(values)}')
            lines.append(f'{indent}note("v{place}{number}", v{place}{number})')
    return lines


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(), st.sampled_from(LENGTHS))
def test_sizes_that_are_known_are_those_of_the_arrays(lines, lengths):
    arguments = {name: np.ones(length) for name, length in zip('xyz', lengths)}
    seen: dict[str, set[int]] = {}
    f = function_of(text_of(lines))


    def note(name, value):
        seen.setdefault(name, set()).add(len(value))

    f.__globals__['note'] = note
    try:
        f(**arguments)
    except ValueError:  # an axis of negative size
        assume(False)
    for name, size in claimed(lines, arguments):
        for length in seen.get(name, ()):
            assert size == length, (name, size, length)


def function_of(text):
    name = f'<sizes {next(NUMBERS)}>'
    # Without a time of change the lines are taken as they stand.
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    namespace = {'__name__': 'sizes'}
    exec(compile(text, name, 'exec'), namespace)
    return namespace['f']


def text_of(lines):
    body = ''.join(f'    {line}\n' for line in lines)
    return f'import numpy as np\n\n\ndef f(x, y, z):\n{body}'


def claimed(lines, arguments):
    """Names of variables, and what their sizes are said to be for the arguments."""
    silent = [line for line in lines if 'note(' not in line]
    primal = function_of(text_of(silent) + '    return np.sum(x)\n')
    kinds = {name: kind_of(value, name) for name, value in arguments.items()}
    b, function = core_program(Request(primal, 'grad', (), True), kinds)
    lengths = {f'{name}.0': len(value) for name, value in arguments.items()}
    for name in bound_in(function.body):
        kind = b.kinds[name]
        if b.bases[name].startswith('v') and isinstance(kind, Array) and kind.shape:
            size = b.sizes.find(kind.shape[0])
            terms = size.terms or ((size.base, 1),) if isinstance(size, Symbol) else ()
            if all(base in lengths for base, _ in terms):
                total = sum(factor * lengths[base] for base, factor in terms)
                total += size.offset if isinstance(size, Symbol) else size
                is_sum = isinstance(size, Symbol) and size.terms
                yield b.bases[name], total if is_sum else max(total, 0)


def halves(weights, state):
    n = len(state)
    first, second = weights[:n], weights[n : 2 * n]
    return np.sum(np.sin(first * state) + second * state)


def joined(x, y):
    both = np.concatenate((x, y)) * 2.0
    return np.sum(both[: len(x)] * x**2) + np.sum(both[len(x) :] * y**2)


def moved(image, kernel):
    n = len(kernel)
    out = np.zeros(len(image) - n + 1)
    for i in range(len(out)):
        out[i] = np.sum(image[i : i + n] * kernel)
    return np.sum(out**2)


def smoothed(image, kernel):
    n = len(image)
    out = np.zeros(n - 2)
    for i in range(3):
        out += image[i : n + i - 2] * kernel[i]
    return np.sum(out**2)


@pytest.mark.parametrize('lengths', [(6, 3), (9, 3), (4, 3)])
def test_an_axis_that_is_twice_as_long_is_not_taken_to_be_so_always(lengths):
    derivative = tl.grad(halves, wrt=(0, 1))
    for later in ((6, 3), lengths, (6, 3)):
        arguments = tuple(np.linspace(0.2, 1.1, length) for length in later)
        check(derivative, halves, arguments)


@pytest.mark.parametrize('f', [halves, joined, moved, smoothed])
def test_known_sizes_need_no_sums_over_broadcast_axes(f):
    tl.cache_clear()  # of derivatives for any lengths, which fit as well
    derivative = tl.grad(f, wrt=(0, 1))
    arguments = np.linspace(0.2, 1.1, 6), np.linspace(-0.4, 1.0, 3)
    check(derivative, f, arguments)
    assert 'broadcast' not in derivative.source and 'saved' not in derivative.source


def check(derivative, f, arguments):
    want = central_gradient(f, arguments, (0, 1))
    for one, other in zip(derivative(*arguments), want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def beyond_the_start(x, w, k):
    p = k - 1 + 2  # negative, so that the slice starts from the end
    z = (x * np.ones(p + 4))[p : p + 3]
    return np.sum(np.sum(w) * np.ones(3) + z)


def twice_joined(x, w):
    h = x[x > 0]  # one entry, perhaps
    joined = np.concatenate((w, w))
    product = w * np.concatenate((h, h))
    z = np.ones(len(joined) - 3 * len(h)) * w[0]
    return np.sum(joined) * np.sum(product) + np.sum(z * x)


def longer_by_one(weights, h, x):
    v = np.concatenate((h, x))
    return np.sum(np.tanh(weights @ v) * h)


@pytest.mark.parametrize('f, args, wrt', [
    (beyond_the_start, (1.3, np.array([0.5, 0.7]), -3), (0, 1)),
    (twice_joined, (np.array([-1.0, 2.0, -3.0]), np.array([0.5, 0.7])), (0, 1)),
    (longer_by_one, (np.ones((3, 4)), np.ones(3), np.array([0.4])), (0, 1, 2)),
])  # fmt: skip
@pytest.mark.parametrize('optimize', [True, False])
def test_sizes_that_seem_to_be_known(f, args, wrt, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(f, args, wrt=wrt, order=2)


def test_the_size_of_what_is_joined_is_that_of_what_it_is_multiplied_with():
    derivative = tl.grad(longer_by_one, wrt=(0, 1, 2))
    derivative(np.ones((3, 4)), np.ones(3), np.array([0.4]))
    assert 'broadcast' not in derivative.source
