"""Arguments that a program binds to a signature, and looks at before it calls."""
import functools
import inspect

import pytest

import tangentlite as tl


def shaped(a, b=2.0, *rest, c, d=(1.0, 3.0), **more):
    return a * b + c * d[1] + sum(rest) ** 2 + sum(more.values())


def calls_with_all(t):
    bound = inspect.signature(shaped).bind(t, t * t, 3.0, t, c=t * 3.0, e=t**3)
    bound.apply_defaults()
    return shaped(*bound.args, **bound.kwargs) * len(bound.arguments)


def reads_defaults(t):
    signature = inspect.signature(shaped)
    bound = signature.bind(t, c=t)
    bound.apply_defaults()
    stars = [p.name for p in signature.parameters.values()
             if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]  # fmt: skip
    given = {k: v for k, v in bound.arguments.items() if k not in stars}
    return given['a'] * given['b'] * given['c'] * given['d'][1] + len(stars)


def binds_a_part(t):
    bound = inspect.signature(shaped).bind_partial(t, c=t * t)
    return bound.arguments['a'] * bound.kwargs['c'] * len(bound.args)


def checked(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        bound = inspect.signature(function).bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if isinstance(value, str):
                raise TypeError(f'{name} is text')
        return function(*args, **kwargs)

    return wrapper


@checked
def product(x, y=3.0):
    return x * y


def is_checked(t):
    return product(t) * product(y=t, x=t)


def catches_what_does_not_fit(t):
    try:
        return inspect.signature(product).bind(t, t, t).args[0]
    except TypeError:
        return t * t


PROGRAMS = [
    calls_with_all, reads_defaults, binds_a_part, is_checked, catches_what_does_not_fit,
]  # fmt: skip


@pytest.mark.parametrize('program', PROGRAMS)
def test_derivatives(program):
    tl.check_grad(program, (1.5,), order=2)
    assert tl.value_and_grad(program)(1.5)[0] == program(1.5)


def leaves_one_out(t):
    return inspect.signature(shaped).bind(t).args[0]


def asks_for_its_text(t):
    return t * len(inspect.signature(shaped).replace(parameters=()).parameters)


@pytest.mark.parametrize(('program', 'text'), [
    (leaves_one_out, "missing a required argument: 'c'"),
    (asks_for_its_text, 'inspect.Signature.replace is not supported'),
])  # fmt: skip
def test_refusals(program, text):
    with pytest.raises(tl.UnsupportedError, match=text) as caught:
        tl.grad(program)(1.5)
    assert str(caught.value).startswith(__file__)
