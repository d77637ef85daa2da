"""
`python -m benchmarks.report`: measures everything and prints the tables of benchmarks/README.md;
`--write` puts them there. A few minutes; the quieter the machine, the better.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np

import xuezhan as xz
from benchmarks.native import ToolError, build, run
from benchmarks.others import OTHERS
from xuezhan import _core, reference
from xuezhan.bench import (
    Bench,
    Timing,
    alternate,
    bench,
    build_facts,
    player,
    sample_hands,
    stepping,
)

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- tables: python -m benchmarks.report --write -->", "<!-- end of tables -->"

Works = dict[str, tuple[Callable[[], object], int]]

#: What was measured, by name, for the table of targets.
Figures = dict[str, float]

#: What is aimed at: what, the figures by name, how they are written, must, aim; the larger of
#: figures counts, or the smaller where more is better.
TARGETS = (
    ("array calls from Python, over index and loads", "array", "{:.2f} ×", "≤ 1.5 ×", "≤ 1.15 ×"),
    ("the same in C", "rows", "{:.2f} ×", "≤ 1.5 ×", "≤ 1.15 ×"),
    ("the same with melds, in C", "melds", "{:.1f} ns", "≤ 40 ns", "≤ 15 ns"),
    ("maintained index in C, over loads", "index", "{:.2f} ×", "≤ 2 ×", "≤ 1.3 ×"),
    (
        "tables that win, waits and shanten touch",
        "tables",
        "{:,.0f} bytes",
        "≤ 1.3 MB",
        "≤ 0.95 MB",
    ),
    ("shanten with live tiles, in C", "live", "{:.0f} ns", "≤ 300 ns", ""),
    ("pattern and fan of a winning hand, in C", "score", "{:.1f} ns", "≤ 60 ns", "≤ 25 ns"),
    ("a game state", "state", "{:.0f} bytes", "≤ 768 bytes", "≤ 512 bytes"),
    ("its copy in C", "copy", "{:.1f} ns", "≤ 25 ns", "≤ 15 ns"),
    ("whole hand, `random`, over the bare hand", "random", "{:.2f} ×", "≤ 3 ×", "≤ 2 ×"),
    ("whole hands, `mixed`", "mixed", "{:,.0f} a second", "≥ 50,000", "≥ 120,000"),
    ("whole hands, `efficiency`", "efficiency", "{:,.0f} a second", "≥ 50,000", "≥ 120,000"),
    ("two threads over one", "threads", "{:.2f} ×", "≥ 1.9 ×", ""),
    ("reference, `random` hands", "reference", "{:,.0f} a second", "≥ 100", ""),
    ("core over reference", "core", "{:,.0f} ×", "≥ 1,000 ×", ""),
    ("first `hand.shanten` of a new hand", "first", "{:.0f} ns", "≤ 120 ns", "≤ 60 ns"),
    ("one `game.step`", "step", "{:.0f} ns", "≤ 250 ns", "≤ 120 ns"),
    ("import beyond numpy's own", "import", "{:.1f} ms", "≤ 10 ms", "≤ 3 ms"),
)


def table(head: list[str], rows: list[list[str]]) -> str:
    """Markdown; all columns but the first to the right."""
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def shown(timing: Timing) -> list[str]:
    """Time an item, in a fitting unit, and the spread of the rounds."""
    ns = timing.ns
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return [f"{ns / size:.3g} {unit}", f"{timing.spread:.0%}"]
    return [f"{ns:.3g} ns", f"{timing.spread:.0%}"]


def machine(rounds: int) -> str:
    facts = build_facts()
    facts["date"] = date.today().isoformat()
    facts["runs"] = f"{rounds} quiet rounds in turn, if there were; median, and middle half over it"
    return table(["", ""], [[name, str(value)] for name, value in facts.items()])


def targets(figures: Figures) -> str:
    rows = []
    for what, name, form, must, aim in TARGETS:
        reached = form.format(figures[name]) if name in figures else "not measured"
        rows.append([what, reached, must, aim])
    return table(["what (the worst of its kind)", "reached", "must", "aim"], rows)


def kernels(found: Bench, figures: Figures) -> str:
    ratios = found.ratios
    figures["array"] = max(ratios[name] for name in ("is_win", "waits", "shanten"))
    rows = []
    for name, timing in found.kernels.items():
        over = f"{ratios[name]:.2f} × {found.FLOOR_OF[name]}" if name in ratios else ""
        rows.append([f"`{name}`", *shown(timing), over])
    rows += [[f"floor: {name}", *shown(timing), ""] for name, timing in found.floors.items()]
    return table(["array call, one hand", "time", "spread", "over its floor"], rows)


def kernels_in_c(figures: Figures) -> str:
    """benchmarks/c/kernels.c, which has floors of its own."""
    try:
        found = json.loads(run(str(build(Path(__file__).parent / "c" / "kernels.c")), "--json"))
    except ToolError as error:
        return f"Not measured: {error}"
    sizes = found.pop("bytes")
    asked = ("win", "waits", "shanten")
    figures["rows"] = max(found[f"{name}, rows"]["floor_ratio"] for name in asked)
    figures["melds"] = max(found[f"{name}, rows with melds"]["ns"] for name in asked)
    figures["index"] = max(found[f"{name}, index"]["floor_ratio"] for name in asked)
    figures["live"] = max(
        found[f"shanten with live tiles, {name}"]["ns"] for name in ("rows", "melds")
    )
    figures["score"] = found["pattern and fan of a winning hand"]["ns"]
    figures["copy"] = found["copy of a state"]["ns"]
    figures |= sizes
    rows = []
    for name, row in found.items():
        over = "" if row["floor_ratio"] is None else f"{row['floor_ratio']:.2f}"
        quiet = f"{row['quiet']}" if row["quiet"] else "too few"
        times = [f"{row['ns']:.2f} ns", f"{row['lowest_ns']:.2f} ns"]
        rows.append([name, *times, over, quiet])
    return table(["in C, one hand", "median", "lowest", "over its floor", "quiet rounds"], rows)


def hands(found: Bench, figures: Figures) -> str:
    bare = found.floors["bare_hand"]
    figures["random"] = max(row["random"].over(bare) for row in found.hands.values())
    for policy in ("mixed", "efficiency"):
        figures[policy] = min(row[policy].rate for row in found.hands.values())
    rows = []
    for book, row in found.hands.items():
        for policy, timing in row.items():
            over = timing.over(bare)
            rows.append(
                [f"{book}, `{policy}`", f"{timing.rate:,.0f}", *shown(timing), f"{over:.1f}"]
            )
    head = ["whole hands, one core", "a second", "one", "spread", "over the bare hand"]
    return table(head, rows)


def threads(rounds: int, figures: Figures) -> str:
    """Batches, and walls alone, which share nothing: what these reach is what the machine has."""
    count, walls, out = 20_000, 120_000, np.empty(20_000, xz.RESULT_DTYPE)
    cores = sorted({1, 2, os.cpu_count() or 1})
    pool = ThreadPoolExecutor(max(cores))
    works: Works = {}

    def deal(n: int, walls: int) -> None:
        list(pool.map(lambda i: _core.floor_deals(20, i * walls, walls // n), range(n)))

    for n in cores:
        works[f"walls alone {n}"] = (partial(deal, n, walls), walls)
        for policy in ("random", "efficiency"):
            batch = partial(xz.play_batch, count, "guide", policy, out=out, threads=n)
            works[f"`{policy}` {n}"] = (batch, count)
    with pool:
        timings = alternate(works, rounds, time.perf_counter, partial(deal, 2, 2_000))
    kinds = ("`random`", "`efficiency`", "walls alone")
    figures["threads"] = min(
        1 / timings[f"{kind} 2"].over(timings[f"{kind} 1"]) for kind in kinds[:2]
    )
    rows = []
    for kind in kinds:
        one = timings[f"{kind} 1"]
        for n in cores:
            timing = timings[f"{kind} {n}"]
            rows.append([f"{kind}, {n}", f"{timing.rate:,.0f}", f"{1 / timing.over(one):.2f}"])
    return table(["`play_batch`, threads", "a second", "over one thread"], rows)


def boundary(rounds: int, figures: Figures) -> str:
    text, times = "123456m2233p [555p]", 20_000
    hand, rules, game = xz.Hand(text), xz.Rules("chengdu"), xz.Game("guide", seed=1)
    repeat = range(times)
    fresh, play, steps = stepping()

    def loop(call: Callable[[], object]) -> tuple[Callable[[], object], int]:
        def work() -> None:
            for _ in repeat:
                call()

        return work, times

    def first_shanten() -> None:
        for one in new:
            _ = one.shanten

    def play_all() -> None:
        for one in games:
            play(one)

    works: Works = {
        "nothing (the loop itself)": loop(lambda: None),
        "`Hand(text)`": loop(lambda: xz.Hand(text)),
        "`hand.shanten`": loop(lambda: hand.shanten),
        "`hand.waits`": loop(lambda: hand.waits),
        '`hand.score(rules, "2p")`': loop(lambda: hand.score(rules, "2p")),
        "`game.copy()`": loop(game.copy),
        "`game.legal_actions`": loop(lambda: game.legal_actions),
    }
    timings = alternate(works, rounds)
    seconds: dict[str, list[float]] = {"first": [], "step": []}
    for _ in range(rounds):
        new = [xz.Hand(text) for _ in repeat]
        games = [fresh()[0] for _ in range(200)]
        for name, work in (("first", first_shanten), ("step", play_all)):
            started = time.thread_time()
            work()
            seconds[name].append(time.thread_time() - started)
    timings["first `hand.shanten` of a new hand"] = Timing(tuple(seconds["first"]), times)
    timings["`game.step(action)`"] = Timing(tuple(seconds["step"]), 200 * steps)
    figures["first"] = timings["first `hand.shanten` of a new hand"].ns
    figures["step"] = timings["`game.step(action)`"].ns
    rows = [[name, *shown(timing)] for name, timing in timings.items()]
    return table(["from Python, one call", "time", "spread"], rows)


def against_reference(rounds: int, figures: Figures) -> str:
    count, rows = 20, []
    for policy in reference.POLICIES:

        def work(policy: str = policy) -> None:
            for index in range(count):
                reference.play("guide", policy, 20, index)

        core = player(xz.Rules("guide"), policy, count)
        timings = alternate({"core": (core, count), "twin": (work, count)}, max(1, rounds // 3))
        ratio = timings["twin"].over(timings["core"])
        figures["core"] = min(figures.get("core", ratio), ratio)
        if policy == "random":
            figures["reference"] = timings["twin"].rate
        rates = [f"{timings[name].rate:,.0f}" for name in ("core", "twin")]
        rows.append([f"whole hands, `{policy}`", *rates, f"{ratio:,.0f}"])
    counts = sample_hands(200, 14)
    plain = counts.tolist()
    timings = alternate(
        {
            "core": (lambda: xz.shanten(counts), 200),
            "twin": (lambda: [reference.shanten(hand, ()) for hand in plain], 200),
        },
        max(1, rounds // 3),
    )
    rates = [f"{timings[name].rate:,.0f}" for name in ("core", "twin")]
    rows.append(["shanten", *rates, f"{timings['twin'].over(timings['core']):,.0f}"])
    return table(["a second", "core", "reference", "times"], rows)


def against_others(rounds: int) -> str:
    counts = sample_hands(1000, 14)
    plain = counts.tolist()
    works: Works = {
        "shanten, xuezhan": (lambda: xz.shanten(counts), 1000),
        "win, xuezhan": (lambda: xz.is_win(counts), 1000),
        "hand of play at random, xuezhan": (player(xz.Rules("guide"), "random", 20), 20),
    }
    missing = []
    for other in OTHERS:
        try:
            module = other.load()
        except ImportError:
            missing.append(other.package)
            continue
        if other.shanten:
            works[f"shanten, {other.package}"] = (other.shanten(module, plain), 1000)
        if other.win:
            works[f"win, {other.package}"] = (other.win(module, plain), 1000)
        if other.play:
            works[f"hand of play at random, {other.package}"] = (other.play(module), 1)
    timings = alternate(works, max(1, rounds // 3))
    rows = []
    for what in ("shanten", "win", "hand of play at random"):
        own = timings[f"{what}, xuezhan"]
        for name, timing in timings.items():
            if name.startswith(f"{what}, "):
                rows.append([name, *shown(timing), f"{timing.over(own):,.1f}"])
    text = table(["the same suited hands; own games", "one", "spread", "times ours"], rows)
    return text + (f"\n\nNot installed: {', '.join(missing)}." if missing else "")


def import_time(rounds: int, figures: Figures) -> str:
    def milliseconds(code: str) -> float:
        begin, end = "import time, numpy; a = time.perf_counter()", "print(time.perf_counter() - a)"
        command = [sys.executable, "-c", f"{begin}; {code}; {end}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        return 1e3 * float(done.stdout)

    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    codes = ("import xuezhan", "import xuezhan; xuezhan.Hand", "import xuezhan; xuezhan.Game")
    times: list[list[float]] = [[], [], []]
    milliseconds(codes[-1])  # compiles the modules
    for _ in range(max(3, rounds)):
        for code, found in zip(codes, times, strict=True):
            found.append(milliseconds(code))
    bare, hand, game = map(median, times)
    figures["import"] = bare
    return (
        f"Import beyond numpy's own: {bare:.1f} ms; with what `Hand` needs, on first use, "
        f"{hand:.1f} ms; with what `Game` needs {game:.1f} ms (medians of {len(times[0])})."
    )


def tables(rounds: int) -> str:
    found = bench(rounds)
    figures: Figures = {}
    parts: list[tuple[str, Callable[[], str]]] = [
        ("Machine and build", lambda: machine(rounds)),
        ("Kernels and floors", lambda: kernels(found, figures)),
        ("Kernels in C", lambda: kernels_in_c(figures)),
        ("Whole hands", lambda: hands(found, figures)),
        ("Threads", lambda: threads(rounds, figures)),
        ("From Python", lambda: boundary(rounds, figures) + "\n\n" + import_time(rounds, figures)),
        ("Against the reference", lambda: against_reference(rounds, figures)),
        ("Against what else is on PyPI", lambda: against_others(rounds)),
    ]
    texts = [f"## {title}\n\n{make()}" for title, make in parts]
    return "\n\n".join([texts[0], f"## Targets\n\n{targets(figures)}", *texts[1:]])


def main(args: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure, and write the tables")
    parser.add_argument("--rounds", type=int, default=15, help="[default: %(default)s]")
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    chosen = parser.parse_args(args)
    text = tables(chosen.rounds)
    if not chosen.write:
        print(text)
        return 0
    old = README.read_text(encoding="utf-8")
    before, _, rest = old.partition(BEGIN)
    _, _, after = rest.partition(END)
    README.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
