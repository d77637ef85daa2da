"""What the documentation states as data is what the product does, and what it refers to exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import xuezhan as xz

ROOT = Path(__file__).resolve().parents[1]
RULES_PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md")])
SOURCES = sorted(
    path
    for folder in ("csrc", "src", "tests", "examples", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".c", ".cpp", ".h", ".py", ".pyi", ".pyx", ".pxi", ".pxd"}
)
BOOKS = ("guide", "online", "chengdu")


def tables(text: str) -> Iterator[list[dict[str, str]]]:
    """Every Markdown table as rows of {column: cell}, cells without their code marks."""
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        lines = [
            [cell.strip().strip("`") for cell in line.strip("|").split("|")]
            for line in block.splitlines()
        ]
        head, rule, *body = lines
        assert all(set(cell) <= set("-: ") for cell in rule), head
        assert all(len(row) == len(head) for row in body), head
        yield [dict(zip(head, row, strict=True)) for row in body]


def table(text: str, *columns: str) -> list[dict[str, str]]:
    """The one table with exactly these columns."""
    (found,) = [rows for rows in tables(text) if rows and tuple(rows[0]) == columns]
    return found


def literal(cell: str) -> int | bool | str | None:
    """The value that a cell of an option table states."""
    constants: dict[str, bool | None] = {"null": None, "true": True, "false": False}
    if cell in constants:
        return constants[cell]
    return int(cell) if cell.isdecimal() else cell


def joined(text: str, *columns: str) -> list[dict[str, str]]:
    """The rows of all tables with exactly these columns."""
    return [row for rows in tables(text) if rows and tuple(rows[0]) == columns for row in rows]


OPTION_ROWS = joined(RULES_PAGE, "option", "values", *BOOKS)


def test_the_option_table_has_every_option_in_order() -> None:
    assert [row["option"] for row in OPTION_ROWS] == list(xz.OPTIONS)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("row", OPTION_ROWS, ids=lambda row: row["option"])
def test_presets_have_the_values_of_the_option_table(row: dict[str, str], book: str) -> None:
    if row["option"] == "patterns":
        assert row[book] == "§3"  # the pattern table below
    else:
        value = getattr(xz.Rules(book), row["option"])
        assert (type(value), value) == (type(literal(row[book])), literal(row[book]))


@pytest.mark.parametrize("row", OPTION_ROWS, ids=lambda row: row["option"])
def test_the_values_column_states_what_is_accepted(row: dict[str, str]) -> None:
    option = xz.OPTIONS[row["option"]]
    stated = row["values"]
    assert ("null" in stated) == option.nullable
    if option.kind == "choice":
        assert tuple(stated.split(", ")) == option.choices
    elif option.kind == "bool":
        assert stated == "true, false"
    elif option.kind == "integer":
        bounds = [int(number) for number in re.findall(r"\d+", re.sub(r"`.*", "", stated))]
        if option.step > 1:
            assert bounds == list(range(option.low, option.high + 1, option.step))
            return
        assert bounds[:1] in ([option.low], [])
        if "…" in stated and "`" not in stated:
            assert bounds[-1] == option.high


PATTERN_ROWS = joined(RULES_PAGE, "pattern", "中文", "definition", *BOOKS)


def test_the_pattern_table_has_every_pattern_in_order() -> None:
    names = [row["pattern"] for row in PATTERN_ROWS]
    assert names == list(xz.PATTERNS)


@pytest.mark.parametrize("book", BOOKS)
def test_presets_have_the_fan_of_the_pattern_table(book: str) -> None:
    assert {row["pattern"]: literal(row[book]) for row in PATTERN_ROWS} == dict(
        xz.Rules(book).patterns
    )


@pytest.mark.parametrize("book", BOOKS)
def test_the_tables_of_add_ons_and_kongs_agree_with_the_presets(book: str) -> None:
    add_ons = table(RULES_PAGE, "add-on", "中文", "option", *BOOKS)
    kongs = table(RULES_PAGE, "option", *BOOKS)
    assert len(add_ons) == 11
    assert len(kongs) == 3
    for row in add_ons + kongs:
        assert literal(row[book]) == getattr(xz.Rules(book), row["option"]), row["option"]


HANDS = table(RULES_PAGE, "hand", "pattern", "roots", *BOOKS)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["hand"])
def test_worked_hands_score_as_printed(row: dict[str, str], book: str) -> None:
    score = xz.Hand(row["hand"]).score(book)
    assert score.pattern == row["pattern"]
    assert score.roots == int(row["roots"])
    assert f"{score.fan} fan, ×{score.multiplier}" == row[book]


def test_the_hand_of_three_suits_is_no_win() -> None:
    (text,) = re.findall(r"^`(\w+)` has three suits and is no win", RULES_PAGE, re.MULTILINE)
    assert not xz.Hand(text).is_win


@pytest.mark.parametrize(
    "row", table(RULES_PAGE, "hand", "waits", "copies left"), ids=lambda row: row["hand"]
)
def test_worked_waits_are_as_printed(row: dict[str, str]) -> None:
    hand = xz.Hand(row["hand"])
    assert str(hand.waits) == row["waits"]
    held = xz.Hand(row["hand"].replace(" ", "")).counts
    slots = [("mps".index(row["waits"][-1])) * 9 + int(rank) - 1 for rank in row["waits"][:-1]]
    assert sum(4 - int(held[slot]) for slot in slots) == int(row["copies left"])


def test_the_ledger_table_names_every_kind_of_payment() -> None:
    header = (ROOT / "csrc/include/xuezhan/xuezhan.h").read_text(encoding="utf-8")
    (enum,) = re.findall(r"typedef enum xz_payment \{(.*?)\}", header, re.DOTALL)
    names = [name.lower() for name in re.findall(r"XZ_PAY_(\w+)", enum)]
    assert [row["kind"] for row in table(RULES_PAGE, "kind", "clause", "what")] == names


def test_rulings_are_numbered_and_cited() -> None:
    listed = [row["ruling"] for row in table(RULES_PAGE, "ruling", "clause", "decided", "why")]
    assert listed == [f"R{n}" for n in range(1, len(listed) + 1)]
    before, _, after = RULES_PAGE.partition("## §11")
    cited = re.findall(r"\*\*Ruling\*\*\s+(R\d+)", before + after)
    assert set(cited) == set(listed)


def clauses(page: str) -> set[str]:
    """The numbers of the headings of a page, "2" and "2.3"."""
    return set(re.findall(r"^#+ §?(\d+(?:\.\d+)?)[. ]", page, re.MULTILINE))


OTHER_PAGE = re.compile(r"(\w+)\.md(?:\)|`)?[ ,]+§(\d+(?:\.\d+)?)")


@pytest.mark.parametrize("path", [*SOURCES, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_cited_clauses_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for page, clause in OTHER_PAGE.findall(text):
        assert clause in clauses((ROOT / f"docs/{page}.md").read_text(encoding="utf-8")), (
            page,
            clause,
        )
    own = path if path.suffix == ".md" and path.name != "README.md" else None
    known = clauses(RULES_PAGE)
    if own is not None and own.name != "rules.md":
        known |= clauses(text)
    for clause in re.findall(r"§(\d+(?:\.\d+)?)", OTHER_PAGE.sub("", text)):
        assert clause in known, clause


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_named_in_sources_exist(path: Path) -> None:
    for name in re.findall(r"docs/\w+\.md", path.read_text(encoding="utf-8")):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("option", xz.OPTIONS.values(), ids=lambda option: option.name)
def test_every_option_names_a_clause(option: xz.Option) -> None:
    assert option.clause in clauses(RULES_PAGE)


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(
        r"^#+ (.*)$", re.sub(r"```.*?```", "", page, flags=re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_resolve(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(
        r"\]\(([^)\s]+)\)", re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    ):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        page = (path.parent / name) if name else path
        assert page.exists(), target
        if anchor:
            assert anchor in anchors(page.read_text(encoding="utf-8")), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_named_in_docs_exist(path: Path) -> None:
    """Files of the repository that a page names in code type, such as `docs/rules.md`."""
    folders = r"(?:docs|csrc|src|tests|examples|benchmarks|cmake)"
    for name in re.findall(rf"`({folders}/[\w./-]*)`", path.read_text(encoding="utf-8")):
        assert (ROOT / name).exists(), name
