"""The dealer's console: one window that paints what its flow shows, hands on what is touched, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from time import monotonic

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from dealer_console.screens.ports import Flow
from dealer_console.screens.values import Level, Overlay, Screen
from dealer_console.touch.arrangement import (
    HELP,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    PLACES,
    Arrangement,
    arranged,
    too_small,
)
from dealer_console.touch.felt.widget import FeltWidget
from dealer_console.touch.guarded_window import GuardedWindow
from dealer_console.touch.input.touch_area import TouchArea, place
from dealer_console.touch.overlay.widget import OverlayWidget
from dealer_console.touch.safe_screen import GO_ON, SafeScreen, SafeWords, TooSmall
from dealer_console.touch.theme.look import Look, worn
from dealer_console.touch.widgets.banners import BannerWidget
from dealer_console.touch.widgets.button_rows import ButtonRow
from dealer_console.touch.widgets.paint_context import stage_for
from dealer_console.touch.widgets.prompt import LastActionWidget, PromptWidget
from dealer_console.touch.widgets.side_panel import ListWidget
from dealer_console.touch.widgets.top_line import TopLineWidget

_NAMES = {"Esc": "Escape", "Del": "Delete", "Enter": "Return", "Ins": "Insert"}
_ALONE = {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_CapsLock}


def key_name(event: QKeyEvent) -> str:
    """Empty for a modifier alone. A letter is the same with and without Shift."""
    if event.key() in _ALONE or event.key() == Qt.Key.Key_unknown:
        return ""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if event.text().isprintable() and event.text() and not held & ~Qt.KeyboardModifier.ShiftModifier:
        held &= ~Qt.KeyboardModifier.ShiftModifier
    name = QKeySequence(QKeyCombination(held, Qt.Key(event.key()))).toString(QKeySequence.SequenceFormat.PortableText)
    first, plus, last = name.rpartition("+")
    return f"{first}{plus}{_NAMES.get(last, last)}" if last else name


class ConsoleWindow(GuardedWindow):
    def __init__(
        self,
        flow: Flow,
        look: Look,
        *,
        on_trouble: Callable[[Exception], None] = lambda failure: None,
        safe_words: SafeWords | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(look, on_trouble)  # size and density stay; theme, letters and suits are as the screen wants
        self.may_close: Callable[[], bool] = lambda: True
        self.close_asked: Callable[[], None] = lambda: None
        self._clock = clock
        self._flow = flow
        self._shown: Screen | None = None
        self._arranged: Arrangement | None = None
        self._safe_words = safe_words or SafeWords()
        self._build()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWindowTitle("Dealer console")
        self.setFocus()  # else Qt gives the focus, and its frame, to the first thing it finds
        self.resize(look.size.width, look.size.height)
        self.refresh()

    def _build(self) -> None:
        stage = self._stage = stage_for(self.look, self._press, self.trouble, self._clock)
        self.top_line = TopLineWidget(stage, self)
        self.felt = FeltWidget(stage, self)
        self.banner = BannerWidget(stage, self)
        self.last = LastActionWidget(stage, self)
        self.prompt = PromptWidget(stage, self)
        self.list = ListWidget(stage, self)
        self.help_row = ButtonRow(stage, self, HELP, large=False)
        self.action_row = ButtonRow(stage, self, PLACES, large=True)
        self.help_row.raise_()  # upright it lies in the empty corner of the actions, which would take its touches
        self.overlay = OverlayWidget(stage, self)
        self.safe = SafeScreen(stage, self, self._safe_words)
        least = ceil(self.look.px(LEAST_WIDTH)), ceil(self.look.px(LEAST_HEIGHT))
        self.too_small = TooSmall(stage, self, self._safe_words.too_small(*least))
        self.overlay.hide()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Whoever wants to close the window of a real table is asked who that is."""
        if self.may_close():
            event.accept()
            return
        event.ignore()
        self.close_asked()

    # --- what the flow shows ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take the flow's screen and repaint what is different. A failure leaves nothing half shown."""
        try:
            screen = self._flow.screen
            if self._failure is None and _confirmed(screen) == self._shown:
                return
            self._show(screen)
        except Exception as failure:
            self.trouble(failure)

    def _show(self, screen: Screen) -> None:
        look = worn(self.look, screen.look)
        if look != self.look:
            self.look = look
            self._rebuild()
        before, self._shown = self._shown, _confirmed(screen)
        screen = self._shown
        if self._is_too_small():
            return
        self._arrange(screen)
        self.top_line.show_value(screen.top)
        self.felt.show_felt(screen.felt)
        self.list.show_value(screen.side)
        self.prompt.show_value(screen.prompt, screen.note)
        self.last.show_value(screen.last)
        self.help_row.show_buttons(screen.side.buttons)
        self.action_row.show_buttons(screen.actions)
        overlay = screen.overlay
        self._show_banner(screen)
        if before is None or (before.overlay, before.dealing) != (overlay, screen.dealing):
            self._show_overlay(overlay)
        self._show_corners(overlay)

    def _show_banner(self, screen: Screen) -> None:
        """The answer of a pad stands where the banner is: in the column it would push something."""
        pad = screen.overlay if screen.overlay is not None and screen.overlay.covers == "pad" else None
        level: Level = "bad" if pad is not None and pad.note_tone == "danger" else "off"
        self.banner.show_banners(screen.banners, pad.note if pad is not None else "", level)

    def _show_overlay(self, overlay: Overlay | None) -> None:
        where = self._arranged
        if where is None:
            return
        self._stage.bounces.covered()
        page = overlay is not None and overlay.covers == "page"
        if overlay is not None:
            self.overlay.show_value(overlay, where)
        self._cover({self.action_row, self.help_row}, covered=overlay is not None)
        self._cover({self.list}, covered=overlay is not None or where.dealing)
        self._cover({self.prompt}, covered=overlay is not None and self.overlay.covers(self.prompt.geometry()))
        self._cover({self.felt}, covered=page)
        self.felt.cover(self.overlay.region().translated(-self.felt.pos()) if overlay is not None else QRegion())
        self._cover({self.overlay}, covered=overlay is None)

    def _show_corners(self, overlay: Overlay | None) -> None:
        """What lies over the felt's edge is there while no page covers it."""
        dealing = self._arranged is not None and self._arranged.dealing  # then the keys lie in the last one's corner
        for widget, shows in ((self.banner, self.banner.shows), (self.last, self.last.shows and not dealing)):
            self._cover({widget}, covered=not shows or (overlay is not None and self.overlay.covers(widget.geometry())))

    def _cover(self, widgets: set[QWidget], *, covered: bool) -> None:
        """What is covered is gone: it cannot be touched, reached by Tab or read out."""
        focus = self.focusWidget()
        for widget in widgets:
            if covered and widget.isAncestorOf(focus):
                self.setFocus()
            widget.setVisible(not covered)

    def _is_too_small(self) -> bool:
        """Below the least size nothing is laid out or painted but the words that say so."""
        density = self.look.px_per_mm
        small = too_small(self.width() / density, self.height() / density)
        self.too_small.setGeometry(self.rect())
        self.too_small.setVisible(small)
        self.too_small.raise_()
        for part in (*self._parts(), self.overlay) if small else ():
            part.hide()
        return small

    def _arrange(self, screen: Screen) -> None:
        density = self.look.px_per_mm
        where = arranged(
            self.width() / density,
            self.height() / density,
            len(screen.felt.spots),
            settles=screen.side.settles,
            dealing=screen.dealing,
        )
        if where == self._arranged:
            return
        self._arranged = where
        self._stage.grown = where.grown
        self.top_line.lay_out(where.top)
        place(self.felt, where.felt, density)
        self.banner.lay_out(where.banner)
        self.last.lay_out(where.last)
        self.prompt.lay_out(where.prompt)
        self.list.lay_out(where.list)
        self.help_row.lay_out(where.help)
        self.action_row.lay_out(where.places)
        self.safe.setGeometry(self.rect())

    # --- touches and keys ---------------------------------------------------------------------------------------------

    def _press(self, touched: str) -> None:
        if touched == GO_ON:
            self._go_on()
            return
        try:
            self._flow.press(touched)
        except Exception as failure:
            self.trouble(failure)
        else:
            self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        name = key_name(event) if not event.isAutoRepeat() else ""  # a key held down is one touch
        if self.safe.isVisible():
            if name == "Return":
                self._go_on()
            return
        held = next((area for area in self._held_ones() if area.key == name), None) if name else None
        if held is not None:
            held.hold_by_key()
        elif name and self._flow.key(name):
            self.refresh()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not event.isAutoRepeat():
            for area in self._held_ones():
                area.let_go()

    def _held_ones(self) -> list[TouchArea]:
        return [area for area in self.findChildren(TouchArea) if area.hold and area.isVisible()]

    def _parts(self) -> tuple[QWidget, ...]:
        upper = (self.top_line, self.felt, self.banner, self.last, self.prompt)
        return (*upper, self.list, self.help_row, self.action_row)

    # --- failures -----------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Everything again from the flow: nothing that was on the screen before is trusted."""
        self._failure = None
        self._rebuild()
        self.refresh()

    def _rebuild(self) -> None:
        """All parts again, as in a fresh window."""
        self._shown = None
        self._arranged = None
        self._clear()
        self._build()
        for child in self._parts():
            child.show()

    # --- the window itself --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if self._shown is not None:
            screen, self._shown, self._arranged = self._shown, None, None
            for part in self._parts():
                part.show()
            self._show(screen)
            self._show_overlay(screen.overlay)


def _confirmed(screen: Screen) -> Screen:
    """A page that has nothing else to answer says what was done; beside a pad the chip of the last action does."""
    overlay = screen.overlay
    if overlay is None or overlay.covers == "pad" or overlay.note or not screen.done:
        return screen
    return replace(screen, overlay=replace(overlay, note=screen.done, note_tone="plain"))
