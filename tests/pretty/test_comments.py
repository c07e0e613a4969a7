"""Which lines are quoted, where, and with which number."""
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.pretty.comment_lines import comment_lines, number_lines
from tests.optimize.rewriting import NUMBER, body_text, core, layout, stays


def quoted(derivative, *args):
    lines = derivative.source_for(*args).splitlines()
    return [line.strip() for line in lines if line.strip().startswith('#')]


def test_lines_and_numbers():
    text = """
    "backward"
    t = a * b
    a_bar = np.cos(t)
    return a_bar
    """
    function = comment_lines(core(text, t=NUMBER, a_bar=NUMBER))
    assert '# t = a * b\n' in body_text(function)
    assert '# 2: t = a * b\n' in body_text(number_lines(function))


@pytest.mark.parametrize('text', [
    't = a * b; return t',
    '"backward"\na_bar = a * b\nreturn a_bar',
])
def test_nothing_is_quoted(text):
    function = comment_lines(core(text, t=NUMBER, a_bar=NUMBER))
    assert body_text(function) == layout(text.replace('"backward"\n', ''))


def test_without_a_backward_half():
    stays(comment_lines, 't = a * b; return t')


def two_lines(x):
    y = x * x  # 🙂 a comment = with "quotes" and \\ signs
    z = np.sin(y); w = z * y  # noqa: E702
    return np.sum(w * x)


def repeated(x):
    y = x * x
    for _ in range(2):
        if x[0] > 0.0: y = y * x  # noqa: E701
        y = y * x
        y = y * x
    text = '''
    # no comment'''
    return np.sum(y) * len(text)


def test_each_line_is_quoted_once():
    for function in (two_lines, repeated):
        derivative = tl.grad(function)
        lines = quoted(derivative, np.array([0.5, 2.0]))
        assert len(lines) == len(set(lines))
        assert not any(line.startswith('# if ') for line in lines)
        assert not any(line[2:3].isdigit() for line in lines)


def in_a_loop(x):
    y = x
    for _ in range(3):
        z = np.sin(y) * x
        y = z * y
    return np.sum(y)


def test_numbers_are_those_of_the_file():
    derivative = tl.grad(in_a_loop)
    text = derivative.text({'x': np.ones(2)}, line_numbers=True)
    start = in_a_loop.__code__.co_firstlineno
    assert f'# {start + 3}: z = np.sin(y) * x' in text
    assert f'# {start + 4}: y = z * y' in text
    plain = derivative.text({'x': np.ones(2)})
    assert f'{start + 1}: ' not in plain
    assert [line for line in text.splitlines() if '#' not in line] == [
        line for line in plain.splitlines() if '#' not in line
    ]


def user_x_bar(x):
    x_bar = x[0]
    x_bar = x_bar * x[1] + x[0]
    return x_bar * x_bar


def parameter_x_bar(x, x_bar):
    y = x * x_bar
    return np.sum(np.sin(y) * y)


def plain_adjoint(x, y):
    z = x * y
    return np.sum(np.exp(z) * z) + x[0]


def test_the_docstring_tells_of_adjoints_alone():
    """A variable of the user's that is called x_bar is no derivative."""
    x = np.array([0.5, 2.0])
    for function, args in ((user_x_bar, (x,)), (parameter_x_bar, (x, x))):
        assert 'x_bar: the' not in tl.grad(function).source_for(*args)
    assert 'x_bar: the derivative of the result by x.' in tl.grad(
        plain_adjoint
    ).source_for(x, x)
    forward = tl.autodiff(plain_adjoint, mode='forward')
    assert 'x_dot: the derivative of x along the tangents.' in forward.source_for(
        x, x, x
    )


def stepped(h, w):
    return np.tanh(h * w)


def chained(h, w, n):
    for _ in range(n):
        h = stepped(h, w)
    return h


def test_of_a_function_of_one_line_the_call_is_quoted():
    gradient = tl.grad(chained, wrt=1)
    gradient(0.3, 0.7, 2)
    assert '# h = stepped(h, w)' in gradient.source
    assert '# return np.tanh' not in gradient.source


def counted_until(xs, limit):
    total = 0.0
    for x in xs:
        if x > limit:
            break
        total = total + x * x
    return total


def test_the_adjoint_of_an_item_is_under_the_line_that_reads_it():
    gradient = tl.grad(counted_until)
    gradient(np.array([0.5, 2.0]), 1.0)
    assert '# total = total + x * x' in gradient.source
