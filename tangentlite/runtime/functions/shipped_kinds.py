"""What a shipped module asks of its arguments, and what it adds to errors."""

from __future__ import annotations

import functools

import numpy as np


def require_kind(value, kind, name):
    """Raise TypeError unless an argument has the kind that a text was made for.

    A kind is the name of a type, or the dtype of an array with `1` for each axis of
    that size and `:` for another.

    >>> require_kind(np.ones(2, 'float32'), 'float64[:]', 'x')
    Traceback (most recent call last):
    TypeError: x must be float64[:], not float32[:]: give np.asarray(x, float)
    """
    found = name_of_kind(value)
    if found != kind:
        advice = converted(value, kind, name) or (
            "this function was built for that kind alone, by the command at the top of "
            "its file"
        )
        raise TypeError(f"{name} must be {kind}, not {found}: {advice}")


def converted(value, kind, name):
    """Return how to make another kind of a value, if that loses nothing; or else ''.

    >>> converted(np.int64(3), "int", "n"), converted([1, 2], "float64[:]", "x")
    ('give int(n)', 'give np.asarray(x, float)')
    """
    try:
        made = np.asarray(value)
    except ValueError:  # lists of several lengths
        return ""
    dtype, _, axes = kind.partition("[")
    dtype = {"int": "int64", "float": "float64", "complex": "complex128"}.get(
        dtype, dtype.removeprefix("np.")
    )
    shape = f"[{', '.join(['1' if n == 1 else ':' for n in made.shape])}]"
    fits = shape == f"[{axes}" if axes else made.shape == ()
    if not fits or made.dtype.kind not in "iufc" or value is None:
        return ""
    if not np.can_cast(made.dtype, dtype, "same_kind"):
        return ""
    if not axes:
        return f"give {kind}({name})"
    short = {"float64": "float", "complex128": "complex", "int64": "int"}
    return f"give np.asarray({name}, {short.get(dtype, f'np.{dtype}')})"


def require_items(value, kind, name):
    """Raise TypeError unless an argument and all its items have the kinds of a text.

    A kind is a tuple, list or dict of kinds, that of an attribute with a dot in front,
    or one of `is_of_kind`; `...` is any kind.

    >>> kinds = {'w': 'float64[...]', 'n': ['int', 'list of float']}
    >>> require_items({'w': np.ones((2, 1)), 'n': [3, [1.0, 2.0]]}, kinds, 'params')
    >>> require_items({'w': 1.0, 'n': 3.0}, kinds, 'params')
    Traceback (most recent call last):
    TypeError: params['n'] must be a list of 2 items, not float
    """
    if kind is ...:
        return
    if type(kind) is str:
        if not is_of_kind(value, kind):
            require_kind(value, kind, name)
        return
    wanted = type(kind)
    if wanted is dict and all(type(key) is str and key[:1] == "." for key in kind):
        for key, item in kind.items():
            if not hasattr(value, key[1:]):
                raise TypeError(
                    f"{name} must have the attribute {key[1:]}, which "
                    f"{type(value).__name__} has not"
                )
            require_items(getattr(value, key[1:]), item, name + key)
        return
    if not isinstance(value, wanted) or len(value) != len(kind):
        found = type(value).__name__
        found += f" of {len(value)}" if isinstance(value, wanted) else ""
        raise TypeError(
            f"{name} must be a {wanted.__name__} of {len(kind)} items, not {found}"
        )
    for key, item in kind.items() if wanted is dict else enumerate(kind):
        if wanted is dict and key not in value:
            raise TypeError(f"{name} must have the key {key!r}")
        require_items(value[key], item, f"{name}[{key!r}]")


def name_of_kind(value):
    """Return the kind of a value, with its sizes where an axis has the size 1.

    >>> name_of_kind(2.0), name_of_kind(np.float32(2.0)), name_of_kind(np.ones((3, 1)))
    ('float', 'np.float32', 'float64[:, 1]')
    """
    kind = type(value)
    if kind is np.ndarray:
        dtype = value.dtype
        name = dtype.str[1:] if dtype.kind in "SU" else dtype.name
        return f"{name}[{', '.join(['1' if n == 1 else ':' for n in value.shape])}]"
    if kind is np.float64 or kind is np.complex128:
        return "float" if kind is np.float64 else "complex"
    return f"np.{value.dtype.name}" if isinstance(value, np.generic) else kind.__name__


def is_of_kind(value, kind):
    """Whether a value has a kind, also one of arrays of any rank or one size, or lists.

    >>> is_of_kind(np.ones((3, 4)), 'float64[...]'), is_of_kind(2.0, 'float64[...]')
    (True, True)
    >>> is_of_kind(np.ones((3, 4)), 'float64[3, 4]')
    True
    >>> is_of_kind([(1.0, 2)], 'list of (float, int)')
    True
    """
    if kind.startswith("list of "):
        of_item = kind.removeprefix("list of ")
        alike = isinstance(value, (list, tuple))
        return alike and all(is_of_kind(item, of_item) for item in value)
    if kind.startswith("("):
        named = isinstance(value, (list, tuple)) and map(name_of_kind, value)
        return named is not False and f"({', '.join(named)})" == kind
    found = name_of_kind(value)
    if kind.endswith("[...]"):
        dtype = kind.removesuffix("[...]")
        python = {"float64": "float", "complex128": "complex"}.get(dtype)
        return found.partition("[")[0] in (dtype, python, f"np.{dtype}")
    if type(value) is np.ndarray:
        return kind in (found, f"{found.partition('[')[0]}{[*value.shape]}")
    return found == kind


def naming_lines(function, lines):
    """Return a function that adds to errors which of the user's lines they are about.

    `lines` has them by the lines of the file, counted from the function's first.
    """
    code = function.__code__

    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            note, entry = None, error.__traceback__
            while entry is not None:
                if entry.tb_frame.f_code.co_filename == code.co_filename:
                    note = lines.get(entry.tb_lineno - code.co_firstlineno, note)
                entry = entry.tb_next
            if note is not None:
                if hasattr(error, "add_note"):  # Python 3.10 has none
                    error.add_note(note)
            raise

    # Not as a decorator: those of functions are left out of saved modules.
    return functools.update_wrapper(called, function)
