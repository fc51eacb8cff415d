"""The state of a live table: nothing but a fold of its journal. Recovery after a power cut is the same fold.

What is in it can be shown; what is not in the journal is not in it. The value of a sealed card is nowhere here until
the shoe has opened it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from dealer_console.game.bets import Bet
from dealer_console.game.cards import card
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Bug
from dealer_console.game.moves import Move
from dealer_console.game.notation import parse_move, write_move
from dealer_console.game.round_file import parse_bet, write_bet
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.journal import Entry
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.journal.configuration import table_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingMove:
    """A move that has not been taken back, with its place in the journal."""

    seq: int
    move: Move
    who: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A card that left a sealed shoe: its number, what it is for, and whether it has been opened."""

    number: int
    place: str  # a hand, "dealer", "hole", "unexplained"
    commitment: str
    unreadable: bool = False
    face_up: bool = False
    open_for: str | None = None  # why the shoe is asked to open it; None: it stays sealed


class TableState:
    """Change it only by `fold`. All of it can be written down as plain data (`data`), and has a hash."""

    def __init__(self) -> None:
        self.seq = 0
        self.configuration: Mapping[str, Json] | None = None
        self.table: TableRules | None = None
        self.shoe: ShoeCount | None = None
        self.shoe_number = 0
        self.burn_due = False
        self.last_round_of_shoe = False
        self.round_number = 0
        self.round: Round | None = None
        self.bets: tuple[Bet, ...] = ()
        self.last_bets: tuple[Bet, ...] = ()
        self.standing: tuple[StandingMove, ...] = ()
        self.shoe_at_opening: ShoeCount | None = None
        self.paid = False
        self.draws: dict[int, Draw] = {}  # drawn and not yet opened
        self.readings = 0  # answers of the reader in this round
        self.links: dict[str, str] = {}  # kind of device -> ready, away, distrusted
        self.faults: dict[str, str] = {}  # kind of device -> latched fault
        self.inhibited: dict[str, int] = {}  # kind of device -> how often it was found inhibited
        self.without: frozenset[str] = frozenset()  # devices that the table goes on without
        self.people: dict[str, str] = {}  # role -> person
        self.alarm: str | None = None

    def fold(self, entry: Entry) -> None:
        deed = _FOLDS.get(entry.kind)
        if deed is not None:
            deed(self, entry)
        self.seq = entry.seq

    @property
    def in_round(self) -> bool:
        return self.round is not None

    @property
    def hole_draw(self) -> Draw | None:
        return next((draw for draw in self.draws.values() if draw.place == "hole"), None)

    def rebuild(self, standing: tuple[StandingMove, ...]) -> None:
        """Begin the round anew with these moves: an undo takes the last one back."""
        if self.table is None or self.shoe_at_opening is None:
            raise Bug("a round without a table")
        self.shoe = self.shoe_at_opening.copy()
        self.round = Round(self.table, self.bets, self.shoe)
        self.standing = standing
        for each in standing:
            apply(self.round, each.move)

    # --- as plain data ---------------------------------------------------------------------------------------------

    def data(self) -> dict[str, Json]:
        """Everything that a restart must bring back; the round as its bets and standing moves."""
        shoe = self.shoe_at_opening if self.in_round else self.shoe
        return {
            "configuration": dict(self.configuration) if self.configuration is not None else None,
            "shoe": _shoe_data(shoe),
            "shoe_number": self.shoe_number,
            "burn_due": self.burn_due,
            "last_round_of_shoe": self.last_round_of_shoe,
            "round_number": self.round_number,
            "bets": [write_bet(bet) for bet in self.bets],
            "last_bets": [write_bet(bet) for bet in self.last_bets],
            "standing": [[each.seq, write_move(each.move), each.who] for each in self.standing],
            "in_round": self.in_round,
            "paid": self.paid,
            "draws": [
                [d.number, d.place, d.commitment, d.unreadable, d.face_up, d.open_for] for d in self.draws.values()
            ],
            "readings": self.readings,
            "links": dict(self.links),
            "faults": dict(self.faults),
            "inhibited": dict(self.inhibited),
            "without": [*sorted(self.without)],
            "people": dict(self.people),
            "alarm": self.alarm,
        }

    def hash(self) -> str:
        """The same for two tables exactly when they would show and do the same."""
        return sha256(canonical_object(self.data()).encode()).hexdigest()


def _shoe_data(shoe: ShoeCount | None) -> Json:
    if shoe is None:
        return None
    allowed: dict[str, Json] = {card.text: count for card, count in shoe.allowed.items()}
    return {"decks": shoe.decks, "copies": list(shoe.copies), "out": shoe.out, "allowed": allowed}


# --- folding -------------------------------------------------------------------------------------------------------


def _snapshot(state: TableState, entry: Entry) -> None:
    """A snapshot says nothing new; it is read only when a table is opened (`restore`)."""


def _configuration(state: TableState, entry: Entry) -> None:
    state.configuration = entry.data
    state.table = table_rules(entry.data)


