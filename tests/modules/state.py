"""What a module holds, as data that can be compared."""
import collections
import enum
import types

import numpy as np


def state_of(module: types.ModuleType) -> dict:
    """Return what the variables of a module hold; aliases are told from copies."""
    seen: dict[int, int] = {}
    held: list = []
    return {
        name: _described(value, module.__name__, seen, held)
        for name, value in vars(module).items()
        if not name.startswith('__') and not isinstance(value, types.ModuleType)
    }


def _described(value, module: str, seen: dict, held: list):
    if isinstance(value, enum.Enum):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, complex, str, np.generic)):
        return type(value).__name__, repr(value)
    if id(value) in seen and not _is_tuple_of_constants(value):
        return 'again', seen[id(value)]
    seen[id(value)] = len(seen)
    held.append(value)

    def inner(part):
        return _described(part, module, seen, held)

    if isinstance(value, np.ndarray):
        return value.shape, str(value.dtype), value.tolist()
    if isinstance(value, dict):
        return type(value).__name__, [(inner(k), inner(v)) for k, v in value.items()]
    if isinstance(value, (list, tuple, collections.deque)):
        return type(value).__name__, [inner(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return type(value).__name__, sorted(map(repr, value))
    if isinstance(value, types.FunctionType) and value.__module__ == module:
        return value.__name__, inner(value.__defaults__), inner(value.__kwdefaults__)
    if isinstance(value, type) and value.__module__ == module:
        names = [name for name in vars(value) if not name.startswith(('__', '_abc'))]
        return value.__name__, [(name, inner(vars(value)[name])) for name in names]
    if type(value).__module__ == module or isinstance(value, types.SimpleNamespace):
        slots = [s for c in type(value).__mro__ for s in getattr(c, '__slots__', ())]
        found = {s: getattr(value, s) for s in slots if hasattr(value, s)}
        return type(value).__name__, inner({**getattr(value, '__dict__', {}), **found})
    return type(value).__name__


def _is_tuple_of_constants(value) -> bool:
    """Whether a compiler may, or may not, have made one object of equal ones."""
    plain = (int, float, str)
    return isinstance(value, tuple) and all(isinstance(item, plain) for item in value)
