"""A page of the linked view, read as a browser reads it."""
from html.parser import HTMLParser

EMPTY = {'meta', 'br', 'link', 'img', 'input', 'hr'}


class Element:
    def __init__(self, tag: str, attributes: dict, parent):
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children: list = []

    @property
    def text(self) -> str:
        parts = (c if isinstance(c, str) else c.text for c in self.children)
        return ''.join(parts)

    def all(self, **wanted):
        """Elements below this one with these attributes (`tag` and `class_`, too)."""
        for child in self.children:
            if not isinstance(child, str):
                if child.has(wanted):
                    yield child
                yield from child.all(**wanted)

    def has(self, wanted: dict) -> bool:
        own = self.attributes | {'tag': self.tag}
        for name, value in wanted.items():
            if name == 'class_':
                if value not in own.get('class', '').split():
                    return False
            elif own.get(name.replace('_', '-')) != value:
                return False
        return True


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = self.here = Element('', {}, None)

    def handle_starttag(self, tag, attributes):
        child = Element(tag, {k: v or '' for k, v in attributes}, self.here)
        self.here.children.append(child)
        if tag not in EMPTY:
            self.here = child

    def handle_endtag(self, tag):
        assert self.here.tag == tag, f'</{tag}> ends <{self.here.tag}>'
        self.here = self.here.parent

    def handle_data(self, text):
        self.here.children.append(text)


def parsed(page: str) -> Element:
    """The page's root; fails if tags do not nest."""
    reader = _Reader()
    reader.feed(page)
    assert reader.here is reader.root
    return reader.root


def lines_of(root: Element, listing: str) -> dict[int, Element]:
    """The lines of one text by their numbers."""
    (found,) = root.all(id=listing)
    lines = found.all(class_='line')
    return {int(next(line.all(class_='no')).text): line for line in lines}


def code(line: Element) -> str:
    return next(line.all(tag='code')).text
