"""Paper for reports and dispute packs: fonts, styles and page frames. The same content gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import Any, Final

from reportlab.lib import colors  # type: ignore[import-untyped]
from reportlab.lib.enums import TA_RIGHT  # type: ignore[import-untyped]
from reportlab.lib.pagesizes import A4  # type: ignore[import-untyped]
from reportlab.lib.styles import ParagraphStyle  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Table, TableStyle  # type: ignore[import-untyped]

# The font comes with the library, so a name in Polish looks the same on every machine.
PLAIN: Final = "Vera"
BOLD: Final = "VeraBd"
MARGIN: Final = 16 * mm
WIDTH: Final = A4[0] - 2 * MARGIN
INK: Final = colors.HexColor("#1b1f24")
QUIET: Final = colors.HexColor("#5b6470")
LINE: Final = colors.HexColor("#c9ced6")
SHADE: Final = colors.HexColor("#f1f3f6")

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
SECTION: Final = ParagraphStyle("section", parent=BODY, fontName=BOLD, fontSize=10.5, leading=14, spaceBefore=8)


def paragraph(text: str, style: ParagraphStyle = BODY) -> Paragraph:
    """Text of people and journals is text, never mark-up."""
    return Paragraph(escape(text, quote=False), style)


def grid(
    head: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[int], widths: Sequence[float] | None = None
) -> Table:
    lines = [[paragraph(text, HEAD_FIGURE if at in figures else HEAD) for at, text in enumerate(head)]]
    lines += [[paragraph(text, FIGURE if at in figures else CELL) for at, text in enumerate(row)] for row in rows]
    table = Table(lines, colWidths=widths or [WIDTH / len(head)] * len(head), repeatRows=1, hAlign="LEFT")
    style: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    table.setStyle(TableStyle(style))
    return table


def pdf(title: str, footer: str, story: Sequence[Flowable]) -> bytes:
    """The finished document. No time and no random identity is in it."""
    into = BytesIO()

    def sign(canvas: Canvas, document: Any) -> None:
        canvas.setFont(PLAIN, 7)
        canvas.setFillColor(QUIET)
        canvas.drawString(MARGIN, 9 * mm, footer[:150])
        canvas.drawRightString(A4[0] - MARGIN, 9 * mm, f"page {document.page}")

    document = BaseDocTemplate(
        into, pagesize=A4, title=title, author="dealer-console", subject=footer, invariant=1, pageCompression=1
    )
    frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, leftPadding=0, rightPadding=0, topPadding=0)
    document.addPageTemplates([PageTemplate(id="page", frames=[frame], onPage=sign)])
    document.build(list(story))
    return into.getvalue()
