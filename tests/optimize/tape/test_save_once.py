"""When a value that is kept twice is kept once."""

import pytest

from tangentlite.kinds.kind import ListOf
from tangentlite.optimize.tape.save_once import save_once
from tests.optimize.rewriting import NUMBER, becomes, case, core, stays

PAIRS = {"saved": ListOf((NUMBER, NUMBER))}
TWICE = """
saved = []
for i in range(n):
    a = x[i]
    saved.append((a, a))
while saved:
    d, e = saved.pop()
    r = d * e
    x_bar[0] += r
return x_bar
"""


def test_pairs_become_numbers():
    becomes(
        save_once,
        TWICE,
        """
        saved = []
        for i in range(n):
            a = x[i]
            saved.append(a)
        while saved:
            d = saved.pop()
            e = d
            r = d * e
            x_bar[0] += r
        return x_bar
        """,
        **PAIRS,
    )


def test_what_nobody_reads_is_not_saved():
    becomes(
        save_once,
        """
        saved = []
        for i in range(n):
            a = x[i]
            saved.append((b, a, s))
        while saved:
            c, d, e = saved.pop()
            x_bar[0] += d
        return x_bar
        """,
        """
        saved = []
        for i in range(n):
            a = x[i]
            saved.append(a)
        while saved:
            d = saved.pop()
            x_bar[0] += d
        return x_bar
        """,
        saved=ListOf((NUMBER, NUMBER, NUMBER)),
    )


def test_one_value_stays_to_count_and_what_another_place_repeats():
    becomes(
        save_once,
        TWICE.replace("r = d * e", "r = b * b"),
        TWICE.replace("r = d * e", "r = b * b")
        .replace("(a, a)", "a")
        .replace("d, e = ", "d = "),
        **PAIRS,
    )
    becomes(
        save_once,
        TWICE.replace("r = d * e", "r = b * e"),
        TWICE.replace("r = d * e", "e = d\n    r = b * e")
        .replace("(a, a)", "a")
        .replace("d, e = ", "d = "),
        **PAIRS,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("different values", TWICE.replace("(a, a)", "(a, s)"), PAIRS),
        case("values that are the same in one place only",
             TWICE.replace("while saved", "saved.append((s, b))\nwhile saved"), PAIRS),
        case("a list that is read otherwise",
             TWICE.replace("while saved", "s = len(saved)\nwhile saved"), PAIRS),
    ],
)  # fmt: skip
def test_stays(text, facts):
    stays(save_once, text, **facts)


def test_the_list_has_the_kind_of_what_it_holds():
    changed = save_once(core(TWICE, **PAIRS))
    assert changed.kinds["saved"] == ListOf(NUMBER)
