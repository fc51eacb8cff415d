"""A real table that is open at once: a file for any rule set and devices, and a journal that begins with its opening,
shuffle and cut. The entries are those that the commands make.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from dealer_console.journal import AnyJournal
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.sample_table import hole_card_of, sample_text
from dealer_console.rulebook.tables import Table, table_from_file
from dealer_console.table import commands as c
from dealer_console.table.commands.cards.shuffle import RIFFLES_BEFORE_STRIP
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.people import Role, load_permissions
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.chips import chips
from dealer_console.table.shift.readiness import RIFFLED_PORTIONS, current_step
from dealer_console.table.shift.state import Acting, Shift
from tests.rigs.known_people import DEALER, PEOPLE, SUPERVISOR, KnownPeople


def table_of(rules: str, kinds: tuple[str, ...] = (), choices: Mapping[str, str | bool] | None = None) -> Table:
    return _table_of(rules, kinds, tuple(sorted((choices or {}).items())))


@cache
def _table_of(rule_set: str, kinds: tuple[str, ...], choices: tuple[tuple[str, str | bool], ...]) -> Table:
    """Written as text and read like the file of every other table."""
    rules = load_rules(rule_set)
    made = {
        "hole_card": hole_card_of(rules, reader="reader" in kinds),
        "minimum": "5",
        "maximum": "300",
        **dict(choices),
    }
    text = sample_text(
        rules,
        name="t1",
        title="Table 1",
        hole_card=str(made["hole_card"]),
        devices=[(kind, f"sim://{kind}", kind) for kind in kinds if kind != "reader" or made["hole_card"] == "reader"],
        spots=rules.spots_per_player,
    )
    lines = [f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for key, value in made.items()]
    text = re.sub(
        r"\[choices\]\n.*?\n\[\[chips\]\]", "\n".join(["[choices]", *lines, "[[chips]]"]), text, flags=re.S, count=1
    )
    with TemporaryDirectory() as folder:
        file = Path(folder) / "t1.toml"
        file.write_text(text, "utf-8")
        return table_from_file(file)


def setup_of(table: Table) -> TableSetup:
    return TableSetup(table=table, people=KnownPeople(), permissions=load_permissions())


# --- the beginning of the evening ----------------------------------------------------------------------------------


class Opening:
    """Commands straight into the journal, before a session works on it."""

    def __init__(self, journal: AnyJournal, table: Table, at_ms: int) -> None:
        self.journal, self.table, self.at_ms = journal, table, at_ms
        self.state = restore(journal)

    def do(self, command: c.Command, approver: str | None = None) -> None:
        context = CommandContext(
            state=self.state,
            table=self.table,
            by=_acting(command.who),
            person=PEOPLE[command.who],
            approver=_acting(approver) if approver is not None else None,
            now_ms=self.at_ms,
        )
        for entry in self.journal.append(command.entries(context), at_ms=self.at_ms):
            self.state.fold(entry)

    def open(self) -> None:
        tray = chips(dict.fromkeys(self.table.denominations, 200))
        self.do(c.ComeIn(who=DEALER))
        self.do(c.OpenTable(who=DEALER, tray=tray), SUPERVISOR)
        self.do(c.ComeIn(who=SUPERVISOR, role=Role.SUPERVISOR))

    def bring_cards(self) -> None:
        self.do(c.DecksIn(who=DEALER, decks=self.table.game.decks))
        self.do(c.CardsInspected(who=DEALER), SUPERVISOR)

    def shuffle(self) -> None:
        """By hand and cut by the dealer, until the cards are in the shoe: the burn is due."""
        self.do(c.BeginShuffle(who=DEALER, reason="new-cards"))
        while (command := card_command(self.table, self.state.shift)) is not None:
            self.do(command)


def card_command(table: Table, shift: Shift) -> c.Command | None:
    """What does the step with the cards that is due; None: only the burn is, or nothing."""
    step = current_step(table, shift)
    if step is None or step.key == "burn":
        return None
    if step.key == "count":
        return c.CountCards(who=DEALER, shoe_rest=100, discards=shift.cards.decks * 52 - 100)
    if step.key == "shuffle":
        return c.BeginShuffle(who=DEALER, reason="cutting-card")
    if step.key == "offer-cut":
        return c.OfferCut(who=DEALER, players=())
    if step.key == "cut":
        return c.CutMade(who=DEALER, spot=0, cards_before=100)
    if step.key == "strip" and shift.cards.riffles < RIFFLES_BEFORE_STRIP:
        return c.CardStep(who=DEALER, step="riffle")
    by = SUPERVISOR if step.who == "supervisor" else DEALER
    return c.CardStep(who=by, step=step.key, riffles=6 if step.clause in RIFFLED_PORTIONS else 1)


def _acting(name: str) -> Acting:
    return Acting(person=name, role=PEOPLE[name].roles[0])


def open_table(journal: AnyJournal, table: Table, *, at_ms: int = 0) -> None:
    """Open, with cards in the shoe and the burn due."""
    opening = Opening(journal, table, at_ms)
    opening.open()
    opening.bring_cards()
    opening.shuffle()
