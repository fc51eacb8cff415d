"""The kinds of entries: their names, versions and fields, in one table.

The names are ours and stay for ever; they are no paths of the program. When the meaning of a field changes, the kind
gets a new version beside the old one; old versions are never taken out, because old journals must always replay.

Kinds that a replay rests on (rounds, moves, settlements, configuration, shoe) have exactly the fields listed. The
others may carry further fields beside the listed ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal.errors import BadDraft

Check = Callable[[object], bool]


def text(value: object) -> bool:
    return isinstance(value, str)


def some_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def ordinal(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def truth(value: object) -> bool:
    return isinstance(value, bool)


def texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def members(value: object) -> bool:
    return isinstance(value, dict)


def or_nothing(check: Check) -> Check:
    return lambda value: value is None or check(value)


def one_of(*words: str) -> Check:
    known = frozenset(words)
    return lambda value: isinstance(value, str) and value in known


def hexadecimal(digits: int) -> Check:
    pattern = re.compile(f"[0-9a-f]{{{digits}}}")
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_MONEY: Final = re.compile(r"-?\d{1,15}\.\d\d")


def money(value: object) -> bool:
    """Dollars with two decimals, as `money.show` writes them."""
    return isinstance(value, str) and _MONEY.fullmatch(value) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind in one version."""

    says: str
    must: Mapping[str, Check] = field(default_factory=dict)
    may: Mapping[str, Check] = field(default_factory=dict)
    more: bool = False  # further fields may stand beside these

    def why_not(self, data: Mapping[str, object]) -> str | None:
        """None, or what is wrong with the fields."""
        for name, check in self.must.items():
            if name not in data:
                return f"the field {name!r} is missing"
            if not check(data[name]):
                return f"the field {name!r} cannot be {data[name]!r}"
        if len(data) == len(self.must):
            return None
        for name, value in data.items():
            if name in self.must:
                continue
            optional = self.may.get(name)
            if optional is None and not self.more:
                return f"unknown field {name!r}{did_you_mean(name, (*self.must, *self.may))}"
            if optional is not None and not optional(value):
                return f"the field {name!r} cannot be {value!r}"
        return None


_SETTLED: Final[dict[str, Check]] = {
    "spot": ordinal,
    "bettor": ordinal,
    "hand": or_nothing(some_text),
    "wager": some_text,
    "stake": money,
    "outcome": one_of("win", "lose", "push", "surrender", "returned"),
    "pays": money,
    "takes": money,
    "rule": some_text,
}

_MONEY_MOVES: Final = ("buy-in", "fill", "credit", "toke", "count", "opener", "closer", "drop", "color-up", "other")

