"""Attributes that paths set of an object whose class has others, and trees of such."""

import functools

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


class Bag:
    def __init__(self, x):
        self.x = x


def made(x, n):
    bag = Bag(x)
    if n > 0:
        bag.e = x * 2
    return bag


def default_of_getattr(x, n):
    return getattr(made(x, n), "e", x * 9.0)


def getattr_by_names(x, n):
    bag = made(x, n)
    return sum(getattr(bag, name, 0.0) for name in ("x", "e", "z"))


def getattr_behind_a_loop(x, n):
    bag = Bag(x)
    for k in range(n):
        if k == 1:
            bag.q = np.ones(3) * x
    return np.sum(getattr(bag, "q", x)) + bag.x


def dict_before_the_paths(x, n):
    bag = Bag(x)
    bag.__dict__.update(w=x * 2)
    if n > 0:
        bag.e = x
    return bag.w * x + (bag.e if hasattr(bag, "e") else 3 * x)


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize(
    "f",
    [
        default_of_getattr,
        getattr_by_names,
        getattr_behind_a_loop,
        dict_before_the_paths,
    ],
    ids=lambda f: f.__name__,
)
def test_attributes_of_some_paths_have_a_default(f, n):
    assert tl.value_and_grad(f)(1.3, n)[0] == pytest.approx(f(1.3, n), rel=1e-14)
    tl.check_grad(f, (1.3, n), order=2)


def asked_for_a_key(x, n):
    bag = made(x, n)
    return x * 3 if "e" in bag.__dict__ else x


def counted(x, n):
    return x * len(vars(made(x, n)))


def found_by_get(x, n):
    return made(x, n).__dict__.get("e", x * 5)


def counted_behind_a_loop(x, n):
    bag = Bag(x)
    for _ in range(int(n > 0)):
        bag.q = 2.0 * x
    return len(bag.__dict__) * x


def counted_behind_a_deletion(x, n):
    bag = Bag(x)
    bag.q = 2.0 * x
    if n > 0:
        del bag.q
    return len(bag.__dict__) * x


def kept_from_before(x, n):
    bag = Bag(x)
    held = [bag.__dict__]
    if n > 0:
        bag.q = 2.0 * x
    return len(held[0]) * x


def kept_by_a_function(x, n):
    bag = Bag(x)

    def counting():
        held = bag.__dict__
        return lambda: len(held)

    count = counting()
    if n > 0:
        bag.q = 2.0 * x
    return count() * x


def kept_by_others(x, n):
    bag = Bag(x)
    items, keys = bag.__dict__.items(), bag.__dict__.keys
    count = functools.partial(len, vars(bag))
    if n > 0:
        bag.q = 2.0 * x
    return x * len(list(items)) + x**2 * len(keys()) + x**3 * count()


def kept_by_a_default(x, n):
    bag = Bag(x)
    count = lambda held=bag.__dict__: len(held)  # noqa: E731
    if n > 0:
        bag.q = 2.0 * x
    return count() * x


def in_another_order(x, n):
    bag = Bag(0.0)
    if n > 0:
        bag.p, bag.q = x, 2.0 * x
    else:
        bag.q, bag.p = 2.0 * x, x
    t = 0.0
    for v in vars(bag).values():
        t = 10.0 * t + v
    return t


@pytest.mark.parametrize(
    "f",
    [
        asked_for_a_key,
        counted,
        found_by_get,
        counted_behind_a_loop,
        counted_behind_a_deletion,
        kept_from_before,
        kept_by_a_function,
        kept_by_others,
        kept_by_a_default,
        in_another_order,
    ],
    ids=lambda f: f.__name__,
)
def test_what_is_in_a_dict_of_attributes_may_not_depend_on_the_path(f):
    for n in (-0.5, 0.5):
        with pytest.raises(tl.UnsupportedError, match="paths set others"):
            tl.grad(f)(1.3, n)


@pytest.mark.parametrize(
    "f", [counted, found_by_get, in_another_order, kept_from_before]
)
def test_a_path_that_an_integer_decides_is_one_path(f):
    for n in (0, 1):
        tl.check_grad(f, (1.3, n))
