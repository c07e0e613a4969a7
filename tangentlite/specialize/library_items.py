"""How Python goes over objects of the user's classes, to be walked like their code.

It is read, never run.
"""


def items(owner):
    """What a loop over an object with `__getitem__` alone gives, however long it is."""
    place, running = 0, True
    while running:
        try:
            item = owner[place]
        except (IndexError, StopIteration):
            running = False
        if running:
            yield item
        place = place + 1


def following(iterator, default):
    """`next(iterator, default)`."""
    found = default
    try:
        found = iterator.__next__()
    except StopIteration:
        pass
    return found
