"""The explorer: what it answers, to whom, and what it runs, reads and writes."""
import http.client
import itertools
import json
import linecache
import signal
import subprocess
import sys
import threading

import pytest

from tangentlite.command.cli import parser
from tangentlite.command.explore import editor_files
from tangentlite.command.explore.answering import Answering
from tangentlite.command.explore.explore_command import EXAMPLE, started
from tangentlite.command.explore.local_server import LocalServer
from tangentlite.command.explore.typed_program import answer
from tangentlite.command.user_modules import NoAnswer

TYPED = """\
import numpy as np
from .parts import scale


def f(x, n):
    print('said')
    for _ in range(n):
        x = np.sin(x) * scale(x)
    return np.sum(x)
"""


def start_of(*argv):
    return started(parser().parse_args(['explore', *argv]))


@pytest.fixture(scope='module')
def named(tmp_path_factory):
    """A file of a package, which holds another text than the one that is typed."""
    folder = tmp_path_factory.mktemp('named') / 'pkg'
    folder.mkdir()
    (folder / '__init__.py').write_text('')
    (folder / 'parts.py').write_text('def scale(x):\n    return 3.0 * x\n')
    path = folder / 'mod.py'
    path.write_text('from .parts import scale\n\n\ndef f(x, n):\n    return x\n')
    return path


@pytest.fixture(scope='module')
def server(named):
    found = LocalServer(0, *start_of(f'{named}:f', '--arg', 'x=np.ones(2)'))
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    yield found
    found.shutdown()
    found.close()


def asked(server, method, path, value=None, **headers):
    """The status, the headers and the content of an answer."""
    connection = http.client.HTTPConnection('127.0.0.1', server.server_port, timeout=60)
    body = None if value is None else json.dumps(value)
    if value is not None:
        headers = {'Content-Type': 'application/json'} | headers
    headers = {name.replace('_', '-'): text for name, text in headers.items()}
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    content = reply.read().decode()
    connection.close()
    return reply.status, reply.headers, content


def posted(server, value, path='answer'):
    status, _, content = asked(server, 'POST', f'/{server.token}/{path}', value)
    return status, json.loads(content) if status == 200 else content


def test_it_shows_what_is_typed_not_what_the_file_holds(server):
    given = {'text': TYPED, 'arguments': {'x': 'np.ones(2)', 'n': '3'}}
    status, found = posted(server, given)
    assert status == 200 and found['has_page'] and 'error' not in found
    assert found['functions'] == [{'name': 'f', 'parameters': ['x', 'n']}]
    _, headers, page = asked(server, 'GET', f'/{server.token}/view')
    assert '<html data-embedded ' in page and 'for x: float64[:], n: int' in page
    assert 'pkg.mod.f' in page and 'pkg.parts.scale' in page
    assert 'sandbox allow-scripts' in headers['Content-Security-Policy']


@pytest.fixture
def answered(monkeypatch, tmp_path):
    """What is answered in this process, of which nothing is left."""
    monkeypatch.setattr(sys, 'path', list(sys.path))
    monkeypatch.setattr(linecache, 'cache', dict(linecache.cache))
    monkeypatch.setitem(sys.modules, 'typed', None)
    folders = (tmp_path / str(number) for number in itertools.count())
    return lambda text, **more: answer(
        {'text': text, 'file': next(folders) / 'typed.py'} | more)


def test_errors_name_their_line(answered):
    typed = TYPED.replace('from .parts import scale\n', '').replace('* scale(x)', '')
    given = {'n': '3'}
    assert 'page' in answered(typed, arguments=given)
    found = answered(typed.replace('np.sum(x)', 'total(x)'), arguments=given)
    assert 'page' not in found and found['line'] == 8
    assert found['error'].startswith("typed.py:8:12: name 'total' is not defined")
    assert answered('def f(x:\n')['line'] == 1
    found = answered('def f(x):\n    return x\nprint(1 / 0)\n')
    assert found['line'] == 3 and 'ZeroDivisionError' in found['error']
    found = answered('def f(x):\n    return x\n', arguments={'x': 'none'})
    assert "name 'none' is not defined" in found['error']


def test_functions_modes_and_parameters_are_chosen(answered):
    typed = 'def g(x, y):\n    return x * y\n\n\ndef f(x, y):\n    return x + y\n'
    assert answered(typed)['function'] == 'f'
    found = answered(typed, function='g', wrt=['y'])
    assert found['function'] == 'g' and 'with respect to y' in found['page']
    assert 'with respect to x and y' in answered(typed, wrt=['x', 'y', 'z'])['page']
    assert 'Jacobian-vector product of' in answered(typed, mode='forward')['page']


def test_programs_that_do_not_end_are_ended():
    answering = Answering('typed.py', limit=3.0)
    try:
        text = 'import time\ndef f(x):\n    return x\ntime.sleep(60)\n'
        assert 'longer than 3 seconds' in answering.answer({'text': text})['error']
        text = 'import os\ndef f(x):\n    return x\nos._exit(3)\n'
        assert 'ended its process' in answering.answer({'text': text})['error']
    finally:
        answering.close()


