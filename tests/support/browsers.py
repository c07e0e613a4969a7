"""A headless browser for tests of pages, which are skipped where there is none."""
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

NAMES = ('chromium', 'chromium-browser', 'google-chrome')
ARGUMENTS = (
    '--headless', '--no-sandbox', '--disable-gpu', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--window-size=1300,800')  # fmt: skip


@contextmanager
def browser(profile: Path) -> Iterator:
    """A browser with a new profile; the test is skipped if there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    driver = shutil.which('chromedriver')
    if find_spec('selenium') is None:
        pytest.skip('no selenium: pip install selenium')
    if found is None or driver is None:
        pytest.skip('no Chromium: apt-get install chromium chromium-driver')
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = found
    for argument in (*ARGUMENTS, f'--user-data-dir={profile}'):
        options.add_argument(argument)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    driven = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield driven
    finally:
        driven.quit()


def resized(driven, width: int, height: int) -> None:
    """Give the page a size."""
    sizes = {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False}
    driven.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', sizes)


def prefer(driven, scheme: str) -> None:
    """Let the user prefer 'dark' or 'light'."""
    features = [{'name': 'prefers-color-scheme', 'value': scheme}]
    driven.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': features})


def said(driven) -> list[str]:
    """What the browser's console says: errors of scripts, and what was not loaded."""
    return [entry['message'] for entry in driven.get_log('browser')]
