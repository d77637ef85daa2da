"""A hand told in plain lines."""

from __future__ import annotations

from collections.abc import Iterator

from xuezhan.play.game import Game
from xuezhan.play.ledger import Event, payment_of
from xuezhan.play.view import View

__all__ = ["story"]

_OUT = {
    "escape": "leaves the table",
    "false_win": "is put out for a false win",
    "wrong_count": "is put out for a wrong number of tiles",
}


def story(game: Game, *, ledger: bool = True, seat: int | None = None) -> str:
    """
    Tell the hand so far in plain text.

    How it was dealt, a line for each thing that happened with its payments under it, how it stands
    or ended and, if `ledger`, the table of every payment. The number before a line counts the
    answers and penalties taken, as `replay`'s `upto` does.

    With `seat` it is told as that seat has seen it, and may be sent to it: other hands and draws,
    what others were asked and have passed, and what hidden hands are worth stay untold; the numbers
    are those of `View.events`.
    """
    start = Game(game.rules, dealer=game.dealer, wall=game.wall)
    lines = [f"rules   {game.rules!r}", f"dealer  seat {game.dealer}"]
    if seat is None:
        lines += [f"seat {one}  {start.hand(one)}" for one in range(game.players)]
        lines += ["", *_told(game.events), "", *_ending(game)]
        payments = game.ledger
    else:
        view = game.view(seat)
        assert view.events is not None
        assert view.ledger is not None
        lines += [f"seat {seat}  {start.view(seat).hand}"]
        lines += ["", *_told(view.events), "", *_ending_seen(view)]
        payments = view.ledger
    if ledger:
        lines += ["", str(payments)]
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
    tile = "a tile" if event.tile is None else event.tile
    return f"draws {tile}" + (" for its kong" if event.detail == "replacement" else "")


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
    worth = "" if event.score is None else f": {event.score}"
    return f"{text}{' (' + ', '.join(marks) + ')' if marks else ''}{worth}"


def _ending(game: Game) -> Iterator[str]:
    for seat in range(game.players):
        river = " ".join(game.river(seat)) or "-"
        yield f"seat {seat}  {game.hand(seat)}  river {river}"
    scores = _scores(game.scores)
    if game.done:
        yield f"scores  {scores}; seat {game.next_dealer} deals next"
        return
    owed = "; ".join(f"seat {s}: {', '.join(map(str, acts))}" for s, acts in game.pending.items())
    yield f"scores  {scores}; {game.wall_left} tiles in the wall; to answer: {owed}"


def _ending_seen(view: View) -> Iterator[str]:
    for seat in range(view.players):
        melds = "".join(map(str, view.melds[seat]))
        hidden = f"{view.concealed[seat]} concealed{' ' if melds else ''}{melds}"
        river = " ".join(view.rivers[seat]) or "-"
        yield f"seat {seat}  {view.hand if seat == view.seat else hidden}  river {river}"
    scores = _scores(view.scores)
    if view.phase == "over":
        yield f"scores  {scores}; seat {view.next_dealer} deals next"
        return
    text = f"scores  {scores}; {view.wall_left} tiles in the wall"
    if view.legal_actions:
        text += f"; seat {view.seat} to answer: {', '.join(map(str, view.legal_actions))}"
    yield text


def _scores(scores: tuple[int, ...]) -> str:
    return "  ".join(f"{score:+d}" for score in scores)
