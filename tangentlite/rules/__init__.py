"""The registry of derivative rules, and the binding of calls to their parameters."""
