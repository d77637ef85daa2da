"""Hand records (§10): written, read, checked and played again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any, TypeAlias

from xuezhan._core import (
    ENTRY_PENALTY,
    NO_WAY,
    PENALTIES,
    WAYS,
    decode_record,
    record_parts,
)
from xuezhan.checks import shown
from xuezhan.errors import InvalidRecord, InvalidRules
from xuezhan.play.action import TILE_NAMES, Action
from xuezhan.play.game import Game
from xuezhan.play.written import FORMAT, wall_text, written_actions
from xuezhan.rules import RULEBOOKS, Rules

__all__ = [
    "FORMAT",
    "read_records",
    "record_from_bytes",
    "record_text",
    "record_to_bytes",
    "replay",
    "write_records",
]

#: The longest text of a record that is read, in characters; a hand itself takes a few thousand.
MAX_TEXT = 1 << 20

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
    return _dump((record if isinstance(record, Game) else replay(record)).record())


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def record_lines(rules: Rules, records: Any, scores: Iterable[Iterable[int]]) -> str:
    """
    Write JSON lines of hands that the core has played to their end.

    `records` holds one `xz_record` for each row of `scores`.
    """
    head = f'{{"format":"{FORMAT}","rules":{_dump(rules.to_dict())},"dealer":'
    lines = []
    for i, row in enumerate(scores):
        dealer, way, wall, entries = record_parts(records, i)
        points = [int(score) for score in row][: rules.players]
        actions = _dump(written_actions(entries))
        exchange = "" if way == NO_WAY else f',"exchange":"{WAYS[way]}"'
        rest = f'"actions":{actions},"scores":{_dump(points)}}}'
        lines.append(f'{head}{dealer}{exchange},"wall":"{wall_text(wall)}",{rest}\n')
    return "".join(lines)


def write_records(path: str | os.PathLike[str] | IO[str], records: Iterable[Record | Game]) -> int:
    """
    Write records (or games) as canonical JSON lines; return how many.

    To a file, which is replaced once all are written, or to an open text stream. Each is played
    first: an `InvalidRecord` names the first that is wrong by its number from 0; a file is then as
    it was, a stream has those before it.
    """
    if isinstance(path, str | os.PathLike):
        if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe
            with open(path, "w", encoding="utf-8", newline="\n") as file:
                return write_records(file, records)
        beside = f"{os.fspath(path)}.part"
        try:
            with open(beside, "w", encoding="utf-8", newline="\n") as file:
                count = write_records(file, records)
            os.replace(beside, path)
        except BaseException:
            with suppress(OSError):
                os.remove(beside)
            raise
        return count
    count = 0
    for record in records:
        try:
            path.write(record_text(record) + "\n")
        except InvalidRecord as error:
            raise InvalidRecord(f"record {count}: {error}", position=error.position) from None
        count += 1
    return count


# ---- reading ----


def read_records(path: str | os.PathLike[str] | IO[str]) -> Iterator[dict[str, Any]]:
    """
    Read the records of a file of JSON lines, or of an open text stream, one after another.

    Blank lines are passed over. Each is a JSON object with the keys of a record; whether it keeps
    the rules is for `replay` to say. `InvalidRecord` names the line.
    """
    if isinstance(path, str | os.PathLike):
        with open(path, encoding="utf-8", newline="\n") as file:
            yield from read_records(file)
        return
    number = 0
    try:
        while line := path.readline(MAX_TEXT + 2):
            number += 1
            if not line.isspace():
                yield _load(line.strip())
    except InvalidRecord as error:
        raise InvalidRecord(f"line {number}: {error}", position=error.position) from None
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"line {number + 1} is no UTF-8: {error.reason}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidRecord(f"the key {twice!r} stands twice in an object")
    return found


def _no_constant(name: str) -> Any:
    raise InvalidRecord(f"{name} is not JSON")


def _load(text: str) -> dict[str, Any]:
    """Read an object whose keys are those of a record."""
    if len(text) > MAX_TEXT:
        raise InvalidRecord(f"a record of more than {MAX_TEXT} characters is not read")
    try:
        record = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except InvalidRecord:
        raise
    except RecursionError:
        raise InvalidRecord("the record is nested too deeply") from None
    except ValueError as error:
        raise InvalidRecord(f"the record is no JSON: {error}") from None
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
    if isinstance(record, bytes):
        try:
            record = record.decode()
        except UnicodeDecodeError as error:
            raise InvalidRecord(
                f"the record is no UTF-8: {error.reason} at byte {error.start}"
            ) from None
    if isinstance(record, str):
        record = _load(record)
    else:
        _check_keys(record)
    game = _dealt(record)
    actions = record["actions"]
    if not isinstance(actions, list | tuple):
        raise InvalidRecord(f"actions is {shown(actions)}; it must be a list")
    for position, entry in enumerate(actions[:upto]):
        _take(game, position, entry)
    if "scores" in record and (upto is None or upto >= len(actions)):
        _check_scores(game, record["scores"])
    return game


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
    if not isinstance(record["wall"], str):
        raise InvalidRecord(
            f"wall is {shown(record['wall'])}; it must be text of two characters a tile"
        )
    if rules.exchange == "random" and "exchange" not in record:
        raise InvalidRecord("the key 'exchange' is missing: it says which way the tiles went")
    if "exchange" in record and not isinstance(record["exchange"], str):
        raise InvalidRecord(f"exchange is {shown(record['exchange'])}; it must be text")
    try:
        game = Game(rules, dealer=dealer, wall=record["wall"], exchange=record.get("exchange"))
    except ValueError as error:
        raise InvalidRecord(str(error)) from None
    if "meta" in record:
        game._meta = (_checked_meta(record["meta"]),)
    return game


def _checked_meta(meta: Any) -> Any:
    """Refuse what JSON cannot hold or UTF-8 cannot write."""
    try:
        text = _dump(meta)
        text.encode()
        if len(text) <= MAX_TEXT:
            return json.loads(text)
    except RecursionError:
        raise InvalidRecord("meta is nested too deeply") from None
    except (TypeError, ValueError) as error:
        raise InvalidRecord(f"meta cannot be written as JSON: {error}") from None
    raise InvalidRecord(f"meta of more than {MAX_TEXT} characters is not read")


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
    data: bytes = game._encode(RULEBOOKS.index(game.rules.base))
    return data if game._meta is None else data + _dump(game._meta[0]).encode()


def record_from_bytes(data: bytes) -> dict[str, Any]:
    """
    Read the compact form of a record, which is played to check it.

    The record has `scores` if the hand is over. Raises `InvalidRecord` for bytes that are no record
    of a version that this reader knows.
    """
    native, base, dealer, way, wall, entries, used = decode_record(data)
    exchange = None if way == NO_WAY else WAYS[way]
    game = Game(Rules._of(RULEBOOKS[base], native), dealer=dealer, wall=wall, exchange=exchange)
    for seat, action in zip(entries[::2], entries[1::2], strict=True):
        game._enter(seat, action, written=True)
    if used < len(data):
        try:
            meta = json.loads(
                data[used:].decode(), object_pairs_hook=_unique, parse_constant=_no_constant
            )
        except InvalidRecord:
            raise
        except (ValueError, RecursionError):
            raise InvalidRecord("what follows the record is no JSON") from None
        game._meta = (_checked_meta(meta),)
        if _dump(game._meta[0]).encode() != data[used:]:
            raise InvalidRecord("what follows the record is not meta as it is written")
    return game.record()
