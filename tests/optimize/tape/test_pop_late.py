"""When what was kept is taken later, and when not."""

import pytest

from tangentlite.kinds.kind import ListOf
from tangentlite.optimize.tape.pop_late import pop_late
from tests.optimize.rewriting import VECTOR, becomes, case, keeps_meaning, stays

START = "for j in range(n):\n    saved.append(b)\n    others.append(a)\n"


def test_to_the_first_that_reads_it():
    becomes(
        pop_late,
        START
        + """
for i in range(n):
    s = saved.pop()
    r = a * b
    y[i] += r
    d = s * r
    y[0] += d
return y
""",
        START
        + """
for i in range(n):
    r = a * b
    y[i] += r
    s = saved.pop()
    d = s * r
    y[0] += d
return y
""",
    )


def test_two_lists_in_their_places():
    becomes(
        pop_late,
        START
        + """
for i in range(n):
    s = saved.pop()
    r = others.pop()
    d = a * b
    y[i] += r
    y[0] += d
    y[1] += s
return y
""",
        START
        + """
for i in range(n):
    d = a * b
    r = others.pop()
    y[i] += r
    y[0] += d
    s = saved.pop()
    y[1] += s
return y
""",
    )


def test_in_front_of_the_block_that_reads_it():
    becomes(
        pop_late,
        START
        + """
while saved:
    s = saved.pop()
    r = a * b
    if c:
        y[0] += s
    else:
        y[1] += r
return y
""",
        START
        + """
while saved:
    r = a * b
    s = saved.pop()
    if c:
        y[0] += s
    else:
        y[1] += r
return y
""",
    )


def test_in_a_branch():
    becomes(
        pop_late,
        START
        + """
for i in range(n):
    if c:
        s = saved.pop()
        r = a * b
        y[i] = r
        y[0] += s
return y
""",
        START
        + """
for i in range(n):
    if c:
        r = a * b
        y[i] = r
        s = saved.pop()
        y[0] += s
return y
""",
    )


def test_over_blocks_that_do_not_read_it():
    becomes(
        pop_late,
        START
        + """
for i in range(n):
    s = saved.pop()
    if c:
        y[i] = a
    for j in range(n):
        y[j] += b
    others.append(b)
    y[0] += s
return (y, others)
""",
        START
        + """
for i in range(n):
    if c:
        y[i] = a
    for j in range(n):
        y[j] += b
    others.append(b)
    s = saved.pop()
    y[0] += s
return (y, others)
""",
    )


@pytest.mark.parametrize(
    ("between", "facts"),
    [
        case("read in a test", "if s > a:\n    y[0] = b"),
        case("read in a loop", "for j in range(n):\n    y[j] += s"),
        case("read as a bound", "s += a"),
        case("bound again", "s = a * b", {"joined": "s"}),
        case("bound in a branch", "if c:\n    s = a", {"joined": "s"}),
        case("another that is taken", "r = saved.pop()\ny[1] = r"),
        case("another in a branch", "if c:\n    r = saved.pop()\n    y[1] = r"),
        case("kept there", "saved.append(a)"),
        case("kept in a loop", "for j in range(n):\n    saved.append(a)"),
        case("emptied", "saved.clear()\nsaved.append(a)"),
        case("copied", "others = list(saved)", {"joined": "others"}),
        case("a function", "def other():\n    return a"),
    ],
)
def test_pop_stays(between, facts):
    # The other one is taken by its own reader, so only this pop is asked about.
    text = "saved.append(a)\nsaved.append(b)\ns = saved.pop()\n"
    text += f"{between}\ny[0] += s\nreturn (y, saved)"
    stays(pop_late, text, other=None, **facts)


def test_what_the_iteration_before_has_left_is_read_first():
    text = """
s = a
for i in range(n):
    s = saved.pop()
    r = a * b
    d = s * r
    y[i] += d
return (y, s)
"""
    keeps_meaning(pop_late, START + text, joined="s")
    text = """
s = a
for i in range(n):
    y[i] += s
    s = saved.pop()
    y[0] += a
return (y, s)
"""
    stays(pop_late, START + text, joined="s")


@pytest.mark.parametrize(
    "ending", ["if flag:\n        break", "if c:\n        y[1] = a\n        break"]
)
def test_exits(ending):
    text = f"""
for i in range(n):
    s = saved.pop()
    r = a * b
    {ending}
    y[i] += s
    y[0] += r
return (y, saved)
"""
    stays(pop_late, START + text)


def test_what_nothing_reads_is_taken_all_the_same():
    text = """
for i in range(n):
    s = saved.pop()
    r = a * b
    y[i] += r
return (y, saved)
"""
    stays(pop_late, START + text)
    keeps_meaning(pop_late, START + text.replace("r = a * b", "r = others.pop()"))


def test_nested_loops_that_share_a_list():
    text = """
for i in range(n):
    for j in range(n):
        saved.append(a)
    saved.append(b)
for i in range(n):
    s = saved.pop()
    d = a * b
    for j in range(n):
        r = saved.pop()
        e = d * d
        y[j] += r
        y[i] += e
    y[i] *= s
return (y, saved)
"""
    becomes(
        pop_late,
        text,
        text.replace(
            "    s = saved.pop()\n    d = a * b\n",
            "    d = a * b\n    s = saved.pop()\n",
        ).replace(
            "        r = saved.pop()\n        e = d * d\n",
            "        e = d * d\n        r = saved.pop()\n",
        ),
    )


def test_a_kept_array_that_is_written_meanwhile():
    keeps_meaning(
        pop_late,
        """
        t = x * y
        saved.append(t)
        u = saved.pop()
        t[0] = a
        v = u * z
        return (u, v)
        """,
        views={"u": "t"},
        saved=ListOf(VECTOR),
    )


def test_in_a_pullback():
    keeps_meaning(
        pop_late,
        """
        t = x * x
        saved.append(t)
        def pullback(y_bar):
            others = list(saved)
            u = others.pop()
            v = y_bar * x
            w = u * v
            return w
        return pullback
        """,
        pullback=None,
        saved=ListOf(VECTOR),
        others=ListOf(VECTOR),
    )
