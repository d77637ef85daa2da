"""What is installed, what an import costs, and what a C or C++ program is built against."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import xuezhan as xz

ROOT = Path(__file__).resolve().parents[1]
HEADER = ROOT / "csrc/include/xuezhan/xuezhan.h"
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # cmake and ninja


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, "PATH": PATH, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


# ---- one version, one interface ------------------------------------------------------------------


def test_version_is_that_of_the_build() -> None:
    found = re.search(
        r"^project\(xuezhan VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text("utf-8"), re.M
    )
    assert found
    assert found[1] == xz.__version__ == metadata.version("xuezhan")


def test_abi_number_soname_and_version_move_together() -> None:
    major, minor = map(int, xz.__version__.split(".")[:2])
    abi = re.search(r"#define XZ_ABI_VERSION (\d+)", HEADER.read_text("utf-8"))
    assert abi
    assert (major, minor) == (0, int(abi[1]))
    devel = (ROOT / "cmake/devel.cmake").read_text("utf-8")
    assert "SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}" in devel
    for example in ("c", "cpp"):
        text = (ROOT / f"examples/{example}/CMakeLists.txt").read_text("utf-8")
        assert f"find_package(xuezhan {major}.{minor} REQUIRED)" in text


def test_installed_files() -> None:
    header = Path(xz.get_include()) / "xuezhan/xuezhan.h"
    assert header.read_text("utf-8") == HEADER.read_text("utf-8")
    package = Path(xz.__file__).parent
    assert (package / "py.typed").exists()
    assert (package / "_core.pyi").exists()
    if package != ROOT / "src/xuezhan":  # not an editable install
        assert not [
            path.name
            for pattern in ("*.pyx", "*.pxi", "*.pxd", "*.c")
            for path in package.rglob(pattern)
        ]


def test_public_names() -> None:
    assert len(xz.__all__) == len(set(xz.__all__))
    assert set(xz.__all__) <= set(dir(xz))
    assert set(xz.__all__) == {*xz._HOMES, "__version__", "get_include"}
    for name in xz.__all__:
        assert getattr(xz, name) is not None
    with pytest.raises(AttributeError, match="module 'xuezhan' has no attribute 'shantin'"):
        getattr(xz, "shantin")  # noqa: B009
    hidden = {name for name in vars(xz) if not name.startswith("_")} - set(xz.__all__)
    assert all(isinstance(getattr(xz, name), type(os)) for name in hidden), hidden  # submodules


def _declared(pxd: str) -> tuple[set[str], dict[str, dict[str, str]], set[str]]:
    """Functions, fields by struct and constants that a .pxd names, without spaces."""
    text = re.sub(r"#[^\n]*", "", pxd.split("cdef extern", 1)[1])
    structs = {
        name: _fields(body)
        for name, body in re.findall(r"ctypedef struct (\w+):\n((?: {8}.*\n)+)", text)
    }
    text = re.sub(r"ctypedef struct \w+:\n(?: {8}.*\n)+", "", text)
    functions = re.findall(r"^ {4}((?!enum)\w[^\n]*?\bxz_\w+\((?:[^()]|\([^()]*\))*\))", text, re.M)
    return {_tight(f) for f in functions}, structs, set(re.findall(r"\bXZ_\w+", text))


def _tight(text: str) -> str:
    return re.sub(r"\s+", "", text.replace("bint", "bool").replace("(void)", "()"))


def _fields(body: str) -> dict[str, str]:
    """`type name` of every field by its name, one each where a line has several."""
    found = {}
    for line in re.split(r"[;\n]", body):
        match = re.match(r"\s*((?:const )?\w+(?: ?\*(?: ?const ?\*)?)?)\s*\b(.+)", line)
        if match is None:
            continue
        for declared in match[2].split(","):
            found[re.findall(r"\w+", declared)[0]] = _tight(f"{match[1]} {declared}")
    return found


def test_the_cython_declarations_are_those_of_the_header_and_used() -> None:
    header = re.sub(r"/\*.*?\*/", " ", HEADER.read_text("utf-8"), flags=re.S)
    folder = ROOT / "src/xuezhan/_cython"
    functions, structs, constants = _declared((folder / "cxuezhan.pxd").read_text("utf-8"))
    assert len(functions) > 60
    tight = _tight(header)
    assert not [f for f in functions if f + ";" not in tight]
    assert constants <= set(re.findall(r"\bXZ_\w+", header))
    bodies = dict(re.findall(r"typedef struct (\w+) \{(.*?)\}", header, re.S))
    parts = [*folder.glob("*.pxi"), *folder.glob("*.pyx")]
    users = re.sub(r"#[^\n]*", "", "".join(path.read_text("utf-8") for path in parts))
    for struct, fields in structs.items():
        told = _fields(re.sub(r"\s*\n\s*", " ", bodies[struct]))
        assert fields.items() <= told.items(), struct
        assert not [name for name in fields if not re.search(rf"\.{name}\b", users)], struct
    called = {re.findall(r"\**(xz_\w+?)\(", f.replace("xz_actions", ""))[0] for f in functions}
    assert not [name for name in called if not re.search(rf"\bc\.{name}\b", users)]


def test_a_missing_core_is_said_so(tmp_path: Path) -> None:
    """No silent slow fallback: the package without its extension does not import."""
    shutil.copytree(
        Path(xz.__file__).parent,
        tmp_path / "xuezhan",
        ignore=shutil.ignore_patterns("*.so", "__pycache__"),
    )
    code = (
        "import sys\n"
        "sys.meta_path = [f for f in sys.meta_path if 'editable' not in type(f).__module__]\n"
        "import xuezhan"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "_core" in done.stderr


# ---- the cost of an import -----------------------------------------------------------------------


def test_import_loads_no_extras() -> None:
    code = "import sys, xuezhan; print(*sorted(sys.modules))"
    loaded = set(run(sys.executable, "-c", code).split())
    assert "numpy" in loaded
    assert {name for name in loaded if name.startswith("xuezhan.")} == {
        "xuezhan._core",
        "xuezhan.checks",
        "xuezhan.play",
        "xuezhan.play.action",
        "xuezhan.errors",
    }
    for module in (
        "click",
        "json",
        "rich",
        "xuezhan.cli",
        "xuezhan.reference",
        "pytest",
        "asyncio",
        "multiprocessing",
    ):
        assert module not in loaded


@pytest.mark.slow
def test_import_time(tmp_path: Path) -> None:
    """At most 10 ms over NumPy's own, or 15 % of that on a slow machine; the best of some runs."""
    code = (
        "import time; marks = [time.process_time()]\n"
        "import numpy; marks.append(time.process_time())\n"
        "import xuezhan; marks.append(time.process_time())\n"
        "print(marks[1] - marks[0], marks[2] - marks[1])"
    )
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    run(sys.executable, "-c", code, **compiled)
    runs = [run(sys.executable, "-c", code, **compiled).split() for _ in range(10)]
    numpy, own = (min(float(times[i]) for times in runs) for i in (0, 1))
    assert own < max(0.010, 0.15 * numpy)


