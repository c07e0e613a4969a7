"""Tracebacks: the user's frames and the call of the derivative, nothing between."""
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.tracebacks import frames
from tests.support.errors import assert_short, frames_of, raised, shown

X = np.array([0.5, 1.5])


def summed(v):
    return np.sin(v).summ()


def misspelt(x):
    y = 2.0 * x
    return summed(y) + 1.0


# where the derivative is called, then the program down to the mistake
IN_PROGRAM = [
    ('misspelt', 'return summed(y) + 1.0'),
    ('summed', 'return np.sin(v).summ()'),
]

GRADIENT = tl.grad(misspelt)
CALLS = {
    'grad': lambda: tl.grad(misspelt)(X),
    'value_and_grad': lambda: tl.value_and_grad(misspelt)(X),
    'autodiff': lambda: tl.autodiff(misspelt)(X),
    'forward': lambda: tl.autodiff(misspelt, mode='forward')(X, X),
    'vjp': lambda: tl.vjp(misspelt, X),
    'jvp': lambda: tl.jvp(misspelt, (X,), (X,)),
    'hvp': lambda: tl.hvp(misspelt, X, X),
    'hessian': lambda: tl.hessian(misspelt)(X),
    'elementwise_grad': lambda: tl.elementwise_grad(misspelt)(X),
    'a derivative of a derivative': lambda: tl.grad(tl.grad(misspelt))(X),
    'source': lambda: tl.grad(misspelt).source,
    'source_for': lambda: GRADIENT.source_for(X),
    'compiled': lambda: GRADIENT.compiled(X),
    'text': lambda: GRADIENT.text({'x': X}),
    'standalone': lambda: GRADIENT.standalone({'x': X}),
    'save': lambda: GRADIENT.save(os.devnull, {'x': X}),
    'a method': lambda: tl.grad(Model().loss)(X),
}  # fmt: skip


class Model:
    def loss(self, x):
        return misspelt(x)


@pytest.mark.parametrize('call', CALLS.values(), ids=CALLS)
def test_only_frames_of_the_program(call):
    error = raised(call)
    assert isinstance(error, tl.UnsupportedError)
    assert_short(error)
    frames = [f for f in frames_of(error) if f != ('loss', 'return misspelt(x)')]
    assert [name for name, _ in frames[:2]] == ['raised', '<lambda>']
    assert [f for f in frames[2:] if f[0] != 'misspelt_sum'] == IN_PROGRAM


@pytest.mark.parametrize('call', [
    lambda: tl.jacobian(misspelt)(X), lambda: tl.check_grad(misspelt, (X,)),
])  # fmt: skip
def test_what_calls_the_function_shows_what_it_raises(call):
    error = raised(call)
    assert isinstance(error, AttributeError)
    assert_short(error)
    assert frames_of(error)[2:] == IN_PROGRAM


def test_derivatives_in_programs():
    def outer(x):
        return tl.grad(misspelt)(x)

    error = raised(lambda: tl.grad(outer)(X))
    assert_short(error)
    assert frames_of(error)[-2:] == IN_PROGRAM


def test_the_dispatcher_hides_its_frames_too():
    def reciprocal(x, n):
        return 1.0 / x if n else x.missing

    derivative = tl.grad(reciprocal)
    for _ in range(10):  # some calls build the test of kinds, which then stands alone
        assert derivative(2.0, 1) == -0.25
        error = raised(lambda: derivative(0.0, 1))
        assert isinstance(error, ZeroDivisionError)
        assert_short(error)
        assert [n for n, _ in frames_of(error)] == [
            'raised', '<lambda>', 'reciprocal_grad'
        ]  # fmt: skip
        error = raised(lambda: derivative('text', 1))
        assert isinstance(error, tl.ArgumentError)
        assert_short(error)


