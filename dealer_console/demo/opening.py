"""The table of a demonstration: its file; then it is opened, the tray counted, cards in, players seated, wagers down.

Step by step what the table's own guide asks for, by the commands that the screen would submit; nothing is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from dealer_console.demo.people import DEALER, SUPERVISOR, Trainee
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.rules import Rules
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.entries.people import Role
from dealer_console.messages import MessageError
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.sample_table import hole_card_of, sample_text
from dealer_console.rulebook.tables import Table, table_from_file
from dealer_console.table import commands as c
from dealer_console.table.people import Pin
from dealer_console.table.shift.chips import chips
from dealer_console.table.snapshot import CardGuide, TableSnapshot


def kinds_for(rules: Rules, devices: bool = True) -> tuple[str, ...]:
    """The devices that stand at a demonstration of these rules."""
    if not devices:
        return ()
    kinds = ["shoe"]
    if "device" in rules.shuffle_by:
        kinds.append("batch-shuffler")
    if "reader" in (rules.choices["hole_card"].of or ()):
        kinds.append("reader")
    return tuple(kinds)


def write_table(
    folder: Path, rule_set: str, port: Callable[[str], str], serial: Callable[[str], str], *, devices: bool = True
) -> Table:
    rules = load_rules(rule_set)
    name = f"demo-{rule_set}"
    file = folder / f"{name}.toml"
    device_rows = [(kind, port(kind), serial(kind)) for kind in kinds_for(rules, devices)]
    hole_card = hole_card_of(rules, reader=devices)
    text = sample_text(rules, name=name, title="Demo 1", hole_card=hole_card, devices=device_rows)
    file.write_text(text, "utf-8")
    return table_from_file(file)


PLAYERS: Final = {1: "Ana", 2: "Bo", 3: "Carla", 4: "Dev", 5: "Eva"}
OF_EACH_CHIP: Final = 200
CUT_AT: Final = 100  # cards before the cut: more than a deck from either end
MOST_STEPS: Final = 60
RIFFLES: Final = 6
SIDE_BETS: Final = {"match": "5", "trilux": "5", "bounty": "5"}


def signed(who: Trainee, command: c.Command) -> c.Signed:
    return c.Signed(who="console", badge=who.badge, pin=Pin(who.pin), command=command)


class NotOpened(MessageError):
    """The demonstration stays closed."""


def open_table(
    table: Table,
    snapshot: Callable[[], TableSnapshot],
    do: Callable[[c.Command], Refusal | None],
    *,
    by_device: bool = False,
) -> None:
    """Until the table waits for a card or for wagers. Raises `NotOpened` when the table refuses: that is our bug."""
    ways = ["device"] if by_device else ["pre-shuffled", "hand", "device"]  # the quickest that the rules allow
    for _ in range(MOST_STEPS):
        command = next_command(table, snapshot(), ways[0])
        if command is None:
            return
        refusal = do(command)
        if refusal is not None and isinstance(command, c.BeginShuffle) and len(ways) > 1:
            ways.pop(0)
        elif refusal is not None:
            why, clause = refusal.message, f" [{refusal.clause}]" if refusal.clause else ""
            raise NotOpened(Message("demo-cannot-be-opened", command=str(command), why=why, clause=clause))
    raise NotOpened(Message("demo-comes-to-no-opening"))


def next_command(table: Table, snapshot: TableSnapshot, way: str) -> c.Command | None:
    shift, who = snapshot.shift, snapshot.shift.dealer
    if snapshot.requests:
        request = snapshot.requests[0]
        return signed(
            SUPERVISOR, c.Approve(who="", request=request.request, subject_hash=request.subject_hash, reason="seen")
        )
    if who is None:
        return signed(DEALER, c.ComeIn(who="", role=Role.DEALER))
    if shift.stage != "open":
        return c.OpenTable(who=who, tray=chips(dict.fromkeys(table.denominations, OF_EACH_CHIP)))
    seated = {spot for player in shift.spots.players for spot in player.spots}
    for spot, name in PLAYERS.items():
        if spot not in seated:
            return c.SeatPlayer(who=who, spots=(spot,), player=name)
    if snapshot.guide is not None:
        return _guided(table, snapshot, snapshot.guide, who, way)
    return None


def _guided(table: Table, snapshot: TableSnapshot, guide: CardGuide, who: str, way: str) -> c.Command | None:
    if guide.command is c.DecksIn:
        return c.DecksIn(who=who, decks=table.game.decks, colour="blue")
    if guide.command is c.CardsInspected:
        return c.CardsInspected(who=who)
    if guide.command is c.BeginShuffle:
        reason = "new-cards" if snapshot.shoe_left is None else "cutting-card"
        return c.BeginShuffle(who=who, reason=reason, way=way)
    if guide.command is c.Shuffle:
        return c.Shuffle(who=who) if way == "device" else None
    if guide.command is c.Release:
        return c.Release(who=who) if snapshot.batch_stage == "ready" else None
    if guide.command is c.OfferCut:
        return c.OfferCut(who=who, players=tuple(PLAYERS))
    if guide.command is c.CutMade:
        return c.CutMade(who=who, spot=guide.offered_to or 0, cards_before=CUT_AT)
    if guide.command is c.CardStep and guide.waits is None:
        step = c.CardStep(who=who, step=guide.step, riffles=RIFFLES if guide.step == "riffle" else 1)
        return signed(SUPERVISOR, step) if guide.who == "supervisor" else step
    return None  # a card has to be burned, counted or shuffled by a device: that is work for the operator


def sample_wagers(table: Table) -> tuple[Bet, ...]:
    """Five players; two of them with a side bet of every kind that the rules know."""
    sides = " ".join(f"{name}={amount}" for name, amount in SIDE_BETS.items() if name in table.rules.side_bets)
    amounts = {1: f"25 {sides}", 2: "50", 3: f"25 {sides}", 4: "100", 5: "25"}
    return tuple(parse_bet(f"{spot} {amount}".strip()) for spot, amount in amounts.items())
