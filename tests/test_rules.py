"""Rules: options in and out, what is refused and how it is said (§12)."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import xuezhan as xz
from random_rules import random_options, random_value
from xuezhan import reference


@pytest.mark.parametrize("book", xz.RULEBOOKS)
def test_presets_are_those_of_the_reference(book: str) -> None:
    rules, twin = xz.Rules(book), reference.make_rules(book)
    for name in xz.OPTIONS:
        value = getattr(rules, name)
        assert (dict(value) if name == "patterns" else value) == getattr(twin, name), name
    assert tuple(xz.OPTIONS) == reference.OPTIONS


@pytest.mark.parametrize("book", xz.RULEBOOKS)
def test_a_rulebook_is_its_name(book: str) -> None:
    rules = xz.Rules(book)
    assert repr(rules) == f"Rules({book!r})"
    assert rules.to_dict() == book
    assert rules.base == book
    assert xz.Rules.from_dict(book) == rules
    assert rules.diff(book) == {}


def test_options_are_attributes() -> None:
    rules = xz.Rules("chengdu", max_fan=6, suits="pm", patterns={"straight": 3, "outside": None})
    assert (rules.max_fan, rules.suits, rules.pass_lock) == (6, "mp", "until_turn_unless_higher")
    assert (rules.bloom_includes_kong, rules.escape_units) == (False, None)
    assert (rules.patterns["straight"], rules.patterns["outside"]) == (3, None)
    assert list(rules.patterns) == list(xz.PATTERNS)
    assert dict(rules)["max_fan"] == 6
    assert "max_fan" in dir(rules)
    with pytest.raises(AttributeError, match="'max_fan'"):
        _ = rules.max_fans


def test_what_differs_is_printed_and_written_in_the_order_of_the_table() -> None:
    rules = xz.Rules("online", wrong_count_units=2, patterns={"straight": 4}, unit=1)
    assert repr(rules) == "Rules('online', unit=1, patterns={'straight': 4}, wrong_count_units=2)"
    written = rules.to_dict()
    assert isinstance(written, dict)
    assert list(written) == ["base", "unit", "patterns", "wrong_count_units"]
    assert xz.Rules("online", unit=6).to_dict() == "online"


@pytest.mark.parametrize("seed", range(200))
def test_round_trips(seed: int) -> None:
    base, options = random_options(random.Random(seed))
    rules = xz.Rules(base, **options)
    assert eval(repr(rules), {"Rules": xz.Rules}) == rules
    data = json.loads(json.dumps(rules.to_dict()))
    copies = [xz.Rules.from_dict(data), pickle.loads(pickle.dumps(rules)), rules.replace()]
    for other in copies:
        assert other == rules
        assert hash(other) == hash(rules)
        assert other.to_dict() == rules.to_dict()
    assert reference.make_rules(data).to_record() == rules.to_dict()


def test_equal_means_the_same_game() -> None:
    online = xz.Rules("online")
    differ = {name: getattr(online, name) for name in online.diff("guide")}
    same = xz.Rules("guide", **differ)
    assert same == online
    assert hash(same) == hash(online)
    assert same.base == "guide"
    assert xz.Rules("guide") != online
    assert (online == "online") is False


def test_frozen() -> None:
    rules = xz.Rules()
    with pytest.raises(AttributeError, match="replace"):
        rules.max_fan = 3
    with pytest.raises(AttributeError):
        del rules.max_fan
    with pytest.raises(TypeError):
        rules.patterns["plain"] = 3


def test_replace_keeps_what_was_changed_before() -> None:
    rules = xz.Rules("guide", patterns={"straight": 3}, max_fan=5)
    other = rules.replace(patterns={"outside": None}, max_fan=None)
    assert (other.patterns["straight"], other.patterns["outside"], other.max_fan) == (3, None, None)
    assert rules.max_fan == 5


def test_diff() -> None:
    rules = xz.Rules("chengdu", max_fan=4, patterns={"outside": None})
    assert rules.diff("chengdu") == {"max_fan": (4, None), "patterns": {"outside": (None, 3)}}
    assert set(xz.Rules("guide").diff(xz.Rules("online"))) >= {"unit", "pass_lock", "patterns"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"max_fans": 3}, "'max_fans'; did you mean 'max_fan'"),
        ({"patterns": {"strait": 3}}, "did you mean 'straight'"),
        ({"patterns": {"plain": None}}, "plain"),
        ({"patterns": {"plain": -1}}, "plain is -1"),
        ({"patterns": {"outside": 1.5}}, "outside is 1.5"),
        ({"patterns": 3}, "patterns is 3"),
        ({"players": 5}, "players is 5; it must be an integer from 2 to 4"),
        ({"players": True}, "players is True"),
        ({"players": None}, "players is None"),
        ({"unit": 0}, "unit is 0"),
        ({"unit": 2**70}, "unit is"),
        ({"max_fan": -1}, "max_fan is -1; it must be None or"),
        ({"suits": "m"}, "suits is 'm'"),
        ({"suits": "mm"}, "suits is 'mm'"),
        ({"suits": "mz"}, "suits is 'mz'"),
        ({"pass_lock": "never"}, "pass_lock is 'never'; it must be one of \"off\""),
        ({"multi_win": ["all"]}, "multi_win is"),
        ({"refund_kongs": 1}, "refund_kongs is 1; it must be True or False"),
        ({"wins_to_end": 3, "players": 3}, "wins_to_end is 3 with 3 players"),
        ({"fan_origin": 1}, "below fan_origin"),
        ({"max_fan": 0, "fan_origin": 1, "patterns": {"plain": 1}}, "max_fan"),
        ({"unit": 2**40}, "2^40"),
        ({"root_fan": 60}, "2^40"),
        ({"pig_units": 2**39, "unit": 4, "max_fan": 3}, "pig_units"),
        ({"pig_payment": "cap", "max_fan": 60}, "pig_payment"),
        ({"self": 1}, "no option 'self'"),
        ({"last_tile_fan": 1}, "it is now last_draw_fan for the tile drawn and last_discard_fan"),
        ({"pig_pays_cap": True}, "it is now pig_payment"),
        ({"pig_pays_ready": True}, '"also" for True'),
        ({"hand_size": 8}, "hand_size is 8; it must be 7, 10 or 13"),
        ({"wild": "1z"}, 'a tile such as "1s"'),
    ],
)
def test_refused_with_the_reason(options: dict[str, Any], said: str) -> None:
    with pytest.raises(xz.InvalidRules) as error:
        xz.Rules("guide", **options)
    assert said in str(error.value)
    with pytest.raises(reference.RulesError):
        reference.make_rules("guide", **options)


def test_unknown_rulebooks() -> None:
    with pytest.raises(xz.InvalidRules, match="did you mean 'chengdu'"):
        xz.Rules("chengtu")
    with pytest.raises(xz.InvalidRules):
        xz.Rules(3)  # type: ignore[arg-type]
    with pytest.raises(xz.InvalidRules, match="base"):
        xz.Rules.from_dict({"max_fan": 3})
    with pytest.raises(xz.InvalidRules):
        xz.Rules.from_dict({"base": "guide", 3: 4})  # type: ignore[dict-item]
    with pytest.raises(xz.InvalidRules):
        xz.Rules.from_dict(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(50))
def test_both_implementations_refuse_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        base = rng.choice(xz.RULEBOOKS)
        names = rng.sample(list(xz.OPTIONS), rng.randint(1, 12))
        options = {name: random_value(rng, name) for name in names}
        outcomes: list[str | None] = []
        for make in (xz.Rules, reference.make_rules):
            try:
                make(base, **options)
                outcomes.append(None)
            except ValueError as error:
                outcomes.append(str(error))
        if any("not played yet" in str(said) for said in outcomes):
            continue
        assert (outcomes[0] is None) == (outcomes[1] is None), (options, outcomes)


def test_load(tmp_path: Path) -> None:
    rules = xz.Rules("online", max_fan=5, escape_units=None, patterns={"straight": 4})
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(rules.to_dict()), encoding="utf-8")
    assert xz.Rules.load(file) == rules
    file = tmp_path / "rules.toml"
    file.write_text(
        'base = "online"\nmax_fan = 5\nescape_units = "null"\n[patterns]\nstraight = 4\n',
        encoding="utf-8",
    )
    assert xz.Rules.load(str(file)) == rules
    file.write_text("base = ", encoding="utf-8")
    with pytest.raises(xz.InvalidRules, match=r"rules\.toml cannot be read"):
        xz.Rules.load(file)
    for text in ("{", "[" * 100_000, "3", '{"base":"guide","unit":"6"}'):
        bad = tmp_path / "bad.json"
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(xz.InvalidRules):
            xz.Rules.load(bad)
