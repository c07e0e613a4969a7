"""The fuzzer of programs: python -m tests.fuzz --minutes 10 --seed 0."""

import argparse
import math
import os
import sys
from pathlib import Path

# Texts that name helpers of this process are of no use to another one.
os.environ.setdefault("TANGENTLITE_CACHE", "off")

from tests.fuzz.campaign import run, show
from tests.fuzz.examine import examined
from tests.fuzz.program import drawn
from tests.fuzz.report import report


def main(arguments: list[str]) -> int:
    """Run programs, or one of them; 1 if something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, help="how long: 10, or until --count programs have run"
    )
    parser.add_argument("--seed", type=int, default=0, help="which programs")
    parser.add_argument("--first", type=int, default=0, help="the first number")
    parser.add_argument("--count", type=int, help="how many at most")
    parser.add_argument("--program", metavar="SEED:NUMBER", help="one program alone")
    parser.add_argument("--no-reduce", action="store_true", help="leave failures long")
    parser.add_argument("--report", type=Path, help="where the report is written, too")
    given = parser.parse_args(arguments)
    seconds = 0.0 if given.no_reduce else 120.0
    if given.program:
        return one_program(given.program, seconds)
    minutes = given.minutes
    if minutes is None:
        minutes = 10.0 if given.count is None else math.inf
    campaign = run(
        given.seed, minutes, given.first, given.count, said, reduce_for=seconds
    )
    text = report(campaign)
    said(text)
    if given.report:
        given.report.write_text(text + "\n")
    return 1 if campaign.failures else 0


def one_program(label: str, seconds: float) -> int:
    """Show a program and what comes of it."""
    seed, number = map(int, label.split(":"))
    program = drawn(seed, number)
    said(program.source)
    said(f"args = {program.args!r}\nwrt = {program.wrt!r}")
    outcome = examined(program)
    said(f"{outcome.ending} {outcome.why}", *outcome.refusals)
    for failure in outcome.failures:
        show(program, failure, said, seconds)
    return 1 if outcome.failures else 0


def said(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
