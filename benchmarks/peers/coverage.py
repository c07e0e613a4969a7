"""Count NumPy's public functions for which peers have a derivative.

python -m benchmarks.peers.coverage [--tangent FOLDER]

autograd is asked as it is installed. google/tangent runs on old Pythons alone: of it
the templates in the sources in FOLDER are counted (`tangent/grads.py`, `tangents.py`).
"""

import argparse
import ast
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path

PARTS = ("numpy", "numpy.linalg", "numpy.fft", "numpy.random")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print, for each part of NumPy, the names with a reverse and a forward rule."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--tangent", type=Path, help="a folder with tangent's sources")
    options = parser.parse_args(arguments)
    for part in PARTS:
        print("autograd", part, *of_autograd(part))
    if options.tangent:
        reverse = names_in(options.tangent / "tangent" / "grads.py")
        forward = names_in(options.tangent / "tangent" / "tangents.py")
        for part in PARTS:
            print("tangent", part, *(len(in_part(n, part)) for n in (reverse, forward)))


def of_autograd(part: str) -> tuple[int, int]:
    """Return how many public names have a rule in reverse and in forward mode."""
    core = importlib.import_module("autograd.core")
    theirs = importlib.import_module(part.replace("numpy", "autograd.numpy", 1))
    public = [name for name in dir(importlib.import_module(part)) if name[0] != "_"]
    found = [getattr(theirs, name, None) for name in public]
    rules = (core.primitive_vjps, core.primitive_jvps)
    reverse, forward = (
        sum(callable(f) and f in table for f in found) for table in rules
    )
    return reverse, forward


def names_in(path: Path) -> set[str]:
    """Return the dotted names that decorators of a file of templates are given."""
    return set(_decorated(ast.parse(path.read_text())))


def _decorated(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        for call in getattr(node, "decorator_list", ()):
            if isinstance(call, ast.Call) and call.args:
                yield ast.unparse(call.args[0])


def in_part(names: set[str], part: str) -> set[str]:
    """Return the names of a part of NumPy, without those of parts of it."""
    return {name for name in names if name.rpartition(".")[0] == part}


if __name__ == "__main__":
    main()
