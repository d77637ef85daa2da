"""Many records: read from files and streams one after another, played on threads, and written."""

from __future__ import annotations

import io
import os
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from xuezhan._core import SPAN_FAULTS, RecordBlock, RecordScanner
from xuezhan.checks import worker_threads
from xuezhan.errors import InvalidRecord
from xuezhan.files import replacing
from xuezhan.limits import RECORD_TEXT
from xuezhan.play.game import Game
from xuezhan.records.record import Record, loaded, played, record_text, replay

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["OnError", "Source", "read_records", "replay_records", "write_records"]

Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]
OnError: TypeAlias = Literal["raise", "skip"] | Callable[[InvalidRecord], object]

_BLOCK = 1 << 18  # bytes: some hundred records, so that threads share them evenly
_GZIP = b"\x1f\x8b"
_GZIP_FORMAT = 31  # as zlib names it

_T = TypeVar("_T")


# ---- writing -----------------------------------------------------------------------------------


def write_records(
    path: str | os.PathLike[str] | IO[str] | IO[bytes], records: Iterable[Record | Game]
) -> int:
    """
    Write records (or games) as canonical JSON lines; return how many.

    To a file, which is replaced once all are written (`docs/limits.md` says what else is kept) and
    compressed if its name ends in `.gz`, or to an open stream of text or bytes. Each is played
    first: an `InvalidRecord` names the first that is wrong by its number from 0; a file is then as
    it was, a stream has those before it.
    """
    if isinstance(path, str | os.PathLike):
        with replacing(path) as file:
            return write_records(file, records)
    binary = isinstance(path, io.RawIOBase | io.BufferedIOBase)
    count = 0
    for record in records:
        try:
            line = record_text(record) + "\n"
        except InvalidRecord as error:
            raise InvalidRecord(f"record {count}: {error}", position=error.position) from None
        path.write(line.encode() if binary else line)  # type: ignore[arg-type]
        count += 1
    return count


# ---- reading -----------------------------------------------------------------------------------


def read_records(source: Source, *, on_error: OnError = "raise") -> Iterator[dict[str, Any]]:
    """
    Read the records of a file, or of an open stream of text or bytes, one after another.

    They stand one in each line, or over several lines each, or in one JSON list; UTF-8 with or
    without a byte order mark, any line ends, compressed by gzip or not. Blank lines are passed
    over. Each is a JSON object with the keys of a record; whether it keeps the rules is for
    `replay` to say.

    on_error  of a record that cannot be read: `"raise"` the `InvalidRecord`, which names the line
              (`error.line`); `"skip"` it; or a function that is called with the error, after which
              the next record is read
    """
    return _each(source, on_error, lambda block: block, _read)


def replay_records(
    source: Source, *, on_error: OnError = "raise", threads: int | None = None
) -> Iterator[Game]:
    """
    Read records as `read_records` does and play each: `Game` after `Game`, in their order.

    Blocks of them are played on `threads` (None: one for each core that this process may use),
    which is much faster than `replay` of one record after another. `on_error` is called for records
    that break a rule as well.
    """
    return _each(source, on_error, RecordBlock.play, _replayed, worker_threads(threads))


def _read(block: RecordBlock, i: int) -> dict[str, Any]:
    return loaded(block.record_text(i), block.depth(i) or None)


def _replayed(block: RecordBlock, i: int) -> Game:
    game = played(block, i)
    return replay(block.record_text(i)) if game is None else game


def _each(
    source: Source,
    on_error: OnError,
    work: Callable[[RecordBlock], RecordBlock],
    take: Callable[[RecordBlock, int], _T],
    threads: int = 1,
) -> Iterator[_T]:
    if on_error not in ("raise", "skip") and not callable(on_error):
        raise ValueError(f'on_error is {on_error!r}; it must be "raise", "skip" or a function')

    def handle(error: InvalidRecord) -> None:
        if on_error == "raise":
            raise error
        if callable(on_error):
            on_error(error)

    def items() -> Iterator[_T]:
        try:
            with _opened(source) as blocks:
                for block in _worked(blocks, work, threads):
                    for i in range(len(block)):
                        try:
                            item = _whole(block, i, take)
                        except InvalidRecord as error:
                            handle(error)
                            continue
                        yield item
        except _Broken as error:  # nothing after it can be read
            handle(InvalidRecord(str(error), line=error.line))

    return items()


