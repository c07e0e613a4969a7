"""Which arrays of a text have one name, and which may not."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.pretty.choose_names import choose_names
from tests.optimize.rewriting import (
    FLAG,
    NUMBER,
    VECTOR,
    becomes,
    body_text,
    core,
    layout,
)
from tests.support.numeric import central_gradient

ARRAYS = dict.fromkeys(('t1', 't2', 't3', 'x_bar1', 'x_bar2'), VECTOR)


@pytest.mark.parametrize(('before', 'after'), [
    ('t1 = x + y; t2 = t1 * x; return t2', 's = x + y; s = s * x; return s'),
    ('t1 = x + y; t2 = t1 * x; t3 = t1 * t2; return t3',
     's = x + y; p = s * x; s = s * p; return s'),
    ('t1 = x + y; x_bar1 = t1 * x; x_bar2 = x_bar1 * x; return x_bar2',
     's = x + y; x_bar = s * x; x_bar = x_bar * x; return x_bar'),
    ('t1 = x + y; t2 = x * y; return (t1, t2)',
     's = x + y; p = x * y; return (s, p)'),
    ('t1 = x + y; t2 = t1[0:2]; t3 = t2 * a; return t3',
     's = x + y; s = s[0:2]; s = s * a; return s'),
])
def test_arrays(before, after):
    becomes(choose_names, before, after, **ARRAYS, s=VECTOR, p=VECTOR, x_bar=VECTOR)


def test_numbers_keep_names_of_their_own():
    kinds = {'t1': NUMBER, 't2': NUMBER, 's': NUMBER, 'p': NUMBER}
    becomes(choose_names, 't1 = a + b; t2 = t1 * a; return t2',
            's = a + b; p = s * a; return p', **kinds)


def test_in_a_loop_what_the_next_iteration_reads_is_alive():
    becomes(
        choose_names,
        """
        t1 = x + y
        for i in range(n):
            t2 = t1 * x
            t3 = t2 * t2
            z += t3
        return z
        """,
        """
        s = x + y
        for i in range(n):
            p = s * x
            p = p * p
            z += p
        return z
        """,
        **ARRAYS, s=VECTOR, p=VECTOR,
    )


def test_arrays_bound_several_times_share_names_as_well():
    becomes(
        choose_names,
        't1 = x + y; t1 += x; t2 = t1 * x; t3 = t2 * y; return t3',
        's = x + y; s += x; s = s * x; s = s * y; return s',
        **ARRAYS, s=VECTOR,
    )


def test_what_a_function_reads_that_is_called_later_is_alive():
    text = """
    t1 = x + y
    t2 = t1 * x
    def pullback(u):
        v = u * t1
        return v
    t3 = t2 * y
    return (t3, pullback)
    """
    function = choose_names(core(text, pullback=None, **ARRAYS))
    names = [statement.targets[0].id for statement in function.body[:2]]
    assert names == ['s', 'p']
    assert function.body[3].targets[0].id == 'p'


def test_what_a_branch_binds_and_is_read_behind_has_its_own_name():
    """It may have no value there: reading it must raise as in Python."""
    text = """
    t1 = x + y
    u = t1 * x
    if flag:
        t2 = u * x
        u += t2
    v = u * t2
    return v
    """
    kinds = {**ARRAYS, 'flag': FLAG}
    function = choose_names(core(text, primal='t1 t2 u v', **kinds))
    names = {function.body[k].targets[0].id for k in (0, 1, 3)}
    assert function.body[2].body[0].targets[0].id not in names


@pytest.mark.parametrize(('before', 'after'), [
    ('t1 = b[i]; t2 = t1 * a; return t2', 'b_i = b[i]; p = b_i * a; return p'),
    ('t1 = b[-1]; t2 = b[0]; return (t1, t2)',
     'b_last = b[-1]; b_0 = b[0]; return (b_last, b_0)'),
    ('t1 = np.sin(a); t2 = np.exp(t1); return (t1, t2)',
     'sin_a = np.sin(a); exp_sin_a = np.exp(sin_a); return (sin_a, exp_sin_a)'),
    ('t1 = len(b); t2 = np.sqrt(2.0); return (t1, t2)',
     'n = len(b); root = np.sqrt(2.0); return (n, root)'),
])
def test_values_are_called_after_what_computes_them(before, after):
    kinds = dict.fromkeys(('t1', 't2', 'i', 'a'), NUMBER) | {'b': VECTOR}
    function = choose_names(core(before, **kinds))
    assert body_text(function) == layout(after)


def test_a_letter_that_the_user_has_is_not_taken():
    function = choose_names(core('t1 = s + p; t2 = t1 * p; return t2',
                                 t1=NUMBER, t2=NUMBER, s=NUMBER, p=NUMBER))
    assert body_text(function) == layout('a = s + p; b = a * p; return b')


def test_parameters_keep_their_own_names():
    """Two that nothing reads at once are still two."""
    def f(params, params_1, x):
        params_1 = params_1 * 2.0
        return np.sum(params * x) + np.sum(params_1)

    x = np.array([1.0, 2.0])
    got = tl.grad(f, wrt=(0, 1))(x, x, x)
    np.testing.assert_allclose(got, (x, [2.0, 2.0]))


def bars(x, y):
    z = np.exp(x) * y
    w = z * np.sin(z + y)
    return np.sum(w * np.tanh(w @ w))


def test_an_adjoint_is_called_after_its_own_value_alone():
    """What is called `v_bar` has the shape of v, where the text has a v."""
    derivative = tl.value_and_grad(bars, wrt=(0, 1))
    x = np.array([0.3, -0.7])
    derivative(x, x)
    text, returned = derivative.source.rsplit('    return', 1)
    module = {}
    exec(f'{text}    return locals()', module)
    names = module['bars_value_and_grad'](x, x)
    adjoints = [name for name in names if name.endswith('_bar')]
    assert {'z_bar', 'w_bar'} <= set(adjoints)
    for name in adjoints:
        if name.removesuffix('_bar') in names:
            assert np.shape(names[name]) == np.shape(names[name.removesuffix('_bar')])


def uncertain(x, y):
    work = x * y
    total = np.sum(work * work)
    if total > 1e6:
        late = x + y
    return total + np.sum(late * x)


def test_a_variable_without_a_value_still_raises():
    x = np.array([1.0, 2.0])
    with pytest.raises(UnboundLocalError):
        tl.grad(uncertain)(x, x)
    x = 1e3 * x
    np.testing.assert_allclose(tl.grad(uncertain)(x, x), 4.0 * x**3 / 2 + 3.0 * x)


def chain(x):
    y = x
    for _ in range(3):
        y = np.sin(y) * x + np.cos(y)
    y = y * y
    y = np.exp(-y)
    return np.sum(y)


def test_versions_of_a_variable_share_its_name_and_nest():
    x = np.array([0.3, -0.7])
    gradient = tl.grad(chain)
    step, direction = 1e-6, np.array([1.0, -0.5])
    product = tl.autodiff(gradient)(x, init_grad=direction)
    moved = gradient(x + step * direction) - gradient(x - step * direction)
    np.testing.assert_allclose(product, moved / (2 * step), rtol=1e-6)


def test_what_is_read_behind_a_loop_keeps_its_name_in_all_of_it():
    """The last iteration may leave before it binds the array again."""
    text = """
    s = 0.0
    for i in range(n):
        t1 = x * s
        t2 = t1 + y
        s = np.sum(t2)
        if flag:
            break
        t3 = y * s
    u = t3 + x
    return u
    """
    kinds = {**ARRAYS, 's': NUMBER, 'flag': FLAG}
    function = choose_names(core(text, joined='s', **kinds))
    body = function.body[1].body
    names = [body[k].targets[0].id for k in (0, 1, 4)]
    assert names[2] not in names[:2]
    assert names[0] == names[1]


def test_what_the_text_has_no_more_says_nothing_of_a_name():
    """A value that is gone may be called like one that is named now."""
    function = choose_names(core('t1 = x * a; x_bar3 = t1 * a; return x_bar3',
                                 t1=VECTOR, x_bar3=VECTOR))
    assert function.kinds['x_bar'] == VECTOR
    before = core('t1 = x * a; x_bar3 = t1 * a; return x_bar3', t1=VECTOR,
                  x_bar3=VECTOR)
    before.kinds['x_bar'] = NUMBER
    assert choose_names(before).kinds['x_bar'] == VECTOR


@pytest.mark.parametrize(('one', 'other', 'either'), [
    (VECTOR, Array('float64', (2,)), Array('float64', None)),
    (VECTOR, Array('float32', (3,)), Array(None, (3,))),
    (Scalar('float64', True), Scalar('float64', False), Scalar('float64', None)),
    (VECTOR, VECTOR, VECTOR),
])
def test_a_name_of_values_of_two_kinds(one, other, either):
    text = 'u = u_0 * 2.0; u1 = u_1 * u; return u1'
    kinds = {'u_0': one, 'u': one, 'u1': other, 'u_1': other}
    function = choose_names(core(text, primal='u u1', **kinds))
    assert body_text(function).count('u =') == 2
    assert function.kinds['u'] == either


def maximum_in_a_case(x_i):
    """The adjoint was taken for the number that one without a value of its own is."""
    x_i = (-(x_i) / (1.5 + np.sum(x_i)*np.sum(x_i)))
    x_bar1 = x_i
    x = np.max(x_bar1)
    x += 0.3 * np.mean(np.sin(x_bar1))
    if x > 0.7:
        chosen = np.where(x_bar1 > 1.01, x_bar1, x_bar1 * x_bar1)
        return np.sum(np.max(x_bar1)) + np.mean(x_bar1 + chosen) * 0.5
    return np.sum(x_bar1) + np.mean((x + x) - np.sin(x)) * 0.5


def test_an_adjoint_that_may_not_be_written():
    x = np.array([0.5, 0.7, 1.3])
    want = tl.grad(maximum_in_a_case)(x)
    for seed in (1.5, np.float64(1.5), np.array(1.5)):
        got = tl.autodiff(maximum_in_a_case)(x, init_grad=seed)
        np.testing.assert_allclose(got, 1.5 * want, rtol=1e-12)


def names_of_every_kind(t, t_, a, s, p):
    i = t * t_
    _ = a * s
    x_bar = i * _
    x_i = x_bar * p
    exp_x = np.exp(x_i)
    n = exp_x * t
    mask = n * a
    sum = mask * n + x_bar
    for _ in range(2):
        sum = sum * i
    len = sum * n
    return len * 0.1 + _


def test_the_users_names_are_kept_apart():
    point = (0.6, 0.9, 1.1, 0.7, 0.8)
    got = tl.grad(names_of_every_kind, wrt=(0, 1, 2, 3, 4))(*point)
    want = central_gradient(names_of_every_kind, point, range(5))
    np.testing.assert_allclose(got, want, rtol=1e-8)


def one_base(x, x1, x_1, x_bar, x_bar1):
    x_bar = x_bar * x
    x1 = x1 * x_1
    return np.sum(x * x1 * x_1 * x_bar + x_bar1 * x)


def test_parameters_of_one_base():
    point = [np.linspace(0.5, 1.0 + k, 3) for k in range(5)]
    derivative = tl.grad(one_base, wrt=(0, 1, 2, 3, 4))
    for got, want in zip(derivative(*point),
                         central_gradient(one_base, point, range(5)), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-8)
    assert 'the derivative of the result by x.' not in derivative.source


def captured(x, y):
    x_bar = x * y
    t = np.exp(x_bar)
    return t * x_bar + np.sin(t)


def test_what_a_pullback_captures():
    x, y = np.array([0.3, -0.4]), np.array([1.2, 0.4])
    value, pullback = tl.vjp(captured, x, y)
    assert np.array_equal(value, captured(x, y))
    want = tl.autodiff(captured, wrt=(0, 1))(x, y, init_grad=value)
    for factor in (1.0, -2.0, 1.0):
        for got, one in zip(pullback(factor * value), want, strict=True):
            np.testing.assert_allclose(got, factor * one)


def remembering():
    best = 0.0

    def remember(value):
        nonlocal best
        if value > best:
            best = value
        return best

    return remember


remember = remembering()


def remembered(x):
    best = remember(x) * x
    return best * remember(2.0 * x)


def test_captured_variables_that_get_a_value_are_none_of_ours():
    gradient = tl.grad(remembered)
    assert gradient(3.0) == 6.0 * 3.0**2
    assert gradient(4.0) == 6.0 * 4.0**2


def decayed(p, t):
    y = np.ones_like(t)
    h = t / 20
    for _ in range(3):
        y -= h * y ** p[0]
        t = t + 1.0
    return np.sum(y * t)


def test_a_parameter_that_is_called_as_temporaries_are_keeps_its_value():
    text = tl.grad(decayed).source_for(np.array([1.2]), np.ones(4))
    lines = map(str.strip, text.splitlines())
    assert [line for line in lines if line.startswith("t = ")] == ["t = t + 1.0"]