def _shoe(state: TableState, entry: Entry) -> None:
    decks = entry.data["decks"]
    state.shoe = ShoeCount(int(str(decks)))
    state.shoe_number += 1
    state.burn_due = True
    state.last_round_of_shoe = False
    state.draws.clear()


def _burn(state: TableState, entry: Entry) -> None:
    if state.shoe is not None:
        state.shoe.draw(card(str(entry.data["card"])))
    state.burn_due = False


def _wagers(state: TableState, entry: Entry) -> None:
    bets = entry.data["bets"]
    state.bets = tuple(parse_bet(str(text)) for text in bets) if isinstance(bets, list) else ()


def _round_opened(state: TableState, entry: Entry) -> None:
    if state.table is None or state.shoe is None:
        raise Bug("a round before the table was opened")
    bets = entry.data["bets"]
    state.bets = tuple(parse_bet(str(text)) for text in bets) if isinstance(bets, list) else ()
    state.round_number = int(str(entry.data["round"]))
    state.shoe_at_opening = state.shoe.copy()
    state.round = Round(state.table, state.bets, state.shoe)
    state.standing = ()
    state.paid = False


def _move(state: TableState, entry: Entry) -> None:
    if state.round is None:
        raise Bug(f"entry {entry.seq}: a move outside a round")
    move = parse_move(str(entry.data["move"]))
    refusal = why_not(state.round, move)
    if refusal is not None:
        raise Bug(f"entry {entry.seq}: {entry.data['move']!r} is refused: {refusal}")
    apply(state.round, move)
    state.standing = (*state.standing, StandingMove(seq=entry.seq, move=move, who=entry.who))
    _place_last_draw(state, entry)


def _place_last_draw(state: TableState, entry: Entry) -> None:
    """An opened draw is no longer waiting; a shown hole card no longer hidden."""
    text = str(entry.data["move"])
    if text.startswith("reveal "):
        hole = state.hole_draw
        if hole is not None:
            del state.draws[hole.number]


def _undo(state: TableState, entry: Entry) -> None:
    undone = int(str(entry.data["undoes"]))
    state.rebuild(tuple(each for each in state.standing if each.seq != undone))


def _round_closed(state: TableState, entry: Entry) -> None:
    state.round = None
    state.last_bets = state.bets
    state.bets = ()
    state.standing = ()
    state.shoe_at_opening = None
    state.draws = {}
    state.readings = 0
    state.paid = False


def _device_event(state: TableState, entry: Entry) -> None:
    data = entry.data
    event, device = str(data["event"]), str(data.get("device", ""))
    if event == "CardDrawn":
        _drawn(state, data)
    elif event == "CardRevealed":
        state.draws.pop(int(str(data["draw"])), None)
    elif event in ("DeviceInhibited", "PoweredUp"):
        state.inhibited[device] = state.inhibited.get(device, 0) + 1
    elif event == "HoleCardChecked":
        state.readings += 1
    elif event == "CutCardSeen":
        state.last_round_of_shoe = True
    elif event == "DeviceFaulted":
        state.faults[device] = str(data["fault"])
    elif event == "FaultCleared":
        state.faults.pop(device, None)


def _drawn(state: TableState, data: Mapping[str, Json]) -> None:
    place, number = str(data["place"]), int(str(data["draw"]))
    if place == "burn":
        return
    face_up = data.get("face_up") is True
    sealed = place in ("hole", "unexplained")
    state.draws[number] = Draw(
        number=number,
        place=place,
        commitment=str(data["commitment"]),
        unreadable=data.get("unreadable") is True,
        face_up=face_up,
        open_for="IRREGULARITY" if face_up else None if sealed else "DEALT_FACE_UP",
    )


def _device_command(state: TableState, entry: Entry) -> None:
    if entry.data["command"] == "reveal":
        number = int(str(entry.data["draw"]))
        draw = state.draws.get(number)
        if draw is not None:
            state.draws[number] = replace(draw, open_for=str(entry.data["why"]))


def _device_link(state: TableState, entry: Entry) -> None:
    state.links[str(entry.data["device"])] = str(entry.data["state"])


def _person_in(state: TableState, entry: Entry) -> None:
    role = str(entry.data["role"])
    state.people[role] = str(entry.data["person"])
    if role == "dealer":
        state.burn_due = state.shoe is not None


def _person_out(state: TableState, entry: Entry) -> None:
    state.people.pop(str(entry.data["role"]), None)


def _alarm(state: TableState, entry: Entry) -> None:
    state.alarm = str(entry.data["alarm"])


_FOLDS: Final[dict[str, Callable[[TableState, Entry], Any]]] = {
    "snapshot": _snapshot,
    "configuration": _configuration,
    "shoe": _shoe,
    "burn": _burn,
    "wagers": _wagers,
    "round-opened": _round_opened,
    "move": _move,
    "undo": _undo,
    "round-closed": _round_closed,
    "device-event": _device_event,
    "device-command": _device_command,
    "device-link": _device_link,
    "person-in": _person_in,
    "person-out": _person_out,
    "alarm": _alarm,
}
