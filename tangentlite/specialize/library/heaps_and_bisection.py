"""Polyfills of `heapq`, `bisect` and methods of lists.

They are walked like the user's code, never run. Items are compared in the order of
CPython, so that equal ones end in the same order. Where the number of items is known,
so are all places.
"""

import bisect
import heapq

from tangentlite.handlers import polyfill


@polyfill(heapq.heappush)
def heappush(heap, item):
    """`heapq.heappush`."""
    heap.append(item)
    raised(heap, 0, len(heap) - 1)


@polyfill(heapq.heappop)
def heappop(heap):
    """`heapq.heappop`."""
    found = heap.pop()
    if heap:
        first, heap[0] = heap[0], found
        lowered(heap, 0)
        found = first
    return found


@polyfill(heapq.heapreplace)
def heapreplace(heap, item):
    """`heapq.heapreplace`."""
    found, heap[0] = heap[0], item
    lowered(heap, 0)
    return found


@polyfill(heapq.heappushpop)
def heappushpop(heap, item):
    """`heapq.heappushpop`."""
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        lowered(heap, 0)
    return item


@polyfill(heapq.heapify)
def heapify(heap):
    """`heapq.heapify`."""
    for place in reversed(range(len(heap) // 2)):
        lowered(heap, place)


def replaced(items, first, last, values):
    """`items[first:last] = values`."""
    count = len(items)
    start, stop = 0, count
    if first is not None:
        start = min(first, count) if first >= 0 else max(first + count, 0)
    if last is not None:
        stop = min(last, count) if last >= 0 else max(last + count, 0)
    new = items[:start]
    new.extend(values)
    new.extend(items[max(start, stop) :])
    items.clear()
    items.extend(new)


def best(first, rest, key, largest):
    """Return the first item with the largest key, or the smallest."""
    found, top = first, key(first)
    for item in rest:
        rank = key(item)
        if rank > top if largest else rank < top:
            found, top = item, rank
    return found


def best_of_range(values, key, largest):
    """`max(range(...), key=key)`, of a range that is not empty."""
    first, step = values.start, values.step
    return best(first, range(first + step, values.stop, step), key, largest)


def best_of_items(values, key, largest):
    """`max(items, key=key)`, of an array or a list that is not empty."""
    return best(values[0], values[1:], key, largest)


def has_known_items(heap):
    """Whether a list holds more than numbers, so that its places must be known."""
    raise NotImplementedError  # answered while the function is walked


def rotated(items, n):
    """Rotate a list of which all places and n are known; return whether that is so."""
    raise NotImplementedError  # done while the function is walked


def raised(heap, first, place):
    """Exchange an item with the ones above it, until one is not larger."""
    rising = True
    if has_known_items(heap):
        for k in range(place, first, -1):
            if place == k:
                place = (k - 1) // 2
                if rising and heap[k] < heap[place]:
                    heap[k], heap[place] = heap[place], heap[k]
                else:
                    rising = False
    else:
        while place > first:
            above = (place - 1) // 2
            if rising and heap[place] < heap[above]:
                heap[place], heap[above] = heap[above], heap[place]
            else:
                rising = False
            place = above


def lowered(heap, first):
    """Exchange an item with the smaller ones below it down to the end, and raise it."""
    number, place = len(heap), first
    for k in range(first, number // 2):
        if place == k:
            left, right = 2 * k + 1, 2 * k + 2
            if right < number and not heap[left] < heap[right]:
                heap[k], heap[right] = heap[right], heap[k]
                place = right
            else:
                heap[k], heap[left] = heap[left], heap[k]
                place = left
    for k in range(number - 1, first, -1):
        if place == k:
            above = (k - 1) // 2
            if heap[k] < heap[above]:
                heap[k], heap[above] = heap[above], heap[k]
                place = above


@polyfill(heapq.nlargest)
def nlargest(n, iterable, key=None):
    """`heapq.nlargest`."""
    return sorted(iterable, key=key, reverse=True)[:n]


@polyfill(heapq.nsmallest)
def nsmallest(n, iterable, key=None):
    """`heapq.nsmallest`."""
    return sorted(iterable, key=key)[:n]


def bisect_right(a, x, lo=0, hi=None):
    """`bisect.bisect_right`."""
    last = len(a) if hi is None else hi
    while lo < last:
        middle = (lo + last) // 2
        if x < a[middle]:
            last = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(a, x, lo=0, hi=None):
    """`bisect.bisect_left`."""
    last = len(a) if hi is None else hi
    while lo < last:
        middle = (lo + last) // 2
        if a[middle] < x:
            lo = middle + 1
        else:
            last = middle
    return lo


@polyfill(bisect.insort_right)
def insort_right(a, x, lo=0, hi=None, *, key=None):
    """`bisect.insort_right`."""
    value = x if key is None else key(x)
    a.insert(bisect.bisect_right(a, value, lo, hi, key=key), x)


@polyfill(bisect.insort_left)
def insort_left(a, x, lo=0, hi=None, *, key=None):
    """`bisect.insort_left`."""
    value = x if key is None else key(x)
    a.insert(bisect.bisect_left(a, value, lo, hi, key=key), x)


def inserted(items, place, value):
    """`items.insert(place, value)`, at a computed place."""
    number = len(items)
    place = max(place + number, 0) if place < 0 else min(place, number)
    items.append(value)
    for k in range(number, 0, -1):
        if k > place:
            items[k] = items[k - 1]
        elif k == place:
            items[k] = value
    if place == 0:
        items[0] = value


def taken(items, place):
    """`items.pop(place)`, for a computed place."""
    number = len(items)
    found = items[place]
    place = place + number if place < 0 else place
    for k in range(number - 1):
        if k >= place:
            items[k] = items[k + 1]
    items.pop()
    return found


def removed(items, value):
    """`items.remove(value)`."""
    items.pop(items.index(value))


def cleared(items):
    """`items.clear()`."""
    for _ in range(len(items)):
        items.pop()


def extended(items, values):
    """`items.extend(values)`, of the very list as well."""
    for value in list(values):
        items.append(value)


def joined(first, second):
    """`first + second`."""
    items = list(first)
    for value in second:
        items.append(value)
    return items


def part(items, first, last, step):
    """`items[first:last:step]`."""
    number = len(items)
    step = 1 if step is None else step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step > 0:
        first = 0 if first is None else within(first, number, 0, number)
        last = number if last is None else within(last, number, 0, number)
    else:
        first = number - 1 if first is None else within(first, number, -1, number - 1)
        last = -1 if last is None else within(last, number, -1, number - 1)
    return [items[k] for k in range(first, last, step)]


def within(place, number, lowest, highest):
    """Return the bound of a slice within a number of items."""
    if place < 0:
        return max(place + number, lowest)
    return min(place, highest)


def turned(items):
    """`items.reverse()`."""
    number = len(items)
    for k in range(number // 2):
        items[k], items[number - 1 - k] = items[number - 1 - k], items[k]


def arranged(items, *, key=None, reverse=False):
    """`items.sort()`."""
    for k, item in enumerate(ordered(items, key=key, reverse=reverse)):
        items[k] = item


def ordered(items, *, key=None, reverse=False):
    """`sorted(items)`, of any number of items."""
    ranks = items if key is None else [key(item) for item in items]
    return [items[place] for place in places_in_order(ranks, reverse)]


def places_in_order(items, reverse):
    """Return the places of the items in ascending order."""
    raise NotImplementedError  # answered while the function is walked


def shuffled(generator, items):
    """`generator.shuffle(items)` of `random.Random`, which draws as it does."""
    for k in range(len(items) - 1, 0, -1):
        place = generator.randrange(k + 1)
        items[k], items[place] = items[place], items[k]
