"""`explain`: what a gradient keeps and computes again, and what its lines cost."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

import tangentlite as tl
from tangentlite.calls.generated import example_calls
from tangentlite.calls.kept.made_from import is_rule, made_from
from tangentlite.command.derivative_options import add_target, derivative_of
from tangentlite.command.printing import coloured, print_text, table
from tangentlite.command.subcommands.line_costs import costs_of
from tangentlite.command.subcommands.unsaid_parameters import unsaid_named
from tangentlite.command.target import all_arguments, opened
from tangentlite.command.user_modules import NoAnswer, described, where_raised
from tangentlite.command.watching import add_watch
from tangentlite.emit.saved.shipped_module import kinds_text
from tangentlite.emit.variant import Generated
from tangentlite.ir.function import Source
from tangentlite.tracebacks.origins import Line, lines_at
from tangentlite.view.gradient_facts import Sweeps, sweeps_of

UNKNOWN = "Give --arg for each parameter, and the cost of each line is measured.\n"


def add_explain(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    explain = commands.add_parser(
        "explain",
        help="say what a gradient saves, computes again, and costs, line by line",
        description="Print of the gradient of a function: which variables are active, "
        "what the forward sweep keeps for the backward one, what that computes again, "
        "which functions are inlined or called, which rules are used; and, if all "
        "parameters have values, what each line of yours costs in both sweeps.",
    )
    explain.set_defaults(run=_explain, mode=None)
    add_target(explain, "default: the first", "a parameter's value")
    explain.add_argument(
        "--value", action="store_true", help="the value together with the gradient"
    )
    add_watch(explain)


def _explain(options: argparse.Namespace) -> int:
    with opened(options.target, options.args) as (function, arguments):
        derivative = derivative_of(function, options)
        if derivative.mode != "reverse":
            raise NoAnswer(f"{options.target}: explain is of gradients alone")
        request, settings = derivative.request, derivative.options_in_force
        with unsaid_named(derivative, arguments):
            made = example_calls.generated(request, arguments, settings)
        _, core = example_calls.program(request, arguments, settings, "core")
        found = sweeps_of(made.text, made.bind.loadable.sources, request, core)
        kinds = kinds_text(example_calls.kinds_of(request, arguments))
        lines = [(f"{options.target}, by {', '.join(request.wrt)}", f"for {kinds}")]
        facts = _listed([*lines, *_facts(made, found)])
        costs = _costs(options.target, derivative, arguments, made, found)
    print_text(f"{facts}\n{coloured(costs)}")
    return 0


def _costs(
    target: str,
    derivative: tl.Derivative,
    arguments: dict[str, object],
    made: Generated,
    found: Sweeps,
) -> str:
    """Return the table of what lines cost, or what it needs."""
    try:
        args = all_arguments(target, derivative.primal, arguments)
    except NoAnswer:
        return UNKNOWN
    try:
        rows = list(_rows(made, found, args))
    except tl.TangentliteError:
        raise
    except Exception as error:
        where = where_raised(error, target)
        raise NoAnswer(f"{where}: cannot be evaluated: {described(error)}") from None
    return table([_HEAD, *rows], left=(3, 4))


def _listed(lines: Iterable[tuple[str, str]]) -> str:
    """Return facts with their titles in a column."""
    pairs = list(lines)
    width = max(len(title) for title, _ in pairs[1:]) if len(pairs) > 1 else 0
    head, *rest = pairs
    own = [f"{title.ljust(width)}  {text}\n" for title, text in rest]
    return f"{head[0]}\n{head[1]}\n\n{''.join(own)}"


def _facts(made: Generated, found: Sweeps) -> Iterator[tuple[str, str]]:
    parts = made_from(made)
    yield "active", _words(found.active)
    yield "not active", _words(found.passive)
    yield (
        "saved on a list",
        _words(f"{one.name} ({_place(made, one.origin)})" for one in found.saved),
    )
    yield "kept", _words(one.name for one in found.kept)
    yield (
        "computed again",
        _words(f"{one.name} ({_place(made, one.line)})" for one in found.recomputed),
    )
    sources = made.bind.loadable.sources
    own = {source.name for source in sources if _is_users(source)}
    names = sorted(own - {sources[0].name, *found.called})
    yield "inlined", _words(names)
    yield "called", _words(found.called)
    yield "rules", _words(n.removeprefix(_RULES) for n in parts if is_rule(n))


def _is_users(source: Source) -> bool:
    return not source.generated and not source.name.startswith("tangentlite.")


_RULES = "tangentlite.templates."


def _words(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names)) or "-"


def _place(made: Generated, number: int) -> str:
    """Return the user's line that a line of the text belongs to."""
    found = _line_of(made, number)
    if found is None:
        return "at the start"
    source, line = found
    return f"{Path(source.filename).name}:{line}"


def _line_of(made: Generated, number: int) -> Line | None:
    lines = lines_at(made.function.__code__.co_filename, number)
    own = [one for one in lines if _is_users(one[0])]
    return own[0] if own else None


_HEAD = ("forward", "backward", "share", "line", "")


def _rows(made: Generated, found: Sweeps, args: list) -> Iterator[tuple[str, ...]]:
    """Yield what each line of the user's costs in both sweeps, and its source."""
    costs: dict[Line | None, list[float]] = {}
    for number, seconds in costs_of(made.function, args).items():
        own = costs.setdefault(_line_of(made, number), [0.0, 0.0])
        own[number >= found.backward] += seconds
    whole = sum(map(sum, costs.values())) or 1.0
    for line, (forward, backward) in sorted(costs.items(), key=_order):
        place, text = "", "(beside these lines)"
        if line is not None:
            source, number = line
            place = f"{Path(source.filename).name}:{number}"
            text = source.line(number).strip()
        share = f"{(forward + backward) / whole:.0%}"
        yield _micro(forward), _micro(backward), share, place, text


def _order(item: tuple[Line | None, list[float]]) -> tuple[str, int]:
    line = item[0]
    return ("", 0) if line is None else (line[0].filename, line[1])


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds else ""
