"""Which module imports which: no two need each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import xuezhan
from test_layers import circle_among

ROOT = Path(__file__).resolve().parents[1] / "src/xuezhan"


@cache
def modules() -> dict[str, Path]:
    """Every module in Python by name, with the extension as `xuezhan._core`."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports(tree: ast.AST, name: str, package: str) -> Iterator[str]:
    """What a module imports when it is run or later, not what only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            if not isinstance(node.test, ast.UnaryOp):
                continue
            yield from imports(ast.Module(node.body, []), name, package)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:  # a module of a package, or a name of a module
                part = f"{base}.{alias.name}"
                yield part if part in modules() or part == "xuezhan._core" else base
        else:
            yield from imports(node, name, package)


def graph() -> dict[str, list[str]]:
    names = modules()
    known = {*names, "xuezhan._core"}
    found: dict[str, list[str]] = {}
    for name, path in names.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[name] = sorted({other for other in imports(tree, name, package) if other in known})
    core = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "_cython").glob("*.p*x*"))
    pattern = re.compile(r"^\s*(?:from|import) (xuezhan[\w.]*)", re.MULTILINE)
    found["xuezhan._core"] = sorted(set(pattern.findall(core)))
    return found


def test_no_two_modules_need_each_other() -> None:
    found = graph()
    assert len(found) > 40
    assert {"xuezhan._core", "xuezhan.play.view"} < set(found["xuezhan.play.game"])
    assert not circle_among(found)


def test_a_circle_would_be_found() -> None:
    found = graph()
    found["xuezhan._core"] = [*found["xuezhan._core"], "xuezhan.play.state"]
    assert circle_among(found)[0] == circle_among(found)[-1]
    hidden = ast.parse("def f():\n  from .state import State")
    package = "xuezhan.play"
    assert list(imports(hidden, f"{package}.view", package)) == [f"{package}.state"]


def test_what_the_core_calls_in_python_is_there() -> None:
    """Faces are found by name, in the modules that register them."""
    core = (ROOT / "_cython/_core.pyx").read_text(encoding="utf-8")
    table = re.search(r"^_FACE_MODULES = (\{.*?^\})", core, re.MULTILINE | re.DOTALL)
    assert table is not None
    asked = set()
    for path in (ROOT / "_cython").glob("*.pxi"):
        asked |= set(re.findall(r"_face\(['\"](\w+)['\"]\)", path.read_text(encoding="utf-8")))
    assert asked == set(ast.literal_eval(table[1]))
    assert xuezhan.State("guide", seed=1).view(0).determinize(2)
