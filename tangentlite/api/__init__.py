"""The public functions: each returns, or calls, a Derivative."""
