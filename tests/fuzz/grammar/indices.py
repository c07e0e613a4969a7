"""Texts of sizes, positions and parts of arrays that are known to fit."""

import random

from tests.fuzz.grammar.notation import ONE_LESS, CannotDrawError
from tests.fuzz.grammar.scope import Scope


def size_text(chance: random.Random, scope: Scope, size: str) -> str:
    """A text for a size, as an axis of what is visible has it."""
    found = [size] if size.isdigit() else []
    for variable in scope.arrays():
        for axis, other in enumerate(variable.shape):
            plain = variable.text.replace("_", "").isalnum()
            name = variable.text if plain else ""
            less = ONE_LESS.get(other) == size
            if not name or other != size and not less:
                continue
            taken = " - 1" if less else ""
            found.append(f"{name}.shape[{axis}]{taken}")
            if axis == 0:
                found.append(f"len({name}){taken}")
    if not found:
        raise CannotDrawError
    return chance.choice(found)


def shape_text(chance: random.Random, scope: Scope, shape: str) -> str:
    """A text for a shape."""
    alike = [v.text for v in scope.arrays() if v.shape == shape]
    if alike and chance.random() < 0.3:
        return f"{chance.choice(alike)}.shape"
    sizes = [size_text(chance, scope, size) for size in shape]
    if len(sizes) == 1:
        return chance.choice((sizes[0], f"({sizes[0]},)"))
    return f"({', '.join(sizes)})"


def position(chance: random.Random, scope: Scope, size: str) -> str:
    """An integer that is an index of an axis of the size."""
    if len(size) != 1:
        raise CannotDrawError
    found = ["0", "-1"] + (["1"] if size in "nm234" else [])
    for variable in scope.integers(size):
        name = variable.text
        found += [name, name, f"{name} - 1", f"-{name} - 1", f"-1 - {name}"]
        if variable.shape != size:
            found += [f"{name} + 1", f"{name} + 1"]
    return chance.choice(found)


def part(
    chance: random.Random, scope: Scope, shape: str, views: bool
) -> tuple[str, str]:
    """An index of an array of a shape, and the shape of what it gives.

    A view is made by slices alone.
    """
    if not shape:
        raise CannotDrawError
    if not views and chance.random() < 0.15:
        return _picked(chance, scope, shape)
    texts, sizes = [], ""
    for size in shape:
        text, left = chance.choice(_of_axis(chance, scope, size))
        texts.append(text)
        sizes += left
    if views and not sizes:
        raise CannotDrawError
    while len(texts) > 1 and texts[-1] == ":":
        texts.pop()
    if len(shape) > 1 and texts[0] == ":" and chance.random() < 0.3 and len(texts) > 1:
        texts[0] = "..."
        return ", ".join(texts), sizes
    if chance.random() < 0.08 and len(sizes) < 3:
        texts.insert(0, chance.choice(("None", "np.newaxis")))
        sizes = f"1{sizes}"
    return ", ".join(texts), sizes


def _of_axis(chance: random.Random, scope: Scope, size: str) -> list[tuple[str, str]]:
    found = [(":", size), ("::-1", size), (":", size)]
    found += [(position(chance, scope, size), "")] * 3
    if size in ONE_LESS:
        less = ONE_LESS[size]
        found += [("1:", less), (":-1", less), ("-2::-1", less)]
    if size in "nm34":
        found += [(":2", "2"), ("-2:", "2"), ("1::-1", "2")]
    return found


def _picked(chance: random.Random, scope: Scope, shape: str) -> tuple[str, str]:
    """An index by an array, a list or several of them."""
    rest = shape[1:]
    one, two = (position(chance, scope, shape[0]) for _ in range(2))
    found = [
        (f"[{one}, {two}, 0]", f"3{rest}"),
        (f"np.array([0, {one}])", f"2{rest}"),
        ("[0, -1]", f"2{rest}"),
        (f"({one}, {two}),", f"2{rest}"),
    ]
    if rest:
        other = position(chance, scope, rest[0])
        found += [
            (f"[0, {one}], [{other}, -1]", f"2{rest[1:]}"),
            (f":, [{other}, -1, 0]", f"{shape[0]}3{rest[1:]}"),
            (f"[[0], [-1]], [{other}, 0, -1]", f"23{rest[1:]}"),
        ]
    return chance.choice(found)
