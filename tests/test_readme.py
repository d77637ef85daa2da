"""The examples of README.md and docs/ run and give what they show."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import xuezhan as xz

pytestmark = pytest.mark.fresh_seeds  # what a page shows is what its reader gets

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])


def fenced(text: str, language: str) -> str:
    """A page with everything blanked but its code blocks of one language, line numbers kept."""
    kept, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = line == f"```{language}"
            kept.append("")
        else:
            kept.append(line if inside else "")
    return "\n".join(kept) + "\n"


def pages_with(language: str, mark: str) -> list[Path]:
    return [path for path in PAGES if mark in fenced(path.read_text(encoding="utf-8"), language)]


@pytest.mark.parametrize("path", pages_with("python", ">>> "), ids=lambda path: path.name)
def test_python_examples(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = fenced(path.read_text(encoding="utf-8"), "python")
    test = doctest.DocTestParser().get_doctest(text, {"xz": xz}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST | doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert runner.tries > 0
    assert not report, "".join(report)


def sessions(text: str) -> list[tuple[str, str]]:
    """The commands `$ xuezhan ...` of a page's console blocks, each with the output shown."""
    blocks = fenced(text, "console")
    return [
        (command.replace("\\\n", " "), shown.strip("\n"))
        for command, shown in re.findall(
            r"^\$ (xuezhan (?:.*\\\n)*.*)\n((?:(?!\$ ).+\n)*)", blocks, re.MULTILINE
        )
    ]


@pytest.mark.parametrize("path", pages_with("console", "$ xuezhan "), ids=lambda path: path.name)
def test_console_examples(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("click", reason="the command line needs xuezhan[cli]")
    env = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    for command, shown in sessions(path.read_text(encoding="utf-8")):
        words = shlex.split(command)[1:]
        done = subprocess.run(
            [sys.executable, "-m", "xuezhan", *words],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, (command, done.stderr)
        printed = "\n".join(line.rstrip() for line in done.stdout.splitlines()).strip("\n")
        if shown:  # a command shown without output only has to work
            assert printed == shown, command


C_PREAMBLE = """#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xuezhan/xuezhan.h"
"""


@pytest.mark.parametrize("path", pages_with("c", "xz_"), ids=lambda path: path.name)
def test_c_examples_compile(path: Path, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or pytest.skip("no C compiler")
    blocks = re.findall(r"^```c\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)
    for number, block in enumerate(blocks):
        functions = re.search(r"^\w+ \w+\(.*\{$", block, re.MULTILINE)  # else the body of one
        body = block if functions else f"int main(void)\n{{\n{block}return 0;\n}}\n"
        source = tmp_path / f"block{number}.c"
        source.write_text(C_PREAMBLE + body, encoding="utf-8")
        flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-fsyntax-only"]
        done = subprocess.run(
            [compiler, *flags, f"-I{xz.get_include()}", str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
