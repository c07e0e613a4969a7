"""Lists and dicts that change while something else may hold them: right, or refused.

Each program's value and derivatives are those of Python, or an error says that the
change is not supported; what would be wrong is to follow one holder only.
"""
import numpy as np
import pytest

import tangentlite as tl


def joined_by_a_branch(x, y, n):
    a, b = [x], [y]
    if n > 0:
        b = a
    a[0] = x * y
    return b[0]


def chosen_by_an_expression(x, y, n):
    a = {'k': x}
    b = a if n > 0 else {'k': y}
    a['k'] = x * y
    return b['k']


def joined_inside_a_tuple(x, y, n):
    a = [x]
    t = (a, y)
    if n > 5:
        t = ([y], x)
    a[0] = x * y
    return t[0][0]


def held_beside_what_changes(x, y, n):
    a = [x]
    d = {'l': a, 's': x}
    for _ in range(n):
        d['s'] = d['s'] * y
    a[0] = x * y
    return d['l'][0] * d['s']


def joined_in_a_loop(x, y, n):
    a, b = [x], [y]
    for i in range(3):
        if i == n:
            b = a
        a[0] = a[0] * 1.5
    return b[0] * a[0]


def equal_contents(x, y, n):
    a = [x, y]
    b = [x, y] if n < 0 else a
    b[0] = 3.0 * x
    return a[0]


def handed_through_a_recursion(x, y, n):
    def same(l, k):
        return l if k == 0 else same(l, k - 1)

    a = [x, x]
    b = same(a, n)
    a[0] = 3.0 * x
    return b[0] * y


def extended_in_place(x, y, n):
    a = [x]
    b = a
    b += [x * y]
    return a[-1] * len(a)


def extended_by_a_callee(x, y, n):
    def add(values, value):
        values += [value]

    a = [x]
    add(a, y)
    return a[-1] * len(a)


def united_in_place(x, y, n):
    d = {'a': x}
    e = d
    e |= {'a': 2.0}
    return d['a'] * x


def changed_while_iterated(x, y, n):
    a = [x, y]
    s = 0.0
    for v in a:
        a[1] = x * x
        s = s + v
    return s


def grown_while_iterated(x, y, n):
    a = [x, y]
    s = 0.0
    for v in a:
        s = s + v
        if len(a) < 4:
            a.append(x * y)
    return s


def seen_through_a_view(x, y, n):
    d = {'a': x}
    items = d.items()
    d['a'] = y
    s = 0.0
    for _, v in items:
        s = s + v * v
    return s


def an_iterator_that_ends(x, y, n):
    pairs = zip((x, y), (y, x))
    s = 0.0
    for _ in range(2):
        for a, b in pairs:
            s = s + a * b
    return s


def held_by_a_default(x, y, n):
    a = [x]
    first = lambda values=a: values[0]  # noqa: E731
    a[0] = 3.0 * x
    return first()


def a_default_that_grows(x, y, n):
    def count(v, seen=[]):  # noqa: B006
        seen.append(v)
        return len(seen) * v

    return count(x) * count(y)


def a_bound_method(x, y, n):
    a = [x]
    push = a.append
    push(y)
    return a[-1] * x


def changed_alone(x, y, n):
    a = [x, y]
    d = {'s': x}
    for _ in range(n):
        d['s'] = d['s'] * a[0]
        a[0] = a[0] + y
    a += [x * y]
    d |= {'t': a[-1]}
    if n > 1:
        d['t'] = d['t'] * x
    b = dict(d)
    b['s'] = 0.0
    return d['s'] * d['t'] + b['s'] + a[2]


PROGRAMS = [value for name, value in list(globals().items())
            if callable(value) and getattr(value, '__module__', '') == __name__]


