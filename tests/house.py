"""Figures of how the package is filed: python -m tests.house."""

import ast
import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "tangentlite"
# Where the classes stand whose objects are what a Python variable stands for.
VALUES = ("values/base.py", "values/callable_values.py", "values/heap.py",
          "values/iterables.py", "values/alternatives/select.py")  # fmt: skip
MOST_ENTRIES, FEWEST_LINES, MOST_LINES = 12, 40, 400
MOST_IMPORTS, MOST_IMPORTERS, MOST_FIELDS = 15, 40, 20
# What all files of the compiler speak: who imports it depends on nothing else by that.
VOCABULARY = {
    f"tangentlite.{name}"
    for name in (
        "builder.builder",
        "errors",
        "handlers",
        "ir.build",
        "ir.function",
        "ir.rewrite",
        "kinds.kind",
        "kinds.objects.user_objects",
        "operations",
        "specialize.state.restart",
        "values.base",
        "values.callable_values",
        "values.heap",
        "values.literals",
        "values.structure",
    )
}
# Lists by nature: of what registers itself, and of the passes in their order.
LISTS = {"tangentlite.specialize.implementations", "tangentlite.passes"}
# Short by nature, but files of their own.
SHORT = {
    "tangentlite.__main__",  # where Python begins
    "tangentlite.examples",  # what docstrings show to users, under a name to import
    "tangentlite.optimize.drop_dead",  # a pass, which has a file of its name
}


def figures() -> dict[str, int]:
    """Each figure by its name."""
    graph = imports()
    circles = [len(circle) for circle in circles_of(graph)]
    importers = Counter(other for others in graph.values() for other in others)
    fields = list(fields_of_classes().values())
    lengths = [len(path.read_text().splitlines()) for path in files()]
    names = Counter(path.stem for path in files())
    return {
        "files in import circles": sum(circles),
        "folders of more than 12 entries": sum(
            len(entries) > MOST_ENTRIES for entries in folders().values()
        ),
        "files of more than 400 lines": sum(n > MOST_LINES for n in lengths),
        "files of less than 40 lines": sum(
            n < FEWEST_LINES and module_of(path) not in SHORT
            for path, n in zip(files(), lengths, strict=True)
        ),
        "names that several files have": sum(n > 1 for n in names.values()),
        "files that import more than 15 beyond the vocabulary": sum(
            len(set(others) - VOCABULARY) > MOST_IMPORTS
            for name, others in graph.items()
            if name not in LISTS
        ),
        "files that more than 40 import, beyond the vocabulary": sum(
            n > MOST_IMPORTERS
            for name, n in importers.items()
            if name not in VOCABULARY
        ),
        "fields of the largest class": max(fields),
        "classes of more than 20 fields": sum(n > MOST_FIELDS for n in fields),
        "tests of the class of a value outside its file": sum(class_tests().values()),
        "tests of names that begin with <": sum(map(marks_in, files())),
    }


@functools.cache
def files() -> tuple[Path, ...]:
    """All files of the package that are more than the docstring of a folder."""
    found = sorted(PACKAGE.rglob("*.py"))
    return tuple(path for path in found if path.name != "__init__.py")


def folders() -> dict[Path, set[str]]:
    """What each folder shows, but for the package itself, which shows its layers."""
    found: dict[Path, set[str]] = {}
    for path in files():
        while path.parent != PACKAGE:
            found.setdefault(path.parent, set()).add(path.name)
            path = path.parent
    return found


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def imports() -> dict[str, set[str]]:
    """The files that each file imports, wherever in it, but not for types alone."""
    known = {module_of(path): path for path in files()}
    return {
        module_of(path): {
            name for name in imported(tree_of(path), known) if name != module_of(path)
        }
        for path in files()
    }


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def imported(tree: ast.AST, known: Mapping[str, Path]) -> Iterator[str]:
    for node in without_types(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from (name for name in (whole, node.module) if name in known)


def without_types(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but those under `if TYPE_CHECKING`."""
    yield node
    for child in ast.iter_child_nodes(node):
        test = getattr(child, "test", None)
        if not (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"):
            yield from without_types(child)


def circles_of(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The groups of files of which each reaches each other (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            place = stack.index(name)
            found.append(set(stack[place:]))
            del stack[place:]

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return [group for group in found if len(group) > 1]


def fields_of_classes() -> dict[str, int]:
    """How many fields each class annotates or sets on itself."""
    found: dict[str, int] = {}
    for path in files():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                own = {
                    part.target.id
                    for part in node.body
                    if isinstance(part, ast.AnnAssign)
                    and isinstance(part.target, ast.Name)
                }
                own |= set(set_on_self(node))
                found[f"{module_of(path)}.{node.name}"] = len(own)
    return found


def set_on_self(node: ast.ClassDef) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            if isinstance(part.value, ast.Name) and part.value.id == "self":
                yield part.attr


def class_tests() -> dict[str, int]:
    """How often each file asks for the class of a value that stands in another."""
    homes: dict[str, str] = {}
    for path in files():
        if path.relative_to(PACKAGE).as_posix().startswith(VALUES):
            for node in tree_of(path).body:
                if isinstance(node, ast.ClassDef):
                    homes[node.name] = module_of(path)
    found: Counter[str] = Counter()
    for path in files():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "isinstance" and len(node.args) == 2:
                    parts = list(ast.walk(node.args[1]))
                    asked = {p.id for p in parts if isinstance(p, ast.Name)}
                    asked |= {
                        p.attr
                        for p in parts
                        if isinstance(p, ast.Attribute) and not _is_of_gast(p)
                    }
                    own = {name for name in asked if homes.get(name) == module_of(path)}
                    if (asked & homes.keys()) - own:
                        found[module_of(path)] += 1
    return found


def _is_of_gast(node: ast.Attribute) -> bool:
    """Whether it is the class of a node, some of which have names of values."""
    return isinstance(node.value, ast.Name) and node.value.id == "gast"


def marks_in(path: Path) -> int:
    """How often a file asks whether a name begins with a mark of its own, "<…".

    Those that are left ask for names of files, which tracebacks and `linecache` hold:
    of texts that were generated, and of code that Python makes.
    """
    return sum(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "startswith"
        and any(
            isinstance(part, ast.Constant) and str(part.value).startswith("<")
            for argument in node.args
            for part in ast.walk(argument)
        )
        for node in ast.walk(tree_of(path))
    )


if __name__ == "__main__":
    for name, figure in figures().items():
        print(f"{figure:5} {name}")
