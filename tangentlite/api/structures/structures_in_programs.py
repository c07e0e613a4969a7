"""Polyfills of flatten and map: what they are inside a program."""

import numpy as np

from tangentlite import operations
from tangentlite.api.structures.flatten import Unflatten, flatten, map
from tangentlite.api.structures.leaves_in_programs import (
    are_alike,
    blank,
    dtype_of,
    has_entries,
    in_dtype_of,
    is_either,
    like_leaf,
    map_below,
)
from tangentlite.api.structures.unflattened import blanks_of
from tangentlite.handlers import polyfill
from tangentlite.values.base import Known


@polyfill(flatten)
def as_vector(params):
    """`flatten`."""
    way_back = object.__new__(Structure)
    way_back.like = map(blank, params)
    return way_back.flat(params), way_back


class Structure:
    """What `flatten` gives beside the vector: it knows the shapes of the leaves."""

    like = None

    @property
    def size(self):
        """Return how many entries there are."""
        counted = [0]

        def count(leaf):
            if has_entries(leaf):
                counted[0] = counted[0] + np.size(leaf)

        map(count, self.like)
        return counted[0]

    @property
    def dtype(self):
        """Return the dtype of the vector."""
        return dtype_of(self.like)

    def __call__(self, vector):
        """Return the structure with the entries of a vector."""
        entries = np.asarray(vector)
        if np.shape(entries) != (self.size,):
            raise ValueError("the vector has not the entries of the parameters.")
        return self.filled(entries, True)

    def direction(self, unit):
        """Return a vector of tangents in the structure, None in other places."""
        return self.filled(unit, False)

    def filled(self, entries, keep):
        """Return the structure of a vector; other leaves are kept, or None."""
        places = [0]

        def part(leaf):
            if not has_entries(leaf):
                if not keep:
                    return None
                return leaf.copy() if isinstance(leaf, np.ndarray) else leaf
            start = places[0]
            places[0] = start + np.size(leaf)
            if is_either(leaf, self.like):
                if isinstance(leaf, np.generic):
                    raise ValueError("use float(x) beside arrays of other dtypes.")
            return like_leaf(leaf, entries[start : places[0]], self.like)

        return map(part, self.like)

    def blocks(self, matrix):
        """Return the last axis of an array in the structure."""
        places = [0]

        def part(leaf):
            if not has_entries(leaf):
                return None
            start = places[0]
            places[0] = start + np.size(leaf)
            found = np.reshape(
                matrix[..., start : places[0]], np.shape(matrix)[:-1] + np.shape(leaf)
            )
            return found if np.iscomplexobj(found) else in_dtype_of(leaf, found)

        return map(part, self.like)

    def flat(self, tree):
        """Return the vector of a structure like that of the parameters."""
        return entries_of(self.like, tree)


def entries_of(like, tree):
    """Return the vector of a structure, with zeros where that has None."""
    pieces = []

    def add(leaf, given):
        if has_entries(leaf):
            if given is None:
                pieces.append(np.zeros(np.size(leaf), dtype_of(like)))
            else:
                if not are_alike(leaf, given):
                    raise ValueError("a part has another shape in the parameters.")
                pieces.append(np.ravel(given))

    map_below(add, like, tree)
    if len(pieces) == 0:
        return np.zeros(0, dtype_of(like))
    found = np.concatenate(pieces)
    return found if found.dtype == dtype_of(like) else found.astype(dtype_of(like))


@operations.call_method.of(Known, holding=Unflatten)
def call_known(b, owner, name, arguments, keywords, node, base):
    """Call a method of what `flatten` gave outside of the program."""
    if name != "flat":
        raise b.error(f"{name} of unflatten is no method.", "Call flat.", node)
    like = operations.call(b, Known(blanks_of(owner.value)), [], {}, node, "like")
    return operations.inline(b, entries_of, [like, *arguments], keywords, node, base)
