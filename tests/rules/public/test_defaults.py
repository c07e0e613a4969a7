"""The arguments of templates are by default what they are in NumPy and SciPy."""

import importlib.util
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tangentlite.rules.loading import load_part, load_templates
from tangentlite.rules.registry import all_rules

ROOT = Path(__file__).parents[3]
load_templates()
if importlib.util.find_spec("scipy"):
    for part in sorted((ROOT / "templates" / "scipy").iterdir()):
        if part.is_dir() and not part.name.startswith("_"):
            importlib.import_module(f"scipy.{part.name}")
            load_part(f"scipy.{part.name}")
PLAIN = (bool, int, float, str, tuple)
# What is called otherwise in some versions and is the same.
SAME = {
    ("order", "K", None),
    ("window", "hann", "hann_periodic"),
    ("window", ("tukey", 0.25), ("tukey_periodic", 0.25)),
}


def functions_and_templates() -> Iterator[tuple[object, object]]:
    """Each function with each of its templates, and the methods of classes."""
    for function, rule in all_rules().items():
        for template in (rule.adjoint, rule.tangent, rule.definition):
            if isinstance(function, type) and isinstance(template, type):
                for name in vars(template):
                    if callable(getattr(template, name)) and hasattr(function, name):
                        yield getattr(function, name), getattr(template, name)
            elif template is not None:
                yield function, template


def file_of(template: object) -> str:
    code = getattr(inspect.unwrap(template), "__code__", None)
    path = Path(getattr(code, "co_filename", ""))
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else ""


FILES = sorted({file_of(template) for _, template in functions_and_templates()} - {""})


def differing(function: object, template: object) -> list[tuple]:
    """The parameters that are by default something else, and what."""
    try:
        known = inspect.signature(function).parameters
    except (ValueError, TypeError):  # built-in functions tell nothing
        return []
    found = []
    for name, one in inspect.signature(template).parameters.items():
        other = known.get(name, one)
        given, usual = one.default, other.default
        # Where it is None the template asks what it is to be.
        if isinstance(given, PLAIN) and isinstance(usual, (*PLAIN, type(None))):
            is_same = given == usual or repr(given) == repr(usual)  # nan is nan
            if not is_same and (name, given, usual) not in SAME:
                found.append((function, name, given, usual))
    return found


@pytest.mark.parametrize("file", FILES)
def test_defaults(file):
    pairs = [pair for pair in functions_and_templates() if file_of(pair[1]) == file]
    assert pairs
    assert [one for pair in pairs for one in differing(*pair)] == []
