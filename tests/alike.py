"""
Hands that one seat cannot tell apart: the same history as it has seen it, with other tiles where it
cannot look. What it has seen is written down here anew, from the referee's log.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import xuezhan as xz
from stacked import A, B, C, D, Table
from stacked_walls import KINDS, stacked_wall

PASS = xz.Action.parse("pass")
OPEN = {"discard", "pong", "kong", "kong_call", "penalty", "exhausted", "over", "void"}


def known(game: xz.Game, seat: int) -> list[Any]:
    """All that has come to a seat's knowledge, in order: independent of views and their events."""
    first = 13 * ((seat - game.dealer) % game.players)
    found: list[Any] = [sorted(game.wall[first : first + 13]), game.dealer, game.rules]
    for event in game.events:
        own = event.seat == seat
        worth = (event.score, event.how) if own or game.done else None
        if event.kind in ("deal", "draw"):
            found.append((event.kind, event.seat, event.detail, event.tile if own else None))
        elif event.kind in OPEN:
            found.append(event[:7])
        elif event.kind == "win":
            found.append((*event[:7], worth))
        elif event.kind == "payment":
            rests = event.score if event.other == seat or game.done else None
            found.append((*event[:7], rests))
        elif event.kind == "give":
            found.append((*event[:3], event.tile if own or event.other == seat else None))
        elif own:  # answers, locks, picks, the suit named
            found.append(event[:7])
    return found


def passes(game: xz.Game, seat: int, until: int) -> bool:
    """
    Lets seats that the original did not ask pass, until `until` owes an answer. False where one
    cannot.
    """
    while until not in game.pending:
        others = [other for other in game.pending if other != seat]
        if not others or PASS not in game.pending[others[0]]:
            return False
        game.step(PASS, others[0])
    return True


def play_alike(original: xz.Game, wall: bytes, seat: int) -> xz.Game | None:
    """The history that `seat` has seen, with another wall; None where it cannot have been."""
    game = xz.Game(original.rules, wall=wall, dealer=original.dealer)
    taken = original._taken()
    for who, action in zip(taken[::2], taken[1::2], strict=True):
        try:
            if action >= 128:
                game.penalize(who, xz._core.PENALTIES[action - 128])
                continue
            if action == PASS and who != seat:
                continue
            if not passes(game, seat, who):
                return None
            game.step(action, who)
        except xz.IllegalAction:
            return None
    return game if known(game, seat) == known(original, seat) else None


def places(game: xz.Game) -> list[list[int]]:
    """Which places of the wall each seat has taken, and last those that nobody has."""
    players = game.players
    found = [
        list(
            range(13 * ((seat - game.dealer) % players), 13 * ((seat - game.dealer) % players) + 13)
        )
        for seat in range(players)
    ]
    front, back = 13 * players, len(game.wall)
    for event in game.events:
        if event.kind not in ("deal", "draw") or event.tile is None:
            continue
        assert event.seat is not None
        if event.detail == "replacement" and game.rules.kong_draw == "back":
            back -= 1
            found[event.seat].append(back)
        else:
            found[event.seat].append(front)
            front += 1
    assert back - front == game.wall_left
    return [*found, list(range(front, back))]


def hidden_places(game: xz.Game, seat: int) -> list[list[int]]:
    """
    For each other seat the places of tiles that it still holds concealed, those taken last first,
    and the undrawn ones.
    """
    found = []
    view = game.view(seat)
    *taken, undrawn = places(game)
    for other in range(game.players):
        if other == seat:
            continue
        left = game.hand(other).counts.tolist()
        if game.phase == "rob" and other == view.actor and view.tile:
            left[xz.TILE_NAMES.index(view.tile)] -= 1
        held = []
        for place in reversed(taken[other]):
            if left[game.wall[place]] > 0:
                left[game.wall[place]] -= 1
                held.append(place)
        found.append(held)
    return [*found, undrawn]


def other_walls(game: xz.Game, rng: random.Random, seat: int, count: int) -> Iterator[bytes]:
    """Walls in which some tiles that the seat cannot see have changed places."""
    *held, undrawn = hidden_places(game, seat)
    groups = [group for group in (*held, undrawn) if group]
    for i in range(count):
        wall = bytearray(game.wall)
        swaps = []
        if i % 4 == 3:
            tail = [wall[place] for place in undrawn]
            rng.shuffle(tail)
            for place, slot in zip(undrawn, tail, strict=True):
                wall[place] = slot
        elif i % 4 == 2 and undrawn:  # what another has drawn last
            latest = [group[0] for group in held if group]
            swaps = [(rng.choice(latest), rng.choice(undrawn))] if latest else []
        elif len(groups) > 1:
            pairs = [rng.sample(groups, 2) for _ in range(rng.choice((1, 1, 2, 3)))]
            swaps = [(rng.choice(one), rng.choice(other)) for one, other in pairs]
        for a, b in swaps:
            wall[a], wall[b] = wall[b], wall[a]
        if wall != game.wall:
            yield bytes(wall)


