"""Reading a hand record and playing it again (rules §10)."""

import json
from collections.abc import Mapping
from typing import Any

from .exchange import check_way
from .game import Game, IllegalAction
from .record import FORMAT, KEYS, IllegalWall
from .rules import Rules, RulesError, make_rules
from .state import TURN
from .tiles import (
    KONG,
    PASS,
    PENALTIES,
    PONG,
    SUIT_LETTERS,
    VOID,
    WIN,
    action_text,
    tile_slot,
)

REQUIRED = ("format", "rules", "dealer", "wall", "actions")


class InvalidRecord(ValueError):
    """A record that breaks a rule.

    ``position`` is the index of the first wrong action, None if something else is wrong; ``legal``
    says what would have been legal there.
    """

    def __init__(self, reason: str, position: int | None = None, legal: str = "") -> None:
        text = reason if position is None else f"action {position}: {reason}"
        super().__init__(f"{text}; legal: {legal}" if legal else text)
        self.reason = reason
        self.position = position
        self.legal = legal


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidRecord("a key stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise InvalidRecord(f"{name} is no JSON")


def read_record(record: Mapping[str, Any] | str) -> dict[str, Any]:
    """Give the record as a dict with the right keys and types; text is JSON."""
    if isinstance(record, str):
        try:
            record = json.loads(
                record, object_pairs_hook=_no_duplicates, parse_constant=_no_constant
            )
        except InvalidRecord:
            raise
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"no JSON: {error}") from None
    if not isinstance(record, Mapping):
        raise InvalidRecord("a record is one JSON object")
    for name in record:
        if name not in KEYS:
            raise InvalidRecord(f"unknown key {name!r}")
    for name in REQUIRED:
        if name not in record:
            raise InvalidRecord(f"the key {name!r} is missing")
    if record["format"] != FORMAT:
        raise InvalidRecord(f"the format is {FORMAT!r}, not {record['format']!r}")
    if not isinstance(record["wall"], str):
        raise InvalidRecord("the wall is text")
    if not isinstance(record["actions"], (list, tuple)):
        raise InvalidRecord("the actions are a list")
    return dict(record)


def _rules_of(value: object) -> Rules:
    if not isinstance(value, (str, Mapping)):
        raise InvalidRecord("rules is a rulebook's name or an object")
    try:
        return make_rules(value)
    except RulesError as error:
        raise InvalidRecord(f"rules: {error}") from None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def replay(record: Mapping[str, Any] | str, upto: int | None = None) -> Game:
    """Play a record again, or its first ``upto`` actions; refuses what breaks a rule."""
    read = read_record(record)
    rules = _rules_of(read["rules"])
    dealer = read["dealer"]
    if not _is_whole(dealer) or not 0 <= dealer < rules.players:
        raise InvalidRecord(f"the dealer is a seat 0 to {rules.players - 1}, not {dealer!r}")
    if rules.exchange == "random" and "exchange" not in read:
        raise InvalidRecord("the key 'exchange' says which way the tiles went; it is missing")
    try:
        way = read.get("exchange")
        if "exchange" in read:
            check_way(rules, way)
        game = Game(rules, dealer=dealer, wall=read["wall"], exchange=way)
    except (IllegalWall, ValueError) as error:
        raise InvalidRecord(str(error)) from None
    if "meta" in read:
        game.meta, game.has_meta = read["meta"], True
    actions = read["actions"]
    scores = _scores_of(read, rules.players)
    count = len(actions) if upto is None else min(upto, len(actions))
    if count < 0:
        raise ValueError(f"upto is a number of actions, not {upto}")
    for position in range(count):
        _play_entry(game, actions[position], position)
    if scores is not None and count == len(actions):
        if not game.done:
            raise InvalidRecord(
                "there are scores, but the hand is not over", len(actions), _legal(game)
            )
        if scores != game.scores:
            raise InvalidRecord(f"the scores are {game.scores}, not {scores}")
    return game


def _scores_of(read: Mapping[str, Any], players: int) -> list[int] | None:
    if "scores" not in read:
        return None
    scores = read["scores"]
    if (
        not isinstance(scores, (list, tuple))
        or len(scores) != players
        or not all(_is_whole(score) for score in scores)
    ):
        raise InvalidRecord(f"the scores are {players} whole numbers")
    return list(scores)


def _legal(game: Game) -> str:
    """Say what would be legal next, as text."""
    if game.done:
        return "nothing, the hand is over"
    actions = ", ".join(action_text(action) for action in game.legal_actions)
    return f"seat {game.actor}: {actions}"


def _play_entry(game: Game, entry: object, position: int) -> None:
    """One entry of ``actions``."""
    if (
        not isinstance(entry, (list, tuple))
        or len(entry) not in (2, 3)
        or not _is_whole(entry[0])
        or not all(isinstance(word, str) for word in entry[1:])
    ):
        raise InvalidRecord(f"{entry!r} is no action", position, _legal(game))
    seat, verb = entry[0], entry[1]
    tile_named = entry[2] if len(entry) == 3 else None
    try:
        if verb in PENALTIES:
            _penalty(game, seat, verb, tile_named)
        elif game.done:
            raise IllegalAction("the hand is over")
        else:
            _answer(game, seat, verb, tile_named)
    except InvalidRecord:
        raise
    except ValueError as error:
        reason = str(error).partition("; legal: ")[0]
        raise InvalidRecord(reason, position, _legal(game)) from None


def _penalty(game: Game, seat: int, kind: str, tile_named: str | None) -> None:
    if tile_named is not None:
        raise IllegalAction(f"{kind} carries no tile")
    if game.round_answered:
        raise IllegalAction("a penalty stands before all answers of its round")
    game.penalize(seat, kind)


def _answer(game: Game, seat: int, verb: str, tile_named: str | None) -> None:
    if seat != game.actor:
        raise IllegalAction(f"it is seat {game.actor} that is asked, not seat {seat}")
    own_turn = game.state.phase == TURN
    with_tile = verb in ("discard", "exchange", "void") or (verb == "kong" and own_turn)
    if with_tile and tile_named is None:
        raise IllegalAction(f"{verb} names its {'suit' if verb == 'void' else 'tile'}")
    if not with_tile and tile_named is not None:
        raise IllegalAction(f"{verb} carries no tile here")
    if verb == "discard":
        assert tile_named is not None
        if not own_turn:
            raise IllegalAction("it is no turn of its own, there is nothing to discard")
        game.step(tile_slot(tile_named))
    elif verb == "kong":
        tile = game.state.tile if tile_named is None else tile_slot(tile_named)
        if tile is None:
            raise IllegalAction("there is nothing to make a kong of")
        game.step(KONG + tile)
    elif verb == "exchange":
        assert tile_named is not None
        _exchange(game, seat, tile_named)
    elif verb == "void":
        if tile_named not in tuple(SUIT_LETTERS):
            raise IllegalAction("void names its suit: m, p or s")
        game.step(VOID + SUIT_LETTERS.index(tile_named))
    elif verb in ("pong", "win", "pass"):
        game.step({"pong": PONG, "win": WIN, "pass": PASS}[verb])
    else:
        raise IllegalAction(f"there is no action {verb!r}")


def _exchange(game: Game, seat: int, text: str) -> None:
    """Take one seat's choice, its tiles by slot (rules §14, §23 (16))."""
    if len(text) % 2:
        raise IllegalAction("the tiles of a choice are two characters each")
    tiles = [tile_slot(text[at : at + 2]) for at in range(0, len(text), 2)]
    if tiles != sorted(tiles):
        raise IllegalAction("the tiles of a choice stand by slot")
    game.exchange(seat, tiles)
