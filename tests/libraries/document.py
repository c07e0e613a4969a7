"""Write README's tables of what is expected: python -m tests.libraries.document."""

from collections import Counter

from tests.libraries.expected import BROKEN, COMPILED, REFUSED
from tests.libraries.outcomes import HERE, PACKAGES, names
from tests.support.pages import replaced

README = HERE / "README.md"


def tables() -> str:
    """Return a table of packages and one of reasons, without the libraries."""
    rows = ["| package | version | tried | right | refused | wrong |"]
    rows.append("|---" * 6 + "|")
    reasons: Counter[tuple[str, str]] = Counter()
    all_tried = all_right = 0
    for name, package in PACKAGES.items():
        broken, refused = BROKEN.get(name, {}), REFUSED.get(name, {})
        failed = {**{f: min(set(broken[f].values())) for f in broken}, **refused}
        reasons.update((name, reason) for reason in failed.values())
        tried, wrong = len(names(name)), len(failed) - len(refused)
        counts = [tried, tried - len(failed), len(refused), wrong]
        all_tried, all_right = all_tried + tried, all_right + counts[1]
        cells = [package, versions()[package], *map(str, counts)]
        rows.append("| " + " | ".join(cells) + " |")
    python = all_tried - sum(map(len, COMPILED.values()))
    share = f"{100 * all_right / python:.1f} %"
    rows += [
        "",
        f"{all_right} of {all_tried} are right: {share} of the {python} that are "
        "Python to the end,",
        "and call neither compiled code of their package nor a solver of SciPy.",
    ]
    rows += ["", "| functions | package | reason |", "|---|---|---|"]
    for (name, reason), count in reasons.most_common():
        rows.append(f"| {count} | {PACKAGES[name]} | {reason.replace('|', '&#124;')} |")
    return "\n".join(rows) + "\n"


def versions() -> dict[str, str]:
    """Return the versions of the packages with which the outcomes were found."""
    lines = (HERE / "requirements.txt").read_text().splitlines()
    return dict(line.split("==") for line in lines if "==" in line)


def with_tables(text: str) -> str:
    """Return the text of the document with the tables of today."""
    return replaced(text, "outcomes", tables())


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text()))
