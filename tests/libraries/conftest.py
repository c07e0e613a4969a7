"""The files of calls are imported by their tests alone: each needs its library."""

collect_ignore_glob = ["*_calls.py"]
