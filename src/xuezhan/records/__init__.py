"""Hands written down (§10): read, written, checked and played again."""
