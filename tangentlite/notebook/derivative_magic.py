"""`%%derivative`: a cell that defines a function, and shows its derivative."""

from __future__ import annotations

import ast
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring
from IPython.display import display

from tangentlite.api.grad import autodiff, grad, value_and_grad
from tangentlite.calls.derivative import Derivative
from tangentlite.errors import TangentliteError

_MODES = ("grad", "value_and_grad", "reverse", "forward")


def register(shell: Any) -> None:
    """Give a shell of IPython the magic."""
    shell.register_magics(DerivativeMagic)


@magics_class
class DerivativeMagic(Magics):
    """The magic of one shell."""

    shell: Any

    @magic_arguments()
    @argument("name", nargs="?", help="the function; without it the cell's last one")
    @argument("--wrt", help="parameters, joined by commas; without it the first one")
    @argument("--mode", choices=_MODES, default="grad")
    @argument("--backend", choices=("numpy", "numba"))
    @argument(
        "--arg",
        action="append",
        default=[],
        metavar="NAME=EXPRESSION",
        help="an example argument, which tells kinds; without it annotations and "
        "defaults do",
    )
    @line_cell_magic
    def derivative(self, line: str, cell: str | None = None) -> None:
        """Run a cell that defines a function, and show the text of its derivative.

        In a line, `%derivative f` or `%derivative model.loss`, the function is there
        already.
        """
        options = parse_argstring(self.derivative, line)
        name = options.name
        if cell is not None:
            self.shell.run_cell(cell).raise_error()
            name = name or _last_defined(cell)
        elif not name:
            raise UsageError("%derivative: name a function, as in %derivative f")
        magic = "%derivative" if cell is None else "%%derivative"
        first, *rest = name.split(".")
        f = self.shell.user_ns.get(first)
        for attribute in rest:
            f = getattr(f, attribute, None)
        if not callable(f):
            raise UsageError(f"{magic}: there is no function {name}")
        arguments = dict(_argument(text, self.shell) for text in options.arg)
        try:
            display(_derivative(f, options).text(arguments))
        except TangentliteError as error:
            raise UsageError(f"{magic}: {error}") from None


def _last_defined(cell: str) -> str:
    found = [n.name for n in ast.parse(cell).body if isinstance(n, ast.FunctionDef)]
    if not found:
        raise UsageError("%%derivative: the cell defines no function")
    return found[-1]


def _derivative(f: Any, options: Any) -> Derivative:
    """Return the derivative that the options ask for."""
    names = tuple(options.wrt.split(",")) if options.wrt else None
    wrt: Any = names[0] if names and len(names) == 1 else names
    given = {"wrt": wrt} if wrt else {}
    if options.backend:
        given["backend"] = options.backend
    if options.mode in ("reverse", "forward"):
        return autodiff(f, mode=options.mode, **given)
    return {"grad": grad, "value_and_grad": value_and_grad}[options.mode](f, **given)


def _argument(text: str, shell: Any) -> tuple[str, Any]:
    name, equals, expression = text.strip("'\"").partition("=")
    if not equals:
        raise UsageError(f"%%derivative: --arg {text} is not NAME=EXPRESSION")
    return name, shell.ev(expression)
