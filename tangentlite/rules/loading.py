"""Import of the templates, which register all rules, when one is first needed.

Those for NumPy and Python are loaded together. Those for a part of another library,
such as `scipy.special`, are a folder of their own, loaded when a function of that part
is first asked for: a program that does not use SciPy never imports it.
"""

from __future__ import annotations

import importlib.util
import pkgutil
import sys
from pathlib import Path

import numpy as np

from tangentlite.errors import UnplacedError
from tangentlite.process.locks import LOADING

# The first version of SciPy that the samples of its rules run with.
FIRST_SCIPY = "1.11"
_LOADED: set[str] = set()
PACKAGE = "tangentlite.templates"


def load_templates() -> None:
    """Import the templates of NumPy and Python."""
    if PACKAGE in _LOADED:
        return
    with LOADING:
        if importlib.util.find_spec(PACKAGE) is None:
            # In a checkout the templates are a folder beside the package.
            sys.modules["tangentlite"].__path__.append(str(Path(__file__).parents[2]))
        _load(PACKAGE)


def load_templates_of(function: object) -> None:
    """Import the templates of the part of a library that a function belongs to."""
    part = part_of(function)
    if part is not None:
        load_part(part)


def load_part(part: str) -> None:
    """Import the templates of a part of a library, as `scipy.special`, if any."""
    name = f"{PACKAGE}.{part}"
    if name in _LOADED:
        return
    with LOADING:
        load_templates()
        if importlib.util.find_spec(name) is not None:
            _require_version(part)
            _load(name)
        _LOADED.add(name)


def part_of(function: object) -> str | None:
    """Return the part of SciPy that a function belongs to, None for others.

    >>> import scipy.special
    >>> part_of(scipy.special.gammaln), part_of(np.sin)
    ('scipy.special', None)
    """
    if "scipy" not in sys.modules:
        return None
    if isinstance(function, np.ufunc):  # it knows no module
        special = sys.modules.get("scipy.special")
        known = getattr(special, function.__name__, None) is function
        return "scipy.special" if known else None
    module = getattr(function, "__module__", None)
    if not isinstance(module, str) or not module.startswith("scipy."):
        return None
    return ".".join(module.split(".")[:2])


def _require_version(part: str) -> None:
    """Refuse a SciPy that lacks functions which the rules call."""
    version = sys.modules["scipy"].__version__
    if np.lib.NumpyVersion(version) < f"{FIRST_SCIPY}.0":
        raise UnplacedError(
            f"the derivatives of {part} need SciPy {FIRST_SCIPY} or later; this is "
            f"{version}.\nInstall a newer one: pip install 'scipy>={FIRST_SCIPY}'."
        )


def _load(name: str) -> None:
    package = importlib.import_module(name)
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        if not found.ispkg:
            importlib.import_module(f"{name}.{found.name}")
    # Set last: a template that fails to import must fail at every call.
    _LOADED.add(name)
