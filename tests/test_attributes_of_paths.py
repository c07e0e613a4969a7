"""Attributes that paths set of an object whose class has others, and trees of such."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 0.2, 0.9])


class Leaf:
    left = None
    right = None

    def __init__(self, v):
        self.v = v

    def insert(self, v):
        if v < self.v:
            if self.left is None:
                self.left = type(self)(v)
            else:
                self.left.insert(v)
        elif self.right is None:
            self.right = type(self)(v)
        else:
            self.right.insert(v)

    def total(self):
        t = self.v**2
        if self.left is not None:
            t += 0.5 * self.left.total()
        if self.right is not None:
            t += np.sin(self.right.total())
        return t


class Node(Leaf):
    def __init__(self, v):
        super().__init__(v)
        self.left = None
        self.right = None


def set_on_one_path_each(x):
    a = Leaf(x)
    if x < 1.0:
        a.left = x * 3.0
    else:
        a.right = x * 5.0
    t = 0.0
    if a.left is not None:
        t = t + a.left
    if a.right is not None:
        t = t + 2 * a.right**2
    return t


def unset_on_one_path_each(x):
    a = Node(x)
    if x < 1.0:
        a.one = x * 3.0
    else:
        a.other = x * 5.0
    return a.one if x < 1.0 else 2 * a.other**2


def grown(x):
    root = Leaf(x)
    root.insert(x * x)
    root.insert(x * 0.4)
    return root.total()


def grown_of_nodes(x):
    root = Node(x)
    root.insert(x * x)
    root.insert(x * 0.4)
    return root.total()


@pytest.mark.parametrize("x", [0.3, 0.7, 1.7])
@pytest.mark.parametrize(
    "f",
    [set_on_one_path_each, unset_on_one_path_each, grown, grown_of_nodes],
    ids=lambda f: f.__name__,
)
def test_derivatives_are_those_of_differences(f, x):
    assert tl.value_and_grad(f)(x)[0] == pytest.approx(f(x), rel=1e-14)
    tl.check_grad(f, (x,), order=2)


@pytest.mark.parametrize("cls", [Leaf, Node])
def test_a_tree_grows_by_the_items_of_an_array(cls):
    def f(x):
        root = cls(x[0])
        for v in x[1:]:
            root.insert(v)
        return root.total()

    tl.check_grad(f, (X,), order=2)
