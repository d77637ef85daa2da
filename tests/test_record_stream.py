"""Files of records: every form that is read, the line of what is wrong, and a way to go on."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import xuezhan as xz
from xuezhan.limits import RECORD_TEXT


def hand(seed: int) -> dict[str, Any]:
    game, player = xz.Game("guide", seed), xz.Policy("mixed", seed)
    while not game.done:
        game.step(player(game))
    return game.record()


RECORDS = [hand(seed) for seed in range(3)]
RECORDS.append({**RECORDS[0], "meta": {"名": '{"[\\', "list": [{}, {"a": []}]}})
LINES = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in RECORDS]
TEXT = "\n".join(LINES) + "\n"

FORMS = {
    "lines": TEXT,
    "no last line end": TEXT[:-1],
    "CRLF": TEXT.replace("\n", "\r\n"),
    "blank lines": "\n \t\n" + TEXT.replace("\n", "\n\n"),
    "byte order mark": "\ufeff" + TEXT,
    "pretty": "".join(json.dumps(r, indent=2, ensure_ascii=False) + "\n" for r in RECORDS),
    "without indent": "\n".join(json.dumps(r, indent=0) for r in RECORDS),
    "side by side": "".join(LINES),
    "list": json.dumps(RECORDS),
    "pretty list": json.dumps(RECORDS, indent=4, ensure_ascii=False),
    "list of lines": "\ufeff [\n" + ",\r\n".join(LINES) + "\n]\n",
}

Reader = Callable[..., Any]


def records(source: Any, **how: Any) -> list[Any]:
    return list(xz.read_records(source, **how))


def replayed(source: Any, **how: Any) -> list[Any]:
    return [game.record() for game in xz.replay_records(source, **how)]


def on_threads(source: Any, **how: Any) -> list[Any]:
    return replayed(source, threads=2, **how)


READERS = pytest.mark.parametrize("read", [records, replayed, on_threads])


class Dribble(io.RawIOBase):
    """Bytes that come in a few at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        self.data, self.step = data, step

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        n = min(self.step, len(buffer), len(self.data))
        buffer[:n], self.data = self.data[:n], self.data[n:]
        return n


# ---- what is read ----


@READERS
@pytest.mark.parametrize("form", FORMS)
def test_forms(read: Reader, form: str, tmp_path: Path) -> None:
    text = FORMS[form]
    data = text.encode()
    path = tmp_path / "hands"
    for content in (data, gzip.compress(data), gzip.compress(data[:99]) + gzip.compress(data[99:])):
        path.write_bytes(content)
        assert read(path) == read(str(path)) == RECORDS
        with path.open("rb") as file:
            assert read(file) == RECORDS
        assert read(io.BytesIO(content)) == RECORDS
        for step in (13, 1000):
            assert read(Dribble(content, step)) == RECORDS
    assert read(io.StringIO(text)) == RECORDS
    path.write_bytes(data)
    with path.open(encoding="utf-8") as lines:
        assert read(lines) == RECORDS


@READERS
@pytest.mark.parametrize("text", ["", "\n \r\n", "\ufeff", "[]", " [\n]\n"])
def test_nothing(read: Reader, text: str) -> None:
    assert read(io.BytesIO(text.encode())) == []
    assert read(io.StringIO(text)) == []
    assert read(io.BytesIO(gzip.compress(text.encode()))) == []


def test_records_come_as_they_are_written() -> None:
    """A reader at the end of a pipe does not wait for more than it needs."""
    inward, outward = os.pipe()
    with os.fdopen(inward, "rb") as reader, os.fdopen(outward, "wb", 0) as writer:
        found = xz.read_records(reader)
        for line, record in zip(LINES, RECORDS, strict=True):
            writer.write(line.encode() + b"\n")
            assert next(found) == record


# ---- what is wrong ----