@pytest.mark.parametrize('program', PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize('n', [0, 1, 2])
@pytest.mark.parametrize('optimize', [True, False])
def test_a_change_is_seen_by_every_holder_or_refused(program, n, optimize):
    args = (3.0, 7.0, n)
    with tl.options(optimize=optimize):
        try:
            value, gradient = tl.value_and_grad(program, wrt=(0, 1))(*args)
        except tl.UnsupportedError:
            assert program is not changed_alone
            return
        assert value == program(*args)
        step = 1e-6
        for k in (0, 1):
            ahead, behind = list(args), list(args)
            ahead[k] += step
            behind[k] -= step
            want = (program(*ahead) - program(*behind)) / (2 * step)
            np.testing.assert_allclose(gradient[k], want, rtol=1e-6, atol=1e-6)


def test_tangents_handed_back_share_no_memory():
    array, tangent = np.ones(2), np.ones(2)
    _, (one, other) = tl.jvp(lambda p: [p['w'], p['w']],
                             ({'w': array},), ({'w': tangent},))
    assert not np.shares_memory(one, tangent)
    assert not np.shares_memory(one, other)


def test_one_closure_given_twice_is_not_two():
    def scaled(k):
        return lambda x: k * x

    def product(g, h):
        return lambda x: g(x) * h(x)

    a, b = scaled(2.0), scaled(3.0)
    found = [tl.grad(product(g, h))(1.0) for g in (a, b) for h in (a, b)]
    assert found == [8.0, 12.0, 12.0, 18.0]


def test_defaults_of_other_types_are_other_defaults():
    def made(d):
        def g(v, k=d):
            return v * 10 if k is True else v * k
        return g

    def used(g):
        return lambda x: g(x) * x

    assert [tl.grad(used(made(d)))(1.0) for d in (1, True)] == [2.0, 20.0]


def test_deep_closures_keep_their_own_data():
    def chain(k):
        f = lambda x: k * x  # noqa: E731
        for _ in range(7):
            f = (lambda g: lambda x: g(x) * x)(f)
        return f

    assert [tl.grad(chain(k))(1.0) for k in (1.0, 2.0)] == [8.0, 16.0]


def test_long_lists_of_arrays_can_be_given_twice():
    derivative = tl.grad(lambda values: values[0][0] ** 2)
    values = [np.full(2, 3.0) for _ in range(101)]
    for _ in range(3):
        assert derivative(values)[0][0] == 6.0


def written_after_a_sum(x):
    u = x * 2.0
    y = u + 1.0
    u[0] = 0.0
    return np.sum(y * y) + u[1]


def written_in_a_loop(x):
    u = x * 2.0
    s = 0.0
    for i in range(3):
        y = u - 1.0
        u[i] = 0.0
        s += np.sum(y * y)
    return s


@pytest.mark.parametrize('function', [written_after_a_sum, written_in_a_loop])
def test_a_tangent_that_is_passed_on_is_not_written(function):
    tl.check_grad(function, (np.array([0.3, 0.5, 0.7]),), order=2)


def sets_in_a_loop(x, n):
    seen, total = {1}, 0.0
    for k in range(n):
        if k in seen:
            total += x[k] * k
        seen = {k + 1, 5}
    return total * x[0] * len(seen)


def sets_that_grow(x, n):
    seen, total = set(), 0.0
    for k in (1, 2, 1, 3):
        if k not in seen:
            total += x[k - 1] * k
            seen.add(k)
    if n > 2:
        seen.add(7)
    return total * len(seen | {1, 9})


@pytest.mark.parametrize('n', [0, 2, 3])
@pytest.mark.parametrize('function', [sets_in_a_loop, sets_that_grow])
def test_sets_of_what_is_known(function, n):
    tl.check_grad(function, (np.array([0.5, 1.5, 2.0]), n))


def test_computed_values_in_a_set_are_refused():
    with pytest.raises(tl.UnsupportedError, match='no number that is computed'):
        tl.grad(lambda x: len({x, 2.0 * x}) * x)(1.0)


def monotone_stack(x):
    stack, out = [], 0.0
    for k, p in enumerate(x):
        while stack and stack[-1] < p:
            out += stack.pop() * (k + 1)
        stack.append(p * 2)
    while stack:
        out += stack.pop() ** 2
    return out


def lower_envelope(x):
    lower = []
    for p in x:
        while len(lower) >= 2 and lower[-1] > p:
            lower.pop()
        lower.append(p)
    return sum(v * v for v in lower)


@pytest.mark.parametrize("function", [monotone_stack, lower_envelope])
def test_loops_that_cannot_run_while_a_list_is_empty(function):
    x = np.array([0.3, 0.9, 0.4, 0.7, 0.2])
    assert tl.value_and_grad(function)(x)[0] == pytest.approx(function(x), rel=1e-15)
    tl.check_grad(function, (x,), order=2)
