"""When a forward and a backward loop become one, and when not."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.optimize.loops.fuse_loops import fuse_loops
from tests.optimize.rewriting import NUMBER, becomes, case, stays

FORWARD = """
saved = []
for i in range(n):
    a = x[i]
    b = np.sin(a)
    saved.append(a)
"""
BACKWARD = """
for j in reversed(range(n)):
    d = saved.pop()
    e = np.cos(d)
    x_bar[j] += e
return x_bar
"""
MADE = "x_bar = np.zeros_like(x)"


def program(between: str = MADE, forward: str = FORWARD, backward: str = BACKWARD):
    return forward + between + backward


def test_independent_iterations():
    becomes(
        fuse_loops,
        program(),
        """
        saved = []
        x_bar = np.zeros_like(x)
        for i in range(n):
            a = x[i]
            b = np.sin(a)
            "backward"
            d = a
            e = np.cos(d)
            x_bar[i] += e
        return x_bar
        """,
    )


def test_a_number_that_is_added_to():
    becomes(
        fuse_loops,
        program(
            "s_bar = 0.0",
            backward="""
for j in reversed(range(n)):
    d = saved.pop()
    e = s_bar + d
    s_bar = e
return s_bar
""",
        ),
        """
        saved = []
        s_bar = 0.0
        for i in range(n):
            a = x[i]
            b = np.sin(a)
            "backward"
            d = a
            e = s_bar + d
            s_bar = e
        return s_bar
        """,
        joined="s_bar",
    )


def test_other_additions_come_after():
    becomes(
        fuse_loops,
        program(MADE + "\nx_bar[0] += b"),
        """
        saved = []
        x_bar = np.zeros_like(x)
        for i in range(n):
            a = x[i]
            b = np.sin(a)
            "backward"
            d = a
            e = np.cos(d)
            x_bar[i] += e
        x_bar[0] += b
        return x_bar
        """,
    )


def test_a_first_value_that_comes_later_is_added_later():
    becomes(
        fuse_loops,
        program(
            "r = b * 2.0\ns_bar = r",
            backward="""
for j in reversed(range(n)):
    d = saved.pop()
    e = s_bar + d
    s_bar = e
return s_bar
""",
        ),
        """
        saved = []
        s_bar = 0.0
        for i in range(n):
            a = x[i]
            b = np.sin(a)
            "backward"
            d = a
            e = s_bar + d
            s_bar = e
        r = b * 2.0
        s_bar = s_bar + r
        return s_bar
        """,
        joined="s_bar",
    )


CARRIED = """
for j in reversed(range(n)):
    d = saved.pop()
    e = s_bar * d
    s_bar = e
return s_bar
"""
BRANCH = """
for j in reversed(range(n)):
    d = saved.pop()
    if c:
        e = d * 2.0
    x_bar[j] += e
