"""Where the walk stands: frames, paths, snapshots, restarts."""
