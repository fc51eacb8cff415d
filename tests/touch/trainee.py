"""A trainee at the window of a demonstration in virtual time: real clicks, and the operator deals by itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.demo.people import SUPERVISOR
from dealer_console.demo.simulated_dealer import SimulatedDealer
from dealer_console.demo.virtual_console import staged_open
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.screens.mistakes import MistakeReport
from dealer_console.screens.values import Text
from dealer_console.table.commands import WagersDown
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.input.touch_area import TouchArea
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.screens.screen_parts import buttons, texts

MOST_PAGES = 8
MOST_TOUCHES = 60
# What brings a round to its end without a decision that matters here, nearest first.
PLAYS_ON = ("act:insurance_closed", "act:clear", "act:keep", "act:stand", "act:show", "act:next")


class Trainee:
    """`cards`: the first cards out of the shoe, after the one that is burned."""

    def __init__(self, qtbot: QtBot, rules: str, cards: str, bets: tuple[str, ...], *, seed: int = 1) -> None:
        self.qtbot, self.bets = qtbot, tuple(parse_bet(bet) for bet in bets)
        self.table = staged_open(rules, cards=f"2c {cards}", seed=seed)
        self.time = 100.0
        self.window = ConsoleWindow(self.table.console, Look(hold=0.05), clock=lambda: self.time)
        self.table.console.changed = self.window.refresh
        qtbot.addWidget(self.window)
        self.window.show()
        QApplication.processEvents()

    # --- fingers ----------------------------------------------------------------------------------------------------

    def touch(self, *names: str) -> None:
        for name in names:
            self._touch(name)

    def _touch(self, name: str) -> None:
        self.time += 1.0
        at = self._place(name)
        target = self.window.childAt(at)
        assert target is not None, name
        QTest.mousePress(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(self.window, at))
        if isinstance(target, TouchArea) and target.hold:
            self.qtbot.waitUntil(lambda: not target.isDown(), timeout=120_000)
        QTest.mouseRelease(target, Qt.MouseButton.LeftButton, pos=target.mapFrom(self.window, at))
        self.table.settle()

    def _place(self, name: str) -> QPoint:
        self.window.refresh()
        found = [touchable for touchable in touchables(self.window) if touchable.id == name]
        assert found, (name, sorted(self.can))
        return found[0].widget.mapTo(self.window, found[0].widget.rect().center())

    @property
    def can(self) -> frozenset[str]:
        dim = {button.id for button in buttons(self.table.screen) if not button.enabled}
        return self.table.console.pressable() - dim

    @property
    def texts(self) -> list[str]:
        return texts(self.table.screen)

    @property
    def page(self) -> str:
        return self.table.screen.overlay.id if self.table.screen.overlay is not None else ""

    def leaf_to(self, name: str) -> None:
        for _ in range(MOST_PAGES):
            if name in self.can:
                return self.touch(name)
            self.touch("more")
        raise AssertionError(f"{name} is on no page: {sorted(self.can)}")

    def approve(self) -> None:
        assert self.page == "request", self.page
        self.touch(f"person:{SUPERVISOR.name}", *(f"digit:{digit}" for digit in SUPERVISOR.pin), "approve")

    # --- the exercise -----------------------------------------------------------------------------------------------

    @property
    def dealer(self) -> SimulatedDealer:
        assert self.table.operator.dealer is not None
        return self.table.operator.dealer

    @property
    def report(self) -> MistakeReport:
        assert self.dealer.report is not None
        return self.dealer.report

    def ask_for(self, code: str) -> None:
        """The trainer's wish, and the wagers of the round in which it comes true."""
        self.touch("menu", "menu:trainer", "trainer:dealer")
        self.leaf_to(f"mistake:{code}")
        assert any("as soon as the cards allow" in text for text in self.texts)
        self.touch("close", "close")
        dealer = self.table.snapshot.shift.dealer or ""
        self.table.must(WagersDown(who=dealer, bets=self.bets))

    def trainer_says(self) -> str:
        self.touch("menu", "menu:trainer", "trainer:dealer")
        overlay = self.table.screen.overlay
        assert overlay is not None
        said = next(element for element in overlay.columns[0][0].elements if isinstance(element, Text))
        self.touch("close", "close")
        return said.text

    def look(self) -> dict[str, str]:
        """The cards on the table, hand by hand."""
        if self.page:
            self.touch("close")
        self.touch("menu", "menu:look")
        felt = self.table.screen.felt
        assert felt.watermark == "ON THE TABLE"
        lying = {hand.id: hand for spot in felt.spots for hand in spot.hands} | {"dealer": felt.dealer}
        self.touch("close")
        return {
            name: " ".join(f"{card.rank}{card.suit}" if card.rank else "##" for card in hand.cards)
            for name, hand in lying.items()
        }

    def on_screen(self) -> dict[str, str]:
        hands = [hand for spot in self.table.screen.felt.spots for hand in spot.hands]
        return {hand.id: " ".join(f"{card.rank}{card.suit}" for card in hand.cards) for hand in hands}

    def call_late(self, code: str, card: str, *choices: str, hand: str = "", face: str = "") -> None:
        """`card`: as its key on the page says it, with its place."""
        if self.page:
            self.touch("close")
        self.touch("irregularity")
        if self.page != "late-call":
            self.touch("late-call")
        self._leaf_to_label(card)
        self.leaf_to(f"late-code:{code}")
        if hand:
            self.touch(f"which:{hand}")
        if face:
            self.touch(f"rank:{face[0]}", f"suit:{face[1]}")
        for choice in choices:
            self.touch(f"choice:{choice}")
        self.touch("ok")
        self.approve()
        while self.page == "late-steps":
            steps = sorted(name for name in self.can if name.startswith("late-step:"))
            self.touch("late-all" if "late-all" in self.can else steps[0])

    def _leaf_to_label(self, label: str) -> None:
        for _ in range(MOST_PAGES):
            found = [button.id for button in buttons(self.table.screen) if button.label == label]
            if found:
                return self.touch(found[0])
            assert "more" in self.can, (label, [button.label for button in buttons(self.table.screen)])
            self.touch("more")
        raise AssertionError(label)

    def _enter_hole_card(self) -> None:
        face = self.look()["dealer"].split()[1]
        self.touch("act:pad", f"rank:{face[0]}")
        if f"suit:{face[1]}" in self.can:
            self.touch(f"suit:{face[1]}")

    def stand_all(self) -> dict[str, tuple[str, int]]:
        """To the end without another decision: what became of the wager of each hand, and the money."""
        for _ in range(MOST_TOUCHES):
            if self.table.snapshot.round is None:
                break
            if self.page == "card-pad":  # the shoe cannot open a card that was another one when it came
                self._enter_hole_card()
                continue
            ready = [name for name in (*PLAYS_ON, "act:paid") if name in self.can]
            assert ready, (self.page, self.table.screen.prompt.big, sorted(self.can))
            self.touch(ready[0])
        settled = self.table.snapshot.past[0].settled
        return {
            str(wager.hand): (wager.outcome, wager.pays - wager.takes) for wager in settled if wager.wager == "main"
        }
