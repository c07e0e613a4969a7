"""The linked view: which lines belong together, in which sweep, and what is marked."""
import inspect
import re

import numpy as np
import pytest

import tangentlite as tl
from tests.view.parsed_page import code, lines_of, parsed
from tests.view.programs import LAYERS, ROD, VIEWED, branch, layers, network, rod, wave


@pytest.fixture(scope='module')
def roots():
    return {name: parsed(d.view(**given).html) for name, (d, given) in VIEWED.items()}


def first(function) -> int:
    return inspect.getsourcelines(function)[1]


def linked(root, listing, place):
    """The lines of a text that belong to a line of the user's, '0:12'."""
    return [
        code(line).strip() for line in lines_of(root, listing).values()
        if place in line.attributes.get('data-at', '').split()]


def test_sources_stand_there_as_they_were_written(roots):
    lines = lines_of(roots['rod'], 'source-0')
    text = inspect.getsource(rod).splitlines()
    assert [code(line) for line in lines.values()] == text
    assert min(lines) == first(rod)


def test_texts_are_those_of_the_compiler():
    for name, (derivative, given) in VIEWED.items():
        text = derivative.source_for(**given)
        root = parsed(derivative.view(**given).html)
        mode = 'forward' if name == 'pushed' else 'reverse'
        shown = lines_of(root, f'{mode}-final-text').values()
        assert ''.join(f'{code(line).rstrip()}\n' for line in shown) == text
        core = lines_of(root, f'{mode}-core-text').values()
        given = {n: v for n, v in given.items() if n not in derivative.tangent_names}
        stage = derivative.text(given, 'core')
        assert ''.join(f'{code(line).rstrip()}\n' for line in core) == stage


def test_a_line_has_counterparts_in_both_sweeps(roots):
    place = f'0:{first(rod) + 2}'
    found = linked(roots['rod'], 'reverse-final-text', place)
    assert 'u[1:-1] += k * s' in found
    assert 'u_bar[:-2] += s_bar' in found
    assert 'u_bar = np.zeros_like(u)' not in found
    sweeps = {
        code(line).strip(): line.attributes['class'].split()[1:]
        for line in lines_of(roots['rod'], 'reverse-final-text').values()}
    assert sweeps['u[1:-1] += k * s'] == ['forward']
    assert sweeps['u_bar[:-2] += s_bar'] == ['backward']
    assert sweeps['return u_bar, k_bar'] == []


@pytest.mark.parametrize('stage', ['core', 'derivative', 'final', 'numba'])
@pytest.mark.parametrize('mode', ['reverse', 'forward'])
def test_each_stage_is_linked(roots, mode, stage):
    for function, name, lines in (
            (rod, 'rod', [1, 2, 3]), (network, 'network', [1, 2, 3]),
            (branch, 'branch', [1, 2, 5]), (layers, 'layers', [1, 2, 3])):
        for line in lines:
            place = f'0:{first(function) + line}'
            found = linked(roots[name], f'{mode}-{stage}-text', place)
            assert found, (name, line)


def test_functions_that_are_inlined_have_lines_of_their_own(roots):
    root = roots['layers']
    assert code(lines_of(root, 'source-1')[first(wave)]) == 'def wave(x, w):'
    found = linked(root, 'reverse-final-text', f'1:{first(wave) + 2}')
    assert 'x = np.sin(w * x) + x' in found
    assert any('np.cos(w * x)' in line for line in found)


def test_a_second_derivative_leads_to_the_users_lines(roots):
    (source,) = (e.text for e in roots['nested'].all(tag='h3'))
    assert source.startswith('tests.view.programs.branch ')
    found = linked(roots['nested'], 'reverse-final-text', f'0:{first(branch) + 1}')
    assert 'sin_x = np.sin(x)' in found and any('_bar' in line for line in found)


@pytest.mark.parametrize('stage', ['derivative', 'final', 'numba'])
def test_sweeps_of_forward_mode_are_what_depends_on_tangents(roots, stage):
    lines = lines_of(roots['layers'], f'forward-{stage}-text').values()
    sweeps = {code(line).strip(): line.attributes['class'] for line in lines}
    moved = re.compile(r'\w*_dot\w*(\[i\])? \+?= .*_dot')
    tangents = [text for text in sweeps if moved.match(text)]
    primal = [text for text in sweeps if text.startswith(('x1 = ', 't4 = ', 'p = '))]
    assert tangents and primal
    assert {sweeps[text] for text in tangents} == {'line tangent'}
    assert {sweeps[text] for text in primal} == {'line forward'}


