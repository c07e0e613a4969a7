"""Disjoint groups of names, joined two at a time (union-find)."""

from __future__ import annotations


class Groups:
    """Names in disjoint groups; one that was never joined is a group by itself.

    A group is known by its root, which depends on the order of the joins alone.

    >>> groups = Groups()
    >>> groups.unite("v", "y")
    >>> groups.unite("w", "v")
    >>> groups.root("w"), groups.root("x"), groups.roots()
    ('y', 'x', {'v': 'y', 'w': 'y', 'y': 'y'})
    """

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def root(self, name: str) -> str:
        """Return the name that stands for the group of a name."""
        parents = self._parents
        while name in parents:
            above = parents[name]
            if above in parents:  # path compression
                parents[name] = parents[above]
            name = above
        return name

    def unite(self, one: str, other: str) -> None:
        """Join the groups of two names; the root of the second stands for both."""
        one, other = self.root(one), self.root(other)
        if one != other:
            self._parents[one] = other

    def roots(self) -> dict[str, str]:
        """Return the root of each name that was joined with another."""
        roots = {name: self.root(name) for name in self._parents}
        roots.update((root, root) for root in tuple(roots.values()))
        return roots
