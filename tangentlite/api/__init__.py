"""The functions that a user calls: each returns, or calls, a Derivative."""
