"""A process that answers one request of the explorer: what is typed, as a linked view.

It has everything imported before the request comes, so that the answer takes as long as
the derivative alone. A program that never ends, or that ends the process, is another
process's problem.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import json
import linecache
import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import tangentlite as tl
from tangentlite.calls.shown.linked_view import view_of_examples
from tangentlite.command.derivative_options import BUILDERS
from tangentlite.command.target import argument, function_in
from tangentlite.command.user_modules import NoAnswer, guarded_import, module_of


def main() -> None:
    """Read a request from standard input, and write the answer to standard output.

    A line in front of it says that everything is imported. What the program prints goes
    to the standard error stream.
    """
    out, sys.stdout = sys.stdout, sys.stderr
    tl.grad(_first).view(np.ones(2), 2)
    out.write("ready\n")
    out.flush()
    request = json.load(sys.stdin)
    # Whoever has asked ends this process; if there is nobody left, this does.
    last = threading.Timer(request["limit"] + 5.0, os._exit, (1,))
    last.daemon = True
    last.start()
    out.write(json.dumps(answer(request)))
    out.flush()


def _first(x, n):
    """The first derivative of a process is slow: what it needs is loaded with it."""
    for _ in range(n):
        x = x + np.sin(x[0]) * x
    return np.sum(x)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the page of a typed program, or why there is none and in which line.

    >>> answer({"text": "x = 1", "file": "typed.py"})["error"]
    'Type a function: def f(x): ...'
    >>> answer({"text": "def f(x:", "file": "typed.py"})["line"]
    1
    """
    text, path = request["text"], Path(request["file"]).resolve()
    try:
        functions = list(_functions(text))
    except SyntaxError as error:
        where = f"{path.name}:{error.lineno}"
        return {"error": f"{where}: {error.msg}", "line": error.lineno}
    found: dict[str, Any] = {"functions": functions}
    if not functions:
        return found | {"error": "Type a function: def f(x): ...", "line": None}
    name = request.get("function")
    chosen = next((f for f in functions if f["name"] == name), functions[-1])
    found["function"] = chosen["name"]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return found | {"page": _page(request, text, path, chosen)}
    except (NoAnswer, tl.TangentliteError) as error:
        said = str(error).replace(f"{path.parent}/", "")
        line = re.search(rf"{re.escape(path.name)}:(\d+)", said)
        return found | {"error": said, "line": int(line[1]) if line else None}


def _functions(text: str) -> Iterator[dict[str, Any]]:
    """Yield the functions at the top of a program, with their parameters."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            given = [*node.args.posonlyargs, *node.args.args]
            yield {"name": node.name, "parameters": [one.arg for one in given]}


def _page(
    request: Mapping[str, Any], text: str, path: Path, chosen: Mapping[str, Any]
) -> str:
    module = _module(text, path)
    function = function_in(module, path.name, chosen["name"])
    known = set(chosen["parameters"])
    given = request.get("arguments") or {}
    arguments = dict(
        argument(f"{name} = {expression}", function, module)
        for name, expression in given.items()
        if name in known and expression.strip()
    )
    wrt = tuple(name for name in request.get("wrt") or () if name in known)
    build = BUILDERS[request.get("mode") or "reverse"]
    df = build(function, wrt=wrt or 0)
    return view_of_examples(df.request, arguments, df.options_in_force).html


def _module(text: str, path: Path) -> ModuleType:
    """Run a program as the module that its file is, or would be."""
    root, name = module_of(path)
    sys.path.insert(0, str(root))
    module = ModuleType(name)
    module.__file__ = filename = str(path)
    module.__package__ = name.rpartition(".")[0]
    # The compiler reads what was typed, not what the file holds.
    lines = text.splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)

    def run() -> ModuleType:
        if module.__package__:
            importlib.import_module(module.__package__)
        sys.modules[name] = module
        exec(compile(text, filename, "exec"), vars(module))
        return module

    return guarded_import(run, path.name)


if __name__ == "__main__":
    main()
