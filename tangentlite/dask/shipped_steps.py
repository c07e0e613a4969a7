"""What workers run: this file travels as text, and needs NumPy alone.

A worker makes a module of it, once, under a name that says which text it is. So it
needs no tangentlite, and nothing is generated there.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import inspect
import linecache
import sys

import numpy as np

# Rows of a partition on which a call tests that the loss is a sum over rows.
TESTED_ROWS = 64
# How far sums may differ, of numbers of 32 bits and of more: beside an entry itself,
# and beside the largest one, as what an entry is made of may cancel.
TOLERANCES = {True: (1e-4, 1e-6), False: (1e-9, 1e-13)}

# The expression that a pickle evaluates: the module that is there, or is made of its
# text, and the steps of it.
_LOADED = """\
(lambda modules: getattr(
    modules.get(name) or (lambda module: (
        module.__dict__.update(__source__=text),
        exec(compile(text, f'<{name}>', 'exec'), module.__dict__),
        modules.setdefault(name, module))[-1])(type(modules['sys'])(name)),
    'Steps')(**state))(__import__('sys').modules)"""


class Steps:
    """The steps of one function: its texts for kinds of partitions, called for each.

    `texts` holds modules with the name of the function in each, and the objects that
    they refer to beside what they import. A partition is read by `read`, if there is
    one, into the parameters `over`; `parameters` are all of them, the last ones by
    keyword. What is read must have the `expected` dtypes and sizes of rows, by name:
    those of the first partition.
    """

    def __init__(self, name, texts, parameters, keywords, over, read, count, expected):
        self.name = name
        self.texts = texts
        self.parameters = parameters
        self.keywords = keywords
        self.over = over
        self.read = read
        self.count = count
        self.expected = expected
        self._functions = {}

    def __reduce__(self):
        """Reduce to this file's text and what is called with it."""
        state = {key: value for key, value in vars(self).items() if key[0] != "_"}
        text = globals().get("__source__") or inspect.getsource(sys.modules[__name__])
        names = {"name": f"by_rows_{_digest(text)}", "text": text, "state": state}
        return eval, (_LOADED, names)

    def __call__(self, number, text, tested, others, *blocks):
        """Return value and gradient of a partition, None if it has no rows.

        `text` is the number of its text, None for that of one row, 1, or of more, 0. If
        the sum over rows is `tested` here, that maps numbers of rows to texts; of what
        it does not map, the text is as said. One row cannot be tested alone; it is
        given back as the third, None otherwise. `others` are the arguments without
        rows, by name.
        """
        arrays = {}
        try:
            arrays = self._arrays(blocks)
            rows = _rows_of(arrays)
            if rows == 0:
                return None
            text = int(rows == 1) if text is None else text
            others = laid_out(others)
            if tested is not None and rows > 1:
                self._require_sum(tested, others, arrays, rows)
            is_open = tested is not None and rows == 1
            return *self._called(text, others, arrays), arrays if is_open else None
        except Exception as error:
            error.add_note(
                f"In partition {number} of {self.count}, counted from 0"
                + "".join(f", {key}: {_shown(item)}" for key, item in arrays.items())
                + "."
            )
            raise

    def kinds(self, block):
        """Return dtype and shape of each array of a partition, None without a row."""
        arrays = self._arrays((block,))
        if _rows_of(arrays) == 0:
            return None
        return {name: (one.dtype, one.shape) for name, one in arrays.items()}

    def total(self, parts, others):
        """Return the sum of values and gradients, in this order.

        Where each has one row, the first of these test that it is a sum.
        """
        found = [part for part in parts if part is not None]
        if not found:
            return None
        value, gradient, _ = found[0]
        for further, other, _ in found[1:]:
            value, gradient = value + further, added(gradient, other)
        rows = [one for _, _, one in found]
        if len(rows) == 1 or None in rows:
            return value, gradient, rows[0] if len(rows) == 1 else None
        joined = {name: np.concatenate([one[name] for one in rows]) for name in rows[0]}
        self._require_sum({}, laid_out(others), joined, len(rows))
        return value, gradient, None

    def finished(self, total, term):
        """Return the sum over all rows, with that of a term without rows."""
        if total is None:
            raise ValueError(
                f"all partitions that {self.name} is summed over are empty: there are "
                "no rows."
            )
        value, gradient, _ = total
        if term is None:
            return value, gradient
        return value + term[0], added(gradient, term[1])

    def _arrays(self, blocks):
        if self.read is None:
            return {name: laid_out(one) for name, one in zip(self.over, blocks)}
        (block,) = blocks
        if not hasattr(block, "__len__"):
            block = list(block)  # a bag's partition may be an iterator
        if len(block) == 0:
            return {}
        found = self.read(block)
        if len(self.over) == 1 and not isinstance(found, tuple):
            found = (found,)
        if not isinstance(found, tuple) or len(found) != len(self.over):
            wanted = ", ".join(self.over)
            raise TypeError(
                f"read gives {_shown(found)} for a partition.\nIt must return a tuple "
                f"of arrays, one for each of {wanted}."
            )
        for name, item in zip(self.over, found):
            if type(item) is not np.ndarray or item.ndim == 0:
                raise TypeError(
                    f"read gives {_shown(item)} for {name}.\nGive an array with an "
                    "entry for each row: np.asarray(...), or .to_numpy() of a column."
                )
            dtype, tail = self.expected.get(name, (item.dtype, item.shape[1:]))
            if item.dtype != dtype or item.shape[1:] != tail:
                row = f"{dtype}[rows{''.join(f', {n}' for n in tail)}]"
                raise TypeError(
                    f"read gives {_shown(item)} for {name}, and {row} for the first "
                    "partition.\nGive arrays of one dtype and shape of rows."
                )
        return {name: laid_out(one) for name, one in zip(self.over, found)}

    def _function(self, number):
        """Return the function of a text, which is run at first use."""
        if number not in self._functions:
            text, name, carried = self.texts[number]
            made = _made_with(text, name, carried) if carried else _made(text, name)
            self._functions.setdefault(number, made)
        return self._functions[number]

    def _called(self, text, others, arrays):
        function = self._function(text)
        values = others | arrays
        named = {name: values[name] for name in self.keywords}
        return function(*[values[name] for name in self.parameters], **named)

    def _require_sum(self, texts, others, arrays, rows):
        """Refuse a function that is not additive, by some rows and parts of them.

        A mean would be added up as one mean for each partition, and a term without rows
        as many times. Where its value does not tell, as at zero, its gradient does.
        """
        rows, places = tested_rows(rows)

        def called(first, stop):
            text = texts.get(stop - first, int(stop - first == 1))
            part = {name: array[first:stop] for name, array in arrays.items()}
            value, gradient = self._called(text, others, part)
            return dict(_numbers("value", value)) | dict(_numbers("gradient", gradient))

        whole = called(0, rows)
        parts = [(place, called(0, place), called(place, rows)) for place in places]
        for name, total in whole.items():
            sums = [
                (p, one.get(name, 0), other.get(name, 0)) for p, one, other in parts
            ]
            scale = abs(total) + sum(abs(one) + abs(other) for _, one, other in sums)
            beside, largest = TOLERANCES[np.result_type(total).itemsize < 8]
            allowed = beside * scale + largest * np.max(scale, initial=0.0)
            for place, one, other in sums:
                off = abs(total - (one + other)) > allowed
                if np.any(off):
                    found = (np.broadcast_to(n, np.shape(off))[off].flat[0]
                             for n in (total, one, other))  # fmt: skip
                    self._refuse(name, rows, place, *found)

    def _refuse(self, name, rows, place, total, one, other):
        what = "it" if name == "value" else f"an entry of its {name}"
        raise ValueError(
            f"{self.name} is no sum over rows: of {rows} rows {what} is {total}, of "
            f"the first {place} of them {one} and of the others {other}.\nReturn the "
            "sum of what each row gives, such as np.sum(...); divide a mean by a "
            "number of rows that is an argument, and give a term without rows as plus=."
        )


