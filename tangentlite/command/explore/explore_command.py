"""`explore`: serve the page with the editor, until it is interrupted."""

from __future__ import annotations

import argparse
import contextlib
import webbrowser
from pathlib import Path

from tangentlite.command.derivative_options import BUILDERS, MODES_HELP, add_target
from tangentlite.command.explore.editor_files import MISSING, editor_folder
from tangentlite.command.explore.local_server import LocalServer
from tangentlite.command.printing import print_text
from tangentlite.command.target import require_one_colon
from tangentlite.command.user_modules import NoAnswer

EXAMPLE = '''\
import numpy as np


def middle(u, k, steps):
    """How warm the middle of a rod becomes."""
    for _ in range(steps):
        u[1:-1] += k * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return u[len(u) // 2]
'''
EXAMPLE_ARGUMENTS = {"u": "np.linspace(0.0, 1.0, 9) ** 2", "k": "0.25", "steps": "100"}


def add_explore(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    explore = commands.add_parser(
        "explore",
        help="show a derivative while one types the function",
        description="Serve a page with an editor on the left and the derivative of "
        "what is typed on the right, on this machine alone, until Ctrl-C. The page "
        "runs the file that is named, as it is edited, and no other; it writes it if "
        "asked to.",
    )
    explore.set_defaults(run=_explore)
    add_target(explore, "default: the first", "a parameter's value", count="?")
    explore.add_argument(
        "--mode",
        choices=tuple(BUILDERS),
        default="reverse",
        help=MODES_HELP,
    )
    explore.add_argument(
        "--port", type=int, default=0, help="the port (default: a free one)"
    )
    explore.add_argument(
        "--no-browser",
        dest="browser",
        action="store_false",
        help="print the address, and open no browser",
    )


def _explore(options: argparse.Namespace) -> int:
    start, file = started(options)
    try:
        server = LocalServer(options.port, start, file)
    except (OSError, OverflowError) as error:
        raise NoAnswer(f"--port {options.port}: {error}") from None
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(server):
        print_text(f"{server.address}\n")
        if editor_folder() is None:
            print_text(f"{MISSING}\n")
        if options.browser:
            webbrowser.open(server.address)
        server.serve_forever()
    return 0


def started(options: argparse.Namespace) -> tuple[dict, Path | None]:
    """Return what the page begins with, and the file that it may write.

    A target is a file, with or without a function; without a target it is an example.
    """
    given = dict(_expression(text) for text in options.args)
    wrt = options.wrt if isinstance(options.wrt, tuple) else (options.wrt,)
    if any(isinstance(name, int) for name in wrt):
        raise NoAnswer("--wrt: name the parameters, as the page does")
    start = {
        "file": "typed.py",
        "text": EXAMPLE,
        "function": None,
        "arguments": given or EXAMPLE_ARGUMENTS,
        "wrt": [name for name in wrt if name is not None],
        "mode": options.mode,
        "modes": list(BUILDERS),
        "saves": False,
    }
    if options.target is None:
        return start, None
    require_one_colon(options.target)
    place, _, name = options.target.rpartition(":")
    if not place or name.endswith(".py"):
        place, name = options.target, ""
    file = Path(place)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise NoAnswer(f"{place}: {reason}; name a file, path/mod.py") from None
    own = {"file": str(file.resolve()), "text": text, "function": name or None}
    return start | own | {"arguments": given, "saves": True}, file.resolve()


def _expression(text: str) -> tuple[str, str]:
    name, equals, expression = (part.strip() for part in text.partition("="))
    if not (equals and name and expression):
        raise NoAnswer(f"--arg {text}: write NAME=EXPRESSION")
    return name, expression
