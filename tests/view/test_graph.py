"""Graphs of statements: who reads what, where nodes stand, and the picture."""
import random
import xml.etree.ElementTree as ET

import pytest

from tangentlite.calls.shown.linked_view import made_for_examples
from tangentlite.calls.shown.view_stages import text_of
from tangentlite.command.cli import main
from tangentlite.view.graph.graph_svg import alone, graph_svg
from tangentlite.view.graph.layered_layout import layered_layout
from tangentlite.view.graph.statement_graph import statement_graph
from tests.view.parsed_page import parsed
from tests.view.programs import NETWORK, ROD, VIEWED

SVG = '{http://www.w3.org/2000/svg}'


def graph_of(name, given, stage='final'):
    derivative, _ = VIEWED[name]
    made = made_for_examples(derivative.request, given, derivative.options_in_force)
    title, text = text_of(made, stage)
    return statement_graph(text)


def named_edges(graph):
    labels = [node.label or node.blocks[0][0] for node in graph.nodes]
    return {(labels[a], labels[b]): names for (a, b), names in graph.edges.items()}


def test_edges_lead_from_who_computes_to_who_reads():
    edges = named_edges(graph_of('network', NETWORK, 'core'))
    assert edges['x', 't1 = x @ w'] == ['x']
    assert edges['t1 = x @ w', 't2 = t1 + b'] == ['t1']
    assert ('x', 't2 = t1 + b') not in edges


def test_a_write_in_place_comes_before_who_reads_later():
    graph = graph_of('rod', ROD)
    edges = named_edges(graph)
    forward = 'for _ in range(steps):  ↻ u, s_saved'
    backward = 'for _ in range(steps):  ↻ u_bar, s_saved, k_bar'
    assert edges['u = u.copy()', forward] == ['u']
    assert edges[forward, backward] == ['s_saved']
    assert edges['u_bar[len(u) // 2] += 1.0', backward] == ['u_bar']
    assert set(edges[backward, 'return u_bar, k_bar']) == {'u_bar', 'k_bar'}
    block = next(node for node in graph.nodes if node.kind == 'block')
    ((_, inner),) = block.blocks
    assert named_edges(inner)[
        's = u[:-2] - 2.0 * u[1:-1] + u[2:]', 's_saved.append(s)'] == ['s']


def test_branches_stand_below_each_other():
    graph = graph_of('branch', VIEWED['branch'][1])
    blocks = [node for node in graph.nodes if node.kind == 'block']
    headers = [header for header, _ in blocks[-1].blocks]
    assert headers == ['if branch:', 'else:']


@pytest.mark.parametrize('seed', range(8))
def test_nodes_do_not_overlap_and_edges_lead_down(seed):
    drawn = random.Random(seed)
    count = drawn.randint(2, 25)
    sizes = [(drawn.uniform(20, 200), drawn.choice([24, 90])) for _ in range(count)]
    pairs = [(a, b) for b in range(count) for a in range(b)]
    edges = [pair for pair in pairs if drawn.random() < 2 / count]
    layout = layered_layout(sizes, edges)
    boxes = [(x - w / 2, y, x + w / 2, y + h)
             for (x, y), (w, h) in zip(layout.places, sizes)]
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert -1e-6 <= left and right <= layout.width + 1e-6
        assert bottom <= layout.height + 1e-6
        for left1, top1, right1, bottom1 in boxes[:k]:
            apart = right <= left1 or right1 <= left or bottom <= top1 or bottom1 <= top
            assert apart
    for source, target in edges:
        route = layout.routes[source, target]
        heights = [y for _, y in route]
        assert heights == sorted(heights)
        assert route[0][1] == boxes[source][3] and route[-1][1] == boxes[target][1]
        assert boxes[target][0] <= route[-1][0] <= boxes[target][2]


def test_order_has_few_crossings():
    """Three pairs that are crossed in the text stand beside each other."""
    sizes = [(30, 20)] * 6
    edges = [(0, 5), (1, 4), (2, 3)]
    layout = layered_layout(sizes, edges)
    for source, target in edges:
        assert abs(layout.places[source][0] - layout.places[target][0]) < 1.0


def test_the_picture_is_whole_by_itself():
    graph = graph_of('rod', ROD)
    root = ET.fromstring(alone(graph_svg(graph, 'Gradient <of> "rod"')))
    assert root.tag == f'{SVG}svg' and root.get('aria-label') == 'Gradient <of> "rod"'
    style = root.find(f'{SVG}style').text
    assert 'var(' not in style and 'prefers-color-scheme: dark' in style
    texts = {t.text for t in root.iter(f'{SVG}text')}
    assert {'u', 'k', 'steps', 'u[1:-1] += k * s', 'return u_bar, k_bar'} <= texts
    classes = [g.get('class') for g in root.iter(f'{SVG}g') if g.get('class')]
    assert 'node statement forward' in classes and 'node statement backward' in classes
    assert any('kept' in p.get('class') for p in root.iter(f'{SVG}path'))


def test_nodes_of_a_page_are_linked():
    derivative, given = VIEWED['layers']
    root = parsed(derivative.view(**given).html)
    (panel,) = root.all(id='reverse-graph')
    nodes = {n.text: n.attributes.get('data-at') for n in panel.all(class_='statement')}
    found = next(at for text, at in nodes.items() if 'x = np.sin(w * x) + x' in text)
    assert len(found.split()) == 2  # the line of the loop, and that of the function


def test_the_command_draws(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = 'import numpy as np\ndef f(x, a=2.0):\n    return np.sin(a * x)\n'
    (tmp_path / 'mod.py').write_text(text)
    given = ['graph', 'mod.py:f', '--arg', 'x=1.0']
    assert main(given) == 0
    assert main([*given, '--stage', 'core', '-o', 'core.svg']) == 0
    assert main([*given, '--mode', 'forward', '-o', 'forward.svg']) == 0
    assert capsys.readouterr().out == 'f.svg\ncore.svg\nforward.svg\n'
    core = ET.parse(tmp_path / 'core.svg').getroot()
    assert [t.text for t in core.iter(f'{SVG}text')][-1].startswith('return t')
    assert 'x_dot' in (tmp_path / 'forward.svg').read_text(encoding='utf-8')
