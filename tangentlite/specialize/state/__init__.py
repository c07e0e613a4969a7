"""The state of the abstract interpreter: frames, paths, snapshots, restarts."""
