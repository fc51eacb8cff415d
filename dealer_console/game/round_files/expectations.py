"""The `expect` lines of a `.round` file: what a test says the settlement must be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_console.game.message import Amount, Message, Quoted
from dealer_console.game.money import BadAmount, parse_amount
from dealer_console.game.round_files.notation import BadNotation
from dealer_console.game.round_files.report import house_net, nets
from dealer_console.game.similar_names import did_you_mean
from dealer_console.game.state import Round, Settlement

OUTCOMES: Final = ("win", "lose", "push", "surrender", "returned")
WAGERS: Final = (
    "main",
    "double",
    "split",
    "free-double",
    "free-split",
    "insurance",
    "match",
    "trilux",
    "bounty",
    "free-bet",
    "toke.main",
    "toke.match",
    "toke.trilux",
    "toke.bounty",
)
_PLACE: Final = re.compile(r"([0-9])(?:/([0-9]))?")
_HAND: Final = re.compile(r"([0-9])[ab][0-9]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """One line. `amount` is what is paid or taken, the stake for push and returned; None: not compared."""

    text: str
    kind: str  # settlement, net, house, refused, order
    spot: int | None = None
    bettor: int = 1
    hand: str | None = None
    wager: str | None = None
    outcome: str | None = None
    amount: int | None = None
    move: int | None = None
    clause: str | None = None

    def is_refusal_of(self, move: int, rule: str | None) -> bool:
        return self.kind == "refused" and self.move == move and lies_in(rule, self.clause)

    def difference(self, round_: Round | None, fault: tuple[int, str | None, Message] | None) -> Message | None:
        """How the replayed round differs from this line, or None."""
        if self.kind == "refused":
            if fault is None:
                return Message("expected-refusal-of-nothing", text=Quoted(self.text))
            if self.is_refusal_of(fault[0], fault[1]):
                return None
            return Message(
                "expected-other-refusal",
                text=Quoted(self.text),
                move=fault[0],
                clause=str(fault[1]),
                reason=fault[2],
            )
        if round_ is None:
            return Message("expected-no-round", text=Quoted(self.text))
        if self.kind == "order":
            return None  # said of the lines after it: `out_of_order`
        if self.kind == "house":
            return self._compare_sum(house_net(round_))
        if self.kind == "net":
            return self._compare_sum(nets(round_).get(f"{self.spot}/{self.bettor}"))
        return self._compare_settlement(round_)

    def _compare_sum(self, cents: int | None) -> Message | None:
        if cents == self.amount:
            return None
        outcome = Amount(cents) if cents is not None else Message("expected-not-there")
        return Message("expected-other", text=Quoted(self.text), outcome=outcome)

    def _compare_settlement(self, round_: Round) -> Message | None:
        if any(self.fits(settlement) for settlement in round_.settlements):
            return None
        named = [settlement for settlement in round_.settlements if self._names(settlement)]
        settled = tuple(
            Message("expected-outcome", outcome=settlement.outcome, amount=Amount(_amount_of(settlement)))
            for settlement in named
        )
        return Message("expected-other", text=Quoted(self.text), outcome=settled or Message("expected-not-settled"))

    def fits(self, settlement: Settlement) -> bool:
        """Is this the settlement that the line expects?"""
        same = self._names(settlement) and settlement.outcome == self.outcome
        return same and self.amount in (None, _amount_of(settlement))

    def _names(self, settlement: Settlement) -> bool:
        return (
            settlement.wager == self.wager
            and settlement.spot == self.spot
            and settlement.bettor == self.bettor
            and settlement.hand == self.hand
        )


def out_of_order(expected: Sequence[Expectation], round_: Round) -> Iterator[Message]:
    """The settlements named after the line "in order" that do not come in this order."""
    kinds = [line.kind for line in expected]
    if "order" not in kinds:
        return
    at = 0
    for line in expected[kinds.index("order") :]:
        if line.kind != "settlement":
            continue
        later = [place for place, settlement in enumerate(round_.settlements) if place >= at and line.fits(settlement)]
        if not later:
            yield Message("expected-order", text=Quoted(line.text))
            return
        at = later[0] + 1


def lies_in(rule: str | None, clause: str | None) -> bool:
    """Is the refusal's clause the one expected, or a paragraph inside it?"""
    if clause is None or rule == clause:
        return True
    return rule is not None and rule.startswith(clause) and not rule[len(clause)].isalnum()


def _amount_of(settlement: Settlement) -> int:
    if settlement.outcome == "win":
        return settlement.pays
    return settlement.takes if settlement.outcome in ("lose", "surrender") else settlement.stake


def is_valid(text: str) -> bool:
    try:
        parse(text)
    except BadNotation:
        return False
    return True


def parse(text: str) -> Expectation:
    words = text.split()
    if not words:
        raise BadNotation(Message("empty-expectation"))
    if words == ["in", "order"]:
        return Expectation(text=text, kind="order")
    if words[0] == "refused":
        return _refused(text, words)
    if words[0] == "house":
        return Expectation(text=text, kind="house", amount=_signed(text, words, 1))
    if words[0] == "net":
        if len(words) != 3 or not (place := _PLACE.fullmatch(words[1])):
            raise BadNotation(Message("write-net"), 4)
        return Expectation(
            text=text, kind="net", spot=int(place[1]), bettor=int(place[2] or 1), amount=_signed(text, words, 2)
        )
    return _settlement(text, words)


def _refused(text: str, words: list[str]) -> Expectation:
    if len(words) < 2 or not (words[1].isascii() and words[1].isdecimal()):
        raise BadNotation(Message("write-refused"), 8)
    return Expectation(text=text, kind="refused", move=int(words[1]), clause=" ".join(words[2:]) or None)


def _signed(text: str, words: list[str], place: int) -> int:
    if len(words) <= place:
        raise BadNotation(Message("amount-missing"), len(text))
    if len(words) > place + 1:
        raise BadNotation(Message("nothing-more-expected-after-amount"), text.find(words[place + 1]))
    word = words[place]
    try:
        amount = parse_amount(word[1:] if word[0] in "+-" else word)
    except BadAmount as error:
        raise BadNotation(error.message, text.find(word)) from None
    return -amount if word.startswith("-") else amount


def _settlement(text: str, words: list[str]) -> Expectation:
    spot: int | None = None
    bettor = 1
    hand: str | None = None
    at = 0
    if place := _PLACE.fullmatch(words[at]):
        spot, bettor = int(place[1]), int(place[2] or 1)
        at += 1
    if at < len(words) and (named := _HAND.fullmatch(words[at])):
        if spot is not None and spot != int(named[1]):
            raise BadNotation(Message("no-hand-spot", hand=words[at], spot=spot), text.find(words[at]))
        spot, hand = int(named[1]), words[at]
        at += 1
    rest = words[at:]
    if spot is None or len(rest) not in (2, 3):
        raise BadNotation(Message("no-expectation", text=Quoted(text)))
    if rest[0] not in WAGERS:
        raise BadNotation(
            Message("unknown-wager", name=Quoted(rest[0]), hint=did_you_mean(rest[0], WAGERS)), text.find(rest[0])
        )
    if rest[1] not in OUTCOMES:
        raise BadNotation(
            Message("unknown-outcome", name=Quoted(rest[1]), hint=did_you_mean(rest[1], OUTCOMES)), text.find(rest[1])
        )
    amount = _signed(text, rest, 2) if len(rest) == 3 else None
    return Expectation(
        text=text, kind="settlement", spot=spot, bettor=bettor, hand=hand, wager=rest[0], outcome=rest[1], amount=amount
    )
