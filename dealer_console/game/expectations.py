"""The `expect` lines of a `.round` file: what a test says the settlement must be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dealer_console.game.money import BadAmount, parse_amount, show
from dealer_console.game.notation import BadNotation
from dealer_console.game.report import house_net, nets
from dealer_console.game.state import Round, Settlement
from dealer_console.game.suggestions import did_you_mean

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

    def difference(self, round_: Round | None, fault: tuple[int, str | None, str] | None) -> str | None:
        """How the replayed round differs from this line, or None."""
        if self.kind == "refused":
            if fault is None:
                return f"{self.text!r}: nothing was refused"
            if self.is_refusal_of(fault[0], fault[1]):
                return None
            return f"{self.text!r}: move {fault[0]} was refused by {fault[1]}: {fault[2]}"
        if round_ is None:
            return f"{self.text!r}: there is no round"
        if self.kind == "order":
            return None  # said of the lines after it: `out_of_order`
        if self.kind == "house":
            return self._compare_sum(house_net(round_))
        if self.kind == "net":
            return self._compare_sum(nets(round_).get(f"{self.spot}/{self.bettor}"))
        return self._compare_settlement(round_)

    def _compare_sum(self, found: int | None) -> str | None:
        if found == self.amount:
            return None
        return f"{self.text!r}: it is {show(found) if found is not None else 'not there'}"

    def _compare_settlement(self, round_: Round) -> str | None:
        if any(self.fits(settlement) for settlement in round_.settlements):
            return None
        named = [settlement for settlement in round_.settlements if self._names(settlement)]
        outcomes = ", ".join(f"{each.outcome} {show(_amount_of(each))}" for each in named) or "not settled"
        return f"{self.text!r}: it is {outcomes}"

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


def out_of_order(wanted: Sequence[Expectation], round_: Round) -> Iterator[str]:
    """The settlements named after the line "in order" that do not come in this order."""
    kinds = [line.kind for line in wanted]
    if "order" not in kinds:
        return
    at = 0
    for line in wanted[kinds.index("order") :]:
        if line.kind != "settlement":
            continue
        later = [place for place, each in enumerate(round_.settlements) if place >= at and line.fits(each)]
        if not later:
            yield f"{line.text!r}: it is settled before the lines above it"
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
        raise BadNotation("an empty expectation")
    if words == ["in", "order"]:
        return Expectation(text=text, kind="order")
    if words[0] == "refused":
        return _refused(text, words)
    if words[0] == "house":
        return Expectation(text=text, kind="house", amount=_signed(text, words, 1))
    if words[0] == "net":
        if len(words) != 3 or not (place := _PLACE.fullmatch(words[1])):
            raise BadNotation("write 'net SPOT[/BETTOR] AMOUNT'", 4)
        return Expectation(
            text=text, kind="net", spot=int(place[1]), bettor=int(place[2] or 1), amount=_signed(text, words, 2)
        )
    return _settlement(text, words)


def _refused(text: str, words: list[str]) -> Expectation:
    if len(words) < 2 or not (words[1].isascii() and words[1].isdecimal()):
        raise BadNotation("write 'refused MOVE CLAUSE'", 8)
    return Expectation(text=text, kind="refused", move=int(words[1]), clause=" ".join(words[2:]) or None)


def _signed(text: str, words: list[str], place: int) -> int:
    if len(words) <= place:
        raise BadNotation("an amount is missing", len(text))
    if len(words) > place + 1:
        raise BadNotation("nothing more is expected after the amount", text.find(words[place + 1]))
    word = words[place]
    try:
        amount = parse_amount(word[1:] if word[0] in "+-" else word)
    except BadAmount as error:
        raise BadNotation(str(error), text.find(word)) from None
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
            raise BadNotation(f"{words[at]} is no hand of spot {spot}", text.find(words[at]))
        spot, hand = int(named[1]), words[at]
        at += 1
    rest = words[at:]
    if spot is None or len(rest) not in (2, 3):
        raise BadNotation(
            f"{text!r} is no expectation: write '1a main win 25', 'net 1 -5', 'house 5', "
            "'refused 4 CLAUSE' or 'in order'"
        )
    if rest[0] not in WAGERS:
        raise BadNotation(f"unknown wager {rest[0]!r}{did_you_mean(rest[0], WAGERS)}", text.find(rest[0]))
    if rest[1] not in OUTCOMES:
        raise BadNotation(f"unknown outcome {rest[1]!r}{did_you_mean(rest[1], OUTCOMES)}", text.find(rest[1]))
    amount = _signed(text, rest, 2) if len(rest) == 3 else None
    return Expectation(
        text=text, kind="settlement", spot=spot, bettor=bettor, hand=hand, wager=rest[0], outcome=rest[1], amount=amount
    )
