"""Objects of classes: attributes, methods, operators, types."""
