"""Benchmarks of xuezhan; see README.md beside this file."""
