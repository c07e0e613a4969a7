"""Which arrays of a text have one name, and which may not."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.pretty.naming import number_names
from tests.optimize.rewriting import FLAG, NUMBER, VECTOR, becomes, core

ARRAYS = dict.fromkeys(('t1', 't2', 't3', 'x_bar1', 'x_bar2'), VECTOR)


@pytest.mark.parametrize(('before', 'after'), [
    ('t1 = x + y; t2 = t1 * x; return t2', 't = x + y; t = t * x; return t'),
    ('t1 = x + y; t2 = t1 * x; t3 = t1 * t2; return t3',
     't = x + y; t1 = t * x; t = t * t1; return t'),
    ('t1 = x + y; x_bar1 = t1 * x; x_bar2 = x_bar1 * x; return x_bar2',
     't = x + y; x_bar = t * x; x_bar = x_bar * x; return x_bar'),
    ('t1 = x + y; t2 = x * y; return (t1, t2)',
     't = x + y; t1 = x * y; return (t, t1)'),
    ('t1 = x + y; t2 = t1[0:2]; t3 = t2 * a; return t3',
     't = x + y; t = t[0:2]; t = t * a; return t'),
])
def test_arrays(before, after):
    becomes(number_names, before, after, **ARRAYS, t=VECTOR, x_bar=VECTOR)


def test_numbers_keep_names_of_their_own():
    kinds = {'t1': NUMBER, 't2': NUMBER, 't': NUMBER}
    becomes(number_names, 't1 = a + b; t2 = t1 * a; return t2',
            't = a + b; t1 = t * a; return t1', **kinds)


def test_in_a_loop_what_the_next_iteration_reads_is_alive():
    becomes(
        number_names,
        """
        t1 = x + y
        for i in range(n):
            t2 = t1 * x
            t3 = t2 * t2
            z += t3
        return z
        """,
        """
        t = x + y
        for i in range(n):
            t1 = t * x
            t1 = t1 * t1
            z += t1
        return z
        """,
        **ARRAYS, t=VECTOR,
    )


def test_arrays_bound_several_times_keep_their_names():
    becomes(
        number_names,
        't1 = x + y; t1 += x; t2 = t1 * x; t3 = t2 * y; return t3',
        't = x + y; t += x; t1 = t * x; t1 = t1 * y; return t1',
        **ARRAYS, t=VECTOR,
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
    function = number_names(core(text, pullback=None, **ARRAYS))
    names = [statement.targets[0].id for statement in function.body[:2]]
    assert names == ['t', 't1']
    assert function.body[3].targets[0].id == 't1'


def test_what_a_branch_of_the_users_binds_has_its_own_name():
    """Behind the branch it may have no value: reading it must raise as in Python."""
    text = """
    t1 = x + y
    u = t1 * x
    if flag:
        t2 = u * x
        u += t2
    return u
    """
    kinds = {**ARRAYS, 'flag': FLAG}
    function = number_names(core(text, primal='t1 t2 u', **kinds))
    assert function.body[2].body[0].targets[0].id == 't1'


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
    function = number_names(core(text, joined='s', **kinds))
    body = function.body[1].body
    names = [body[k].targets[0].id for k in (0, 1, 4)]
    assert names[2] not in names[:2]
    assert names[0] == names[1]