HEAD, _, TAIL = LINES[1].partition('"wall"')
BAD: dict[str, tuple[bytes, int, str]] = {
    "no JSON": (b"hello", 2, "line 2: a record is no JSON"),
    "a list": (b"[]", 2, "line 2: a record is an object"),
    "a number": (b"17", 2, "line 2: a record is an object"),
    "a missing key": ((HEAD + '"x"' + TAIL).encode(), 2, "line 2: unknown key"),
    "bad bytes": (b'{"meta":"\xff\xfe"}', 2, "line 2: a record is no UTF-8"),
    "cut short": (LINES[1][:400].encode(), 2, "line 2: a record is no JSON"),
    "cut within a string": (HEAD.encode() + b'"wall":"1m', 2, "line 2: a record is no JSON"),
    "a closing brace": (b"}", 2, "line 2: a record is no JSON"),
    "a key twice": (b'{"meta":1,"meta":2}', 2, "line 2: the key 'meta' stands twice"),
    "too deep": (b'{"meta":' + b"[" * 200 + b"]" * 200 + b"}", 2, "nested more than 100 deep"),
    "too long": (b'{"meta":"' + b"x" * RECORD_TEXT + b'"}', 2, "line 2: a record of more than"),
    "a pretty one": (b'{\n  "meta": 1,\n  "meta" 2\n}', 4, "line 4: a record is no JSON"),
}


@READERS
@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_named_and_can_be_passed_over(read: Reader, name: str) -> None:
    bad, line, message = BAD[name]
    data = LINES[0].encode() + b"\n" + bad + b"\n" + "\n".join(LINES[2:]).encode()
    for content in (data, data.replace(b"\n", b"\r\n"), gzip.compress(data)):
        with pytest.raises(xz.InvalidRecord) as error:
            read(io.BytesIO(content))
        assert message in str(error.value)
        assert error.value.line == line
        others = [RECORDS[0], *RECORDS[2:]]
        assert read(io.BytesIO(content), on_error="skip") == others
        found: list[xz.InvalidRecord] = []
        assert read(io.BytesIO(content), on_error=found.append) == others
        assert [(str(e), e.line) for e in found] == [(str(error.value), line)]


@READERS
def test_lines_are_counted_through_everything(read: Reader) -> None:
    text = "\n\n" + FORMS["pretty"] + "\n" + "oops\n" * 2 + TEXT + "oops"
    found: list[xz.InvalidRecord] = []
    assert read(io.StringIO(text), on_error=found.append) == RECORDS * 2
    wanted = [i for i, line in enumerate(text.split("\n"), 1) if line == "oops"]
    assert [error.line for error in found] == wanted


def test_a_record_that_breaks_a_rule_is_named_by_replay_records(tmp_path: Path) -> None:
    wrong = {**RECORDS[1], "actions": [[0, "win"]]}
    path = tmp_path / "hands"
    path.write_text("\n".join([LINES[0], json.dumps(wrong), LINES[2]]), encoding="utf-8")
    assert records(path)[1] == wrong
    with pytest.raises(xz.InvalidRecord, match="line 2: action 0: win is not legal") as error:
        replayed(path)
    assert (error.value.line, error.value.position) == (2, 0)
    assert replayed(path, on_error="skip") == [RECORDS[0], RECORDS[2]]
    given = xz.replay_records(path)
    assert next(given).record() == RECORDS[0]  # what is before it is had


@READERS
@pytest.mark.parametrize(
    ("text", "line", "message", "count"),
    [
        ("[" + LINES[0] + "\n" + LINES[1] + "]", 2, "a comma is missing", 2),
        ("[" + LINES[0] + ",\n]", 2, "a comma stands before the end", 1),
        ("[\n" + LINES[0] + ",\n", 3, "the list of records is not closed", 1),
        ("[\n" + LINES[0] + "]\n[]", 3, "something follows the list", 1),
        ("[\n" + LINES[0] + ",\n7,\n" + LINES[1] + "]", 3, "a record is no JSON", 2),
        ("[", 1, "the list of records is not closed", 0),
        (LINES[0] + " trailing\n" + LINES[1], 1, "a record is no JSON", 2),
    ],
)
def test_lists_that_are_none(read: Reader, text: str, line: int, message: str, count: int) -> None:
    with pytest.raises(xz.InvalidRecord, match=message) as error:
        read(io.StringIO(text))
    assert error.value.line == line
    assert len(read(io.StringIO(text), on_error="skip")) == count