return x_bar
"""


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("a number that is multiplied", program("s_bar = 1.0", backward=CARRIED),
             {"joined": "s_bar"}),
        case("a start that is computed from what the loop leaves",
             program("s_bar = b * 2.0\n" + MADE,
                     backward=BACKWARD.replace("np.cos(d)", "s_bar * d"))),
        case("an adjoint that is read between",
             program(MADE + "\ns = x_bar[0]\ny[0] = s")),
        case("an adjoint that the loop reads",
             program(backward=BACKWARD.replace("np.cos(d)", "x_bar[0]"))),
        case("an adjoint that the loop sets",
             program(backward=BACKWARD.replace("x_bar[j] += e", "x_bar[j] = e"))),
        case("an array that the first loop writes",
             program(forward=FORWARD.replace("b = np.sin(a)", "y[i] = a"),
                     backward=BACKWARD.replace("np.cos(d)", "y[0]"))),
        case("an array that is written between",
             program(MADE + "\ny[0] = 1.0",
                     backward=BACKWARD.replace("np.cos(d)", "y[0]"))),
        case("a list that is read between",
             program(MADE + "\nm_ = len(saved)\ny[0] = m_"), {"m_": NUMBER}),
        case("loops that count alike",
             program(backward=BACKWARD.replace("reversed(range(n))", "range(n)"))),
        case("loops of different length",
             program(backward=BACKWARD.replace("range(n)", "range(i)"))),
        case("a loop that is left early",
             program(forward=FORWARD.replace("b = np.sin(a)", "if c:\n        break"))),
        case("a value of an earlier round",
             program(MADE + "\ne = 0.0", backward=BRANCH), {"joined": "e"}),
        case("the counter in the list", program(MADE, FORWARD + "\nsaved.append(s)\n")),
    ],
)  # fmt: skip
def test_stays(text, facts):
    stays(fuse_loops, text, **facts)


def test_lists_of_tuples_and_nested_loops():
    def f(x, a):
        total = 0.0
        for i in range(len(x)):
            inner = 0.0
            for j in range(3):
                inner = inner + np.sin(a[j] * x[i]) * inner + x[i]
            total = total + inner * np.exp(x[i])
        return total

    args = np.array([0.3, -0.2, 0.5]), np.array([1.0, 0.4, -0.7])
    tl.check_grad(f, args)
    text = tl.value_and_grad(f, wrt=(0, 1)).source_for(*args)
    assert text.count("reversed(range(n))") == 0


def test_means_the_same_with_and_without():
    def f(x, w):
        total, product = 0.0, 1.0
        for i in range(len(x)):
            t = np.tanh(x[i] * w)
            total = total + np.sum(t * t) / (1.0 + x[i] ** 2)
            product = product * (1.0 + 0.1 * x[i])
        return total * product

    args = np.array([0.3, -0.2, 0.5]), np.array([1.0, 0.4])
    tl.check_grad(f, args)
    value, (x_bar, w_bar) = tl.value_and_grad(f, wrt=(0, 1))(*args)
    assert value == f(*args)
    with tl.options(optimize=False):
        plain = tl.grad(f, wrt=(0, 1))(*args)
    np.testing.assert_allclose(x_bar, plain[0], rtol=1e-12)
    np.testing.assert_allclose(w_bar, plain[1], rtol=1e-12)


def first_value(x, a):
    total, p = 0.0, a
    for i in range(len(x)):
        e = np.exp(x[i])
        total += p * e
        p = 2.0
    return total


def first_row(x, w):
    total, previous = 0.0, w * w
    for i in range(len(x)):
        total += np.sum(previous * np.exp(x[i]))
        previous = np.array([x[i], 1.0])
    return total


def added_in_between(x, a):
    y = x * a
    g = 0.0
    total = 0.0
    for i in range(2):
        g += np.exp(x[i])
        total += y[i]
    y[0] += g
    return total + y[0]


def weights_as_a_whole(x, w):
    total = 0.0
    for i in range(len(x)):
        r = np.tanh(np.sum(w) * x[i]) - x[i]
        total += r * r * np.sum(w * w)
    return total


@pytest.mark.parametrize(
    ("f", "second"),
    [(first_value, 0.5), (first_row, np.array([0.5, 2.0])), (added_in_between, 0.7),
     (weights_as_a_whole, np.array([0.5, -0.2]))],
)  # fmt: skip
def test_both_gradients_at_once(f, second):
    args = np.array([0.1, 0.2, -0.4]), second
    _, found = tl.value_and_grad(f, wrt=(0, 1))(*args)
    with tl.options(optimize=False):
        plain = tl.grad(f, wrt=(0, 1))(*args)
    for one, other, position in zip(found, plain, (0, 1)):
        alone = tl.grad(f, wrt=position)(*args)
        np.testing.assert_allclose(one, other, rtol=1e-12)
        np.testing.assert_allclose(alone, other, rtol=1e-12)
    tl.check_grad(f, args)


def test_weights_as_a_whole_are_added_to_at_once():
    args = np.array([0.1, 0.2, -0.4]), np.array([0.5, -0.2])
    text = tl.value_and_grad(weights_as_a_whole, wrt=(0, 1)).source_for(*args)
    assert "reversed(" not in text


def test_second_order():
    def f(x):
        total = 0.0
        for i in range(len(x)):
            total = total + np.sin(x[i]) * x[i]
        return total

    x = np.array([0.3, -0.2, 0.5])
    hessian = tl.hessian(f)(x)
    want = np.diag(2.0 * np.cos(x) - x * np.sin(x))
    np.testing.assert_allclose(hessian, want, atol=1e-12)
