"""Where a study lies: a folder here, or anywhere that fsspec reaches."""

from __future__ import annotations

import json
import os
import zlib
from typing import Any

from xuezhan.extras import need
from xuezhan.files import replacing
from xuezhan.studies.definition import StudyError

__all__ = ["Store"]


class Store:
    """
    Files by name below a path or URL (`s3://…`, `memory://…`).

    A file is written whole or not at all: by renaming on a local disk, by one put elsewhere.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fsdecode(path)
        self.local = "://" not in self.path
        if self.local:
            self._root = os.path.abspath(self.path)
            self._fs: Any = None
        else:
            fsspec = need("fsspec", "studies", f"a study at {self.path.partition('://')[0]}://")
            self._fs, self._root = fsspec.core.url_to_fs(self.path)

    def _at(self, name: str) -> str:
        return os.path.join(self._root, *name.split("/")) if self.local else f"{self._root}/{name}"

    def exists(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return os.path.isfile(self._at(name)) if self.local else self._fs.isfile(self._at(name))

    def read(self, name: str) -> bytes:
        """The whole file."""
        if self.local:
            with open(self._at(name), "rb") as file:
                return file.read()
        data: bytes = self._fs.cat_file(self._at(name))
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write the whole file, in place of one that is there."""
        at = self._at(name)
        if self.local:
            os.makedirs(os.path.dirname(at), exist_ok=True)
            with replacing(at) as file:
                file.write(data)
        else:
            self._fs.makedirs(at.rpartition("/")[0], exist_ok=True)
            self._fs.pipe_file(at, data)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        try:
            if self.local:
                os.remove(self._at(name))
            else:
                self._fs.rm_file(self._at(name))
        except FileNotFoundError:
            pass

    def names(self, folder: str) -> list[str]:
        """The names of the files right below a folder, in order; those half written left out."""
        try:
            if self.local:
                found = os.listdir(self._at(folder))
            else:
                self._fs.invalidate_cache()
                found = [path.rpartition("/")[2] for path in self._fs.ls(self._at(folder), False)]
        except FileNotFoundError:
            return []
        return sorted(name for name in found if not name.startswith("."))

    def url(self, name: str) -> str:
        """How others find a file or folder: its path, or its URL."""
        return self._at(name) if self.local else str(self._fs.unstrip_protocol(self._at(name)))

    # ---- JSON that knows whether it is whole ----

    def write_json(self, name: str, value: Any) -> None:
        """Write plain values, with a checksum in the last line."""
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        data = text.encode()
        self.write(name, data + b"\n" + f"crc32 {zlib.crc32(data):08x}\n".encode())

    def read_json(self, name: str) -> Any:
        """Read it back; `StudyError` if it was changed or cut short."""
        data, _, line = self.read(name).rstrip(b"\n").rpartition(b"\n")
        if line != f"crc32 {zlib.crc32(data):08x}".encode():
            raise StudyError(f"{self.url(name)} is damaged: its checksum does not fit")
        return json.loads(data)
