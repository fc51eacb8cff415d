"""One command of every class in the registry, its fields filled by their types; where the right depends on what a field
says, one for each case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final, get_origin, get_type_hints

from dealer_console.game.cards import Card, card
from dealer_console.game.moves import Move
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.wagers.bets import Bet
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.commands import Command, all_commands
from dealer_console.table.commands.codec import UNSAID
from dealer_console.table.shift.chips import Chips, chips

_BY_TYPE: Final[tuple[tuple[Any, Any], ...]] = (
    (int, 1),
    (str, "x"),
    (bool, True),
    (Card, card("Th")),
    (RulingSignature, RulingSignature(key="x", at_ms=1, signature="x")),
    (Chips, chips({500: 1})),
    (tuple[int, ...], (1,)),
    (tuple[Bet, ...], (parse_bet("1 25"),)),
    (Move, parse_move("1a stand")),
    (tuple[Move, ...], (parse_move("resolve burn"),)),
)
_CASES: Final[Mapping[str, tuple[dict[str, Any], ...]]] = {
    "Play": tuple({"move": parse_move(text)} for text in ("1a stand", "Th", "void by x", "irregularity shoe-fault")),
    "AnnounceNotice": ({"changes": {"minimum": "5"}}, {"changes": {"surrender": True}}),
    "ComeIn": ({"role": "dealer"}, {"role": "supervisor"}),
    "GoOut": ({"role": "dealer"}, {"role": "supervisor"}),
    "BeginShuffle": ({"reason": "house", "way": "hand"}, {"reason": "player-asked", "way": "hand"}),
    "CorrectCard": ({"hand": "1b", "index": 0}, {"hand": "1a", "index": 0, "card": card("9h")}),
    "CardStep": ({"step": "riffle"}, {"step": "put-away"}),
}


def samples_of(kind: type[Command]) -> Iterator[Command]:
    hints = get_type_hints(kind)
    for given in _CASES.get(kind.__name__, ({},)):
        filled = {
            field.name: _value(hints[field.name]) for field in fields(kind) if field.name not in (*UNSAID, *given)
        }
        yield kind(who="", **filled, **given)


def _value(hint: Any) -> Any:
    if get_origin(hint) is Mapping:
        return {"surrender": True}
    plain = next((value for kind, value in _BY_TYPE if hint in (kind, kind | None)), None)
    assert plain is not None, f"no sample for a field of type {hint}"
    return plain


SAMPLES: Final[tuple[Command, ...]] = tuple(
    sample
    for name, kind in sorted(all_commands().items())
    if kind.__module__.startswith("dealer_console.")
    for sample in samples_of(kind)
)
