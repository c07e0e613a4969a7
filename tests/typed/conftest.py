"""The project of a user, which stands by itself, is no part of the tests."""

collect_ignore = ["user"]
