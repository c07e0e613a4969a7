"""Mutation testing: python -m tests.mutation --templates --sample 200 --seed 1."""

import argparse
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a fork has no threads of others
os.environ.setdefault("TANGENTLITE_CACHE", "off")

import pytest

from tests.mutation.campaign import Campaign
from tests.mutation.mutants import ROOT, Mutant, mutants_of
from tests.mutation.report import is_clean, left_in, reason_of, report

# What decides which names share memory, what is live, and what is kept for later.
ANALYSES = (
    *(f'tangentlite/analysis/aliasing/{name}.py' for name in (
        'aliases', 'escape', 'fresh_arrays', 'groups', 'memory')),
    *(f'tangentlite/analysis/liveness/{name}.py' for name in (
        'dead_code', 'interference', 'liveness')),
    'tangentlite/analysis/dependence/dependence.py',
    'tangentlite/analysis/dependence/overwrites.py',
    'tangentlite/analysis/invalidation.py',
    'tangentlite/analysis/store_or_recompute.py',
    'tangentlite/modes/tape/costs.py',
    'tangentlite/modes/tape/saved_copies.py',
    'tangentlite/modes/tape/tape.py',
)  # fmt: skip
# Tests of rules, and tests of programs.
OF_TEMPLATES = ("tests/rules", "tests/traps/rules", "tests/golden", "tests/values")
OF_SCIPY = (
    'tests/rules', 'tests/functions', 'tests/scipy_programs', 'tests/sparse_matrices',
)  # fmt: skip
FIRST_ORDER = ("test_reverse", "test_forward")
OF_ANALYSES = (
    'tangentlite/analysis', 'tests/analysis', 'tests/traps', 'tests/golden',
    'tests/arrays', 'tests/programs', 'tests/modes', 'tests/optimize',
    'tests/functions/test_recursion.py', 'tests/rules/registering/test_call_effects.py',
)  # fmt: skip


def main(arguments: list[str]) -> int:
    """Run the tests of each mutant; 1 if one survives that is not known to be equal."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="which are changed")
    parser.add_argument("--templates", action="store_true", help="NumPy's templates")
    parser.add_argument("--scipy", action="store_true", help="SciPy's templates")
    parser.add_argument("--analyses", action="store_true", help="aliasing, liveness")
    parser.add_argument(
        "--sample", type=int, help="so many mutants, of all functions alike"
    )
    parser.add_argument("--seed", type=int, default=0, help="which mutants")
    parser.add_argument("-k", metavar="EXPRESSION", default="", help="which tests")
    parser.add_argument("--function", help="mutants of one function alone")
    parser.add_argument("--tests", nargs="*", default=[], help="files of tests alone")
    parser.add_argument("--most", type=int, default=60, help="tests of a mutant")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time")
    parser.add_argument("--known", action="store_true", help="what is the same, too")
    parser.add_argument("--report", type=Path, help="where the report is written, too")
    parser.add_argument("--again", type=Path, help="what a report says is left, alone")
    given = parser.parse_args(arguments)
    files = list(given.files)
    if given.templates:
        files += sorted(f"templates/{p.name}" for p in ROOT.glob("templates/[!_]*.py"))
    if given.scipy:
        paths = sorted(ROOT.glob("templates/scipy/**/[!_]*.py"))
        files += [str(path.relative_to(ROOT)) for path in paths]
    if given.analyses:
        files += ANALYSES
    left = left_in(given.again.read_text()) if given.again else None
    if left is not None and not files:
        files += sorted({file for file, _, _ in left})
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    if left is not None:
        mutants = [one for one in mutants if (one.file, one.before, one.after) in left]
    if given.function:
        mutants = [one for one in mutants if one.function == given.function]
    if given.sample is not None:
        mutants = sampled(mutants, given.sample, given.seed)
    if not mutants:
        parser.error(
            "no mutants: name files, or give --templates, --scipy or --analyses"
        )
    options = {"most": given.most, "jobs": given.jobs, "try_known": given.known}
    campaign = run(mutants, given.k, given.tests, **options)
    text = report(campaign)
    said(text)
    if given.report:
        given.report.write_text(text + "\n")
    return 0 if is_clean(campaign) else 1


def sampled(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many mutants, of each function the same share and at least one."""
    share = count / max(len(mutants), 1)
    rng = random.Random(seed)
    by_function: dict[tuple[str, str], list[Mutant]] = {}
    for mutant in mutants:
        by_function.setdefault((mutant.file, mutant.function), []).append(mutant)
    found = []
    for own in by_function.values():
        drawn = rng.sample(own, min(len(own), max(1, round(share * len(own)))))
        found += sorted(drawn, key=lambda mutant: mutant.line)
    return found


def run(
    mutants: list[Mutant],
    selected: str = "",
    files: Sequence[str] = (),
    *,
    most: int,
    jobs: int,
    try_known: bool,
) -> Campaign:
    """Run the tests of mutants, or those that are selected, or in some files.

    Mutants that compute the same are tried if `try_known` says so.
    """
    known = (lambda mutant: "") if try_known else reason_of
    are_templates = all(one.file.startswith("templates/") for one in mutants)
    of_scipy = any(one.file.startswith("templates/scipy/") for one in mutants)

    def every(item: pytest.Item) -> bool:
        if item.path.parent.name == "formulas":
            return are_templates
        if of_scipy and item.path.parent.name == "functions":
            return True  # what is written in classes is reached by these alone
        if item.path.name != "test_rules.py" or item.originalname not in FIRST_ORDER:
            return False
        from tests.rules.test_rules import DIFFERENTIATED, name_of

        k = item.callspec.params["case"]
        is_scipy = name_of(DIFFERENTIATED[k].function).startswith("scipy.")
        return are_templates and is_scipy == of_scipy

    campaign = Campaign(mutants, every, said, most, jobs, known)
    if are_templates:
        usual = tests_of_scipy() if of_scipy else OF_TEMPLATES
    else:
        usual = OF_ANALYSES
    folders = files or usual
    options = ["-q", "-s", "-p", "no:cacheprovider", "--tb=no", "-k", selected]
    pytest.main([*(str(ROOT / one) for one in folders), *options], [campaign])
    return campaign


def tests_of_scipy() -> list[str]:
    """The tests that speak of SciPy, or of all samples."""
    found = [path for one in OF_SCIPY for path in ROOT.glob(f"{one}/**/test_*.py")]
    words = ("scipy", "DIFFERENTIATED")
    chosen = [p for p in found if any(word in p.read_text() for word in words)]
    return [str(path.relative_to(ROOT)) for path in sorted(chosen)]


def said(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
