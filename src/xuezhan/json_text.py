"""JSON that others have written: size and depth are looked at before it is read."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import Any

from xuezhan._core import JSON_DEPTH, json_depth

__all__ = ["BadJSON", "read_json"]

_MOST = 1 << 21  # bytes


class BadJSON(ValueError):
    """Text that is not read. `line`: where it stops being JSON, from 1; else None."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def read_json(
    text: bytes | str,
    what: str = "the text",
    most: int = _MOST,
    *,
    levels: int = JSON_DEPTH,
    depth: int | None = None,
) -> Any:
    """
    What a text holds, `what` in messages: UTF-8 with or without a byte order mark, at most `most`
    bytes and `levels` lists and objects within each other (`depth`, where that is known), no key
    twice in an object.
    """
    if isinstance(text, str):
        text = text.encode(errors="surrogatepass")
    if len(text) > most:
        raise BadJSON(f"{what} of more than {most} bytes is not read")
    if (json_depth(text) if depth is None else depth) > levels:
        raise BadJSON(f"{what} is nested more than {JSON_DEPTH} deep")
    try:
        decoded = text.removeprefix(BOM_UTF8).decode()
        return json.loads(decoded, object_pairs_hook=_unique, parse_constant=_no_constant)
    except BadJSON:
        raise
    except UnicodeDecodeError as error:
        raise BadJSON(f"{what} is no UTF-8: {error.reason} at byte {error.start}") from None
    except json.JSONDecodeError as error:
        why = f"{what} is no JSON: {error.msg} (column {error.colno})"
        raise BadJSON(why, error.lineno) from None
    except (ValueError, RecursionError) as error:  # a number of too many digits
        raise BadJSON(f"{what} is no JSON: {error}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen = set()
        for name, _ in pairs:
            if name in seen:
                shown = repr(name if len(name) <= 60 else f"{name[:57]}...")
                raise BadJSON(f"the key {shown} stands twice in an object")
            seen.add(name)
    return found


def _no_constant(name: str) -> Any:
    raise BadJSON(f"{name} is not JSON")
