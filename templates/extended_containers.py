"""What classes that extend dict and list inherit: contents in an attribute."""

from tangentlite.rules.registry import inherited


@inherited(dict)
class ExtendedDict:
    """The methods of dict, which call no method that the class may override."""

    def __init__(self, *given, **named):
        self._contents.update(*given, **named)

    def __getitem__(self, key):
        if key in self._contents:
            return self._contents[key]
        if hasattr(type(self), '__missing__'):  # as special methods are looked up
            return self.__missing__(key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self._contents[key] = value

    def __delitem__(self, key):
        del self._contents[key]

    def __contains__(self, key):
        return key in self._contents

    def __len__(self):
        return len(self._contents)

    def __iter__(self):
        return iter(self._contents)

    def __reversed__(self):
        return reversed(self._contents)

    def __eq__(self, other):
        return self._contents == dict(other)

    def __or__(self, other):
        return self._contents | dict(other)

    def __ior__(self, other):
        self._contents.update(other)
        return self

    def keys(self):
        return self._contents.keys()

    def values(self):
        return self._contents.values()

    def items(self):
        return self._contents.items()

    def get(self, key, default=None):
        return self._contents.get(key, default)

    def setdefault(self, key, default=None):
        return self._contents.setdefault(key, default)

    def pop(self, *given):
        return self._contents.pop(*given)

    def popitem(self):
        return self._contents.popitem()

    def update(self, *given, **named):
        self._contents.update(*given, **named)

    def clear(self):
        self._contents.clear()

    def copy(self):
        return self._contents.copy()


@inherited(list)
class ExtendedList:
    """The methods of list, which call no method that the class may override."""

    def __init__(self, iterable=()):
        self._contents[:] = list(iterable)

    def __getitem__(self, index):
        return self._contents[index]

    def __setitem__(self, index, value):
        self._contents[index] = value

    def __delitem__(self, index):
        del self._contents[index]

    def __contains__(self, value):
        return value in self._contents

    def __len__(self):
        return len(self._contents)

    def __iter__(self):
        return iter(self._contents)

    def __reversed__(self):
        return reversed(self._contents)

    def __eq__(self, other):
        return self._contents == list(other)

    def __add__(self, other):
        return self._contents + list(other)

    def __radd__(self, other):
        return other + self._contents

    def __iadd__(self, other):
        self._contents.extend(other)
        return self

    def __mul__(self, count):
        return self._contents * count

    def __rmul__(self, count):
        return self._contents * count

    def append(self, value):
        self._contents.append(value)

    def extend(self, iterable):
        self._contents.extend(iterable)

    def insert(self, index, value):
        self._contents.insert(index, value)

    def remove(self, value):
        self._contents.remove(value)

    def pop(self, *given):
        return self._contents.pop(*given)

    def clear(self):
        self._contents.clear()

    def index(self, *given):
        return self._contents.index(*given)

    def count(self, value):
        return self._contents.count(value)

    def sort(self, *, key=None, reverse=False):
        self._contents.sort(key=key, reverse=reverse)

    def reverse(self):
        self._contents.reverse()

    def copy(self):
        return self._contents.copy()
