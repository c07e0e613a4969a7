"""The table of mutants by file, and the changes that no test has noticed."""

import functools
import tomllib
from collections import Counter
from pathlib import Path

from tests.mutation.campaign import KILLED, UNREACHED, Campaign, Outcome
from tests.mutation.mutants import Mutant

EQUIVALENT = "equivalent"
LIST = Path(__file__).with_name("equivalent.toml")


def report(campaign: Campaign) -> str:
    """The table and the list, as text in Markdown."""
    outcomes = campaign.outcomes
    files = dict.fromkeys(one.mutant.file for one in outcomes)
    lines = ["", *campaign.problems]
    lines += ["", "| file | mutants | killed | equivalent | left | rate |"]
    lines += ["|---|---|---|---|---|---|"]
    for file in files:
        own = [one for one in outcomes if one.mutant.file == file]
        lines.append(_row(file, own))
    lines += [_row("all", outcomes), ""]
    for one in outcomes:
        if ending(one) not in (KILLED, EQUIVALENT):
            lines += _survivor(one)
    return "\n".join(lines)


def is_clean(campaign: Campaign) -> bool:
    """Whether all mutants were run, and none is left."""
    left = [o for o in campaign.outcomes if ending(o) not in (KILLED, EQUIVALENT)]
    return not left and not campaign.problems


def left_in(text: str) -> set[tuple[str, str, str]]:
    """What a report says is left: files, and lines of them before and after."""
    lines = text.splitlines()
    return {
        (where.partition(":")[0], before[4:], after[4:])
        for where, before, after in zip(lines, lines[1:], lines[2:])
        if before.startswith("-   ") and after.startswith("+   ")
    }


def ending(outcome: Outcome) -> str:
    """What became of a mutant; those that compute the same are told apart."""
    is_left = outcome.ending != KILLED
    return EQUIVALENT if is_left and reason_of(outcome.mutant) else outcome.ending


def reason_of(mutant: Mutant) -> str:
    """Why a mutant computes the same, '' if that is not said."""
    return _reasons().get((mutant.file, mutant.function, mutant.after), "")


@functools.cache
def _reasons() -> dict[tuple[str, str, str], str]:
    """The list of equivalent mutants: a file and function, changed lines, and why."""
    listed = tomllib.loads(LIST.read_text()).get("equivalent", [])
    return {
        (one["file"], one["function"], after): one["why"]
        for one in listed
        for after in one["changed"]
    }


def _row(title: str, outcomes: list[Outcome]) -> str:
    counts = Counter(map(ending, outcomes))
    killed, same = counts[KILLED], counts[EQUIVALENT]
    left = len(outcomes) - killed - same
    rate = 100.0 * killed / max(killed + left, 1)
    return f"| {title} | {len(outcomes)} | {killed} | {same} | {left} | {rate:.1f} % |"


def _survivor(outcome: Outcome) -> list[str]:
    mutant = outcome.mutant
    what = "" if outcome.ending != UNREACHED else ", which no test reaches"
    where = f"{mutant.place} in {mutant.function or 'the module'}{what}"
    return [where, f"-   {mutant.before}", f"+   {mutant.after}"]
