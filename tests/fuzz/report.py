"""What a campaign says at its end."""

import ast
from collections import Counter
from collections.abc import Iterable

from tests.fuzz.campaign import LABELS, Campaign, memory
from tests.fuzz.grammar.all_subjects import DEFINITIONS, EXITS, PRODUCTIONS, STATEMENTS
from tests.fuzz.grammar.library import functions

# What no program that is differentiated can hold, or what only other nodes hold.
OUTSIDE = {
    "AST", "Interactive", "Expression", "FunctionType", "AsyncFor", "AsyncFunctionDef",
    "AsyncWith", "Await", "TypeIgnore", "type_ignore", "mod", "stmt", "expr", "TryStar",
    "TypeAlias", "ParamSpec", "TypeVar", "TypeVarTuple", "type_param", "Num", "Str",
    "Bytes", "NameConstant", "Ellipsis", "Index", "ExtSlice", "Suite", "AugLoad",
    "AugStore", "Param", "slice", "boolop", "operator", "unaryop", "cmpop", "pattern",
    "excepthandler", "expr_context",
}  # fmt: skip


def report(campaign: Campaign) -> str:
    """All counts as lines of text."""
    done = max(campaign.programs, 1)
    kept = max(done - campaign.endings["thrown away"], 1)
    lines = [
        f"{campaign.programs} programs of seed {campaign.seed} "
        f"in {campaign.seconds:.0f} s: "
        f"{60 * campaign.programs / max(campaign.seconds, 1e-9):.0f} a minute, "
        f"{campaign.lines / kept:.0f} lines each, {memory():.0f} MB",
        *counted("endings", campaign.endings, done),
        *counted("why thrown away", campaign.whys, done, 8),
        *counted("checks passed", campaign.checks, kept),
        *counted("refusals", campaign.refusals, kept, 40),
        "failures:",
    ]
    for name, labels in sorted(campaign.failures.items(), key=lambda one: -len(one[1])):
        shown = " ".join(labels[:LABELS])
        lines.append(f"  {len(labels):6} {name}  ({shown})")
    grammar = [one.key for one in (*PRODUCTIONS, *STATEMENTS, *DEFINITIONS, *EXITS)]
    lines += missing("productions and forms", grammar, campaign.reached)
    lines += missing("functions with rules", functions(), campaign.reached)
    syntax = [
        name for name, node in vars(ast).items()
        if isinstance(node, type) and issubclass(node, ast.AST) and name not in OUTSIDE
    ]  # fmt: skip
    return "\n".join([*lines, *missing("kinds of syntax", syntax, campaign.syntax)])


def counted(title: str, counts: Counter, of: int, most: int | None = None) -> list[str]:
    """A table of counts and shares, the largest first."""
    rows = [
        f"  {n:6} {100 * n / of:5.1f} %  {name}" for name, n in counts.most_common(most)
    ]
    return [f"{title}:", *rows]


def missing(title: str, all_names: Iterable[str], reached: Counter) -> list[str]:
    """How many of the names were reached, and those that never were."""
    names = sorted(set(all_names))
    never = [name for name in names if name not in reached]
    rows = [f"  {name}" for name in never[:60]]
    return [
        f"{title}: {len(names) - len(never)} of {len(names)} reached, never:",
        *rows,
    ]
