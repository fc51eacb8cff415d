"""A `.round` file as a value: its keys, bets and expectations; reading from parsed TOML and writing back as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from dealer_console.game.errors import Unreadable
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.message import Message, Quoted
from dealer_console.game.money import BadAmount, Cents, parse_amount, show
from dealer_console.game.moves import CardDrawn, Move
from dealer_console.game.round_files.notation import write_move
from dealer_console.game.similar_names import did_you_mean
from dealer_console.game.wagers.bets import SIDE_BETS, TOKE_PLACES, Bet

KEYS: Final = ("rules", "table", "bets", "play", "expect", "date", "face_up_before", "version")
VERSION: Final = 1
_PLACE: Final = re.compile(r"[0-9]{1,2}(/[0-9])?")


class BadRoundFile(Unreadable):
    """The file cannot be a round: which key or text, and why."""

    def __init__(self, text: str, message: Message, column: int | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.column = column


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFile:
    """One round as a person can write it down."""

    rules: str
    bets: tuple[str, ...]
    play: tuple[str, ...] = ()
    table: Mapping[str, object] = field(default_factory=dict)
    expect: tuple[str, ...] = ()
    date: date | None = None
    face_up_before: int = 0  # cards found face up earlier in the same shoe (MA 15(b))


def read_round(data: Mapping[str, object]) -> RoundFile:
    """Check the keys and their types; the contents are judged when the round is replayed."""
    for key in data:
        if key not in KEYS:
            raise BadRoundFile(key, Message("unknown-key", key=Quoted(key), hint=did_you_mean(key, KEYS)))
    rules = data.get("rules")
    if not isinstance(rules, str):
        raise BadRoundFile("rules", Message("rules-names-rule-set"))
    table = data.get("table", {})
    if not isinstance(table, dict):
        raise BadRoundFile("table", Message("table-holds-choices"))
    version = data.get("version", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise BadRoundFile("version", Message("version-not-known", version=Quoted(version), known=VERSION))
    return RoundFile(
        rules=rules,
        table=table,
        bets=_texts(data, "bets"),
        play=_texts(data, "play"),
        expect=_texts(data, "expect"),
        date=_date(data.get("date")),
        face_up_before=_count(data, "face_up_before"),
    )


def _texts(data: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadRoundFile(key, Message("key-holds-list-texts", key=Quoted(key)))
    if key == "bets" and not value:
        raise BadRoundFile(key, Message("bets-need-wager"))
    return tuple(value)


def _count(data: Mapping[str, object], key: str) -> int:
    value = data.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadRoundFile(key, Message("key-holds-number", key=Quoted(key)))
    return value


def _date(value: object) -> date | None:
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        if isinstance(value, str):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise BadRoundFile("date", Message("no-date", value=Quoted(value)))


def parse_bet(text: str) -> Bet:
    """`SPOT[/BETTOR] AMOUNT [name=AMOUNT …]`."""
    words = text.split()
    if len(words) < 2:
        raise BadRoundFile(text, Message("write-bet"), 0)
    place, _, bettor = words[0].partition("/")
    if not _PLACE.fullmatch(words[0]):
        raise BadRoundFile(text, Message("no-spot", text=Quoted(words[0])), text.find(words[0]))
    side_bets: dict[str, Cents] = {}
    tokes: dict[str, Cents] = {}
    coupons: dict[str, Cents] = {}
    for word in words[2:]:
        _named_amount(text, word, {"": side_bets, "toke": tokes, "coupon": coupons})
    return Bet(
        spot=Spot(int(place)),
        bettor=Bettor(int(bettor or 1)),
        amount=_amount(text, words[1]),
        side_bets=side_bets,
        tokes=tokes,
        coupons=coupons,
    )


_NAMES: Final = (*SIDE_BETS, *(f"{what}.{place}" for what in ("toke", "coupon") for place in TOKE_PLACES))


def _named_amount(text: str, word: str, named: dict[str, dict[str, Cents]]) -> None:
    name, equals, value = word.partition("=")
    if not equals or name not in _NAMES:
        raise BadRoundFile(
            text, Message("unknown-wager", name=Quoted(name), hint=did_you_mean(name, _NAMES)), text.find(word)
        )
    what, dot, place = name.partition(".")
    into, key = (named[what], place) if dot else (named[""], name)
    if key in into:
        raise BadRoundFile(text, Message("stands-twice", name=Quoted(name)), text.rfind(word))
    into[key] = _amount(text, value)


def _amount(text: str, word: str) -> Cents:
    try:
        return parse_amount(word)
    except BadAmount as error:
        raise BadRoundFile(text, error.message, text.find(word)) from None


# --- writing -------------------------------------------------------------------------------------------------------


def write_bet(bet: Bet) -> str:
    place = str(bet.spot) if bet.bettor == 1 else f"{bet.spot}/{bet.bettor}"
    named = [f"{name}={show(amount)}" for name, amount in bet.side_bets.items()]
    named += [f"toke.{name}={show(amount)}" for name, amount in bet.tokes.items()]
    named += [f"coupon.{name}={show(amount)}" for name, amount in bet.coupons.items()]
    return " ".join([place, show(bet.amount), *named])


def write_play(moves: Iterable[Move]) -> list[str]:
    """Moves as texts; cards that follow one another make one run."""
    lines: list[str] = []
    run: list[str] = []
    for move in moves:
        if isinstance(move, CardDrawn):
            run.append(move.card.text)
            continue
        if run:
            lines.append(" ".join(run))
            run = []
        lines.append(write_move(move))
    if run:
        lines.append(" ".join(run))
    return lines


def write_round(file: RoundFile) -> str:
    """The file as TOML text; reading it gives the same value."""
    lines = [f"rules = {_quote(file.rules)}"]
    if file.table:
        lines.append(f"table = {{ {', '.join(f'{key} = {_toml(value)}' for key, value in file.table.items())} }}")
    if file.date is not None:
        lines.append(f"date = {file.date.isoformat()}")
    if file.face_up_before:
        lines.append(f"face_up_before = {file.face_up_before}")
    lines.append(f"bets = [{', '.join(map(_quote, file.bets))}]")
    for key, texts in (("play", file.play), ("expect", file.expect)):
        if texts or key == "play":
            lines += [f"{key} = [", *(f"    {_quote(text)}," for text in texts), "]"]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in escaped) + '"'


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_quote(str(k))} = {_toml(v)}" for k, v in value.items()) + " }"
    return _quote(str(value))
