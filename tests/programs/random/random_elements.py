"""Programs that read and write single elements of arrays in loops."""
from hypothesis import strategies as st

HEAD = '''import numpy as np

G = np.array([0.3, 0.7])


def function(p, m, c, n):
    x = p[0]
    y = 0.4
    z = p[1] * 2.0
    s = 0.0
    k = 1
    q = p * 1.0
    w = p[:2] * 0.5
    v = q[1:]
    out = []
'''
END = '''    return (s + x + y * z + np.sum(q) * 0.1 + np.sum(w) + sum(out)
            + np.sum(v) * 0.1)
'''

NAMES = st.sampled_from(['x', 'y', 'z'])
ATOMS = st.sampled_from([
    'x', 'y', 'z', 'p[0]', 'p[1]', 'p[-1]', 'q[0]', 'q[1]', 'q[2]', 'w[0]', 'w[1]',
    'm[0, 1]', 'm[1, 0]', 'G[1]', '0.5', '2.0', 'c', '(x > y)', 'float(k)',
])


def expressions(depth: int = 2):
    """Formulas of numbers and elements."""
    if depth == 0:
        return ATOMS
    inner = expressions(depth - 1)
    of_two = st.builds(str.format, st.sampled_from([
        '({} + {})', '({} - {})', '({} * {})', '({} * {})', '({} / ({}))',
        '({} / (1.5 + abs({})))', 'max({}, {})', '(({}) ** 2 - {})',
        'np.sin({} + {})',
    ]), inner, inner)
    return ATOMS | of_two


@st.composite
def programs_of_elements(draw) -> str:
    """The source of a program with loops over elements."""
    lines = []
    for _ in range(draw(st.integers(2, 3))):
        lines.append('    for k in range(n):')
        for _ in range(draw(st.integers(2, 4))):
            lines += _statement(draw, 2)
        if draw(st.booleans()):
            lines += _statement(draw, 1)
    return HEAD + '\n'.join(lines) + '\n' + END


def _statement(draw, depth: int) -> list[str]:
    indent = '    ' * depth
    kind = draw(st.sampled_from(_SHORT + ['test', 'loop'] * (depth < 3)))
    if kind == 'test':
        lines = [f'{indent}if {draw(expressions(1))} > {draw(ATOMS)}:',
                 *_statement(draw, depth + 1)]
        if draw(st.booleans()):
            lines += [f'{indent}else:', *_statement(draw, depth + 1)]
        return lines
    if kind == 'loop':
        trips = draw(st.sampled_from(['n', '2', 'n - 1']))
        body = [line for _ in range(draw(st.integers(1, 3)))
                for line in _statement(draw, depth + 1)]
        return [f'{indent}for j in range({trips}):', *body]
    place = draw(st.integers(0, 2))
    filled = kind.format(name=draw(NAMES), other=draw(NAMES), place=place,
                         atom=draw(ATOMS), short=draw(expressions(1)),
                         formula=draw(expressions()))
    return [indent + line for line in filled.split('\n')]


_SHORT = [
    *['{name} = 0.3 * {formula}'] * 4,
    'q[{place}] = 0.3 * {formula}',
    'q[{place}] += 0.3 * {formula}',
    'q[{place}] -= 0.3 * {formula}',
    'q[{place}] *= 0.3 * {short}',
    'q = q * 0.5 + 0.1 * {atom}',
    'q[1:] *= 0.9',
    'v = q[1:]',
    'q[k % 3] += 0.1',
    'w = q * 1.0',
    's = s + np.sum(q)',
    's = s + 0.1 * {short}',
    'b = {short} > {atom}\n{name} = {name} * 0.5 + b * {other}',
    'out.append(0.1 * {name} * {other})',
]
