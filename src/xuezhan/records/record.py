"""Hand records (§10): written, checked and played again."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import Any, TypeAlias

from xuezhan._core import (
    ENTRY_PENALTY,
    PENALTIES,
    NativeRules,
    RecordBlock,
    RecordScanner,
    decode_record,
    json_depth,
    play_entries,
    record_of_game,
    wall_slots,
)
from xuezhan.checks import shown
from xuezhan.errors import InvalidRecord, InvalidRules
from xuezhan.json_text import BadJSON, read_json
from xuezhan.limits import JSON_DEPTH, MAX_ENTRIES, META_TEXT, RECORD_TEXT
from xuezhan.play.action import TILE_NAMES, Action
from xuezhan.play.deal import check_wall, check_way
from xuezhan.play.game import Game
from xuezhan.play.written import FORMAT
from xuezhan.rules import BASES, Rules

__all__ = [
    "FORMAT",
    "Record",
    "loaded",
    "record_from_bytes",
    "record_text",
    "record_to_bytes",
    "replay",
]


_KEYS = ("format", "rules", "dealer", "exchange", "wall", "actions", "scores", "meta")
_REQUIRED = ("format", "rules", "dealer", "wall", "actions")
_KONG, _PONG, _WIN, _PASS, _VOID, _EXCHANGE = 27, 54, 55, 56, 57, 60
_CHOICES = ("void", "exchange")
_CLAIMS = {"pong": _PONG, "win": _WIN, "pass": _PASS}
_OWN_TILE = {"discard": 0, "kong": _KONG}
_ASKING = ("claim", "rob")
_SLOTS = {name: slot for slot, name in enumerate(TILE_NAMES)}

Record: TypeAlias = Mapping[str, Any]


# ---- writing ----


def record_text(record: Record | Game) -> str:
    """
    Write the canonical text of a record: one line, without a line end.

    The record is played, so that what comes out is right; raises `InvalidRecord` as `replay` does.
    """
    game = record if isinstance(record, Game) else replay(record)
    text = record_of_game(game, BASES.index(game.rules.base)).decode()
    return text if game._meta is None else f'{text[:-1]},"meta":{_dump(game._meta[0])}}}'


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


# ---- reading ----


def loaded(text: bytes, depth: int | None = None) -> dict[str, Any]:
    """Read an object whose keys are those of a record. `depth`: how deep it is, where known."""
    try:
        record = read_json(text, "a record", RECORD_TEXT, levels=JSON_DEPTH + 1, depth=depth)
    except BadJSON as error:
        raise InvalidRecord(str(error), line=error.line) from None
    _check_keys(record)
    return record  # type: ignore[no-any-return]


def _check_keys(record: object) -> None:
    if not isinstance(record, Mapping):
        raise InvalidRecord(f"a record is an object, not {shown(record)}")
    for key in record:
        if key not in _KEYS:
            raise InvalidRecord(f"unknown key {shown(key)}; a record has {', '.join(_KEYS)}")
    for key in _REQUIRED:
        if key not in record:
            raise InvalidRecord(f"the key {key!r} is missing; a record has {', '.join(_REQUIRED)}")


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def replay(record: Record | str | bytes, upto: int | None = None) -> Game:
    """
    Play a record, a mapping or its JSON text, and give the game.

    The hand is over if the record has `scores`, else it goes as far as the record does. `upto`:
    take only the first so many actions (all if there are fewer); what comes after them, `scores`
    included, is then not looked at. Raises `InvalidRecord` for whatever breaks a rule: `position`
    is that of the first wrong action, the message says why and what would have been legal there for
    its seat, `detail` what was legal for whom.
    """
    if upto is not None and (_number(upto) is None or upto < 0):
        raise ValueError(f"upto is {upto!r}; it must be None or a number of actions from 0")
    if isinstance(record, str):
        record = record.encode(errors="surrogatepass")
    if isinstance(record, bytes):
        if upto is None and (game := _played(record)) is not None:
            return game
        record = loaded(record)
    else:
        _check_keys(record)
    game = _dealt(record)
    actions = record["actions"]
    if not isinstance(actions, list | tuple):
        raise InvalidRecord(f"actions is {shown(actions)}; it must be a list")
    if len(actions) > MAX_ENTRIES:
        raise InvalidRecord(
            f"there are {len(actions)} actions; no hand has more than {MAX_ENTRIES}"
        )
    stop = len(actions) if upto is None else min(upto, len(actions))
    position = play_entries(game, actions, 0, stop)
    while position < stop:
        _take(game, position, actions[position])
        position = play_entries(game, actions, position + 1, stop)
    if "scores" in record and stop == len(actions):
        _check_scores(game, record["scores"])
    return game


def _played(text: bytes) -> Game | None:
    """The game of a record that is right; of another None, and reading it slowly says why."""
    text = text.removeprefix(BOM_UTF8)
    if len(text) > RECORD_TEXT or text.lstrip()[:1] != b"{":
        return None
    block, _ = RecordScanner(RECORD_TEXT).scan(text, True)
    return played(block.play(), 0) if len(block) == 1 else None


def played(block: RecordBlock, i: int) -> Game | None:
    """The same of one record of a block that was played."""
    found = block.game(i, Game, rules_read)
    if found is None:
        return None
    game, meta = found
    if meta is not None:
        try:
            game._meta = (_meta_of(meta),)
        except InvalidRecord:
            return None
    return game


def rules_read(rulebook: str, native: NativeRules) -> Rules:
    """Make the `Rules` of numbers that the core has read and checked."""
    return Rules._of(rulebook, native)


def _dealt(record: Record) -> Game:
    if record["format"] != FORMAT:
        raise InvalidRecord(f"format is {shown(record['format'])}; this reader knows {FORMAT!r}")
    try:
        rules = Rules.from_dict(record["rules"])
    except InvalidRules as error:
        raise InvalidRecord(f"rules: {error}") from None
    dealer = _number(record["dealer"])
    if dealer is None or not 0 <= dealer < rules.players:
        raise InvalidRecord(
            f"dealer is {shown(record['dealer'])}; it must be a seat, 0 to {rules.players - 1}"
        )
    wall, exchange = record["wall"], record.get("exchange")
    if not isinstance(wall, str):
        raise InvalidRecord(f"wall is {shown(wall)}; it must be text of two characters a tile")
    if rules.exchange == "random" and "exchange" not in record:
        raise InvalidRecord("the key 'exchange' is missing: it says which way the tiles went")
    if "exchange" in record and not isinstance(exchange, str):
        raise InvalidRecord(f"exchange is {shown(exchange)}; it must be text")
    game = Game.__new__(Game)
    game._rules = rules
    if "meta" in record:
        game._meta = (_checked_meta(record["meta"]),)
    try:
        way = check_way(rules, exchange)
        slots = wall_slots(wall) or check_wall(wall, rules)
        try:
            game._begin(rules._native, dealer, slots, way)
        except ValueError:  # the wall is not the full set, and `check_wall` says what is missing
            check_wall(wall, rules)
            raise
    except ValueError as error:
        raise InvalidRecord(str(error)) from None
    return game


def _meta_of(text: bytes) -> Any:
    """Read meta, and refuse what UTF-8 cannot write again."""
    try:
        return _checked_meta(read_json(text, "meta", META_TEXT))
    except BadJSON as error:
        raise InvalidRecord(str(error)) from None


def _checked_meta(meta: Any) -> Any:
    """Refuse what JSON cannot hold or UTF-8 cannot write; give what a reader would."""
    try:
        text = _dump(meta).encode()
    except RecursionError:
        raise InvalidRecord(f"meta is nested more than {JSON_DEPTH} deep") from None
    except (TypeError, ValueError) as error:
        raise InvalidRecord(f"meta cannot be written as JSON: {error}") from None
    if len(text) > META_TEXT:
        raise InvalidRecord(f"meta of more than {META_TEXT} bytes is not read")
    if json_depth(text) > JSON_DEPTH:
        raise InvalidRecord(f"meta is nested more than {JSON_DEPTH} deep")
    return json.loads(text)


def _check_scores(game: Game, scores: Any) -> None:
    if not game.done:
        raise InvalidRecord("there are scores, but the hand is not over", detail=_owed(game))
    right = list(game.scores)
    if (
        not isinstance(scores, list | tuple)
        or any(_number(score) is None for score in scores)
        or list(scores) != right
    ):
        raise InvalidRecord(f"scores are {shown(scores)}; they come to {right}")


def _owed(game: Game) -> str:
    """Who is to answer and with what: for those who may see the whole table."""
    owed = [f"seat {seat}: {', '.join(map(str, legal))}" for seat, legal in game.pending.items()]
    return "legal now: " + "; ".join(owed) if owed else "the hand is over, nothing is legal"


def _take(game: Game, position: int, entry: Any) -> None:
    seat: int | None = None
    try:
        seat, actions = _entry(game, entry)
    except InvalidRecord as error:
        reason = str(error)
        seat = _seat(game, entry)
    else:
        wrong = next((a for a in actions if game._enter(seat, a, written=True) != 0), None)
        if wrong is None:
            return
        reason = game._why_refused(seat, wrong)
    legal = game.pending.get(-1 if seat is None else seat, ())
    known = f"; legal: {', '.join(map(str, legal))}" if legal else ""  # to this seat itself
    raise InvalidRecord(
        f"action {position}: {reason}{known}", position=position, detail=_owed(game)
    )


def _seat(game: Game, entry: Any) -> int | None:
    """The seat that an entry names, None if it names none."""
    seat = _number(entry[0]) if isinstance(entry, list | tuple) and entry else None
    return seat if seat is not None and 0 <= seat < game.players else None


def _entry(game: Game, entry: Any) -> tuple[int, tuple[int, ...]]:
    """Give seat and numbers of an entry such as `[0, "discard", "5m"]`: several of a choice."""
    if not isinstance(entry, list | tuple) or len(entry) not in (2, 3):
        raise InvalidRecord(
            f"{shown(entry)} is no action; one is [seat, name] or [seat, name, tile]"
        )
    seat = _seat(game, entry)
    if seat is None:
        raise InvalidRecord(f"{shown(entry[0])} is no seat")
    name, tile = entry[1], entry[2] if len(entry) == 3 else None
    if not isinstance(name, str) or name not in (*_OWN_TILE, *_CLAIMS, *_CHOICES, *PENALTIES):
        raise InvalidRecord(f"{shown(name)} is no action")
    if name in PENALTIES or name in _CLAIMS or (name == "kong" and game.phase in _ASKING):
        if len(entry) == 3:
            raise InvalidRecord(f"{name} carries no tile here")
        if name in PENALTIES:
            return seat, (ENTRY_PENALTY + PENALTIES.index(name),)
        return seat, (_CLAIMS[name] if name in _CLAIMS else _claimed_kong(game, seat),)
    if name in _CHOICES:
        return seat, _choice(game, name, tile)
    if len(entry) == 2:
        raise InvalidRecord(f"{name} needs a tile")
    if not isinstance(tile, str) or tile not in _SLOTS:
        raise InvalidRecord(f"{shown(tile)} is no tile")
    return seat, (_OWN_TILE[name] + _SLOTS[tile],)


def _choice(game: Game, name: str, of: object) -> tuple[int, ...]:
    """Give the numbers of a declaration, of a suit, or of a whole choice of tiles by slot."""
    if name == "void":
        if not isinstance(of, str) or of not in ("m", "p", "s"):
            raise InvalidRecord(f"{shown(of)} is no suit; void names m, p or s")
        return (_VOID + "mps".index(of),)
    tiles = [of[i : i + 2] for i in range(0, len(of), 2)] if isinstance(of, str) else []
    if not tiles or any(tile not in _SLOTS for tile in tiles):
        raise InvalidRecord(f"{shown(of)} is no choice of tiles, two characters each")
    slots = [_SLOTS[tile] for tile in tiles]
    if slots != sorted(slots):
        raise InvalidRecord(f"the tiles of a choice stand by slot, not {shown(of)}")
    if len(slots) != game.rules.exchange_count:
        raise InvalidRecord(f"a choice is of {game.rules.exchange_count} tiles, not {len(slots)}")
    return tuple(_EXCHANGE + slot for slot in slots)


def _claimed_kong(game: Game, seat: int) -> Action:
    for action in game._legal_of(seat):
        if action.kind == "kong":
            return action
    raise InvalidRecord(f"kong is not legal for seat {seat}")


# ---- the compact form ----


def record_to_bytes(record: Record | Game) -> bytes:
    """
    Write the compact form of a record, some 150 to 350 bytes a hand.

    The layout stands in csrc/record/codec.c; `meta` follows as JSON text. Raises `InvalidRecord` as
    `replay` does.
    """
    game = record if isinstance(record, Game) else replay(record)
    data: bytes = game._encode(BASES.index(game.rules.base))
    return data if game._meta is None else data + _dump(game._meta[0]).encode()


def record_from_bytes(data: bytes) -> dict[str, Any]:
    """
    Read the compact form of a record, which is played to check it.

    The record has `scores` if the hand is over. Raises `InvalidRecord` for bytes that are no record
    of a version that this reader knows.
    """
    game, used = decode_record(Game, data, rules_read)
    if used < len(data):
        game._meta = (_meta_of(data[used:]),)
        if _dump(game._meta[0]).encode() != data[used:]:
            raise InvalidRecord("what follows the record is not meta as it is written")
    return game.record()