def test_carets_stand_under_the_expression():
    text = shown(raised(CALLS['grad']))
    assert '  return np.sin(v).summ()\n           ^^^^^^^^^^^^^^\ntangentlite' in text
    message = str(raised(CALLS['grad'])).splitlines()
    assert message[1] == '    return np.sin(v).summ()'
    assert message[2] == '           ^^^^^^^^^^^^^^'  # what has no such attribute


def test_carets_count_characters_not_bytes():
    def greek(x):
        α = 'é'; y = x.größe  # noqa: E702
        return y, α

    message = str(raised(lambda: tl.grad(greek)(X))).splitlines()
    at = message[1].index('x.größe')
    assert message[2] == ' ' * at + '^' * len('x.größe')


def test_what_the_function_always_raises_is_shown_as_it_raises_it():
    def inner(x):
        raise ValueError(f'no {len(x)}')

    def outer(x):
        return inner(x)

    error = raised(lambda: tl.grad(outer)(X))
    assert isinstance(error, ValueError) and str(error) == 'no 2'
    assert_short(error)
    assert [name for name, _ in frames_of(error)][-2:] == ['outer', 'inner']


def test_exceptions_of_the_user_stay_as_context():
    try:
        raise KeyError('own')
    except KeyError:
        error = raised(CALLS['grad'])
    assert isinstance(error.__context__, KeyError)
    assert shown(error).count('Traceback') == 2


def test_errors_of_ours_that_the_user_caught_stay_as_context():
    def changed(x):
        x.resize(3)
        return np.sum(x)

    def divided(x):
        return 1.0 / (x - x)

    def called():
        try:
            tl.grad(changed)(X)
        except tl.UnsupportedError:
            tl.grad(divided)(1.0)

    error = raised(called)
    assert isinstance(error, ZeroDivisionError)
    assert isinstance(error.__context__, tl.UnsupportedError)
    assert error.__context__.__context__ is None
    assert shown(error).count('Traceback') == 2


def test_what_the_compiler_caught_is_no_context_behind_another_one():
    def always(x):
        try:
            raise KeyError('own')
        except KeyError:
            raise ValueError(f'no {len(x)}')  # noqa: B904

    error = raised(lambda: tl.grad(always)(X))
    assert isinstance(error, ValueError)
    assert isinstance(error.__context__, KeyError)
    assert error.__context__.__context__ is None


def test_all_frames_are_shown_on_request(monkeypatch):
    monkeypatch.setenv('TANGENTLITE_TRACEBACK', 'full')
    names = [name for name, _ in frames_of(raised(CALLS['grad']))]
    assert 'run_block' in names and len(names) > 20


def test_what_goes_wrong_in_the_compiler_keeps_all_frames(monkeypatch):
    monkeypatch.setattr(pipeline, 'OPTIMIZATIONS', (None,))
    error = raised(lambda: tl.grad(lambda x: 3.0 * x)(2.0))
    assert [name for name, _ in frames_of(error)][-2:] == ['_optimized', 'everywhere']


PROGRAM = """
import tangentlite as tl

def inner(x):
    return x.missing

def f(x):
    return inner(x)

tl.grad(f)(2.0)
"""


def test_what_the_interpreter_prints(tmp_path):
    path = tmp_path / 'program.py'
    path.write_text(PROGRAM)
    run = subprocess.run([sys.executable, path], capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if set(line) - set(' ^~')]
    assert lines == [
        'Traceback (most recent call last):',
        f'  File "{path}", line 10, in <module>',
        '    tl.grad(f)(2.0)',
        f'  File "{path}", line 8, in f',
        '    return inner(x)',
        f'  File "{path}", line 5, in inner',
        '    return x.missing',
        f"tangentlite.errors.UnsupportedError: {path}:5:12: a number has no attribute "
        "'missing'.",
        '    return x.missing',
        "Did you mean 'min'?",
    ]


def test_the_folders_whose_frames_are_hidden_are_there():
    assert Path(frames._PACKAGE, "__init__.py").is_file()
    assert Path(frames._RUNTIME, "__init__.py").is_file()
