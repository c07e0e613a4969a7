"""The comment at the top of a shipped module: what made it, and from what."""

from __future__ import annotations

import contextlib
import difflib
import importlib.metadata
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from tangentlite.calls.kept.made_from import digest_of_all, is_rule
from tangentlite.emit.text.bare_text import program_of


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
        f"{_KINDS}{kinds}",
        f"{_SOURCE}{digest_of_all(parts)}",
        *(f"    {name} {digest}" for name, digest in parts.items()),
    ]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


_COMMAND = "command: tangentlite build "
_KINDS = "kinds: "
_SOURCE = "source: "


def is_same(old: str, new: str) -> bool:
    """Whether two shipped modules agree but for comments and who has written them.

    Nor does it count how they quote the user's lines, which have a layout.
    """
    return _heads(old) == _heads(new) and _statements(old) == _statements(new)


def _statements(text: str) -> list[str]:
    found = program_of(text).splitlines()
    return [one for one in found if not re.match(_QUOTED, one)]


# What `naming_lines` is given.
_QUOTED = r"Assign\(targets=\[Name\(id='LINES_*'"


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


def difference(name: str, old: str, new: str, argv: Sequence[str]) -> str:
    """Return what has changed since a module was built, and a diff of its text.

    `argv` are the arguments of `build` that make it now.
    """
    lines = [
        f"{name} is not what `tangentlite build` writes now.",
        "Run `tangentlite build`, and commit what it writes."
        if command_in(old) != list(argv)
        else f"Run `tangentlite build {name}`, and commit what it writes.",
        *_reasons(old, new),
    ]
    old_lines, new_lines = old.splitlines(), new.splitlines()
    lines += difflib.unified_diff(
        old_lines, new_lines, name, "tangentlite build", lineterm=""
    )
    return "\n".join(lines) + "\n"


def _reasons(old: str, new: str) -> Iterator[str]:
    """Yield what has changed, in words."""
    found = False
    for what, mark in (("command", _COMMAND), ("kinds of arguments", _KINDS)):
        was, now = (_after(mark, text) for text in (old, new))
        if was and was != now:
            found = True
            yield f"The {what} changed since it was built: {_changed(was, now)}"
    before, after = _parts(old), _parts(new)
    names = [n for n in {**before, **after} if before.get(n) != after.get(n)]
    # Which rules are used follows from the functions.
    both = before.keys() & after.keys()
    names = [n for n in names if n in both or not is_rule(n)]
    if before and names:
        yield f"Changed since it was built: {', '.join(map(_called, names))}"
    versions = [
        re.match(r"# Written by tangentlite (\S+):", text) for text in (old, new)
    ]
    was, now = (one[1] if one else "" for one in versions)
    if was and was != now:
        yield f"It was built by tangentlite {was}, this is {now}."
    elif before and not names and not found:
        yield (
            "No source, kind or command has changed, but the text: by hand, or as it "
            "is for one value, such as a default."
        )


def _changed(was: str, now: str) -> str:
    """Return the parts of a list that differ.

    >>> _changed("mod:f --arg x=1 -o f.py", "mod:f --arg x=1.0 -o f.py")
    'x=1 is now x=1.0'
    """
    old, new = (re.split(r", (?=\w+: )", text) for text in (was, now))
    with contextlib.suppress(ValueError):  # of a quotation that is not closed
        if ": " not in was or "--" in was:
            old, new = shlex.split(was), shlex.split(now)
    gone = [part for part in old if part not in new]
    come = [part for part in new if part not in old]
    return f"{' '.join(gone) or 'nothing'} is now {' '.join(come) or 'left out'}"


def _called(name: str) -> str:
    """Return what a user calls a part.

    >>> _called("mod.f(rate=)"), _called("k")
    ('the default of rate in mod.f', 'k, which the function captures')
    """
    if name.endswith("=)"):
        function, _, parameter = name[:-2].partition("(")
        return f"the default of {parameter} in {function}"
    return name if "." in name else f"{name}, which the function captures"


def _after(mark: str, text: str) -> str:
    found = re.search(f"^# {mark}(.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def _parts(text: str) -> dict[str, str]:
    """Return the digests of sources in a header."""
    found = re.findall(r"^#     (\S+) ([0-9a-f]{12})$", text, re.MULTILINE)
    return dict(found)
