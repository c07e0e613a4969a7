"""Lists, tuples, dicts and sets, of known length or not."""
