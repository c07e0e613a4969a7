"""The outcomes of calls and forms as lines on a terminal and as a page of Markdown."""

import re
import statistics
from collections.abc import Callable, Sequence
from types import ModuleType

import numpy as np
import scipy

from benchmarks import scipy_samples
from benchmarks.cells import MISSING, number
from benchmarks.forms import FormOutcome
from benchmarks.page import escaped, machine, table
from benchmarks.rule_timing import RuleOutcome
from tangentlite.rules.registry import all_rules

LIMIT = 1.3
LIBRARIES = {"np": np, "scipy": scipy}

CALLS = """\
The program of a call f(x) is `np.sum(f(x) * w)` with fixed weights w (the real part of
the product where the call gives complex numbers). Times of its gradient by all floating
arguments as multiples of the program's own in NumPy and SciPy: medians of the ratios
within interleaved rounds, on one thread; JAX's is compiled before. A dash is a function
that the tool lacks, `refused` another error, `differs` another gradient than ours,
which agrees with central differences along a direction. `slow` marks where our gradient
takes more than 1.3 times as long as autograd's. Arguments called x0, x1 and so on are
those of a sample of the tests, the same numbers again and again if they are many."""
LARGER = """\
The same with arguments that are large enough for what a tool does beside NumPy's
operations to weigh little. A peer that took more than 500 times the primal's time above
takes no part."""
FORMS = """\
Our gradient, and gradients by hand in which the one rule that matters has a naive form
and a fast one: their times as multiples of ours. Ours chooses well where the first is
above 1 and the second is not below."""


def line(outcome: RuleOutcome, peers: Sequence[str]) -> dict[str, str]:
    """Give the cells of a call's line by column."""
    return {
        "call": outcome.program.name,
        "shapes": outcome.program.shapes,
        "primal µs": number(1e6 * outcome.seconds("primal")),
        **{name: cell(outcome, name, "primal") for name in ("ours", *peers)},
        "ours/autograd": cell(outcome, "ours", "autograd"),
        "flag": "slow" if is_slow(outcome) else "",
    }


def cell(outcome: RuleOutcome, name: str, base: str) -> str:
    ratio = outcome.ratio(name, base)
    if ratio is not None:
        return number(ratio)
    failure = outcome.failures.get(name)
    return MISSING if failure is None or failure.word == "lacking" else failure.word


def is_slow(outcome: RuleOutcome) -> bool:
    ratio = outcome.ratio("ours", "autograd")
    return ratio is not None and ratio > LIMIT


def form_line(outcome: FormOutcome) -> dict[str, str]:
    """Give the cells of a form's line by column."""
    return {
        "form": outcome.form.name,
        "naive form": outcome.form.naive_form,
        "fast form": outcome.form.fast_form,
        "ours µs": number(1e6 * outcome.seconds),
        "naive/ours": number(outcome.naive_ratio),
        "fast/ours": number(outcome.fast_ratio),
    }


def summary(outcomes: Sequence[RuleOutcome]) -> list[str]:
    """Say how many calls are faster and slower than the peers', and which slower."""
    lines: list[str] = []
    if not outcomes:
        return lines
    for peer in ("autograd", "jax"):
        ratios = [one.ratio("ours", peer) for one in outcomes]
        known = [ratio for ratio in ratios if ratio is not None]
        if known:
            lines.append(
                f"- ours/{peer}: geometric mean {statistics.geometric_mean(known):.2f} "
                f"of {len(known)} calls, above 1 for {sum(r > 1 for r in known)}"
            )
    own = [one.ratio("ours", "primal") for one in outcomes]
    known = [ratio for ratio in own if ratio is not None]
    if known:
        mean = statistics.geometric_mean(known)
        lines.append(f"- ours/primal: geometric mean {mean:.2f} of {len(known)} calls")
    slow = [
        f"`{one.program.name}` of {one.program.shapes} "
        f"({one.ratio('ours', 'autograd'):.2f})"
        for one in outcomes
        if is_slow(one)
    ]
    return [*lines, f"- slower than {LIMIT} × autograd's: {'; '.join(slow) or 'none'}"]


def results(
    outcomes: Sequence[RuleOutcome],
    larger: Sequence[RuleOutcome],
    forms: Sequence[FormOutcome],
    peers: Sequence[str],
    command: str,
) -> str:
    """Give the whole page; `command` is what reproduces it."""
    parts = [
        "# Rules",
        f"Written by `{command}`.",
        f"{machine(peers)}.",
    ]
    if outcomes:
        parts += [f"## Gradient and primal\n\n{CALLS}", *tables(outcomes, peers)]
    if larger:
        parts += [f"## Larger arguments\n\n{LARGER}", *tables(larger, peers)]
    if outcomes:
        parts += ["## Not measured", notes((*outcomes, *larger))]
        parts += ["## Functions without a call here", untimed(outcomes)]
    if forms:
        parts += ["## Forms", FORMS, table([form_line(one) for one in forms])]
    return "\n\n".join(parts) + "\n"


def tables(outcomes: Sequence[RuleOutcome], peers: Sequence[str]) -> list[str]:
    """Give the table of calls, and below it what it comes to."""
    rows = table([coded(line(one, peers)) for one in outcomes])
    return [rows, "\n".join(summary(outcomes))]


def coded(cells: dict[str, str]) -> dict[str, str]:
    return {**cells, "call": f"`{cells['call']}`"}


def notes(outcomes: Sequence[RuleOutcome]) -> str:
    """Say of each gradient that was not timed why, but where a tool lacks the rule."""
    lines = [
        escaped(f"- `{one.program.name}`, {name}: {failure.line}")
        for one in outcomes
        for name, failure in one.failures.items()
        if failure.word != "lacking"
    ]
    return "\n".join(lines) or "Nothing."


def untimed(outcomes: Sequence[RuleOutcome]) -> str:
    """Name the functions of NumPy and SciPy with a rule and without a call."""
    called = {
        function
        for one in outcomes
        for library, name in re.findall(r"\b(np|scipy)\.([\w.]+)\(", one.program.name)
        if (function := reached(LIBRARIES[library], name))
    }
    rules = all_rules()
    left = sorted(
        name
        for function, rule in rules.items()
        if rule.kind not in ("constant", "draw") and function not in called
        if (name := public_name(function))
    )
    return ", ".join(f"`{name}`" for name in left) or "None."


def reached(library: ModuleType, name: str) -> Callable | None:
    found = library
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def public_name(function: object) -> str | None:
    """Give `np.linalg.inv`, `scipy.special.erf` and the like; None for others."""
    name = getattr(function, "__name__", "")
    for prefix, module in (("np.", np), ("np.linalg.", np.linalg), ("np.fft.", np.fft)):
        if getattr(module, name, None) is function:
            return prefix + name
    return scipy_samples.path_of(function)