# ---- C and C++ --------------------------------------------------------------------------------

needs_compiler = pytest.mark.skipif(
    not shutil.which("gcc") and not shutil.which("cc"), reason="no C compiler"
)


@pytest.fixture(scope="module")
def devel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The component devel, installed."""
    work = tmp_path_factory.mktemp("devel")
    options = ("-DCMAKE_BUILD_TYPE=Release", "-DXZ_BUILD_TESTS=OFF", "-DCMAKE_INSTALL_LIBDIR=lib")
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", work / "build", *options)
    run("cmake", "--build", work / "build")
    run("cmake", "--install", work / "build", "--component", "devel", "--prefix", work / "usr")
    return work / "usr"


def wanted_hand(rules: str, seed: int) -> tuple[list[str], int]:
    """The same hand in Python: its payments as the examples print them, and the fingerprint."""
    game, policy = xz.Game(rules, seed=seed, dealer=0), xz.Policy("efficiency", seed=seed)
    while not game.done:
        game.step(policy(game))
    lines = [
        f"{pay.kind} seat {pay.payer} pays seat {pay.payee} {pay.amount}" for pay in game.ledger
    ]
    return [*lines, "scores " + " ".join(map(str, game.scores))], game.fingerprint


def check_example(program: Path, **environment: str) -> None:
    for rules, seed in (("chengdu", 1), ("online", 2), ("guide", 3)):
        lines = [
            " ".join(line.split())
            for line in run(program, rules, str(seed), **environment).splitlines()
        ]
        wanted, fingerprint = wanted_hand(rules, seed)
        assert lines == [*wanted, f"fingerprint {fingerprint:016x}"]


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_examples_by_find_package(language: str, devel: Path, tmp_path: Path) -> None:
    if language == "cpp" and not shutil.which("g++") and not shutil.which("c++"):
        pytest.skip("no C++ compiler")
    source = ROOT / "examples" / language
    run("cmake", "-G", "Ninja", "-S", source, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={devel}")
    run("cmake", "--build", tmp_path)
    check_example(tmp_path / "play_hand")


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("link", ["static", "shared"])
def test_examples_by_hand(link: str, devel: Path, tmp_path: Path) -> None:
    program = tmp_path / "play_hand"
    library = devel / "lib/libxuezhan.a" if link == "static" else "-lxuezhan"
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{devel}/include"]
    run("gcc", *flags, ROOT / "examples/c/play_hand.c", f"-L{devel}/lib", library, "-o", program)
    check_example(program, LD_LIBRARY_PATH=str(devel / "lib"))
    done = subprocess.run(
        [program, "monopoly"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LD_LIBRARY_PATH": f"{devel}/lib"},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "guide|online|chengdu" in done.stderr


@pytest.mark.slow
@needs_compiler
def test_shared_library_exports_the_header_alone(devel: Path) -> None:
    if not shutil.which("nm"):
        pytest.skip("no nm")
    symbols = {
        line.split()[-1]
        for line in run("nm", "-D", "--defined-only", devel / "lib/libxuezhan.so").splitlines()
    }
    declared = set(
        re.findall(
            r"\b(xz_\w+)(?=\()", re.sub(r"/\*.*?\*/", "", HEADER.read_text("utf-8"), flags=re.S)
        )
    )
    assert symbols == declared


@pytest.mark.slow
@needs_compiler
def test_header_compiles_alone(devel: Path, tmp_path: Path) -> None:
    source = tmp_path / "alone.c"
    source.write_text("#include <xuezhan/xuezhan.h>\nint main(void) { return 0; }\n")
    run(
        "gcc",
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        f"-I{devel}/include",
        "-c",
        source,
        "-o",
        tmp_path / "alone.o",
    )
    run(
        "gcc",
        "-x",
        "c",
        "-std=c17",
        "-Werror",
        f"-I{xz.get_include()}",
        "-c",
        source,
        "-o",
        tmp_path / "alone.o",
    )