def _whole(block: RecordBlock, i: int, take: Callable[[RecordBlock, int], _T]) -> _T:
    """Take one record; an error names its line."""
    line, kind = block.line(i), block.kind(i)
    try:
        if kind >= len(SPAN_FAULTS):
            raise InvalidRecord(f"a record of more than {RECORD_TEXT} bytes is not read")
        if fault := SPAN_FAULTS[kind]:
            raise InvalidRecord(fault)
        return take(block, i)
    except InvalidRecord as error:
        if kind == 0:  # of what breaks off, the line in which it begins
            line += (error.line or 1) - 1
        raise InvalidRecord(f"line {line}: {error}", position=error.position, line=line) from None


def _worked(
    blocks: Iterator[RecordBlock], work: Callable[[RecordBlock], RecordBlock], threads: int
) -> Iterator[RecordBlock]:
    """Have each block worked on, the next ones while one is taken."""
    if threads == 1:
        yield from map(work, blocks)
        return
    from concurrent.futures import ThreadPoolExecutor

    waiting: deque[Future[RecordBlock]] = deque()
    with ThreadPoolExecutor(threads, "xuezhan") as pool:
        try:
            for block in blocks:
                waiting.append(pool.submit(work, block))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


# ---- bytes of files and streams ----------------------------------------------------------------


class _Broken(Exception):
    """The file cannot be read any further."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


@contextmanager
def _opened(source: Source) -> Iterator[Iterator[RecordBlock]]:
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield _blocks(file)
    else:
        yield _blocks(source)


def _blocks(stream: IO[str] | IO[bytes]) -> Iterator[RecordBlock]:
    scanner, rest, lines = RecordScanner(RECORD_TEXT), b"", 1
    try:
        for piece in _text(stream):
            text = rest + piece
            block, used = scanner.scan(text, False)
            rest = text[used:]
            lines += piece.count(b"\n")
            if len(block):
                yield block
    except EOFError:
        raise _Broken("the compressed file is cut short", lines) from None
    except zlib.error as error:
        raise _Broken(f"the compressed file is damaged: {error}", lines) from None
    except UnicodeError as error:
        raise _Broken(f"{error}; a stream of bytes could be read on", lines) from None
    block, _ = scanner.scan(rest, True)
    if len(block):
        yield block


def _text(stream: IO[str] | IO[bytes]) -> Iterator[bytes]:
    """What is in a stream as UTF-8, unpacked, without its byte order mark."""
    pieces = _begun(_bytes(stream))
    first = next(pieces)
    if first.startswith(_GZIP):
        pieces = _begun(_unpacked(chain([first], pieces)))
        first = next(pieces)
    if first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise UnicodeError("this is UTF-16; records are UTF-8")
    yield first.removeprefix(BOM_UTF8)
    yield from pieces


def _bytes(stream: IO[str] | IO[bytes]) -> Iterator[bytes]:
    """What is in a stream, as it comes in."""
    if isinstance(stream, io.RawIOBase):
        read: Callable[[int], str | bytes] = stream.read
    else:
        read = getattr(stream, "read1", None) or stream.readline
    while piece := read(_BLOCK):
        yield piece.encode(errors="surrogatepass") if isinstance(piece, str) else bytes(piece)


def _begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces, the first of them long enough to tell by it what is read."""
    first = b""
    for piece in pieces:
        first += piece
        if len(first) >= len(BOM_UTF8):
            break
    yield first
    yield from pieces


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The content of a gzip file of one or more members, never much of it at once."""
    unpacker = zlib.decompressobj(_GZIP_FORMAT)
    for piece in pieces:
        rest = piece
        while rest or not unpacker.eof:
            if unpacker.eof:
                unpacker = zlib.decompressobj(_GZIP_FORMAT)
            content = unpacker.decompress(rest, _BLOCK)
            rest = unpacker.unused_data.lstrip(b"\0") or unpacker.unconsumed_tail
            if content:
                yield content
            if not rest and len(content) < _BLOCK:
                break
    if not unpacker.eof:
        raise EOFError
