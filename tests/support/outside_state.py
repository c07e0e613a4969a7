# ruff: noqa: B006
"""Functions that change what is outside of them; each test starts afresh."""

import math
import types

import numpy as np


class U:
    n = 0
    k = 1.0


class F(U):
    pass


class G(F):
    def __init__(self):
        type(self).n += 1
        self.v = self.n


class H:
    count = 0

    def __init__(self):
        type(self).count += 1


class K(H):
    pass


def counted_by_two_classes(x):
    U.n += 1
    F.n += 1
    return x * F.n


def scaled_by_two_classes(x):
    U.k *= x
    F.k *= x
    return F.k * 2 + U.k


def counted_by_objects(x):
    F.n += 1
    U.n += 5
    G()
    g = G()
    return x * g.v + x * x * G.n


def counted_by_subclasses(x):
    H()
    H()
    i = K()
    return x * i.count + H.count * x * x


def set_in_branches(x):
    if x > 0:
        U.k = x
    else:
        U.k = x * x
    return F.k * x


L = []
D = {}
M = [1.0]
N = types.SimpleNamespace(r=None, k=2.0)


class Q:
    items = []


def empty_list(x):
    L.append(x)
    return sum(L)


def list_of_two(x):
    L.append(x)
    L.append(x * x)
    return np.sum(L) * math.prod(L)


def list_of_a_class(x):
    Q.items.append(x)
    return math.prod(Q.items)


def push(v, acc=[]):
    acc.append(v)
    return sum(acc)


def list_of_a_default(x):
    return push(x)


def empty_dict(x):
    D["a"] = x
    D["b"] = x * x
    return sum(D.values()) * len(D)


def list_in_an_object(x):
    M.append(x)
    N.r = M
    N.r.append(x * x)
    return sum(N.r)


def array_of_a_list(x):
    L.append(x)
    return np.array(L).sum() * max(L)
