"""A splitter that a person moves once: its sizes are kept for the next start, as the widths of columns are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QSplitter, QWidget


class KeptSplitter(QSplitter):
    """`name` is under what the sizes are kept; `sizes` are those of the first start."""

    def __init__(
        self,
        name: str,
        settings: QSettings,
        orientation: Qt.Orientation,
        parts: Sequence[QWidget],
        sizes: Sequence[int] = (),
    ) -> None:
        super().__init__(orientation)
        key = f"splitters/{name}"
        for part in parts:
            self.addWidget(part)
        if sizes:
            self.setSizes([*sizes])
        state = settings.value(key)
        if isinstance(state, QByteArray):
            self.restoreState(state)
        self.splitterMoved.connect(lambda *_: settings.setValue(key, self.saveState()))
