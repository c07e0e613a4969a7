"""Objects that hold many others, on many ways."""

import dataclasses

import pytest

import tangentlite as tl


class Node:
    def __init__(self, value):
        self.value = value


def lattice(depth):
    """Objects with 2 ** depth ways from the first to the last."""
    first = last = Node(2.0)
    for _ in range(depth):
        last.left = last.right = Node(3.0)
        last = last.left
    return first


LATTICE = lattice(40)
UNITS = {"all": [lattice(40)], "one": 5.0}


def of_object(x):
    return LATTICE.value * x


def of_dict(x):
    return UNITS["one"] * x


def of_argument(x, node):
    return node.value * x


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_derivatives(mode):
    along = () if mode == "reverse" else (1.0,)
    assert tl.autodiff(of_object, mode=mode)(1.5, *along) == 2.0
    assert tl.autodiff(of_dict, mode=mode)(1.5, *along) == 5.0
    assert tl.autodiff(of_argument, mode=mode)(1.5, lattice(40), *along) == 2.0


class Described:
    def __set_name__(self, owner, name):
        self.name = f"_{name}"

    def __get__(self, instance, owner=None):
        return 4.0 if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        if dataclasses.is_dataclass(instance) and instance.__dataclass_params__.frozen:
            object.__setattr__(instance, self.name, 2.0 * value)
        else:
            setattr(instance, self.name, value)


@dataclasses.dataclass
class Plain:
    number: float = Described()


@dataclasses.dataclass(frozen=True)
class Frozen:
    number: float = Described()


def descriptors_of_fields(x):
    return Plain(x).number * Frozen(x).number * Plain().number * Frozen().number


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_descriptors_that_are_fields(mode):
    along = () if mode == "reverse" else (1.0,)
    assert descriptors_of_fields(1.5) == 144.0
    assert tl.autodiff(descriptors_of_fields, mode=mode)(1.5, *along) == 192.0
