"""Each folder of csrc/ uses only those above it in the table of docs/architecture.md."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CSRC = ROOT / "csrc"
_INCLUDE = re.compile(r'^\s*#\s*include\s+[<"](\w+/[\w/.]+)[>"]', re.M)


def layers() -> list[str]:
    """The folders, the lowest first."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    return re.findall(r"^\| `csrc/(\w+)/` \|", text, re.M)


def sources() -> list[Path]:
    return [path for path in sorted(CSRC.glob("*/*.[ch]")) if path.parent.name != "tools"]


def includes(path: Path) -> list[str]:
    """What a file includes of the project, as it stands below csrc/."""
    found = _INCLUDE.findall(path.read_text("utf-8"))
    return [f"include/{name}" if name.startswith("xuezhan/") else name for name in found]


def test_the_table_names_every_folder() -> None:
    found = {path.name for path in CSRC.iterdir() if path.is_dir()} - {"tools"}
    assert set(layers()) == found
    assert len(layers()) == len(found)


def test_includes_go_up() -> None:
    rank = {name: i for i, name in enumerate(layers())}
    wrong = [
        f"{path.relative_to(CSRC)} includes {name}"
        for path in sources()
        for name in includes(path)
        if rank[name.split("/")[0]] > rank[path.parent.name]
    ]
    assert len(sources()) > 60
    assert not wrong


def circle_among(graph: dict[str, list[str]]) -> list[str]:
    """A way through the graph that comes back to where it began, or nothing."""
    done: set[str] = set()

    def visit(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for after in graph.get(name, ()):
            if found := visit(after, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in graph if (found := visit(name, []))), [])


def test_headers_go_in_no_circle() -> None:
    headers = [path for path in sources() if path.suffix == ".h"]
    graph = {str(path.relative_to(CSRC)): includes(path) for path in headers}
    assert circle_among({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert not circle_among(graph)


# ---- what is linked ------------------------------------------------------------------------------


def objects() -> dict[Path, str]:
    """The newest objects of the library, and the folder that each comes from."""
    built = [path for path in ROOT.glob("build/*/CMakeFiles/xz_objects.dir/csrc") if path.is_dir()]
    if not built or not shutil.which("nm"):
        pytest.skip("there are no object files, or no nm to read them")
    newest = max(built, key=lambda path: max(p.stat().st_mtime for p in path.glob("*/*.o")))
    have = {path.relative_to(CSRC).with_suffix("") for path in sources() if path.suffix == ".c"}
    found = {path: path.parent.name for path in newest.glob("*/*.o")}
    return {
        path: folder
        for path, folder in found.items()
        if Path(folder) / path.name.removesuffix(".c.o") in have  # not of sources that are gone
    }


def symbols(path: Path, *options: str) -> Iterator[str]:
    listed = subprocess.run(
        ["nm", "-g", *options, path], capture_output=True, text=True, check=True
    ).stdout
    yield from re.findall(r"\b_?(xz_\w+)$", listed, re.M)


def test_symbols_come_from_above() -> None:
    rank = {name: i for i, name in enumerate(layers())}
    found = objects()
    home = {
        name: folder for path, folder in found.items() for name in symbols(path, "--defined-only")
    }
    assert len(home) > 100
    assert home["xz_redeal"] == "sim"
    assert home["xz_view_decode"] == "view"
    wrong = [
        f"{folder}/{path.name} asks for {name} of {home[name]}"
        for path, folder in found.items()
        for name in symbols(path, "--undefined-only")
        if name in home and rank[home[name]] > rank[folder]
    ]
    assert not wrong
