"""The exchange of tiles (rules §14, §23)."""

from stacked import EXCHANGE, VOID, WIN, A, B, C, D, MakeGame, Table, tile, tiles


def counts(text: str) -> list[int]:
    """27 counts of tiles in text."""
    found = [0] * 27
    for slot in tiles(text):
        found[slot] += 1
    return found


GIVEN = ("123m", "123p", "123s", "789m")


def ways(make_game: MakeGame) -> None:
    """Each seat's tiles go to the next, the one across or the one before (rules §14)."""
    for players in (4, 3, 2):
        for way, step in (("next", 1), ("across", 2), ("previous", -1)):
            if way == "across" and players != 4:
                continue
            hands = list(GIVEN[:players])
            t = Table(make_game, "guide", hands, players=players, exchange=way, dealer=1)
            before = [list(t.game.held(seat)) for seat in range(players)]
            assert list(t.game.pending) == [(1 + place) % players for place in range(players)]
            t.give(*hands)
            for seat in range(players):
                got = counts(GIVEN[(seat - step) % players])
                gave = counts(GIVEN[seat])
                wanted = [
                    held + more - less
                    for held, more, less in zip(before[seat], got, gave, strict=True)
                ]
                assert list(t.game.held(seat)) == wanted, (players, way, seat)
            assert t.turn == 1
            assert not t.game.ledger


def of_one_suit(make_game: MakeGame) -> None:
    """Only tiles with which a choice can be completed may be picked (rules §14)."""
    hand = "11m" + "2233445p" + "5566s"
    t = Table(make_game, "guide", ["", hand, "", ""], exchange="next")
    assert list(t.legal(B)) == [EXCHANGE + slot for slot in tiles("2345p56s")]
    t.act(B, EXCHANGE + tile("5s"))
    assert list(t.legal(B)) == [EXCHANGE + tile("5s"), EXCHANGE + tile("6s")]
    t.act(B, EXCHANGE + tile("5s"))
    assert list(t.legal(B)) == [EXCHANGE + tile("6s")]
    t.act(B, EXCHANGE + tile("6s"))
    assert not t.legal(B)
    assert set(t.game.pending) == {A, C, D}

    t = Table(make_game, "guide", ["", hand, "", ""], exchange="next", exchange_count=4)
    assert list(t.legal(B)) == [EXCHANGE + slot for slot in tiles("2345p56s")]
    t = Table(make_game, "guide", ["", hand, "", ""], exchange="next", exchange_count=2)
    assert list(t.legal(B)) == [EXCHANGE + slot for slot in tiles("1m2345p56s")]


def of_any_suits(make_game: MakeGame) -> None:
    """Any tiles, each as often as it is held (rules §14)."""
    hand = "11m" + "2233445p" + "5566s"
    t = Table(make_game, "guide", ["", hand, "", ""], exchange="next", exchange_suit="any")
    t.act(B, EXCHANGE + tile("5s"))
    t.act(B, EXCHANGE + tile("5s"))
    assert list(t.legal(B)) == [EXCHANGE + slot for slot in tiles("1m2345p6s")]
    t.act(B, EXCHANGE + tile("1m"))
    assert not t.legal(B)


def dealer_draws(make_game: MakeGame) -> None:
    """The dealer gives from 14 tiles, or takes its last tile after all (rules §14)."""
    for when, held in (("before_exchange", 14), ("after_void", 13)):
        t = Table(
            make_game,
            "guide",
            [*GIVEN],
            "9s",
            exchange="next",
            void="declared",
            dealer_draws=when,
            void_discard="free",
        )
        assert sum(t.game.held(A)) == held
        t.give(*GIVEN)
        assert list(t.game.pending) == [A, B, C, D]
        assert set(t.legal(A)) == {VOID, VOID + 1, VOID + 2}
        t.declare("mps")
        assert not t.legal(A)
        t.act(D, VOID)
        assert t.turn == A
        assert sum(t.game.held(A)) == 14
        assert t.game.held(A)[tile("9s")]
    # With neither phase the dealer has its tile at once.
    t = Table(make_game, "guide", ["", "", "", ""], dealer_draws="after_void")
    assert t.turn == A


def heavenly_after_it(make_game: MakeGame) -> None:
    """As dealt means when play begins; the dealer may have given its last tile (rules §14)."""
    t = Table(
        make_game,
        "guide",
        ["123456789p46s11m", "5s11s", "123s", "789m"],
        "1m",
        exchange="previous",
        exchange_suit="any",
        play_on=True,
    )
    t.give("111m", "5s11s", "123s", "789m")
    t.win(A)
    assert t.paid() == [("win_self_draw", seat, A, 32) for seat in (B, C, D)]
    # Its hand stays without the highest slot, 6s: what it waits for has changed with it.
    assert t.game.held(A)[tile("6s")] == 0
    assert sum(t.game.held(A)) == 13


def earthly_after_it(make_game: MakeGame) -> None:
    """A first draw is one, whatever was exchanged (rules §14)."""
    t = Table(
        make_game,
        "guide",
        ["11s5m", "123456789p46s11m", "123s", "789m"],
        "9s5s",
        exchange="next",
        exchange_suit="any",
        exchange_count=2,
    )
    t.give("11s", "11m", "12s", "78m")
    t.throw(A, "9s")
    t.win(B)
    assert t.paid() == [("win_self_draw", seat, B, 32) for seat in (A, C, D)]


def hidden_until_all_are_in(make_game: MakeGame) -> None:
    """No tile changes hands before the last choice (rules §14)."""
    t = Table(make_game, "guide", [*GIVEN], exchange="next")
    before = [list(t.game.held(seat)) for seat in range(4)]
    t.give(*GIVEN[:3])
    assert [list(t.game.held(seat)) for seat in range(4)] == before
    for text in ("7m", "8m"):
        t.act(D, EXCHANGE + tile(text))
    assert [list(t.game.held(seat)) for seat in range(4)] == before
    t.act(D, EXCHANGE + tile("9m"))
    assert t.turn == A
    assert WIN not in t.legal(A)


SITUATIONS = (
    ways,
    of_one_suit,
    of_any_suits,
    dealer_draws,
    heavenly_after_it,
    earthly_after_it,
    hidden_until_all_are_in,
)
