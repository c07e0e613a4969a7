"""The frames that a user sees, and which of their lines generated lines belong to."""
