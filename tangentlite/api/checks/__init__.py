"""Comparison of derivatives with central differences."""
