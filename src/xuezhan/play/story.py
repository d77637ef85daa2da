"""A hand told in plain lines."""

from __future__ import annotations

from collections.abc import Iterator

from xuezhan.play.game import Game
from xuezhan.play.ledger import Event, payment_of

__all__ = ["story"]

_OUT = {
    "escape": "leaves the table",
    "false_win": "is put out for a false win",
    "wrong_count": "is put out for a wrong number of tiles",
}


def story(game: Game, *, ledger: bool = True) -> str:
    """
    Tell the hand so far in plain text.

    How it was dealt, a line for each thing that happened with its payments under it, how it stands
    or ended and, if `ledger`, the table of every payment. The number before a line counts the
    answers and penalties taken, as `replay`'s `upto` does.
    """
    start = Game(game.rules, dealer=game.dealer, wall=game.wall)
    lines = [f"rules   {game.rules!r}", f"dealer  seat {game.dealer}"]
    lines += [f"seat {seat}  {start.hand(seat)}" for seat in range(game.players)]
    lines += ["", *_told(game.events), "", *_ending(game)]
    if ledger:
        lines += ["", str(game.ledger)]
    return "\n".join(lines)


def _told(events: tuple[Event, ...]) -> Iterator[str]:
    """A draw shares the line of what its seat does next."""
    drawn: Event | None = None
    for i, event in enumerate(events):
        if event.kind == "draw":
            drawn = event
            continue
        text = _sentence(event)
        if text is None or _comes_true(event, events[i + 1 :]):
            continue
        who = "" if event.seat is None else f"seat {event.seat} "
        if drawn is not None and drawn.seat == event.seat and event.kind != "penalty":
            text = f"{_draw(drawn)}, {text}"
        elif drawn is not None:
            yield f"{drawn.step:4}  seat {drawn.seat} {_draw(drawn)}"
        drawn = None
        indent = "    " if event.kind in ("payment", "lock", "answer") else ""
        yield f"{event.step:4}  {indent}{who}{text}"
    if drawn is not None:
        yield f"{drawn.step:4}  seat {drawn.seat} {_draw(drawn)}"


def _comes_true(answer: Event, later: tuple[Event, ...]) -> bool:
    """Whether an answer is told by what follows from it."""
    if answer.kind != "answer":
        return False
    for event in later:
        if event.seat == answer.seat and event.kind == answer.detail:
            return True
        if event.kind in ("draw", "discard", "over"):
            break
    return False


def _draw(event: Event) -> str:
    return f"draws {event.tile}" + (" for its kong" if event.detail == "replacement" else "")


def _sentence(event: Event) -> str | None:
    """What happened, without the seat's name."""
    match event.kind:
        case "discard":
            return f"discards {event.tile}"
        case "pong":
            return f"pongs seat {event.other}'s {event.tile}"
        case "kong":
            feeder = "" if event.other is None else f" on seat {event.other}'s tile"
            return f"makes the {event.detail} kong {event.meld}{feeder}"
        case "kong_call":
            return f"calls an added kong of {event.tile}"
        case "answer":
            return "passes" if event.detail == "pass" else f"answers {event.detail}"
        case "win":
            return _win(event)
        case "payment":
            payment = payment_of(event)
            # a win or a kong stands in the line above
            told = payment.kind.startswith(("win_", "kong_")) and payment.kind != "kong_transfer"
            reason = "" if told else f": {payment.reason}"
            return f"pays seat {payment.payee} {payment.amount}{reason}"
        case "lock":
            return "has passed a win and may not win on others' tiles for now"
        case "penalty":
            return _OUT[event.detail or ""]
        case "exhausted":
            return "the wall is empty"
        case "over":
            return "the hand is over"
        case _:
            return None


def _win(event: Event) -> str:
    text = {
        "discard": f"wins on seat {event.other}'s {event.tile}",
        "rob": f"robs seat {event.other}'s kong of {event.tile}",
    }.get(event.detail or "", f"wins by self-draw with {event.tile}")
    marks = [mark.replace("_", " ") for mark in event.how if mark not in ("self_draw", "rob")]
    return f"{text}{' (' + ', '.join(marks) + ')' if marks else ''}: {event.score}"


def _ending(game: Game) -> Iterator[str]:
    for seat in range(game.players):
        river = " ".join(game.river(seat)) or "-"
        yield f"seat {seat}  {game.hand(seat)}  river {river}"
    scores = "  ".join(f"{score:+d}" for score in game.scores)
    if game.done:
        yield f"scores  {scores}; seat {game.next_dealer} deals next"
        return
    owed = "; ".join(f"seat {s}: {', '.join(map(str, acts))}" for s, acts in game.pending.items())
    yield f"scores  {scores}; {game.wall_left} tiles in the wall; to answer: {owed}"
