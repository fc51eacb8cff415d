"""Consoles in virtual time for the tests: a table that needs no people's book, and known cards in its shoe."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.game.round_file import parse_bet
from dealer_console.journal import MemoryJournal
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import Table, load_table
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.table import commands as c
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow

MA = "massachusetts-switch"
CB = "catfish-bend-blackjack"
CHOICES: dict[str, dict[str, Json]] = {MA: {"hole_card": "reader", "surrender": True}, CB: {}}


@lru_cache(maxsize=2)
def table_named(name: str) -> Table:
    return load_table(name)


def console_at(
    rules: str = MA,
    *,
    kinds: tuple[str, ...] = ("shoe", "reader"),
    seed: int = 3,
    cards: str = "",
    bets: tuple[str, ...] = (),
) -> VirtualConsole:
    """A table that has opened: cards in, burned, wagers down and, with a shoe, dealt as far as it goes by itself.

    `cards` come out of the shoe in this order, the burn card first.
    """
    journal = MemoryJournal.create(table="T1", signing_key=bytes(32), log=bytes(16))
    house = ConsoleConfig(title="Table 1", chips=table_named(f"{rules}-1").chips)
    made = VirtualConsole(journal, kinds, house, seed=seed)
    made.settle()
    assert made.touch(c.Configure(who="Kim", rules=rules, choices=CHOICES[rules])) is None
    assert made.touch(c.PersonCame(who="Kim", person="Dee", role="dealer")) is None
    if cards:
        made.operator.load_next(cards)
    made.must(c.CardsIn(who="Dee"))
    if bets:
        made.must(c.WagersDown(who="Dee", bets=tuple(parse_bet(each) for each in bets)))
    return made


def window_on(console: Console, look: Look | None = None) -> ConsoleWindow:
    window = ConsoleWindow(console, look or Look())
    window.show()
    QApplication.processEvents()
    return window


def picture(window: ConsoleWindow) -> QImage:
    window.refresh()
    QApplication.processEvents()
    return window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def pixels(window: ConsoleWindow) -> bytes:
    kept = picture(window)  # its bytes live as long as the picture does
    return bytes(kept.constBits())
