"""Coming back: the last snapshot, then the entries after it. The cost does not grow with the length of the history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealer_console.game.cards import card
from dealer_console.game.errors import Bug
from dealer_console.game.hand import HandId
from dealer_console.game.money import Cents
from dealer_console.game.notation import parse_move
from dealer_console.game.report import house_net
from dealer_console.game.round_file import parse_bet
from dealer_console.game.shoe import ShoeCount
from dealer_console.journal import AnyJournal
from dealer_console.journal.canonical import Json
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import decode, read
from dealer_console.journal.entries.devices import DeviceOrder
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import RoundClosed, RoundOpened
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.journal.settlements import SettledWager
from dealer_console.journal.value_codec import from_plain
from dealer_console.table.approvals.state_codec import from_data as approvals_from_data
from dealer_console.table.devices.camera import CameraCards
from dealer_console.table.devices.csm_inventory import CsmInventory
from dealer_console.table.devices.keeper import KeeperBook
from dealer_console.table.shift.snapshot import shift_from_data
from dealer_console.table.shift.state import Shift
from dealer_console.table.state.table_state import (
    FORM,
    Distrust,
    Draw,
    Order,
    SentCommand,
    TableState,
    Trust,
)


def restore(journal: AnyJournal) -> TableState:
    """The state that the committed journal says, nothing else."""
    state = TableState()
    snapshot = journal.last_snapshot()
    if snapshot is not None and _fits(snapshot.data):
        _take_over(state, snapshot.data)  # type: ignore[arg-type]
        state.seq = snapshot.seq
    for entry in journal.entries(after=state.seq):
        state.fold(entry)
    return state


def _fits(data: Mapping[str, Json]) -> bool:
    """A snapshot of another form, or one that lacks what this program keeps, is passed over: the journal tells it."""
    return data.get("form") == FORM and data.keys() == TableState().data().keys()


def _take_over(state: TableState, data: dict[str, Json]) -> None:
    configuration = data["configuration"]
    if isinstance(configuration, dict):
        state.configuration = read(ConfigurationSet, configuration)
        state.table = table_rules(state.configuration)
    state.shoe = _shoe(data["shoe"])
    state.shoe_number = _int(data["shoe_number"])
    state.shift = _shift(data["shift"])
    state.approvals = approvals_from_data(data["approvals"])  # type: ignore[arg-type]
    state.names = _words(data["names"])
    state.round_number = _int(data["round_number"])
    state.bets = tuple(parse_bet(text) for text in _texts(data["bets"]))
    state.last_bets = tuple(parse_bet(text) for text in _texts(data["last_bets"]))
    state.draws = {draw.number: draw for draw in map(_draw, _rows(data["draws"]))}
    state.face_down = _text_or_none(data["face_down"])
    state.owed_by_hand = _int(data["owed_by_hand"])
    state.ahead_of_shoe = _int(data["ahead_of_shoe"])
    state.uncounted = tuple(_texts(data["uncounted"]))
    state.readings = _int(data["readings"])
    state.reader_said = _text_or_none(data["reader_said"])
    state.card_in_reader = data["card_in_reader"] is True
    state.links = _words(data["links"])
    state.distrusts = _distrusts(data["distrusts"])
    state.trusts = _trusts(data["trusts"])
    state.empty = frozenset(_texts(data["empty"]))
    state.faults = _words(data["faults"])
    state.doors = frozenset(_texts(data["doors"]))
    inhibited = data["inhibited"]
    state.inhibited = {key: _int(each) for key, each in inhibited.items()} if isinstance(inhibited, dict) else {}
    state.without = frozenset(_texts(data["without"]))
    state.alarms = tuple(_texts(data["alarms"]))
    state.calls = frozenset(_texts(data["calls"]))
    state.orders = _orders(data["orders"])
    state.commands = _commands(data["commands"])
    state.stock = None if data["stock"] is None else from_plain(CsmInventory, data["stock"])
    state.questions = {_int(row[0]): str(row[1]) for row in _rows(data["questions"])}
    state.answers = {_int(row[0]): (row[1] is True, _int(row[2])) for row in _rows(data["answers"])}
    state.keeper = from_plain(KeeperBook, data["keeper"])
    state.camera = from_plain(CameraCards, data["camera"])
    state.batch = _int(data["batch"])
    state.batch_stage = _text_or_none(data["batch_stage"])
    state.dealt = _dealt(state, data)


def _dealt(state: TableState, data: dict[str, Json]) -> DealtRound | None:
    """The open round, or the last one."""
    standing, settled = map(_standing, _rows(data["standing"])), map(_settled, _rows(data["settled"]))
    shoe = state.shoe if data["in_round"] is True else _shoe(data["last_shoe"])
    if state.table is None or shoe is None:
        return None
    bets = state.bets if data["in_round"] is True else state.last_bets
    opened = RoundOpened(round=state.round_number, bets=bets)
    dealt = DealtRound.restored(opened, state.table, shoe, standing, settled)
    if data["in_round"] is not True:
        r = dealt.felt
        dealt.close(RoundClosed(round=state.round_number, house_net=Cents(house_net(r)), complete=r.complete))
    return dealt


def _shift(data: Json) -> Shift:
    shift = shift_from_data(data) if isinstance(data, dict) else None
    if shift is None:
        raise Bug("the snapshot has this program's form, but not its shift")
    return shift


def _int(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _text_or_none(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Json) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _rows(value: Json) -> list[list[Json]]:
    return [each for each in value if isinstance(each, list)] if isinstance(value, list) else []


def _words(value: Json) -> dict[str, str]:
    return {key: str(each) for key, each in value.items()} if isinstance(value, dict) else {}


def _draw(row: list[Json]) -> Draw:
    return Draw(
        number=_int(row[0]),
        place=str(row[1]),
        commitment=str(row[2]),
        unreadable=row[3] is True,
        open_for=_text_or_none(row[4]),
        card=_text_or_none(row[5]),
    )


def _distrusts(value: Json) -> dict[str, Distrust]:
    rows = value.items() if isinstance(value, dict) else ()
    return {kind: _distrust(row) for kind, row in rows if isinstance(row, list)}


def _distrust(row: list[Json]) -> Distrust:
    acked, following, known = (_mark(each) for each in row[2:5])
    return Distrust(kind=str(row[0]), serial=str(row[1]), acked=acked, next=following, known=known)


def _mark(value: Json) -> int | None:
    return value if isinstance(value, int) else None


def _trusts(value: Json) -> dict[str, Trust]:
    rows = value.items() if isinstance(value, dict) else ()
    return {
        kind: Trust(seq=_int(row[0]), serial=str(row[1]), name=str(row[2]), after=_int(row[3]))
        for kind, row in rows
        if isinstance(row, list)
    }


def _orders(value: Json) -> dict[str, Order]:
    rows = value.items() if isinstance(value, dict) else ()
    found: dict[str, Order] = {}
    for kind, row in rows:
        if isinstance(row, list) and isinstance(row[2], dict):
            order = decode("device-command", 1, {"device": kind, "command": row[1], **row[2]})
            if isinstance(order, DeviceOrder):
                found[kind] = Order(seq=_int(row[0]), entry=order)
    return found


def _commands(value: Json) -> dict[str, SentCommand]:
    rows = value.items() if isinstance(value, dict) else ()
    return {
        kind: SentCommand(cmd=_int(row[0]), type=_int(row[1]), payload=str(row[2]))
        for kind, row in rows
        if isinstance(row, list)
    }


def _standing(row: list[Json]) -> StandingMove:
    return StandingMove(_int(row[0]), parse_move(str(row[1])), _text_or_none(row[2]))


def _settled(row: list[Any]) -> SettledWager:
    seq, spot, bettor, hand, *rest = row
    return SettledWager(seq, spot, bettor, None if hand is None else HandId(hand), *rest)


def _shoe(value: Json) -> ShoeCount | None:
    if not isinstance(value, dict):
        return None
    shoe = ShoeCount(_int(value["decks"]))
    copies, allowed = value["copies"], value["allowed"]
    shoe.copies = [_int(each) for each in copies] if isinstance(copies, list) else shoe.copies
    shoe.allowed = {card(text): _int(count) for text, count in allowed.items()} if isinstance(allowed, dict) else {}
    shoe.out = _int(value["out"])
    shoe.face_up = _int(value.get("face_up", 0))
    return shoe
