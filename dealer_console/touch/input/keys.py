"""What a key is called between window and flow: as Qt writes it, with the few names where Qt has two."""

from __future__ import annotations

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

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
