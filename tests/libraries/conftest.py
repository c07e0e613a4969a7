"""The files of functions are imported by their tests alone: they need libraries."""

collect_ignore_glob = ["*_calls.py", "causes.py"]
