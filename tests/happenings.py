"""
Counts what happened in hands of play, for the table that shows what a run of tests has reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

import xuezhan as xz
from xuezhan.play.ledger import Event

#: Every line of the table that a full run must reach, in the order in which it is printed.
KONGS = ("direct", "added", "concealed")
WANTED = (
    *(f"kong: {kind}" for kind in KONGS),
    "rob: one winner",
    "rob: two winners",
    "discard: two winners",
    "discard: three winners",
    *(f"bloom: {kind} kong" for kind in KONGS),
    "bloom: end of a chain",
    "win: kong discard",
    "hand-over: one winner",
    "hand-over: two winners",
    "refund",
    "refund: to a winner",
    "refund: past a handed-over kong",
    "win: heavenly",
    "win: earthly",
    "last tile: self-draw",
    "last tile: discard",
    "win: compelled on the own turn",
    "win: compelled on another's tile",
    "lock: a win refused",
    "lock: a dearer win",
    *(f"pigs: {count}" for count in (1, 2, 3, 4)),
    "ready check",
    "price difference",
    *(
        f"penalty: {kind}, {phase}"
        for kind in ("escape", "false_win", "wrong_count")
        for phase in ("turn", "claim", "rob")
    ),
    "penalty: escape of a winner",
    "penalty: discarder or owner put out",
    "two suits",
    "two players",
    "three players",
    *(f"exchange: next, {players} players" for players in (2, 3, 4)),
    *(f"exchange: previous, {players} players" for players in (2, 3, 4)),
    "exchange: across, 4 players",
    "exchange, then heavenly",
    "void suits declared",
    "penalty: escape before play",
    "pigs: exempt by their discards",
    "pigs: the larger is paid",
    "win: a seat's second",
    "win: a seat's third",
    "rob: of a winner's kong",
    "kong: of a winner",
    "kong: refused, since the waits would change",
    "kong: after a pong",
    "kong: late",
    "pong: of the last discard",
    "lock: by the own discard",
    "hand-over: all kongs",
    "kong discard: refund",
    "kong discard: refund with several winners",
    "hands of 7",
    "hands of 10",
)

_BEFORE_PLAY = ("exchange", "declare")


class Happenings:
    """
    Two hooks: `before` each answer or penalty that is given (it may still be refused), `after` the
    hand. `counts` is the table, `options` how many hands were played with each value of each
    option.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.options: Counter[str] = Counter()
        self.hands = 0
        self.faults: list[str] = []

    def before(self, game: xz.Game, seat: int, what: int | str) -> None:
        if isinstance(what, str):
            self._penalty(game, seat, what)
            return
        pending = game.pending
        legal = pending[seat]
        if len(legal) == 1 and legal[0].kind == "win":
            on = "the own turn" if game.phase == "turn" else "another's tile"
            self.counts[f"win: compelled on {on}"] += 1
        self._kongs_of_variants(game, seat, xz.Action(what))
        if game.phase in ("claim", "rob"):
            tile = game.view(seat).tile
            view = game.view(seat)
            if view.lock and xz.Action(what).kind == "win":
                self.counts["lock: a dearer win"] += 1
            if seat == next(iter(pending)):
                self._refused_by_lock(game, pending, tile)

    def _kongs_of_variants(self, game: xz.Game, seat: int, action: xz.Action) -> None:
        if game.phase == "claim" and action.kind == "pong":
            self.counts["pong: of the last discard"] += game.wall_left == 0
        if game.phase != "turn":
            return
        view = game.view(seat)
        kong = action.kind == "kong"
        self.counts["kong: after a pong"] += kong and view.drawn is None
        pongs = [meld.tile for meld in view.melds[seat] if meld.kind == "pong"]
        if kong and game.rules.late_added_kong_units is not None:
            self.counts["kong: late"] += action.tile in pongs and action.tile != view.drawn
        if view.win_tiles[seat] is None:
            return
        self.counts["kong: of a winner"] += kong
        if game.rules.play_on_kong == "same_waits" and view.drawn is not None:
            slot = xz.TILE_NAMES.index(view.drawn)
            could = view.drawn in pongs or view.hand.counts[slot] == 4
            may = any(other.kind == "kong" for other in game.pending[seat])
            refused = could and not may and game.wall_left > 0
            self.counts["kong: refused, since the waits would change"] += refused

    def _refused_by_lock(
        self, game: xz.Game, pending: dict[int, tuple[xz.Action, ...]], tile: str | None
    ) -> None:
        """Counted once a round, and only where somebody is asked at all."""
        for seat in range(game.players):
            view = game.view(seat)
            if not view.lock or seat == view.actor or not view.active[seat] or tile is None:
                continue
            offered = any(action.kind == "win" for action in pending.get(seat, ()))
            if not offered and tile in view.waits:
                self.counts["lock: a win refused"] += 1

    def _penalty(self, game: xz.Game, seat: int, kind: str) -> None:
        trial = game.copy()
        try:
            trial.penalize(seat, kind)
        except xz.IllegalAction:
            return
        view = game.view(seat)
        if not view.active[seat]:
            self.counts["penalty: escape of a winner"] += 1
            return
        if game.phase in _BEFORE_PLAY:
            self.counts["penalty: escape before play"] += 1
            return
        self.counts[f"penalty: {kind}, {game.phase}"] += 1
        if kind != "escape" and game.phase != "turn" and seat == view.actor:
            self.counts["penalty: discarder or owner put out"] += 1

    def after(self, game: xz.Game) -> None:
        """The hand is over, or as far as it goes."""
        self.hands += 1
        self._options(game.rules)
        events = game.events
        for event in events:
            self._event(event)
        for _, step in groupby(events, key=lambda event: event.step):
            self._step(list(step))
        self._chains(events)
        self._ledger(game.ledger)
        self._variants(game, events)
        if any(event.kind == "exhausted" for event in events):
            view = game.view(0)
            suits = [
                game.hand(seat).suits if view.active[seat] and view.win_tiles[seat] is None else ""
                for seat in range(game.players)
            ]
            voids = {event.seat: event.detail or "" for event in events if event.kind == "void"}
            if not voids:
                pigs = sum(len(held) == 3 for held in suits)
            else:
                holders = [seat for seat, void in voids.items() if void in suits[seat or 0]]
                exempt = self._exempt(game, events, voids, holders)
                self.counts["pigs: exempt by their discards"] += exempt
                pigs = len(holders) - exempt
            if pigs:
                self.counts[f"pigs: {pigs}"] += 1

    @staticmethod
    def _exempt(
        game: xz.Game,
        events: Iterable[Event],
        voids: dict[int | None, str],
        holders: list[int | None],
    ) -> int:
        if game.rules.pig_exempt != "all_discards_void":
            return 0
        other = {
            event.seat
            for event in events
            if event.kind == "discard" and (event.tile or "")[1:] != voids[event.seat]
        }
        return sum(seat not in other for seat in holders)

    def _variants(self, game: xz.Game, events: tuple[Event, ...]) -> None:
        players = game.players
        gifts = [event for event in events if event.kind == "give"]
        if gifts:
            step = ((gifts[0].other or 0) - (gifts[0].seat or 0)) % players
            exchange = game.rules.exchange
            way = {1: "next", 2: "across"}.get(step, "previous")
            if exchange in ("next", "previous"):
                way = exchange
            elif players == 3 and step == 2:
                way = "previous"
            self.counts[f"exchange: {way}, {players} players"] += 1
            heavenly = any("heavenly" in event.how for event in events)
            self.counts["exchange, then heavenly"] += heavenly
        self.counts["void suits declared"] += any(event.kind == "void" for event in events)
        if game.rules.hand_size != 13:
            self.counts[f"hands of {game.rules.hand_size}"] += 1
        wins: Counter[int | None] = Counter()
        discarder: int | None = None
        for event in events:
            if event.kind == "win":
                wins[event.seat] += 1
                number = {2: "second", 3: "third"}.get(wins[event.seat])
                if number:
                    self.counts[f"win: a seat's {number}"] += 1
                if event.detail == "rob" and wins[event.other]:
                    self.counts["rob: of a winner's kong"] += 1
            elif event.kind == "discard":
                discarder = event.seat
            elif event.kind == "lock" and event.seat == discarder:
                self.counts["lock: by the own discard"] += 1
        standard = max((p.amount for p in game.ledger if p.kind == "pig"), default=0)
        if game.rules.pig_pays_ready == "larger":
            self.counts["pigs: the larger is paid"] += any(
                p.kind == "pig" and p.amount != standard for p in game.ledger
            )

    def _event(self, event: Event) -> None:
        if event.kind == "kong":
            self.counts[f"kong: {event.detail}"] += 1
        if event.kind != "win":
            return
        for mark in event.how:
            if mark.startswith("bloom_"):
                self.counts[f"bloom: {mark[6:]} kong"] += 1
        for mark in ("kong_discard", "heavenly", "earthly"):
            if mark in event.how:
                self.counts[f"win: {mark.replace('_', ' ')}"] += 1
        if "last_tile" in event.how:
            self.counts[
                "last tile: self-draw" if event.detail == "self_draw" else "last tile: discard"
            ] += 1

    def _step(self, events: list[Event]) -> None:
        numbers = {1: "one winner", 2: "two winners", 3: "three winners"}
        for kind in ("rob", "discard"):
            winners = sum(event.kind == "win" and event.detail == kind for event in events)
            if winners and (kind, winners) != ("discard", 1):
                self.counts[f"{kind}: {numbers[winners]}"] += 1
        transfers = sum(
            event.kind == "payment" and event.detail == "kong_transfer" for event in events
        )
        kongs = {
            (event.other, str(event.meld))
            for event in events
            if event.kind == "payment" and event.detail == "kong_transfer"
        }
        payees = len({payee for payee, _ in kongs})
        if transfers:
            self.counts[f"hand-over: {numbers[payees]}"] += 1
            self.counts["hand-over: all kongs"] += transfers > payees
        if any(event.kind == "payment" and event.detail == "kong_refund" for event in events):
            self.counts["kong discard: refund"] += 1
            several = sum(event.kind == "win" for event in events) > 1
            self.counts["kong discard: refund with several winners"] += several

    def _chains(self, events: Iterable[Event]) -> None:
        """A chain: kongs of one turn, one after another."""
        chain = 0
        for event in events:
            if event.kind == "kong":
                chain += 1
            elif (
                event.kind == "win"
                and chain > 1
                and any(mark.startswith("bloom_") for mark in event.how)
            ):
                self.counts["bloom: end of a chain"] += 1
            elif event.kind in ("discard", "pong") or (
                event.kind == "draw" and event.detail == "draw"
            ):
                chain = 0

    def _ledger(self, ledger: xz.Ledger) -> None:
        won: set[int] = set()
        handed_over: set[tuple[int, str]] = set()
        refunds: dict[int, int] = {}
        for payment in ledger:
            if payment.kind.startswith("win_"):
                won.add(payment.payee)
            elif payment.kind == "kong_transfer":
                handed_over.add((payment.payer, str(payment.meld)))
            elif payment.kind == "refund":
                refunds[payment.payer] = payment.step
                assert (payment.payer, str(payment.meld)) not in handed_over, (
                    "a handed-over kong was refunded"
                )
                self.counts["refund"] += 1
                self.counts["refund: to a winner"] += payment.payee in won
            elif payment.kind in ("ready", "difference"):
                self.counts["ready check" if payment.kind == "ready" else "price difference"] += 1
        self.counts["refund: past a handed-over kong"] += sum(
            seat in refunds for seat, _ in handed_over
        )

    def _options(self, rules: xz.Rules) -> None:
        self.counts["two suits"] += len(rules.suits) == 2
        self.counts["two players"] += rules.players == 2
        self.counts["three players"] += rules.players == 3
        for name, option in xz.OPTIONS.items():
            value = getattr(rules, name)
            if option.kind == "patterns":
                for pattern, fan in value.items():
                    self.options[f"patterns.{pattern} = {'null' if fan is None else 'a fan'}"] += 1
            elif option.kind == "integer" and name not in ("players", "fan_origin", "wins_to_end"):
                self.options[
                    f"{name} = {'null' if value is None else '0' if value == 0 else 'more'}"
                ] += 1
            else:
                self.options[f"{name} = {value}"] += 1

    def add(self, other: Happenings) -> None:
        self.counts += other.counts
        self.options += other.options
        self.hands += other.hands
        self.faults += other.faults

    def missing(self, least: int) -> list[str]:
        """What was reached fewer than `least` times."""
        rare = [name for name in WANTED if self.counts[name] < least]
        return rare + [name for name in every_option_value() if self.options[name] < least]

    def table(self) -> str:
        lines = [f"{self.hands:>10}  hands"]
        lines += [f"{self.counts[name]:>10}  {name}" for name in WANTED]
        lines += [
            f"{self.counts[name]:>10}  {name}" for name in sorted(self.counts) if name not in WANTED
        ]
        return "\n".join(lines)

    def option_table(self) -> str:
        return "\n".join(f"{self.options[name]:>10}  {name}" for name in every_option_value())


def every_option_value() -> list[str]:
    """
    Each value of each option as `Happenings.options` names it; wide ranges as null, 0 and more.
    """
    names: list[str] = []
    for name, option in xz.OPTIONS.items():
        if option.kind == "patterns":
            for pattern in xz.PATTERNS:
                names.append(f"patterns.{pattern} = a fan")
                if pattern not in ("plain", "seven_pairs"):
                    names.append(f"patterns.{pattern} = null")
        elif option.kind == "suits":
            names += [f"{name} = {suits}" for suits in ("mps", "mp", "ms", "ps")]
        elif option.kind == "bool":
            names += [f"{name} = False", f"{name} = True"]
        elif option.choices:
            names += [f"{name} = {choice}" for choice in option.choices]
        elif name in ("players", "fan_origin", "wins_to_end"):
            names += [f"{name} = None"] * option.nullable
            names += [f"{name} = {number}" for number in range(option.low, option.high + 1)]
        else:
            names += [f"{name} = null"] * option.nullable
            names += [f"{name} = 0"] * (option.low == 0) + [f"{name} = more"]
    return names