KINDS: Final[Mapping[tuple[str, int], Kind]] = MappingProxyType(
    {
        ("genesis", 1): Kind(
            says="The journal begins: its identity, its table, the software and the key that signs its checkpoints",
            must={"log": hexadecimal(32), "table": some_text, "software": some_text, "public_key": hexadecimal(64)},
        ),
        ("software", 1): Kind(says="The program that writes from here on", must={"version": some_text}, more=True),
        ("configuration", 1): Kind(
            says="The rule set and the choices of the table from here on, with the hashes of their contents",
            must={
                "rules": some_text,
                "rules_hash": hexadecimal(64),
                "choices": members,
                "choices_hash": hexadecimal(64),
                "date": or_nothing(some_text),
            },
            may={"rules_text": text, "table": some_text},
        ),
        ("shoe", 1): Kind(
            says="A shoe with this many decks, all cards in it: a new one, or the same one shuffled",
            must={"decks": ordinal, "change": one_of("new", "shuffled")},
            may={"color": text, "why": text},
        ),
        ("shuffle", 1): Kind(
            says="A step of a shuffle: begun, counted, cut, taken", must={"step": some_text}, more=True
        ),
        ("burn", 1): Kind(says="A card left the shoe between two rounds", must={"card": some_text}, may={"why": text}),
        ("wagers", 1): Kind(
            says="The wagers as they lie before the first card, in the words of the notation", must={"bets": texts}
        ),
        ("round-opened", 1): Kind(
            says="No more bets: the wagers of a round, in the words of the notation",
            must={"round": ordinal, "bets": texts},
        ),
        ("move", 1): Kind(says="A move of the round, in the words of the notation", must={"move": some_text}),
        ("settlement", 1): Kind(says="A wager is decided", must=_SETTLED),
        ("settlement-withdrawn", 1): Kind(says="A ruling or an undo takes a decision back", must=_SETTLED),
        ("undo", 1): Kind(says="The last standing move is taken back", must={"undoes": ordinal, "why": text}),
        ("card-corrected", 1): Kind(
            says="A card of the running round was misread: the move of that entry, as it should have been",
            must={"corrects": ordinal, "move": some_text},
            may={"hand": some_text, "index": count, "was": some_text, "why": text},
        ),
        ("settlement-done", 1): Kind(
            says="The settlement of that entry is taken or paid, with the round still open",
            must={"settlement": ordinal},
        ),
        ("round-closed", 1): Kind(
            says="The round is over and paid", must={"round": ordinal, "house_net": money}, may={"complete": truth}
        ),
        ("refusal", 1): Kind(
            says="Something was asked for and refused; nothing changed",
            must={"asked": some_text, "reason": some_text},
            may={"clause": or_nothing(text)},
            more=True,
        ),
        ("ruling", 1): Kind(
            says="A supervisor decided: who asked, who approved, and the hash of exactly what was asked",
            must={"asked": some_text, "requested_by": some_text, "approved_by": some_text, "reason": text},
            may={"asked_hash": hexadecimal(64)},
            more=True,
        ),
        ("correction", 1): Kind(
            says="A supervisor's correction after money was paid",
            must={"corrects": ordinal, "requested_by": some_text, "approved_by": some_text, "reason": some_text},
            may={"cents": number, "spot": ordinal, "bettor": ordinal, "asked_hash": hexadecimal(64)},
            more=True,
        ),
        ("device-event", 1): Kind(says="What a device reported", must={"event": some_text}, more=True),
        ("device-link", 1): Kind(
            says="A device came or went", must={"device": some_text, "state": some_text}, more=True
        ),
        ("device-command", 1): Kind(
            says="An order to a device, recorded before it is sent",
            must={"device": some_text, "command": some_text},
            more=True,
        ),
        ("person-in", 1): Kind(
            says="A person came to the table", must={"person": some_text, "role": some_text}, more=True
        ),
        ("person-out", 1): Kind(
            says="A person left the table", must={"person": some_text, "role": some_text}, more=True
        ),
        ("request", 1): Kind(
            says="Somebody asks for an approval of exactly this subject",
            must={
                "request": some_text,
                "action": some_text,
                "subject": members,
                "subject_hash": hexadecimal(64),
                "requester": some_text,
                "reason": some_text,
                "asked_at_ms": number,
                "expires_at_ms": number,
            },
        ),
        ("approval", 1): Kind(
            says="Another person approves the request with this hash",
            must={
                "request": some_text,
                "subject_hash": hexadecimal(64),
                "approver": some_text,
                "approved_at_ms": number,
            },
            may={"name": some_text, "reason": text, "place": some_text},
        ),
        ("declined", 1): Kind(
            says="The request with this hash is not done: another person declined it, or who asked withdrew it",
            must={
                "request": some_text,
                "subject_hash": hexadecimal(64),
                "by": some_text,
                "reason": some_text,
                "declined_at_ms": number,
            },
            may={"name": some_text, "place": some_text},
        ),
        ("approval-used", 1): Kind(
            says="An approval is used up; what it allowed stands in the same append",
            must={"request": some_text, "subject_hash": hexadecimal(64)},
        ),
        ("lock-out", 1): Kind(
            says="A name is locked after wrong PINs; null for a name that nobody has",
            must={"person": or_nothing(some_text), "wrong": ordinal, "until_ms": number},
        ),
        ("money", 1): Kind(
            says="Money into or out of the tray or the box",
            must={"what": one_of(*_MONEY_MOVES), "cents": number},
            may={"spot": ordinal, "slip": text, "step": text, "chips": members},
            more=True,
        ),
        ("shift", 1): Kind(says="A step of opening or closing the table", must={"step": some_text}, more=True),
        ("alarm", 1): Kind(says="The table stopped or warned", must={"alarm": some_text}, more=True),
        ("note", 1): Kind(says="What a person wrote down", must={"text": some_text}, more=True),
        ("snapshot", 1): Kind(says="The whole state, to open the table quickly; never a proof of anything", more=True),
    }
)


def check_draft(kind: str, version: int, data: Mapping[str, object]) -> None:
    """Raises `BadDraft` when the journal does not know this kind, or the fields do not fit it."""
    fault = why_not(kind, version, data)
    if fault is not None:
        raise BadDraft(fault)


def why_not(kind: str, version: int, data: Mapping[str, object]) -> str | None:
    known = KINDS.get((kind, version))
    if known is None:
        names = sorted({name for name, _ in KINDS})
        if kind in names:
            return f"version {version} of {kind!r} is not known; a newer program wrote it"
        return f"unknown kind {kind!r}{did_you_mean(str(kind), names)}"
    fault = known.why_not(data)
    return None if fault is None else f"{kind} {version}: {fault}"