def test_only_the_latest_request_is_answered():
    answering = Answering('typed.py')
    found = []
    text = 'import time\ndef f(x):\n    return x\ntime.sleep(30)\n'
    first = threading.Thread(
        target=lambda: found.append(answering.answer({'text': text})))
    try:
        first.start()
        while answering._running is None:
            pass
        assert 'page' in answering.answer({'text': 'def f(x):\n    return x * x\n'})
        first.join(timeout=20)
        assert found == [{'outdated': True}]
    finally:
        answering.close()


@pytest.mark.parametrize(('path', 'headers'), [
    ('/', {}), ('/start', {}), ('/wrong/start', {}), ('//start', {}),
    ('/{token}/start', {'Host': 'example.org'}),
    ('/{token}/start', {'Host': '127.0.0.1:1'}),
    ('/{token}/start', {'Origin': 'http://example.org'}),
    ('/{token}/start', {'Origin': 'null'}),
    ('/{token}x/start', {}),
])  # fmt: skip
def test_others_are_refused(server, path, headers):
    status, _, content = asked(
        server, 'GET', path.format(token=server.token), **headers)
    assert (status, content) == (403, 'Forbidden\n')
    status, _, _ = asked(
        server, 'POST', path.format(token=server.token), {'text': ''}, **headers)
    assert status == 403


def test_it_listens_on_the_loopback_interface(server):
    assert server.server_address[0] == '127.0.0.1'
    assert server.address.startswith('http://127.0.0.1:')
    assert len(server.token) >= 32


@pytest.mark.parametrize('path', [
    '../mod.py', 'mod.py', 'editor/../../__init__.py', 'editor/__init__.py',
    '%2e%2e/mod.py', 'editor/', 'assets/explore.js', 'explore.html'])
def test_no_other_files_are_served(server, path):
    assert asked(server, 'GET', f'/{server.token}/{path}')[0] == 404


def test_files_of_the_page_are_served(server):
    status, headers, page = asked(server, 'GET', f'/{server.token}/')
    assert status == 200 and headers['Cache-Control'] == 'no-store'
    assert "default-src 'none'" in headers['Content-Security-Policy']
    assert headers['Referrer-Policy'] == 'no-referrer'
    for name in ('explore.js', 'explore.css', 'colours.css'):
        assert name in page
        assert asked(server, 'GET', f'/{server.token}/{name}')[0] == 200
    start = json.loads(asked(server, 'GET', f'/{server.token}/start')[2])
    assert start['arguments'] == {'x': 'np.ones(2)'} and start['saves']


@pytest.mark.parametrize(('value', 'headers'), [
    ({'text': 1}, {}), (['text'], {}), ({'text': ''}, {'Content_Type': 'text/plain'}),
    ({'text': ''}, {'Content_Length': '1000001'}),
    ({'text': ''}, {'Content_Length': 'x'}),
])  # fmt: skip
def test_requests_that_are_none(server, value, headers):
    path = f'/{server.token}/answer'
    assert asked(server, 'POST', path, value, **headers)[0] == 400


def test_it_writes_the_named_file_and_no_other(server, named, monkeypatch):
    before = named.read_text()
    assert posted(server, {'text': TYPED}, 'save')[0] == 200
    assert named.read_text() == TYPED
    named.write_text(before)
    monkeypatch.setattr(server, 'file', None)
    assert posted(server, {'text': TYPED}, 'save')[0] == 404
    assert named.read_text() == before


def test_targets(named):
    start, file = start_of()
    assert (start['text'], file, start['saves']) == (EXAMPLE, None, False)
    start, file = start_of(str(named), '--wrt', 'x,n', '--mode', 'forward')
    assert (file, start['function'], start['wrt']) == (named, None, ['x', 'n'])
    assert start['mode'] == 'forward'
    for wrong in (['none.py'], ['pkg.mod:f'], [str(named), '--arg', 'x'],
                  [str(named), '--wrt', '0']):
        with pytest.raises(NoAnswer):
            start_of(*wrong)


def test_without_the_editor_a_line_says_what_brings_it(monkeypatch):
    assert 'editor/ace.js' in editor_files.index_page('mod.py')
    monkeypatch.setattr(editor_files, 'PACKAGE', 'no_such_package')
    page = editor_files.index_page('mod.py')
    assert 'editor/ace.js' not in page and "'tangentlite[explore]'" in page
    assert editor_files.file_of('editor/ace.js') is None


@pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason='interrupts are ignored')
def test_the_command_ends_at_an_interrupt(tmp_path):
    command = [sys.executable, '-m', 'tangentlite', 'explore', '--no-browser']
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith('http://127.0.0.1:')
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
