"""Streams, walls and digests to the bit (docs/determinism.md)."""

import hashlib
import itertools

import pytest

from xuezhan.reference import (
    Game,
    Xoshiro,
    bench_fingerprint,
    digest,
    first_dealer,
    hand_fingerprint,
    key,
    make_rules,
    mix,
    play,
    play_match,
    wall,
)
from xuezhan.reference.rng import GOLDEN, WORD, stream
from xuezhan.reference.tiles import tiles_text


def test_mix() -> None:
    outputs = [mix((j + 1) * GOLDEN) for j in range(4)]
    assert [f"{value:016x}" for value in outputs] == [
        "e220a8397b1dcdaf",
        "6e789e6aa1b965f4",
        "06c45d188009454f",
        "f88bb8a8724c81ec",
    ]


def test_xoshiro() -> None:
    generator = Xoshiro([1, 2, 3, 4])
    assert [generator.next() for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


def test_keys() -> None:
    assert key(0, 0, 0) == 0x238275BC38FCBE91
    assert stream(0, 0, 0).next() == 0x8A21CD34A214A917
    assert key(1, 0, 0) == 0xB18A02F46D8D86C3
    assert key(0, 1, 0) == 0x94926C2E801CB6F9
    assert key(0, 0, 16) == 0xFAC45A6DFEBCFA23
    assert key(WORD, WORD, 255) == 0xE5397DB2F1BC7E38


def test_below() -> None:
    generator = stream(0, 0, 0)
    assert [generator.below(108) for _ in range(10)] == [58, 65, 82, 6, 23, 78, 70, 58, 100, 71]
    generator = stream(1, 0, 16)
    assert [generator.below(14) for _ in range(8)] == [4, 9, 5, 10, 10, 13, 4, 6]


@pytest.mark.parametrize(
    ("tiles", "begins", "sha"),
    [
        (wall(0), "5p1m5s5m5m4m9m9p8m3m6s2m3p", "1ca39e6d10a14348"),
        (wall(1), "2m9s5s9p4m4s4s7p5s5p9p2p5m", "7a3818d1f8ca61e3"),
        (wall(0, 0, "mp"), "9p8p4m7p1p3m5m6p3p3m5p5m1m", "34e1690502aa43db"),
        (wall(0, 949140), "", "860e30cd72146d46"),
    ],
)
def test_walls(tiles: list[int], begins: str, sha: str) -> None:
    text = tiles_text(tiles)
    assert text.startswith(begins)
    assert hashlib.sha256(text.encode()).hexdigest().startswith(sha)


def test_a_thousand_walls() -> None:
    slots = b"".join(bytes(wall(1, index)) for index in range(1000))
    expected = "afac7602d2def98786ce82f02a6c17415d80b6e94eb7629d5aca4e2ffdd151a0"
    assert hashlib.sha256(slots).hexdigest() == expected


def test_digest() -> None:
    assert digest(b"") == 0xE220A8397B1DCDAF
    assert digest(b"abc") == 0x4D1C24C87644776D
    assert digest(bytes(wall(0))) == 0xB0372A32A94C4242


@pytest.mark.parametrize(
    ("players", "ways"),
    [(4, "nnnannpnaana"), (3, "nnnpnnpnnnnp"), (2, "nnnnnnnnnnnn")],
)
def test_ways_of_the_exchange(players: int, ways: str) -> None:
    """By the dice of (seed, index), index 0 to 11 (docs/determinism.md §1)."""
    rules = make_rules("guide", exchange="random", players=players)
    found = [Game(rules, 1, index).state.way for index in range(12)]
    assert found == [{"n": "next", "a": "across", "p": "previous"}[letter] for letter in ways]


def test_canonical_bytes_of_the_variants() -> None:
    """What options append, in the order of docs/determinism.md §5."""
    plain = len(Game("guide", seed=3).canonical_bytes())
    rules = make_rules(
        "guide",
        exchange="next",
        void="declared",
        pig_exempt="all_discards_void",
        play_on=True,
        play_on_roots="first_win",
        wild="1s",
        late_added_kong_units=0,
        pass_lock="until_draw",
        pass_scope="same_tile",
    )
    game = Game(rules, seed=3)
    data = game.canonical_bytes()
    assert list(data[:7]) == [4, 4, 0, 255, 255, 255, 255]
    # way; given; void; other discards; wins; roots and kong fan; late kongs; kinds passed.
    nothing = [0, *[0] * 4, *[255] * 4, *[0] * 4, *[0] * 4, *[0] * 12, *[0] * 4, *[0] * 16]
    assert list(data[plain:]) == nothing
    pick = game.pending[2][0]
    game.step(pick, 2)
    game.step(game.pending[2][0], 2)
    data = game.canonical_bytes()
    given = sorted(game.state.seats[2].given)
    assert list(data[plain : plain + 7]) == [0, 0, 0, 2, *given, 0]
    while game.state.phase == 4:
        game.step(game.legal_actions[0])
    game.step(59, 3)
    after = plain + 1 + 4 * 4
    assert list(game.canonical_bytes()[after : after + 4]) == [255, 255, 255, 2]


def test_out_of_range() -> None:
    for bad in (-1, 1 << 64):
        with pytest.raises(ValueError, match="seed"):
            Game(seed=bad)
        with pytest.raises(ValueError, match="index"):
            Game(index=bad)


def test_canonical_bytes_after_the_deal() -> None:
    game = Game("guide", seed=3, index=2)
    data = game.canonical_bytes()
    drawn = game.wall[52]
    assert list(data[:11]) == [0, 4, 2, 2, 0, drawn, drawn, 0, 255, 255, 55]
    assert list(data[11:66]) == game.wall[53:]
    seats = data[66:]
    assert len(seats) == 4 * (4 + 27 + 1 + 1 + 2 + 8 + 8)
    for seat in range(4):
        own = seats[seat * 51 : seat * 51 + 51]
        assert list(own[:4]) == [0, 0, 0, 0]
        assert sum(own[4:31]) == (14 if seat == 2 else 13)
        assert list(own[31:]) == [0, 0, 255, 0, *[0] * 16]
    assert game.fingerprint() == digest(data)


def test_fingerprints_repeat() -> None:
    assert hand_fingerprint("chengdu", "mixed", 5, 1) == hand_fingerprint("chengdu", "mixed", 5, 1)
    assert hand_fingerprint("chengdu", "mixed", 5, 1) != hand_fingerprint("chengdu", "mixed", 5, 2)
    assert bench_fingerprint(1) == bench_fingerprint(1)


def test_match() -> None:
    rules = make_rules("guide")
    hands = list(play_match(rules, "mixed", 4, seed=9, match=3))
    assert hands[0].state.dealer == first_dealer(rules, 9, 3)
    for before, after in itertools.pairwise(hands):
        assert after.state.dealer == before.next_dealer
    assert hands[2].wall == wall(9, (3 << 32) + 2)
    assert play("online", seed=4, index=6).state.dealer == 2