def alike(game: xz.Game, rng: random.Random, seat: int, count: int) -> Iterator[xz.Game]:
    """Hands that `seat` cannot tell from this one."""
    for wall in other_walls(game, rng, seat, count):
        other = play_alike(game, wall, seat)
        if other is not None:
            yield other


Choice = Callable[[xz.Game, random.Random], xz.Action]


def eager(game: xz.Game, rng: random.Random) -> xz.Action:
    """Plays well, but kongs and claims more than is good for it."""
    seat = game.actor
    assert seat is not None
    legal = game.pending[seat]
    kongs = [action for action in legal if action.kind == "kong"]
    if kongs and rng.random() < 0.8:
        return rng.choice(kongs)
    if rng.random() < 0.5:
        for action in legal:
            if action.kind == "pong":
                return action
    if PASS in legal and rng.random() < 0.2:
        return PASS
    return xz.State.of(game).policy_action("efficiency", seat, seed=0)


def walks(
    rules: xz.Rules, seed: int, hands: int, penalties: float = 0.0
) -> Iterator[tuple[xz.Game, random.Random]]:
    """Hands on stacked walls, step by step: always the same object."""
    rng = random.Random(f"{rules} {seed}")
    kinds = sorted(KINDS)
    for hand in range(hands):
        kind = kinds[(hand + seed) % len(kinds)]
        wall = stacked_wall(rng, rules.suits, rules.players, kind)
        game = xz.Game(rules, wall=wall, dealer=0)
        while not game.done:
            yield game, rng
            if penalties and rng.random() < penalties:
                try:
                    kind = rng.choice(("escape", "false_win", "wrong_count"))
                    game.penalize(rng.randrange(rules.players), kind)
                    continue
                except xz.IllegalAction:
                    pass
            game.step(eager(game, rng))
        yield game, rng


# ---- what chance seldom brings, by construction --------------------------------------------------


def make_game(rulebook: str, options: Mapping[str, Any], wall: str, dealer: int) -> Any:
    return xz.Game(xz.Rules(rulebook, **options), wall=wall, dealer=dealer)


def robbings() -> Iterator[xz.Game]:
    """
    A pong of 5m is added to, from the hand, while D waits for it: on a turn that began with a draw,
    and on one with each kind of kong before. Then robbed, and not, and the discard after it.
    """
    waits = "12345678922p46m"
    for book in xz.RULEBOOKS:
        for chain in ("none", "concealed", "added", "direct"):
            owner = "55533m1111m7894s" if chain == "added" else "555m1111m222m789s"
            draws = "9s8s1s 3m 8s1s2s 3m 3s" if chain == "added" else "9s8s1s 8s1s2s 3s4s7p"
            hands = [owner, "", "5m2m3p99s" if chain == "direct" else "5m3p99s", waits]
            t = Table(make_game, book, hands, draws, back="7s6s", tail="4s4s")
            t.throw(A, "9s")
            t.throw_drawn(B)
            t.discard(C, "5m")
            t.pong(A)
            if not t.game.done and D in t.game.pending:
                t.pass_(D)
            t.throw(A, "7s")
            if chain == "added":
                t.discard(B, "3m")
                t.pong(A)
                t.throw(A, "8s")
                t.throw_drawn(B)
            else:
                t.throw_drawn(B)
            t.throw_drawn(C, D)
            if chain == "direct":
                t.throw_drawn(A, B)
                t.discard(C, "2m")
                t.kong(A, "2m")
            if chain == "concealed":
                t.kong(A, "1m")
            if chain == "added":
                t.kong(A, "3m")
            t.kong(A, "5m")
            game = t.game
            assert isinstance(game, xz.Game)
            assert (game.phase, list(game.pending)) == ("rob", [D]), (book, chain)
            yield game
            for answer in ("win", "pass"):
                after = game.copy()
                after.step(answer, D)
                yield after
            after.step("discard 9s", A)  # by its owner, whose chain goes on
            assert after.phase == "claim"
            yield after


def hidden_wins() -> Iterator[tuple[xz.Game, xz.Game, int]]:
    """
    B wins with one of two hands that are paid alike and worth it for other reasons: the others can
    tell them apart when the hand is over, and not before.
    """
    rest = ["147m147m258m2589m", "", "3366m224466778s", "2255884477m99m1s"]
    hands = ("1111p23456p46s99p", "222333777p55s88p")  # a root; all triplets
    for book in ("online", "chengdu"):
        for own_draw in (False, True):
            draws = "9s9s8s7s9s5s 2s" if own_draw else "5s 2s 3s"
            games: list[xz.Game] = []
            for hand in hands:
                t = Table(make_game, book, [rest[0], hand, *rest[2:]], draws)
                if own_draw:
                    t.throw_drawn(A, B, C, D, A)
                else:
                    t.discard(A, "5s")
                t.win(B)
                assert isinstance(t.game, xz.Game)
                games.append(t.game)
            one, other = games
            assert not one.done
            assert [p.amount for p in one.ledger] == [p.amount for p in other.ledger]
            assert [p.score for p in one.ledger] != [p.score for p in other.ledger]
            for seat in (A, C, D):
                yield one, other, seat
