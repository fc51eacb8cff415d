"""Paper for reports and dispute files: fonts, styles and page frames. The same content gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from io import BytesIO
from typing import Any, Final

from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table, TableStyle

from dealer_console.messages import Words
from dealer_console.pit.paper.columns import SIDE, columns

# The font comes with the library, so a name in Polish looks the same on every machine.
PLAIN: Final = "Vera"
BOLD: Final = "VeraBd"
MARGIN: Final = 16 * mm
WIDTH: Final = A4[0] - 2 * MARGIN
GUTTER: Final = 8 * mm
HALF: Final = (WIDTH - GUTTER) / 2
INK: Final = colors.HexColor("#1b1f24")
QUIET: Final = colors.HexColor("#5b6470")
LINE: Final = colors.HexColor("#c9ced6")

for _name in (PLAIN, BOLD):
    pdfmetrics.registerFont(TTFont(_name, f"{_name}.ttf"))
pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)

BODY: Final = ParagraphStyle("body", fontName=PLAIN, fontSize=8.5, leading=11.5, textColor=INK)
SMALL: Final = ParagraphStyle("small", parent=BODY, fontSize=7.5, leading=10, textColor=QUIET)
CELL: Final = ParagraphStyle("cell", parent=BODY, fontSize=7.5, leading=9.5)
FIGURE: Final = ParagraphStyle("figure", parent=CELL, alignment=TA_RIGHT)
HEAD: Final = ParagraphStyle("head", parent=CELL, fontName=BOLD)
HEAD_FIGURE: Final = ParagraphStyle("head figure", parent=HEAD, alignment=TA_RIGHT)
TITLE: Final = ParagraphStyle("title", parent=BODY, fontName=BOLD, fontSize=16, leading=20)
SECTION: Final = ParagraphStyle(
    "section", parent=BODY, fontName=BOLD, fontSize=10.5, leading=14, spaceBefore=8, keepWithNext=1
)
STAMP: Final = ParagraphStyle(
    "stamp", parent=BODY, fontName=BOLD, fontSize=12, leading=16, textColor=colors.HexColor("#9c0f1c"), spaceBefore=6
)
_SUITS: Final = str.maketrans({"♠": " of spades", "♥": " of hearts", "♦": " of diamonds", "♣": " of clubs"})
_CELLS: Final = (CELL, FIGURE, HEAD, HEAD_FIGURE)


def paragraph(text: str, style: ParagraphStyle = BODY) -> Paragraph:
    """Text of people and journals is text, never mark-up. The font has no signs of suits: they become words."""
    return Paragraph(escape(text.translate(_SUITS), quote=False), style)


def grid(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    figures: Sequence[int],
    widths: Sequence[float] | None = None,
    room: float = WIDTH,
) -> Table:
    """A table as wide as `room`; its head stands again on each further page."""
    fitted = columns(head, rows, figures, room, (PLAIN, BOLD))
    small = {"fontSize": fitted.letters, "leading": fitted.letters + 2}
    styles = [ParagraphStyle(f"{cell.name} {fitted.letters}", parent=cell, **small) for cell in _CELLS]
    cell, figure, title, title_figure = styles
    lines = [[paragraph(text, title_figure if at in figures else title) for at, text in enumerate(head)]]
    lines += [[paragraph(text, figure if at in figures else cell) for at, text in enumerate(row)] for row in rows]
    table = Table(lines, colWidths=list(widths or fitted.widths), repeatRows=1, hAlign="LEFT")
    style: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("LEFTPADDING", (0, 0), (-1, -1), SIDE),
        ("RIGHTPADDING", (0, 0), (-1, -1), SIDE),
    ]
    table.setStyle(TableStyle(style))
    return table


def side_by_side(left: Sequence[Flowable], right: Sequence[Flowable]) -> Table:
    """Two narrow things in one line of the page."""
    both = Table([[list(left), list(right)]], colWidths=[HALF + GUTTER, HALF], hAlign="LEFT", spaceBefore=8)
    edges = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "TOP", "BOTTOM", "RIGHT")]
    both.setStyle(TableStyle([*edges, ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    return both


class _Pages(Canvas):  # type: ignore[misc]  # the library has no types
    """Keeps each page until the last one is known: every page says how many there are."""

    def __init__(self, *arguments: Any, footer: str, words: Words, stamp: str, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._footer, self._words, self._stamp = footer, words, stamp
        self._kept: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        kept = self._kept
        for number, page in enumerate(kept, start=1):
            self.__dict__.update(page)
            self.setFont(PLAIN, 7)
            self.setFillColor(QUIET)
            self.drawString(MARGIN, 9 * mm, self._footer[:150])
            self.drawRightString(A4[0] - MARGIN, 9 * mm, self._words("report-page", page=number, pages=len(kept)))
            if self._stamp:
                self.setFillColor(STAMP.textColor)
                self.drawString(MARGIN, A4[1] - 10 * mm, self._stamp[:120])
            super().showPage()
        super().save()


def signature_lines(
    words: Words, left: str = "report-prepared-by", right: str = "report-verified-by"
) -> list[Flowable]:
    """Room for two names, by hand."""
    lines = [[paragraph(words(key), SMALL) for key in (left, right)]]
    table = Table(lines, colWidths=[HALF + GUTTER, HALF], spaceBefore=36, hAlign="LEFT")
    above = [("LINEABOVE", (at, 0), (at, 0), 0.6, INK) for at in (0, 1)]
    table.setStyle(TableStyle([*above, ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
    return [Spacer(1, 30), table]


def pdf(title: str, footer: str, story: Sequence[Flowable], words: Words, stamp: str = "") -> bytes:
    """The finished document. No time and no random identity is in it. `stamp` stands on every page."""
    into = BytesIO()
    document = BaseDocTemplate(
        into, pagesize=A4, title=title, author="dealer-console", subject=footer, invariant=1, pageCompression=1
    )
    frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, leftPadding=0, rightPadding=0, topPadding=0)
    document.addPageTemplates([PageTemplate(id="page", frames=[frame])])
    document.build(list(story), canvasmaker=partial(_Pages, footer=footer, words=words, stamp=stamp))
    return into.getvalue()
