"""What comes of the functions of libraries: python -m tests.libraries.table [NAME]."""

import importlib.metadata
import re
import sys
from collections import Counter
from collections.abc import Iterable

from tests.libraries.outcomes import MODES, PACKAGES, all_outcomes

ENDINGS = ("right", "refused", "wrong", "internal", "slow")
WIDTH = 90  # of a reason


def table(packages: Iterable[str] = tuple(PACKAGES)) -> str:
    """Return a table of packages and one of reasons, as markdown."""
    rows = ["| package | version | tried | " + " | ".join(ENDINGS) + " |"]
    rows.append("|---" * (3 + len(ENDINGS)) + "|")
    reasons: Counter[str] = Counter()
    for name in packages:
        endings: Counter[str] = Counter()
        for found in all_outcomes(name):
            worst = max((found[mode] for mode in MODES), key=_badness)
            endings[worst.ending] += 1
            if worst.ending != "right":
                reasons[_plain(worst.reason)] += 1
        version = importlib.metadata.version(PACKAGES[name])
        counts = [str(endings[ending]) for ending in ENDINGS]
        cells = [name, version, str(endings.total()), *counts]
        rows.append("| " + " | ".join(cells) + " |")
    rows += ["", "| functions | reason |", "|---|---|"]
    rows += [f"| {count} | {reason} |" for reason, count in reasons.most_common()]
    return "\n".join(rows)


def _plain(reason: str) -> str:
    """Return a reason without what is another one elsewhere: folders, addresses."""
    reason = re.sub(r"/\S*/", "", re.sub(r" at 0x[0-9a-f]+", "", reason))
    reason = re.sub(r"_pullback \d+", "_pullback", reason).replace("|", "\\|")
    return reason if len(reason) <= WIDTH else reason[:WIDTH] + "…"


def _badness(outcome) -> int:
    return ENDINGS.index(outcome.ending)


if __name__ == "__main__":
    print(table(sys.argv[1:] or tuple(PACKAGES)))
