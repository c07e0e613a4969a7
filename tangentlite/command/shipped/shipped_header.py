"""The comment at the top of a shipped module: what made it, and from what."""

from __future__ import annotations

import difflib
import importlib.metadata
import re
import shlex
from collections.abc import Mapping, Sequence

from tangentlite.calls.kept.made_from import digest_of_all, is_rule
from tangentlite.emit.text.bare_text import bare_source


def version() -> str:
    """Return the version of this package, 'unknown' if it is not installed."""
    try:
        return importlib.metadata.version("tangentlite")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def header(argv: Sequence[str], kinds: str, parts: Mapping[str, str]) -> str:
    """Return the comment; `parts` are digests of sources by the names of functions.

    >>> text = header(["mod:f", "-o", "f_grad.py"], "x: float", {"mod.f": "51a0"})
    >>> print(text[text.index("# command") :], end="")
    # command: tangentlite build mod:f -o f_grad.py
    # kinds: x: float
    # source: f75f4e73a04e
    #     mod.f 51a0
    """
    lines = [
        f"Written by tangentlite {version()}: build it again rather than change it.",
        "ruff: noqa",
        "fmt: off",
        "",
        f"{_COMMAND}{shlex.join(argv)}",
        f"kinds: {kinds}",
        f"{_SOURCE}{digest_of_all(parts)}",
        *(f"    {name} {digest}" for name, digest in parts.items()),
    ]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


_COMMAND = "command: tangentlite build "
_SOURCE = "source: "


def is_same(old: str, new: str) -> bool:
    """Whether two shipped modules agree but for comments and who has written them."""
    return _heads(old) == _heads(new) and bare_source(old) == bare_source(new)


def _heads(text: str) -> list[str]:
    """Return what a header says of the command, kinds and source."""
    return re.findall(r"^# (?:command|kinds|source): .*$", text, re.MULTILINE)


def command_in(text: str) -> list[str] | None:
    """Return the arguments with which `build` has made a module, None for others.

    >>> command_in("# command: tangentlite build mod:f --arg 'n=2 + 1' -o g.py")
    ['mod:f', '--arg', 'n=2 + 1', '-o', 'g.py']
    """
    found = re.search(f"^# {_COMMAND}(.*)$", text, re.MULTILINE)
    return shlex.split(found[1]) if found else None


def function_in_module(text: str) -> str:
    """Return the name of the function that a shipped module is for.

    >>> function_in_module("def helper(x):\\n    ...\\ndef f_grad(x):\\n    ...")
    'f_grad'
    """
    return re.findall(r"^def (\w+)", text, re.MULTILINE)[-1]


def difference(name: str, old: str, new: str) -> str:
    """Return what has changed since a module was built, and a diff of its text."""
    lines = [f"{name} is not what `tangentlite build` writes now."]
    before, after = _parts(old), _parts(new)
    names = [n for n in {**before, **after} if before.get(n) != after.get(n)]
    # Which rules are used follows from the functions.
    both = before.keys() & after.keys()
    names = [n for n in names if n in both or not is_rule(n)]
    if before and names:
        lines.append(f"Changed since it was built: {', '.join(names)}")
    versions = [
        re.match(r"# Written by tangentlite (\S+):", text) for text in (old, new)
    ]
    was, now = (found[1] if found else None for found in versions)
    if was and was != now:
        lines.append(f"It was built by tangentlite {was}, this is {now}.")
    elif before and not names:
        lines.append("No source has changed, but the file itself.")
    old_lines, new_lines = old.splitlines(), new.splitlines()
    lines += difflib.unified_diff(
        old_lines, new_lines, name, "tangentlite build", lineterm=""
    )
    return "\n".join(lines) + "\n"


def _parts(text: str) -> dict[str, str]:
    """Return the digests of sources in a header."""
    found = re.findall(r"^#     (\S+) ([0-9a-f]{12})$", text, re.MULTILINE)
    return dict(found)
