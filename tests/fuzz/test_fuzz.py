"""The fuzzer itself: programs of fixed seeds are right, and a planted bug is found."""

import ast
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import tangentlite as tl
from tests.fuzz.campaign import run
from tests.fuzz.examine import LONGEST_RUN, examined, same_failure, within
from tests.fuzz.grammar.all_subjects import DEFINITIONS, EXITS, PRODUCTIONS, STATEMENTS
from tests.fuzz.outcome import OutOfTime, general
from tests.fuzz.program import FuzzProgram, drawn, loaded, quiet
from tests.fuzz.reduce.reducer import reduced
from tests.fuzz.report import report
from tests.support.numeric import copied

SEED = 7
PLANTED = """\
import numpy as np
import tangentlite as tl

TRACE = []


@tl.custom_vjp
def wrong(x):
    return x * x


wrong.defvjp(lambda x: (x * x, x), lambda x, seed: (3.0 * x * seed,))


def helper(p, q=0.5):
    return np.sin(p) * q


def program(x, v, u):
    total = 0.0
    for i in range(len(v)):
        if v[i] > -9.0:
            total = total + helper(v[i])
        else:
            total = total - 1.0
    parts = [helper(x), wrong(x) + total]
    v[0] = parts[1] * 0.5
    return np.sum(v) + sum(parts) + np.sum(u)


def total(x, v, u):
    return np.sum(0.7 * program(x, v, u))
"""


@pytest.fixture(scope="module")
def programs() -> list[FuzzProgram]:
    return [drawn(SEED, number) for number in range(250)]


@pytest.fixture(autouse=True)
def nothing_stays():
    yield
    tl.cache_clear()


def test_programs_of_a_fixed_seed_are_right():
    lines: list[str] = []
    campaign = run(SEED, minutes=10.0, count=16, say=lines.append)
    assert not campaign.failures, "\n".join(lines)
    assert campaign.endings["right"] >= 9
    text = report(campaign)
    assert text.startswith("16 programs of seed 7")
    assert "functions with rules" in text


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 700, 100))
def test_many_programs_of_a_fixed_seed_are_right(first):
    lines: list[str] = []
    campaign = run(SEED, minutes=30.0, first=first, count=100, say=lines.append)
    assert not campaign.failures, "\n".join(lines)


def test_a_program_is_known_by_its_number(programs):
    again = drawn(SEED, 3)
    assert again.source == programs[3].source and again.wrt == programs[3].wrt
    assert repr(again.args) == repr(programs[3].args)
    assert len({one.source for one in programs}) == len(programs)


def test_the_grammar_is_reached(programs):
    reached: Counter = Counter()
    for one in programs:
        reached.update(one.reached.keys())
    grammar = {one.key for one in (*PRODUCTIONS, *STATEMENTS, *DEFINITIONS, *EXITS)}
    assert len(grammar & reached.keys()) >= 0.8 * len(grammar)
    assert sum(key.startswith("library: ") for key in reached) >= 60
    nodes = {
        type(n).__name__ for one in programs for n in ast.walk(ast.parse(one.source))
    }
    assert nodes >= {
        "While", "Try", "With", "Match", "Lambda", "Nonlocal", "ListComp", "DictComp",
        "GeneratorExp", "Yield", "ClassDef", "AugAssign", "NamedExpr", "Starred",
        "Assert", "Delete", "Raise", "Break", "Continue", "IfExp", "JoinedStr",
    }  # fmt: skip


def test_few_programs_are_thrown_away(programs):
    ran = 0
    for one in programs[:80]:
        try:
            with quiet(), loaded(one) as module, within(LONGEST_RUN):
                result = module.program(*copied(one.args))
        except (Exception, OutOfTime):  # a few never end
            continue
        ran += bool(np.all(np.isfinite(result)))
    assert ran >= 60


def planted() -> FuzzProgram:
    args = (0.7, np.array([0.4, -0.3, 1.1]), np.ones((2, 3)))
    return FuzzProgram("planted:0", PLANTED, args, args, (0, 1))


def test_what_a_failure_does_not_need_is_left_out():
    def is_left(program: FuzzProgram) -> bool:
        return "wrong(x)" in program.source

    small = reduced(planted(), is_left, seconds=20.0)
    assert is_left(small)
    assert len(small.source.splitlines()) <= 12, small.source


@pytest.mark.slow
def test_a_planted_bug_is_found_and_reduced():
    outcome = examined(planted(), only=())
    assert outcome.ending == "failed"
    (failure, *_) = outcome.failures
    assert failure.name == "reverse against differences" or "forward" in failure.name
    small = reduced(planted(), same_failure(failure), seconds=30.0)
    # How far it comes in that time is the machine's: to 9 lines in two minutes.
    assert len(small.source.splitlines()) <= 24, small.source
    assert "wrong(" in small.source and "TRACE" not in small.source
    assert same_failure(failure)(small)


def test_a_changed_argument_and_a_late_refusal_are_found(monkeypatch):
    text = PLANTED.replace("3.0 * x * seed", "2.0 * x * seed")
    right = replace(planted(), source=text)
    assert not [
        one for one in examined(right, only=()).failures if "changed" in one.name
    ]
    refused = PLANTED.replace("total = 0.0\n", "total = 0.0\n    print('begun')\n", 1)
    refused = refused.replace(
        "    return np.sum(v)", "    eval('x')\n    return np.sum(v)"
    )
    outcome = examined(replace(planted(), source=refused), only=())
    assert outcome.ending == "refused" and not outcome.failures
    original = tl.value_and_grad

    def spoiled(*args, **keywords):
        derivative = original(*args, **keywords)

        def called(*given, **named):
            result = derivative(*given, **named)
            given[1][0] += 1.0
            return result

        return called

    monkeypatch.setattr(tl, "value_and_grad", spoiled)
    names = [one.name for one in examined(right, only=()).failures]
    assert "reverse: arguments were changed" in names


def test_classes_of_messages_are_general():
    said = general("f2 is called 3 times with 'a', which x1 is not.")
    assert said == "… is called … times with '…', which … is not."