def tested_rows(rows):
    """Return on how many rows of a partition its sum is tested, and where it is cut.

    >>> tested_rows(5), tested_rows(1000)
    ((5, (2, 1)), (64, (32, 21)))
    """
    rows = min(rows, TESTED_ROWS)
    return rows, tuple(dict.fromkeys((rows // 2, max(rows // 3, 1))))


def laid_out(value):
    """Return an array, or those of containers, as all workers have them in memory.

    What comes from another process may begin at any byte, and views become contiguous
    on the way: products of matrices differ by that in their last bits.
    """
    kind = type(value)
    if kind is np.ndarray:
        flags = value.flags
        is_column_wise = flags.f_contiguous and not flags.c_contiguous
        if flags.aligned and (flags.c_contiguous or is_column_wise):
            return value
        return np.array(value, order="F" if is_column_wise else "C")
    if kind is dict:
        return {key: laid_out(item) for key, item in value.items()}
    if kind in (list, tuple):
        return kind(map(laid_out, value))
    if not hasattr(kind, "__dataclass_fields__"):
        return value
    held = {name: getattr(value, name, None) for name in kind.__dataclass_fields__}
    changed = {name: laid_out(item) for name, item in held.items()}
    if all(item is held[name] for name, item in changed.items()):
        return value
    return _with_attributes(value, changed)


def added(one, other):
    """Return the sum of two gradients of one structure; None is no derivative.

    >>> added({'w': np.ones(2), 'n': None}, {'w': np.ones(2), 'n': None})
    {'w': array([2., 2.]), 'n': None}
    """
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, (np.ndarray, np.generic, float, complex, int)):
        return one + other
    if isinstance(one, dict):
        items = {key: added(item, other[key]) for key, item in one.items()}
        return items if type(one) is dict else _changed(one, items)
    if isinstance(one, (list, tuple)):
        sums = [added(*pair) for pair in zip(one, other, strict=True)]
        return type(one)(*sums) if hasattr(one, "_fields") else type(one)(sums)
    names = _attributes_of(one)
    if not names:
        raise TypeError(f"gradients of the class {type(one).__name__} have no sum.")
    held = {name: added(getattr(one, name), getattr(other, name)) for name in names}
    return _with_attributes(one, held)


def _numbers(name, value):
    """Yield the arrays and numbers of a structure, with the names of their places."""
    if isinstance(value, (np.ndarray, np.generic, float, complex, int)):
        yield name, np.asarray(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(f"{name}[{key!r}]", item)
    elif isinstance(value, (list, tuple)):
        for key, item in enumerate(value):
            yield from _numbers(f"{name}[{key}]", item)
    elif value is not None:
        for key in _attributes_of(value):
            yield from _numbers(f"{name}.{key}", getattr(value, key))


def _changed(one, items):
    new = copy.copy(one)
    new.update(items)
    return new


def _attributes_of(value):
    slots = [vars(owner).get("__slots__", ()) for owner in type(value).__mro__]
    names = [name for own in slots for name in ([own] if type(own) is str else own)]
    own = [*vars(value)] if hasattr(value, "__dict__") else []
    return own + [name for name in names if hasattr(value, name)]


def _with_attributes(value, attributes):
    """Return a copy of an object with other attributes, also if its class is frozen."""
    new = copy.copy(value)
    for name, item in attributes.items():
        object.__setattr__(new, name, item)
    return new


@functools.lru_cache(maxsize=64)
def _made(text, name):
    """Return the function of a text, kept for the next call of the same."""
    return _made_with(text, name, {})


def _made_with(text, name, carried):
    file = f"<{name} by rows, {_digest(text)}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    space = dict(carried)
    exec(compile(text, file, "exec"), space)
    return space[name]


def _rows_of(arrays):
    """Return the number of rows, which all arrays have."""
    rows = {name: len(array) for name, array in arrays.items()}
    if len(set(rows.values())) > 1:
        listed = ", ".join(f"{name} has {n}" for name, n in rows.items())
        raise ValueError(f"arrays of one partition differ in their rows: {listed}.")
    return max(rows.values(), default=0)


def _shown(value):
    if isinstance(value, np.ndarray):
        return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    return type(value).__name__


def _digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]
