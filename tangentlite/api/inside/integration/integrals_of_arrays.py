"""Integrals of functions whose values are short arrays."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable

import numpy as np

from tangentlite.api.inside.implicit import defined

# How many entries go one by one through `quad`, which costs more for each of them, but
# evaluates a third as often as `quad_vec`.
MOST_ENTRIES = 32


@functools.cache
def quad_each() -> Callable:
    """Return the function that integrates each entry by `quad`, as exactly as this can.

    The integrand is called once for each place, as entries mostly share these. Its
    first place is one that `quad` begins with, so that the size costs no call of its
    own. What is lost beside the largest values does not count as an error: an entry
    that is 0 by symmetry has no digits.
    """
    lines = [
        "def quad_each(f, a, b, args=()):",
        "    found = {}",
        "",
        "    def entry(x, k):",
        "        if x not in found:",
        "            found[x] = f(x, *args).ravel().tolist()",
        "        return found[x][k]",
        "",
        "    ends = [x for x in (a, b) if _isfinite(x)]",
        "    middle = sum(ends) / 2.0 if len(ends) == 2 else sum(ends) + 1.0",
        "    if len(ends) == 1 and (a == -_inf or b == -_inf):",
        "        middle -= 2.0",
        "    first = f(middle, *args)",
        f"    if not 0 < first.size <= {MOST_ENTRIES} or first.dtype.kind == 'c':",
        "        return _quad_vec(f, a, b, args=args)",
        "    found[middle] = first.ravel().tolist()",
        "    given = {'args': (0,), 'epsabs': 1e-12}",
        "    once = _quad(entry, a, b, limit=1, full_output=1, **given)",
        "    each = [once[:2]] if len(once) == 3 else []",
        "    largest = max(max(map(abs, row)) for row in found.values())",
        "    width = abs(b - a) if len(ends) == 2 else 1.0",
        "    lost = 1e-12 * max(1.0, largest * width)",
        "    for k in range(len(each), first.size):",
        "        each.append(_quad(entry, a, b, args=(k,), epsabs=lost))",
        "    values, errors = _reshape(each, (-1, 2)).T",
        "    return _reshape(values, first.shape), _sum(errors)",
    ]
    scipy = importlib.import_module("scipy.integrate")
    held = {"_quad": scipy.quad, "_quad_vec": scipy.quad_vec, "_sum": np.sum}
    held |= {"_reshape": np.reshape, "_isfinite": np.isfinite, "_inf": np.inf}
    return defined("quad_each", lines, held)["quad_each"]
