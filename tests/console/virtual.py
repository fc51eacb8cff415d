"""Consoles in virtual time for the tests: a table that is open at once, and known cards in its shoe."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import MemoryJournal
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import config_of
from dealer_console.table import commands as c
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.known_people import DEALER, PEOPLE
from tests.rigs.opening import card_command, open_table, setup_of, table_of

MA = "massachusetts-switch"
CB = "catfish-bend-blackjack"
CHOICES: dict[str, dict[str, str | bool]] = {MA: {"hole_card": "reader", "surrender": True}, CB: {}}


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
    table = table_of(rules, kinds, CHOICES[rules])
    open_table(journal, table)
    shown = config_of(table, people=tuple(PEOPLE))
    virtual_console = VirtualConsole(journal, kinds, shown, setup=setup_of(table), seed=seed)
    if cards:
        virtual_console.operator.load_next(cards)
    virtual_console.settle()
    if bets:
        virtual_console.must(c.WagersDown(who=DEALER, bets=tuple(parse_bet(bet) for bet in bets)))
    return virtual_console


def shuffle_again(console: VirtualConsole) -> None:
    """After the cutting card: counted, shuffled by hand, cut and burned."""
    session = console.table.session
    assert session.setup is not None
    while (command := card_command(session.setup.file, session.state.shift)) is not None:
        console.must(command)
    console.settle()


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
