"""README and its regions between comments."""
from pathlib import Path

README = Path(__file__).parents[2] / 'README.md'


def replaced(text: str, region: str, content: str) -> str:
    """Return README's text with other content in a region."""
    begin, end = f'<!-- {region}:begin -->\n', f'<!-- {region}:end -->'
    before, rest = text.split(begin)
    return before + begin + content + end + rest.split(end, 1)[1]
