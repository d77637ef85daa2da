"""Files are written whole or not at all, whatever happens in the middle."""

from __future__ import annotations

import gzip
import os
import signal
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from xuezhan.files import Replacement, replacing

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


def only(path: Path) -> None:
    """Nothing stands beside it."""
    assert list(path.parent.iterdir()) == [path]


def test_a_file_is_made_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    for content in (b"one\n", b"two\n"):
        with replacing(path) as file:
            file.write(content)
            assert not path.exists() or path.read_bytes() != content
        assert path.read_bytes() == content
        only(path)


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    path.write_bytes(b"old")
    for failure in (ValueError("no"), KeyboardInterrupt()):
        with pytest.raises(type(failure)), replacing(path) as file, closing(file, failure):
            pass
        assert path.read_bytes() == b"old"
        only(path)
    made = Replacement(path)
    made.file.write(b"new")
    made.discard()
    assert path.read_bytes() == b"old"
    only(path)


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    first, second = Replacement(path), Replacement(path)
    first.file.write(b"first")
    second.file.write(b"second")
    second.commit()
    assert path.read_bytes() == b"second"
    first.commit()
    assert path.read_bytes() == b"first"
    only(path)


def test_gz_is_compressed_and_the_same_each_time(tmp_path: Path) -> None:
    path = tmp_path / "hands.gz"
    for _ in range(2):
        with replacing(path) as file:
            file.write(b"one\n" * 1000)
    data = path.read_bytes()
    assert len(data) < 200
    assert gzip.decompress(data) == b"one\n" * 1000
    assert data[4:8] == bytes(4)


@posix
def test_the_mode_stays(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    before = os.umask(0o027)
    try:
        with replacing(path):
            pass
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        with replacing(path):
            pass
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(before)


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    real, link, far = tmp_path / "real", tmp_path / "link", tmp_path / "sub"
    far.mkdir()
    link.symlink_to("real")
    chain = far / "chain"
    chain.symlink_to("../link")
    for name, content in ((link, b"one"), (chain, b"two")):  # at first there is no target yet
        with replacing(name) as file:
            file.write(content)
        assert link.is_symlink() and chain.is_symlink()
        assert real.read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real", "sub"]
    assert list(far.iterdir()) == [chain]
    loop = far / "loop"
    loop.symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links"):
        Replacement(loop)


@posix
def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    with replacing(path) as file:
        file.write(b"through")
    reader.join(10)
    assert found == [b"through"]
    assert stat.S_ISFIFO(path.stat().st_mode)
    only(path)


@posix
def test_a_pipe_that_nobody_reads_any_more(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    made = Replacement(path)
    os.close(reader)
    made.file.write(b"x")
    with pytest.raises(BrokenPipeError, match="cannot be written"):
        made.commit()


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_an_open_stream_is_written_to_where_it_stands(tmp_path: Path, name: str) -> None:
    if not os.path.exists(name):
        pytest.skip(f"there is no {name}")
    code = f"""
        from xuezhan.files import replacing
        print("before")
        with replacing("{name}") as file:
            file.write(b"within\\n")
        print("after")
    """
    path = tmp_path / "out"
    with path.open("wb") as out:
        subprocess.run([sys.executable, "-c", textwrap.dedent(code)], stdout=out, check=True)
    assert path.read_text() == "before\nwithin\nafter\n"
    only(path)


@posix
def test_dev_null_stays_a_device() -> None:
    with replacing("/dev/null") as file:
        file.write(b"gone")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_errors_name_the_path_that_was_given(tmp_path: Path) -> None:
    path = tmp_path / "no" / "hands"
    with pytest.raises(FileNotFoundError, match="cannot be written: No such file") as error:
        Replacement(path)
    assert error.value.filename == str(path)
    with pytest.raises(IsADirectoryError):
        Replacement(tmp_path)


@contextmanager
def closing(file: IO[bytes], failure: BaseException) -> Iterator[None]:
    yield
    file.write(b"new")
    raise failure


@contextmanager
def nobody() -> Iterator[None]:
    """As somebody whom the modes of files bind."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@posix
def test_a_folder_that_may_not_be_written() -> None:
    with tempfile.TemporaryDirectory() as name:  # one that everybody may enter
        folder = Path(name)
        path = folder / "hands"
        path.write_bytes(b"old")
        path.chmod(0o666)
        folder.chmod(0o555)
        with nobody(), pytest.raises(PermissionError, match="nothing can be made in its folder"):
            Replacement(path)
        path.chmod(0o444)
        folder.chmod(0o777)
        with nobody(), pytest.raises(PermissionError, match="Permission denied"):
            Replacement(path)
        assert path.read_bytes() == b"old"
        only(path)


def child(code: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(path)],
        stdout=subprocess.PIPE,
        text=True,
    )


@posix
def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "hands"
    path.write_bytes(b"old")
    code = """
        import resource, sys
        from xuezhan.files import replacing
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        for size in (5_000, 20_000):  # one within what is buffered, so that closing it fails
            try:
                with replacing(sys.argv[1]) as file:
                    for _ in range(3):
                        file.write(b"x" * size)
            except OSError as error:
                print(error.filename == sys.argv[1], error.strerror)
    """
    out, _ = child(code, path).communicate(timeout=60)
    assert out == "True cannot be written: File too large\n" * 2
    assert path.read_bytes() == b"old"
    only(path)


@posix
@pytest.mark.parametrize("when", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_writer_leaves_the_old_file(tmp_path: Path, when: signal.Signals) -> None:
    path = tmp_path / "hands"
    path.write_bytes(b"old")
    code = """
        import sys, time
        from xuezhan.files import replacing
        with replacing(sys.argv[1]) as file:
            file.write(b"x" * 100_000)
            file.flush()
            print("written", flush=True)
            time.sleep(60)
    """
    process = child(code, path)
    assert process.stdout is not None
    assert process.stdout.readline() == "written\n"
    process.send_signal(when)
    process.wait(timeout=60)
    process.stdout.close()
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2  # what it had written stands beside it
