"""`raise`, `try` and `with`, and which operations may raise."""
