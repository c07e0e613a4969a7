"""The explorer in a browser: typing, errors, links, and a field without the editor."""
import threading

import pytest

from tangentlite.command.cli import parser
from tangentlite.command.explore import editor_files
from tangentlite.command.explore.explore_command import started
from tangentlite.command.explore.local_server import LocalServer
from tests.support.browsers import browser, resized, said

pytestmark = pytest.mark.slow


@pytest.fixture(scope='module')
def driven(tmp_path_factory):
    with browser(tmp_path_factory.mktemp('profile')) as found:
        found.set_script_timeout(40)
        yield found


@pytest.fixture(scope='module')
def address():
    server = LocalServer(0, *started(parser().parse_args(['explore'])))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.address
    server.shutdown()
    server.close()


ANSWERED = """
const done = arguments[arguments.length - 1], seen = Number(arguments[0]);
const look = () => Number(document.documentElement.dataset.answered || 0) > seen
    ? done(Number(document.documentElement.dataset.answered)) : setTimeout(look, 30);
look();
"""


def opened(driven, address) -> int:
    resized(driven, 1300, 800)
    driven.get(address)
    return driven.execute_async_script(ANSWERED, 0)


def wait_for(driven, selector, text) -> None:
    """Wait until elements of the view say something: it is loaded after an answer."""
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.support.wait import WebDriverWait

    def says(driven) -> bool:
        driven.switch_to.frame(driven.find_element('id', 'view'))
        try:
            found = driven.find_elements('css selector', selector)
            return any(text in element.text for element in found)
        except StaleElementReferenceException:
            return False
        finally:
            driven.switch_to.default_content()

    WebDriverWait(driven, 20).until(says, f'no {selector} says {text!r}')


def test_the_derivative_follows_what_is_typed(driven, address):
    answered = opened(driven, address)
    wait_for(driven, '#reverse-final .line', 'middle_grad')
    driven.execute_script('ace.edit("editor").gotoLine(8, 0); '
                          'ace.edit("editor").insert("    u = 2.0 * hello\\n")')
    answered = driven.execute_async_script(ANSWERED, answered)
    assert "name 'hello' is not defined" in driven.find_element('id', 'problem').text
    notes = driven.execute_script('return ace.edit("editor").session.getAnnotations()')
    assert [note['row'] for note in notes] == [7]
    driven.execute_script('ace.edit("editor").session.replace('
                          'new (ace.require("ace/range").Range)(7, 14, 7, 19), "u")')
    answered = driven.execute_async_script(ANSWERED, answered)
    assert not driven.find_element('id', 'problem').is_displayed()
    driven.execute_script('ace.edit("editor").gotoLine(8, 0)')
    wait_for(driven, '#reverse-final .lit', '2.0')
    boxes = driven.find_elements('css selector', '#rows input[type=checkbox]')
    boxes[1].click()
    driven.execute_async_script(ANSWERED, answered)
    wait_for(driven, '#reverse-final .line', 'return u_bar, k_bar')
    assert said(driven) == []


def test_lines_are_linked_both_ways(driven, address):
    opened(driven, address)
    driven.execute_script('ace.edit("editor").gotoLine(7, 0)')
    wait_for(driven, '#reverse-final .lit', 'u_bar[:-2] +=')
    driven.switch_to.frame(driven.find_element('id', 'view'))
    lines = driven.find_elements('css selector', '#reverse-final .line')
    next(line for line in lines if 'u_bar[len(u)' in line.text).click()
    driven.switch_to.default_content()
    script = 'return Object.values(ace.edit("editor").session.getMarkers())'
    rows = driven.execute_script(
        script + '.filter(m => m.clazz === "lit").map(m => m.range.start.row)')
    assert rows == [7]
    assert said(driven) == []


def test_without_the_editor_there_is_a_field(driven, address, monkeypatch):
    monkeypatch.setattr(editor_files, 'PACKAGE', 'no_such_package')
    answered = opened(driven, address)
    field = driven.find_element('id', 'plain')
    assert field.is_displayed() and field.get_attribute('value').startswith('import')
    assert 'tangentlite[explore]' in driven.find_element('id', 'note').text
    field.send_keys('\n\ndef g(x):\n    return x * x\n')
    driven.execute_async_script(ANSWERED, answered)
    names = driven.find_elements('css selector', '#function option')
    assert [name.text for name in names] == ['middle', 'g']
    assert said(driven) == []
