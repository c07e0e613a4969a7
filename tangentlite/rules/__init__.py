"""The registry of derivative rules and how calls bind to them."""
