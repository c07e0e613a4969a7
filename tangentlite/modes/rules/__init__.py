"""The derivative of one operation, by its template."""
