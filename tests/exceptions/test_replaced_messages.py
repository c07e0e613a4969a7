"""Messages of exceptions that are made anew, and what cannot raise beside them."""

import configparser
import re

import numpy as np
import pytest

import tangentlite as tl

CLASSES = np.array([0, 1, 1])


def replaced(x):
    try:
        if x > 100.0:
            raise ValueError(f'bad {x}')
        return x * x
    except ValueError as error:
        raise RuntimeError(re.sub('bad', re.escape('very bad'), str(error))) from error


def test_a_message_is_changed_where_it_is_raised():
    tl.check_grad(replaced, (1.5,))
    with pytest.raises(RuntimeError, match=re.escape(r'very\ bad 200.0')):
        tl.grad(replaced)(200.0)


def checked(classes):
    if not np.array_equal(classes, [0, 1]):
        shown = ', '.join([repr(one) for one in classes.tolist()])
        raise ValueError(f'classes are {shown}')
    return 1.0


def label(x):
    classes = np.from_dlpack(np.unique(CLASSES))
    try:
        found = checked(classes)
    except ValueError:
        found = 2.0
    return x * x * found


@pytest.mark.parametrize('last', [1, 2])
def test_what_makes_a_message_does_not_raise(last, monkeypatch):
    monkeypatch.setitem(globals(), 'CLASSES', np.array([0, 1, last]))
    assert tl.grad(label)(1.5) == 3.0 * (1 if last == 1 else 2)


SETTINGS = configparser.ConfigParser()
SETTINGS.read_string('[scales]\nlength = 8.0\ncount = 3\nfast = yes\nname = ab\n')


def configured(x):
    if SETTINGS.getboolean('scales', 'fast') and SETTINGS.has_option('scales', 'name'):
        x = x * SETTINGS.getint('scales', 'count')
    missing = SETTINGS.getfloat('scales', 'missing', fallback=2.0)
    return x * SETTINGS.getfloat('scales', 'length') * missing


def test_settings():
    tl.check_grad(configured, (1.5,))
    derivative = tl.grad(configured)
    assert derivative(1.5) == 48.0
    SETTINGS.set('scales', 'length', '4.0')
    try:
        assert derivative(1.5) == 24.0
    finally:
        SETTINGS.set('scales', 'length', '8.0')


def test_settings_that_may_be_none_are_refused():
    def function(x):
        return x if SETTINGS.get('scales', 'missing', fallback=None) is None else -x

    with pytest.raises(tl.UnsupportedError, match="the method 'get' is not supported"):
        tl.grad(function)(1.5)
