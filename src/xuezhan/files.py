"""The one way in which this package writes a file: whole, or not at all."""

from __future__ import annotations

import gzip
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

__all__ = ["Replacement", "replacing"]

_OWN_STREAM = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
_STREAMS = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_MOST_LINKS = 40  # as the kernel follows


class Replacement:
    """
    A binary stream, `file`, whose content takes the place of `path` in one step, by `commit`.

    Until then the content stands in a file of its own in the same folder, with a name that no other
    has, and `path` is as it was; so it stays after `discard`, or if the process is killed. A file
    that was there gives its mode; a symbolic link stays one, and what it points to is replaced. A
    hard link is not kept: the other names keep the old content. A device, a pipe and an open stream
    (`/dev/stdout`) cannot be replaced and are written to as they are. A name that ends in `.gz` is
    compressed.

    An `OSError` names `path`, whatever was at fault.
    """

    file: IO[bytes]

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fsdecode(path)
        self._beside: str | None = None  #: where the content stands until it is whole
        self._target = self._path
        with self.errors():
            self._target = _target(self._path)
            self._raw = self._opened()
        self.file = self._raw
        if self._path.endswith(".gz"):  # without a time, so that equal content is equal bytes
            self.file = gzip.GzipFile("", "wb", 6, self._raw, mtime=0)  # type: ignore[assignment]

    def _opened(self) -> IO[bytes]:
        target = self._target
        stream = _STREAMS.get(target)
        if own := _OWN_STREAM.fullmatch(target):
            stream = int(own[1])
        if stream is not None:
            if sys.stdout is not None:
                sys.stdout.flush()
            return os.fdopen(os.dup(stream), "wb")
        try:
            there = os.stat(target)
        except FileNotFoundError:
            there = None
        if target.startswith("/proc/") or (there and not stat.S_ISREG(there.st_mode)):
            return open(target, "wb")
        if there:  # one that may not be written is not replaced either
            os.close(os.open(target, os.O_WRONLY))
        folder = os.path.dirname(target)
        beside = os.path.join(folder, f".xuezhan-{secrets.token_hex(8)}.part")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._beside = beside
        try:
            descriptor = os.open(beside, flags, 0o666)
        except PermissionError as error:
            what = f"nothing can be made in its folder, {folder or '.'}: {error.strerror}"
            raise PermissionError(error.errno, what) from None
        if there:
            with suppress(OSError, AttributeError):
                os.chown(beside, there.st_uid, there.st_gid)
            with suppress(OSError):
                os.chmod(beside, stat.S_IMODE(there.st_mode))
        return os.fdopen(descriptor, "wb")

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Have an `OSError` that names no other file, such as of a full disk, name `path`."""
        try:
            yield
        except OSError as error:
            if error.filename not in (None, self._target, self._beside):
                raise
            what = f"cannot be written: {error.strerror or error}"
            raise OSError(error.errno, what, self._path) from error

    def commit(self) -> None:
        """Put the content in its place, on the disk; after an error `path` is as it was."""
        try:
            with self.errors():
                if self.file is not self._raw:
                    self.file.close()
                self._raw.flush()
                if self._beside is None:
                    self._raw.close()
                    return
                os.fsync(self._raw.fileno())
                self._raw.close()
                os.replace(self._beside, self._target)
                _sync_folder(os.path.dirname(self._target))
        except BaseException:
            self.discard()
            raise
        self._beside = None

    def discard(self) -> None:
        """Give the content up. What was written to a device or a pipe stays written."""
        for stream in (self.file, self._raw):
            with suppress(OSError, ValueError):
                stream.close()
        if self._beside is not None:
            with suppress(OSError):
                os.remove(self._beside)
            self._beside = None


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """The stream of a `Replacement`: committed after the block, discarded if the block fails."""
    made = Replacement(path)
    try:
        with made.errors():
            yield made.file
    except BaseException:
        made.discard()
        raise
    made.commit()


def _target(path: str) -> str:
    """Follow symbolic links to what is to be written, which need not be there."""
    for _ in range(_MOST_LINKS):
        if path in _STREAMS or _OWN_STREAM.fullmatch(path) or not os.path.islink(path):
            return path
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    return path  # opening it says that there are too many


def _sync_folder(folder: str) -> None:
    """Have the new name on the disk as well, where folders can be synced."""
    with suppress(OSError, AttributeError):
        descriptor = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
