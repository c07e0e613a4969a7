"""When an attribute that would get what it has is left alone, and when it is set."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.errors import ArgumentError
from tangentlite.ir.example import body_text
from tangentlite.optimize.copies.drop_restored import drop_restored
from tests.optimize.rewriting import NUMBER, core, layout

MODELS = {"model": None, "other": None, "w": NUMBER, "v": NUMBER}


def test_attribute_that_is_set_to_what_it_is():
    text = "w = model.w; v = w * a; setattr(model, 'w', w); return v"
    assert after(text) == layout("w = model.w; v = w * a; return v")


def test_several_attributes():
    text = """
    w = model.w
    v = model.v
    s = w * v
    setattr(model, 'v', s)
    setattr(model, 'w', w)
    setattr(other, 'w', w)
    return s
    """
    kept = "\n".join(line for line in text.split("\n") if "model, 'w'" not in line)
    assert after(text) == layout(kept)


@pytest.mark.parametrize(
    "text",
    [
        "w = model.w; setattr(model, 'w', a); setattr(model, 'w', w); return w",
        "w = model.w; setattr(model, 'w', w); setattr(model, 'w', a); return w",
        "w = model.w; setattr(model, 'v', w); return w",
        "w = model.w; setattr(other, 'w', w); return w",
        "w = model.w; v = w * a; setattr(model, 'w', v); return w",
        "w = model.w; v = model.v; setattr(model, 'w', v); return w",
        "w = model.w; w = w * a; setattr(model, 'w', w); return w",
        "w = model.w; w += a; setattr(model, 'w', w); return w",
        "setattr(model, 'w', w); w = model.w; return w",
        "w = model.w\nif c:\n    setattr(model, 'w', a)\n"
        "setattr(model, 'w', w)\nreturn w",
        "if c:\n    w = model.w\nelse:\n    w = a\nsetattr(model, 'w', w)\nreturn w",
        "w = model.w\nfor i in range(n):\n    setattr(model, 'w', a)\n"
        "setattr(model, 'w', w)\nreturn w",
    ],
)
def test_attribute_is_set(text):
    assert after(text) == layout(text)


def after(text):
    function = core(text, setattr=setattr, **MODELS)
    return body_text(drop_restored(function))


class Model:
    def __init__(self, w):
        self.w = w
        self.v = w * 3.0


def given_back(x, model):
    w = model.w
    model.w = w * x
    s = np.sum(model.w * model.w)
    model.w = w
    return s


def given_back_by_another(x, model, other):
    w = model.w
    other.w = other.w * x
    s = np.sum(model.w * other.w)
    model.w = w
    return s * x


def given_back_in_a_branch(x, model):
    w = model.w
    model.w = w * x
    if x > 1.0:
        model.w = w
    return np.sum(model.w * x)


def exchanged(x, model):
    model.w, model.v = model.v, model.w
    s = np.sum(model.w * x) + np.sum(model.v * x * x)
    model.w, model.v = model.v * x, model.w
    return s


def given_back_with_an_entry(x, model):
    w = model.w
    model.w = w * x
    s = np.sum(model.w)
    w[0] = 7.0
    model.w = w
    return s * x


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize("x", [0.7, 1.3])
@pytest.mark.parametrize(
    "f",
    [given_back, given_back_in_a_branch, exchanged, given_back_with_an_entry],
)
def test_objects_are_left_as_the_function_leaves_them(f, x, optimize):
    compare(f, x, lambda: (Model(np.arange(1.0, 4.0)),), optimize)


@pytest.mark.parametrize("optimize", [True, False])
def test_one_object_under_two_names(optimize):
    def apart():
        return Model(np.arange(1.0, 4.0)), Model(np.arange(2.0, 5.0))

    compare(given_back_by_another, 0.7, apart, optimize)
    model = Model(1.5)
    with tl.options(optimize=optimize), pytest.raises(ArgumentError):
        tl.grad(given_back_by_another)(0.7, model, model)
    assert model.w == 1.5


def compare(f, x, make, optimize):
    plain, models = make(), make()
    value = f(x, *plain)
    with tl.options(optimize=optimize):
        found, derivative = tl.value_and_grad(f)(x, *models)
    assert found == value
    step = 1e-6
    slope = (f(x + step, *make()) - f(x - step, *make())) / (2.0 * step)
    assert derivative == pytest.approx(slope)
    for one, other in zip(plain, models):
        np.testing.assert_array_equal(one.w, other.w)
        np.testing.assert_array_equal(one.v, other.v)
