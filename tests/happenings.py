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
)


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
        if game.phase != "turn":
            tile = game.view(seat).tile
            view = game.view(seat)
            if view.lock and xz.Action(what).kind == "win":
                self.counts["lock: a dearer win"] += 1
            if seat == next(iter(pending)):
                self._refused_by_lock(game, pending, tile)

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
        if any(event.kind == "exhausted" for event in events):
            active = game.view(0).active
            pigs = sum(
                active[seat] and len(game.hand(seat).suits) == 3 for seat in range(game.players)
            )
            if pigs:
                self.counts[f"pigs: {pigs}"] += 1

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
        if transfers:
            self.counts[f"hand-over: {numbers[transfers]}"] += 1

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
