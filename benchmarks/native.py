"""C programs beside the benchmarks, linked against a release build of the library in build/."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "benchmarks"
OPTIONS = ("-DCMAKE_BUILD_TYPE=Release", "-DXZ_BUILD_TESTS=OFF", "-DXZ_BUILD_PYTHON=OFF")


class ToolError(RuntimeError):
    """A tool is missing, or did not do what it was asked."""


def run(*command: str) -> str:
    """What a command printed."""
    if shutil.which(command[0]) is None:
        raise ToolError(f"{command[0]} is not installed")
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode:
        raise ToolError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def build(source: Path) -> Path:
    """The program of one source file, which may look at the library's own headers."""
    run("cmake", "-S", str(ROOT), "-B", str(BUILD), *OPTIONS)
    run("cmake", "--build", str(BUILD), "--target", "xuezhan")
    program = BUILD / source.stem
    flags = ("-std=c11", "-O3", "-DNDEBUG", "-Icsrc/include", "-Icsrc")
    run("cc", *flags, str(source), str(BUILD / "libxuezhan.a"), "-o", str(program))
    return program


def maker() -> str:
    """The compiler and the machine that instruction counts depend on."""
    return f"{run('cc', '--version').splitlines()[0]}, {platform.machine()}"
