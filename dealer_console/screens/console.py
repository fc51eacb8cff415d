"""The dealer's console: shows a snapshot of the table and turns touches and keys into touches of the table.

It owns nothing but what is open and typed on the screen. Equal snapshots and equal local state give equal screens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.journal.entries.people import Role
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.effects import Effect, Go, ShowText, Submit, Train
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.people.signature import SignPage
from dealer_console.screens.ports import Table
from dealer_console.screens.screen import compose
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.system_status import SystemStatus
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Look, Screen
from dealer_console.table.commands import WHO_SIGNS, ComeIn, Command, Signed, StopConsole
from dealer_console.table.snapshot import TableSnapshot

CLOSERS: Final = ("supervisor", "pit-manager", "technician")


class Console:
    """Implements `ports.Flow`. All calls come from one thread: the window's."""

    def __init__(
        self,
        table: Table,
        config: ConsoleConfig,
        *,
        look: Look | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._table = table
        self._config = config
        self._snapshot = TableSnapshot()
        self._ui = UiState(look=look or Look())
        self._status = SystemStatus()
        self._clock = ""
        self._waiting = 0  # touches that the table has not answered yet
        self.changed = changed
        self.touches = 0  # of the finger, for the counter
        self._made: tuple[ScreenBuilder, Screen] | None = None

    # --- what a window drives --------------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Has the table not answered the last touch yet?"""
        return self._waiting > 0

    @property
    def screen(self) -> Screen:
        return self._now()[1]

    @property
    def look(self) -> Look:
        return self._ui.look

    def show(self, snapshot: TableSnapshot) -> None:
        """The table has published a new snapshot."""
        if self._snapshot.round is not None and snapshot.round is None:
            self._ui = replace(self._ui, put_away=frozenset(), colour_up=False)
        if snapshot.locked and not self._snapshot.locked:
            self._ask_for(ComeIn(who=WHO_SIGNS, role=Role.DEALER), "console-locked", ("dealer",))
        self._snapshot = snapshot
        self._renew()

    def _ask_for(self, command: Command, what: str, roles: tuple[str, ...]) -> None:
        """Somebody has to say who it is, whatever was on the screen."""
        words = self._config.words(self._ui.look.language)
        self._ui = self._ui.at(SignPage(command=command, what=words(what), roles=roles))

    def show_status(self, status: SystemStatus) -> None:
        """Figures of the devices and the floor copy, from whoever runs them."""
        changed = status != self._status or isinstance(self._ui.page, DevicesPage)
        self._status = status
        if changed:
            self._renew()

    def ask_to_close(self) -> None:
        """The window shall be closed: by whom?"""
        self._ask_for(StopConsole(who=WHO_SIGNS), "console-close", CLOSERS)
        self._renew()

    def press(self, touched: str) -> None:
        """A finger on the thing with this id. Something that has just gone from the screen does nothing."""
        effect = self._now()[0].effects.get(touched)
        if effect is None:
            return
        self.touches += 1
        self._ui = replace(self._ui, note="", done="")
        self._do(effect)
        self._renew()

    def key(self, key: str) -> bool:
        touched = self._now()[0].keys.get(key)
        if touched is None:
            return False
        self.press(touched)
        return True

    @property
    def snapshot(self) -> TableSnapshot:
        return self._snapshot

    def pressable(self) -> frozenset[str]:
        """The ids of all that does something when it is touched now."""
        return frozenset(self._now()[0].effects)

    def tick(self, clock: str) -> None:
        if clock != self._clock:
            self._clock = clock
            self._renew()

    # --- effects ---------------------------------------------------------------------------------------------------

    def _do(self, effect: Effect) -> None:
        if isinstance(effect, Go):
            self._ui = effect.change(self._ui)
        elif isinstance(effect, ShowText):
            self._ui = replace(self._ui, note=effect.text)
        elif isinstance(effect, Train):
            self._ui = replace(self._ui, note=effect.done if effect.does() else effect.refused)
        else:
            self._submit(effect.commands, effect)

    def _submit(self, commands: tuple[Command, ...], effect: Submit) -> None:
        """One touch at a time: a second finger does not overtake the table's answer to the first."""
        if self._waiting:
            return
        self._waiting += 1

        def answered(refusal: Refusal | None) -> None:
            self._waiting -= 1
            if refusal is not None:
                self._ui = replace(effect.failed(self._ui), note=self._said(refusal))
            elif len(commands) > 1:
                self._submit(commands[1:], effect)
            else:
                self._ui = replace(effect.then(self._ui), done=_name(commands[0]))
            self._renew()

        self._table.submit(commands[0], answered)

    def _said(self, refusal: Refusal) -> str:
        return self._config.words(self._ui.look.language).refusal(refusal)

    # --- the screen ------------------------------------------------------------------------------------------------

    def _renew(self) -> None:
        """What was composed is no longer true. The next one who looks gets the new screen: cards come in runs."""
        self._made = None
        self.changed()

    def _now(self) -> tuple[ScreenBuilder, Screen]:
        if self._made is None:
            builder = ScreenBuilder(
                self._snapshot, self._ui, self._config, self._config.words(self._ui.look.language), self._status
            )
            self._made = builder, compose(builder, self._clock)
        return self._made


def _name(command: Command) -> str:
    return type(command.command if isinstance(command, Signed) else command).__name__
