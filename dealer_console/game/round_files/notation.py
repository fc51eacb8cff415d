"""Moves as text, the lines of a `.round` file: reading, with the place of every fault, and writing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import BY_TEXT, Card, UnknownCard, card
from dealer_console.game.errors import Unreadable
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.message import Message, Quoted
from dealer_console.game.money import BadAmount, Cents, parse_amount, show
from dealer_console.game.similar_names import did_you_mean

_HAND: Final = re.compile(r"([0-9][ab][0-9]?)(?:/([0-9]))?")
_SPOT: Final = re.compile(r"[0-9]{1,2}")
_TOKEN: Final = re.compile(r"\S+")


class BadNotation(Unreadable):
    """A text that is no move; `column` (from 0) is where the fault lies in it."""

    def __init__(self, message: Message, column: int = 0) -> None:
        super().__init__(message)
        self.column = column


class _Words:
    """The words of one text, with the place of each."""

    __slots__ = ("text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()

    def column(self, number: int) -> int:
        places = [match.start() for match in _TOKEN.finditer(self.text)]
        return places[number] if number < len(places) else len(self.text)

    def wrong(self, number: int, message: Message) -> BadNotation:
        return BadNotation(message, self.column(number))

    def only(self, count: int) -> None:
        if len(self.words) > count:
            raise self.wrong(count, Message("nothing-more-expected-after", text=Quoted(" ".join(self.words[:count]))))
        if len(self.words) < count:
            raise self.wrong(count, Message("not-complete", text=Quoted(self.text)))

    def card(self, number: int) -> Card:
        try:
            return card(self.words[number])
        except UnknownCard as error:
            raise self.wrong(number, error.message) from None

    def amount(self, number: int, text: str) -> Cents:
        try:
            return parse_amount(text)
        except BadAmount as error:
            raise self.wrong(number, error.message) from None

    def by(self, number: int) -> str | None:
        """`by NAME` from this word on, or nothing."""
        if number >= len(self.words):
            return None
        if self.words[number] != "by" or number + 1 >= len(self.words):
            raise self.wrong(number, Message("write-by-name"))
        return " ".join(self.words[number + 1 :])


def parse_moves(text: str) -> list[moves.Move]:
    """One string of `play`: a run of cards, or one move."""
    words = _Words(text)
    if not words.words:
        raise BadNotation(Message("empty-text-no-move"))
    first = words.words[0]
    drawn = BY_TEXT.get(first)
    if drawn is not None:
        try:
            return [moves.DRAWN[BY_TEXT[word]] for word in words.words]
        except KeyError:
            return [moves.DRAWN[words.card(number)] for number in range(len(words.words))]
    starter = _STARTERS.get(first)
    if starter is not None:
        return [starter(words)]
    hand = _HAND.fullmatch(first)
    if hand is not None:
        return [_hand_move(words, HandId(hand.group(1)), int(hand.group(2) or 1))]
    if _SPOT.fullmatch(first):
        return [_spot_move(words, Spot(int(first)))]
    known = (*_STARTERS, "1a hit", "1 switch", "Th")
    raise BadNotation(Message("no-move", first=Quoted(first), hint=did_you_mean(first, known)), words.column(0))


def parse_move(text: str) -> moves.Move:
    """Exactly one move."""
    parsed = parse_moves(text)
    if len(parsed) != 1:
        raise BadNotation(Message("holds-moves-not-one", text=Quoted(text), count=len(parsed)))
    return parsed[0]


def _burn(words: _Words) -> moves.Move:
    words.only(2)
    return moves.CardBurned(card=words.card(1))


def _insurance(words: _Words) -> moves.Move:
    words.only(2)
    if words.words[1] != "closed":
        raise words.wrong(1, Message("write-insurance-closed"))
    return moves.InsuranceClosed()


def _peek(words: _Words) -> moves.Move:
    words.only(2)
    if words.words[1] not in ("clear", "blackjack"):
        raise words.wrong(
            1, Message("check-clear-or-blackjack", hint=did_you_mean(words.words[1], ("clear", "blackjack")))
        )
    return moves.HoleCardChecked(blackjack=words.words[1] == "blackjack")


def _reveal(words: _Words) -> moves.Move:
    words.only(2)
    return moves.HoleCardShown(card=words.card(1))


def _void(words: _Words) -> moves.Move:
    return moves.RoundVoided(by=words.by(1) or "")


def _irregularity(words: _Words) -> moves.Move:
    if len(words.words) < 2:
        raise words.wrong(1, Message("name-irregularity"))
    code = words.words[1]
    if code not in CATALOGUE:
        raise words.wrong(1, Message("unknown-irregularity", code=Quoted(code), hint=did_you_mean(code, CATALOGUE)))
    number, hand, face = 2, None, None
    if number < len(words.words) and _HAND.fullmatch(words.words[number]):
        hand = HandId(words.words[number])
        number += 1
    if number < len(words.words):
        face = words.card(number)
        number += 1
    words.only(number)
    return moves.IrregularityCalled(code=code, hand=hand, card=face)


def _resolve(words: _Words) -> moves.Move:
    if len(words.words) < 2:
        raise words.wrong(1, Message("name-choice"))
    choice = words.words[1]
    known = {choice for row in CATALOGUE.values() for choice in row.choices}
    if choice not in known:
        raise words.wrong(1, Message("unknown-choice", choice=Quoted(choice), hint=did_you_mean(choice, known)))
    return moves.Ruled(choice=choice, by=words.by(2))


_STARTERS: Final[dict[str, Callable[[_Words], moves.Move]]] = {
    "burn": _burn,
    "insurance": _insurance,
    "peek": _peek,
    "reveal": _reveal,
    "void": _void,
    "irregularity": _irregularity,
    "resolve": _resolve,
}
_HAND_VERBS: Final = (
    "insure",
    "even-money",
    "stand",
    "hit",
    "surrender",
    "double",
    "split",
    "turn",
    "free-double",
    "free-split",
    "accept",
    "refuse",
)
_SPOT_VERBS: Final = ("switch", "keep", "unswitch", "out", "play")
_PLAIN: Final[dict[str, type]] = {
    "even-money": moves.EvenMoneyTaken,
    "stand": moves.Stood,
    "hit": moves.HitAsked,
    "surrender": moves.Surrendered,
    "free-double": moves.DoubledFree,
    "free-split": moves.SplitFree,
}


def _hand_move(words: _Words, hand: HandId, bettor: int) -> moves.Move:
    if len(words.words) < 2:
        raise words.wrong(1, Message("say-what-does", hand=hand, verbs=tuple(_HAND_VERBS)))
    verb = words.words[1]
    if verb not in _HAND_VERBS:
        raise words.wrong(1, Message("unknown-move", verb=Quoted(verb), hint=did_you_mean(verb, _HAND_VERBS)))
    if bettor != 1 and verb not in ("insure", "double", "split"):
        raise words.wrong(0, Message("caller-alone-decides", verb=verb, hand=hand))
    plain = _PLAIN.get(verb)
    if plain is not None:
        words.only(2)
        move: moves.Move = plain(hand=hand)
        return move
    if verb == "turn":
        words.only(3)
        return moves.DoubleCardTurned(hand=hand, card=words.card(2))
    if verb == "accept":
        return moves.ExposedCardTaken(hand=hand, by=words.by(2))
    if verb == "refuse":
        return moves.ExposedCardRefused(hand=hand, by=words.by(2))
    if verb == "insure":
        words.only(3)
        return moves.Insured(hand=hand, amount=words.amount(2, words.words[2]), bettor=Bettor(bettor))
    return _added_wager(words, hand, Bettor(bettor), verb)


def _added_wager(words: _Words, hand: HandId, bettor: Bettor, verb: str) -> moves.Move:
    amount, toke, number = None, None, 2
    if verb == "double" and number < len(words.words) and "=" not in words.words[number]:
        amount = words.amount(number, words.words[number])
        number += 1
    if number < len(words.words):
        name, _, value = words.words[number].partition("=")
        if name != "toke" or not value:
            raise words.wrong(number, Message("only-toke-may-follow", verb=verb))
        toke = words.amount(number, value)
        number += 1
    words.only(number)
    if verb == "split":
        return moves.HandSplit(hand=hand, bettor=bettor, toke=toke)
    return moves.Doubled(hand=hand, amount=amount, bettor=bettor, toke=toke)


def _spot_move(words: _Words, spot: Spot) -> moves.Move:
    if len(words.words) < 2:
        raise words.wrong(1, Message("say-what-spot-does", spot=spot, verbs=tuple(_SPOT_VERBS)))
    verb = words.words[1]
    if verb == "out":
        return moves.SpotLeft(spot=spot, by=words.by(2))
    if verb == "play":
        return moves.SpotPlaysOn(spot=spot, by=words.by(2))
    kinds: dict[str, type] = {"switch": moves.Switched, "keep": moves.SwitchDeclined, "unswitch": moves.SwitchTakenBack}
    if verb not in kinds:
        raise words.wrong(1, Message("unknown-move", verb=Quoted(verb), hint=did_you_mean(verb, _SPOT_VERBS)))
    words.only(2)
    move: moves.Move = kinds[verb](spot=spot)
    return move


# --- writing -------------------------------------------------------------------------------------------------------


def _by(name: str | None) -> str:
    return f" by {name}" if name else ""


def _toke(amount: Cents | None) -> str:
    return f" toke={show(amount)}" if amount is not None else ""


def _place(hand: HandId, bettor: Bettor) -> str:
    return hand if bettor == moves.CALLER else f"{hand}/{bettor}"


def _plain_writer(verb: str) -> Callable[..., str]:
    return lambda m: f"{m.hand} {verb}"


def _called(move: moves.IrregularityCalled) -> str:
    return " ".join(
        ["irregularity", move.code, *([move.hand] if move.hand else []), *([move.card.text] if move.card else [])]
    )


_WRITERS: Final[dict[type, Callable[..., str]]] = {
    moves.CardDrawn: lambda m: m.card.text,
    moves.CardBurned: lambda m: f"burn {m.card.text}",
    moves.Insured: lambda m: f"{_place(m.hand, m.bettor)} insure {show(m.amount)}",
    moves.InsuranceClosed: lambda _: "insurance closed",
    moves.HoleCardChecked: lambda m: "peek blackjack" if m.blackjack else "peek clear",
    moves.Switched: lambda m: f"{m.spot} switch",
    moves.SwitchDeclined: lambda m: f"{m.spot} keep",
    moves.SwitchTakenBack: lambda m: f"{m.spot} unswitch",
    moves.Doubled: lambda m: (
        f"{_place(m.hand, m.bettor)} double{'' if m.amount is None else ' ' + show(m.amount)}{_toke(m.toke)}"
    ),
    moves.HandSplit: lambda m: f"{_place(m.hand, m.bettor)} split{_toke(m.toke)}",
    moves.DoubleCardTurned: lambda m: f"{m.hand} turn {m.card.text}",
    moves.HoleCardShown: lambda m: f"reveal {m.card.text}",
    moves.IrregularityCalled: _called,
    moves.Ruled: lambda m: f"resolve {m.choice}{_by(m.by)}",
    moves.ExposedCardTaken: lambda m: f"{m.hand} accept{_by(m.by)}",
    moves.ExposedCardRefused: lambda m: f"{m.hand} refuse{_by(m.by)}",
    moves.SpotLeft: lambda m: f"{m.spot} out{_by(m.by)}",
    moves.SpotPlaysOn: lambda m: f"{m.spot} play{_by(m.by)}",
    moves.RoundVoided: lambda m: f"void by {m.by}",
    **{kind: _plain_writer(verb) for verb, kind in _PLAIN.items()},
}


def write_move(move: moves.Move) -> str:
    """The text of a move; `parse_move` reads it back."""
    return _WRITERS[type(move)](move)
