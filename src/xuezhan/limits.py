"""The limits on what is read (docs/limits.md), each in one place."""

from xuezhan._core import JSON_DEPTH, MAX_ENTRIES

__all__ = ["JSON_DEPTH", "MAX_ENTRIES", "META_TEXT", "RECORD_TEXT", "RULES_FILE"]

#: Bytes of a record's text; without meta it takes a few thousand.
RECORD_TEXT = 1 << 21
#: Bytes of a record's `meta` as JSON.
META_TEXT = 1 << 20
#: Bytes of a file of rules.
RULES_FILE = 1 << 20
