"""The derivatives that `[tool.tangentlite]` in a pyproject.toml lists."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from tangentlite.command.user_modules import NoAnswer

_TEXTS = ("target", "output", "mode", "backend")
_FLAGS = ("value", "unchecked", "parallel", "no-optimize")
_KEYS = (*_TEXTS, "wrt", "args", *_FLAGS)


def root_of(folder: Path) -> Path:
    """Return the folder of the next pyproject.toml above, or else the folder itself."""
    folder = folder.resolve()
    around = (folder, *folder.parents)
    return next((one for one in around if (one / "pyproject.toml").is_file()), folder)


def listed(root: Path) -> list[list[str]]:
    """Return the arguments of `build` for each target that a project lists."""
    path = root / "pyproject.toml"
    if not path.is_file():
        raise NoAnswer("build: give a TARGET, or list some in a pyproject.toml")
    try:
        project = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoAnswer(f"{path.name}: {error}") from None
    entries = project.get("tool", {}).get("tangentlite", {}).get("build")
    if not isinstance(entries, list) or not entries:
        raise NoAnswer(
            f"{path.name}: no [[tool.tangentlite.build]] with target and output"
        )
    return [
        arguments(entry, f"{path.name}: build {n}")
        for n, entry in enumerate(entries, 1)
    ]


def outputs_of(root: Path) -> list[Path]:
    """Return the modules that a project lists, none of one that lists wrongly."""
    try:
        return [root / argv[-1] for argv in listed(root)]
    except NoAnswer:
        return []


def arguments(entry: Mapping[str, object], place: str = "") -> list[str]:
    """Return the arguments of `build` for one entry.

    >>> arguments({"target": "mod:f", "output": "g.py", "wrt": ["x", "y"]})
    ['mod:f', '--wrt', 'x,y', '-o', 'g.py']
    """
    if not isinstance(entry, Mapping):
        raise NoAnswer(f"{place} is not a table")
    for key, value in entry.items():
        if key not in _KEYS:
            raise NoAnswer(f"{place} has no key {key!r}; there are: {', '.join(_KEYS)}")
        if not isinstance(value, _type_of(key)):
            raise NoAnswer(f"{place}: {key} must be {_WORDS[_type_of(key)]}")
    for key in ("target", "output"):
        if key not in entry:
            raise NoAnswer(f"{place} needs the key {key!r}")
    argv = [str(entry["target"])]
    if "wrt" in entry:
        wrt = entry["wrt"]
        argv += [
            "--wrt",
            ",".join(map(str, wrt)) if isinstance(wrt, list) else str(wrt),
        ]
    given = entry.get("args", {})
    assert isinstance(given, dict)
    for name, expression in given.items():
        argv += ["--arg", f"{name}={expression}"]
    for key in ("mode", "backend"):
        argv += [f"--{key}", str(entry[key])] if key in entry else []
    argv += [f"--{key}" for key in _FLAGS if entry.get(key)]
    return [*argv, "-o", str(entry["output"])]


def _type_of(key: str) -> type | tuple[type, ...]:
    if key in _TEXTS:
        return str
    if key == "wrt":
        return (str, list)
    return dict if key == "args" else bool


_WORDS = {
    str: "text",
    bool: "true or false",
    dict: "a table of expressions",
    (str, list): "a name or a list of names",
}
