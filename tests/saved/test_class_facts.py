"""Saved modules notice what hides, or has replaced, what they have read of a class."""
import numpy as np
import pytest

import tangentlite as tl


class Scaled:
    scale = 2.0
    weights = np.array([1.0, 2.0])

    limit = float('nan')
    is_odd = False

    def out(self, x):
        if self.is_odd or self.scale > self.limit:
            return np.sin(x)
        return self.scale * x

    def loss(self, x):
        return np.sum(self.weights) * self.out(x) ** 2


class Part(Scaled):
    pass


class Doubled(Scaled):
    def out(self, x):
        return 2.0 * super().out(x)


def of_model(x, model):
    return model.loss(x)


def of_models(x, models):
    return sum(model.out(x) for model in models) * models[0].scale


def saved(f, *args):
    gradient = tl.grad(f)
    expected = gradient(*args)
    names = {}
    exec(gradient.standalone(), names)
    found = names[f'{f.__name__}_grad']
    assert found(*args) == expected
    return found


def with_scale():
    model = Scaled()
    model.scale = 3.0
    return model


def with_method():
    model = Scaled()
    model.out = lambda x: 5.0 * x
    return model


def of_another_class():
    def out(self, x):
        return 10.0 * x

    return type('Scaled', (Scaled,), {'out': out})()


@pytest.mark.parametrize('other', [with_scale, with_method, of_another_class])
def test_objects_that_hide_what_their_class_has(other):
    found = saved(of_model, 1.5, Scaled())
    with pytest.raises(ValueError, match=r'^model\.(scale|out) must be .* its class'):
        found(1.5, other())
    found = saved(of_models, 1.5, [Scaled(), Scaled()])
    with pytest.raises(ValueError, match=r'^models\[1\]\.(scale|out) must be'):
        found(1.5, [Scaled(), other()])


@pytest.mark.parametrize('name, value', [
    ('scale', 5.0), ('scale', 2), ('is_odd', True), ('limit', 0.0)])
def test_classes_that_have_changed(monkeypatch, name, value):
    found = saved(of_model, 1.5, Scaled())
    monkeypatch.setattr(Scaled, name, value)
    with pytest.raises(ValueError, match=rf'^model\.{name} must be .*, of its class'):
        found(1.5, Scaled())


def test_what_a_class_inherits():
    found = saved(of_model, 1.5, Part())
    part = Part()
    part.scale = 3.0
    with pytest.raises(ValueError, match=r'^model\.scale must be 2\.0'):
        found(1.5, part)


def test_objects_of_several_classes():
    found = saved(of_models, 1.5, [Scaled(), Doubled(), Part()])
    with pytest.raises(ValueError, match=r'^models\[1\]\.(scale|out) must be'):
        doubled = Doubled()
        doubled.out = None
        found(1.5, [Scaled(), doubled, Part()])