def marks(line) -> dict[str, str]:
    return {m.text: m.attributes['title'] for m in line.all(tag='em')}


def test_what_is_kept_is_marked_with_the_reason(roots):
    line = lines_of(roots['rod'], 'source-0')[first(rod) + 2]
    where = f'programs.py:{first(rod) + 2}'
    assert marks(line) == {'saved s': (
        's is saved on a list, as each iteration has another value: '
        f'the derivative of {where} reads it.')}
    # What is popped is not kept, what is read for its length is.
    line = lines_of(roots['rod'], 'source-0')[first(rod)]
    assert 'reads its shape' in marks(line)['kept u']
    line = lines_of(roots['network'], 'source-0')[first(network) + 1]
    assert list(marks(line)) == ['kept h']


def test_what_is_computed_again_is_marked():
    def f(x, n):
        for _ in range(n):
            d = 1.0 - x
            x = d * np.exp(d) * x
        return x

    root = parsed(tl.grad(f).view(0.3, 4).html)
    final = lines_of(root, 'reverse-final-text').values()
    found = {code(line).strip(): marks(line) for line in final if marks(line)}
    assert list(found['saved.append((exp_d, x))']) == ['saved exp_d', 'saved x']
    again = found['d = 1.0 - x']
    assert list(again) == ['computed again d']
    assert f'derivative of test_linked_lines.py:{first(f) + 3}' in again.popitem()[1]


def test_active_variables_are_marked(roots):
    active = {e.text for e in roots['rod'].all(tag='b', class_='active')}
    assert active == {'u', 'k'}


def test_the_view_is_of_the_last_call():
    df = tl.grad(layers)
    before = df.view().html
    df(**LAYERS)
    assert df.view().html == df.view(**LAYERS).html != before
    df(w=1.0, x=2.0, n=3)
    assert 'w: float,' in df.view().html
    assert 'w: float64[:],' in df.view(**LAYERS).html


def test_equal_axes_and_exact_sizes_are_those_of_the_call():
    def scaled(x, y):
        return np.sum(x * y[:, None] * x.T)

    df = tl.grad(scaled)
    df(np.ones((4, 4)), np.ones(4))
    shown = lines_of(parsed(df.view().html), 'reverse-final-text').values()
    assert ''.join(f'{code(line).rstrip()}\n' for line in shown) == df.source

    def rows(x):
        total = 0.0
        for part in np.split(x, 2):
            total += np.prod(part)
        return total

    df = tl.grad(rows)
    df(np.arange(1.0, 5.0))
    shown = lines_of(parsed(df.view().html), 'reverse-final-text').values()
    assert ''.join(f'{code(line).rstrip()}\n' for line in shown) == df.source


def test_a_stage_that_there_is_not_says_why():
    def parsed_number(x, words):
        return x * len(words.split())

    root = parsed(tl.grad(parsed_number).view(2.0, 'a b').html)
    assert list(root.all(id='reverse-final-text'))
    problems = [e.text for e in root.all(class_='problem')]
    assert all('parsed_number' in text or 'numba' in text for text in problems)


def test_views_show_themselves(tmp_path):
    view = tl.grad(rod).view(**ROD)
    assert repr(view) == '<view of rod_grad: save(path) writes the page>'
    view.save(tmp_path / 'rod.html')
    assert (tmp_path / 'rod.html').read_text(encoding='utf-8') == view.html
    (frame,) = parsed(view._repr_html_()).all(tag='iframe')
    assert frame.attributes['srcdoc'] == view.html
    assert frame.attributes['sandbox'] == 'allow-scripts'


def test_what_cannot_be_differentiated_is_an_error():
    def opened(x):
        return x * float(open('/dev/null').read())

    with pytest.raises(tl.UnsupportedError, match='open has no'):
        tl.grad(opened).view(1.0)
