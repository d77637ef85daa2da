"""
Plants each fault of the catalogue in a copy of the tree, builds it and runs the tests of its area.

    cd tests; python -m mutants          all of them
    python -m mutants --sample 12        a sample, the same for the same --seed
    python -m mutants --area settle --name "a payer is left out"

A fault that no test finds survives; one that is expected to says why in the catalogue. The exit
code is 1 if another does, or if fewer than 95 % are found. Needs cmake, ninja, cython and
cython-cmake, and a folder to build in (build/mutants).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from mutants.catalogue import AREAS, ROOT, Mutant, mutants

LIMIT = 600  # seconds of tests: one that takes longer has found the fault
COPIED = (
    "csrc",
    "src",
    "cmake",
    "tests",
    "docs",
    "CMakeLists.txt",
    "pyproject.toml",
    "README.md",
    "benchmarks",
    "examples",
    "LICENSE",
    "CMakePresets.json",
    "CHANGELOG.md",
)


class Workshop:
    """A copy of the tree that is built again for every fault."""

    def __init__(self, folder: Path) -> None:
        self.tree = folder / "tree"
        self.build = folder / "build"
        shutil.rmtree(folder, ignore_errors=True)
        self.tree.mkdir(parents=True)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(
                    source, self.tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.so")
                )
            elif source.exists():
                shutil.copy2(source, self.tree / name)
        import cython_cmake

        modules = Path(cython_cmake.__file__).parent / "cmake"
        self._run(
            "cmake",
            "-S",
            str(self.tree),
            "-B",
            str(self.build),
            "-G",
            "Ninja",
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_C_FLAGS_RELEASE=-O1",
            "-DXZ_BUILD_PYTHON=ON",
            "-DXZ_BUILD_TESTS=ON",
            "-DXZ_BUILD_DEVEL=OFF",
            f"-DCMAKE_MODULE_PATH={modules}",
            f"-DPython_EXECUTABLE={sys.executable}",
        )
        if not self.make():
            raise SystemExit("the tree without a fault does not build")

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done

    def make(self) -> bool:
        """Build what the tree says; whether it can be built."""
        done = subprocess.run(
            ["cmake", "--build", str(self.build), "-j2"], capture_output=True, check=False
        )
        if done.returncode:
            return False
        for library in self.build.glob("_core*.so"):
            shutil.copy2(library, self.tree / "src/xuezhan" / library.name)
        return True

    def failing(self, area: str) -> str | None:
        """The first tests of the area that fail, or None."""
        c_tests, files = AREAS[area]
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.tree / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        commands = [
            ["ctest", "--test-dir", str(self.build), "-R", c_tests, "--stop-on-failure", "-j2"]
        ]
        commands += [
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:randomly",
                str(self.tree / "tests" / file),
            ]
            for file in files
        ]
        for command in commands:
            try:
                done = subprocess.run(
                    command,
                    capture_output=True,
                    check=False,
                    timeout=LIMIT,
                    env=environment,
                    cwd=self.tree,
                )
            except subprocess.TimeoutExpired:
                return "timeout"
            if done.returncode:
                return Path(command[-1]).name if "pytest" in command else "ctest"
        return None

    def try_out(self, mutant: Mutant) -> tuple[str, float]:
        """What found the fault (a test, or "survived"), and how long it took."""
        started = time.perf_counter()
        path = self.tree / mutant.file
        before = path.read_text("utf-8")
        path.write_text(mutant.planted(), "utf-8")
        try:
            if not self.make():
                raise SystemExit(f"{mutant.name}: it does not compile")
            found = self.failing(mutant.area)
        finally:
            path.write_text(before, "utf-8")
        return found or "survived", time.perf_counter() - started


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m mutants", description=(__doc__ or "").split("\n")[1]
    )
    parser.add_argument("--sample", type=int, help="so many, drawn by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--area", choices=AREAS)
    parser.add_argument("--name")
    parser.add_argument("--jobs", type=int, default=1, help="workshops at once")
    parser.add_argument("--report", type=Path, help="a JSON file of what found each")
    given = parser.parse_args()
    chosen = [
        one
        for one in mutants()
        if given.area in (None, one.area) and given.name in (None, one.name)
    ]
    if given.sample is not None and given.sample < len(chosen):
        chosen = random.Random(given.seed).sample(chosen, given.sample)
    if not chosen:
        raise SystemExit("there is no such fault in the catalogue")
    for one in chosen:
        one.planted()
    folder = ROOT / "build/mutants"
    workshops: SimpleQueue[Workshop] = SimpleQueue()
    for number in range(min(given.jobs, len(chosen))):
        workshops.put(Workshop(folder / str(number)))
    first = workshops.get()
    for area in sorted({one.area for one in chosen}):
        if failing := first.failing(area):
            raise SystemExit(f"{area}: {failing} fails without any fault")
    workshops.put(first)

    def try_out(one: Mutant) -> tuple[Mutant, str, float]:
        workshop = workshops.get()
        try:
            return one, *workshop.try_out(one)
        finally:
            workshops.put(workshop)

    rows = []
    with ThreadPoolExecutor(given.jobs) as pool:
        for one, found, seconds in pool.map(try_out, chosen):
            print(f"{found:28} {seconds:6.1f} s  {one.area}: {one.name}", flush=True)
            rows.append(
                {"area": one.area, "name": one.name, "found_by": found, "expected": one.survives}
            )
    survivors = [row for row in rows if row["found_by"] == "survived"]
    killed = len(rows) - len(survivors)
    print(f"{killed} of {len(rows)} found ({100 * killed / max(1, len(rows)):.1f} %)")
    for row in survivors:
        print(f"survived: {row['area']}: {row['name']}: {row['expected'] or 'UNEXPECTED'}")
    if given.report:
        given.report.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return int(killed < 0.95 * len(rows) or any(row["expected"] is None for row in survivors))


if __name__ == "__main__":
    sys.exit(main())
