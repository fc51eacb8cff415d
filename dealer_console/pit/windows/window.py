"""The supervisor's window: paints what its flow shows, hands on what is touched and typed, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from dealer_console.pit.pages.flow import PitFlow
from dealer_console.pit.pages.places import Places, places
from dealer_console.pit.pages.values import (
    ChartView,
    FeltView,
    Gap,
    Line,
    PitElement,
    PitScreen,
    Room,
    Scrubber,
    Tile,
)
from dealer_console.pit.windows.charts import ChartWidget
from dealer_console.pit.windows.parts import BannerWidget, GapWidget, LineWidget, TileWidget
from dealer_console.pit.windows.scrubber import ScrubberWidget
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import Button, Field, Meter, Picture, Sheet, Text
from dealer_console.touch.felt.widget import FeltWidget
from dealer_console.touch.guarded_window import GuardedWindow
from dealer_console.touch.input.keys import key_name
from dealer_console.touch.input.touch_area import TouchArea, place
from dealer_console.touch.overlay.elements import FieldWidget, MeterWidget, PictureWidget, SheetWidget, TextWidget
from dealer_console.touch.safe_screen import GO_ON, SafeScreen, SafeWords
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.paint_context import PaintContext, stage_for

SAFE: Final = SafeWords(
    meaning="The journals are intact: they are only read here. Everything that was acknowledged or ruled is kept.",
    go_on="Touch anywhere to go on.",
    again="If this comes back, start pit-review again and call the technician.",
)
REPEATED: Final = ("Left", "Right", "Up", "Down", "PgUp", "PgDown", "Backspace")


class FeltOnly(FeltWidget):
    """A felt of the past: to look at, never to touch."""

    def __init__(self, stage: PaintContext, parent: QWidget) -> None:
        super().__init__(stage, parent, touch=False)

    def show_value(self, value: FeltView) -> None:
        self.setAccessibleName(value.spoken)
        self.show_felt(value.felt)


_WIDGETS: Final[dict[type[Any], type[Any]]] = {
    Button: ButtonWidget,
    Text: TextWidget,
    Field: FieldWidget,
    Meter: MeterWidget,
    Sheet: SheetWidget,
    Picture: PictureWidget,
    FeltView: FeltOnly,
    Scrubber: ScrubberWidget,
    ChartView: ChartWidget,
    Tile: TileWidget,
    Line: LineWidget,
    Gap: GapWidget,
}


class PitWindow(GuardedWindow):
    def __init__(
        self, flow: PitFlow, look: Look, *, on_trouble: Callable[[Exception], None] = lambda failure: None
    ) -> None:
        super().__init__(look, on_trouble)
        self.flow = flow
        self._shown: PitScreen | None = None
        flow.core.changed, flow.core.failed = self.refresh, self.trouble
        self._build()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWindowTitle("Pit review")
        self.setFocus()
        self.resize(look.size.width, look.size.height)
        self._measure()
        self.refresh()

    def _build(self) -> None:
        stage = self._stage = stage_for(self.look, self._press, self.trouble)
        self._kept: dict[type[Any], list[QWidget]] = {kind: [] for kind in _WIDGETS}
        self._title = TextWidget(stage, self)
        self._note = TextWidget(stage, self)
        self._banner = BannerWidget(stage, self)
        self.safe = SafeScreen(stage, self, SAFE)

    def _measure(self) -> None:
        density = self.look.px_per_mm
        room = Room(width=self.width() / density, height=self.height() / density)
        self._stage.grown = room.grown
        self.flow.resized(room)

    # --- what the flow shows ------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        try:
            screen = self.flow.screen
            if self._failure is None and screen != self._shown:
                self._show(screen)
        except Exception as failure:
            self.trouble(failure)

    def _show(self, screen: PitScreen) -> None:
        self._shown = screen
        where = places(screen, self.flow.core.room)
        self._put(self._title, Text(text=screen.page.title, size="large"), where.title)
        self._put(self._note, Text(text=screen.note, tone=screen.note_tone), where.note, shown=bool(screen.note))
        banner = screen.page.banner
        if banner is not None:
            self._put(self._banner, banner, where.banner)
        self._banner.setVisible(banner is not None)
        self._show_elements(self._wanted(screen, where))

    def _wanted(self, screen: PitScreen, where: Places) -> list[tuple[PitElement, Box]]:
        found: list[tuple[PitElement, Box]] = [*where.rail, *where.elements]
        if screen.working is not None:
            found.append((screen.working, where.working))
        if screen.stop is not None:
            found.append((screen.stop, where.stop))
        return found

    def _put(self, widget: Any, value: object, box: Box, *, shown: bool = True) -> None:
        place(widget, box, self.look.px_per_mm)
        widget.show_value(value)
        widget.setVisible(shown)

    def _show_elements(self, wanted: list[tuple[PitElement, Box]]) -> None:
        used = dict.fromkeys(self._kept, 0)
        shown: set[QWidget] = set()
        for element, box in wanted:
            kind = type(element)
            kept = self._kept[kind]
            if used[kind] == len(kept):
                kept.append(_WIDGETS[kind](self._stage, self))
            widget = kept[used[kind]]
            used[kind] += 1
            self._put(widget, element, box)
            shown.add(widget)
        for kept in self._kept.values():
            for widget in kept:
                if widget not in shown:
                    self._hide(widget)

    def _hide(self, widget: QWidget) -> None:
        """What is gone cannot be touched, reached by Tab or read out."""
        if isinstance(widget, TouchArea):
            widget.let_go()
        if widget.hasFocus():
            self.setFocus()
        widget.hide()

    # --- touches, keys and the wheel ----------------------------------------------------------------------------------

    def _press(self, touched: str) -> None:
        if touched == GO_ON:
            self._go_on()
            return
        self._with_care(lambda: self.flow.press(touched))

    def _with_care(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except Exception as failure:
            self.trouble(failure)
        else:
            self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        name = key_name(event)
        if self.safe.isVisible():
            if name == "Return":
                self._go_on()
            return
        if not name or (event.isAutoRepeat() and name not in REPEATED):
            return
        text = event.text()
        self._with_care(lambda: (bool(text) and self.flow.typed(text)) or self.flow.key(name))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        turned = event.angleDelta().y()
        if turned and not self.safe.isVisible():
            self._with_care(lambda: self.flow.key("PgUp" if turned > 0 else "PgDown"))
        event.accept()

    # --- failures -----------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Everything anew, on the board: nothing that was on the screen before is trusted."""
        self._failure = None
        self._shown = None
        self._clear()
        self._build()
        self._measure()
        self._with_care(lambda: self.flow.turn_to("board"))

    # --- the window itself --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._measure()
        self._shown = None
        self.refresh()

    def ground(self) -> str:
        return self.look.colours.panel.fill
