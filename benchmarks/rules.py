"""Time the gradient of each rule against the primal: ours, autograd's and JAX's.

python -m benchmarks.rules [--only NAME ...] [--forms] [--usual] [--quick]
                           [--no-peers] [--results [FILE]]

The calls are those of functions of NumPy and SciPy, as `--only special.gammaln`. The
program of a call f(x) is np.sum(f(x) * w) with fixed weights w. A second table has
the calls with larger arguments, where what a tool does besides weighs less. Behind
them, and with --forms alone, the forms of rules are timed against others by hand.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks import command, forms, report, rule_page
from benchmarks.harness import Effort
from benchmarks.rule_cases import CASES
from benchmarks.rule_inputs import RuleCase
from benchmarks.rule_programs import programs
from benchmarks.rule_timing import (
    Gradient,
    RuleOutcome,
    hopeless,
    measure,
    peers_installed,
)
from benchmarks.scipy_cases import CASES as SCIPY_CASES
from benchmarks.workload import named

FULL = Effort(rounds=15, sample_seconds=0.004, contestant_seconds=0.4)
QUICK = Effort(rounds=5, sample_seconds=0.001, contestant_seconds=0.05)
NOTHING: Mapping[str, set[str]] = {}
RESULTS = Path(__file__).with_name("RULES.md")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each call as it is measured, and write a page if asked."""
    options = parser().parse_args(arguments)
    every = (*CASES, *SCIPY_CASES, *forms.FORMS)
    candidates = forms.FORMS if options.forms else every
    try:
        chosen = named(options.only, candidates)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    effort = QUICK if options.quick else FULL
    peers = peers_installed() if options.peers else {}
    cases = [one for one in chosen if isinstance(one, RuleCase)]
    outcomes = measured(cases, "usual", peers, effort)
    growing = [one for one in cases if one.grows and not options.usual]
    skipped = hopeless(outcomes)
    larger = measured(growing, "large", peers, effort, skipped)
    for some in (outcomes, larger):
        for text in rule_page.summary(some):
            print(text)
    form_outcomes = measured_forms(
        [one for one in chosen if isinstance(one, forms.Form)], effort
    )
    if options.results:
        own = ["--forms"] if options.forms else []
        line = command.repeating("benchmarks.rules", options, own)
        page = rule_page.results(outcomes, larger, form_outcomes, tuple(peers), line)
        options.results.write_text(page, encoding="utf-8")
    return 0


def measured(
    cases: Sequence[RuleCase],
    size: str,
    peers: Mapping[str, Gradient],
    effort: Effort,
    skipped: Mapping[str, set[str]] = NOTHING,
) -> list[RuleOutcome]:
    """Give the outcomes of the calls, each printed as a line at once.

    `skipped` are the peers that take no part in some of the calls.
    """
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(cases, Path(folder), size):
            out = skipped.get(program.name, ())
            taking_part = {name: peers[name] for name in peers if name not in out}
            outcomes.append(measure(program, taking_part, effort))
            report.show(rule_page.line(outcomes[-1], tuple(peers)), len(outcomes))
    return outcomes


def measured_forms(
    chosen: Sequence[forms.Form], effort: Effort
) -> list[forms.FormOutcome]:
    """Give the outcomes of the forms, each printed as a line at once."""
    outcomes = []
    for form in chosen:
        outcomes.append(forms.measure(form, effort))
        report.show(rule_page.form_line(outcomes[-1]), len(outcomes))
    return outcomes


def parser() -> argparse.ArgumentParser:
    options = command.parser(
        "benchmarks.rules", "calls and forms", "autograd and JAX", RESULTS
    )
    options.add_argument(
        "--forms", action="store_true", help="the forms alone, without the calls"
    )
    options.add_argument(
        "--usual", action="store_true", help="without the calls of larger arguments"
    )
    return options


if __name__ == "__main__":
    sys.exit(main())
