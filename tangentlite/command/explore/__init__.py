"""`explore`: a local page with an editor that shows the derivative while one types."""
