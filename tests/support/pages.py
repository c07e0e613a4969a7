"""README, the pages of the documentation, and regions in them between comments."""
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / 'README.md'
DOCS = ROOT / 'docs'
COVERAGE = DOCS / 'reference' / 'coverage'
# What is written by commands: Sphinx, and the tables of rules.
MADE = ('_build', 'generated')


def pages() -> list[Path]:
    """The pages that people have written, in the order of their paths."""
    found = (path for path in DOCS.rglob('*.md') if not set(path.parts) & set(MADE))
    return sorted(found)


def replaced(text: str, region: str, content: str) -> str:
    """Return a page's text with other content in a region."""
    begin, end = f'<!-- {region}:begin -->\n', f'<!-- {region}:end -->'
    before, rest = text.split(begin)
    return before + begin + content + end + rest.split(end, 1)[1]


def regions(text: str, name: str) -> list[list[str]]:
    """The blocks of code in each region of a name.

    >>> regions('<!-- a:begin -->\\n```sh\\nls\\n```\\n<!-- a:end -->', 'a')
    [['ls\\n']]
    """
    found = re.findall(rf'<!-- {name}:begin -->\n(.*?)<!-- {name}:end -->', text, re.S)
    return [re.findall(r'```\w+\n(.*?)```\n', part, re.S) for part in found]