@READERS
def test_files_that_cannot_be_read_on(read: Reader) -> None:
    packed = gzip.compress(TEXT.encode())
    damaged = bytearray(gzip.compress(TEXT.encode()))
    damaged[-6] ^= 1
    for content, message, count in (
        (packed[:-9], "line 5: the compressed file is cut short", None),
        (bytes(damaged), "the compressed file is damaged", None),
        (TEXT.encode("utf-16"), "line 1: this is UTF-16; records are UTF-8", 0),
    ):
        with pytest.raises(xz.InvalidRecord, match=message):
            read(io.BytesIO(content))
        found: list[xz.InvalidRecord] = []
        kept = read(io.BytesIO(content), on_error=found.append)
        assert len(found) == 1 and found[0].line
        assert kept == RECORDS[: len(kept)]
        assert count is None or len(kept) == count
    text = io.TextIOWrapper(io.BytesIO(TEXT.encode() + b"\xff\n"), encoding="utf-8")
    with pytest.raises(xz.InvalidRecord, match=r"line \d: .*a stream of bytes could be"):
        read(text)


@READERS
def test_arguments(read: Reader, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="on_error is 'ignore'"):
        read(io.StringIO(""), on_error="ignore")
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none")
    if read is not records:
        with pytest.raises(ValueError, match="threads is 0"):
            xz.replay_records(io.StringIO(""), threads=0)


def test_an_error_of_the_callers_goes_through() -> None:
    def stop(error: xz.InvalidRecord) -> None:
        raise KeyError(error.line)

    with pytest.raises(KeyError, match="2"):
        on_threads(io.StringIO(LINES[0] + "\nx\n"), on_error=stop)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("xuezhan")]


# ---- bulk ----


def test_many_on_threads_are_those_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl.gz"
    rules = xz.Rules("online", max_fan=4, patterns={"straight": 2})
    xz.simulate(1500, rules, "mixed", seed=2, records=path)
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    slow = [xz.replay(record) for record in xz.read_records(path)]
    fast = list(xz.replay_records(path, threads=3))
    assert len(slow) == len(fast) == 1500
    for one, other in zip(slow, fast, strict=True):
        assert one.rules == other.rules == rules
        assert one.canonical_bytes() == other.canonical_bytes()
        assert one.record() == other.record()
        assert xz.record_text(one) == xz.record_text(other)
    assert len({id(game.rules) for game in fast}) == 1
    again = tmp_path / "again.jsonl"
    assert xz.write_records(again, fast) == 1500
    assert again.read_bytes() == gzip.decompress(path.read_bytes())


def test_a_game_that_was_read_goes_on() -> None:
    record = {key: RECORDS[0][key] for key in ("format", "rules", "dealer", "wall", "actions")}
    record["actions"] = record["actions"][:20]
    game = next(xz.replay_records(io.StringIO(json.dumps(record))))
    assert not game.done
    fresh = xz.replay(RECORDS[0], 20)
    for table in (game, fresh):
        while not table.done:
            table.step(table.legal_actions[0])
    assert game.record() == fresh.record()
    assert game.ledger == fresh.ledger


def test_streams_to_write_to() -> None:
    text, data = io.StringIO(), io.BytesIO()
    assert xz.write_records(text, RECORDS) == xz.write_records(data, RECORDS) == len(RECORDS)
    assert text.getvalue() == data.getvalue().decode() == TEXT


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_killed_simulation_leaves_the_old_records(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(TEXT, encoding="utf-8")
    code = f"import xuezhan; xuezhan.simulate(10**9, policies='random', records={str(path)!r})"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        for _ in range(600):
            if sum(p.stat().st_size for p in tmp_path.glob(".xuezhan-*")) > 1 << 20:
                break
            threading.Event().wait(0.05)
    finally:
        process.kill()
        process.wait()
    assert path.read_text(encoding="utf-8") == TEXT
