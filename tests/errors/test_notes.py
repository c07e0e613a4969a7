"""What a derivative raises while it runs carries the user's file, line and text."""
import inspect
from functools import partial

import numpy as np
import pytest

import tangentlite as tl
from tests.support.errors import assert_short, raised

X, W = np.array([0.5, 1.5]), np.array([1.0, 2.0, 3.0])


def divided(x, y):
    z = np.sin(x)
    return z * quotient(x, y)


def quotient(x, y):
    return x / y  # by zero


def shapes(x, w):
    h = np.tanh(x)
    return np.sum(h @ w) * np.max(w)  # shapes


def indexed(x, n):
    total = 0.0
    for i in range(n):
        total = total + x[i] ** 2  # index
    return total


def raises(x, limit):
    y = 3.0 * x
    if y > limit:
        raise ValueError('too large')  # limit
    return y * y


def in_place(x, w):
    y = np.zeros(3)
    y[:2] = x * w  # slices
    return np.sum(y * y)


def again(x, n):
    if n == 0:
        return 1.0 / x  # recursion
    return again(x - 1.0, n - 1)


PROGRAMS = {
    '# by zero': (divided, (2.0, 0.0), ZeroDivisionError),
    '# shapes': (shapes, (X, W), ValueError),
    '# index': (indexed, (X, 3), IndexError),
    '# limit': (raises, (2.0, 1.0), ValueError),
    '# recursion': (again, (2.0, 2), ZeroDivisionError),
}
MODES = {
    'grad': lambda f, args: tl.grad(f)(*args),
    'value_and_grad': lambda f, args: tl.value_and_grad(f)(*args),
    'reverse': lambda f, args: tl.autodiff(f)(*args),
    'forward': lambda f, args: tl.jvp(f, args, (args[0], None)),
    'pullback': lambda f, args: tl.vjp(f, *args),
    'unoptimised': lambda f, args: unoptimised(f, args),
    'second': lambda f, args: tl.hvp(f, args, (args[0], None)),
    'third': lambda f, args: tl.grad(tl.grad(tl.grad(f)))(*args),
}


def unoptimised(f, args):
    with tl.options(optimize=False):
        return tl.grad(f)(*args)


def line_of(comment: str) -> tuple[int, str]:
    """Return the number and the text of the line above that ends in a comment."""
    lines = open(__file__).read().splitlines()
    number = next(k for k, line in enumerate(lines) if line.endswith(f'  {comment}'))
    return number + 1, lines[number].strip()


@pytest.mark.parametrize('mode', MODES)
@pytest.mark.parametrize('comment', PROGRAMS)
def test_the_line_of_the_program(comment, mode):
    function, args, class_ = PROGRAMS[comment]
    if mode == 'third' and isinstance(args[0], np.ndarray):
        pytest.skip('the gradient is an array')
    if comment == '# shapes' and mode not in ('value_and_grad', 'forward', 'pullback'):
        pytest.skip('the sum itself is not computed')
    for _ in range(2):
        error = raised(lambda: MODES[mode](function, args))
        assert type(error) is class_
        assert_short(error)
        number, text = line_of(comment)
        (note,) = error.__notes__
        head, *quoted = note.splitlines()
        assert head.startswith('In the derivative of ')
        assert f'{__file__}:{number}, ' in head and f'    {text}' in quoted
        # In a derivative of a derivative a line may be of several of the program's.
        assert len(quoted) == 1 or mode in ('second', 'third')


def test_code_that_is_called_often_and_code_that_closures_share():
    def made(scale):
        def function(x):
            return scale / x  # shared

        return function

    number, text = line_of('# shared')
    for scale in (1.0, 2.0, 3.0):
        derivative = tl.grad(made(scale))
        for _ in range(6):
            assert derivative(2.0) == -scale / 4.0
            error = raised(partial(derivative, 0.0))
            (note,) = error.__notes__
            assert f'{__file__}:{number}, ' in note and note.endswith(text)


def test_pullbacks_are_of_the_program_too():
    def product(x, y):
        return x @ y  # backwards

    _, pullback = tl.vjp(product, np.ones((2, 3)), np.ones((3, 4)))
    error = raised(lambda: pullback(np.ones((2, 5))))
    number, text = line_of('# backwards')
    if isinstance(error, tl.TangentliteError):  # the shape is looked at in front
        return
    assert_short(error)
    assert error.__notes__ == [
        f'In the derivative of {__file__}:{number}, {title(product)}:\n    {text}'
    ]


def title(function) -> str:
    return f'{function.__module__}.{function.__qualname__}'


def test_lists_and_places_that_are_written():
    error = raised(lambda: tl.grad(in_place)(X, W))
    assert isinstance(error, ValueError)
    number, text = line_of('# slices')
    assert error.__notes__[0].splitlines() == [
        f'In the derivative of {__file__}:{number}, {title(in_place)}:', f'    {text}'
    ]  # fmt: skip


def test_what_the_user_catches_is_not_noted():
    def careful(x, y):
        try:
            return x / y
        except ZeroDivisionError:
            return 2.0 * x

    assert tl.grad(careful)(3.0, 0.0) == 2.0


def test_saved_modules_raise_in_their_own_lines(tmp_path):
    path = tmp_path / 'saved.py'
    tl.value_and_grad(indexed).save(path, {'x': X, 'n': 2})
    text = path.read_text()
    assert '# total = total + x[i] ** 2' in text
    namespace: dict = {}
    exec(compile(text, path, 'exec'), namespace)
    error = raised(lambda: namespace['indexed_value_and_grad'](X, 3))
    assert isinstance(error, IndexError)
    assert inspect.getinnerframes(error.__traceback__)[-1].filename == str(path)
