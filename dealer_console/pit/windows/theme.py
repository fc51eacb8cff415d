"""How the pit's window looks: Qt's own palette and letters, in the colours of the console's themes, 100 to 200 %."""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from dealer_console.screens.values import Level
from dealer_console.touch.theme.fonts import font
from dealer_console.touch.theme.palettes import PALETTES
from dealer_console.touch.theme.themes import Theme, ThemeName, mixed

LETTERS: Final = 12  # pixels at 100 %
SCALES: Final = (100, 125, 150, 175, 200)
_LEVELS: Final[tuple[Level, ...]] = ("good", "busy", "warn", "bad", "off")
_PROPERTY: Final = "pit-theme"


def dress(window: QWidget, theme: ThemeName, scale: int) -> None:
    """The window and everything in it, dialogs too."""
    colours = PALETTES[theme]
    window.setProperty(_PROPERTY, theme)
    # Of the whole program: what a window has of its own does not reach its parts below a style sheet.
    QApplication.setFont(font(round(LETTERS * scale / 100)))
    QApplication.setPalette(_palette(colours))
    window.setStyleSheet(_style(colours, scale))


def theme_of(widget: QWidget) -> Theme:
    name = widget.window().property(_PROPERTY)
    return PALETTES.get(name, PALETTES["dark"])


def colours_of(widget: QWidget) -> dict[Level, QColor]:
    levels = theme_of(widget).levels
    return {level: QColor(levels[level]) for level in _LEVELS}


def _palette(colours: Theme) -> QPalette:
    palette = QPalette()
    role, plain = QPalette.ColorRole, colours.buttons["plain"]
    faces = {
        role.Window: colours.ground.fill,
        role.WindowText: colours.ground.text,
        role.Base: colours.panel.fill,
        role.AlternateBase: colours.row.fill,
        role.Text: colours.panel.text,
        role.PlaceholderText: colours.panel.soft,
        role.Button: plain.fill,
        role.ButtonText: plain.text,
        role.ToolTipBase: colours.banners["off"].fill,
        role.ToolTipText: colours.banners["off"].text,
        role.Highlight: mixed(colours.panel.fill, colours.focus, 0.35),
        role.HighlightedText: colours.panel.text,
        role.Link: colours.focus,
        role.BrightText: colours.levels["bad"],
        role.Light: mixed(plain.fill, plain.text, 0.15),
        role.Mid: colours.panel.edge,
        role.Dark: mixed(colours.ground.fill, "#000000", 0.3),
        role.Shadow: "#000000",
    }
    for which, colour in faces.items():
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(colours.refused.text))
    return palette


def _style(colours: Theme, scale: int) -> str:
    """Only what a palette cannot say: heads of tables, warnings, the two buttons that decide."""
    warn, bad, busy = (colours.banners[level] for level in ("warn", "bad", "busy"))
    go, danger = colours.buttons["go"], colours.buttons["danger"]
    air, arrow = round(4 * scale / 100), round(10 * scale / 100)  # of a sorted column, beside its head
    return f"""
    QHeaderView::section {{ background: {colours.ground.fill}; color: {colours.ground.soft};
        padding: 2px {air}px; border: 0;
        border-bottom: 1px solid {colours.panel.edge}; border-right: 1px solid {colours.panel.edge}; }}
    RowsTable QHeaderView::section {{ padding-right: {air + arrow}px; }}
    QLineEdit, QPlainTextEdit {{ background: {colours.panel.fill}; border: 1px solid {colours.buttons["plain"].edge};
        padding: 2px {air}px; }}
    QLineEdit[echoMode="2"] {{ lineedit-password-character: 42; }}
    QLineEdit:focus, QTableView:focus, QPlainTextEdit:focus {{ border: 1px solid {colours.focus}; }}
    QComboBox QLineEdit, QAbstractSpinBox QLineEdit {{ border: 0; padding: 0; }}
    QCheckBox::indicator {{ width: {3 * air}px; height: {3 * air}px; border: 1px solid {colours.panel.soft};
        background: {colours.panel.fill}; }}
    QCheckBox::indicator:checked {{ background: {colours.focus}; }}
    QTableView {{ border: 1px solid {colours.panel.edge}; }}
    QToolTip {{ color: {colours.banners["off"].text}; background: {colours.banners["off"].fill}; }}
    QLabel[tone="warn"] {{ background: {warn.fill}; color: {warn.text}; padding: {air}px; }}
    QLabel[tone="bad"] {{ background: {bad.fill}; color: {bad.text}; padding: {air}px; }}
    QLabel[tone="busy"] {{ background: {busy.fill}; color: {busy.text}; padding: {air}px; }}
    QLabel[letters="large"] {{ font-size: {round(LETTERS * 1.5 * scale / 100)}px; font-weight: bold; }}
    QLabel[letters="head"] {{ font-size: {round(LETTERS * 1.15 * scale / 100)}px; font-weight: bold; }}
    QPushButton {{ padding: {air}px {3 * air}px; }}
    QPushButton[tone="go"]:enabled {{ background: {go.fill}; color: {go.text}; border: 1px solid {go.edge}; }}
    QPushButton[tone="danger"]:enabled {{ background: {danger.fill}; color: {danger.text};
        border: 1px solid {danger.edge}; }}
    QPushButton[tone]:focus {{ border: 2px solid {colours.focus}; }}
    """
