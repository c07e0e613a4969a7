"""Write the derivatives of all cases anew, but none that differences contradict.

So for the messages of what is refused, and for the pages' tables of what works.
"""

import sys
from pathlib import Path

from tests.features import corpus
from tests.golden.cases import CASES, GoldenCase
from tests.golden.module import (
    FOLDER,
    MESSAGES,
    assert_right,
    load,
    path_of,
    text_of,
)
from tests.rules.public import coverage, scipy_coverage


def main() -> int:
    """Write all files and drop those without a case; 1 if any derivative is wrong."""
    FOLDER.mkdir(exist_ok=True)
    wrong = [case.name for case in CASES if not written(case, path_of(case))]
    for path in set(FOLDER.glob("*.py")) - {path_of(case) for case in CASES}:
        path.unlink()
    MESSAGES.write_text(corpus.messages())
    for shown in (corpus, coverage, scipy_coverage):
        shown.PAGE.write_text(shown.with_table(shown.PAGE.read_text()))
    print(f"{len(CASES) - len(wrong)} of {len(CASES)} derivatives are right")
    return 1 if wrong else 0


def written(case: GoldenCase, path: Path) -> bool:
    """Write a case's file if its derivative agrees with differences; whether it did."""
    try:
        text = text_of(case)
        assert_right(load(text, case), case)
    except Exception as error:  # whatever is wrong with one, the others are tried
        print(f"{case.name}: {type(error).__name__}: {error}", file=sys.stderr)
        return False
    path.write_text(text)
    return True


if __name__ == "__main__":
    sys.exit(main())
