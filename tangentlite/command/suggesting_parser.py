"""A parser of options that says what was meant by one that it does not know."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterable
from typing import Any, NoReturn

_INVALID = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")
_UNKNOWN = "unrecognized arguments: "


class SuggestingParser(argparse.ArgumentParser):
    """An argument parser whose errors suggest what is spelled alike.

    >>> parser = SuggestingParser(prog="p", usage="p")
    >>> _ = parser.add_argument("--wrt")
    >>> parser.suggestion("unrecognized arguments: --wtr=x y")
    "; did you mean '--wrt'?"
    """

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; a command refuses those of its own that it does not know."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown and " " in self.prog:  # not the parser of all commands
            self.error(_UNKNOWN + " ".join(unknown))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message with a suggestion, and exit with status 2."""
        super().error(message + self.suggestion(message))

    def suggestion(self, message: str) -> str:
        """Return what to add to a message, nothing if there is no near choice."""
        if invalid := _INVALID.search(message):
            return _alike(invalid[1], re.findall(r"[\w-]+", invalid[2]))
        if message.startswith(_UNKNOWN):
            first = message.removeprefix(_UNKNOWN).partition(" ")[0].partition("=")[0]
            return _alike(first, self._option_string_actions)
        return ""


def _alike(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
