"""Polyfills: functions and classes of the library as Python, walked, never run."""
