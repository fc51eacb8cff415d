"""A round of the past, dealt again: the felt as large as there is room, every step, and no doubt that it is history."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSlider, QVBoxLayout

from dealer_console.game.round_files.round_file import write_round
from dealer_console.pit.amounts import house_result
from dealer_console.pit.dispute import DisputeFiles, dispute_files
from dealer_console.pit.long_work import Work
from dealer_console.pit.round_replay import Replay, Step
from dealer_console.pit.round_words import settlement_words, step_words
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.felt_view import FeltView
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button, label
from dealer_console.pit.windows.rows import Column, drawable, figure_column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.rulebook.load import clause_words

BACK: Final = -1
ON: Final = 1


class ReplayView(Page):
    """The list of the steps leads: the felt, the slider and the words follow the row that is chosen there."""

    left = Signal()

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        self._dealt: Replay | None = None
        self.history = label(tone="warn", wraps=False)
        self.felt = FeltView()
        self.felt.failed.connect(background.failed)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setAccessibleName(self.words("pit-steps"))
        self.steps: RowsPanel[Step] = RowsPanel(
            "steps", self.words, settings, self._columns(), lambda step: step.number, sorted_by="number"
        )
        self.says = QPlainTextEdit(readOnly=True)
        self.says.setAccessibleName(self.words("pit-what-is-due"))
        self._lay_out()
        self.slider.valueChanged.connect(self.go_to)
        self.steps.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_step())
        keys = {"Home": self._first, "End": self._last, "Left": lambda: self.step(BACK), "Right": lambda: self.step(ON),
                "Shift+Left": lambda: self.decision(BACK), "Shift+Right": lambda: self.decision(ON)}  # fmt: skip
        for key, do in keys.items():
            shortcut = QShortcut(QKeySequence(key), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(do)

    def _lay_out(self) -> None:
        words = self.words
        tools = QHBoxLayout()
        for tool in (
            button(words("pit-back"), self.left.emit, key="Escape"),
            button("◀ ◆", lambda: self.decision(BACK)),
            button("◀", lambda: self.step(BACK)),
            button("▶", lambda: self.step(ON)),
            button("◆ ▶", lambda: self.decision(ON)),
        ):
            tools.addWidget(tool)
        tools.addWidget(self.slider, 1)
        for tool in (
            button(words("pit-copy-round"), self._copy, key="Ctrl+Shift+C"),
            button(words("pit-dispute-pdf"), lambda: self._save(pack=False), key="Ctrl+P"),
            button(words("pit-dispute-file"), lambda: self._save(pack=True), key="Ctrl+K"),
        ):
            tools.addWidget(tool)
        down, along, settings = Qt.Orientation.Vertical, Qt.Orientation.Horizontal, self.settings
        right = KeptSplitter("replay-steps", settings, down, (self.steps, self.says), (420, 200))
        across = KeptSplitter("replay", settings, along, (self.felt, right), (840, 420))
        across.setStretchFactor(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        layout.addWidget(self.history)
        layout.addWidget(across, 1)
        layout.addLayout(tools)

    def _columns(self) -> list[Column[Step]]:
        words, services = self.words, self.services
        return [
            figure_column("number", "#", lambda step: step.number),
            Column(key="time", head=words("pit-col-time"), text=lambda step: services.clock(step.at_ms)),
            Column(key="kind", head=words("pit-col-kind"),
                   text=lambda step: ("◆ " if step.decides else "") + words(f"pit-step-{step.kind}")),
            Column(key="what", head=words("pit-col-what"), text=lambda step: step_words(words, step)),
            Column(key="who", head=words("pit-col-by"), text=self._who),
        ]  # fmt: skip

    def _who(self, step: Step) -> str:
        names = {} if self.background.live is None else self.background.live.names
        return names.get(step.who, step.who) or self.words("pit-the-game")

    # --- a round -----------------------------------------------------------------------------------------------------

    def show_round(self, dealt: Replay) -> None:
        self._dealt = dealt
        found_round = dealt.round_row
        moment = self.services.moment(found_round.opened_ms)
        self.history.setText(self.words("pit-history", round=found_round.number, table=found_round.table, when=moment))
        self.slider.setRange(1, len(dealt.steps))
        self.steps.set_rows(dealt.steps)
        self.go_to(1)
        self._show_step()

    @property
    def at(self) -> int:
        """The step in sight, from 1."""
        return self.slider.value()

    def go_to(self, number: int) -> None:
        if self._dealt is None:
            return
        at = self.steps.proxy.mapFromSource(self.steps.model.index(number - 1, 0))
        self.steps.table.setCurrentIndex(at)

    def _show_step(self) -> None:
        step = self.steps.current()
        if step is None or self._dealt is None:
            return
        self.slider.blockSignals(True)
        self.slider.setValue(step.number)
        self.slider.blockSignals(False)
        spoken = ". ".join(hand.spoken or hand.id for spot in step.felt.spots for hand in spot.hands)
        self.felt.show_felt(step.felt, spoken)
        self.says.setPlainText(drawable("\n".join(self._words_of(step, self._dealt))))

    def _words_of(self, step: Step, dealt: Replay) -> list[str]:
        """What was to be said and done next, the clause with its words, and what was settled."""
        words = self.words
        lines = [words("pit-entry", entry=step.entry, when=self.services.second(step.at_ms))]
        if step.say is not None:
            lines.append(words("pit-say", text=words(step.say)))
        lines.append(words("pit-do", text=words(step.do)))
        if step.clause:
            says = clause_words(step.clause)
            lines.append(f"{words.clause(step.clause)}: {says}" if says else words.clause(step.clause))
        lines += [settlement_words(words, settled) for settled in step.settled]
        if step.kind == "closed":
            lines += [
                words("pit-spot-result", spot=place.removesuffix("/1"), amount=words.money(cents))
                for place, cents in dealt.nets
            ]
            lines.append(words.sentence(words(house_result(dealt.round_row.house))))
        return lines

    # --- keys and buttons --------------------------------------------------------------------------------------------

    def step(self, way: int) -> None:
        self.slider.setValue(self.slider.value() + way)

    def _first(self) -> None:
        self.slider.setValue(self.slider.minimum())

    def _last(self) -> None:
        self.slider.setValue(self.slider.maximum())

    def decision(self, way: int) -> None:
        """The next decision in that direction."""
        steps = self._dealt.steps if self._dealt is not None else ()
        decisions = [step.number for step in steps if step.decides and (step.number - self.at) * way > 0]
        if decisions:
            self.slider.setValue(min(decisions) if way > 0 else max(decisions))

    def _copy(self) -> None:
        if self._dealt is not None:
            QGuiApplication.clipboard().setText(write_round(self._dealt.file))
            self.background.say(self.words("pit-round-copied"))

    def _save(self, *, pack: bool) -> None:
        if self._dealt is None:
            return
        services, found_round, words = self.services, self._dealt.round_row, self.words

        def run(work: Work) -> tuple[Path, DisputeFiles]:
            files = dispute_files(services.archive, found_round, work, words)
            if pack:
                return services.save(f"{files.name}.zip", files.packed(services.signing_key())), files
            return services.save(f"{files.name}.pdf", files.files[f"{files.name}.pdf"]), files

        def done(saved: tuple[Path, DisputeFiles]) -> None:
            path, files = saved
            text = words("pit-saved", path=str(path))
            self.background.say(f"{files.stamp} {text}".strip(), "danger" if files.stamp else "plain")

        self.background.do(words("pit-packing"), run, done)
