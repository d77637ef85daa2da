"""
Walls on which rare things happen: the seats begin with triplets, fours, near-ready or complete
hands, drawn at random.

Every function takes a random generator and gives the whole wall as slots in the order of the deal
(§10).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import xuezhan as xz

Wall = list[int]
Pool = list[int]  # how many of each slot are left


def full_pool(suits: str) -> Pool:
    return [4 if "mps"[slot // 9] in suits else 0 for slot in range(27)]


def take(pool: Pool, slots: list[int]) -> bool:
    """Takes these tiles if they are all there."""
    left = list(pool)
    for slot in slots:
        left[slot] -= 1
        if left[slot] < 0:
            return False
    pool[:] = left
    return True


def _group(rng: random.Random, suits: str, sets: float) -> list[int]:
    """A run, a triplet or a four."""
    suit = "mps".index(rng.choice(suits)) * 9
    if rng.random() < sets:
        return [suit + rng.randrange(9)] * rng.choice((3, 3, 4))
    start = suit + rng.randrange(7)
    return [start, start + 1, start + 2]


def _grow(
    rng: random.Random, pool: Pool, suits: str, tiles: int, sets: float, pairs: bool
) -> list[int]:
    """
    About a hand of groups or pairs within the suits; what fits no more is filled from the pool.
    """
    hand: list[int] = []
    for _ in range(40):
        if len(hand) >= tiles:
            break
        suit = "mps".index(rng.choice(suits)) * 9
        group = (
            [suit + rng.randrange(9)] * 2
            if pairs or len(hand) == tiles - 2
            else _group(rng, suits, sets)
        )
        if len(hand) + len(group) <= tiles and take(pool, group):
            hand += group
    return hand


def _fill(rng: random.Random, pool: Pool, hand: list[int], tiles: int) -> None:
    """Tops a hand up with any tiles of the pool."""
    while len(hand) < tiles:
        slot = rng.choice([slot for slot in range(27) if pool[slot]])
        pool[slot] -= 1
        hand.append(slot)


def _rest(rng: random.Random, pool: Pool) -> list[int]:
    rest = [slot for slot in range(27) for _ in range(pool[slot])]
    rng.shuffle(rest)
    return rest


def _suits_of(rng: random.Random, suits: str) -> str:
    count = 1 if rng.random() < 0.3 else 2
    return "".join(rng.sample(suits, min(count, len(suits))))


def near_ready(rng: random.Random, suits: str, players: int) -> Wall:
    """
    Each seat has groups within two suits, many of them triplets and fours; some seats share their
    suits.
    """
    pool = full_pool(suits)
    sets = rng.random()
    hands = []
    for _ in range(players):
        hand = _grow(rng, pool, _suits_of(rng, suits), 13, sets, rng.random() < 0.15)
        hands.append(hand)
    for hand in hands:
        _fill(rng, pool, hand, 13)
    return [slot for hand in hands for slot in hand] + _rest(rng, pool)


def complete(rng: random.Random, suits: str, players: int) -> Wall:
    """The dealer, or one of the others with its first draw, is dealt a complete hand."""
    pool = full_pool(suits)
    own = _suits_of(rng, suits)
    pairs = rng.random() < 0.3
    hand: list[int] = []
    while len(hand) != 14:
        pool = full_pool(suits)
        hand = []
        for size in 7 * [2] if pairs else [3, 3, 3, 3, 2]:
            suit = "mps".index(rng.choice(own)) * 9
            group = [suit + rng.randrange(9)] * size
            if size == 3 and rng.random() < 0.6:
                start = suit + rng.randrange(7)
                group = [start, start + 1, start + 2]
            if take(pool, group):
                hand += group
    rng.shuffle(hand)
    who = rng.randrange(players)
    hands = [[] for _ in range(players)]  # type: list[list[int]]
    hands[who] = hand[:13]
    for other in hands:
        _fill(rng, pool, other, 13)
    rest = _rest(rng, pool)
    rest.insert(who, hand[13])
    return [slot for other in hands for slot in other] + rest


def many_suits(rng: random.Random, suits: str, players: int) -> Wall:
    """Hands of every suit and few pairs, so that seats stay pigs."""
    pool = full_pool(suits)
    hands = []
    for _ in range(players):
        hand = rng.sample([slot for slot in range(27) if pool[slot]], 13)
        take(pool, hand)
        hands.append(hand)
    for hand in hands:
        _fill(rng, pool, hand, 13)
    return [slot for hand in hands for slot in hand] + _rest(rng, pool)


def _waiter(rng: random.Random, pool: Pool, suits: str, tile: int) -> list[int] | None:
    """A hand of 13 that waits for the tile with two neighbours of it, or None if none was found."""
    rank, first = tile % 9, tile - tile % 9
    gaps = [gap for gap in ((-2, -1), (-1, 1), (1, 2)) if rank + gap[0] >= 0 and rank + gap[1] <= 8]
    other = rng.choice(suits)
    own = "mps"[tile // 9] + other
    for _ in range(20):
        trial = list(pool)
        trial[tile] = 0  # the tile itself is for others to hold and to draw
        gap = rng.choice(gaps)
        hand = [tile + gap[0], tile + gap[1]]
        hand += [rng.choice((first, "mps".index(other) * 9)) + rng.randrange(9)] * 2
        if not take(trial, hand):
            continue
        for _ in range(30):
            group = _group(rng, own, 0.3)[:3]
            if len(hand) < 13 and take(trial, group):
                hand += group
        if len(hand) == 13:
            trial[tile] = pool[tile]
            pool[:] = trial
            return hand
    return None


def shared_wait(rng: random.Random, suits: str, players: int) -> Wall:
    """Several seats wait for one tile that others hold: one of the next three."""
    return rng.choice((after_a_kong, twice_over, robbing))(rng, suits, players)


def after_a_kong(rng: random.Random, suits: str, players: int) -> Wall:
    """The tile that several seats wait for is held alone, beside a four to kong first."""
    return _shared_wait(rng, suits, players, "four")


def twice_over(rng: random.Random, suits: str, players: int) -> Wall:
    """The tile is held by two seats, one after the other: who passes it may be offered more."""
    return _shared_wait(rng, suits, players, "twice over")


def robbing(rng: random.Random, suits: str, players: int) -> Wall:
    """The tile is held twice, to pong a third and add the fourth."""
    return _shared_wait(rng, suits, players, "pong")


def _shared_wait(rng: random.Random, suits: str, players: int, way: str) -> Wall:
    if players == 2:
        way = "four"
    while True:
        pool = full_pool(suits)
        tile, four = rng.sample([slot for slot in range(27) if pool[slot]], 2)
        hands: list[list[int]] = [[] for _ in range(players)]
        if way == "pong":
            owner, feeder = rng.sample(range(players), 2)
            hands[owner], hands[feeder] = [tile] * 2, [tile]
            loose = {feeder}  # to these it is the tile of a third suit
        elif way == "twice over":
            hands[0], hands[1] = [tile], [tile] + [four] * 4
            loose = {0, 1}
        else:
            loose = {rng.choice((0, 0, rng.randrange(players)))}
            for holder in loose:
                hands[holder] = [tile] + [four] * 4
        for hand in hands:
            take(pool, hand)
        others = [seat for seat in range(players) if not hands[seat]]
        rng.shuffle(others)
        waiters = others[: rng.choice((1, 2, 2, 3))]
        for seat in waiters:
            hands[seat] = _waiter(rng, pool, suits, tile) or []
        if not any(hands[seat] for seat in waiters):
            continue
        for seat, hand in enumerate(hands):
            kept, pool[tile] = pool[tile], 0
            if seat in loose:
                away = suits.replace("mps"[tile // 9], "")
                hand.extend(_grow(rng, pool, away, 13 - len(hand), 0.3, False))
            _fill(rng, pool, hand, 13)
            pool[tile] = kept
        rest = _rest(rng, pool)
        if tile in rest:
            rest.remove(tile)
            at = rng.randrange(3 * players)
            if way == "pong" and rng.random() < 0.7:
                at = feeder + players  # the owner's next draw, if it pongs the first discard
            rest.insert(at, tile)
        return [slot for hand in hands for slot in hand] + rest


def favoured(rng: random.Random, suits: str, players: int) -> Wall:
    """As `near_ready`, with the tiles that seats need at the back and at the front of the wall."""
    wall = near_ready(rng, suits, players)
    dealt = 13 * players
    rest = wall[dealt:]
    wanted: set[int] = set()
    for seat in range(players):
        counts = [0] * 27
        for slot in wall[13 * seat : 13 * seat + 13]:
            counts[slot] += 1
        wanted |= {slot for slot in range(27) if xz.Hand(counts).accepts.mask >> slot & 1}
    good = [slot for slot in rest if slot in wanted]
    other = [slot for slot in rest if slot not in wanted]
    cut = rng.randint(0, len(good))
    rest = good[:cut] + other + good[cut:]
    return wall[:dealt] + rest


def fours(rng: random.Random, suits: str, players: int) -> Wall:
    """
    The seats begin with as many fours and triplets as fit, and draw what makes pairs of the rest:
    chains of kongs.
    """
    pool = full_pool(suits)
    hands = []
    for _ in range(players):
        own = _suits_of(rng, suits)
        hand: list[int] = []
        for size in (rng.choice((3, 4)), rng.choice((3, 4)), 3, 2):
            for _ in range(10):
                group = ["mps".index(rng.choice(own)) * 9 + rng.randrange(9)] * size
                if len(hand) + size <= 13 and take(pool, group):
                    hand += group
                    break
        hands.append(hand)
    for hand in hands:
        _fill(rng, pool, hand, 13)
    rest = _rest(rng, pool)
    held = {slot for hand in hands for slot in hand}
    rest.sort(key=lambda slot: slot not in held)
    cut = rng.randint(0, len(rest))
    return [slot for hand in hands for slot in hand] + rest[cut:] + rest[:cut]


def chains(rng: random.Random, suits: str, players: int) -> Wall:
    """The dealer has two fours to kong, and draws what completes the rest of its hand on them."""
    while True:
        pool = full_pool(suits)
        own = _suits_of(rng, suits)
        fours_held = rng.sample([slot for slot in range(27) if "mps"[slot // 9] in own], 2)
        hand = fours_held * 4
        take(pool, hand)
        rest_of_hand: list[int] = []
        for size in (3, 3, 2):
            group = _group(rng, own, 0.3)[:size]
            group = group if size == 3 else [group[0]] * 2
            if take(pool, group):
                rest_of_hand += group
        if len(rest_of_hand) == 8:
            break
    rng.shuffle(rest_of_hand)
    replacements = rest_of_hand[6:]
    hand += rest_of_hand[:5]
    front = list(replacements)
    if not take(pool, front):
        front = []
    others: list[list[int]] = [[] for _ in range(players - 1)]
    for other in others:
        _fill(rng, pool, other, 13)
    wall = [*hand, *(slot for other in others for slot in other), rest_of_hand[5], *front]
    return wall + _rest(rng, pool) + replacements[::-1]


#: By name, for `soak_lockstep.py --stacked`.
KINDS: Mapping[str, Callable[[random.Random, str, int], Wall]] = {
    "near_ready": near_ready,
    "favoured": favoured,
    "fours": fours,
    "shared_wait": shared_wait,
    "after_a_kong": after_a_kong,
    "twice_over": twice_over,
    "robbing": robbing,
    "chains": chains,
    "complete": complete,
    "many_suits": many_suits,
}


def stacked_wall(rng: random.Random, suits: str, players: int, kind: str = "any") -> Wall:
    """Stack a wall of a kind, by default of any of them."""
    return KINDS[rng.choice(list(KINDS)) if kind == "any" else kind](rng, suits, players)
