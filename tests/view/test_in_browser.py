"""The linked view in a browser: light, tabs, keys, dark and light, wide and narrow."""
import inspect

import pytest

from tests.support.browsers import browser, prefer, resized, said
from tests.view.programs import VIEWED, layers, rod, wave


@pytest.fixture(scope='module')
def driven(tmp_path_factory):
    with browser(tmp_path_factory.mktemp('profile')) as found:
        yield found


@pytest.fixture(scope='module')
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp('pages')
    for name in ('rod', 'layers', 'branch'):
        derivative, given = VIEWED[name]
        derivative.view(**given).save(folder / f'{name}.html')
    return folder


@pytest.fixture
def shown(driven, pages):
    def show(name):
        resized(driven, 1300, 800)
        driven.get((pages / f'{name}.html').as_uri())
        return driven

    yield show
    assert said(driven) == []


def at(function, line) -> int:
    return inspect.getsourcelines(function)[1] + line


def lit(driven) -> list[str]:
    """The code of the lines of the derivative that are lit."""
    script = """return [...document.querySelectorAll('#derivative .lit')]
        .filter(e => e.offsetParent).map(e => e.querySelector('code').innerText)"""
    return [text.strip() for text in driven.execute_script(script)]


def line_of(driven, number):
    return driven.find_element('css selector', f'#primal [data-number="{number}"]')


def press(driven, *keys):
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(driven).send_keys(*keys).perform()


def test_hovering_lights_both_sweeps(shown):
    from selenium.webdriver.common.action_chains import ActionChains

    driven = shown('rod')
    assert lit(driven) == []
    ActionChains(driven).move_to_element(line_of(driven, at(rod, 2))).perform()
    assert 'u[1:-1] += k * s' in lit(driven) and 'u_bar[:-2] += s_bar' in lit(driven)
    status = driven.find_element('id', 'status').text
    assert '2 lines in the forward sweep, 7 lines in the backward sweep' in status
    assert 's is saved on a list' in status
    title = driven.find_element('tag name', 'h1')
    ActionChains(driven).move_to_element(title).perform()
    assert lit(driven) == []


def test_a_selected_line_stays_lit_through_the_tabs(shown):
    driven = shown('layers')
    line = line_of(driven, at(wave, 2))
    line.click()
    assert line.get_attribute('aria-selected') == 'true'
    assert 'x = np.sin(w * x) + x' in lit(driven)
    driven.find_element('id', 'stage-core').click()
    assert lit(driven) == ['t1 = w * x1', 't2 = np.sin(t1)']
    driven.find_element('id', 'mode-forward').click()
    driven.find_element('id', 'stage-final').click()
    assert lit(driven)[0] == 'p = w * x'
    assert 'in the tangents' in driven.find_element('id', 'status').text
    driven.find_element('id', 'stage-numba').click()
    assert any('np.sin(' in text for text in lit(driven))
    line.click()
    assert lit(driven) == []


def test_a_line_of_the_derivative_leads_back(shown):
    driven = shown('layers')
    found = driven.find_elements('css selector', '#reverse-final .line.backward')
    next(line for line in found if 'np.cos' in line.text).click()
    (line,) = driven.find_elements('css selector', '#primal .lit')
    assert line.get_attribute('data-number') == str(at(wave, 2))


def test_keys(shown):
    from selenium.webdriver.common.keys import Keys

    driven = shown('rod')
    line_of(driven, at(rod, 0)).click()
    driven.find_element('id', 'source-0').send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert 'u[1:-1] += k * s' in lit(driven)
    chosen = driven.find_element('css selector', '.chosen')
    listing = driven.switch_to.active_element
    assert listing.get_attribute('aria-activedescendant') == chosen.get_attribute('id')
    assert driven.execute_script(
        'return getComputedStyle(document.activeElement).outlineStyle') == 'solid'

    press(driven, Keys.ARROW_RIGHT)
    assert driven.switch_to.active_element.get_attribute('id') == 'reverse-final-text'
    before = driven.find_element('css selector', '.chosen').text
    press(driven, 'n')
    assert driven.find_element('css selector', '.chosen').text != before
    press(driven, 'p', Keys.ARROW_LEFT)
    assert driven.switch_to.active_element.get_attribute('id') == 'source-0'

    press(driven, '1')
    assert driven.find_element('id', 'reverse-core').is_displayed()
    press(driven, 'm')
    assert driven.find_element('id', 'forward-core').is_displayed()
    press(driven, Keys.ESCAPE)
    assert lit(driven) == []
    tab = driven.find_element('id', 'stage-core')
    tab.send_keys(Keys.ARROW_RIGHT)
    assert driven.switch_to.active_element.get_attribute('id') == 'stage-derivative'
    press(driven, '?')
    assert driven.find_element('id', 'help').is_displayed()


def background(driven) -> str:
    script = 'return getComputedStyle(document.body).backgroundColor'
    return driven.execute_script(script)


def test_dark_and_light(shown):
    driven = shown('rod')
    prefer(driven, 'dark')
    dark = background(driven)
    prefer(driven, 'light')
    light = background(driven)
    assert dark != light == 'rgb(255, 255, 255)'
    driven.find_element('id', 'theme').click()
    assert background(driven) == dark


@pytest.mark.parametrize('width', [360, 1300])
def test_nothing_is_cut_off(shown, width):
    driven = shown('branch')
    resized(driven, width, 700)
    assert driven.execute_script(
        'return document.documentElement.scrollWidth <= innerWidth')
    for name in ('primal', 'derivative'):
        size = driven.find_element('id', name).size
        assert size['height'] > 150 and size['width'] > 300


def test_a_notebook_shows_it_in_a_frame(driven, tmp_path):
    derivative, given = VIEWED['layers']
    page = tmp_path / 'cell.html'
    page.write_text(derivative.view(**given)._repr_html_(), encoding='utf-8')
    driven.get(page.as_uri())
    driven.switch_to.frame(driven.find_element('tag name', 'iframe'))
    line_of(driven, at(layers, 3)).click()
    assert 'x_bar = np.ones_like(x)' in lit(driven)
    assert said(driven) == []


@pytest.mark.parametrize('key', ['n', '\ue015'])
def test_the_first_key_chooses_the_first_line(shown, key):
    driven = shown('rod')
    assert not lit(driven)
    press(driven, key)
    assert lit(driven)
